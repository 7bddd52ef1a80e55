//! What paths mean, as far as their names say it. Where a path may mean something else, that is claimed to rustc.

use hypernet::Primitive;

use super::claims::{Local, NumberTrait, Of};
use super::item::Checker;
use super::{Ty, Unknown};
use crate::diagnostic::refusal;
use crate::source::exprs::bare;
use crate::source::names::{is_builtin, is_discrete_name, plain};

impl<'a> Checker<'a> {
    /// The type of a constant, where its path says it: `f64::EPSILON`, `std::f64::consts::PI`, `u32::MAX`.
    pub(super) fn constant_type(&mut self, path: &syn::ExprPath) -> Ty {
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let before = segments.iter().rev().skip(1);
        let scope = match before.clone().next().map(String::as_str) {
            Some("consts") => before.clone().nth(1),
            _ => before.clone().next(),
        };
        match scope {
            Some(name) if self.is_scalar(name) => match segments.last().map(String::as_str) {
                Some("MANTISSA_DIGITS" | "DIGITS" | "RADIX") => Ty::Discrete("u32".into()),
                Some("MIN_EXP" | "MAX_EXP" | "MIN_10_EXP" | "MAX_10_EXP") => Ty::Discrete("i32".into()),
                _ => self.real(name),
            },
            Some(name) if is_discrete_name(name) => match segments.last().map(String::as_str) {
                Some("BITS") => Ty::Discrete("u32".into()),
                _ => Ty::Discrete(name.as_str().into()),
            },
            _ => self.fresh(Unknown::Foreign),
        }
    }

    /// The path of a function as it is outside of the block that imports it: the derivatives of what is imported alone are not
    /// those of another function of this name further out.
    pub(super) fn imported(&mut self, path: &'a syn::ExprPath) -> &'a syn::ExprPath {
        let (None, Some(first)) = (&path.qself, path.path.segments.first()) else { return path };
        if path.path.leading_colon.is_some() {
            return path;
        }
        let Some(Local::Import(mut import)) = self.local(&first.ident) else { return path };
        for segment in &mut import.segments {
            segment.ident.set_span(segment.ident.span().located_at(first.ident.span()));
        }
        if let Some(last) = import.segments.last_mut() {
            last.arguments = first.arguments.clone();
        }
        import.segments.extend(path.path.segments.iter().skip(1).cloned());
        let whole = syn::ExprPath { attrs: path.attrs.clone(), qself: None, path: import };
        let kept = self.arena.keep([syn::Expr::Path(whole)].into_iter().collect());
        match kept.first() {
            Some(syn::Expr::Path(whole)) => whole,
            _ => path,
        }
    }

    /// Refuses a name that is no variable and that no item of the file has, and a path that leads to nothing: rustc says that it is not there.
    pub(super) fn ask_whether_defined(&mut self, path: &syn::ExprPath) {
        if path.qself.is_some() || path.path.leading_colon.is_some() {
            return;
        }
        let words: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let name = words.join("::");
        if name != "self" && self.undefined.is_some_and(|undefined| undefined.contains(&name)) {
            self.errors.push(refusal::UNDEFINED.at(path).left_to_rustc());
        }
    }

    /// The same of the name that a place begins with.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place, or a look at one")]
    pub(super) fn ask_about_place(&mut self, mut place: &syn::Expr) {
        loop {
            place = match bare(place) {
                syn::Expr::Index(index) => &index.expr,
                syn::Expr::Field(field) => &field.base,
                syn::Expr::Reference(reference) => &reference.expr,
                syn::Expr::MethodCall(call) => &call.receiver,
                syn::Expr::Path(path) => {
                    if path.path.get_ident().is_some_and(|name| self.look_up(name).is_none()) {
                        self.ask_whether_defined(path);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// Whether a path names a function that a block around declares without derivatives.
    pub(super) fn is_plain(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_some_and(|name| matches!(self.local(name), Some(Local::Function(false))))
    }

    /// The primitive that a path names: `f64::sin`, `T::sin`, `Float::sin`, `<f64 as Float>::sin`.
    pub(super) fn primitive_path(&mut self, path: &syn::ExprPath) -> Option<(Primitive, Ty)> {
        let mut segments = path.path.segments.iter().rev();
        let primitive = segments.next().filter(|last| last.arguments.is_none())?;
        let primitive = Primitive::by_name(&plain(&primitive.ident))?;
        let scope = segments.next();
        let of_trait = scope.and_then(|scope| NumberTrait::by_name(&scope.ident));
        if let Some(qself) = &path.qself {
            let ty = self.local_type(&qself.ty);
            let Ty::Real(scalar) = &ty else { return None };
            let of = match (qself.position, of_trait) {
                (0, _) => Of::Scalar(scalar),
                (_, Some(of_trait)) => Of::Trait(of_trait, scalar),
                // A trait of the user's.
                (_, None) => return None,
            };
            self.claim_primitive(path, primitive, of);
            return Some((primitive, ty));
        }
        let scope = scope?.ident.to_string();
        if self.is_scalar(&scope) {
            let ty = self.real(&scope);
            self.claim_primitive(path, primitive, Of::Scalar(&scope));
            return Some((primitive, ty));
        }
        let of_trait = of_trait?;
        // Whichever scalar it is for, the trait is the same.
        self.claim_primitive(path, primitive, Of::Trait(of_trait, "f64"));
        Some((primitive, self.fresh(Unknown::Any)))
    }

    /// The type of what a function of a scalar type gives that takes nothing, and whether it is a constant: `T::one()`.
    pub(super) fn number_path(&mut self, path: &syn::ExprPath) -> Option<(Ty, bool)> {
        let mut segments = path.path.segments.iter().rev();
        let name = segments.next().filter(|last| last.arguments.is_none())?.ident.clone();
        let scope = segments.next().filter(|_| path.qself.is_none())?.ident.to_string();
        let known = matches!(
            plain(&name).as_str(),
            "zero"
                | "one"
                | "epsilon"
                | "nan"
                | "infinity"
                | "neg_infinity"
                | "neg_zero"
                | "min_value"
                | "max_value"
                | "min_positive_value"
                | "default"
                | "E"
                | "FRAC_1_PI"
                | "FRAC_1_SQRT_2"
                | "FRAC_2_PI"
                | "FRAC_2_SQRT_PI"
                | "FRAC_PI_2"
                | "FRAC_PI_3"
                | "FRAC_PI_4"
                | "FRAC_PI_6"
                | "FRAC_PI_8"
                | "LN_10"
                | "LN_2"
                | "LOG10_2"
                | "LOG10_E"
                | "LOG2_10"
                | "LOG2_E"
                | "PI"
                | "SQRT_2"
                | "TAU"
        );
        // Of a type parameter it is a function of what that is bound by, which is claimed. Of `f64`, a trait of the user's may
        // have it: it is called as often as it is written.
        (known && self.is_scalar(&scope)).then(|| (self.real(&scope), !is_builtin(&scope)))
    }
}

//! Patterns.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Lit, Member, Pat};

use super::expr::is_variant;
use super::host_patterns::is_host;
use super::item::Checker;
use super::{Apart, ExprId, Kind, Pattern, VarId};
use crate::diagnostic::refusal;
use crate::source::names::{is_upper, plain};
use crate::source::patterns::bound_names;

impl<'a> Checker<'a> {
    /// A pattern; declares its names. Where it is `irrefutable`, a name is never that of a constant.
    pub(super) fn pattern(&mut self, pattern: &'a Pat, irrefutable: bool) -> Pattern {
        self.pattern_of(pattern, irrefutable, None)
    }

    /// The pattern of a parameter of a closure. One of a struct says what the type is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern says nothing of its type")]
    pub(super) fn closure_pattern(&mut self, pattern: &'a Pat) -> Pattern {
        let ty = match pattern {
            Pat::Struct(structure) => self.struct_type(&structure.path, false),
            Pat::TupleStruct(structure) => self.struct_type(&structure.path, true),
            pattern => return self.pattern(pattern, true),
        };
        Pattern::Typed(Box::new(self.pattern(pattern, true)), ty, None)
    }

    /// A pattern of what this expression gives, if that is a field of a struct that is taken apart.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern is refused")]
    fn pattern_of(&mut self, pattern: &'a Pat, irrefutable: bool, place: Option<ExprId>) -> Pattern {
        match pattern {
            pattern if !irrefutable && is_host(pattern) => self.host_pattern(pattern, false),
            Pat::Wild(_) => Pattern::Wild,
            Pat::Paren(pattern) => self.pattern_of(&pattern.pat, irrefutable, place),
            Pat::Reference(pattern) => {
                let mut inside = self.pattern(&pattern.pat, irrefutable);
                if let Pattern::Struct(apart) = &mut inside {
                    apart.by_value = true;
                }
                inside
            }
            Pat::Rest(_) => Pattern::Rest,
            Pat::Type(pattern) => {
                let ty = self.local_type(&pattern.ty);
                let written = pattern.ty.to_token_stream();
                Pattern::Typed(Box::new(self.pattern(&pattern.pat, irrefutable)), ty, Some(written))
            }
            Pat::Ident(ident) => {
                if let Some(token) = &ident.by_ref {
                    self.refuse_part(refusal::REF_PATTERN, token);
                }
                // Of one with `mut` or `@`, and of one that has to match, rustc says if it is the name of a constant.
                if !irrefutable && ident.mutability.is_none() && ident.subpat.is_none() {
                    if is_upper(&plain(&ident.ident)) {
                        return Pattern::Path(ident.ident.to_token_stream());
                    }
                    self.claim_variable(&ident.ident);
                }
                let inside = ident.subpat.as_ref();
                let inside = inside.map(|(_, inside)| Box::new(self.pattern_of(inside, irrefutable, place)));
                let var = self.declare(&ident.ident);
                self.vars[var.index()].mutable = ident.mutability.is_some();
                Pattern::Bind(var, inside)
            }
            Pat::Tuple(tuple) => {
                Pattern::Tuple(tuple.elems.iter().map(|part| self.pattern(part, irrefutable)).collect())
            }
            Pat::Lit(literal) => Pattern::Literal(self.literal(&literal.lit)),
            Pat::Range(range) => {
                let from = range.start.as_ref().map(|from| self.expr(from, false));
                let to = range.end.as_ref().map(|to| self.expr(to, false));
                Pattern::Range { from, to, inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)) }
            }
            Pat::Or(or) => {
                let before = self.vars.len();
                let cases: Vec<_> = or.cases.iter().map(|case| self.pattern(case, irrefutable)).collect();
                if self.vars.len() > before {
                    self.refuse_part(refusal::PATTERN, pattern);
                }
                Pattern::Or(cases)
            }
            Pat::Path(path) => Pattern::Path(path.to_token_stream()),
            Pat::Struct(structure) if irrefutable && is_struct(structure.qself.as_ref(), &structure.path, false) => {
                self.struct_pattern(structure, place)
            }
            Pat::TupleStruct(structure)
                if irrefutable && is_struct(structure.qself.as_ref(), &structure.path, true) =>
            {
                self.tuple_struct_pattern(structure, place)
            }
            Pat::TupleStruct(_) | Pat::Struct(_) => {
                let refused = refusal::ENUM_PATTERN.at(pattern);
                // Where the pattern has to match, rustc says that it may not.
                let refused = if irrefutable { refused.left_to_rustc() } else { refused };
                self.refused_as(Kind::Unseen(Vec::new()), refused);
                self.declare_all(pattern);
                Pattern::Wild
            }
            _ => {
                // A negative literal comes as an expression.
                self.refuse_part(refusal::PATTERN, pattern);
                self.declare_all(pattern);
                Pattern::Wild
            }
        }
    }

    /// Declares the names of a pattern that is refused, unless it is left as it is.
    fn declare_all(&mut self, pattern: &Pat) {
        for name in bound_names(pattern) {
            self.declare(&name);
        }
    }

    fn struct_pattern(&mut self, structure: &'a syn::PatStruct, place: Option<ExprId>) -> Pattern {
        let path = structure.path.span();
        let (whole, place) = self.taken_apart(path, place);
        let fields = structure.fields.iter().map(|field| {
            let value = match &field.member {
                Member::Named(name) => self.push_at(Kind::Member(place, name), name.span()),
                Member::Unnamed(index) => self.push_at(Kind::Field(place, index.index as usize, None), index.span),
            };
            (value, self.pattern_of(&field.pat, true, Some(value)))
        });
        let fields = fields.collect();
        Pattern::Struct(Box::new(Apart { path, whole, by_value: false, fields }))
    }

    fn tuple_struct_pattern(&mut self, structure: &'a syn::PatTupleStruct, place: Option<ExprId>) -> Pattern {
        let path = structure.path.span();
        let (whole, place) = self.taken_apart(path, place);
        let mut fields = Vec::with_capacity(structure.elems.len());
        for (index, part) in structure.elems.iter().enumerate() {
            if let Pat::Rest(rest) = part {
                if index + 1 < structure.elems.len() {
                    self.refuse_part(refusal::REST_BEFORE, rest);
                }
                break;
            }
            let value = self.push_at(Kind::Field(place, index, None), part.span());
            fields.push((value, self.pattern_of(part, true, Some(value))));
        }
        Pattern::Struct(Box::new(Apart { path, whole, by_value: false, fields }))
    }

    /// What stands for a struct that is taken apart, as an expression; a variable, if there is nothing yet.
    fn taken_apart(&mut self, span: Span, place: Option<ExprId>) -> (Option<VarId>, ExprId) {
        if let Some(place) = place {
            return (None, place);
        }
        let whole = self.declare_hidden(&Ident::new("whole", span));
        (Some(whole), self.push_at(Kind::Var(whole), span))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the type of every other literal is left to rustc")]
    pub(super) fn literal(&mut self, literal: &Lit) -> ExprId {
        use super::Unknown;
        let span = literal.span();
        let kind = match literal {
            Lit::Bool(literal) => Kind::Bool(literal.value),
            Lit::Float(literal) => {
                let ty = match literal.suffix() {
                    "" => self.fresh(Unknown::Float),
                    suffix => self.real(suffix),
                };
                Kind::Real(literal.base10_digits().parse().unwrap_or(f64::NAN), literal.base10_digits().into(), ty)
            }
            Lit::Int(literal) if self.is_scalar(literal.suffix()) => {
                let ty = self.real(literal.suffix());
                let text = format!("{}.0", literal.base10_digits());
                Kind::Real(text.parse().unwrap_or(f64::NAN), text.into(), ty)
            }
            Lit::Int(literal) => {
                let ty = match literal.suffix() {
                    "" => self.fresh(Unknown::Int),
                    suffix => super::Ty::Discrete(suffix.into()),
                };
                match literal.base10_parse::<i128>() {
                    Ok(value) => Kind::Int(value, ty),
                    Err(_) => Kind::Constant(literal.to_token_stream(), ty),
                }
            }
            Lit::Char(literal) => Kind::Constant(literal.to_token_stream(), super::Ty::Discrete("char".into())),
            Lit::Str(literal) => Kind::Constant(literal.to_token_stream(), super::Ty::Discrete("&str".into())),
            Lit::Byte(literal) => Kind::Constant(literal.to_token_stream(), super::Ty::Discrete("u8".into())),
            literal => Kind::Constant(literal.to_token_stream(), self.fresh(Unknown::Foreign)),
        };
        self.push_at(kind, span)
    }
}

/// Whether a pattern that matches in any case is one of a struct: the path does not look like that of a variant, which may be
/// the only one of its type.
pub(super) fn is_struct(qself: Option<&syn::QSelf>, path: &syn::Path, tuple: bool) -> bool {
    qself.is_none() && !is_variant(path, tuple)
}

//! Patterns.

use quote::ToTokens;
use syn::{Lit, Pat};

use super::item::Checker;
use super::{Kind, Pattern};
use crate::diagnostic::refusal;

impl<'a> Checker<'a> {
    /// A pattern; declares its names. Where it is `irrefutable`, a name is never that of a constant.
    pub(super) fn pattern(&mut self, pattern: &'a Pat, irrefutable: bool) -> Pattern {
        match pattern {
            Pat::Wild(_) => Pattern::Wild,
            Pat::Paren(pattern) => self.pattern(&pattern.pat, irrefutable),
            Pat::Reference(pattern) => self.pattern(&pattern.pat, irrefutable),
            Pat::Rest(_) => Pattern::Rest,
            Pat::Type(pattern) => {
                let ty = self.local_type(&pattern.ty);
                Pattern::Typed(Box::new(self.pattern(&pattern.pat, irrefutable)), ty)
            }
            Pat::Ident(ident) => {
                if let Some(token) = &ident.by_ref {
                    self.refuse(refusal::REF_PATTERN, token);
                }
                let constant = ident.ident.to_string().starts_with(|first: char| first.is_uppercase());
                if !irrefutable && constant && ident.mutability.is_none() && ident.subpat.is_none() {
                    return Pattern::Path(ident.ident.to_token_stream());
                }
                let inside = ident.subpat.as_ref().map(|(_, inside)| Box::new(self.pattern(inside, irrefutable)));
                Pattern::Bind(self.declare(&ident.ident), inside)
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
                    self.refuse(refusal::OR_BINDING, pattern);
                }
                Pattern::Or(cases)
            }
            Pat::Path(path) => Pattern::Path(path.to_token_stream()),
            Pat::TupleStruct(_) | Pat::Struct(_) => {
                self.refuse(refusal::ENUM_PATTERN, pattern);
                Pattern::Wild
            }
            _ => {
                // A negative literal comes as an expression.
                self.refuse(refusal::PATTERN, pattern);
                Pattern::Wild
            }
        }
    }

    pub(super) fn literal(&mut self, literal: &Lit) -> super::ExprId {
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

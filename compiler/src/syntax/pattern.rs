//! Patterns: what they are in the tree, and how the check makes them of those in the source.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Lit, Member, Pat};

use super::expr::is_variant;
use super::host_patterns::is_host;
use super::item::Checker;
use super::{ExprId, Kind, Ty, VarId};
use crate::diagnostic::refusal;
use crate::source::names::{is_upper, plain};
use crate::source::patterns::bound_names;

/// A pattern, in which the names are variables.
#[derive(Debug)]
pub(crate) enum Pattern {
    Wild,
    /// A name, and what it stands for has to match.
    Bind(VarId, Option<Box<Pattern>>),
    Tuple(Vec<Pattern>),
    /// `..` in the middle of a tuple.
    Rest,
    Literal(ExprId),
    Range {
        from: Option<ExprId>,
        to: Option<ExprId>,
        inclusive: bool,
    },
    Or(Vec<Pattern>),
    /// A constant or a variant without fields.
    Path(TokenStream),
    /// With its type, and that as it is written.
    Typed(Box<Pattern>, Ty, Option<TokenStream>),
    /// A struct, taken apart.
    Struct(Box<Apart>),
    /// What has no tangent, taken apart by rustc.
    Host(Box<HostPattern>),
}

impl Pattern {
    /// The variable that it binds the whole value to.
    pub(crate) fn bound(&self) -> Option<VarId> {
        match self {
            Self::Bind(var, None) => Some(*var),
            Self::Typed(inside, ..) => inside.bound(),
            Self::Bind(..)
            | Self::Wild
            | Self::Rest
            | Self::Tuple(_)
            | Self::Literal(_)
            | Self::Range { .. }
            | Self::Or(_)
            | Self::Path(_)
            | Self::Struct(_)
            | Self::Host(_) => None,
        }
    }

    /// Whether rustc takes a part of it apart.
    pub(crate) fn has_host(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.has_host(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter().any(Self::has_host),
            Self::Struct(apart) => apart.fields.iter().any(|(_, inside)| inside.has_host()),
            Self::Wild | Self::Bind(_, None) | Self::Rest | Self::Literal(_) | Self::Range { .. } | Self::Path(_) => {
                false
            }
        }
    }

    /// Says that what rustc leaves of what it matches is dropped at once. What it refers to lives on.
    pub(crate) fn end(&mut self) {
        match self {
            Self::Host(host) => {
                if host.left == LeftBehind::Lasts {
                    host.left = LeftBehind::Ends;
                }
            }
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.end(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter_mut().for_each(Self::end),
            // The fields of a struct are places.
            Self::Struct(_)
            | Self::Wild
            | Self::Bind(_, None)
            | Self::Rest
            | Self::Literal(_)
            | Self::Range { .. }
            | Self::Path(_) => {}
        }
    }

    /// The values that it compares with.
    pub(crate) fn compared(&self) -> Vec<ExprId> {
        match self {
            Self::Literal(value) => vec![*value],
            Self::Range { from, to, .. } => [from, to].into_iter().copied().flatten().collect(),
            Self::Bind(_, Some(inside)) | Self::Typed(inside, ..) => inside.compared(),
            Self::Tuple(parts) | Self::Or(parts) => parts.iter().flat_map(Self::compared).collect(),
            Self::Struct(apart) => apart.fields.iter().flat_map(|(_, inside)| inside.compared()).collect(),
            Self::Wild | Self::Bind(_, None) | Self::Rest | Self::Path(_) | Self::Host(_) => Vec::new(),
        }
    }
}

/// A pattern of what has no tangent.
#[derive(Debug)]
pub(crate) struct HostPattern {
    /// As it is written.
    pub(crate) written: TokenStream,
    pub(crate) span: Span,
    /// The same without the names that it gives; none, if it matches whatever there is.
    pub(crate) tested: Option<TokenStream>,
    /// The same with an identifier from [`name_hole`](crate::holes::name_hole) for each of them.
    pub(crate) binding: TokenStream,
    /// The names that it gives.
    pub(crate) vars: Vec<VarId>,
    /// Whether it gets a reference to what it matches.
    pub(crate) referred: bool,
    /// Whether it is one of the elements of a slice, or has such a part.
    pub(crate) of_slice: bool,
    /// How long what it does not take of what it matches is there.
    pub(crate) left: LeftBehind,
}

/// How long what a pattern does not take of a value is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftBehind {
    /// As long as the value.
    Lasts,
    /// The same: a name refers to it, by `ref`.
    Referred,
    /// It is dropped at once.
    Ends,
}

/// A pattern of a struct: it gives the struct a name, and matches what its fields are, one by one.
#[derive(Debug)]
pub(crate) struct Apart {
    pub(crate) path: Span,
    /// The variable that stands for the struct; none if it is itself a field of one that is taken apart.
    pub(crate) whole: Option<VarId>,
    /// Whether the struct is behind `&` in the pattern: of a reference, the fields are then bound by value.
    pub(crate) by_value: bool,
    /// The fields, as projections, and what those match.
    pub(crate) fields: Vec<(ExprId, Pattern)>,
}

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

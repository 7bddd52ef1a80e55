//! Operators, and what is assigned to.

use hypernet::{Comparison, Form};
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, Member, UnOp};

use super::item::Checker;
use super::left::Node;
use super::{Arithmetic, ExprId, Kind, Target, Unknown};
use crate::diagnostic::refusal;
use crate::source::exprs::bare;

/// An operator between two expressions.
pub(super) enum Operator {
    Arithmetic(Arithmetic),
    Compare(Comparison),
    Logic(bool),
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other operator is refused by the caller")]
pub(super) fn operator(op: &BinOp) -> Option<Operator> {
    use Arithmetic as A;
    use Operator::{Arithmetic as Ar, Compare as C, Logic};
    Some(match op {
        BinOp::Add(_) => Ar(A::Add),
        BinOp::Sub(_) => Ar(A::Sub),
        BinOp::Mul(_) => Ar(A::Mul),
        BinOp::Div(_) => Ar(A::Div),
        BinOp::Rem(_) => Ar(A::Rem),
        BinOp::BitAnd(_) => Ar(A::And),
        BinOp::BitOr(_) => Ar(A::Or),
        BinOp::BitXor(_) => Ar(A::Xor),
        BinOp::Shl(_) => Ar(A::Shl),
        BinOp::Shr(_) => Ar(A::Shr),
        BinOp::And(_) => Logic(true),
        BinOp::Or(_) => Logic(false),
        BinOp::Eq(_) => C(Comparison::Eq),
        BinOp::Ne(_) => C(Comparison::Ne),
        BinOp::Lt(_) => C(Comparison::Lt),
        BinOp::Le(_) => C(Comparison::Le),
        BinOp::Gt(_) => C(Comparison::Gt),
        BinOp::Ge(_) => C(Comparison::Ge),
        _ => return None,
    })
}

/// The operator of a compound assignment.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other operator is refused by the caller")]
pub(super) fn compound(op: &BinOp) -> Option<Arithmetic> {
    Some(match op {
        BinOp::AddAssign(_) => Arithmetic::Add,
        BinOp::SubAssign(_) => Arithmetic::Sub,
        BinOp::MulAssign(_) => Arithmetic::Mul,
        BinOp::DivAssign(_) => Arithmetic::Div,
        BinOp::RemAssign(_) => Arithmetic::Rem,
        BinOp::BitAndAssign(_) => Arithmetic::And,
        BinOp::BitOrAssign(_) => Arithmetic::Or,
        BinOp::BitXorAssign(_) => Arithmetic::Xor,
        BinOp::ShlAssign(_) => Arithmetic::Shl,
        BinOp::ShrAssign(_) => Arithmetic::Shr,
        _ => return None,
    })
}

impl<'a> Checker<'a> {
    /// A chain of operators: its left spine is walked, not descended into.
    pub(super) fn binary(&mut self, expr: &'a Expr) -> ExprId {
        let start = self.start();
        let mut spine = Vec::new();
        let mut leftmost = expr;
        while let Expr::Binary(binary) = leftmost {
            let Some(op) = operator(&binary.op) else { break };
            spine.push((op, binary, leftmost));
            leftmost = &binary.left;
        }
        let mut left = self.expr(leftmost, false);
        while let Some((op, binary, whole)) = spine.pop() {
            let right = self.expr(&binary.right, false);
            let kind = match op {
                Operator::Arithmetic(op) => Kind::Binary(op, left, right),
                Operator::Compare(op) => Kind::Compare(op, left, right),
                Operator::Logic(and) => Kind::Logic(and, left, right),
            };
            left = self.push_at(kind, binary.op.span());
            self.written(left, Node::Expr(whole), start);
        }
        left
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operand is negated when the function runs")]
    pub(super) fn unary(&mut self, unary: &'a syn::ExprUnary) -> ExprId {
        match &unary.op {
            UnOp::Deref(token) => {
                if let Some(element) = self.element(&unary.expr, token.span) {
                    return element;
                }
                let value = self.expr(&unary.expr, false);
                self.view(Form::Referent, value, token.span)
            }
            UnOp::Not(token) => {
                let value = self.expr(&unary.expr, false);
                self.push_at(Kind::Not(value), token.span)
            }
            UnOp::Neg(token) => {
                let value = self.expr(&unary.expr, false);
                if let Expr::Lit(literal) = bare(&unary.expr)
                    && let Lit::Int(_) | Lit::Float(_) = literal.lit
                {
                    match &mut self.exprs[value.index()].kind {
                        Kind::Int(value, _) => *value = value.saturating_neg(),
                        Kind::Real(value, text, _) => {
                            *value = -*value;
                            *text = format!("-{text}").into();
                        }
                        _ => return self.push_at(Kind::Neg(value), token.span),
                    }
                    return value;
                }
                self.push_at(Kind::Neg(value), token.span)
            }
            op => self.refuse(refusal::UNDERSTOOD, op),
        }
    }

    pub(super) fn reference(&mut self, reference: &'a syn::ExprReference) -> ExprId {
        let value = if let Expr::Array(array) = bare(&reference.expr)
            && reference.mutability.is_none()
            && is_table(array)
        {
            // It is a constant of the host's, which rustc keeps for as long as one with a name.
            let ty = self.fresh(Unknown::Foreign);
            self.push_at(Kind::Constant(array.to_token_stream(), ty), array.span())
        } else {
            self.expr(&reference.expr, false)
        };
        if reference.mutability.is_some() {
            return self.push_at(Kind::MutRef(value, reference), reference.and_token.span);
        }
        self.view(Form::Reference, value, reference.and_token.span)
    }

    /// Another form of a value; of functions there is but one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is looked at through the view")]
    pub(super) fn view(&mut self, form: Form, value: ExprId, span: Span) -> ExprId {
        match &self.exprs[value.index()].kind {
            Kind::Closure(_) | Kind::Path(_) | Kind::PrimitivePath(..) | Kind::Error => value,
            _ => self.push_at(Kind::View(form, value), span),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is no place, and refused below")]
    pub(super) fn target(&mut self, place: &'a Expr, pattern: bool) -> Option<Target> {
        match bare(place) {
            Expr::Infer(_) if pattern => Some(Target::Wild),
            Expr::Tuple(tuple) if pattern => {
                let parts: Vec<_> = tuple.elems.iter().map(|part| self.target(part, true)).collect();
                parts.into_iter().collect::<Option<_>>().map(Target::Tuple)
            }
            place => {
                let (mut base, inside) = self.array_in_struct(place);
                let (mut fields, mut referred) = (Vec::new(), false);
                loop {
                    base = match base {
                        Expr::Field(syn::ExprField { base: inside, member, .. }) => {
                            fields.push(match member {
                                Member::Unnamed(index) => index.index.to_string(),
                                Member::Named(name) => name.to_string(),
                            });
                            bare(inside)
                        }
                        // `*self = …`
                        Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => {
                            referred = true;
                            bare(expr)
                        }
                        _ => break,
                    };
                }
                fields.reverse();
                if (referred || !fields.is_empty())
                    && let Some((place, _)) = self.view_named(base)
                {
                    let (place, fields) = self.part_of_named(place, fields);
                    let inside = inside.into_iter().map(|index| self.expr(index, false)).collect();
                    return Some(Target::Element(place, Vec::new(), fields, inside));
                }
                if let Expr::Index(_) = base
                    && !referred
                    && let Some((var, indices)) = self.element_of(base)
                {
                    self.use_var(var);
                    let at = indices.into_iter().map(|index| self.expr(index, false)).collect();
                    let inside = inside.into_iter().map(|index| self.expr(index, false)).collect();
                    return Some(Target::Element(var, at, fields, inside));
                }
                if let Expr::Path(path) = base
                    && let Some(var) = path.path.get_ident().and_then(|name| self.look_up(name))
                {
                    self.use_var(var);
                    return Some(Target::Var(var, fields, referred));
                }
                if self.in_place {
                    // What a closure captures where it stands is constant.
                    self.errors.push(refusal::ASSIGN_PLACE.at(place));
                } else if self.is_nothing(place) {
                    self.errors.push(refusal::ASSIGN_PLACE.at(place).left_to_rustc());
                    return None;
                }
                self.unseen(refusal::ASSIGN_PLACE.at(place), Node::Expr(place));
                None
            }
        }
    }

    /// What a field is read of, or a method called on: a name for an element that may be changed stands for that.
    pub(super) fn with_fields(&mut self, base: &'a Expr) -> ExprId {
        match self.with_fields_in_place(base) {
            Some(element) => element,
            None => self.expr(base, false),
        }
    }
}

/// Whether this is an array of tuples in which all is written: `[(3, 0.5), (8, -0.3)]`.
fn is_table(array: &syn::ExprArray) -> bool {
    #[expect(clippy::wildcard_enum_match_arm, reason = "anything else is computed")]
    fn is_written(expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Lit(_) => true,
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => matches!(bare(&unary.expr), Expr::Lit(_)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(is_written),
            Expr::Array(array) => array.elems.iter().all(is_written),
            _ => false,
        }
    }
    !array.elems.is_empty() && array.elems.iter().all(|row| matches!(bare(row), Expr::Tuple(_)) && is_written(row))
}

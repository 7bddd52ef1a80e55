//! What is of the host language: expressions that the net cannot hold, counted, so that a look at many of them costs nothing.

use super::arrays::bound;
use super::owned::Owned;
use crate::infer::Types;
use crate::syntax::{self, ExprId, Function, Kind, Statement, Target, Ty, is_scalar};

/// Of each expression, how many before it are the host's, or what else is counted.
pub(super) struct Counted(Vec<u32>);

impl Counted {
    /// Those that are the host's.
    pub(super) fn hosts(function: &Function<'_>, types: &Types) -> Self {
        let mut hosts = Vec::with_capacity(function.exprs.len());
        for index in 0..function.exprs.len() {
            let id = ExprId(u32::try_from(index).unwrap_or(u32::MAX));
            hosts.push(is_host(function, types, id));
            // The array stands before what the net reads of it.
            if let Some(array) = function.read_by_net(id) {
                hosts[array.index()] = false;
            }
        }
        Self::of(hosts)
    }

    /// The blocks that declare arrays of the net's.
    pub(super) fn with_arrays(function: &Function<'_>, owned: &Owned) -> Self {
        let declares = |statement: &Statement<'_>| {
            let Statement::Let(pattern, ..) = statement else { return false };
            bound(pattern).is_some_and(|var| owned.holds(var))
        };
        let blocks = function.exprs.iter().map(|expr| {
            if let Kind::Block(statements, _) = &expr.kind { statements.iter().any(declares) } else { false }
        });
        Self::of(blocks)
    }

    pub(super) fn of(found: impl IntoIterator<Item = bool>) -> Self {
        let mut count = 0;
        let mut counts = vec![0];
        counts.extend(found.into_iter().map(|is_found| {
            count += u32::from(is_found);
            count
        }));
        Self(counts)
    }

    /// Whether this one is counted.
    pub(super) fn is(&self, id: ExprId) -> bool {
        self.any(id.index(), id.index() + 1)
    }

    /// Whether one of these is counted.
    pub(super) fn any(&self, first: usize, last: usize) -> bool {
        self.0[last] > self.0[first]
    }
}

/// Whether a value of this type is the host's: it is no number, and has no tangent.
pub(super) fn is_host_type(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Opaque(Some(_)) | Ty::Fn(_) | Ty::Array(_) => false,
        Ty::Discrete(name) => !is_scalar(name),
        Ty::Tuple(parts) => parts.iter().any(is_host_type),
        Ty::Var(_) | Ty::Opaque(None) => true,
    }
}

/// Whether a value of this type is a struct, or a tuple with one.
pub(super) fn holds_struct(ty: &Ty) -> bool {
    match ty {
        Ty::Opaque(_) => true,
        Ty::Tuple(parts) => parts.iter().any(holds_struct),
        Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Array(_) | Ty::Fn(_) => false,
    }
}

/// Whether this is a field of a field … of a struct that has a cotangent: the net looks at those.
pub(super) fn is_of_struct(function: &Function<'_>, types: &Types, mut at: ExprId) -> bool {
    while let Kind::Member(inside, _) | Kind::Field(inside, ..) = &function.expr(at).kind {
        at = *inside;
        if matches!(types.expr(at), Ty::Opaque(Some(_))) {
            return true;
        }
    }
    false
}

/// Whether an expression is more than arithmetic, its parts left aside.
pub(super) fn is_host(function: &Function<'_>, types: &Types, id: ExprId) -> bool {
    let host = |id: ExprId| is_host_type(&types.expr(id));
    match &function.expr(id).kind {
        Kind::Real(..)
        | Kind::Int(..)
        | Kind::Bool(_)
        | Kind::Path(_)
        | Kind::PrimitivePath(..)
        | Kind::Closure(_)
        | Kind::Call(..)
        | Kind::Primitive(..)
        | Kind::Logic(..)
        | Kind::If(..)
        | Kind::Loop(_)
        | Kind::Jump(_)
        | Kind::Tuple(_)
        | Kind::StopGradient(..) => false,
        Kind::Assign(target, _) => matches!(target, Target::Element(..)),
        Kind::Constant(tokens, ty) => {
            let ty = types.resolve(ty);
            let is_literal = matches!(&ty, Ty::Discrete(name) if name.is("&str"));
            // Each place where a constant is written has one of its own, which a cell in it can tell.
            (is_host_type(&ty) || holds_struct(&ty)) && !is_literal && !tokens.is_empty()
        }
        Kind::Var(_) => host(id),
        Kind::Neg(inside) | Kind::Not(inside) | Kind::Cast(inside, _) | Kind::From(inside, ..) => host(*inside),
        Kind::Member(inside, _) | Kind::Field(inside, ..) => host(*inside) && !is_of_struct(function, types, *inside),
        Kind::Binary(_, a, b) | Kind::Compare(_, a, b) => host(*a) || host(*b),
        Kind::AssignOp(_, _, place, value) => host(*place) || host(*value),
        Kind::Match(scrutinee, _) => host(*scrutinee),
        Kind::Method(_, _, receiver, _) => !matches!(types.expr(*receiver), Ty::Real(_)),
        Kind::View(form, inside) => match types.expr(*inside) {
            Ty::Opaque(Some(_)) => *form == hypernet::Form::Clone,
            Ty::Fn(_) => false,
            Ty::Array(_) => true,
            ty @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_)) => {
                *form != hypernet::Form::Clone || is_host_type(&ty)
            }
        },
        Kind::Block(..) => matches!(
            function.source(id).map(|source| source.node),
            Some(syntax::Node::Expr(syn::Expr::Block(syn::ExprBlock { block, .. })) | syntax::Node::Block(block))
                if block.stmts.iter().any(|one| matches!(one, syn::Stmt::Item(_)))
        ),
        Kind::Index(..) | Kind::Part(..) | Kind::MethodCall(_) => function.read_by_net(id).is_none(),
        Kind::Elements(..)
        | Kind::Repeat(..)
        | Kind::CallPath(_)
        | Kind::Struct(_)
        | Kind::Macro(_)
        | Kind::MutRef(..)
        | Kind::Error
        | Kind::Unseen(_) => true,
    }
}

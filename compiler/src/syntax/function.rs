//! What a checked function says of its expressions and variables.

use super::{Closure, ClosureId, Expr, ExprId, Function, Kind, Pattern, Source, Statement, VarId, Variable};

impl<'a> Function<'a> {
    pub(crate) fn expr(&self, id: ExprId) -> &Expr<'a> {
        &self.exprs[id.index()]
    }

    /// Where an expression stands in the syntax.
    pub(crate) fn source(&self, id: ExprId) -> Option<&Source<'a>> {
        self.sources.get(id.index())?.as_ref()
    }

    /// Whether an expression surely reads nothing that depends on a differentiated parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "their parts stand before them")]
    pub(crate) fn reads_nothing_depending(&self, id: ExprId) -> bool {
        self.source(id).is_some_and(|source| {
            let inside = &self.exprs[source.start.expr..=id.index()];
            !inside.iter().any(|expr| match &expr.kind {
                Kind::Var(var) => [*var, self.views.storage(*var)].iter().any(|var| self.depending.contains(var)),
                Kind::Unseen(_) | Kind::Error => true,
                _ => false,
            })
        })
    }

    /// Whether a variable is a parameter that is an array of reals and is not differentiated.
    pub(crate) fn is_data(&self, var: VarId) -> bool {
        let is_bound = |pattern: &Pattern| matches!(pattern, Pattern::Bind(bound, None) if *bound == var);
        self.params.iter().any(|param| param.data.is_some() && is_bound(&param.pattern))
    }

    /// Whether this is such a parameter, or a place in one.
    pub(crate) fn is_of_data(&self, id: ExprId) -> bool {
        matches!(self.expr(self.root(id)).kind, Kind::Var(var) if self.is_data(var))
    }

    /// Whether calls change a variable, and do nothing else: each that takes `&mut` of it is a statement, and takes no other `&mut`. A generator of
    /// random numbers stands beside what is drawn.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has statements")]
    pub(crate) fn is_lent_to_change(&self, var: VarId) -> bool {
        let is_lent = |expr: &Expr<'_>| match expr.kind {
            Kind::MutRef(place, _) => matches!(self.expr(place).kind, Kind::Var(of) if of == var),
            _ => false,
        };
        let changes = |id: &ExprId| {
            let Kind::CallPath(call) = &self.expr(*id).kind else { return false };
            let mut lent =
                call.args.iter().map(|&arg| self.expr(arg)).filter(|arg| matches!(arg.kind, Kind::MutRef(..)));
            lent.next().is_some_and(is_lent) && lent.next().is_none()
        };
        let statements = self.exprs.iter().flat_map(|expr| match &expr.kind {
            Kind::Block(statements, _) => statements.as_slice(),
            _ => &[],
        });
        let calls = statements.filter_map(|statement| match statement {
            Statement::Expr(call) => Some(*call),
            Statement::Let(..) => None,
        });
        let ends = self.exprs.iter().filter_map(|expr| match &expr.kind {
            Kind::Loop(repeated) => match self.expr(repeated.body).kind {
                Kind::Block(_, tail) => tail,
                _ => None,
            },
            _ => None,
        });
        let changes = calls.chain(ends).filter(changes).count();
        changes > 0 && changes == self.exprs.iter().filter(|expr| is_lent(expr)).count()
    }

    /// Of what reads an array that is a parameter without a sensitivity, and that nothing changes: the array, if the net
    /// reads it. That is an element of reals, a place on the way to one, or a length.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else is the host's, or none of data")]
    pub(crate) fn read_by_net(&self, id: ExprId) -> Option<ExprId> {
        let (array, is_length) = match &self.expr(id).kind {
            Kind::Index(array, _) | Kind::Part(array, _) => (*array, false),
            Kind::MethodCall(call) if call.name == "len" && call.args.len() == 1 => (call.args[0], true),
            _ => return None,
        };
        let root = self.root(array);
        let Kind::Var(var) = self.expr(root).kind else { return None };
        // The method `len` of a slice comes before that of any trait.
        let is_read = self.is_data(var) || is_length && root == array && self.is_slice_param(var);
        (is_read && !self.var(var).mutable).then_some(root)
    }

    /// Whether a variable is a parameter that is written as a slice.
    pub(crate) fn is_slice_param(&self, var: VarId) -> bool {
        let is_bound = |pattern: &Pattern| matches!(pattern, Pattern::Bind(bound, None) if *bound == var);
        let slice = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(*to.elem, syn::Type::Slice(_)));
        self.params.iter().any(|param| is_bound(&param.pattern) && slice(&param.written))
    }

    /// Whether what a variable holds may be changed, as its declaration says: by `mut`, or as a parameter by `&mut`.
    pub(crate) fn may_be_changed(&self, var: VarId) -> bool {
        self.var(var).mutable || self.is_lent_param(var)
    }

    /// The name of the type of a parameter, or of what it refers to.
    pub(crate) fn param_type(&self, name: &proc_macro2::Ident) -> Option<String> {
        let is_it = |param: &&super::Param| param.pattern.bound().is_some_and(|bound| self.var(bound).name == *name);
        let param = self.params.iter().find(is_it)?;
        let syn::Type::Path(path) = crate::source::types::referent(&param.written) else { return None };
        path.path.get_ident().map(ToString::to_string)
    }

    /// Whether a variable is a parameter behind `&mut`.
    pub(crate) fn is_lent_param(&self, var: VarId) -> bool {
        let is_bound = |pattern: &Pattern| matches!(pattern, Pattern::Bind(bound, None) if *bound == var);
        let lent = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if to.mutability.is_some());
        self.params.iter().any(|param| is_bound(&param.pattern) && lent(&param.written))
    }

    /// The name of the field that this is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(crate) fn field_name(&self, id: ExprId) -> String {
        match &self.expr(id).kind {
            Kind::Member(_, name) => name.to_string(),
            Kind::Field(_, index, _) => index.to_string(),
            _ => String::new(),
        }
    }

    /// What a place in an array is in.
    fn root(&self, mut id: ExprId) -> ExprId {
        while let Kind::Part(inside, _) | Kind::Index(inside, _) = self.expr(id).kind {
            id = inside;
        }
        id
    }

    pub(crate) fn closure(&self, id: ClosureId) -> &Closure {
        &self.closures[id.index()]
    }

    pub(crate) fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.index()]
    }
}

//! Which arrays are vectors, as far as that can be seen: in variables, and in arrays in these.

use hypernet::Form;
use hypernet::ids::IdSet;

use super::Lowering;
use super::arrays::bound;
use crate::source::methods::ArrayMethod;
use crate::source::types::{element_of, referent};
use crate::syntax::{ExprId, Kind, Pattern, Statement, VarId};

impl Lowering<'_, '_> {
    /// Whether a variable is a vector, or a reference to one, if that can be seen; or what is so many indices deep in it.
    pub(super) fn is_vector_in(&self, var: VarId, depth: usize) -> Option<bool> {
        let function = self.function;
        let (mut pending, mut seen) = (vec![(var, depth)], IdSet::new());
        while let Some((var, depth)) = pending.pop() {
            if !seen.insert(var) {
                continue;
            }
            if let Some(param) = function.params.iter().find(|param| bound(&param.pattern) == Some(var)) {
                return Some(is_vector_type(referent(&param.read), depth));
            }
            if let Some(ty) = self.written_type_of(var).filter(|_| depth > 0) {
                return Some(is_vector_type(&ty, depth));
            }
            let sources = self.owned.sources.get(&var).into_iter().flatten().map(|&source| (source, depth));
            let mut sources: Vec<(ExprId, usize)> = sources.collect();
            if depth > 0 {
                sources.extend(self.pushed_into(var).map(|pushed| (pushed, depth - 1)));
            }
            while let Some((source, depth)) = sources.pop() {
                match (&function.expr(source).kind, depth) {
                    (Kind::Elements(_, growing), 0) => return Some(*growing),
                    (Kind::Elements(elements, _), _) => {
                        sources.extend(elements.first().map(|&first| (first, depth - 1)));
                    }
                    (Kind::Repeat(_, _, length), 0) => return Some(length.is_none()),
                    (Kind::Repeat(row, ..), _) => sources.push((*row, depth - 1)),
                    (Kind::MethodCall(call), 0) if ArrayMethod::of(call) == Some(ArrayMethod::ToVec) => {
                        return Some(true);
                    }
                    (Kind::MethodCall(call), _) if ArrayMethod::of(call) == Some(ArrayMethod::ToVec) => {
                        sources.push((call.args[0], depth));
                    }
                    (Kind::Var(other), _) => pending.push((*other, depth)),
                    (Kind::View(Form::Clone | Form::Reference | Form::Referent, inside), _)
                        if matches!(function.expr(*inside).kind, Kind::Var(_)) =>
                    {
                        sources.push((*inside, depth));
                    }
                    (Kind::Block(_, Some(tail)), _) if depth > 0 => sources.push((*tail, depth)),
                    _ => {}
                }
            }
        }
        None
    }

    /// What is put at the end of a variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is put there")]
    fn pushed_into(&self, var: VarId) -> impl Iterator<Item = ExprId> {
        self.function.exprs.iter().filter_map(move |expr| match &expr.kind {
            Kind::MethodCall(call) if call.name == "push" => {
                let [vector, pushed] = call.args[..] else { return None };
                matches!(self.function.expr(vector).kind, Kind::Var(of) if of == var).then_some(pushed)
            }
            _ => None,
        })
    }

    /// The type that is written where a variable is declared.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has statements")]
    fn written_type_of(&self, var: VarId) -> Option<syn::Type> {
        let written = self.function.exprs.iter().find_map(|expr| match &expr.kind {
            Kind::Block(statements, _) => statements.iter().find_map(|statement| match statement {
                Statement::Let(Pattern::Typed(inside, _, written), ..) if bound(inside) == Some(var) => written.clone(),
                Statement::Let(..) | Statement::Expr(_) => None,
            }),
            _ => None,
        })?;
        syn::parse2(written).ok()
    }
}

/// Whether this is the type of a vector, or of an array in which vectors are so many indices deep.
fn is_vector_type(ty: &syn::Type, depth: usize) -> bool {
    let inside = (0..depth).try_fold(ty, |ty, _| element_of(ty));
    inside.is_some_and(|ty| matches!(crate::source::types::inner(ty), syn::Type::Path(_)))
}

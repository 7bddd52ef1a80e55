//! Values that calls change: `f(&mut p, k)`, `p.advance(dt);`.
//!
//! What stands behind `&mut` and is no array goes into the called function by value, and comes out of it beside the result: then
//! it goes back to its place, as by an assignment. So the net knows nothing of such references.

use hypernet::{Form, Name, Operation, Type, Value};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use super::closure::contains_function;
use super::columns::ElementPlace;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::opened::EACH;
use crate::program::{Callee, MOST_SEEDS, Shape};
use crate::syntax::{ExprId, Kind, MethodCall, Target, Ty, VarId, is_discrete};

/// An argument that a call changes.
pub(super) struct InOut {
    /// The expression that gives its value.
    place: ExprId,
    /// Where it is: a variable, or a field of a field … of one.
    var: VarId,
    fields: Vec<String>,
    /// Or an element of an array, the variable.
    element: Option<ElementPlace>,
}

impl InOut {
    /// Whether it is a variable or a field of a field … of one, which is there without more work.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(super) fn is_there(&self, lowering: &Lowering<'_, '_>) -> bool {
        let mut place = self.place;
        loop {
            place = match lowering.function.expr(place).kind {
                Kind::Member(of, _) | Kind::Field(of, ..) => of,
                Kind::Var(_) => return true,
                _ => return false,
            };
        }
    }

    /// Whether it is a field of a field … of a variable.
    pub(super) fn is_field(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The type of the value.
    pub(super) fn ty(&self, lowering: &Lowering<'_, '_>) -> Ty {
        lowering.types.resolve(&lowering.types.expr(self.place))
    }
}

/// An array that has been taken out of a struct behind `&mut`: it is a variable, and is put back where the struct is used.
pub(super) struct Taken {
    /// The struct.
    pub(super) of: VarId,
    /// The array.
    pub(super) var: VarId,
    /// The way to it.
    pub(super) way: Vec<String>,
    pub(super) span: Span,
    /// Whether it holds what has no tangent, so that the host has it.
    pub(super) is_host: bool,
}

impl Lowering<'_, '_> {
    /// Takes an array out of a struct, from now on.
    pub(super) fn take_out_of(&mut self, (of, var): (VarId, VarId), way: Vec<String>, span: Span) -> Lowered<()> {
        self.taken.push(Taken { of, var, way, span, is_host: false });
        self.open_one(self.taken.len() - 1, true)
    }

    /// The arrays that are taken out of structs behind `&mut` and of local structs, with those.
    pub(super) fn arrays_to_take(&self) -> Vec<(VarId, VarId)> {
        let function = self.function;
        let mut found = super::fields::opened(function);
        found.retain(|(of, var)| {
            let is_own = self.in_out.contains(of) || !super::fields::is_param(function, *of);
            is_own && matches!(self.types.var(*var), Ty::Array(_))
        });
        found
    }

    /// A part of a struct that holds arrays which are out of it at the moment: they go back for it. If the struct is used again, the
    /// part is copied. So is a part that another one takes the place of.
    pub(super) fn part_of_whole(
        &mut self,
        root: ExprId,
        path: &[Name],
        id: ExprId,
        span: Span,
    ) -> Lowered<Option<Val>> {
        let Kind::Var(of) = self.function.expr(root).kind else { return Ok(None) };
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        // Of a struct of an unknown type, a field is moved out of it.
        let (is_open, is_known) = (self.is_open(of), matches!(self.types.expr(root), Ty::Opaque(Some(_))));
        let is_exchanged =
            self.function.exchanged.contains(&id) && matches!(self.types.expr(id), Ty::Opaque(_) | Ty::Var(_));
        if !is_exchanged && (!self.meets_taken(of, &path) || is_known && !is_open) {
            return Ok(None);
        }
        self.close(of)?;
        if !self.in_out.contains(&of) && !self.is_used_again(of, id) {
            return Ok(None);
        }
        let part = self.second_part(of, path, id, span)?;
        if is_open {
            self.open(of)?;
        }
        Ok(Some(part))
    }

    /// A copy of a part of a struct, which stays where it is.
    fn second_part(&mut self, of: VarId, path: Vec<String>, id: ExprId, span: Span) -> Lowered<Val> {
        let whole = self.env.get(&of).cloned().ok_or_else(|| self.no_value(of, refusal::TAKEN.on(span)))?;
        let result = Ty::Tuple(vec![self.types.var(of), self.types.expr(id)]);
        let given = self.call_function(Callee::Second(path, span, false), &[whole], &result, span)?;
        let Val::Tuple(mut parts) = self.activated(&given) else {
            return Err(Diagnostic::internal(span, "a struct is lost"));
        };
        let part = parts.pop();
        let (Some(part), Some(whole)) = (part, parts.pop()) else {
            return Err(Diagnostic::internal(span, "a struct is lost"));
        };
        self.env.insert(of, whole);
        Ok(part)
    }

    /// The variables that a call changes since structs are used as a whole in it.
    pub(super) fn put_back_by(&self, args: &[ExprId]) -> Vec<VarId> {
        self.wholes(args).into_iter().flat_map(|of| self.with_arrays(of)).collect()
    }

    /// A struct, and the arrays that are taken out of it.
    pub(super) fn with_arrays(&self, of: VarId) -> Vec<VarId> {
        let taken = self.to_take.iter().filter(|(struct_of, _)| *struct_of == of);
        std::iter::once(of).chain(taken.map(|(_, var)| *var)).collect()
    }

    /// The outputs of parameters that are taken by value and given back, after these; the shape of all of them.
    pub(super) fn with_changed_values(
        &mut self,
        result: Shape,
        span: Span,
        outputs: &mut Vec<Value>,
    ) -> Lowered<Shape> {
        let function = self.function;
        let mut shapes = vec![result];
        for param in function.params.iter().filter(|param| param.in_out()) {
            let var = super::arrays::bound(&param.pattern);
            if let Some(var) = var {
                self.close(var)?;
            }
            let Some(value) = var.and_then(|var| self.env.get(&var).cloned()) else {
                return Err(Diagnostic::internal(span, "a parameter is lost"));
            };
            let (shape, expected) = (self.results(&value, span, outputs)?, self.shape(&param.ty));
            // A constant of the host's has no tangent.
            if shape != expected {
                return Err(refusal::IN_OUT_CONSTANT.at(&param.name));
            }
            shapes.push(shape);
        }
        Ok(if shapes.len() > 1 { Shape::Tuple(shapes) } else { shapes.swap_remove(0) })
    }

    /// The variable that a place is, or is a field of a field … of, and the fields.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is such a place")]
    pub(super) fn way_to(&self, mut place: ExprId) -> Option<(VarId, Vec<String>)> {
        let mut fields = Vec::new();
        loop {
            place = match &self.function.expr(place).kind {
                Kind::Var(var) => {
                    fields.reverse();
                    return Some((*var, fields));
                }
                Kind::Member(inside, name) => {
                    fields.push(name.to_string());
                    *inside
                }
                Kind::Field(inside, index, _) => {
                    fields.push(index.to_string());
                    *inside
                }
                Kind::View(Form::Referent, inside) => *inside,
                _ => return None,
            };
        }
    }

    /// The variable, if a call may change it by taking its value: that is no array, no function, and none of the host's.
    fn may_change(&self, var: VarId) -> bool {
        fn is_value(ty: &Ty, lowering: &Lowering<'_, '_>) -> bool {
            match lowering.types.resolve(ty) {
                Ty::Real(_) | Ty::Opaque(_) => true,
                Ty::Tuple(parts) => parts.iter().all(|part| is_value(part, lowering)),
                Ty::Var(_) | Ty::Discrete(_) | Ty::Array(_) | Ty::Fn(_) => false,
            }
        }
        !self.variables.places.contains(&var) && is_value(&self.types.var(var), self)
    }

    /// The place that `&mut` or the name of such a parameter lends to a call.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else lends a place")]
    fn lent_place(&self, arg: ExprId) -> Option<InOut> {
        let place = match self.function.expr(arg).kind {
            Kind::MutRef(inside, _) => inside,
            Kind::Var(var) if self.in_out.contains(&var) => arg,
            _ => return None,
        };
        self.changed_place(place)
    }

    fn changed_place(&self, place: ExprId) -> Option<InOut> {
        if let Some(var) = self.array_of_element(place) {
            return Some(InOut { place, var, fields: Vec::new(), element: None });
        }
        let (var, fields) = self.way_to(place)?;
        self.may_change(var).then_some(InOut { place, var, fields, element: None })
    }

    /// The arguments that a call of a function changes.
    pub(super) fn in_outs(&self, args: &[ExprId]) -> Vec<(usize, InOut)> {
        let lent = |at: usize| if self.is_seen_value(args, at) { None } else { self.lent_place(args[at]) };
        (0..args.len()).filter_map(|at| Some((at, lent(at)?))).collect()
    }

    /// The same of a method.
    pub(super) fn in_outs_of_method(&self, call: &MethodCall<'_>) -> Vec<(usize, InOut)> {
        let mut found = self.in_outs(&call.args[1..]);
        for (at, _) in &mut found {
            *at += 1;
        }
        let receiver = call.args[0];
        // As a receiver, its name may be there for a look.
        let lent = if let Kind::MutRef(inside, _) = self.function.expr(receiver).kind {
            self.changed_place(inside)
        } else if call.changes && !(call.asks && self.only_looks(call)) && self.may_be_changed(receiver) {
            // Of what changes a number, rustc says that there is no such method.
            self.changed_place(receiver)
        } else {
            None
        };
        found.splice(0..0, lent.map(|lent| (0, lent)));
        found
    }

    /// Whether a method may change what a receiver has of numbers with derivatives.
    fn may_be_changed(&self, receiver: ExprId) -> bool {
        match self.types.expr(receiver) {
            Ty::Real(_) | Ty::Discrete(_) => false,
            Ty::Var(var) => !self.types.is_plain(var),
            Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => true,
        }
    }

    /// Whether a method is taken for one that looks, without asking it: what it gives has no tangent, as far as the types around
    /// it say, or it takes functions.
    fn only_looks(&self, call: &MethodCall<'_>) -> bool {
        let takes_functions = || call.args[1..].iter().any(|&arg| contains_function(&self.types.expr(arg)));
        matches!(self.types.resolve(&call.result), Ty::Discrete(name) if is_discrete(&name))
            || takes_functions()
            || call.args.len() > MOST_SEEDS
    }

    /// The variables that a call changes, as far as the syntax and the types say; those of which arrays are put back for it too, if
    /// `wholes`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is such a call")]
    pub(super) fn changed_by(&self, kind: &Kind<'_>, wholes: bool) -> Vec<VarId> {
        let found = match kind {
            Kind::CallPath(call) => self.in_outs(&call.args),
            Kind::MethodCall(call) => self.in_outs_of_method(call),
            _ => Vec::new(),
        };
        let args: &[ExprId] = match kind {
            Kind::CallPath(call) if wholes => &call.args,
            Kind::MethodCall(call) if wholes => &call.args,
            _ => &[],
        };
        let numbers = if let Kind::CallPath(call) = kind { self.lent_numbers(&call.args) } else { Vec::new() };
        let numbers = numbers.into_iter().map(|(_, var)| var);
        found.into_iter().map(|(_, in_out)| in_out.var).chain(self.put_back_by(args)).chain(numbers).collect()
    }

    /// Refuses calls that change something, among these expressions: of what they leave there, nothing is cut.
    pub(super) fn changes_nothing(&self, first: usize, last: ExprId) -> Lowered<()> {
        let changing = self.function.exprs[first..=last.index()].iter().find_map(|expr| {
            if let Kind::MutRef(place, reference) = expr.kind {
                return self.changed_place(place).map(|_| refusal::MUT_REF.at(reference));
            }
            // Of a plain number, there is nothing to cut.
            let mut changed = self.changed_by(&expr.kind, true).into_iter();
            changed.any(|var| !self.is_plain_number(&self.types.var(var))).then(|| refusal::MUT_REF.on(expr.span))
        });
        changing.map_or(Ok(()), Err)
    }

    /// A refusal of `&mut` of this. Of a variable without `mut`, rustc says so.
    pub(super) fn no_mut_ref(&self, place: ExprId, refused: Diagnostic) -> Diagnostic {
        let of_rustc =
            matches!(self.function.expr(place).kind, Kind::Var(var) if !self.function.vars[var.index()].mutable);
        if of_rustc { refused.left_to_rustc() } else { refused }
    }

    /// The value of what a call changes, before the call.
    pub(super) fn value_before(&mut self, in_out: &mut InOut) -> Lowered<Val> {
        if let Some((value, element)) = self.lent_element(in_out.place)? {
            in_out.element = Some(element);
            return Ok(Val::Wire(value, true));
        }
        let (of, span) = (in_out.var, self.function.expr(in_out.place).span);
        // Of a struct of an unknown type, a field is moved out of it.
        let is_open = matches!(self.types.var(of), Ty::Opaque(None) | Ty::Var(_));
        if in_out.is_field() && is_open && !self.meets_taken(of, &in_out.fields) {
            return self.second_part(of, in_out.fields.clone(), in_out.place, span);
        }
        let value = self.place(in_out.place)?;
        if value.has_function() || self.has_array(&value) {
            return Err(refusal::MUT_REF.on(self.function.expr(in_out.place).span));
        }
        // It has been put together for this call alone.
        if in_out.fields.is_empty() && self.taken.iter().any(|taken| taken.of == in_out.var) {
            return Ok(value);
        }
        self.second_value(value, self.function.expr(in_out.place).span)
    }

    /// The same value, where structs are copied: what is left of them may be looked at again.
    pub(super) fn second_value(&mut self, value: Val, span: Span) -> Lowered<Val> {
        match value {
            Val::Wire(wire, active) if matches!(self.builder.ty(wire), Type::Opaque(_)) => {
                let ty = self.builder.ty(wire).clone();
                Ok(Val::Wire(self.op1(Operation::View(Form::Second, ty), &[wire], span)?, active))
            }
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.second_value(part, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            value @ (Val::Wire(..) | Val::Function(_)) => Ok(value),
        }
    }

    /// The type of what the adjoint of a function gives that changes these.
    pub(super) fn with_changed(&self, result: &Ty, changed: &[(usize, InOut)]) -> Ty {
        if changed.is_empty() {
            return result.clone();
        }
        let after = changed.iter().map(|(_, in_out)| in_out.ty(self));
        Ty::Tuple(std::iter::once(result.clone()).chain(after).collect())
    }

    /// Gives what a call has changed back to its places; the result of the call itself.
    pub(super) fn take_changed(&mut self, given: Val, changed: &[(usize, InOut)], span: Span) -> Lowered<Val> {
        if changed.is_empty() {
            return Ok(given);
        }
        let Val::Tuple(mut parts) = given else {
            return Err(Diagnostic::internal(span, "what a call changed is lost"));
        };
        let after = parts.split_off(1);
        for (value, (_, in_out)) in after.into_iter().zip(changed) {
            let value = self.activated(&value);
            if let Some(element) = &in_out.element {
                self.put_element(element, &value, span)?;
                continue;
            }
            self.assign_to(&Target::Var(in_out.var, in_out.fields.clone(), false), value, span)?;
        }
        let result = parts.swap_remove(0);
        Ok(self.activated(&result))
    }

    /// Whether this is the name of a parameter that refers to what the function changes, or of a local struct: its value stands for
    /// that.
    pub(super) fn is_in_out(&self, id: ExprId) -> bool {
        matches!(self.function.expr(id).kind, Kind::Var(var) if self.in_out.contains(&var) || self.is_local_struct(var))
    }

    /// The value of an expression of which a part is taken, or that is looked at.
    pub(super) fn looked_at(&mut self, id: ExprId) -> Lowered<Val> {
        if let Kind::Var(var) = self.function.expr(id).kind
            && self.is_open(var)
        {
            return Err(refusal::TAKEN.on(self.function.expr(id).span));
        }
        self.parted_from(id)
    }

    /// The same of what a field is read of.
    pub(super) fn parted_from(&mut self, id: ExprId) -> Lowered<Val> {
        if self.is_in_out(id) { self.place(id) } else { self.expr(id) }
    }

    /// Whether arrays of this struct are out of it at the moment.
    pub(super) fn is_open(&self, of: VarId) -> bool {
        self.taken.iter().any(|taken| taken.of == of && self.env.contains_key(&taken.var))
    }

    /// Refuses code of the host's that sees more of such a struct than other fields.
    pub(super) fn sees_no_taken(&self, tokens: &TokenStream, hole: &Ident, of: VarId, span: Span) -> Lowered<()> {
        if !self.is_open(of) {
            return Ok(());
        }
        let is_taken = |field: &str| self.taken.iter().any(|taken| taken.of == of && taken.way[0] == field);
        if names_fields_alone(tokens, hole, &is_taken) { Ok(()) } else { Err(refusal::TAKEN.on(span)) }
    }

    /// Whether an assignment to a struct, or to this field of it, meets arrays that are taken out of it.
    pub(super) fn meets_taken(&self, of: VarId, fields: &[String]) -> bool {
        self.taken.iter().any(|taken| taken.of == of && meets(&taken.way, fields))
    }

    /// An assignment to a struct as a whole, or to a part of it, of which arrays are out of it: they go back before.
    pub(super) fn assign_whole(&mut self, of: VarId, target: &Target, value: Val, span: Span) -> Lowered<()> {
        if let Target::Var(_, fields, _) = target
            && fields.is_empty()
        {
            // What has been there ends.
            let taken = self.taken.iter().filter(|taken| taken.of == of);
            let arrays: Vec<(VarId, bool)> = taken.map(|taken| (taken.var, taken.is_host)).collect();
            for (var, is_host) in arrays {
                match self.env.remove(&var) {
                    Some(place) if is_host => {
                        self.variables.put_back.insert(var, place);
                    }
                    Some(array) => self.drop_arrays(&array, span)?,
                    None => {}
                }
            }
        } else {
            self.close(of)?;
        }
        self.assign_to(target, value, span)?;
        self.struct_of_net(of, span)?;
        self.open(of)
    }

    /// Whether a struct, or this field of it, may be changed in another way than by other fields.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else assigns")]
    pub(super) fn is_changed_as_whole(&self, of: VarId, field: &str) -> bool {
        self.function.exprs.iter().any(|expr| {
            let assigned = match &expr.kind {
                Kind::Assign(Target::Var(var, fields, _), _) | Kind::AssignOp(_, Target::Var(var, fields, _), ..) => {
                    *var == of && fields.first().is_none_or(|first| first == field)
                }
                // In a tuple, it may be anywhere.
                Kind::Assign(Target::Tuple(_), _) => true,
                _ => false,
            };
            assigned || self.changed_by(&expr.kind, true).contains(&of)
        })
    }
}

/// Whether the way to an array leads through these fields, or to a part of what is there.
pub(super) fn meets(way: &[String], fields: &[String]) -> bool {
    way.iter().zip(fields).all(|(of, field)| of == field || of == EACH)
}

/// Whether code names nothing of what stands in a hole but fields that are not taken.
fn names_fields_alone(tokens: &TokenStream, hole: &Ident, is_taken: &dyn Fn(&str) -> bool) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Ident(name) if name == hole => match tokens.get(at + 1..at + 3) {
            Some([TokenTree::Punct(dot), field @ (TokenTree::Ident(_) | TokenTree::Literal(_))]) => {
                let is_method = match tokens.get(at + 3) {
                    Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Parenthesis,
                    Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
                    Some(TokenTree::Ident(_) | TokenTree::Literal(_)) | None => false,
                };
                dot.as_char() == '.' && !is_method && !is_taken(&field.to_string())
            }
            _ => false,
        },
        TokenTree::Group(group) => names_fields_alone(&group.stream(), hole, is_taken),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

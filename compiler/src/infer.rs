//! Local type inference: unification over the checked syntax.
//!
//! The signature, literals, annotations and primitives decide first. What they leave open is decided last. An unknown value
//! with a method of the vocabulary is taken for the only scalar type of the function; a float literal is taken for an `f64`.
//! The emitted code ascribes the types, so a wrong guess is an error of rustc, never silent. A literal that meets no value of
//! a known type stays as it is written, and rustc finds its type.

mod methods;
mod operators;
mod patterns;
mod unify;
mod waiting;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Form, Primitive, TypeName};
pub(crate) use operators::FOLLOWING;
pub(crate) use unify::Types;
use waiting::Waiting;

use crate::diagnostic::{Diagnostic, refusal};
use crate::syntax::{
    ArrayMethod, ClosureId, ExprId, Function, Head, Kind, Pattern, Statement, Target, Ty, Unknown, VarId, is_discrete,
    is_scalar, is_scalar_name,
};

/// How many parts the types of all expressions may have together, beside some for each expression.
const PARTS: (usize, usize) = (5_000_000, 50);

struct Inference<'f, 'a> {
    function: &'f Function<'a>,
    types: Types,
    waiting: Vec<Waiting<'f>>,
    /// The types that have methods of their own.
    receivers: Vec<Ty>,
    /// Those of these that are no methods of arrays.
    others: Vec<Ty>,
    /// What stands in fields of elements of arrays, where elements are read of it.
    inside: Vec<Ty>,
    /// The types of fields of elements of arrays, by the arrays and the fields of fields ….
    columns: std::collections::HashMap<(VarId, Vec<String>), Ty>,
    errors: Vec<Refused>,
    /// The variables that methods change.
    changed: IdSet<VarId>,
    /// The operators with operands that are taken for numbers: how many of these follow from one another.
    taken: IdMap<ExprId, usize>,
    /// The types of new arrays without elements, and of what they will hold.
    empty: Vec<(Ty, Ty)>,
}

/// What is refused, at an expression.
pub(crate) type Refused = (ExprId, Diagnostic);

/// Infers the types of a function.
///
/// What cannot be typed is refused at its expression, unless that is part of code that is left as it is.
///
/// # Errors
/// If the types are too large to go on.
pub(crate) fn infer(function: &Function<'_>) -> Result<(Types, Vec<Refused>), Diagnostic> {
    let types = Types {
        exprs: vec![Ty::unit(); function.exprs.len()],
        vars: function.vars.iter().map(|var| var.ty.clone()).collect(),
        bindings: vec![None; function.unknowns.len()],
        unknowns: function.unknowns.clone(),
        taken_for: Vec::new(),
        receivers: Vec::new(),
        operands: Vec::new(),
        fuel: PARTS.0 + PARTS.1 * function.exprs.len(),
    };
    let mut inference = Inference {
        function,
        types,
        waiting: Vec::new(),
        receivers: Vec::new(),
        others: Vec::new(),
        inside: Vec::new(),
        columns: std::collections::HashMap::new(),
        errors: Vec::new(),
        changed: IdSet::new(),
        taken: IdMap::default(),
        empty: Vec::new(),
    };
    for expr in &function.exprs {
        let Kind::MethodCall(call) = &expr.kind else { continue };
        let Kind::Var(var) = function.expr(call.args[0]).kind else { continue };
        if ArrayMethod::of(call).is_none() && function.maybe_element(call).is_none() {
            if call.changes {
                inference.changed.insert(var);
            }
            // A variable may have a method of its own after it stands in an operator.
            inference.others.push(inference.types.vars[var.index()].clone());
        }
    }
    // What has elements is an array.
    for expr in &function.exprs {
        if let Kind::Index(array, _) | Kind::Part(array, _) = expr.kind
            && let Kind::Var(var) = function.expr(array).kind
        {
            inference.changed.remove(&var);
        }
    }
    for param in &function.params {
        inference.pattern(&param.pattern, &param.ty);
    }
    let body = inference.expr(function.body);
    // Of a new array, it is not known yet what it holds, and the type of the result may be another name for one.
    let is_new = inference.is_new_array(&body);
    if !is_new {
        inference.unify(&body, &function.result, function.body);
    }
    inference.settle();
    if is_new {
        inference.unify(&body, &function.result, function.body);
    }
    inference.elements_of_fields();
    if inference.types.fuel == 0 || inference.types.size() > PARTS.0 + PARTS.1 * function.exprs.len() {
        return Err(refusal::LARGE_TYPE.on(function.expr(function.body).span));
    }
    Ok((inference.types, inference.errors))
}

/// Whether this is a type of Rust's own, or made of types: of what does not fit it, rustc says so.
fn is_of_rust(ty: &Ty) -> bool {
    match ty {
        Ty::Real(name) | Ty::Discrete(TypeName::Named(name)) => {
            crate::input::written::is_builtin(name) || &**name == "&str"
        }
        Ty::Discrete(TypeName::Numbered(_)) | Ty::Fn(_) | Ty::Tuple(_) | Ty::Array(_) => true,
        Ty::Discrete(TypeName::Unnamed) | Ty::Var(_) | Ty::Opaque(_) => false,
    }
}

impl Inference<'_, '_> {
    fn unify(&mut self, a: &Ty, b: &Ty, at: ExprId) {
        if !self.types.unify(a, b) {
            let expr = self.function.expr(at);
            let (a, b) = (self.types.shape(a), self.types.shape(b));
            // Of Rust's own types, rustc says so too, and better.
            let of_rustc = is_of_rust(&a) && is_of_rust(&b);
            let (a, b) = (shown(&a), shown(&b));
            let mut diagnostic = Diagnostic::new(
                expr.span,
                format!("values of types {a} and {b} meet here, which the macro cannot join"),
                "write the conversion with `as`, or annotate the types",
            );
            diagnostic.end = expr.end;
            diagnostic.of_rustc = of_rustc;
            self.errors.push((at, diagnostic));
        }
    }

    /// What an array in a struct holds, of which nothing is known, is taken for the only scalar there is, or for `f64` if none is named:
    /// rustc says so if it is something else.
    fn elements_of_fields(&mut self) {
        for &var in self.function.opened.keys() {
            let mut ty = self.types.head(&self.types.vars[var.index()].clone());
            while let Ty::Array(element) = ty {
                ty = self.types.head(&element);
            }
            let scalar = match self.function.scalars.as_slice() {
                [] => "f64".into(),
                [scalar] => scalar.clone(),
                [_, _, ..] => continue,
            };
            if matches!(ty, Ty::Var(_)) && !self.types.is_open(&ty) {
                self.types.unify(&ty, &Ty::Real(scalar.clone()));
                self.types.taken_for.push((var, scalar));
            }
        }
    }

    fn exprs(&mut self, ids: &[ExprId]) -> Vec<Ty> {
        ids.iter().map(|&id| self.expr(id)).collect()
    }

    fn expr(&mut self, id: ExprId) -> Ty {
        let ty = self.kind(id);
        self.types.exprs[id.index()] = ty.clone();
        ty
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn kind(&mut self, id: ExprId) -> Ty {
        let function = self.function;
        match &function.expr(id).kind {
            Kind::Real(_, _, ty) | Kind::Int(_, ty) | Kind::Constant(_, ty) => ty.clone(),
            Kind::Bool(_) => Ty::bool(),
            Kind::Var(var) => self.types.vars[var.index()].clone(),
            Kind::View(form, value) => {
                let ty = self.expr(*value);
                self.viewed(*form, ty)
            }
            Kind::MutRef(place, _)
                if matches!(function.expr(*place).kind, Kind::Part(..)) || function.views.is_init(id) =>
            {
                self.expr(*place)
            }
            Kind::MutRef(value, _) => match self.expr(*value) {
                // Only functions are seen through it.
                Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) => {
                    self.types.fresh(Unknown::Foreign)
                }
                ty @ (Ty::Var(_) | Ty::Fn(_)) if self.types.is_open(&ty) => self.types.fresh(Unknown::Foreign),
                ty @ (Ty::Var(_) | Ty::Fn(_)) => ty,
            },
            Kind::Not(value) | Kind::StopGradient(value, _) => self.expr(*value),
            Kind::Neg(value) => match self.expr(*value) {
                ty if self.is_own(&ty) => self.types.fresh(Unknown::Given),
                ty => ty,
            },
            Kind::Binary(op, left, right) => {
                let (a, b) = (self.spine(*left), self.expr(*right));
                self.arithmetic(*op, (*left, &a), (*right, &b), id)
            }
            Kind::Member(base, name) => {
                let of = self.expr(*base);
                let ty = match self.types.head(&of) {
                    Ty::Opaque(_) => self.types.fresh(Unknown::Param),
                    Ty::Var(var) if self.types.unknowns[var as usize] != Unknown::Foreign => {
                        self.types.bindings[var as usize] = Some(Ty::Opaque(None));
                        self.types.fresh(Unknown::Param)
                    }
                    Ty::Discrete(_) | Ty::Var(_) => self.types.fresh(Unknown::Foreign),
                    head @ (Ty::Real(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) => {
                        let is_method = matches!(function.expr(*base).kind, Kind::Primitive(..));
                        let refused = if is_method { refusal::FIELD_OF_NUMBER } else { refusal::FIELD }.at(name);
                        let of_rustc = is_of_rust(&head) && !refused.is(refusal::FIELD_OF_NUMBER);
                        self.errors.push((id, if of_rustc { refused.left_to_rustc() } else { refused }));
                        self.types.fresh(Unknown::Foreign)
                    }
                };
                self.field_of_elements(id, &ty);
                ty
            }
            Kind::Index(array, index) => {
                let of_data = self.function.is_of_data(*array);
                let in_struct = self.is_in_element(*array);
                // What is an array by another name holds numbers.
                let is_field = |(_, way): &(usize, Vec<String>)| !way.is_empty();
                let is_opened = matches!(function.expr(*array).kind, Kind::Var(var) if function.opened.get(&function.views.storage(var)).is_some_and(is_field));
                let array = self.expr(*array);
                if in_struct {
                    self.inside.push(array.clone());
                }
                let element = self.element(array, *index);
                if is_opened
                    && let Ty::Var(var) = self.types.head(&element)
                    && self.types.unknowns[var as usize] == Unknown::Any
                {
                    self.types.unknowns[var as usize] = Unknown::Element;
                }
                if of_data {
                    let at = self.types.exprs[index.index()].clone();
                    self.unify(&at, &Ty::Discrete("usize".into()), *index);
                }
                element
            }
            Kind::Part(array, bounds) => {
                let is_data = self.function.is_of_data(*array);
                let in_struct = self.is_in_element(*array);
                let array = self.expr(*array);
                if in_struct {
                    self.inside.push(array.clone());
                }
                let bounds: Vec<(ExprId, Ty)> =
                    [bounds.start, bounds.end].into_iter().flatten().map(|bound| (bound, self.expr(bound))).collect();
                if is_data {
                    for (bound, ty) in &bounds {
                        self.unify(ty, &Ty::Discrete("usize".into()), *bound);
                    }
                }
                let part = self.types.fresh(Unknown::Any);
                self.ask(Waiting::Part(id, array, bounds, part.clone()));
                part
            }
            Kind::Elements(elements, _) => {
                let types = self.exprs(elements);
                let Some(first) = types.first().cloned() else {
                    let element = self.types.fresh(Unknown::Any);
                    let array = self.array_of(id, element.clone());
                    self.empty.push((array.clone(), element));
                    return array;
                };
                for (ty, &element) in types.iter().zip(elements) {
                    self.unify(&first, ty, element);
                }
                self.array_of(id, first)
            }
            Kind::Repeat(value, length, _) => {
                let (value, at) = (self.expr(*value), self.expr(*length));
                self.unify(&at, &Ty::Discrete("usize".into()), *length);
                self.array_of(id, value)
            }
            Kind::MethodCall(call) => {
                let types = self.exprs(&call.args);
                if ArrayMethod::of(call).is_some() || function.maybe_element(call).is_some() {
                    self.ask(Waiting::ArrayMethod(id, call));
                } else {
                    self.others.extend(types.first().cloned());
                }
                self.receivers.extend(types.into_iter().next());
                if function.read_by_net(id).is_some() {
                    self.unify(&call.result, &Ty::Discrete("usize".into()), id);
                }
                call.result.clone()
            }
            Kind::Struct(structure) => {
                for (_, value) in &structure.fields {
                    self.expr(*value);
                }
                structure.base.map(|base| self.expr(base));
                structure.result.clone()
            }
            Kind::Compare(_, left, right) => {
                let (a, b) = (self.expr(*left), self.expr(*right));
                self.unify(&a, &b, id);
                Ty::bool()
            }
            Kind::Logic(_, left, right) => {
                // A chain of them is walked, not descended into, as in `spine`.
                let mut sides = vec![*right];
                let mut at = *left;
                while let Kind::Logic(_, left, right) = &function.expr(at).kind {
                    self.types.exprs[at.index()] = Ty::bool();
                    sides.push(*right);
                    at = *left;
                }
                sides.push(at);
                for side in sides.into_iter().rev() {
                    let ty = self.expr(side);
                    self.unify(&ty, &Ty::bool(), side);
                }
                Ty::bool()
            }
            Kind::Primitive(primitive, scalar, args) => {
                let types = self.exprs(args);
                self.primitive(*primitive, scalar, &types, id)
            }
            Kind::Method(_, primitive, receiver, args) => {
                self.expr(*receiver);
                self.exprs(args);
                let result = self.types.fresh(Unknown::Any);
                self.types.exprs[id.index()] = result.clone();
                self.ask(Waiting::Method(id, *primitive, *receiver, args));
                result
            }
            Kind::Call(callee, args) => {
                let callee_type = self.expr(*callee);
                let types = self.exprs(args);
                if let Ty::Fn(function) = self.types.head(&callee_type)
                    && function.params.len() == args.len()
                {
                    for (&argument, param) in args.iter().zip(&function.params) {
                        self.argument(argument, param);
                    }
                    return function.result.clone();
                }
                let result = self.types.fresh(Unknown::Any);
                let wanted = Ty::function(types, result.clone());
                self.unify(&callee_type, &wanted, id);
                result
            }
            Kind::CallPath(call) => {
                self.exprs(&call.args);
                call.result.clone()
            }
            Kind::Path(_) | Kind::Error | Kind::Unseen => self.types.fresh(Unknown::Any),
            Kind::PrimitivePath(primitive, scalar) => {
                let (inputs, _) = primitive.signature(&"f64".into());
                let params: Vec<Ty> = inputs
                    .iter()
                    .map(|ty| if *ty == hypernet::Type::f64() { scalar.clone() } else { Ty::Discrete("i32".into()) })
                    .collect();
                let result = self.primitive(*primitive, scalar, &params, id);
                Ty::function(params, result)
            }
            Kind::Closure(closure) => self.closure(*closure),
            Kind::Block(statements, tail) => {
                for statement in statements {
                    match statement {
                        Statement::Let(pattern, value, _) => {
                            let ty = match value {
                                Some(value) => self.expr(*value),
                                None => self.types.fresh(Unknown::Any),
                            };
                            let ty = self.depending_struct(pattern, ty);
                            // What an array in a struct holds is found from how it is used.
                            if !matches!(pattern, Pattern::Bind(var, None) if self.function.opened.contains_key(var)) {
                                self.pattern_at(pattern, &ty, value.unwrap_or(id));
                            }
                        }
                        Statement::Expr(value) => {
                            self.expr(*value);
                        }
                    }
                }
                tail.map_or_else(Ty::unit, |tail| self.expr(tail))
            }
            Kind::If(condition, then, other) => {
                let ty = self.expr(*condition);
                self.unify(&ty, &Ty::bool(), *condition);
                let then_type = self.expr(*then);
                match other {
                    Some(other) => {
                        let other_type = self.expr(*other);
                        self.unify(&then_type, &other_type, *other);
                        then_type
                    }
                    None => Ty::unit(),
                }
            }
            Kind::Match(scrutinee, arms) => {
                let scrutinee_type = self.expr(*scrutinee);
                let result = self.types.fresh(Unknown::Any);
                for arm in arms {
                    self.pattern_at(&arm.pattern, &scrutinee_type, *scrutinee);
                    if let Some(guard) = arm.guard {
                        let ty = self.expr(guard);
                        self.unify(&ty, &Ty::bool(), guard);
                    }
                    let ty = self.expr(arm.body);
                    self.unify(&result, &ty, arm.body);
                }
                result
            }
            Kind::Loop(repeated) => {
                for flag in [repeated.left.broken, repeated.left.continued] {
                    let ty = self.function.var(flag).ty.clone();
                    self.unify(&ty, &Ty::bool(), id);
                }
                match &repeated.head {
                    Head::For { pattern, bounds, .. } => {
                        let ty = self.expr(bounds[0]);
                        let last_ty = self.expr(bounds[1]);
                        self.unify(&ty, &last_ty, bounds[1]);
                        if let Some(&step) = bounds.get(2) {
                            let step_ty = self.expr(step);
                            self.unify(&step_ty, &Ty::Discrete("usize".into()), step);
                        }
                        self.pattern_at(pattern, &ty, bounds[0]);
                    }
                    Head::While(condition) => {
                        let ty = self.expr(*condition);
                        self.unify(&ty, &Ty::bool(), *condition);
                    }
                    Head::Endless(_) | Head::Once => {}
                }
                let body = self.expr(repeated.body);
                let given = repeated.left.value.map(|var| self.function.var(var).ty.clone());
                match (&repeated.head, given) {
                    (Head::Once, Some(given)) => {
                        self.unify(&given, &body, repeated.body);
                        given
                    }
                    (_, given) => {
                        self.unify(&body, &Ty::unit(), repeated.body);
                        match repeated.head {
                            // Nothing comes after it.
                            Head::Endless(false) => self.types.fresh(Unknown::Any),
                            Head::Endless(true) | Head::For { .. } | Head::While(_) | Head::Once => {
                                given.unwrap_or_else(Ty::unit)
                            }
                        }
                    }
                }
            }
            Kind::Jump(jump) => {
                if let Some((var, value)) = jump.value {
                    let ty = self.expr(value);
                    let of_loop = self.function.var(var).ty.clone();
                    self.unify(&of_loop, &ty, value);
                }
                self.types.fresh(Unknown::Any)
            }
            Kind::Tuple(parts) => Ty::Tuple(self.exprs(parts)),
            Kind::Field(base, index, _) => {
                self.expr(*base);
                let result = self.types.fresh(Unknown::Param);
                self.types.exprs[id.index()] = result.clone();
                self.ask(Waiting::Field(id, *base, *index));
                result
            }
            Kind::Cast(value, ty) | Kind::From(value, ty) => {
                self.expr(*value);
                ty.clone()
            }
            Kind::Assign(target, value) => {
                let ty = self.expr(*value);
                self.target(target, &ty, *value);
                Ty::unit()
            }
            Kind::AssignOp(op, target, place, value) => {
                if let Target::Element(var, indices, _, inside) = target {
                    let array = self.types.vars[var.index()].clone();
                    indices.iter().fold(array, |array, &index| self.element(array, index));
                    for &index in inside {
                        let at = self.expr(index);
                        self.unify(&at, &Ty::Discrete("usize".into()), index);
                    }
                }
                let (a, b) = (self.expr(*place), self.expr(*value));
                self.arithmetic(*op, (*place, &a), (*value, &b), id);
                Ty::unit()
            }
            Kind::Macro(call) => {
                self.exprs(&call.holes);
                call.result.clone()
            }
        }
    }

    /// The type of a variable that begins as a struct without a sensitivity, and comes to depend on what has one.
    fn depending_struct(&self, pattern: &Pattern, ty: Ty) -> Ty {
        let inside = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let Pattern::Bind(var, None) = inside else { return ty };
        let depends = self.function.depending.contains(var) && self.function.var(*var).mutable;
        match self.types.head(&ty) {
            Ty::Discrete(name) if depends && !is_discrete(&name) => match name.name() {
                Some(name) if name.starts_with(|first: char| first.is_alphabetic()) => Ty::Opaque(Some(name.clone())),
                Some(_) | None => ty,
            },
            // What only the host knows has methods that change it.
            Ty::Var(unknown)
                if depends
                    && matches!(
                        self.types.unknowns[unknown as usize],
                        Unknown::Foreign | Unknown::Any | Unknown::Given
                    )
                    && self.changed.contains(var) =>
            {
                Ty::Opaque(None)
            }
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => ty,
        }
    }

    /// The type of another form of a value: of numbers and of structs there is but one.
    fn viewed(&mut self, form: Form, ty: Ty) -> Ty {
        let name = match self.types.head(&ty) {
            Ty::Discrete(name) => name,
            // What the host gave may refer to anything.
            Ty::Var(var)
                if form == Form::Referent
                    && matches!(
                        self.types.unknowns[var as usize],
                        Unknown::Any
                            | Unknown::Element
                            | Unknown::New
                            | Unknown::Given
                            | Unknown::Computed
                            | Unknown::Foreign
                    ) =>
            {
                return self.types.fresh(Unknown::Any);
            }
            Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => return ty,
        };
        let text = name.name().cloned().unwrap_or_else(|| "".into());
        if is_scalar(&name) || form == Form::Clone && !text.starts_with('&') {
            return ty;
        }
        match text.strip_prefix('&').map(str::trim_start) {
            Some(name) if form == Form::Referent && is_scalar_name(name) => Ty::Discrete(name.into()),
            _ => self.types.fresh(Unknown::Foreign),
        }
    }

    /// Whether this is a field of a field … of an element of an array.
    pub(super) fn is_in_element(&self, mut id: ExprId) -> bool {
        let mut is_field = false;
        while let Kind::Member(base, _) | Kind::Field(base, ..) = self.function.expr(id).kind {
            (id, is_field) = (base, true);
        }
        is_field && matches!(self.function.expr(id).kind, Kind::Index(..))
    }

    /// Gives a field of an element of an array the type that it has in the other elements of that array.
    fn field_of_elements(&mut self, id: ExprId, ty: &Ty) {
        let (mut at, mut field) = (id, Vec::new());
        while let Kind::Member(base, name) = self.function.expr(at).kind {
            field.push(name.to_string());
            at = base;
        }
        if !matches!(self.function.expr(at).kind, Kind::Index(..)) {
            return;
        }
        while let Kind::Index(base, _) | Kind::Part(base, _) = self.function.expr(at).kind {
            at = base;
        }
        let Kind::Var(var) = self.function.expr(at).kind else { return };
        let known = self.columns.entry((self.function.views.storage(var), field)).or_insert_with(|| ty.clone()).clone();
        if known != *ty {
            self.unify(&known, ty, id);
        }
    }

    /// Whether what this refers to may be the host's.
    fn may_be_host(&self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Var(_) | Ty::Discrete(_) | Ty::Array(_) | Ty::Fn(_) => true,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) => false,
        }
    }

    fn is_own(&self, ty: &Ty) -> bool {
        matches!(self.types.head(ty), Ty::Opaque(_))
    }

    fn is_given(&self, ty: &Ty) -> bool {
        let is_given = |unknown| matches!(unknown, Unknown::Given | Unknown::Computed);
        matches!(self.types.head(ty), Ty::Var(var) if is_given(self.types.unknowns[var as usize]))
    }

    fn primitive(&mut self, primitive: Primitive, scalar: &Ty, args: &[Ty], at: ExprId) -> Ty {
        let (inputs, outputs) = primitive.signature(&"f64".into());
        let ty = |of: &hypernet::Type| match of {
            hypernet::Type::Real(_) => scalar.clone(),
            hypernet::Type::Discrete(name) => Ty::Discrete(name.clone()),
            // No primitive takes or gives anything else; if one did, it would be of no type that is known.
            hypernet::Type::Tuple(_)
            | hypernet::Type::Function(_)
            | hypernet::Type::Opaque(_)
            | hypernet::Type::Cotangent(_)
            | hypernet::Type::Option(_)
            | hypernet::Type::Tape(_)
            | hypernet::Type::Array(_)
            | hypernet::Type::Look(_)
            | hypernet::Type::Undone(_)
            | hypernet::Type::World => Ty::Opaque(None),
        };
        for (arg, input) in args.iter().zip(&inputs) {
            self.unify(arg, &ty(input), at);
        }
        match outputs.as_slice() {
            [output] => ty(output),
            outputs => Ty::Tuple(outputs.iter().map(ty).collect()),
        }
    }

    fn closure(&mut self, id: ClosureId) -> Ty {
        let closure = self.function.closure(id);
        let mut params = Vec::with_capacity(closure.params.len());
        for (pattern, ty) in &closure.params {
            self.pattern_at(pattern, ty, closure.body);
            params.push(ty.clone());
        }
        let body = self.expr(closure.body);
        if let Some(result) = &closure.result {
            self.unify(&body, result, closure.body);
        }
        Ty::function(params, body)
    }

    /// The type of an element, of an array of this type.
    fn element(&mut self, array: Ty, index: ExprId) -> Ty {
        let at = self.expr(index);
        let element = self.types.fresh(Unknown::Any);
        self.ask(Waiting::Element(index, array, at, element.clone()));
        element
    }

    /// The type of a new array of elements of this type: of reals, or what only the host knows.
    fn array_of(&mut self, id: ExprId, element: Ty) -> Ty {
        let array = self.types.fresh(Unknown::New);
        self.ask(Waiting::NewArray(id, element, array.clone()));
        array
    }
}

/// A type as a user reads it.
fn shown(ty: &Ty) -> String {
    match ty {
        Ty::Var(_) | Ty::Opaque(None) => "unknown".into(),
        Ty::Real(name) | Ty::Opaque(Some(name)) => format!("`{name}`"),
        Ty::Discrete(name) => name.name().map_or_else(|| "an integer".into(), |name| format!("`{name}`")),
        Ty::Tuple(parts) => format!("a tuple of {}", parts.len()),
        Ty::Array(element) => format!("an array of {}", shown(element)),
        Ty::Fn(..) => "a function".into(),
    }
}

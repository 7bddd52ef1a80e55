//! Local type inference: unification over the checked syntax.
//!
//! The signature, literals, annotations and primitives decide first. What they leave open is decided last. An unknown value
//! with a method of the vocabulary is taken for the only scalar type of the function; a float literal is taken for an `f64`.
//! The emitted code ascribes the types, so a wrong guess is an error of rustc, never silent. A literal that meets no value of
//! a known type stays as it is written, and rustc finds its type.

mod given;
mod host_parts;
mod kind;
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
use crate::input::fields::ELEMENT;
use crate::input::opened::name_of;
use crate::source::methods::ArrayMethod;
use crate::source::names::is_scalar_name;
use crate::source::types::may_have_tangent;
use crate::syntax::{
    ClosureId, ExprId, Function, Kind, Pattern, Statement, Ty, Unknown, VarId, is_discrete, is_scalar,
};

/// How many parts the types of all expressions may have together, beside some for each expression.
const PARTS: (usize, usize) = (5_000_000, 50);

struct Inference<'f, 'a> {
    function: &'f Function<'a>,
    types: Types,
    waiting: Vec<Waiting<'f>>,
    /// The types that have methods of their own.
    receivers: Vec<Ty>,
    /// The types of what becomes a number of another type.
    cast: Vec<Ty>,
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
    /// The variables that are declared with an element of an array, or a reference to one.
    elements: IdMap<VarId, ExprId>,
    /// Whether the function names structs: in types, where it makes some, or by fields.
    names_structs: bool,
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
        integers: Vec::new(),
        maybe_rows: Vec::new(),
        lent: declared_with(function, |value| function.lent_element(value).is_some()),
        receivers: Vec::new(),
        operands: Vec::new(),
        left_to_rustc: Vec::new(),
        changed: Vec::new(),
        fuel: PARTS.0 + PARTS.1 * function.exprs.len(),
    };
    let mut inference = Inference {
        function,
        types,
        waiting: Vec::new(),
        receivers: Vec::new(),
        cast: Vec::new(),
        others: Vec::new(),
        inside: Vec::new(),
        columns: std::collections::HashMap::new(),
        errors: Vec::new(),
        changed: IdSet::new(),
        taken: IdMap::default(),
        empty: Vec::new(),
        elements: declared_with(function, |value| is_element(function, value)),
        names_structs: names_structs(function),
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
    inference.arrays_that_calls_change();

    if inference.types.fuel == 0 || inference.types.size() > PARTS.0 + PARTS.1 * function.exprs.len() {
        return Err(refusal::LARGE_TYPE.on(function.expr(function.body).span));
    }
    Ok((inference.types, inference.errors))
}

/// The variables that are declared with such values.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else declares variables")]
fn declared_with(function: &Function<'_>, is_one: impl Fn(ExprId) -> bool) -> IdMap<VarId, ExprId> {
    let mut found = IdMap::default();
    for expr in &function.exprs {
        let statements = match &expr.kind {
            Kind::Block(statements, _) => statements.as_slice(),
            _ => &[],
        };
        for statement in statements {
            if let Statement::Let(pattern, Some(value), _) = statement
                && let Some(var) = pattern.bound()
                && is_one(*value)
            {
                found.insert(var, *value);
            }
        }
    }
    found
}

/// Whether this is an element of an array, or a reference to one.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element")]
fn is_element(function: &Function<'_>, value: ExprId) -> bool {
    match &function.expr(value).kind {
        Kind::Index(..) => true,
        Kind::View(Form::Reference | Form::Referent, inside) => is_element(function, *inside),
        Kind::MethodCall(call) => function.maybe_element(call).is_some(),
        _ => false,
    }
}

/// Whether a function names structs: in types, where it makes some, or by fields.
fn names_structs(function: &Function<'_>) -> bool {
    let is_struct = |ty: &Ty| matches!(ty, Ty::Opaque(Some(_)));
    let holds_structs = |ty: &Ty| matches!(ty, Ty::Array(element) if is_struct(element));
    is_struct(&function.result)
        || function.params.iter().any(|param| holds_structs(&param.ty))
        || function.vars.iter().any(|var| is_struct(&var.ty))
        || function.closures.iter().any(|closure| closure.result.as_ref().is_some_and(is_struct))
        || function.exprs.iter().any(|expr| matches!(expr.kind, Kind::Struct(_) | Kind::Member(..)))
}

/// Whether this is a type of Rust's own, or made of types: of what does not fit it, rustc says so.
fn is_of_rust(ty: &Ty) -> bool {
    match ty {
        Ty::Real(name) | Ty::Discrete(TypeName::Named(name)) => {
            crate::source::names::is_builtin(name) || &**name == "&str"
        }
        Ty::Discrete(TypeName::Numbered(_)) | Ty::Fn(_) | Ty::Tuple(_) | Ty::Array(_) => true,
        Ty::Discrete(TypeName::Unnamed) | Ty::Var(_) | Ty::Opaque(_) => false,
    }
}

impl Inference<'_, '_> {
    fn unify(&mut self, a: &Ty, b: &Ty, at: ExprId) {
        // No other name is one of `()`: that is what a semicolon at the end gives.
        let is_nothing = |ty: &Ty| matches!(self.types.head(ty), Ty::Tuple(parts) if parts.is_empty());
        let is_named = |ty: &Ty| matches!(self.types.head(ty), Ty::Opaque(Some(_)));
        let given_away = is_nothing(a) && is_named(b);
        if given_away || !self.types.unify(a, b) {
            let expr = self.function.expr(at);
            let (a, b) = (self.types.shape(a), self.types.shape(b));
            // Of Rust's own types, rustc says so too, and better.
            let is_plain = |ty: &Ty| matches!(ty, Ty::Real(name) if self.function.plain_scalars.contains(name));
            let of_rustc = [&a, &b].into_iter().all(|ty| is_of_rust(ty) || is_plain(ty));
            let (a, b) = (shown(&a), shown(&b));
            let mut diagnostic = Diagnostic::new(
                expr.span,
                format!("values of types {a} and {b} meet here, which the macro cannot join"),
                "write the conversion with `as`, or annotate the types",
            );
            diagnostic.end = expr.end;
            diagnostic.of_rustc = given_away || of_rustc;
            self.errors.push((at, diagnostic));
        }
    }

    /// The type of what is one of two values: if one depends on nothing, and the other one may have a sensitivity, it may have one.
    fn joined(&mut self, (left, a): (Option<ExprId>, &Ty), (at, b): (ExprId, &Ty)) -> Ty {
        if let Some(left) = left {
            self.beside_data((left, a), b);
        }
        self.beside_data((at, b), a);
        self.unify(a, b, at);
        self.types.joined(a, b)
    }

    /// Takes what depends on a differentiated parameter, and is of the type of a struct that depends on nothing, for such a struct with a
    /// sensitivity.
    fn beside_data(&mut self, (value, of): (ExprId, &Ty), data: &Ty) {
        if let (Ty::Var(var), Ty::Discrete(TypeName::Named(name))) = (self.types.head(of), self.types.head(data))
            && matches!(
                self.types.unknowns[var as usize],
                Unknown::Any | Unknown::Param | Unknown::Called | Unknown::Given | Unknown::Computed
            )
            && may_have_tangent(&name)
            && self.reads_depending(value)
        {
            self.types.bindings[var as usize] = Some(Ty::Opaque(Some(name)));
        }
    }

    /// Whether an expression names a variable that may depend on a differentiated parameter.
    fn reads_depending(&self, id: ExprId) -> bool {
        let Some(source) = self.function.source(id) else { return false };
        let inside = &self.function.exprs[source.start.expr..=id.index()];
        inside.iter().any(|expr| matches!(&expr.kind, Kind::Var(var) if self.function.depending.contains(var)))
    }

    /// What an array in a struct holds, of which nothing is known, is taken for the only scalar there is, or for `f64` if none is named:
    /// rustc says so if it is something else. What calls take is left to rustc.
    fn elements_of_fields(&mut self) {
        let in_calls = self.elements_in_calls();
        for &var in self.function.opened.keys() {
            let mut ty = self.types.head(&self.types.vars[var.index()].clone());
            while let Ty::Array(element) = ty {
                ty = self.types.head(&element);
            }
            // What has a method of its own is no number. What a call takes may be a row as well as a number.
            if self.has_methods(&ty) {
                self.take_for_struct(&ty);
                continue;
            }
            if in_calls.contains(&ty) && !self.types.is_open(&ty) {
                self.leave_to_rustc(&ty);
                continue;
            }
            // What becomes a number of another type is an integer, if nothing else says what it is.
            let is_cast = || self.cast.iter().any(|cast| self.types.head(cast) == ty);
            if matches!(ty, Ty::Var(_)) && !self.types.is_open(&ty) && is_cast() {
                let integer = self.types.fresh(Unknown::Int);
                self.types.unify(&ty, &integer);
                self.types.integers.push(var);
                continue;
            }
            if let Some(scalar) = self.only_scalar()
                && matches!(ty, Ty::Var(_))
                && !self.types.is_open(&ty)
            {
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

    /// The type of a variable that begins as a struct without a sensitivity, and comes to depend on what has one; or that has none, and is
    /// changed where it is, as the host does it.
    fn depending_struct(&self, pattern: &Pattern, value: Option<ExprId>, ty: Ty) -> Ty {
        let inside = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let Pattern::Bind(var, None) = inside else { return ty };
        let depends = self.function.depending.contains(var) && self.function.var(*var).mutable;
        match self.types.head(&ty) {
            Ty::Opaque(Some(name))
                if self.function.changed_in_place.contains(var)
                    || depends
                        && !self.changed.contains(var)
                        && value.is_some_and(|value| self.holds_integers(value)) =>
            {
                Ty::Discrete(TypeName::Named(name))
            }
            Ty::Discrete(name) if depends && !is_discrete(&name) => match name.name() {
                Some(name) if name.starts_with(|first: char| first.is_alphabetic()) => Ty::Opaque(Some(name.clone())),
                Some(_) | None => ty,
            },
            // What only the host knows has methods that change it.
            Ty::Var(unknown)
                if depends
                    && matches!(
                        self.types.unknowns[unknown as usize],
                        Unknown::Foreign | Unknown::Any | Unknown::Called | Unknown::Given
                    )
                    && (self.changed.contains(var) || self.is_lent_receiver(*var)) =>
            {
                Ty::Opaque(None)
            }
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => ty,
        }
    }

    /// Whether calls change a variable that has methods of its own.
    fn is_lent_receiver(&self, var: VarId) -> bool {
        self.others.contains(&self.types.vars[var.index()]) && self.function.is_lent_to_change(var)
    }

    fn binds_depending(&self, pattern: &Pattern) -> bool {
        pattern.bound().is_some_and(|var| self.function.depending.contains(&var))
    }

    fn is_changed_in_place(&self, pattern: &Pattern) -> bool {
        matches!(pattern, Pattern::Bind(var, None) if self.function.changed_in_place.contains(var))
    }

    /// Whether this is a new struct of integers, which has no sensitivity.
    fn holds_integers(&self, value: ExprId) -> bool {
        let Kind::Struct(structure) = &self.function.expr(value).kind else { return false };
        let is_integer = |(_, field): &(String, ExprId)| match self.types.head(&self.types.exprs[field.index()]) {
            Ty::Discrete(name) => is_scalar(&name),
            Ty::Var(unknown) => self.types.unknowns[unknown as usize] == Unknown::Int,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        structure.base.is_none() && !structure.fields.is_empty() && structure.fields.iter().all(is_integer)
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
                            | Unknown::Called
                            | Unknown::Element
                            | Unknown::New
                            | Unknown::Given
                            | Unknown::Computed
                            | Unknown::Foreign
                            | Unknown::Plain
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a way to a field of an element")]
    fn field_of_elements(&mut self, id: ExprId, ty: &Ty) {
        let (mut at, mut field) = (id, Vec::new());
        let var = loop {
            at = match self.function.expr(at).kind {
                Kind::Member(base, name) => {
                    field.push(name.to_string());
                    base
                }
                // In elements of arrays in elements too.
                Kind::Index(base, _) | Kind::Part(base, _) if !field.is_empty() => {
                    if field.last().is_some_and(|last| !last.is_empty()) {
                        field.push(String::new());
                    }
                    base
                }
                Kind::Var(var) if field.iter().any(String::is_empty) => break var,
                _ => return,
            };
        };
        let known = self.columns.entry((self.function.views.storage(var), field)).or_insert_with(|| ty.clone()).clone();
        if known != *ty {
            self.unify(&known, ty, id);
        }
    }

    /// Whether uses of this field show that it holds a struct.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a way through structs")]
    fn is_shown_struct(&self, field: ExprId) -> bool {
        if self.function.struct_fields.is_empty() {
            return false;
        }
        let (mut at, mut names) = (field, Vec::new());
        loop {
            match self.function.expr(at).kind {
                Kind::Member(base, name) => {
                    names.push(name.to_string());
                    at = base;
                }
                Kind::Field(base, index, _) => {
                    names.push(index.to_string());
                    at = base;
                }
                Kind::View(_, inside) => at = inside,
                Kind::Index(array, _) => {
                    names.push(ELEMENT.into());
                    at = array;
                }
                Kind::Var(var) => {
                    let root = match self.function.opened.get(&var) {
                        Some((number, _)) => name_of(*number),
                        None => self.function.var(var).name.to_string(),
                    };
                    let way = names
                        .into_iter()
                        .rev()
                        .fold(root, |way, step| if step == ELEMENT { way + ELEMENT } else { way + "." + &step });
                    return self.function.struct_fields.contains(&way);
                }
                _ => return false,
            }
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

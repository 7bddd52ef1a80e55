//! Closures: what they take and give, how they capture, how they are passed.

use std::rc::Rc;

use super::expressions::LARGE;
use super::state::{ATOM, Bits, Expr, Form, Frame, Generator, Known, LOOSE, Place, Signature, Type};

/// What a closure is to be.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a set of independent wishes")]
pub(super) struct Wish {
    /// The types of its parameters.
    pub(super) params: Vec<Type>,
    /// The type of its result.
    pub(super) result: Type,
    /// Whether the types of its parameters are written.
    pub(super) typed: bool,
    /// Whether rustc knows them where they are not written.
    pub(super) expected: bool,
    /// Whether it is for another function, so that the macro does not know them where they are not written.
    pub(super) crosses: bool,
    /// What it changes; `None` for an `Fn`.
    pub(super) changes: Option<Bits>,
    /// Whether it captures nothing.
    pub(super) closed: bool,
    /// Whether it captures by value.
    pub(super) moves: bool,
    /// For one that leaves a scope: the variables before this one outlive it.
    pub(super) escapes_to: Option<usize>,
}

/// A closure, as text, with what it captures.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    pub(super) text: String,
    pub(super) signature: Signature,
    pub(super) borrows: Bits,
    pub(super) holds: Bits,
    pub(super) escapes: bool,
}

impl Wish {
    pub(super) fn of(params: Vec<Type>, result: Type) -> Self {
        Self {
            params,
            result,
            typed: true,
            expected: false,
            crosses: false,
            changes: None,
            closed: false,
            moves: false,
            escapes_to: None,
        }
    }
}

impl Generator<'_> {
    /// The type of a part of a tuple.
    pub(super) fn part_type(&mut self) -> Type {
        match self.random.below(10) {
            0 if self.features.mixed_tuples && self.features.discrete => Type::Int("usize"),
            1 if self.features.mixed_tuples && self.features.discrete => Type::Bool,
            2 | 3 if !self.structs.is_empty() => Type::Struct(self.random.pick(self.structs).clone()),
            _ => Type::Real,
        }
    }

    /// A first-order type for a variable or a result.
    pub(super) fn first_order(&mut self) -> Type {
        if !self.structs.is_empty() && self.random.chance(35) {
            return Type::Struct(self.random.pick(self.structs).clone());
        }
        if self.features.tuples && self.random.chance(15) {
            let mut parts = vec![Type::Real, self.part_type()];
            if self.random.chance(25) {
                parts.push(Type::Tuple(vec![Type::Real, Type::Real]));
            }
            return Type::Tuple(parts);
        }
        if self.features.discrete && self.random.chance(10) {
            return if self.random.chance(50) { Type::Bool } else { Type::Int("i32") };
        }
        Type::Real
    }

    /// The types of a closure's parameters.
    fn params(&mut self) -> Vec<Type> {
        let count = self.random.weighted(&[(1, 0), (12, 1), (6, 2), (2, 3)]);
        let mut params: Vec<Type> = (0..count).map(|_| self.first_order()).collect();
        if self.features.function_arguments && self.random.chance(18) {
            let form =
                if self.features.function_pointers && self.random.chance(35) { Form::Pointer } else { Form::Dynamic };
            let arity = 1 + usize::from(self.random.chance(20));
            let signature = Signature {
                params: vec![Type::Real; arity],
                result: Type::Real,
                known: Known::Yes,
                size: 6.0,
                form,
                closed: form == Form::Pointer,
            };
            let at = self.random.below(params.len() + 1);
            params.insert(at, Type::Function(Rc::new(signature)));
        }
        params
    }

    /// A closure that is an `Fn`, to be bound to a variable.
    pub(super) fn shared_closure(&mut self, depth: usize) -> Closure {
        let params = self.params();
        let mut result = self.first_order();
        if self.features.returned_closures && depth > 1 && self.random.chance(20) {
            result = self.returned_type(&params);
        }
        let mut wish = Wish::of(params, result);
        wish.moves = self.random.chance(30);
        self.closure(wish, depth)
    }

    /// A closure whose parameters' types rustc finds out at its first call, which has to follow at once.
    pub(super) fn untyped_closure(&mut self) -> Closure {
        let count = 1 + self.random.below(2);
        let mut wish = Wish::of(vec![Type::Real; count], Type::Real);
        wish.typed = false;
        wish.moves = self.random.chance(30);
        let mut closure = self.closure(wish, 1);
        closure.signature.known = Known::Yes;
        closure
    }

    /// Arithmetic on all parameters of the frame at hand, which rustc can type without knowing theirs.
    fn untyped_body(&mut self, methods: bool) -> String {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let params: Vec<String> = self.variables[base..].iter().map(|variable| variable.name.clone()).collect();
        let mut text = String::new();
        for (index, param) in params.iter().enumerate() {
            let places = self.places(&Type::Real);
            // Of variables the macro may know less than rustc.
            let sure = |place: &Place| place.known == Known::Yes && (!methods || self.variable(place.variable).depends);
            let places: Vec<_> = places.into_iter().filter(sure).collect();
            let operand = if places.is_empty() || self.random.chance(20) {
                "⟨0.5_f64⟩".to_owned()
            } else {
                let place = self.random.pick(&places).clone();
                self.uses(place.variable);
                place.text
            };
            let method = if methods && self.random.chance(40) { *self.random.pick(&[".sin()", ".exp()"]) } else { "" };
            let param = format!("{param}{method}");
            let (outer, inner) = (*self.random.pick(&["+", "-"]), *self.random.pick(&["*", "+", "-", "*"]));
            let term = if self.random.chance(50) {
                format!("{param} {inner} {operand}")
            } else {
                format!("{operand} {inner} {param}")
            };
            text = if index == 0 { term } else { format!("{text} {outer} {term}") };
        }
        text
    }

    /// The type of a closure that a closure gives.
    fn returned_type(&mut self, outer: &[Type]) -> Type {
        let mut params = vec![Type::Real; 1 + usize::from(self.random.chance(20))];
        if outer.len() > 1 && self.random.chance(20) {
            params = vec![Type::Real, Type::Real];
        }
        // Now and then it gives a closure itself.
        let result = if self.random.chance(15) { self.returned_type(&params) } else { Type::Real };
        Type::Function(Rc::new(Signature {
            params,
            result,
            known: Known::Yes,
            size: LARGE,
            form: Form::Shared,
            closed: false,
        }))
    }

    /// A closure.
    pub(super) fn closure(&mut self, wish: Wish, depth: usize) -> Closure {
        let base = self.variables.len();
        let mutating = wish.changes.is_some();
        let may_move = wish.moves.then(|| self.movable());
        self.frames.push(Frame {
            base,
            changes: wish.changes.clone(),
            closed: wish.closed,
            escapes_to: wish.escapes_to,
            may_move,
            uses: Bits::new(),
            crosses: wish.crosses,
        });
        let patterns: Vec<String> = wish.params.iter().map(|ty| self.closure_parameter(ty, &wish)).collect();
        let temporaries = self.temporaries.clone();
        let (body, result, known, size) = self.closure_body(&wish, depth);
        self.temporaries = temporaries;
        self.variables.truncate(base);
        let frame = self.frames.pop().expect("the frame just pushed");
        let (mut borrows, mut holds, mut escapes) = (Bits::new(), Bits::new(), true);
        let mut form = if mutating { Form::Mutating } else { Form::Shared };
        for &id in &frame.uses {
            let variable = self.variable(id).clone();
            borrows.extend(&variable.borrows);
            escapes &= variable.escapes;
            if matches!(variable.ty, Type::Reference(_)) {
                borrows.insert(id);
            }
            if !wish.moves {
                borrows.insert(id);
                escapes &= !self.is_taken(id);
                let changed = wish.changes.as_ref().is_some_and(|changes| changes.contains(&id));
                if changed {
                    holds.insert(id);
                    holds.extend(&variable.holds);
                }
            } else if variable.is_given() {
                self.retire(id);
                form = if mutating { Form::Mutating } else { Form::Given };
            }
        }
        let signature =
            Signature { params: wish.params, result, known, size, form, closed: frame.uses.is_empty() && !mutating };
        let text = format!("{}|{}| {body}", if wish.moves { "move " } else { "" }, patterns.join(", "));
        Closure { text, signature, borrows, holds, escapes }
    }

    /// The body of a closure, with the type arrow where one is written.
    fn closure_body(&mut self, wish: &Wish, depth: usize) -> (String, Type, Known, f64) {
        let next = depth.saturating_sub(1);
        match &wish.result {
            Type::Unit => (self.unit_block(next), Type::Unit, Known::Yes, 0.0),
            Type::Function(returned) => {
                // Now and then what another function gives.
                let boundary = self.frames.last().map_or(0, |frame| frame.base);
                if self.spread
                    && let Some((text, signature)) = self.given_on(returned, boundary, next)
                {
                    return (text, Type::Function(Rc::new(signature)), Known::Yes, LARGE);
                }
                let start = self.variables.len();
                // The closure that is given back outlives everything of this body.
                let boundary = self.frames.last().map_or(0, |frame| frame.base);
                let statements = if self.random.chance(50) { self.statements(1, next) } else { String::new() };
                let mut inner = Wish::of(returned.params.clone(), returned.result.clone());
                inner.moves = true;
                inner.escapes_to = Some(boundary);
                let made = self.closure(inner, next);
                self.leave(start);
                let text = if statements.is_empty() { made.text } else { format!("{{ {statements} {} }}", made.text) };
                (text, Type::Function(Rc::new(made.signature)), Known::Yes, LARGE)
            }
            _ if !wish.typed && (!wish.expected || wish.crosses) => {
                (self.untyped_body(wish.crosses), Type::Real, Known::No, 2.0 * LARGE)
            }
            result => {
                let start = self.variables.len();
                let block = wish.changes.is_some() || self.random.chance(40);
                let (text, e) = if block {
                    self.block(result, next)
                } else {
                    let e = self.value(result, next);
                    let e = if *result == Type::Real { self.shrunk(e, LARGE) } else { e };
                    (e.text.clone(), e)
                };
                self.leave(start);
                if block && (e.known == Known::Float || self.random.chance(30)) {
                    (format!("-> {} {text}", result.text()), result.clone(), Known::Yes, e.size)
                } else if wish.expected && e.known == Known::Float {
                    (text, result.clone(), Known::Yes, e.size)
                } else {
                    (text, result.clone(), e.known, e.size)
                }
            }
        }
    }

    /// A closure's parameter: binds its variables; gives its text.
    fn closure_parameter(&mut self, ty: &Type, wish: &Wish) -> String {
        let known = if wish.typed || (wish.expected && !wish.crosses) { Known::Yes } else { Known::No };
        let annotation = if wish.typed { format!(": {}", ty.text()) } else { String::new() };
        if let Type::Tuple(parts) = ty
            && wish.typed
            && self.random.chance(60)
        {
            return format!("{}{annotation}", self.bind_pattern(parts, 3.0));
        }
        if self.random.chance(3) && *ty == Type::Real && wish.typed {
            return format!("_{annotation}");
        }
        let mutable =
            self.features.mutation && ty.signature().is_none() && known == Known::Yes && self.random.chance(10);
        let name = if self.random.chance(10) { self.name() } else { self.fresh_name() };
        // Two parameters of one name are refused by rustc.
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let taken = self.variables[base..].iter().any(|variable| variable.name == name);
        let name = if taken { self.fresh_name() } else { name };
        let id = self.bind(name.clone(), ty.clone(), mutable, known, 3.0);
        if let Some(signature) = ty.signature()
            && let Some(variable) = self.variables.iter_mut().find(|variable| variable.id == id)
        {
            variable.escapes = signature.form == Form::Pointer;
        }
        format!("{}{name}{annotation}", if mutable { "mut " } else { "" })
    }

    /// A tuple pattern: binds its variables; gives its text.
    pub(super) fn bind_pattern(&mut self, parts: &[Type], size: f64) -> String {
        let mut texts = Vec::new();
        for part in parts {
            texts.push(match part {
                Type::Tuple(inner) if self.random.chance(50) => self.bind_pattern(inner, size),
                _ if self.random.chance(8) => "_".to_owned(),
                _ => {
                    let mutable = self.features.mutation && self.random.chance(15);
                    let name = self.fresh_name();
                    self.bind(name.clone(), part.clone(), mutable, Known::Yes, size);
                    format!("{}{name}", if mutable { "mut " } else { "" })
                }
            });
        }
        format!("({})", texts.join(", "))
    }

    /// A closure that is called where it stands.
    pub(super) fn immediate(&mut self, ty: &Type, depth: usize) -> Expr {
        let count = 1 + self.random.below(2);
        let params: Vec<Type> = (0..count).map(|_| self.first_order()).collect();
        let mut wish = Wish::of(params, ty.clone());
        wish.moves = self.random.chance(20);
        let plain = wish.params.iter().all(|ty| *ty == Type::Real);
        wish.typed = !(self.features.untyped_closures && plain && *ty == Type::Real && self.random.chance(40));
        let closure = self.closure(wish, depth);
        self.pinned.push(closure.borrows.clone());
        let arguments = self.arguments(&closure.signature.params, depth);
        self.pinned.pop();
        Expr::new(format!("({})({arguments})", closure.text), ATOM, closure.signature.known, closure.signature.size)
    }

    /// An argument that is a function; pins what it borrows.
    pub(super) fn function_argument(&mut self, wanted: &Signature, depth: usize) -> String {
        // What is passed cannot read arrays yet.
        self.hide_arrays();
        let text = self.function_without_arrays(wanted, depth);
        self.hidden.pop();
        text
    }

    fn function_without_arrays(&mut self, wanted: &Signature, depth: usize) -> String {
        let fits = |signature: &Signature| {
            signature.params == wanted.params && signature.result == wanted.result && signature.known == Known::Yes
        };
        match wanted.form {
            Form::Pointer => return self.pointer_argument(wanted, depth),
            Form::Dynamic => {}
            _ => {
                let passed = self.passed(wanted, depth);
                self.pinned.push(passed.borrows);
                return passed.text;
            }
        }
        let found =
            self.functions(|signature| fits(signature) && !matches!(signature.form, Form::Mutating | Form::Once));
        if !found.is_empty() && self.random.chance(60) {
            let id = *self.random.pick(&found);
            self.uses(id);
            self.pin(id);
            let variable = self.variable(id);
            let refers = |signature: &Rc<Signature>| matches!(signature.form, Form::Dynamic | Form::Reference);
            return if variable.ty.signature().is_some_and(refers) {
                variable.name.clone()
            } else {
                format!("&{}", variable.name)
            };
        }
        let mut wish = Wish::of(wanted.params.clone(), Type::Real);
        wish.typed = self.random.chance(50);
        wish.expected = true;
        wish.moves = self.random.chance(20);
        let closure = self.closure(wish, depth);
        self.pinned.push(closure.borrows.clone());
        format!("&{}", closure.text)
    }

    fn pointer_argument(&mut self, wanted: &Signature, depth: usize) -> String {
        let found = self.functions(|signature| {
            signature.params == wanted.params
                && signature.result == wanted.result
                && signature.known == Known::Yes
                && signature.closed
                && matches!(signature.form, Form::Shared | Form::Pointer)
        });
        if !found.is_empty() && self.random.chance(50) {
            let id = *self.random.pick(&found);
            self.uses(id);
            self.pin(id);
            return self.variable(id).name.clone();
        }
        if wanted.params.len() == 1 && self.random.chance(25) {
            return (*self.random.pick(&["ℝ::sin", "ℝ::tanh", "ℝ::cos", "ℝ::atan"])).to_owned();
        }
        let callees: Vec<usize> = (0..self.callees.len())
            .filter(|&index| {
                let function = &self.callees[index];
                function.params == wanted.params && function.has_gradient() && function.has_path()
            })
            .collect();
        if self.features.calls && !callees.is_empty() && self.random.chance(30) {
            return self.callees[*self.random.pick(&callees)].name.clone();
        }
        let mut wish = Wish::of(wanted.params.clone(), Type::Real);
        wish.typed = self.random.chance(50);
        wish.expected = true;
        wish.closed = true;
        self.closure(wish, depth).text
    }

    /// A block that gives a closure: `{ let k = …; move |a| a * k }`.
    pub(super) fn closure_of_block(&mut self, depth: usize) -> Closure {
        let start = self.variables.len();
        let statements = self.statements(1, depth);
        let mut wish = Wish::of(vec![Type::Real; 1 + self.random.below(2)], Type::Real);
        wish.moves = true;
        wish.escapes_to = Some(start);
        let mut closure = self.closure(wish, depth);
        self.leave(start);
        closure.text = format!("{{ {statements} {} }}", closure.text);
        // The block may have captured nothing of its own, but to coerce it would need more than a closure's text.
        closure.signature.closed = false;
        closure
    }

    /// The text of a closure that is itself an operand.
    #[must_use]
    pub(super) fn as_expr(closure: &Closure) -> Expr {
        Expr::new(closure.text.clone(), LOOSE, Known::Yes, 0.0)
    }
}

//! Statements and blocks.

use std::fmt::Write as _;
use std::rc::Rc;

use super::closures::{Closure, Wish};
use super::expressions::LARGE;
use super::state::{Bits, Expr, Form, Generator, Known, SUM, Signature, Storage, Type};

#[derive(Clone, Copy)]
enum Statement {
    Let,
    LetTuple,
    LetClosure,
    LetMade,
    LetGiven,
    LetAlias,
    LetMutating,
    LetDeferred,
    Assign,
    Compound,
    AssignTuple,
    Call,
    If,
    Match,
    Block,
    Retire,
    For,
    LetArray,
}

impl Generator<'_> {
    /// The body of the function.
    pub(super) fn function_body(&mut self, result: &Type) -> String {
        let start = self.variables.len();
        let count = 1 + self.fuel / 9;
        self.returns = *result == Type::Real;
        let mut statements = self.statements(count.min(9), 4);
        self.returns = false;
        // What is left is spent on the result.
        self.fuel = self.fuel.max(6);
        let e = self.value(result, 4);
        let e = if *result == Type::Real { self.summed(e) } else { e };
        self.leave(start);
        let _ = write!(statements, "{} ", e.text);
        format!("{{ {statements}}}")
    }

    /// The expression, and what else is at hand: calls of the closures in scope, and the latest variables.
    fn summed(&mut self, e: Expr) -> Expr {
        let mut sum = self.shrunk(e, LARGE);
        for _ in 0..4 {
            let callable = self.functions(|signature| signature.result == Type::Real);
            self.fuel = self.fuel.max(3);
            let callees = if self.structs.is_empty() { Vec::new() } else { self.callees(&Type::Real) };
            let term = match self.random.below(4) {
                0 | 3 if !callees.is_empty() => {
                    let index = *self.random.pick(&callees);
                    self.call_of_function(index, 2)
                }
                0 | 1 if !callable.is_empty() => {
                    let id = *self.random.pick(&callable);
                    self.call(id, 2)
                }
                2 => self.real(0),
                _ => continue,
            };
            let term = self.shrunk(term, LARGE);
            let known = if sum.known.min(term.known) == Known::No { Known::No } else { sum.known.max(term.known) };
            sum = Expr::new(format!("{} + {}", sum.within(SUM), term.within(SUM + 1)), SUM, known, LARGE);
        }
        sum
    }

    /// A block with a value. Its variables stay in scope for the caller to drop.
    pub(super) fn block(&mut self, ty: &Type, depth: usize) -> (String, Expr) {
        let start = self.variables.len();
        let returns = std::mem::replace(&mut self.returns, false);
        let count = self.random.weighted(&[(4, 0), (3, 1), (2, 2)]);
        let statements = self.statements(count, depth);
        let e = self.value(ty, depth);
        self.returns = returns;
        let e = if *ty == Type::Real { self.shrunk(e, LARGE) } else { e };
        self.leave(start);
        (format!("{{ {statements}{} }}", e.text), e)
    }

    /// A block without a value.
    pub(super) fn unit_block(&mut self, depth: usize) -> String {
        let start = self.variables.len();
        let mut text = "{ ".to_owned();
        if self.random.chance(30) {
            text.push_str(&self.statements(1, depth));
        }
        for _ in 0..=self.random.below(2) {
            match self.random.below(2) {
                0 => text.push_str(&self.assign(depth).unwrap_or_default()),
                _ => text.push_str(&self.compound_assign(depth).unwrap_or_default()),
            }
        }
        self.leave(start);
        text.push_str(" }");
        text
    }

    /// Statements, in the current scope.
    pub(super) fn statements(&mut self, count: usize, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let temporaries = self.temporaries.clone();
            let statement = self.statement(depth);
            self.temporaries = temporaries;
            if !statement.is_empty() {
                text.push_str(&statement);
                text.push(' ');
            }
        }
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        let features = self.features;
        let next = depth.saturating_sub(1);
        let deep = usize::from(depth > 1 && self.fuel > 0);
        let mutation = usize::from(features.mutation && !self.assignable().is_empty());
        let branches = usize::from(features.branches) * mutation * deep;
        let closures = usize::from(features.closures) * deep;
        let mutating = self.functions(|signature| signature.form == Form::Mutating);
        let choice = self.random.weighted(&[
            (20, Statement::Let),
            (6 * usize::from(features.tuples), Statement::LetTuple),
            (18 * closures, Statement::LetClosure),
            (8 * usize::from(features.returned_closures) * closures, Statement::LetMade),
            (14 * usize::from(self.has_givers()) * deep, Statement::LetGiven),
            (2 * closures, Statement::LetAlias),
            (10 * usize::from(features.mutating_closures) * closures, Statement::LetMutating),
            (3 * usize::from(features.branches && features.mutation) * deep, Statement::LetDeferred),
            (6 * mutation, Statement::Assign),
            (8 * mutation, Statement::Compound),
            (3 * mutation * usize::from(features.tuples), Statement::AssignTuple),
            (12 * usize::from(!mutating.is_empty()), Statement::Call),
            (5 * branches, Statement::If),
            (3 * branches, Statement::Match),
            (2 * deep, Statement::Block),
            (4 * usize::from(!mutating.is_empty()), Statement::Retire),
            (14 * usize::from(features.loops && features.mutation) * mutation * deep, Statement::For),
            (10 * usize::from(features.arrays), Statement::LetArray),
        ]);
        match choice {
            Statement::Let => self.let_value(next),
            Statement::LetTuple => self.let_tuple(next),
            Statement::LetClosure => {
                if self.random.chance(15) {
                    let closure = self.closure_of_block(next);
                    return self.let_closure(closure);
                }
                if self.features.untyped_closures && self.random.chance(15) {
                    return self.let_untyped(next);
                }
                let closure = self.shared_closure(next);
                self.let_closure(closure)
            }
            Statement::LetMade => self.let_made(next),
            Statement::LetGiven => self.let_given(next),
            Statement::LetAlias => {
                if self.features.branches && self.random.chance(40) {
                    return self.let_chosen(next);
                }
                self.let_alias()
            }
            Statement::LetMutating => self.let_mutating(next),
            Statement::LetDeferred => self.let_deferred(next),
            Statement::Assign => self.assign(next).unwrap_or_default(),
            Statement::Compound => self.compound_assign(next).unwrap_or_default(),
            Statement::AssignTuple => self.assign_tuple(next),
            Statement::Call => {
                let id = *self.random.pick(&mutating);
                format!("{};", self.call(id, next).text)
            }
            Statement::If => self.if_statement(next),
            Statement::Match => self.match_statement(next),
            Statement::Block => {
                let start = self.variables.len();
                let statements = self.statements(2, next);
                self.leave(start);
                format!("{{ {statements} }}")
            }
            Statement::For => self.loop_statement(next, None),
            Statement::LetArray => self.let_array(next),
            Statement::Retire => {
                let id = *self.random.pick(&mutating);
                if !self.is_pinned(id) {
                    self.retire(id);
                }
                String::new()
            }
        }
    }

    fn let_value(&mut self, depth: usize) -> String {
        let ty = self.first_order();
        let e = self.value(&ty, depth);
        let e = if ty == Type::Real { self.shrunk(e, LARGE) } else { e };
        let mutable = self.features.mutation && self.random.chance(35);
        let open = matches!(ty, Type::Struct(_)) && e.known == Known::Float && self.random.chance(50);
        let annotated = (e.known != Known::Yes && !open) || self.random.chance(15);
        let name = self.name();
        let annotation = if annotated { format!(": {}", ty.text()) } else { String::new() };
        let known = if annotated { Known::Yes } else { e.known };
        self.bind(name.clone(), ty, mutable, known, e.size);
        format!("let {}{name}{annotation} = {};", if mutable { "mut " } else { "" }, e.text)
    }

    fn let_tuple(&mut self, depth: usize) -> String {
        let mut parts = vec![Type::Real, self.part_type()];
        if self.random.chance(25) {
            parts.insert(self.random.below(3), Type::Tuple(vec![Type::Real, Type::Real]));
        }
        let ty = Type::Tuple(parts.clone());
        let e = self.value(&ty, depth);
        let annotation = if e.known == Known::Yes { String::new() } else { format!(": {}", ty.text()) };
        let pattern = self.bind_pattern(&parts, e.size);
        format!("let {pattern}{annotation} = {};", e.text)
    }

    pub(super) fn let_closure(&mut self, closure: Closure) -> String {
        let name = self.name();
        let mutable = closure.signature.form == Form::Mutating;
        let text = format!("let {}{name} = {};", if mutable { "mut " } else { "" }, Self::as_expr(&closure).text);
        let id = self.bind(name, Type::Function(Rc::new(closure.signature)), mutable, Known::Yes, 0.0);
        let variable = self.variables.iter_mut().find(|variable| variable.id == id).expect("the variable just bound");
        variable.borrows = closure.borrows;
        variable.holds = closure.holds;
        variable.escapes = closure.escapes;
        text
    }

    /// A closure without types, and its first call.
    fn let_untyped(&mut self, depth: usize) -> String {
        let closure = self.untyped_closure();
        let text = self.let_closure(closure);
        let id = self.variables.last().expect("the closure just bound").id;
        let e = self.call(id, depth);
        let name = self.fresh_name();
        self.bind(name.clone(), Type::Real, false, Known::Yes, e.size);
        format!("{text} let {name} = {};", e.text)
    }

    /// `let g = maker(a);`
    fn let_made(&mut self, depth: usize) -> String {
        let makers = self.functions(|signature| signature.result.signature().is_some());
        if makers.is_empty() {
            let closure = self.shared_closure(depth);
            return self.let_closure(closure);
        }
        let id = *self.random.pick(&makers);
        let maker = self.variable(id).clone();
        let signature = maker.ty.signature().expect("a maker").clone();
        let made = signature.result.signature().expect("a maker gives functions").clone();
        let text = self.call(id, depth).text;
        // Its arguments may have changed what the maker borrows only if the maker was not pinned, and it was.
        self.let_closure(Closure {
            text,
            signature: (*made).clone(),
            borrows: maker.borrows,
            holds: Bits::new(),
            escapes: maker.escapes,
        })
    }

    /// `let g = f;`, `let g = &f;`
    fn let_alias(&mut self) -> String {
        let found = self.functions(|signature| matches!(signature.form, Form::Shared | Form::Given));
        if found.is_empty() {
            return String::new();
        }
        let id = *self.random.pick(&found);
        self.uses(id);
        let function = self.variable(id).clone();
        let signature = function.ty.signature().expect("a function");
        let by_reference = self.random.chance(30) || (function.is_given() && !self.is_movable(id));
        let mut signature = (**signature).clone();
        let mut borrows = function.borrows.clone();
        if by_reference {
            borrows.insert(id);
            signature.closed = false;
            // A reference to a closure is no longer what `&dyn Fn` borrows from: keep it to calls.
            signature.form = Form::Reference;
        } else if function.is_given() {
            self.retire(id);
        }
        let text = format!("{}{}", if by_reference { "&" } else { "" }, function.name);
        self.let_closure(Closure {
            text,
            signature,
            borrows,
            holds: Bits::new(),
            escapes: function.escapes && !by_reference,
        })
    }

    /// `let s: &dyn Fn(ℝ) -> ℝ = if a < b { &f } else { &g };`, of closures that may have captured different things.
    fn let_chosen(&mut self, depth: usize) -> String {
        let fits = |signature: &Signature| {
            let plain = !matches!(signature.form, Form::Mutating | Form::Once);
            let known = signature.known == Known::Yes && !signature.result.has_function();
            plain && known && signature.params.iter().all(|ty| !matches!(ty, Type::Reference(_)))
        };
        self.hide_arrays();
        let found = self.functions(fits);
        if found.is_empty() {
            self.hidden.pop();
            return self.let_alias();
        }
        let first = *self.random.pick(&found);
        let signature = (**self.variable(first).ty.signature().expect("a function")).clone();
        let alike =
            self.functions(|other| fits(other) && other.params == signature.params && other.result == signature.result);
        let second = *self.random.pick(&alike);
        self.hidden.pop();
        let mut borrows = Bits::new();
        let mut texts = Vec::with_capacity(2);
        let mut size = signature.size;
        for id in [first, second] {
            self.uses(id);
            let function = self.variable(id).clone();
            let of = function.ty.signature().expect("a function");
            size = size.max(of.size);
            borrows.extend(&function.borrows);
            borrows.insert(id);
            let refers = matches!(of.form, Form::Dynamic | Form::Reference);
            texts.push(format!("{}{}", if refers { "" } else { "&" }, function.name));
        }
        self.pinned.push(borrows.clone());
        let condition = self.boolean(depth).text;
        self.pinned.pop();
        let signature = Signature { form: Form::Dynamic, closed: false, size, ..signature };
        let annotation = Type::Function(Rc::new(signature.clone())).text();
        let name = self.name();
        let text = format!("let {name}: {annotation} = if {condition} {{ {} }} else {{ {} }};", texts[0], texts[1]);
        let id = self.bind(name, Type::Function(Rc::new(signature)), false, Known::Yes, 0.0);
        let variable = self.variables.iter_mut().find(|variable| variable.id == id).expect("the variable just bound");
        variable.borrows = borrows;
        variable.escapes = false;
        text
    }

    /// A closure that changes what it captured.
    fn let_mutating(&mut self, depth: usize) -> String {
        let mut assignable = self.assignable();
        let mut text = String::new();
        if assignable.is_empty() || self.random.chance(40) {
            let name = self.fresh_name();
            let e = self.bounded(3.0, 1);
            let annotation = if e.known == Known::Yes { "" } else { ": ℝ" };
            let _ = write!(text, "let mut {name}{annotation} = {}; ", e.text);
            assignable.push(self.bind(name, Type::Real, true, Known::Yes, 4.0));
        }
        let mut changes = Bits::new();
        changes.insert(*assignable.last().expect("one was just added"));
        if self.random.chance(40) {
            changes.insert(*self.random.pick(&assignable));
        }
        // A closure that changes its own copy of a struct or of an array is refused, if the other one is used afterwards.
        let moves = self.random.chance(20)
            && changes.iter().all(|&id| !matches!(self.variable(id).ty, Type::Struct(_) | Type::Array(_)));
        if !moves {
            for &id in &changes {
                self.change(id);
            }
            // Now and then it calls another such closure.
            let others = self.functions(|signature| signature.form == Form::Mutating);
            if !others.is_empty() && self.random.chance(40) {
                changes.insert(*self.random.pick(&others));
            }
        }
        let count = self.random.below(3);
        let params: Vec<Type> = (0..count).map(|_| self.first_order()).collect();
        let result = if self.random.chance(40) { Type::Unit } else { self.first_order() };
        let mut wish = Wish::of(params, result);
        wish.changes = Some(changes);
        wish.moves = moves;
        let closure = self.closure(wish, depth);
        text.push_str(&self.let_closure(closure));
        text
    }

    fn let_deferred(&mut self, depth: usize) -> String {
        let name = self.fresh_name();
        let start = self.variables.len();
        let condition = self.boolean(2);
        let branch = |generator: &mut Self| {
            let count = generator.random.below(2);
            let statements = generator.statements(count, depth);
            let e = generator.bounded(LARGE, depth);
            generator.leave(start);
            (format!("{{ {statements} {name} = {}; }}", e.text), e.known)
        };
        let (then, _) = branch(self);
        let (other, _) = branch(self);
        let text = format!("let {name}: ℝ; if {} {then} else {other}", condition.text);
        self.bind(name, Type::Real, false, Known::Yes, LARGE);
        text
    }

    /// A place of a variable that may be changed: its text, the variable, the type.
    fn target(&mut self) -> Option<(String, u32, Type)> {
        let assignable = self.assignable();
        if assignable.is_empty() {
            return None;
        }
        let id = *self.random.pick(&assignable);
        let variable = self.variable(id);
        let (mut text, mut ty) = (variable.name.clone(), variable.ty.clone());
        if let Type::Array(storage) = ty {
            let index = self.index();
            return Some((storage.element(&text, &index), id, Type::Real));
        }
        let known = variable.known == Known::Yes;
        while known && !ty.parts().is_empty() && !self.random.chance(30) {
            let parts = ty.parts();
            let (name, part) = self.random.pick(&parts).clone();
            text = format!("{text}.{name}");
            ty = part.clone();
        }
        Some((text, id, ty))
    }

    /// The variable changes to what is about this big.
    fn changed(&mut self, id: u32, size: f64) {
        self.uses(id);
        self.change(id);
        if let Some(variable) = self.variables.iter_mut().find(|variable| variable.id == id) {
            variable.size = variable.size.max(size);
            variable.depends = false;
        }
    }

    fn assign(&mut self, depth: usize) -> Option<String> {
        let (text, id, ty) = self.target()?;
        let e = self.value(&ty, depth);
        let e = if ty == Type::Real { self.shrunk(e, LARGE) } else { e };
        let e = if matches!(ty, Type::Int(_)) && e.size > 30.0 { self.value(&ty, 0) } else { e };
        if !self.still_assignable(id) {
            return None;
        }
        self.changed(id, e.size);
        Some(format!("{text} = {};", e.text))
    }

    fn compound_assign(&mut self, depth: usize) -> Option<String> {
        let (text, id, ty) = self.target()?;
        let mut pinned = Bits::new();
        pinned.insert(id);
        self.pinned.push(pinned.clone());
        // On dual numbers, the element of a `Vec` is borrowed before the value is computed.
        let borrowed = matches!(self.variable(id).ty, Type::Array(Storage::Vec | Storage::Pairs | Storage::Vecs));
        self.hidden.push(if borrowed { pinned } else { Bits::new() });
        let (op, e) = match ty {
            Type::Real => {
                let op = *self.random.pick(&["+=", "-=", "*=", "+=", "/="]);
                match op {
                    "*=" => (op, self.bounded(2.0, depth)),
                    "/=" => {
                        let e = self.bounded(LARGE, depth);
                        let e = self.method(&e, "tanh", &[], 1.0);
                        (op, Expr::new(format!("⟨1.7⟩ + {}", e.text), 4, Known::Yes, 3.0))
                    }
                    _ => (op, self.bounded(4.0, depth)),
                }
            }
            Type::Int(_) => {
                (if self.random.chance(70) { "+=" } else { "%=" }, Expr::new("3".to_owned(), 7, Known::Yes, 3.0))
            }
            Type::Bool => ("|=", self.boolean(1)),
            Type::Struct(_) if !self.assigners(&ty).is_empty() => {
                let (op, other) = self.random.pick(&self.assigners(&ty)).clone();
                let e = self.value(&other, depth);
                // In an operator with a number or with another field, a field is taken for a number.
                if text.contains('.') && (other == Type::Real || e.known != Known::Yes) {
                    self.pinned.pop();
                    self.hidden.pop();
                    return None;
                }
                (op, if other == Type::Real { self.shrunk(e, 2.0) } else { e })
            }
            _ => {
                self.pinned.pop();
                self.hidden.pop();
                return None;
            }
        };
        self.pinned.pop();
        self.hidden.pop();
        if !self.still_assignable(id) {
            return None;
        }
        let size = self.variable(id).size;
        let whole = matches!(ty, Type::Real | Type::Struct(_));
        self.changed(id, if whole { (2.0 * size).min(30.0).max(size) } else { size + 3.0 });
        Some(format!("{text} {op} {};", e.text))
    }

    /// Whether what was evaluated since has not put the variable out of reach.
    fn still_assignable(&self, id: u32) -> bool {
        self.assignable().contains(&id)
    }

    /// `(a, b) = (b, a + b);`
    fn assign_tuple(&mut self, depth: usize) -> String {
        let reals: Vec<u32> = self.assignable().into_iter().filter(|&id| self.variable(id).ty == Type::Real).collect();
        if reals.len() < 2 {
            return self.assign(depth).unwrap_or_default();
        }
        let first = *self.random.pick(&reals);
        let second = *self.random.pick(&reals);
        if first == second {
            return String::new();
        }
        let (a, b) = (self.bounded(LARGE, depth.min(2)), self.bounded(LARGE, depth.min(2)));
        if !self.still_assignable(first) || !self.still_assignable(second) {
            return String::new();
        }
        self.changed(first, a.size);
        self.changed(second, b.size);
        format!("({}, {}) = ({}, {});", self.variable(first).name, self.variable(second).name, a.text, b.text)
    }

    /// The body of a branch that is there for what it changes.
    fn branch_block(&mut self, depth: usize) -> String {
        let start = self.variables.len();
        let mut text = "{ ".to_owned();
        let count = self.random.below(2);
        text.push_str(&self.statements(count, depth));
        for _ in 0..=self.random.below(2) {
            let statement = match self.random.below(3) {
                0 => self.assign(depth),
                1 => self.compound_assign(depth),
                _ => Some(self.assign_tuple(depth)),
            };
            text.push_str(&statement.unwrap_or_default());
            text.push(' ');
        }
        self.leave(start);
        text.push('}');
        text
    }

    /// `for i in 1..4 { …; a = …; }`, and its kin; `around` is the label of the loop that it stands in. What a turn changes is
    /// chosen before, because a later turn meets what an earlier one left: closures over it are dead in the loop, and it may be
    /// as big there as a turn leaves it.
    fn loop_statement(&mut self, depth: usize, around: Option<&str>) -> String {
        let reals: Vec<u32> = self.assignable();
        let reals: Vec<u32> =
            reals.into_iter().filter(|&id| matches!(self.variable(id).ty, Type::Real | Type::Array(_))).collect();
        let Some(&first) = (!reals.is_empty()).then(|| self.random.pick(&reals)) else { return String::new() };
        let second = *self.random.pick(&reals);
        let targets: Bits = [first, second].into_iter().collect();
        for &id in &targets {
            self.changed(id, LARGE);
        }
        let start = self.variables.len();
        let index = self.fresh_name();
        let label = format!("'{index}");
        let lent = self.arrays_that_stay(&targets);
        let mut looked = Bits::new();
        let (head, counter) = if self.features.arrays && !lent.is_empty() && self.random.chance(35) {
            let (head, arrays, elements) = self.loop_over_elements(&lent, &index, &label);
            for (name, size) in elements {
                self.bind(name, Type::Real, false, Known::Yes, size);
            }
            looked = arrays;
            (head, "usize")
        } else if self.features.arrays && self.random.chance(75) {
            (format!("{label}: for {index} in {} {{ BODY}}", self.bounds()), "usize")
        } else {
            (self.loop_head(&index, &label), "i32")
        };
        self.pinned.push(looked);
        self.bind(index.clone(), Type::Int(counter), false, Known::Yes, 4.0);
        let kept = std::mem::replace(&mut self.features.mutating_closures, false);
        let mut body = String::new();
        let count = self.random.below(3);
        for _ in 0..count {
            let statement = match self.random.below(4) {
                0 | 1 => self.let_value(depth),
                2 if self.features.closures => {
                    let closure = self.shared_closure(depth);
                    self.let_closure(closure)
                }
                3 if depth > 1 && self.fuel > 0 => self.loop_statement(depth - 1, Some(&label)),
                _ => self.let_tuple(depth),
            };
            let _ = write!(body, "{statement} {}", self.jump(&label, around));
        }
        self.features.mutating_closures = kept;
        for &id in &targets {
            if !self.still_assignable(id) {
                continue;
            }
            let value = self.bounded(LARGE, depth);
            if !self.still_assignable(id) {
                continue;
            }
            self.changed(id, LARGE);
            let mut name = self.variable(id).name.clone();
            if let Type::Array(storage) = self.variable(id).ty {
                name = storage.element(&name, &self.index());
            }
            let assigned = if self.random.chance(25) {
                let condition = self.boolean(1).text;
                format!("if {condition} {{ {name} = {}; }}", value.text)
            } else {
                format!("{name} = {};", value.text)
            };
            let _ = write!(body, "{assigned} {}", self.jump(&label, around));
        }
        self.pinned.pop();
        self.leave(start);
        head.replace("BODY", &body)
    }

    /// A loop of at most four turns with this index, and with `BODY` where its body is.
    fn loop_head(&mut self, index: &str, label: &str) -> String {
        if self.random.chance(50) {
            let ranges = ["0..3", "1..=3", "(0..4).rev()", "(-1..=2).rev()", "2..2", "0..1", "(-2..=3).step_by(2)"];
            let range = *self.random.pick(&ranges);
            return format!("{label}: for {index} in {range} {{ BODY}}");
        }
        let last = self.random.below(4);
        let more = if self.random.chance(50) { format!(" && ({})", self.boolean(1).text) } else { String::new() };
        let turns = if self.random.chance(60) {
            format!("while {index} < {last}{more} {{ {index} += 1; BODY}}")
        } else {
            format!("loop {{ {index} += 1; if {index} >= {last} {{ break; }} BODY}}")
        };
        format!("{{ let mut {index}: i32 = -1; {label}: {turns} }}")
    }

    /// Now and then, what leaves the loop with this label or the one around.
    fn jump(&mut self, label: &str, around: Option<&str>) -> String {
        if !self.random.chance(20) {
            return String::new();
        }
        if self.returns && self.frames.is_empty() && self.random.chance(30) {
            let condition = self.boolean(1).text;
            let value = self.bounded(LARGE, 1).text;
            return format!("if {condition} {{ return {value}; }} ");
        }
        let label = around.filter(|_| self.random.chance(40)).unwrap_or(label);
        let word = *self.random.pick(&["break", "continue"]);
        let condition = self.boolean(1).text;
        format!("if {condition} {{ {word} {label}; }} ")
    }

    fn if_statement(&mut self, depth: usize) -> String {
        let condition = self.boolean(2).text;
        let mut text = format!("if {condition} {}", self.branch_block(depth));
        if self.random.chance(30) {
            let condition = self.boolean(1).text;
            let _ = write!(text, " else if {condition} {}", self.branch_block(depth));
        }
        if self.random.chance(50) {
            let _ = write!(text, " else {}", self.branch_block(depth));
        }
        text
    }

    fn match_statement(&mut self, depth: usize) -> String {
        let (scrutinee, patterns) = self.scrutinee(2);
        let start = self.variables.len();
        let mut text = format!("match {scrutinee} {{");
        for (pattern, binding) in patterns {
            if let Some((name, ty)) = binding {
                self.bind(name, ty, false, Known::Yes, LARGE);
            }
            let _ = write!(text, " {pattern} => {}", self.branch_block(depth));
            self.leave(start);
        }
        text.push_str(" }");
        text
    }
}

//! How operations are written that need more than one expression. The others are in [`expression`](super::expression).

use std::borrow::Cow;
use std::collections::HashSet;

use hypernet::{
    ArrayOp, Consumer, EdgeId, Field, Foreign, Form as View, Label, Operation, Primitive, Producer, Record, Type,
    WireId,
};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::convention::Form;
use super::expression::user_expression;
use super::kept::cloned;
use super::live::is_taken_out;
use super::located;
use super::macros::is_copied;
use super::storage::is_storing;
use super::syntax::{Expr, Pattern, Statement};
use super::value::{Value, has_default};
use super::walk::{WIDTH, Walk};
use crate::holes::{Declared, fill_holes, hole, name_hole};
use crate::input::opened::EACH;
use crate::lower::array_at;
use crate::program::{Bracket, Callee, Shape};
use crate::texts::TextMap;

impl Walk<'_> {
    /// Emits an operation other than `cond`.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other operation is one expression: `expression` names them all"
    )]
    pub(super) fn operation(&mut self, operation: &Operation, id: EdgeId) {
        let edge = self.net.edge(id);
        let (sources, targets) = (edge.sources(), edge.targets());
        match operation {
            _ if targets.first().is_some_and(|&target| is_storing(self.net, operation, target)) => {
                self.hold(targets[0]);
            }
            Operation::Expect(_) if matches!(self.value(sources[0]), Some(Value::Stored(_))) => {
                if let Some(value) = self.value(sources[0]) {
                    self.set(targets[0], &value);
                }
            }
            Operation::Expect(ty) if !has_default(ty) => {
                let (mut operands, ordered) = self.operands(sources);
                let option = operands.pop().unwrap_or(Expr::Tuple(Vec::new()));
                self.expect(option, ty, targets[0], ordered || operation.may_panic());
            }
            Operation::Function(function) => {
                self.set(targets[0], &Value::Function(function.clone()));
            }
            Operation::Foreign(foreign) => self.foreign(foreign, id),
            Operation::Array(op, array) => self.array(op, array, id),
            Operation::Ordered(op, name) => {
                let (operands, _) = self.operands(&sources[..op.arity()]);
                let expr = self.host.expression(&Operation::Discrete(*op, name.clone()), operands);
                self.define(targets[0], expr, true, "value");
            }
            Operation::Unpack(parts) => self.unpack(sources[0], targets, parts),
            Operation::Record(record) | Operation::Update(record) => {
                self.record(operation, record, id);
            }
            // Each use has a zero of its own: they may be of different types.
            Operation::Zero(ty @ Type::Cotangent(_)) => {
                let zero = self.host.default(ty);
                self.set_atom(targets[0], zero);
            }
            Operation::View(View::Said(id), _) => {
                let ty = self.host.program.code.types.get(*id as usize).cloned();
                self.said(sources, targets[0], ty.unwrap_or_default());
            }
            Operation::Same(_, to @ Type::Real(_)) => {
                let ty = self.host.ty(to).unwrap_or_default();
                self.said(sources, targets[0], ty);
            }
            Operation::View(View::Moved, _) => {
                self.read_before(sources);
                self.flush();
                self.same(sources[0], targets[0]);
            }
            Operation::View(View::Second, _) if is_taken_out(self.net, sources[0]) => {
                let (operands, _) = self.operands(sources);
                let second = self.host.expression(operation, operands);
                self.define(targets[0], second, true, "kept");
                // The struct may be moved away.
                self.flush();
            }
            Operation::View(View::Crossing(number), ty) => self.crossed(sources[0], targets[0], ty, *number),
            Operation::Project(record) => self.project(record, sources[0], targets[0]),
            Operation::Detach(record) => self.detach(record, sources[0], targets),
            Operation::Plus(ty @ Type::Tuple(_)) => {
                let mut operands = self.atoms(sources);
                if let (Some(right), Some(left)) = (operands.pop(), operands.pop()) {
                    let sum = self.host.plus(ty, left, right);
                    self.define(targets[0], sum, false, "sum");
                }
            }
            Operation::Primitive(Primitive::SinCos, scalar) => {
                let (operands, ordered) = self.operands(sources);
                let call = self.host.primitive(Primitive::SinCos, scalar, operands);
                match targets {
                    [sine, cosine] if self.live.uses(*sine) + self.live.uses(*cosine) > 0 => {
                        let pattern = Pattern::Tuple(vec![self.pattern(*sine, "sin"), self.pattern(*cosine, "cos")]);
                        self.let_pattern(pattern, call, ordered);
                    }
                    _ => {}
                }
            }
            _ => {
                let kept = matches!(operation, Operation::Present(_)).then(|| self.slot_name(sources[0])).flatten();
                if let Operation::Present(_) = operation {
                    self.read_before_left(sources);
                }
                self.before_moves(sources);
                let form = if let Operation::Pack(parts) = operation { Form::Boundary(parts) } else { Form::Internal };
                let (operands, ordered) = if is_open_reference(operation) {
                    // What is referred to has to last as long as a variable.
                    (self.atoms(sources), false)
                } else {
                    // Each arm has lines of its own. What gets a name is computed before, whichever arm is taken.
                    let lines = if matches!(operation, Operation::Select(_)) { 3 } else { 1 };
                    self.operands_within(sources, lines * WIDTH, form)
                };
                let name = kept.map_or_else(|| name(operation, &operands), Cow::Owned);
                let expr = self.host.expression(operation, operands);
                self.define(targets[0], expr, ordered || operation.may_panic(), &name);
            }
        }
    }

    /// The same value, said to be of this type.
    fn said(&mut self, sources: &[WireId], target: WireId, ty: TokenStream) {
        let (operands, ordered) = self.operands(sources);
        let pattern = match self.pattern(target, "value") {
            Pattern::Variable(ident) => Pattern::Typed(ident, ty),
            pattern @ (Pattern::Wild
            | Pattern::Typed(..)
            | Pattern::Mutable(_)
            | Pattern::Reference(_)
            | Pattern::Tuple(_)
            | Pattern::Of(..)
            | Pattern::Tokens(_)) => pattern,
        };
        self.let_pattern(pattern, operands.into_iter().next().unwrap_or(Expr::Tuple(Vec::new())), ordered);
    }

    /// A field of a struct, or of a cotangent.
    fn project(&mut self, record: &Record, source: WireId, target: WireId) {
        let base = self.slot_name(source);
        let (mut operands, ordered) = self.operands(&[source]);
        let Some((field, _)) = record.fields.first() else { return };
        let like = base.map_or_else(|| field.to_string(), |base| format!("{base}_{field}"));
        let base = operands.pop().unwrap_or(Expr::Tuple(Vec::new()));
        if self.net.wire(target).ty().is_array() && !record.is_cotangent() {
            let way: Vec<String> = field.way().iter().map(ToString::to_string).collect();
            // A parameter that refers to an array by another name is a reference to it.
            let array = if way.is_empty() && self.is_reference_param(&base) {
                base
            } else {
                Expr::Tokens(array_at(&way, &base.primary_tokens(), &self.host.backprop), true)
            };
            if way.iter().any(|step| step == EACH) {
                self.given_array(target, array, &like);
            } else {
                self.borrowed_array(target, array, &like);
            }
            return;
        }
        let mut field = Expr::Member(Box::new(base), self.host.member(field));
        if field.is_place() && self.is_lent_field(target) {
            return self.set_atom(target, field);
        }
        if self.is_shared_cotangent(source)
            && matches!(self.net.wire(target).ty(), Type::Cotangent(_) | Type::Array(_))
            && !self.is_taken_apart(source)
        {
            field = Expr::UserMethod(Box::new(field), quote!(clone), Vec::new());
        }
        // It may wait in what is computed of it.
        let ordered = ordered || !record.is_cotangent() && self.is_moved_by_runtime(source);
        self.define(target, field, ordered, &like);
    }

    /// Whether a field of a struct is only lent, where it stands: it need not be `Copy`.
    fn is_lent_field(&self, field: WireId) -> bool {
        let ty = self.net.wire(field).ty();
        let is_known = !matches!(ty, Type::Opaque(_)) && *ty != Type::unnamed_discrete();
        !is_known && self.live.uses(field) > 0 && self.is_lent_alone(field)
    }

    /// Whether nothing is done with a struct but to take fields out, each once, where it stands: so each can be moved.
    fn is_taken_apart(&self, wire: WireId) -> bool {
        let root = self.net.root(wire);
        let (level, takers) = (self.net.wire(root).level(), self.takers(root));
        let mut fields: Vec<&Field> = Vec::with_capacity(takers.len());
        for &(id, _) in &takers {
            let edge = self.net.edge(id);
            let Label::Operation(Operation::Project(record)) = edge.label() else { return false };
            let [(field, _)] = record.fields.as_slice() else { return false };
            if edge.level() != level || fields.iter().any(|other| other.overlaps(field)) {
                return false;
            }
            fields.push(field);
        }
        usize::try_from(self.live.uses(root)) == Ok(takers.len())
    }

    /// Whether this is a parameter that is a reference.
    pub(super) fn is_reference_param(&self, expr: &Expr) -> bool {
        let Expr::Variable(name) = expr else { return false };
        let mut params = self.host.program.params.iter();
        params.any(|param| param.name == *name && matches!(param.ty, syn::Type::Reference(_)))
    }

    /// The edges that take this wire, or a copy of it, with the place where they do.
    pub(super) fn takers(&self, wire: WireId) -> Vec<(EdgeId, u32)> {
        let (mut pending, mut found) = (vec![wire], Vec::new());
        while let Some(wire) = pending.pop() {
            let Consumer::Source(id, port) = self.net.wire(wire).consumer() else { continue };
            let edge = self.net.edge(id);
            if *edge.label() == Label::Copy {
                pending.extend(edge.targets());
            } else if *edge.label() != Label::Discard {
                found.push((id, port));
            }
        }
        found
    }

    /// Whether something else looks at a struct later than this edge, which changes a field of it: it need not be `Copy`.
    pub(super) fn is_looked_at_after(&self, wire: WireId, id: EdgeId) -> bool {
        let looks = |&(taker, _): &(EdgeId, u32)| {
            let edge = self.net.edge(taker);
            let is_live = || edge.targets().iter().any(|&wire| self.live.uses(wire) > 0);
            match edge.label() {
                // Fields have been read before, but for those that are lent.
                Label::Operation(Operation::Project(_)) => {
                    let field = edge.targets()[0];
                    self.is_lent_field(field) && self.is_looked_at_after(field, id)
                }
                Label::Copy | Label::Discard => false,
                Label::Abstraction => is_live(),
                Label::Eval => !self.is_done(taker),
                // It is written where it is used.
                Label::Operation(Operation::View(..)) => {
                    !self.is_done(taker) && is_live() || self.is_looked_at_after(edge.targets()[0], id)
                }
                Label::Operation(_) | Label::Frame(_) => !self.is_done(taker) && is_live(),
            }
        };
        self.is_given(wire) || self.takers(self.net.root(wire)).iter().any(|taker| taker.0 != id && looks(taker))
    }

    /// Whether this wire, or a copy of it, is given by its level.
    pub(super) fn is_given(&self, wire: WireId) -> bool {
        let mut pending = vec![self.net.root(wire)];
        while let Some(wire) = pending.pop() {
            if let Consumer::Output(_) = self.net.wire(wire).consumer() {
                return true;
            }
            if let Some((id, _)) = self.net.consumer_edge(wire)
                && *self.net.edge(id).label() == Label::Copy
            {
                pending.extend(self.net.edge(id).targets());
            }
        }
        false
    }

    /// Whether something wants a struct after this edge, which moves it: it need not be `Copy`.
    pub(super) fn is_struct_wanted(&self, wire: WireId, id: EdgeId) -> bool {
        matches!(self.net.wire(wire).ty(), Type::Opaque(_)) && self.is_looked_at_after(wire, id)
    }

    /// Whether a field of a struct is changed where the struct stands.
    pub(super) fn is_changed(&self, wire: WireId) -> bool {
        let updates = |&(id, _): &(EdgeId, u32)| matches!(self.net.edge(id).label(), Label::Operation(Operation::Update(record)) if !record.is_cotangent());
        self.takers(self.net.root(wire)).iter().any(updates)
    }

    /// Reads what is read of a struct before it is moved: it need not be `Copy`. The others are what its fields become.
    pub(super) fn read_before(&mut self, sources: &[WireId]) {
        self.read_fields(sources[0]);
        for &field in &sources[1..] {
            self.fix(field);
        }
    }

    /// Reads what is read of the struct on this wire.
    pub(super) fn read_fields(&mut self, of: WireId) {
        let mut pending = vec![self.net.root(of)];
        while let Some(wire) = pending.pop() {
            let Some((id, _)) = self.net.consumer_edge(wire) else { continue };
            let edge = self.net.edge(id);
            match edge.label() {
                Label::Copy => pending.extend(edge.targets()),
                Label::Operation(Operation::Project(_)) if self.live.uses(edge.targets()[0]) > 0 => {
                    let field = edge.targets()[0];
                    if self.value(field).is_none() {
                        self.edge(id);
                    }
                    self.fix_around(field);
                }
                Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => {}
            }
        }
    }

    /// Fixes a value, or what still waits and is computed of it where it stands.
    pub(super) fn fix_around(&mut self, wire: WireId) {
        let mut pending = vec![wire];
        while let Some(wire) = pending.pop() {
            if !self.is_spent(wire) {
                self.fix(wire);
                continue;
            }
            for (taker, _) in self.takers(self.net.root(wire)) {
                pending.extend(self.net.edge(taker).targets().iter().filter(|&&wire| self.value(wire).is_some()));
            }
        }
    }

    /// What a function takes: an element of an array is a clone, and is cloned once more where something else wants it too. Functions of the runtime
    /// give back what they take.
    pub(super) fn elements_again(&self, wires: &[WireId], exprs: Vec<Expr>, callee: Option<&Callee>) -> Vec<Expr> {
        let is_of_runtime = matches!(callee, Some(Callee::Part(..) | Callee::Second(..)));
        let is_wanted_again = |wire: WireId| {
            let root = self.net.root(wire);
            let takers = self.takers(root);
            let is_shared = takers.len() + usize::from(self.is_given(root)) > 1;
            if !matches!(self.net.wire(root).ty(), Type::Opaque(_)) || !is_shared {
                return false;
            }
            let is_read = match self.net.wire(root).producer() {
                Producer::Target(read, 1) => {
                    matches!(
                        self.net.edge(read).operation(),
                        Some(Operation::Array(ArrayOp::Get(_) | ArrayOp::Take(_), _))
                    )
                }
                Producer::Target(..) | Producer::Input(_) | Producer::Open => false,
            };
            // What has been written to an element is what is read of it. What a branch leaves for the reverse pass leaves it, also in a tuple, and
            // a backpropagator keeps what it captures.
            let wants = |&(id, _): &(EdgeId, u32)| match self.net.edge(id).label() {
                Label::Operation(operation) => {
                    matches!(
                        operation,
                        Operation::Array(ArrayOp::Set(_), _) | Operation::Present(_) | Operation::Pack(_)
                    )
                }
                Label::Abstraction => true,
                Label::Copy | Label::Discard | Label::Eval | Label::Frame(_) => false,
            };
            is_read || !is_of_runtime && self.is_given(root) || takers.iter().any(wants)
        };
        let again = |(&wire, expr): (&WireId, Expr)| {
            if is_wanted_again(wire) { cloned(Expr::Borrow(Box::new(expr))) } else { expr }
        };
        wires.iter().zip(exprs).map(again).collect()
    }

    fn unpack(&mut self, source: WireId, targets: &[WireId], parts: &[Type]) {
        if let Some(Value::Stored(storage)) = self.value(source) {
            return self.unpack_stored(&storage, targets);
        }
        let (mut operands, ordered) = self.operands(&[source]);
        match operands.pop() {
            Some(tuple) if tuple.is_atom() && !self.is_behind(source) && !self.has_names(targets, parts) => {
                for ((index, &wire), ty) in (0u32..).zip(targets).zip(parts) {
                    self.set_received(wire, Expr::Field(Box::new(tuple.clone()), index), ty);
                }
            }
            Some(tuple) => {
                let received = targets.iter().zip(parts).map(|(&wire, ty)| self.received(wire, "part", Some(ty)));
                let pattern = Pattern::Tuple(received.collect());
                if self.is_behind(source) {
                    let pattern = self.lent_pattern(pattern, self.net.wire(source).ty());
                    self.let_pattern(pattern, Expr::Unary('*', Box::new(tuple)), ordered);
                    return self.clone_parts();
                }
                self.let_pattern(pattern, tuple, ordered);
            }
            None => {}
        }
    }

    /// Whether one of the parts of a tuple needs a variable: an array, and a struct that is looked at before it is moved.
    fn has_names(&self, wires: &[WireId], parts: &[Type]) -> bool {
        wires.iter().zip(parts).any(|(&wire, ty)| match ty {
            Type::Array(_) | Type::Undone(_) => true,
            Type::Opaque(_) => self.live.uses(wire) > 1,
            Type::Real(_)
            | Type::Discrete(_)
            | Type::Function(_)
            | Type::Tuple(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Look(_)
            | Type::World => false,
        })
    }

    fn foreign(&mut self, foreign: &Foreign, id: EdgeId) {
        let edge = self.net.edge(id);
        let plain = |wires: &[WireId]| -> Vec<WireId> {
            wires.iter().copied().filter(|&wire| *self.net.wire(wire).ty() != Type::World).collect()
        };
        let (sources, targets) = (plain(edge.sources()), plain(edge.targets()));
        let Some(code) = self.host.program.code.foreigns.get(foreign.id as usize) else { return };
        match code.bracket {
            Some(Bracket::Begin) => return self.begin_block(),
            Some(Bracket::End(place)) => return self.end_block(edge.level(), &sources, &targets, place),
            Some(Bracket::Nothing) => return self.no_block(&sources, &targets),
            None => {}
        }
        let (tokens, result) = (code.tokens.clone(), code.result.clone());
        let mut operands: Vec<TokenStream> = self.atoms(&sources).iter().map(Expr::primary_tokens).collect();
        for (variable, name) in &code.variables {
            if let (Some(operand), Some(&source)) = (operands.get_mut(*variable), sources.get(*variable))
                && !(name.is_some() && is_copied(self.net.wire(source).ty()))
                // `self` is a variable as others are.
                && syn::parse2::<Ident>(operand.clone()).is_err()
                && syn::parse2::<syn::Token![self]>(operand.clone()).is_err()
            {
                let ident = match name {
                    Some(name) => name.clone(),
                    None => self.fresh("value"),
                };
                let value = Expr::Tokens(std::mem::take(operand), true);
                self.push(Statement::Let(Pattern::Variable(ident.clone()), value));
                if name.is_some() {
                    // The macro may look at the name alone.
                    let look = Expr::Borrow(Box::new(Expr::Variable(ident.clone())));
                    self.push(Statement::Let(Pattern::Wild, look));
                }
                *operand = quote!(#ident);
            }
        }
        self.apart(&code.declared, &mut operands);
        let filled = self.with_names(code, (&sources, &mut operands), |operands| fill(tokens, operands));
        if let Some(pattern) = code.pattern.clone() {
            let expr = match code.passed.clone().and_then(|path| self.probed(path, filled.clone())) {
                Some(expr) => expr,
                None => Expr::Tokens(filled, false),
            };
            self.verbatim(pattern, &targets, expr);
            if code.open && self.host.depends.is_some() {
                for name in self.atoms(&targets) {
                    if let Expr::Variable(ident) = &name {
                        self.push(Statement::Let(Pattern::Variable(ident.clone()), self.host.depending(name)));
                    }
                }
            }
            return;
        }
        if code.diverges {
            self.diverge(Expr::Tokens(filled, false));
            for &target in &targets {
                self.set_atom(target, Expr::Tokens(quote!(::core::unreachable!()), true));
            }
            return;
        }
        let expr = match code.passed.clone().and_then(|path| self.probed(path, filled.clone())) {
            Some(expr) => expr,
            None => user_expression(filled),
        };
        let expr = if code.lasts {
            if targets.iter().all(|&target| self.live.uses(target) == 0) {
                self.flush();
                return self.push(Statement::During(Pattern::Wild, expr));
            }
            self.during(&targets, expr)
        } else {
            expr
        };
        // A number of the host's that meets others is taken for one of their type: of another, rustc says so, where the user wrote it.
        let number = match &result {
            Shape::Leaf(Type::Real(scalar)) => {
                let scalar = self.host.scalar(scalar);
                Some(self.host.if_written(&scalar).unwrap_or(scalar))
            }
            Shape::Leaf(_) | Shape::Tuple(_) => None,
        };
        let expr = match code.written.clone().or(number) {
            Some(ty) if !targets.is_empty() => {
                let ident = self.fresh("value");
                self.let_pattern(Pattern::Typed(ident.clone(), ty), expr, true);
                Expr::Variable(ident)
            }
            _ => expr,
        };
        match &result {
            Shape::Leaf(_) if !targets.is_empty() => self.define(targets[0], expr, true, "value"),
            Shape::Tuple(parts) if !parts.is_empty() => {
                let pattern = self.shape_pattern(&result, &mut targets.iter().copied());
                self.let_pattern(pattern, expr, true);
            }
            Shape::Leaf(_) | Shape::Tuple(_) => self.define_all(&[], expr, true, ""),
        }
    }

    /// Code whose temporaries last until the end of the block at hand; gives what it gives.
    fn during(&mut self, targets: &[WireId], expr: Expr) -> Expr {
        self.flush();
        let name = targets.first().and_then(|&target| self.name_of(target)).unwrap_or_else(|| "value".into());
        let ident = self.fresh(&name);
        self.push(Statement::During(Pattern::Variable(ident.clone()), expr));
        Expr::Variable(ident)
    }

    /// A `let` with the user's own pattern: what it binds lives until the end of the block, be it used or not.
    fn verbatim(&mut self, pattern: TokenStream, targets: &[WireId], expr: Expr) {
        let (mut holes, mut names) = (Vec::new(), Vec::new());
        for (index, &wire) in targets.iter().enumerate() {
            let name = self.name_of(wire).unwrap_or_else(|| "value".into());
            let unused = self.live.uses(wire) == 0 && !name.starts_with('_');
            let ident = self.fresh(&if unused { format!("_{name}") } else { name.to_string() });
            self.set_atom(wire, Expr::Variable(ident.clone()));
            holes.push(name_hole(index));
            names.push(quote!(#ident));
        }
        let pattern = Pattern::Tokens(fill_holes(pattern, &holes, &names));
        self.flush();
        self.scope().owns = true;
        self.push(Statement::Let(pattern, expr));
    }

    /// Gives names of their own to operands that would be taken for what the code declares itself.
    fn apart(&mut self, declared: &Declared, operands: &mut [TokenStream]) {
        let names: HashSet<&str> = declared.names.iter().map(|(name, _)| name.as_str()).collect();
        let mentioned = |operand: &TokenStream| {
            operand.clone().into_iter().find_map(|token| match token {
                TokenTree::Ident(ident) => Some(ident.to_string()).filter(|name| names.contains(name.as_str())),
                TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
            })
        };
        let mut renamed: TextMap<TokenStream> = TextMap::default();
        for (hole, mut around) in declared.around() {
            let Some(operand) = operands.get_mut(hole) else { continue };
            let Some(name) = mentioned(operand).filter(|name| around.any(|around| around == name)) else { continue };
            *operand = renamed
                .entry(operand.to_string())
                .or_insert_with(|| {
                    let ident = self.fresh(&name);
                    self.push(Statement::Let(Pattern::Variable(ident.clone()), Expr::Tokens(operand.clone(), true)));
                    quote!(#ident)
                })
                .clone();
        }
    }

    /// A call that is left as it is and may give a function: that is its adjoint, if the called function has a companion.
    fn probed(&self, mut path: syn::ExprPath, call: TokenStream) -> Option<Expr> {
        let Some(TokenTree::Group(arguments)) = call.into_iter().last() else { return None };
        let arguments = arguments.stream();
        let comma = (!arguments.is_empty()).then(|| quote!(,));
        let (module, given) = (self.host.private(&quote!(probe)), self.host.private(&quote!(claims::given)));
        let at = path.path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let called = path.clone();
        let (given, constant) = (located(given, at), quote_spanned!(at=> function_without_differentiable::__constant));
        let constant = enclosed(constant, quote!(#called, (#arguments #comma)), at);
        let given = enclosed(given, constant, at);
        if let Some(last) = path.path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let block = quote!({
            use #module::*;
            use #path as function_without_differentiable;
            #given
        });
        Some(Expr::Tokens(block, false))
    }

    fn shape_pattern(&mut self, shape: &Shape, wires: &mut dyn Iterator<Item = WireId>) -> Pattern {
        match shape {
            Shape::Leaf(_) => wires.next().map_or(Pattern::Wild, |wire| self.pattern(wire, "value")),
            Shape::Tuple(parts) => Pattern::Tuple(parts.iter().map(|part| self.shape_pattern(part, wires)).collect()),
        }
    }
}

/// Whether this is a reference to a value of which nothing is known, so that it may be a function.
fn is_open_reference(operation: &Operation) -> bool {
    matches!(operation, Operation::View(View::OpenReference | View::Passed, _))
}

/// What to call the result of an operation.
#[expect(clippy::wildcard_enum_match_arm, reason = "names that say more are a nicety")]
fn name(operation: &Operation, operands: &[Expr]) -> Cow<'static, str> {
    let plain = match operation {
        Operation::Primitive(primitive, _) => match primitive {
            Primitive::Neg => "negative",
            Primitive::Add => "sum",
            Primitive::Sub => "difference",
            Primitive::Mul => "product",
            Primitive::Div => "quotient",
            Primitive::Rem => "remainder",
            other => {
                // The sine of `x` is called `sin_x`.
                return match operands {
                    [Expr::Variable(ident)] if ident.to_string().len() <= 12 => {
                        Cow::Owned(format!("{}_{ident}", other.name()))
                    }
                    _ => Cow::Borrowed(other.name()),
                };
            }
        },
        Operation::Plus(_) => "sum",
        Operation::Zero(_) | Operation::Absent(_) => "zero",
        Operation::Constant(..) => "constant",
        Operation::Compare(..) => "condition",
        Operation::Cast(..) => "converted",
        Operation::Select(_) => "selected",
        Operation::Pack(_) => "tuple",
        _ => "value",
    };
    Cow::Borrowed(plain)
}

/// A call of a function, with its parentheses at this place.
fn enclosed(mut function: TokenStream, arguments: TokenStream, at: Span) -> TokenStream {
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(at);
    function.extend([TokenTree::Group(arguments)]);
    function
}

/// The user's tokens, with what goes in the holes.
fn fill(tokens: TokenStream, operands: &[TokenStream]) -> TokenStream {
    let holes: Vec<Ident> = (0..operands.len()).map(hole).collect();
    fill_holes(tokens, &holes, operands)
}

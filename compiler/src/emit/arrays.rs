//! Arrays. An array stays where it was made, and is read and written there.
//!
//! All wires of an array, from where it comes into the code to where it ends, stand for one variable. A read is written in its
//! place in the order, so it comes before what overwrites the element.

use hypernet::ids::IdSet;

use hypernet::{Along, ArrayOp, EdgeId, Layout, Level, Position, Type, WireId};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::elements::place;
use super::syntax::{Expr, Pattern, Statement};
use super::walk::Walk;

impl Walk<'_> {
    /// An operation on an array.
    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(super) fn array(&mut self, op: &ArrayOp, array_type: &Type, id: EdgeId) {
        let array = array_type;
        let edge = self.net.edge(id);
        let (mut sources, targets) = (edge.sources(), edge.targets());
        if op.is_ordered() {
            sources = &sources[..sources.len() - 1];
        }
        match op {
            ArrayOp::Get(at) => {
                self.read(at, id, sources, targets[1], true);
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Read(at) => self.read(at, id, sources, targets[0], !at.known),
            // It is that of now, unless nothing writes to the array.
            ArrayOp::Len(at) => {
                self.length(at, sources, targets[1], true);
                self.same(sources[0], targets[0]);
            }
            ArrayOp::LookLen(at) => self.length(at, sources, targets[0], !at.known),
            ArrayOp::Set(_) | ArrayOp::AddAt(_) if self.reached.contains_key(&id) => {
                let adds = matches!(op, ArrayOp::AddAt(_));
                let (mut operands, reach) = self.through(id, sources);
                self.flush();
                let value = operands.pop().expect("what is written comes last");
                self.push(reach.write(operands, adds, has_assignment(array), value));
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Set(at) => {
                let given = sources[1 + at.operands()];
                if is_of_structs(array) {
                    self.read_before(&[given]);
                }
                let (place, value) = self.written(at, sources);
                let value = self.handed_over(value, given, id);
                self.push(Statement::Store(place, None, value));
                self.same(sources[0], targets[0]);
            }
            ArrayOp::AddAt(at) => {
                let (place, value) = self.written(at, sources);
                self.push(if is_of_structs(array) {
                    self.accumulated(place, value)
                } else if has_assignment(array) {
                    Statement::add(place, value)
                } else {
                    let sum = Expr::Binary(super::syntax::Binary::ADD, Box::new([place.clone(), value]));
                    Statement::Store(place, None, sum)
                });
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Look | ArrayOp::Lane => {
                self.same(sources[0], targets[0]);
                self.same(sources[0], targets[1]);
            }
            ArrayOp::Part(part) if part.known => {
                let place = self.part(part, sources);
                self.set_atom(targets[0], place);
            }
            ArrayOp::Part(part) => self.looked_at(part, sources, targets[0]),
            ArrayOp::GiveBack | ArrayOp::Undo | ArrayOp::Settle(_) => self.same(sources[0], targets[0]),
            ArrayOp::After => {
                self.same(sources[0], targets[0]);
                self.same(sources[1], targets[1]);
            }
            ArrayOp::Shape => {
                let shape = self.shape(array_type, sources[0]);
                self.define(targets[1], shape, true, "shape");
                self.same(sources[0], targets[0]);
            }
            ArrayOp::ShapeAt(at) => {
                let (operands, _) = self.operands(sources);
                self.flush();
                let shape = self.shape_of_struct(place(at, operands));
                self.define(targets[1], shape, true, "shape");
                self.same(sources[0], targets[0]);
            }
            ArrayOp::ShapeOf => {
                let given = self.operands_alone(sources[0]);
                let shape = self.shape_of_struct(given);
                self.define(targets[0], shape, true, "shape");
                // The struct may be moved away.
                self.flush();
            }
            ArrayOp::FitAt(at) => {
                let (place, shape) = self.written(at, sources);
                let fit = Expr::UserMethod(Box::new(shape), quote!(fit), vec![Expr::BorrowMut(Box::new(place))]);
                self.push(Statement::Do(fit));
                self.same(sources[0], targets[0]);
            }
            // What is left is nothing of its own: the array is where it was.
            ArrayOp::Split(part) => self.split(part, sources, targets),
            ArrayOp::Join(_) | ArrayOp::JoinField(_) => self.same(sources[1], targets[0]),
            ArrayOp::SplitField(record) | ArrayOp::PartField(record) => {
                let array = self.part(&Position::WHOLE, sources);
                if let [(field, _)] = record.fields.as_slice() {
                    let depth = dimensions(array_type);
                    self.set_atom(targets[0], Expr::Column(Box::new(array), depth, self.host.member(field)));
                }
                if let ArrayOp::SplitField(_) = op {
                    self.same(sources[0], targets[1]);
                }
            }
            ArrayOp::Replace(at) => {
                let (row, place) = sources.split_last().expect("a row");
                let place = self.part(at, place);
                let row = self.operands_alone(*row);
                let replace = Expr::Tokens(self.host.private(&quote!(replace)), true);
                let arguments = vec![Expr::BorrowMut(Box::new(place)), row];
                self.given_array(targets[1], Expr::Call(Box::new(replace), arguments), "before");
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Take(at) => {
                let take = if let Type::Opaque(_) = self.net.wire(targets[1]).ty() {
                    Expr::Tokens(self.host.private(&quote!(taken)), true)
                } else {
                    self.of_elements(array, quote!(take), quote!(take_struct))
                };
                let taken = if self.reached.contains_key(&id) {
                    let (steps, reach) = self.through(id, sources);
                    self.flush();
                    reach.take(steps, take)
                } else {
                    let (operands, _) = self.operands(sources);
                    self.flush();
                    Expr::Call(Box::new(take), vec![Expr::BorrowMut(Box::new(place(at, operands)))])
                };
                self.define(targets[1], taken, true, "taken");
                // It may be used later, or not at all: the array is changed now.
                self.flush();
                self.same(sources[0], targets[0]);
            }
            ArrayOp::New(layout) => {
                let (operands, _) = self.operands(sources);
                let made = match (layout, array) {
                    // Nothing may say what it holds.
                    (Layout::Elements(true, parts), Type::Array(element)) if parts.is_empty() => {
                        let vector = self.host.private(&quote!(Vec));
                        self.host.ty(element).map(|element| quote!(#vector::<#element>::new()))
                    }
                    // Rustc finds out what it is instead of.
                    (Layout::Elements(false, parts), _) if parts.is_empty() => {
                        Some(quote!(::core::default::Default::default()))
                    }
                    _ => None,
                };
                let made = made.unwrap_or_else(|| self.new_array(layout, &mut operands.into_iter()));
                self.made(targets[0], made);
            }
            // It ends with its block.
            ArrayOp::Drop => {}
            ArrayOp::End => {
                let shape = self.shape(array_type, sources[0]);
                self.define(targets[0], shape, true, "shape");
            }
            ArrayOp::Zeros => {
                let shape = self.operands_alone(sources[0]);
                let zeros = Expr::Method(Box::new(shape), "zeros", Vec::new()).primary_tokens();
                self.made(targets[0], zeros);
            }
            ArrayOp::Fit => {
                let (operands, _) = self.operands(sources);
                self.flush();
                let [array, shape] = <[Expr; 2]>::try_from(operands).expect("an array and a shape");
                let fit = Expr::UserMethod(Box::new(shape), quote!(fit), vec![self.lent_mut(array)]);
                self.push(Statement::Do(fit));
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Total(path) => {
                let array = self.operands_alone(sources[0]).primary_tokens();
                let total = self.total(&array, path, is_of_structs(array_type));
                self.define(targets[1], Expr::Tokens(total, true), true, "sum");
                self.same(sources[0], targets[0]);
            }
            ArrayOp::Given(_) => {
                self.fix(sources[0]);
                self.given_look(sources[0], targets[0]);
            }
            ArrayOp::Datum(_, at) => {
                self.fix(sources[0]);
                self.read(at, id, sources, targets[0], !at.known);
            }
            ArrayOp::Own(_) => {
                let array = self.operands_alone(sources[0]);
                self.given_array(targets[0], array, "array");
            }
            ArrayOp::AddAll => {
                let (operands, _) = self.operands(sources);
                self.flush();
                let [to, from] = <[Expr; 2]>::try_from(operands).expect("two arrays");
                let path = self.of_elements(array, quote!(add_all), quote!(add_structs));
                // Where a call that gives it is a mistake, rustc would take it for a slice.
                let from = self.host.depending(Expr::Borrow(Box::new(from)));
                self.push(Statement::Do(Expr::Call(Box::new(path), vec![self.lent_mut(to), from])));
                self.same(sources[0], targets[0]);
                self.same(sources[1], targets[1]);
            }
            ArrayOp::Whole(op) => self.whole(op, array, id, sources, targets),
        }
    }

    /// A new array of these values and lengths.
    fn new_array(&self, layout: &Layout, given: &mut impl Iterator<Item = Expr>) -> TokenStream {
        let mut next = || given.next().expect("the operands are those of the layout").typed_parts().primary_tokens();
        match layout {
            Layout::Value => next(),
            Layout::Empty(of) => {
                let vector = self.host.private(&quote!(Vec));
                let of: TokenStream = of.parse().unwrap_or_else(|_| quote!(_));
                quote!(#vector::<#of>::new())
            }
            Layout::Elements(growing, parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|part| self.new_array(part, given)).collect();
                let vec = growing.then(|| self.host.private(&quote!(vec))).map(|vec| quote!(#vec!));
                quote!(#vec[#(#parts),*])
            }
            Layout::Repeat(fixed, inside) => {
                let inside = self.new_array(inside, given);
                let length = given.next().expect("a length comes after what is repeated").primary_tokens();
                if let Some(length) = fixed {
                    let length: TokenStream = length.parse().unwrap_or_default();
                    return quote!([#inside; #length]);
                }
                let vec = self.host.private(&quote!(vec));
                quote!(#vec![#inside; #length])
            }
        }
    }

    /// The sum of the elements of an array along these dimensions.
    fn total(&self, array: &TokenStream, path: &[Along], of_structs: bool) -> TokenStream {
        let Some((along, rest)) = path.split_first() else { return array.clone() };
        if let Along::At(at) = along {
            let at = proc_macro2::Literal::usize_unsuffixed(*at);
            return self.total(&quote!(#array[#at]), rest, of_structs);
        }
        if of_structs {
            let total = self.host.private(&quote!(total_of_structs));
            let row = Ident::new("row", Span::mixed_site());
            let inside = match rest {
                [] => quote!(::core::clone::Clone::clone(#row)),
                // The row itself may be an array of a fixed length, which is lent as a slice.
                rest => self.total(&quote!((*#row)), rest, true),
            };
            return quote!(#total(&#array, |#row| #inside));
        }
        if rest.iter().all(|along| *along == Along::All) {
            let total = self.host.private(&quote!(total));
            return quote!(#total(&#array));
        }
        let total = self.host.private(&quote!(total_of));
        let row = Ident::new("row", Span::mixed_site());
        let inside = self.total(&row.to_token_stream(), rest, false);
        quote!(#total(&#array, |#row| #inside))
    }

    /// The expressions of these wires as arguments: what is looked at is lent, the last arrays, so many, are lent to be changed,
    /// and all others are moved.
    pub(super) fn lent(&self, wires: &[WireId], exprs: Vec<Expr>, handed: usize) -> Vec<Expr> {
        let first = wires.len() - handed;
        let lent = |(at, (&wire, expr)): (usize, (&WireId, Expr))| match self.net.wire(wire).ty() {
            Type::Array(element) if at >= first && self.host.environment(element).is_some() => {
                Expr::Method(Box::new(expr), "lend", Vec::new())
            }
            Type::Look(element) if self.host.environment(element).is_some() => {
                Expr::Method(Box::new(expr), "look", Vec::new())
            }
            Type::Array(_) if at >= first => self.lent_mut(expr),
            Type::Look(_) => self.lent_out(expr),
            Type::Array(_)
            | Type::Real(_)
            | Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Undone(_)
            | Type::Tape(_)
            | Type::World => expr,
        };
        wires.iter().zip(exprs).enumerate().map(lent).collect()
    }

    /// What is read of arrays is read before they are moved.
    pub(super) fn before_moves(&mut self, wires: &[WireId]) {
        if wires.iter().any(|&wire| owns_array(self.net.wire(wire).ty())) {
            self.flush();
        }
    }

    /// What is read by looks at arrays that are made here is read before the looks are left for later: the arrays are moved there.
    pub(super) fn read_before_left(&mut self, wires: &[WireId]) {
        let mut looks: Vec<WireId> = wires.iter().copied().filter(|&wire| self.looks_at_new(wire)).collect();
        while let Some(look) = looks.pop() {
            for (taker, _) in self.takers(self.net.root(look)) {
                for &read in self.net.edge(taker).targets() {
                    if self.net.wire(read).ty().is_look() {
                        looks.push(read);
                    } else if self.value(read).is_some() {
                        self.fix_around(read);
                    }
                }
            }
        }
    }

    /// Whether this is a look at an array that is made here.
    fn looks_at_new(&self, wire: WireId) -> bool {
        let look = self.net.producer_edge(self.net.root(wire)).filter(|_| self.net.wire(wire).ty().is_look());
        look.is_some_and(|(id, _)| self.net.producer_edge(self.net.root(self.net.edge(id).sources()[0])).is_some())
    }

    /// What a level gives: what is computed of structs is computed before they are moved.
    pub(super) fn computed_before(&mut self, wires: &[WireId], exprs: &mut [Expr]) {
        let is_struct = |wire: WireId| matches!(self.net.wire(wire).ty(), Type::Opaque(_));
        let structs: Vec<bool> = wires.iter().map(|&wire| is_struct(wire)).collect();
        if exprs.len() < 2 || !structs.contains(&true) {
            return;
        }
        for ((expr, &wire), is_struct) in exprs.iter_mut().zip(wires).zip(structs) {
            if is_struct || expr.names().is_empty() || matches!(expr, Expr::Variable(_)) {
                continue;
            }
            let name = self.name_of(wire).unwrap_or_else(|| "value".into());
            let ident = self.fresh(&name);
            let computed = std::mem::replace(expr, Expr::Variable(ident.clone()));
            self.push(Statement::Let(Pattern::Variable(ident), computed));
        }
    }

    /// An array, lent to be changed.
    pub(super) fn lent_mut(&self, array: Expr) -> Expr {
        let array = if self.is_reference(&array) { Expr::Unary('*', Box::new(array)) } else { array };
        Expr::BorrowMut(Box::new(array))
    }

    /// An array, lent to be looked at.
    pub(super) fn lent_out(&self, array: Expr) -> Expr {
        let is_reference = matches!(array, Expr::Borrow(_)) || self.is_reference(&array);
        // A reference to a reference to `[T; N]` is not taken for one to a slice.
        if is_reference || self.is_reference_param(&array) { array } else { Expr::Borrow(Box::new(array)) }
    }

    /// A look at an array of the host's. What is in a variable of the user's may be a reference to one, as patterns give them: only rustc knows.
    fn given_look(&mut self, source: WireId, target: WireId) {
        let given = self.operands_alone(source);
        let Expr::Variable(ident) = &given else { return self.same(source, target) };
        if self.references.contains(ident) || self.is_reference_param(&given) {
            return self.same(source, target);
        }
        let data = self.host.private(&quote!(Data));
        let look = Expr::Tokens(quote!({ use #data as _; #ident.__data() }), true);
        self.borrowed_array(target, look, "data");
    }

    /// Whether this is a variable that is a reference to an array.
    pub(super) fn is_reference(&self, array: &Expr) -> bool {
        if let Expr::Variable(ident) = array { self.references.contains(ident) } else { false }
    }

    /// A new array in a variable.
    pub(super) fn made(&mut self, target: WireId, made: TokenStream) {
        self.given_array(target, Expr::Tokens(made, true), "array");
    }

    /// An array that this expression gives, in a variable.
    pub(super) fn given_array(&mut self, target: WireId, given: Expr, name: &str) {
        self.flush();
        let name = self.name_of(target).unwrap_or_else(|| name.into());
        let ident = self.fresh(&name);
        // It is written where it is, also after the end of a block that it leaves.
        self.mutable.insert(ident.clone());
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), given));
        self.set_atom(target, Expr::Variable(ident));
    }

    /// An array that stays where it is: a variable refers to it.
    pub(super) fn borrowed_array(&mut self, target: WireId, reference: Expr, name: &str) {
        self.flush();
        let name = self.name_of(target).unwrap_or_else(|| name.into());
        let ident = self.fresh(&name);
        self.references.insert(ident.clone());
        self.push(Statement::Let(Pattern::Variable(ident.clone()), reference));
        self.set_atom(target, Expr::Variable(ident));
    }

    /// The path of what the runtime does to an array: of numbers, or of structs.
    pub(super) fn of_elements(&self, array: &Type, numbers: TokenStream, structs: TokenStream) -> Expr {
        let path = if is_of_structs(array) { structs } else { numbers };
        Expr::Tokens(self.host.private(&path), true)
    }

    /// The shape of an array. It is there only if what the user wrote is right.
    fn shape(&mut self, array_type: &Type, array: WireId) -> Expr {
        let array = self.operands_alone(array);
        let array = self.lent_out(array);
        let shape = self.of_elements(array_type, quote!(shape), quote!(shape_of_structs));
        self.host.depending(Expr::Call(Box::new(shape), vec![array]))
    }

    /// The shape of a struct. It is there only if what the user wrote is right.
    fn shape_of_struct(&self, value: Expr) -> Expr {
        let shape_of = Expr::Tokens(self.host.private(&quote!(shape_of)), true);
        self.host.depending(Expr::Call(Box::new(shape_of), vec![Expr::Borrow(Box::new(value))]))
    }

    /// Adds a cotangent to one in an array: what is zero but for some fields is added to these.
    fn accumulated(&self, place: Expr, value: Expr) -> Statement {
        let accumulate = Expr::Tokens(self.host.cotangent_path(&quote!(accumulate)), true);
        let arguments = vec![Expr::BorrowMut(Box::new(place)), Expr::Borrow(Box::new(value))];
        Statement::Do(Expr::Call(Box::new(accumulate), arguments))
    }

    /// The pattern of an accumulator.
    pub(super) fn accumulator(&mut self, wire: WireId, name: &Ident) -> Pattern {
        self.hints[wire.index()] = Some(name.to_string().as_str().into());
        let is_captured =
            matches!(self.net.wire(wire).ty(), Type::Array(element) if self.host.environment(element).is_some());
        if is_captured {
            // What is added to is lent out of it.
            return self.pattern(wire, "d");
        }
        match self.pattern(wire, "d") {
            Pattern::Mutable(ident) => {
                self.mutable.remove(&ident);
                self.references.insert(ident.clone());
                Pattern::Variable(ident)
            }
            pattern @ (Pattern::Wild
            | Pattern::Variable(_)
            | Pattern::Typed(..)
            | Pattern::Tuple(_)
            | Pattern::Of(..)
            | Pattern::Reference(_)
            | Pattern::Tokens(_)) => pattern,
        }
    }

    /// The needed edges of the outermost level: what needs one of these inputs comes last.
    pub(super) fn accumulators_last(&self, accumulators: &[WireId]) -> Vec<EdgeId> {
        let mut needing: IdSet<WireId> = accumulators.iter().copied().collect();
        let order = self.live.order(Level::Outermost);
        if accumulators.is_empty() {
            return order;
        }
        let all: Vec<EdgeId> = self.net.sorted_edges(Level::Outermost);
        let mut late = IdSet::new();
        for id in all {
            let edge = self.net.edge(id);
            if edge.sources().iter().any(|wire| needing.contains(wire)) {
                needing.extend(edge.targets().iter().copied());
                late.insert(id);
            }
        }
        let (late, early): (Vec<EdgeId>, Vec<EdgeId>) = order.into_iter().partition(|id| late.contains(id));
        [early, late].concat()
    }

    /// Lets a wire stand for the array of another one.
    pub(super) fn same(&mut self, from: WireId, to: WireId) {
        match self.value(from) {
            Some(value) => self.set(to, &value),
            None => self.lost("an array"),
        }
    }
}

/// Whether a value of this type owns an array.
pub(super) fn owns_array(ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Tuple(parts) => parts.iter().any(owns_array),
        Type::Option(ty) => owns_array(ty),
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

/// Whether `+=` is known to be there for the elements of an array.
fn has_assignment(array: &Type) -> bool {
    match array {
        Type::Array(element) => has_assignment(element),
        Type::Real(name) => crate::source::names::is_builtin(name),
        Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

/// How many indices lead to the elements of an array that are no arrays.
fn dimensions(array: &Type) -> usize {
    if let Type::Array(element) = array { 1 + dimensions(element) } else { 0 }
}

/// Whether the elements of an array are structs, or cotangents of such.
pub(super) fn is_of_structs(array: &Type) -> bool {
    match array {
        Type::Array(element) => is_of_structs(element),
        Type::Opaque(_) | Type::Cotangent(_) => true,
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

//! Elements and parts of arrays. Each is read and written where it stands in the array.

use hypernet::{EdgeId, PlaceStep, Position, Type, WireId};

use super::kept::cloned;
use super::reach::Reach;
use super::syntax::{Expr, Pattern, Statement};
use super::walk::Walk;

impl Walk<'_> {
    /// Gives a wire the element that these wires lead to.
    pub(super) fn read(&mut self, at: &Position, id: EdgeId, sources: &[WireId], target: WireId, ordered: bool) {
        if self.reached.contains_key(&id) {
            let (steps, reach) = self.through(id, sources);
            let element = reach.read(steps);
            return if reach.is_constant() {
                self.set_atom(target, element);
            } else {
                self.define_now(target, element, true, reach.name());
            };
        }
        if self.is_lent_in_place(sources[0], target) {
            let place = self.part(at, sources);
            if ordered {
                self.flush();
                self.push(Statement::Let(Pattern::Wild, Expr::Borrow(Box::new(place.clone()))));
            }
            return self.set_atom(target, place);
        }
        let (operands, waits) = self.operands(sources);
        let name = match operands.as_slice() {
            [Expr::Variable(array), indices @ ..] => {
                let named =
                    |index: &Expr| if let Expr::Variable(index) = index { Some(index.to_string()) } else { None };
                // Of a part, the index alone says more than the bounds do.
                let indices = &indices[at.operands() - at.depth..];
                let indices: Option<Vec<String>> = indices.iter().map(named).collect();
                format!("{array}_{}", indices.map_or_else(|| "element".to_owned(), |indices| indices.join("_")))
            }
            _ => "element".to_owned(),
        };
        let mut element = place(at, operands);
        // It need not be `Copy`. What nobody uses is only looked at: it may not be there.
        if let Type::Opaque(_) | Type::Cotangent(_) = self.net.wire(target).ty()
            && self.live.uses(target) == 0
        {
            element = Expr::Borrow(Box::new(element));
        } else if let Type::Opaque(_) | Type::Cotangent(_) = self.net.wire(target).ty() {
            element = cloned(Expr::Borrow(Box::new(element)));
        }
        self.define(target, element, ordered || waits, &name);
    }

    /// How an edge reaches an element through a part, and its other operands.
    pub(super) fn through(&mut self, id: EdgeId, sources: &[WireId]) -> (Vec<Expr>, Reach) {
        let reach = self.reached.get(&id).cloned().expect("the edge has been asked for");
        (self.operands(&sources[reach.operands()..]).0, reach)
    }

    /// The place of an element, and what is written to it.
    pub(super) fn written(&mut self, at: &Position, sources: &[WireId]) -> (Expr, Expr) {
        let (mut operands, _) = self.operands(sources);
        self.flush();
        let value = operands.pop().expect("what is written comes last");
        (place(at, operands), value)
    }

    /// The place of a part, which may be written any number of times.
    pub(super) fn part(&mut self, at: &Position, sources: &[WireId]) -> Expr {
        let operands = self.atoms(sources);
        place(at, operands)
    }

    /// Takes a part out, of an array that stays where it was.
    pub(super) fn split(&mut self, at: &Position, sources: &[WireId], targets: &[WireId]) {
        let place = self.part(at, sources);
        if !at.known {
            self.flush();
            self.push(Statement::Let(Pattern::Wild, Expr::Borrow(Box::new(place.clone()))));
        }
        self.set_atom(targets[0], place);
        self.same(sources[0], targets[1]);
    }

    /// Looks at a part for the first time: the bounds may be out of order.
    pub(super) fn looked_at(&mut self, at: &Position, sources: &[WireId], target: WireId) {
        let (operands, _) = self.operands(sources);
        let part = Expr::Borrow(Box::new(place(at, operands)));
        if self.live.uses(target) <= 1 {
            return self.define(target, part, true, "part");
        }
        self.flush();
        let ident = self.fresh("part");
        self.references.insert(ident.clone());
        self.push(Statement::Let(Pattern::Variable(ident.clone()), part));
        self.set_atom(target, Expr::Variable(ident));
    }

    /// How long the array is that these wires lead to.
    pub(super) fn length(&mut self, at: &Position, sources: &[WireId], target: WireId, ordered: bool) {
        let (operands, waits) = self.operands(sources);
        // What is owned may be moved later.
        let owned = operands.first().is_some_and(|array| !self.is_reference(array));
        let mut array = place(at, operands);
        // What is in a field of all structs is as long as the array of these.
        if let Expr::Column(structs, ..) = array {
            array = *structs;
        }
        let length = Expr::Method(Box::new(array), "len", Vec::new());
        self.define(target, length, waits || owned || ordered, "len");
    }

    /// A value that an array takes over. A struct that is still kept or looked at later is cloned.
    pub(super) fn handed_over(&self, value: Expr, given: WireId, id: EdgeId) -> Expr {
        let value = self.moved_from(value, self.net.wire(given).ty());
        let is_wanted = matches!(value, Expr::Variable(_) | Expr::Field(..)) && self.is_struct_wanted(given, id);
        if is_wanted { cloned(Expr::Borrow(Box::new(value))) } else { value }
    }
}

/// `a[i][j]`, of the array and what leads to the place.
pub(super) fn place(at: &Position, operands: Vec<Expr>) -> Expr {
    let mut operands = operands.into_iter();
    let mut next = || operands.next().expect("the array comes first, then what leads to the place");
    let array = next();
    at.steps().fold(array, |array, step| {
        let index = match step {
            PlaceStep::Index => next(),
            PlaceStep::Range(through) => Expr::Range(Box::new([next(), next()]), through),
        };
        array.at(index)
    })
}

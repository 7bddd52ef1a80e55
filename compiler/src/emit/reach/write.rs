//! The parts of arrays, as statements before a loop.

use hypernet::EdgeId;
use hypernet::ids::IdMap;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::{Access, Numbers, Reach, There, Use, Way, index, integer, variable};
use crate::emit::syntax::{Binary, Block, Expr, Pattern, Statement};
use crate::emit::walk::Walk;

/// What writes the parts that these accesses reach.
pub(super) struct Writing<'u, 'w, 'a> {
    pub(super) walk: &'w mut Walk<'a>,
    pub(super) numbers: &'u Numbers,
    pub(super) uses: &'u [Use],
    pub(super) accesses: &'u [Access],
    /// The places of first turns that have names.
    pub(super) places: &'u mut Vec<(String, Expr)>,
}

/// How the edges reach their elements, and what follows the turns.
pub(super) type Written = (Vec<(EdgeId, Reach)>, Vec<Statement>);

impl<'u> Writing<'u, '_, '_> {
    /// Where the turns end that find all their elements, and what comes after them if that is too early; none if all are known to
    /// be there.
    pub(super) fn end(&mut self) -> Option<(Ident, Statement)> {
        let is_checked =
            |access: &Access| self.accesses.iter().any(|other| other.is_like(access) && other.there == There::Perhaps);
        let checked: Vec<&Access> = self.firsts().into_iter().filter(|access| is_checked(access)).collect();
        if checked.is_empty() {
            return None;
        }
        let (mut reached, mut counts) = (self.numbers.clone(), Vec::new());
        for access in &checked {
            // A place may be out of range: it is computed if the first turn finds the elements before.
            if self.is_to_be_computed(access) && !counts.is_empty() {
                reached.end = Expr::Variable(self.end_of(&reached, &std::mem::take(&mut counts)));
            }
            let place = self.first_place_if(access, Some(&reached));
            let all = Expr::Borrow(Box::new(whole(self.base(access))));
            let all = access.ranges.iter().fold(all, |all, range| self.call("within", vec![all, range.clone()]));
            let name = if access.offset.is_fixed() { "count_at" } else { "count" };
            counts.push(self.call(name, vec![all, place]));
        }
        let ident = self.end_of(&reached, &counts);
        let reach = |access: &&Access| {
            let array = access.ranges.iter().cloned().fold(self.base(access), index);
            let place = access.offset.of(&Expr::Variable(ident.clone()));
            Statement::Let(Pattern::Wild, Expr::Borrow(Box::new(index(array, place))))
        };
        let mut statements: Vec<Statement> = checked.iter().map(reach).collect();
        statements.push(Statement::Do(self.call("out_of_bounds", Vec::new())));
        let operands = [Expr::Variable(ident.clone()), self.numbers.end.clone()];
        let missing = Expr::Binary(Binary::compare("<"), Box::new(operands));
        let blocks = [Block { statements, result: None, place: None }, Block::default()];
        Some((ident, Statement::Do(Expr::If(Box::new(missing), Box::new(blocks)))))
    }

    /// Where the turns end of which so many find their elements.
    fn end_of(&mut self, numbers: &Numbers, counts: &[Expr]) -> Ident {
        let counts = counts.iter().map(Expr::primary_tokens);
        let counts = Expr::Tokens(quote!([#(#counts),*]), true);
        let end = self.call("end", vec![numbers.range(), counts]);
        self.bind("end", end)
    }

    /// The parts, if there is a turn, for so many turns.
    pub(super) fn parts(&mut self, turns: &Expr) -> Written {
        let (mut reaches, mut after) = (Vec::new(), Vec::new());
        let mut shared: IdMap<usize, Expr> = IdMap::new();
        for access in self.firsts() {
            let written = self.uses[access.array].written;
            let of_it = || self.accesses.iter().filter(|other| other.array == access.array);
            let way = if access.offset.is_fixed() {
                let (ident, back) = self.element(access);
                after.extend(back);
                Way::Element { ident, is_changed: written }
            } else if !written || of_it().all(|other| other.is_like(access)) {
                let first = self.first_place(access);
                let part = self.part(access, "part", vec![first, turns.clone()]);
                Way::Part { part, further: 0, in_cell: false }
            } else if of_it().all(|other| self.walk.is_number(other)) {
                let cells = shared.get(&access.array).cloned().unwrap_or_else(|| self.cells(access));
                shared.insert(access.array, cells.clone());
                let place = |all, range: &Expr| Expr::Borrow(Box::new(index(all, range.clone())));
                let cells = access.ranges.iter().fold(cells, place);
                let first = self.first_place(access);
                let part = self.call("part", vec![cells, first, turns.clone()]);
                Way::Part { part: Expr::Variable(self.bind("part", part)), further: 0, in_cell: true }
            } else {
                let by_distance = || of_it().filter_map(|other| Some((other.offset.distance()?, other)));
                let (least, nearest) = by_distance().min_by_key(|(distance, _)| *distance).expect("this one");
                let most = by_distance().map(|(distance, _)| distance).max().unwrap_or(least);
                let part = shared.get(&access.array).cloned().unwrap_or_else(|| {
                    let first = self.first_place(nearest);
                    self.part(access, "around", vec![first, turns.clone(), integer(most.abs_diff(least))])
                });
                shared.insert(access.array, part.clone());
                let distance = access.offset.distance().expect("all are at a fixed distance");
                Way::Part { part, further: distance.abs_diff(least), in_cell: false }
            };
            let name =
                variable(&self.base(access)).map_or_else(|| "element".to_owned(), |array| format!("{array}_element"));
            for like in self.accesses.iter().filter(|other| other.is_like(access)) {
                let operands = like.operands;
                reaches.push((like.edge, Reach { way: way.clone(), turn: integer(0), name: name.clone(), operands }));
            }
        }
        (reaches, after)
    }

    /// The variable of an element that all turns reach, and what puts it back.
    fn element(&mut self, access: &Access) -> (Ident, Option<Statement>) {
        let place = self.first_place(access);
        let element = index(access.ranges.iter().cloned().fold(self.base(access), index), place);
        let ident = self.walk.fresh("element");
        let is_changed = self.uses[access.array].written;
        let pattern = if is_changed { Pattern::Mutable(ident.clone()) } else { Pattern::Variable(ident.clone()) };
        self.walk.push(Statement::Let(pattern, element.clone()));
        let back = is_changed.then(|| Statement::Store(element, None, Expr::Variable(ident.clone())));
        (ident, back)
    }

    fn cells(&mut self, access: &Access) -> Expr {
        let cells = self.call("cells", vec![Expr::BorrowMut(Box::new(whole(self.base(access))))]);
        Expr::Variable(self.bind("cells", cells))
    }

    /// One access for each array and place, in the order in which the elements are reached.
    fn firsts(&self) -> Vec<&'u Access> {
        let mut firsts: Vec<&Access> = Vec::new();
        for access in self.accesses {
            if !firsts.iter().any(|first| first.is_like(access)) {
                firsts.push(access);
            }
        }
        firsts
    }

    /// Where the first turn reaches an element.
    fn first_place(&mut self, access: &Access) -> Expr {
        self.first_place_if(access, None)
    }

    /// The same, computed only if there are such numbers.
    fn first_place_if(&mut self, access: &Access, numbers: Option<&Numbers>) -> Expr {
        let place = access.offset.of(&self.numbers.first);
        if place.is_atom() {
            return place;
        }
        let text = place.primary_tokens().to_string();
        if let Some((_, known)) = self.places.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let computed = if let Some(numbers) = numbers {
            let block = Block { statements: Vec::new(), result: Some(place), place: None };
            self.call("first", vec![numbers.range(), Expr::Closure(Vec::new(), Box::new(block))])
        } else {
            place
        };
        let known = Expr::Variable(self.bind("place", computed));
        self.places.push((text, known.clone()));
        known
    }

    /// Whether the place of an element in the first turn has no name yet, and is not one.
    fn is_to_be_computed(&self, access: &Access) -> bool {
        let place = access.offset.of(&self.numbers.first);
        let text = || place.primary_tokens().to_string();
        !place.is_atom() && !self.places.iter().any(|(known, _)| *known == text())
    }

    /// The part of an array that an access reaches, by this function of the runtime.
    fn part(&mut self, access: &Access, name: &str, mut operands: Vec<Expr>) -> Expr {
        let base = self.base(access);
        let all = if access.ranges.is_empty() { whole(base) } else { access.ranges.iter().cloned().fold(base, index) };
        let (name, all) = if self.uses[access.array].written {
            (format!("{name}_mut"), Expr::BorrowMut(Box::new(all)))
        } else {
            (name.to_owned(), Expr::Borrow(Box::new(all)))
        };
        operands.insert(0, all);
        let part = self.call(&name, operands);
        Expr::Variable(self.bind("part", part))
    }

    fn call(&self, name: &str, operands: Vec<Expr>) -> Expr {
        let name = Ident::new(name, Span::mixed_site());
        Expr::Call(Box::new(Expr::Tokens(self.walk.host.private(&quote!(reach::#name)), true)), operands)
    }

    fn bind(&mut self, name: &str, value: Expr) -> Ident {
        let ident = self.walk.fresh(name);
        self.walk.push(Statement::Let(Pattern::Variable(ident.clone()), value));
        ident
    }

    fn base(&self, access: &Access) -> Expr {
        self.uses[access.array].base.clone().expect("the array is there before the loop")
    }
}

/// `a[..]`
fn whole(array: Expr) -> Expr {
    index(array, Expr::Tokens(quote!(..), false))
}

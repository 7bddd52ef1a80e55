//! The parts of arrays, as statements before a loop.

use hypernet::ids::IdMap;
use hypernet::{EdgeId, TypeName};
use proc_macro2::{Ident, Span};
use quote::quote;

use super::{Access, Numbers, Offset, Reach, Term, Use, index, variable};
use crate::emit::syntax::{Binary, Block, Expr, Pattern, Statement};
use crate::emit::walk::Walk;

/// What writes the parts that these accesses reach.
pub(super) struct Writing<'w, 'a> {
    pub(super) walk: &'w mut Walk<'a>,
    pub(super) numbers: &'w Numbers,
    pub(super) uses: &'w [Use],
    pub(super) accesses: &'w mut [Access],
    /// The cells of the arrays that are changed at several places.
    pub(super) cells: IdMap<usize, Expr>,
}

/// How the edges reach their elements; where the turns end that find all of them, and what comes after them if that is too early.
pub(super) type Written = (Vec<(EdgeId, Reach)>, Option<(Ident, Statement)>);

impl Writing<'_, '_> {
    pub(super) fn write(mut self) -> Written {
        self.make_cells();
        // One part for each array and place; in the order in which the elements are reached.
        let mut firsts: Vec<usize> = Vec::new();
        for (at, access) in self.accesses.iter().enumerate() {
            if !firsts.iter().any(|&first| self.accesses[first].is_like(access)) {
                firsts.push(at);
            }
        }
        let is_checked =
            |first: usize| self.accesses.iter().any(|access| access.is_like(&self.accesses[first]) && !access.known);
        let checked: Vec<usize> = firsts.iter().copied().filter(|&first| is_checked(first)).collect();
        let mut offsets = Vec::new();
        let mut reached = self.numbers.clone();
        let mut last = None;
        for &first in &checked {
            self.offset(first, &reached, &mut offsets);
            let end = self.end(first, &reached);
            reached.end = Expr::Variable(end.clone());
            last = Some(end);
        }
        let ended = last.map(|end| (end.clone(), self.missing(&checked, &end)));
        for at in 0..self.accesses.len() {
            self.offset(at, &reached, &mut offsets);
        }
        let reaches = firsts.into_iter().flat_map(|first| self.part(first, &reached)).collect();
        (reaches, ended)
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

    /// What is added to the numbers is computed once, if there are turns that come so far; those known, by their texts.
    fn offset(&mut self, at: usize, numbers: &Numbers, known: &mut Vec<(String, Ident)>) {
        let (Offset::Plus(term) | Offset::Minus(term)) = &self.accesses[at].offset else { return };
        if matches!(term, Term::Atom(_)) {
            return;
        }
        let expr = term.expr();
        let text = expr.primary_tokens().to_string();
        let found = known.iter().find(|(known, _)| *known == text).map(|(_, ident)| ident.clone());
        let ident = found.unwrap_or_else(|| {
            let offset = self.call("offset", vec![numbers.range(), closure(expr)]);
            let ident = self.bind("offset", offset);
            known.push((text, ident.clone()));
            ident
        });
        if let Offset::Plus(term) | Offset::Minus(term) = &mut self.accesses[at].offset {
            *term = Term::Atom(Expr::Variable(ident));
        }
    }

    /// Several parts of an array that is changed are parts of its cells.
    fn make_cells(&mut self) {
        for at in 0..self.accesses.len() {
            let access = &self.accesses[at];
            let array = access.array;
            let is_elsewhere = |other: &Access| other.array == array && !other.is_like(access);
            if self.uses[array].written && !self.cells.contains_key(&array) && self.accesses.iter().any(is_elsewhere) {
                let all = self.base(access);
                let made = self.call("cells", vec![Expr::BorrowMut(Box::new(whole(all)))]);
                let cells = Expr::Variable(self.bind("cells", made));
                self.cells.insert(array, cells);
            }
        }
    }

    fn base(&self, access: &Access) -> Expr {
        self.uses[access.array].base.clone().expect("the array is there before the loop")
    }

    /// The array in which the elements are, to be looked at.
    fn lent(&self, access: &Access) -> Expr {
        let all = self.cells.get(&access.array).cloned();
        let all = all.unwrap_or_else(|| Expr::Borrow(Box::new(whole(self.base(access)))));
        access.ranges.iter().fold(all, |all, range| self.call("part", vec![all, range.clone()]))
    }

    /// Where the turns end that find this element too. Where the first one finds it, is computed as the function does.
    fn end(&mut self, first: usize, numbers: &Numbers) -> Ident {
        let access = &self.accesses[first];
        let mut operands = vec![self.lent(access), numbers.range()];
        let name = match &access.offset {
            Offset::None => "end",
            Offset::Plus(_) => "end_after",
            Offset::Minus(_) => "end_before",
        };
        if let Some(by) = access.offset.term() {
            operands.extend([by.expr(), closure(access.offset.of(numbers.first.clone()))]);
        }
        let end = self.call(name, operands);
        self.bind("end", end)
    }

    /// What reaches for an element that is missing.
    fn missing(&self, checked: &[usize], end: &Ident) -> Statement {
        let reach = |&at: &usize| {
            let access = &self.accesses[at];
            let array = access.ranges.iter().cloned().fold(self.base(access), index);
            let place = access.offset.of(Expr::Variable(end.clone()));
            Statement::Let(Pattern::Wild, Expr::Borrow(Box::new(index(array, place))))
        };
        let mut statements: Vec<Statement> = checked.iter().map(reach).collect();
        statements.push(Statement::Do(self.call("out_of_bounds", Vec::new())));
        let operands = [Expr::Variable(end.clone()), self.numbers.end.clone()];
        let missing = Expr::Binary(Binary::compare("<"), Box::new(operands));
        let blocks = [Block { statements, result: None, place: None }, Block::default()];
        Statement::Do(Expr::If(Box::new(missing), Box::new(blocks)))
    }

    /// The part that an access reaches, and all that are like it.
    fn part(&mut self, first: usize, reached: &Numbers) -> Vec<(EdgeId, Reach)> {
        let access = &self.accesses[first];
        let places = match &access.offset {
            Offset::None => reached.range(),
            Offset::Plus(term) => self.call("after", vec![reached.range(), term.expr()]),
            Offset::Minus(term) => self.call("before", vec![reached.range(), term.expr()]),
        };
        let in_cell = self.cells.contains_key(&access.array);
        let part = if self.uses[access.array].written && !in_cell {
            let all = Expr::BorrowMut(Box::new(whole(self.base(access))));
            let all = access.ranges.iter().fold(all, |all, range| self.call("part_mut", vec![all, range.clone()]));
            self.call("part_mut", vec![all, places])
        } else {
            self.call("part", vec![self.lent(access), places])
        };
        let name =
            variable(&self.base(access)).map_or_else(|| "element".to_owned(), |array| format!("{array}_element"));
        let ident = self.bind("part", part);
        let access = &self.accesses[first];
        let alike = self.accesses.iter().filter(|other| other.is_like(access));
        alike
            .map(|access| {
                let reach = Reach {
                    part: ident.clone(),
                    index: zero(),
                    in_cell,
                    name: name.clone(),
                    operands: access.operands,
                };
                (access.edge, reach)
            })
            .collect()
    }
}

/// `|| value`
fn closure(value: Expr) -> Expr {
    Expr::Closure(Vec::new(), Box::new(Block { statements: Vec::new(), result: Some(value), place: None }))
}

pub(super) fn zero() -> Expr {
    Expr::Integer { value: 0, ty: TypeName::from("usize"), suffix: false }
}

/// `a[..]`
fn whole(array: Expr) -> Expr {
    index(array, Expr::Tokens(quote!(..), false))
}

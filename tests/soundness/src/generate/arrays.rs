//! Arrays: slices as parameters, and local arrays whose elements are read and written.

use super::expressions::LARGE;
use super::state::{ATOM, Bits, Expr, Frame, Generator, Known, Place, Storage, Type};

/// How many elements each array has.
pub(super) const LENGTH: usize = 4;

impl Storage {
    /// The text of the type, with marks.
    pub(super) fn text(self) -> String {
        match self {
            Self::Slice => "&[ℝ]".to_owned(),
            Self::Array => format!("[ℝ; {LENGTH}]"),
            Self::Vec => "Vec<ℝ>".to_owned(),
            Self::Rows => "&[[ℝ; 2]]".to_owned(),
            Self::Table => format!("[[ℝ; 2]; {}]", LENGTH / 2),
            Self::Pairs => "Vec<[ℝ; 2]>".to_owned(),
            Self::Vecs => "Vec<Vec<ℝ>>".to_owned(),
        }
    }

    /// Whether the reals are in rows of two.
    pub(super) fn has_rows(self) -> bool {
        match self {
            Self::Slice | Self::Array | Self::Vec => false,
            Self::Rows | Self::Table | Self::Pairs | Self::Vecs => true,
        }
    }

    /// The real of this number, of a product or less.
    pub(super) fn element(self, array: &str, number: &str) -> String {
        if self.has_rows() { format!("{array}[{number} / 2][{number} % 2]") } else { format!("{array}[{number}]") }
    }

    /// Whether a slice of what is in it may be lent where this is wanted.
    fn lends(self, wanted: Self) -> bool {
        match wanted {
            Self::Slice | Self::Array | Self::Vec => !self.has_rows(),
            Self::Rows | Self::Table | Self::Pairs => matches!(self, Self::Rows | Self::Table | Self::Pairs),
            Self::Vecs => self == Self::Vecs,
        }
    }

    /// The text of a new array: of these elements, or of one, as often as it has to be.
    fn made(self, elements: &[String]) -> String {
        let of = |growing: bool, parts: &[String], count: usize| {
            let vec = if growing { "vec!" } else { "" };
            match parts {
                [one] => format!("{vec}[{one}; {count}]"),
                parts => format!("{vec}[{}]", parts.join(", ")),
            }
        };
        let rows = |growing_row: bool| -> Vec<String> {
            let parts = elements.chunks(elements.len().min(2));
            parts.map(|row| of(growing_row, row, 2)).collect()
        };
        match self {
            Self::Slice | Self::Array => of(false, elements, LENGTH),
            Self::Vec => of(true, elements, LENGTH),
            Self::Rows | Self::Table => of(false, &rows(false), LENGTH / 2),
            Self::Pairs => of(true, &rows(false), LENGTH / 2),
            Self::Vecs => of(true, &rows(true), LENGTH / 2),
        }
    }
}

impl Frame {
    /// Whether the body of this closure may read arrays of the outside: it borrows them, and stays where they are.
    pub(super) fn reads_arrays(&self) -> bool {
        !self.crosses && self.escapes_to.is_none() && self.may_move.is_none()
    }
}

impl Generator<'_> {
    /// Hides the arrays that are in scope, until the last of what is hidden is popped.
    pub(super) fn hide_arrays(&mut self) {
        let arrays = self.variables.iter().filter(|variable| matches!(variable.ty, Type::Array(_)));
        let hidden = arrays.map(|variable| variable.id).collect();
        self.hidden.push(hidden);
    }

    /// What can be read of an array: some of its elements, and its length.
    pub(super) fn elements(&self, storage: Storage, array: &Place, wanted: &Type, found: &mut Vec<Place>) {
        let texts: Vec<String> = match wanted {
            Type::Real => self.indices().iter().map(|index| storage.element(&array.text, index)).collect(),
            Type::Int("usize") if storage.has_rows() => vec![format!("{}[1].len()", array.text)],
            Type::Int("usize") => vec![format!("{}.len()", array.text)],
            _ => Vec::new(),
        };
        found.extend(texts.into_iter().map(|text| Place { text, ..array.clone() }));
    }

    /// The arrays that a function may look at, which takes such ones: those that nothing writes to.
    pub(super) fn lendable(&self, wanted: Storage) -> Vec<u32> {
        let arrays = self.readable().into_iter().map(|index| &self.variables[index]);
        let lends = |ty: &Type| matches!(ty, Type::Array(storage) if storage.lends(wanted));
        arrays.filter(|variable| lends(&variable.ty) && !variable.mutable).map(|of| of.id).collect()
    }

    /// An array as an argument, behind a reference.
    pub(super) fn lent_array(&mut self, wanted: Storage) -> Expr {
        let id = *self.random.pick(&self.lendable(wanted));
        self.uses(id);
        let variable = self.variable(id);
        let slice = matches!(variable.ty, Type::Array(Storage::Slice | Storage::Rows));
        Expr::new(format!("{}{}", if slice { "" } else { "&" }, variable.name), ATOM, Known::Yes, variable.size)
    }

    /// Indices that are in range: two constants, and what loops count.
    fn indices(&self) -> Vec<String> {
        let mut all = vec!["0".to_owned(), (LENGTH - 1).to_string()];
        for index in self.readable() {
            let variable = &self.variables[index];
            match variable.ty {
                _ if variable.mutable || variable.known != Known::Yes => {}
                Type::Int("usize") => {
                    all.push(format!("{} % {LENGTH}", variable.name));
                    all.push(format!("({} + 1) % {LENGTH}", variable.name));
                }
                Type::Int(_) => all.push(format!("({} as usize) % {LENGTH}", variable.name)),
                _ => {}
            }
        }
        all
    }

    /// An index that is in range.
    pub(super) fn index(&mut self) -> String {
        let indices = self.indices();
        // What loops count more often than constants.
        let from = if self.random.chance(70) { indices.len().saturating_sub(4) } else { 0 };
        indices[from + self.random.below(indices.len() - from)].clone()
    }

    /// A range of indices.
    pub(super) fn bounds(&mut self) -> String {
        let counters: Vec<String> = self
            .readable()
            .into_iter()
            .map(|index| &self.variables[index])
            .filter(|variable| variable.ty == Type::Int("usize") && variable.known == Known::Yes)
            .map(|variable| variable.name.clone())
            .collect();
        if !counters.is_empty() && self.random.chance(30) {
            return format!("0..{} % {LENGTH}", self.random.pick(&counters));
        }
        let bounds = ["0..4_usize", "1..4_usize", "0..=2_usize", "(0..4_usize).rev()", "(1_usize..=3).rev()"];
        (*self.random.pick(&bounds)).to_owned()
    }

    /// The arrays that can be read and are none of these.
    pub(super) fn arrays_that_stay(&self, targets: &Bits) -> Vec<u32> {
        let arrays = self.readable().into_iter().map(|index| &self.variables[index]);
        let arrays = arrays.filter(|variable| matches!(variable.ty, Type::Array(_)) && !targets.contains(&variable.id));
        arrays.map(|variable| variable.id).collect()
    }

    /// The head of a loop over the elements of one or two arrays, with `BODY` where its body is; the arrays, and the names of
    /// their elements with how big they are.
    pub(super) fn loop_over_elements(
        &mut self,
        lent: &[u32],
        index: &str,
        label: &str,
    ) -> (String, Bits, Vec<(String, f64)>) {
        let rows = |generator: &Self, id: u32| match generator.variable(id).ty {
            Type::Array(storage) if storage.has_rows() => Some(storage),
            _ => None,
        };
        let of_rows: Vec<u32> = lent.iter().copied().filter(|&id| rows(self, id).is_some()).collect();
        let lent: Vec<u32> = lent.iter().copied().filter(|id| !of_rows.contains(id)).collect();
        if !of_rows.is_empty() && (lent.is_empty() || self.random.chance(50)) {
            let id = *self.random.pick(&of_rows);
            let storage = rows(self, id).expect("one of those with rows");
            self.uses(id);
            let (array, size) = (self.variable(id).name.clone(), self.variable(id).size);
            let (row, a, b) = (self.fresh_name(), self.fresh_name(), self.fresh_name());
            let rev = if self.random.chance(30) { ".rev()" } else { "" };
            let (row, before) = if storage != Storage::Vecs && self.random.chance(40) {
                (format!("&[{a}, {b}]"), String::new())
            } else {
                let before = format!("let ({a}, {b}) = ({row}[0], {row}[1]); ");
                (row, before)
            };
            let head = format!("{label}: for ({index}, {row}) in {array}.iter().enumerate(){rev} {{ {before}BODY}}");
            return (head, [id].into(), vec![(a, size), (b, size)]);
        }
        let element = |generator: &mut Self| {
            let id = *generator.random.pick(&lent);
            generator.uses(id);
            let variable = generator.variable(id);
            let (array, size) = (variable.name.clone(), variable.size);
            (id, array, (generator.fresh_name(), size))
        };
        let (first, of_first, one) = element(self);
        let rev = if self.random.chance(30) { ".rev()" } else { "" };
        if self.random.chance(40) {
            let (second, of_second, other) = element(self);
            let head = format!(
                "{label}: for ({index}, (&{}, &{})) in {of_first}.iter().zip({of_second}.iter()).enumerate(){rev} {{ BODY}}",
                one.0, other.0
            );
            return (head, [first, second].into(), vec![one, other]);
        }
        let name = &one.0;
        let over = match self.random.below(3) {
            0 => format!("&{name}) in {of_first}.iter().enumerate(){rev}"),
            1 => format!("{name}) in {of_first}.iter().copied().enumerate(){rev}"),
            _ => format!("{name}) in {of_first}.iter().cloned().enumerate()"),
        };
        (format!("{label}: for ({index}, {over} {{ BODY}}"), [first].into(), vec![one])
    }

    /// `let mut u = vec![a; 4];`
    pub(super) fn let_array(&mut self, depth: usize) -> String {
        let (storage, list) = *self.random.pick(&[
            (Storage::Vec, false),
            (Storage::Vec, true),
            (Storage::Array, false),
            (Storage::Array, true),
            (Storage::Table, false),
            (Storage::Table, true),
            (Storage::Pairs, false),
            (Storage::Vecs, true),
            (Storage::Vecs, false),
        ]);
        let count = if list { LENGTH } else { 1 };
        let (mut texts, mut size) = (Vec::new(), 1.0_f64);
        for _ in 0..count {
            let element = self.bounded(LARGE, depth.min(2));
            // Of what another function gives the macro may know nothing.
            let element = if element.strength == ATOM { self.method(&element, "atan", &[], 1.6) } else { element };
            size = size.max(element.size);
            texts.push(element.text);
        }
        let mutable = self.features.mutation && self.random.chance(80);
        let name = self.fresh_name();
        let ty = Type::Array(storage);
        let text =
            format!("let {}{name}: {} = {};", if mutable { "mut " } else { "" }, ty.text(), storage.made(&texts));
        self.bind(name, ty, mutable, Known::Yes, size);
        text
    }
}

//! Values of structs: put together and changed, read, passed to functions and methods.

use std::rc::Rc;

use super::VOCABULARY;
use crate::generate::Call;
use crate::generate::expressions::LARGE;
use crate::generate::state::{ATOM, Bits, Expr, Generator, Known, LOOSE, PREFIX, Struct, Type};

impl Generator<'_> {
    /// A struct by its name, or `Self`.
    pub(super) fn name_of(&mut self, structure: &Struct) -> String {
        if self.own.as_ref() == Some(&structure.name) && self.random.chance(50) {
            return "Self".to_owned();
        }
        structure.name.clone()
    }

    /// Whether there is a value of this type to pass: of a type parameter, only what has it can be passed.
    pub(in crate::generate) fn is_at_hand(&self, param: &Type) -> bool {
        match param {
            Type::Struct(structure) | Type::Reference(structure) if structure.fields.is_empty() => {
                !self.places(&Type::Reference(structure.clone())).is_empty()
            }
            Type::Array(storage) => !self.lendable(*storage).is_empty(),
            _ => true,
        }
    }

    /// A struct.
    pub(in crate::generate) fn structure(&mut self, structure: &Rc<Struct>, depth: usize) -> Expr {
        let ty = Type::Struct(structure.clone());
        if !self.by_parts && depth > 0 && self.random.chance(50) && self.spend() {
            return self.composed(&ty, depth);
        }
        if self.random.chance(25)
            && let Some(place) = self.place(&ty)
        {
            if self.random.chance(12) {
                let text = format!("{}.clone()", place.text.trim_start_matches('*'));
                return Expr::new(text, ATOM, Known::Float, place.size);
            }
            return place;
        }
        if !structure.tuple && structure.fields.len() > 1 && depth > 0 && self.random.chance(25) {
            return self.updated(structure, depth);
        }
        self.structure_of(structure, depth)
    }

    /// `S { x, ..p }`
    fn updated(&mut self, structure: &Rc<Struct>, depth: usize) -> Expr {
        let (mut texts, mut size) = (Vec::new(), 1.0f64);
        let index = self.random.below(structure.fields.len());
        for (i, (name, ty)) in structure.fields.iter().enumerate() {
            if i != index && !self.random.chance(20) {
                continue;
            }
            let e = self.field(ty, depth);
            size = size.max(e.size);
            texts.push(format!("{name}: {}", e.text));
        }
        let places = self.places(&Type::Struct(structure.clone()));
        let places: Vec<_> = places.into_iter().filter(|place| place.known == Known::Yes).collect();
        if texts.len() == structure.fields.len() || places.is_empty() {
            return self.structure_of(structure, depth);
        }
        let place = self.random.pick(&places).clone();
        self.uses(place.variable);
        let name = self.name_of(structure);
        let text = format!("{name} {{ {}, ..{} }}", texts.join(", "), place.text);
        Expr::new(text, LOOSE, Known::Yes, size.max(place.size))
    }

    fn field(&mut self, ty: &Type, depth: usize) -> Expr {
        let e = self.value(ty, depth.saturating_sub(1));
        if *ty == Type::Real { self.shrunk(e, LARGE) } else { e }
    }

    /// A struct, written out.
    pub(in crate::generate) fn structure_of(&mut self, structure: &Rc<Struct>, depth: usize) -> Expr {
        let (mut texts, mut size) = (Vec::new(), 1.0f64);
        let shift = if structure.tuple { 0 } else { self.random.below(structure.fields.len()) };
        for i in 0..structure.fields.len() {
            let (name, ty) = &structure.fields[(i + shift) % structure.fields.len()];
            let e = self.field(ty, depth);
            size = size.max(e.size);
            texts.push(if structure.tuple || e.text == *name { e.text } else { format!("{name}: {}", e.text) });
        }
        let name = self.name_of(structure);
        if structure.tuple {
            Expr::new(format!("{name}({})", texts.join(", ")), ATOM, Known::Yes, size)
        } else {
            Expr::new(format!("{name} {{ {} }}", texts.join(", ")), LOOSE, Known::Yes, size)
        }
    }

    /// A reference to a struct as an argument; pins what it refers to.
    pub(in crate::generate) fn reference(&mut self, structure: &Rc<Struct>, depth: usize) -> Expr {
        let direct = self.places(&Type::Reference(structure.clone()));
        if !direct.is_empty() && (structure.fields.is_empty() || self.random.chance(50)) {
            let place = self.random.pick(&direct).clone();
            self.uses(place.variable);
            return Expr::new(place.text, ATOM, Known::Yes, place.size);
        }
        let (text, e) = self.referred(structure, depth);
        Expr::new(format!("&{}", text.unwrap_or_else(|| e.within(PREFIX))), PREFIX, Known::Yes, e.size)
    }

    /// What a reference is made to, and its text if it is a place, which is pinned.
    fn referred(&mut self, structure: &Rc<Struct>, depth: usize) -> (Option<String>, Expr) {
        let ty = Type::Struct(structure.clone());
        let places = self.places(&ty);
        if !places.is_empty() && self.random.chance(75) {
            let place = self.random.pick(&places).clone();
            self.uses(place.variable);
            self.pinned.push(Bits::from([place.variable]));
            return (Some(place.text.clone()), Expr::new(place.text, ATOM, place.known, place.size));
        }
        (None, self.value(&ty, depth))
    }

    /// The receiver of a method; pins what it refers to.
    pub(super) fn receiver(&mut self, ty: &Type, depth: usize) -> Expr {
        let e = match ty {
            Type::Reference(structure) if structure.fields.is_empty() => self.reference(structure, depth),
            Type::Reference(structure) => self.referred(&structure.clone(), depth).1,
            other => self.value(other, depth),
        };
        // What is referred to need not be written.
        match e.text.strip_prefix('*') {
            Some(text) if !text.contains(' ') && self.random.chance(80) => {
                Expr::new(text.to_owned(), ATOM, e.known, e.size)
            }
            _ if e.text.starts_with('*') => Expr { strength: PREFIX, ..e },
            _ => e,
        }
    }

    /// A call of another function of the program.
    pub(in crate::generate) fn call_of_function(&mut self, index: usize, depth: usize) -> Expr {
        let function = &self.callees[index];
        // A macro cannot look into another function, so that a variable for a tuple or a struct needs its type.
        let compound = matches!(function.result, Type::Tuple(_) | Type::Struct(_));
        let known = if compound { Known::Float } else { Known::Yes };
        let pins = self.pinned.len();
        let (text, strength) = match &function.call {
            Call::Operator(symbol, strength) => {
                let operands: Vec<Expr> = function.params.iter().map(|param| self.operand(param, depth)).collect();
                let (left, right) = (operands[0].within(*strength), operands[1].within(strength + 1));
                (format!("{left} {symbol} {right}"), *strength)
            }
            Call::Negation => (format!("-{}", self.operand(&function.params[0], depth).within(PREFIX)), PREFIX),
            Call::Method(name) if self.random.chance(80) => {
                let receiver = self.receiver(&function.params[0], depth);
                let arguments: Vec<String> =
                    function.params[1..].iter().map(|param| self.argument(param, depth).text).collect();
                // Of a value of unknown type, a method of this name is that of the reals.
                if VOCABULARY.contains(&name.as_str()) && receiver.known != Known::Yes {
                    let reference = if matches!(function.params[0], Type::Reference(_)) { "&" } else { "" };
                    let mut all = vec![format!("{reference}{}", receiver.within(PREFIX))];
                    all.extend(arguments);
                    (format!("{}({})", function.name, all.join(", ")), ATOM)
                } else {
                    (format!("{}.{name}({})", receiver.within(ATOM), arguments.join(", ")), ATOM)
                }
            }
            _ => {
                let mut name = function.name.clone();
                if let (Some(own), true) = (&self.own, self.random.chance(50))
                    && let Some(method) = name.strip_prefix(&format!("{own}::"))
                {
                    name = format!("Self::{method}");
                }
                (format!("{name}({})", self.arguments(&function.params, depth)), ATOM)
            }
        };
        self.pinned.truncate(pins);
        Expr::new(text, strength, known, LARGE)
    }

    /// An operand of an operator of a struct: rustc has to know its type to choose among the operators.
    fn operand(&mut self, param: &Type, depth: usize) -> Expr {
        let e = self.argument(param, depth);
        match param {
            Type::Real if e.known == Known::No => self.method(&e, "cos", &[], 1.0),
            // The macro has to know that it is a struct.
            Type::Struct(structure) if e.known != Known::Yes => {
                let name = self.fresh_name();
                let text = format!("{{ let {name}: {} = {}; {name} }}", structure.name, e.text);
                Expr::new(text, LOOSE, Known::Yes, e.size)
            }
            _ => e,
        }
    }

    /// The compound assignments to a value of this type: the operator and the type of its operand.
    pub(in crate::generate) fn assigners(&self, ty: &Type) -> Vec<(&'static str, Type)> {
        let found = self.callees.iter().filter(|function| function.params.first() == Some(ty));
        found
            .filter_map(|function| match function.call {
                Call::Assignment(symbol) => Some((symbol, function.params[1].clone())),
                _ => None,
            })
            .collect()
    }
}

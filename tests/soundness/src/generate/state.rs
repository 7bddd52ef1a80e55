//! What the generator knows: types, variables in scope, and what the borrow checker will say.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::bodies::Bodies;
use super::random::Random;
use super::{Features, Function};

/// A set of variables.
pub(super) type Bits = BTreeSet<u32>;

/// The type of a value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    Real,
    Int(&'static str),
    Bool,
    Unit,
    Tuple(Vec<Type>),
    Struct(Rc<Struct>),
    /// A reference to a struct: of parameters only.
    Reference(Rc<Struct>),
    /// Reals, [`super::arrays::LENGTH`] of them, in rows or not.
    Array(Storage),
    /// Structs, [`super::bodies::LENGTH`] of them: of parameters only.
    Bodies(Rc<Bodies>),
    Function(Rc<Signature>),
}

/// Where the elements of an array are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// `&[ℝ]`.
    Slice,
    /// `[ℝ; N]`.
    Array,
    /// `Vec<ℝ>`.
    Vec,
    /// `&[[ℝ; 2]]`.
    Rows,
    /// `[[ℝ; 2]; N / 2]`.
    Table,
    /// `Vec<[ℝ; 2]>`.
    Pairs,
    /// `Vec<Vec<ℝ>>`.
    Vecs,
}

/// A struct of the program; without fields, a type of which only a trait is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Struct {
    pub(super) name: String,
    /// Whether its fields have numbers.
    pub(super) tuple: bool,
    pub(super) fields: Vec<(String, Type)>,
}

/// How a function value may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A closure that is `Fn`.
    Shared,
    /// A closure that is `FnMut`.
    Mutating,
    /// `&dyn Fn(…)`.
    Dynamic,
    /// `fn(…)`.
    Pointer,
    /// `impl Fn(…)` by value, or what a call gave: not `Copy`, so that it is moved where it is passed by value.
    Given,
    /// `&impl Fn(…)`.
    Reference,
    /// `impl FnOnce(…)`: a call moves it.
    Once,
}

/// The type of a function value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Signature {
    pub(super) params: Vec<Type>,
    pub(super) result: Type,
    /// What rustc knows of the result's type, and about how big it is.
    pub(super) known: Known,
    pub(super) size: f64,
    pub(super) form: Form,
    /// Whether it captures nothing, so that it can be a pointer.
    pub(super) closed: bool,
}

/// How much of the type of an expression rustc knows where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Known {
    /// Nothing yet: a closure's parameter without a type.
    No,
    /// A float literal.
    Float,
    /// All.
    Yes,
}

/// A variable.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a set of independent facts")]
pub(super) struct Variable {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) mutable: bool,
    pub(super) known: Known,
    /// About how big the value is.
    pub(super) size: f64,
    /// A closure dies where a variable that it borrows changes.
    pub(super) alive: bool,
    /// What a closure borrows.
    pub(super) borrows: Bits,
    /// What a closure borrows to change it; a part of `borrows`.
    pub(super) holds: Bits,
    /// Whether a closure that leaves its scope may capture it.
    pub(super) escapes: bool,
    /// Whether the macro is sure to see that it depends on a parameter.
    pub(super) depends: bool,
}

/// The body of a closure that is being generated.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Variables before this one are outside.
    pub(super) base: usize,
    /// What of the outside it may change; `None` if it is an `Fn`.
    pub(super) changes: Option<Bits>,
    /// Whether the outside is out of reach.
    pub(super) closed: bool,
    /// For a closure that leaves a scope: the variables before this one outlive it.
    pub(super) escapes_to: Option<usize>,
    /// For a `move` closure: what of the outside that is not `Copy` it may take with it.
    pub(super) may_move: Option<Bits>,
    /// What it uses of the outside.
    pub(super) uses: Bits,
    /// Whether it is given to another function: a backpropagator may hold no references of parameters.
    pub(super) crosses: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) text: String,
    pub(super) strength: u8,
    pub(super) known: Known,
    pub(super) size: f64,
}

/// How strongly an expression's outermost operator binds.
pub(super) const LOOSE: u8 = 0;
pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const SUM: u8 = 4;
pub(super) const PRODUCT: u8 = 5;
pub(super) const PREFIX: u8 = 6;
pub(super) const ATOM: u8 = 7;

/// The generator of one function.
#[expect(clippy::struct_excessive_bools, reason = "a set of independent facts")]
pub(super) struct Generator<'a> {
    pub(super) random: Random,
    pub(super) features: Features,
    /// The functions that it may call.
    pub(super) callees: &'a [Function],
    /// The structs of the program.
    pub(super) structs: &'a [Rc<Struct>],
    /// The type that `Self` is here.
    pub(super) own: Option<String>,
    /// Whether structs are put together from their fields alone.
    pub(super) by_parts: bool,
    /// Whether the callees may take functions and give them.
    pub(super) spread: bool,
    /// Whether the function takes slices.
    pub(super) takes_arrays: bool,
    pub(super) fuel: usize,
    pub(super) variables: Vec<Variable>,
    pub(super) frames: Vec<Frame>,
    /// What must not change while the expression at hand is evaluated.
    pub(super) pinned: Vec<Bits>,
    /// What must not be read while the expression at hand is evaluated.
    pub(super) hidden: Vec<Bits>,
    /// What the temporaries of the statement at hand refer to until its end.
    pub(super) temporaries: Bits,
    /// Whether the function, which gives a real, may be left here.
    pub(super) returns: bool,
    ids: u32,
    names: usize,
}

/// A place that can be read: a variable or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) text: String,
    pub(super) variable: u32,
    pub(super) known: Known,
    pub(super) size: f64,
}

impl Type {
    /// Its text, with marks.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Real => "ℝ".to_owned(),
            Self::Int(name) => (*name).to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Unit => "()".to_owned(),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join(", "))
            }
            Self::Struct(structure) => structure.name.clone(),
            Self::Reference(structure) => format!("&{}", structure.name),
            Self::Array(storage) => storage.text(),
            Self::Bodies(bodies) => bodies.text(),
            Self::Function(signature) => {
                let params: Vec<String> = signature.params.iter().map(Self::text).collect();
                let arrow = format!("({}) -> {}", params.join(", "), signature.result.text());
                match signature.form {
                    Form::Pointer => format!("fn{arrow}"),
                    Form::Given => format!("impl Fn{arrow}"),
                    Form::Reference => format!("&impl Fn{arrow}"),
                    _ => format!("&dyn Fn{arrow}"),
                }
            }
        }
    }

    /// Whether there is a real in it.
    pub(super) fn has_tangent(&self) -> bool {
        match self {
            Self::Real | Self::Array(_) | Self::Bodies(_) => true,
            Self::Tuple(parts) => parts.iter().any(Self::has_tangent),
            Self::Struct(structure) | Self::Reference(structure) => {
                structure.fields.iter().any(|(_, field)| field.has_tangent())
            }
            _ => false,
        }
    }

    /// What it has parts of, by their names.
    pub(super) fn parts(&self) -> Vec<(String, &Self)> {
        match self {
            Self::Tuple(parts) => parts.iter().enumerate().map(|(i, part)| (i.to_string(), part)).collect(),
            Self::Struct(structure) | Self::Reference(structure) => {
                structure.fields.iter().map(|(name, field)| (name.clone(), field)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether there is a function in it.
    pub(super) fn has_function(&self) -> bool {
        match self {
            Self::Function(_) => true,
            Self::Tuple(parts) => parts.iter().any(Self::has_function),
            _ => false,
        }
    }

    pub(super) fn signature(&self) -> Option<&Rc<Signature>> {
        match self {
            Self::Function(signature) => Some(signature),
            _ => None,
        }
    }
}

impl Signature {
    /// Whether a function of this kind can be passed where that one is wanted, of the same parameters and with the same result.
    pub(super) fn fits(&self, wanted: &Self) -> bool {
        let result = match (&self.result, &wanted.result) {
            (Type::Function(given), Type::Function(wanted)) => given.fits(wanted),
            (given, wanted) => given == wanted,
        };
        self.params == wanted.params && result && self.known == Known::Yes && self.form != Form::Mutating
    }
}

impl Variable {
    /// Whether it is a function that is moved where it is used by value.
    pub(super) fn is_given(&self) -> bool {
        self.ty.signature().is_some_and(|signature| matches!(signature.form, Form::Given | Form::Once))
    }
}

impl Expr {
    pub(super) fn new(text: String, strength: u8, known: Known, size: f64) -> Self {
        Self { text, strength, known, size }
    }

    /// Its text as an operand of what binds this strongly.
    pub(super) fn within(&self, strength: u8) -> String {
        if self.strength >= strength { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl<'a> Generator<'a> {
    pub(super) fn new(random: Random, features: Features, callees: &'a [Function], fuel: usize) -> Self {
        Self {
            random,
            features,
            callees,
            structs: &[],
            own: None,
            by_parts: false,
            spread: false,
            takes_arrays: false,
            fuel,
            variables: Vec::new(),
            frames: Vec::new(),
            pinned: Vec::new(),
            hidden: Vec::new(),
            returns: false,
            temporaries: Bits::new(),
            ids: 0,
            names: 0,
        }
    }

    pub(super) fn next_id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    /// A name that nothing has.
    pub(super) fn fresh_name(&mut self) -> String {
        const NAMES: [&str; 24] = [
            "x", "y", "z", "u", "v", "w", "s", "t", "a", "b", "f", "g", "h", "k", "m", "n", "p", "q", "r", "alpha",
            "beta", "gamma", "delta", "rho",
        ];
        let index = self.names;
        self.names += 1;
        if index < NAMES.len() { NAMES[index].to_owned() } else { format!("{}{}", NAMES[index % 24], index / 24) }
    }

    /// A name, now and then one that shadows a variable.
    pub(super) fn name(&mut self) -> String {
        // What shadows a variable would be taken for it in code with structs that is left as it is.
        if self.structs.is_empty() && !self.variables.is_empty() && self.random.chance(15) {
            let variables = &self.variables;
            return variables[self.random.below(variables.len())].name.clone();
        }
        self.fresh_name()
    }

    fn index_of(&self, id: u32) -> usize {
        self.variables.iter().position(|variable| variable.id == id).expect("a variable in scope")
    }

    pub(super) fn variable(&self, id: u32) -> &Variable {
        &self.variables[self.index_of(id)]
    }

    /// The variables that a name in the text would reach and that the borrow checker would let be read here.
    pub(super) fn readable(&self) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        let held: Bits = self.variables.iter().filter(|v| v.alive).flat_map(|v| v.holds.iter().copied()).collect();
        for (index, variable) in self.variables.iter().enumerate().rev() {
            let hidden = |id| self.hidden.iter().any(|hidden| hidden.contains(id));
            if variable.borrows.iter().chain([&variable.id]).any(hidden) {
                seen.insert(&variable.name);
                continue;
            }
            if !seen.insert(&variable.name) || !variable.alive || held.contains(&variable.id) {
                continue;
            }
            let reachable = self.frames.iter().filter(|frame| index < frame.base).all(|frame| {
                if frame.closed || (frame.crosses && self.has_reference(variable)) {
                    return false;
                }
                if matches!(variable.ty, Type::Array(_)) && !frame.reads_arrays() {
                    return false;
                }
                let mutating = variable.ty.signature().is_some_and(|signature| signature.form == Form::Mutating);
                if mutating && !frame.changes.as_ref().is_some_and(|changes| changes.contains(&variable.id)) {
                    return false;
                }
                if variable.is_given() && frame.may_move.as_ref().is_some_and(|moved| !moved.contains(&variable.id)) {
                    return false;
                }
                match (frame.escapes_to, variable.ty.signature()) {
                    (Some(boundary), Some(_)) => {
                        variable.escapes && variable.borrows.iter().all(|&id| self.outlives(id, boundary))
                    }
                    // A reference may live no longer than the call.
                    (Some(_), None) => !matches!(variable.ty, Type::Reference(_)),
                    _ => true,
                }
            });
            if reachable {
                found.push(index);
            }
        }
        found.reverse();
        found
    }

    /// Whether a variable is a reference to a struct, or a closure that has captured one.
    pub(super) fn has_reference(&self, variable: &Variable) -> bool {
        let is = |variable: &Variable| matches!(variable.ty, Type::Reference(_));
        is(variable) || self.variables.iter().any(|other| is(other) && variable.borrows.contains(&other.id))
    }

    /// Whether a variable is one of those before this one, or no longer in scope under its id.
    pub(super) fn outlives(&self, id: u32, boundary: usize) -> bool {
        self.variables.iter().position(|variable| variable.id == id).is_some_and(|index| index < boundary)
    }

    /// Whether a `move` closure whose body is at hand has this variable of the outside for itself.
    pub(super) fn is_taken(&self, id: u32) -> bool {
        let index = self.index_of(id);
        self.frames.iter().any(|frame| index < frame.base && frame.may_move.is_some())
    }

    /// Records that the text uses a variable here.
    pub(super) fn uses(&mut self, id: u32) {
        let index = self.index_of(id);
        for frame in &mut self.frames {
            if index < frame.base {
                frame.uses.insert(id);
            }
        }
    }

    /// The places of this type that can be read.
    pub(super) fn places(&self, ty: &Type) -> Vec<Place> {
        let mut found = Vec::new();
        for index in self.readable() {
            let variable = &self.variables[index];
            let root = Place {
                text: variable.name.clone(),
                variable: variable.id,
                known: variable.known,
                size: variable.size,
            };
            match variable.ty {
                Type::Array(storage) => self.elements(storage, &root, ty, &mut found),
                _ => Self::parts(&variable.ty, root, ty, !self.structs.is_empty(), &mut found),
            }
        }
        found
    }

    fn parts(ty: &Type, place: Place, wanted: &Type, structs: bool, found: &mut Vec<Place>) {
        if ty == wanted {
            // What is in a field is of a type that the macro does not know.
            let compound = matches!(ty, Type::Struct(_) | Type::Tuple(_)) && place.text.contains('.');
            let known = if compound && structs { Known::Float } else { place.known };
            found.push(Place { known, ..place });
            return;
        }
        if let (Type::Reference(structure), Type::Struct(wanted)) = (ty, wanted)
            && structure == wanted
        {
            found.push(Place { text: format!("*{}", place.text), ..place });
            return;
        }
        // The macro has to know the type of what it takes a field of.
        if matches!(ty, Type::Struct(_)) && place.known != Known::Yes {
            return;
        }
        for (name, part) in ty.parts() {
            let text = format!("{}.{name}", place.text);
            Self::parts(part, Place { text, ..place.clone() }, wanted, structs, found);
        }
    }

    /// The closures in scope of which this holds.
    pub(super) fn functions(&self, wanted: impl Fn(&Signature) -> bool) -> Vec<u32> {
        let readable = self.readable();
        readable
            .into_iter()
            .map(|index| &self.variables[index])
            .filter(|variable| variable.ty.signature().is_some_and(|signature| wanted(signature)))
            .filter(|variable| {
                variable.ty.signature().is_none_or(|signature| signature.form != Form::Once)
                    || self.is_movable(variable.id)
            })
            .filter(|variable| {
                variable.ty.signature().is_none_or(|signature| signature.form != Form::Mutating)
                    || (!self.is_pinned(variable.id) && variable.holds.iter().all(|&held| !self.is_pinned(held)))
            })
            .map(|variable| variable.id)
            .collect()
    }

    /// Whether something at hand refers to it. What another function gave may do something when it is dropped, so that it
    /// refers to what it borrows until it goes out of scope, even if it has been moved in a branch.
    pub(super) fn is_pinned(&self, id: u32) -> bool {
        let given = |variable: &Variable| variable.is_given() && variable.borrows.contains(&id);
        self.temporaries.contains(&id)
            || self.pinned.iter().any(|pinned| pinned.contains(&id))
            || self.variables.iter().any(given)
    }

    /// Whether a function that is not `Copy` may be moved here: it belongs to the body at hand, and nothing refers to it.
    pub(super) fn is_movable(&self, id: u32) -> bool {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.index_of(id) >= base && !self.is_pinned(id)
    }

    /// The functions that a closure may take with it here: nothing that it may use as well refers to them.
    pub(super) fn movable(&self) -> Bits {
        let given = self.variables.iter().filter(|variable| variable.alive && variable.is_given());
        let referred = |id| self.variables.iter().any(|variable| variable.alive && variable.borrows.contains(&id));
        given.map(|variable| variable.id).filter(|&id| self.is_movable(id) && !referred(id)).collect()
    }

    /// A closure is not used from here.
    pub(super) fn retire(&mut self, id: u32) {
        for variable in &mut self.variables {
            if variable.id == id || variable.borrows.contains(&id) {
                variable.alive = false;
            }
        }
    }

    /// Whether the text may change this variable here (apart from whether it is readable).
    pub(super) fn is_assignable(&self, id: u32) -> bool {
        let index = self.index_of(id);
        let variable = &self.variables[index];
        variable.mutable
            && !self.is_pinned(id)
            && self
                .frames
                .iter()
                .filter(|frame| index < frame.base)
                .all(|frame| frame.changes.as_ref().is_some_and(|changes| changes.contains(&id)))
            && self.variables.iter().filter(|v| v.alive && v.borrows.contains(&id)).all(|v| !self.is_pinned(v.id))
    }

    /// The variables, not functions, that can be changed here.
    pub(super) fn assignable(&self) -> Vec<u32> {
        let readable = self.readable();
        readable
            .into_iter()
            .map(|index| &self.variables[index])
            .filter(|variable| variable.ty.signature().is_none() && self.is_assignable(variable.id))
            .map(|variable| variable.id)
            .collect()
    }

    /// A variable changes: the closures that borrow it are dead from here.
    pub(super) fn change(&mut self, id: u32) {
        for variable in &mut self.variables {
            if variable.borrows.contains(&id) {
                variable.alive = false;
            }
        }
    }

    /// Ends a scope that began with this many variables.
    pub(super) fn leave(&mut self, length: usize) {
        self.variables.truncate(length);
    }

    /// Adds a variable.
    pub(super) fn bind(&mut self, name: String, ty: Type, mutable: bool, known: Known, size: f64) -> u32 {
        let id = self.next_id();
        self.variables.push(Variable {
            id,
            name,
            ty,
            mutable,
            known,
            size,
            alive: true,
            borrows: Bits::new(),
            holds: Bits::new(),
            escapes: true,
            depends: false,
        });
        id
    }
}

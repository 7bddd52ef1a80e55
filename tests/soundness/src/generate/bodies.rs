//! Programs with arrays of structs: slices, vectors and arrays of them as parameters, locals and fields of a struct; elements and their
//! fields read and changed, by index, by name, by methods and by calls.
//!
//! All numbers stay finite: what is multiplied with another number is bounded. What an array is indexed with is in range: the arrays of
//! the entry have [`LENGTH`] elements or more, those that a function takes may have one less.

mod statements;

use std::fmt::Write as _;
use std::rc::Rc;

use super::random::Random;
use super::state::Type;
use super::{ENTRY, Function, Item};

/// How many structs the arrays have.
pub(super) const LENGTH: usize = 3;

/// A field of the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// `ℝ`.
    Real,
    /// `[ℝ; 2]`.
    Array,
    /// `Vec<ℝ>` of two elements.
    Vec,
    /// A struct of two reals.
    Point,
    /// An integer, without a derivative.
    Count,
}

/// The struct that the arrays are of, and how the entry takes them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bodies {
    fields: Vec<(&'static str, Field)>,
    holder: Holder,
}

/// How a function takes an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holder {
    /// `&[Body]`.
    Slice,
    /// `&mut [Body]`.
    Changed,
    /// `&mut Vec<Body>`.
    Grown,
    /// `Vec<Body>`; locals too.
    Owned,
    /// `[Body; 3]`: locals only.
    Fixed,
}

impl Bodies {
    /// The text of the type, with marks.
    pub(super) fn text(&self) -> String {
        self.holder.text().to_owned()
    }

    /// Whether a copy of an element is one by value.
    fn is_copy(&self) -> bool {
        self.fields.iter().all(|(_, field)| *field != Field::Vec)
    }

    /// The reals of an element, by what stands after its name and a point.
    pub(super) fn reals(&self) -> Vec<String> {
        let of = |&(name, field): &(&str, Field)| match field {
            Field::Real => vec![name.to_owned()],
            Field::Array | Field::Vec => vec![format!("{name}[0]"), format!("{name}[1]")],
            Field::Point => vec![format!("{name}.a"), format!("{name}.b")],
            Field::Count => Vec::new(),
        };
        self.fields.iter().flat_map(of).collect()
    }

    /// An element put together out of these numbers, its types from this module.
    fn made(&self, module: &str, mut real: impl FnMut() -> String) -> String {
        let of = |&(name, field): &(&str, Field)| {
            let value = match field {
                Field::Real => real(),
                Field::Array => format!("[{}, {}]", real(), real()),
                Field::Vec => format!("vec![{}, {}]", real(), real()),
                Field::Point => format!("{module}Point {{ a: {}, b: {} }}", real(), real()),
                Field::Count => "2".to_owned(),
            };
            format!("{name}: {value}")
        };
        let fields: Vec<String> = self.fields.iter().map(of).collect();
        format!("{module}Body {{ {} }}", fields.join(", "))
    }

    /// The array as an argument of the entry, out of flat arguments.
    pub(super) fn argument(&self, module: &str, reals: &str, count: &mut usize) -> String {
        let mut real = || {
            *count += 1;
            format!("{reals}[{}]", *count - 1)
        };
        let all: Vec<String> = (0..LENGTH).map(|_| self.made(module, &mut real)).collect();
        let all = all.join(", ");
        match self.holder {
            Holder::Slice => format!("&[{all}]"),
            Holder::Changed => format!("&mut [{all}]"),
            Holder::Grown => format!("&mut vec![{all}]"),
            Holder::Owned => format!("vec![{all}]"),
            Holder::Fixed => format!("[{all}]"),
        }
    }

    /// The struct, and the one in it.
    fn items(&self) -> Vec<Function> {
        let mut items = Vec::new();
        let item = |copy: bool, text: String| Function {
            item: if copy { Item::Struct } else { Item::Held },
            ..Function::new("", Vec::new(), Type::Unit, text)
        };
        if self.fields.iter().any(|(_, field)| *field == Field::Point) {
            items.push(item(true, "pub struct Point { pub a: ℝ, pub b: ℝ }".to_owned()));
        }
        let mut text = String::from("pub struct Body { ");
        for (name, field) in &self.fields {
            let ty = match field {
                Field::Real => "ℝ",
                Field::Array => "[ℝ; 2]",
                Field::Vec => "Vec<ℝ>",
                Field::Point => "Point",
                Field::Count => "usize",
            };
            let _ = write!(text, "pub {name}: {ty}, ");
        }
        items.push(item(self.is_copy(), text + "}"));
        items
    }
}

impl Holder {
    fn text(self) -> &'static str {
        match self {
            Self::Slice => "&[Body]",
            Self::Changed => "&mut [Body]",
            Self::Grown => "&mut Vec<Body>",
            Self::Owned => "Vec<Body>",
            Self::Fixed => "[Body; 3]",
        }
    }
}

/// A function that the ones after it may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Callee {
    /// `b.energy(k)`.
    Energy,
    /// `b.step(k);`
    Step,
    /// `y += b.glide(k);`
    Glide,
    /// `let (y, z) = b.split(k);`
    Split,
    /// `b.moved(k)`, by reference.
    Moved,
    /// `weight(&b, k)`.
    Weight,
    /// `force(&b, &c)`.
    Force,
    /// `change(&mut b, k);`
    Change,
    /// `total(&bodies, k)`.
    Total,
    /// `kick(&mut bodies, k);`
    Kick,
    /// `made(&bodies, k)`, a vector.
    Made,
    /// The struct that holds a vector of them, with `turn(&mut self, k)` and `sum(&self)`.
    System,
}

/// An array in scope.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    holder: Holder,
    /// Whether it is in a variable with `mut`.
    mutable: bool,
    /// Whether something refers to it that changes it, or that sees what changes.
    locked: bool,
    lent: bool,
    /// How many elements it has at least.
    least: usize,
}

/// An element in scope by a name.
#[derive(Clone, Debug)]
struct Element {
    name: String,
    changes: bool,
    refers: bool,
    /// Whether it is another name for an element that is changed by it.
    by_name: bool,
}

/// A function is being written.
struct Writer<'r> {
    random: &'r mut Random,
    bodies: Rc<Bodies>,
    callees: Vec<Callee>,
    reals: Vec<String>,
    changing: Vec<String>,
    arrays: Vec<Array>,
    elements: Vec<Element>,
    /// Counters of loops, each with the array of which it is an index.
    counters: Vec<(String, String)>,
    /// What the function that is written is left with early: a value, or nothing.
    leaves: Option<bool>,
    names: usize,
    fuel: usize,
}

/// The functions of a program with arrays of structs, the entry last.
pub(super) fn program(random: &mut Random) -> Vec<Function> {
    let bodies = Rc::new(bodies(random));
    let mut functions = bodies.items();
    let mut writer = Writer {
        random,
        bodies: bodies.clone(),
        callees: Vec::new(),
        reals: Vec::new(),
        changing: Vec::new(),
        arrays: Vec::new(),
        elements: Vec::new(),
        counters: Vec::new(),
        leaves: None,
        names: 0,
        fuel: 0,
    };
    functions.extend(writer.methods());
    for callee in [Callee::Weight, Callee::Force, Callee::Change, Callee::Total, Callee::Kick, Callee::Made] {
        if writer.random.chance(60) {
            functions.push(writer.free(callee));
            writer.callees.push(callee);
        }
    }
    if writer.random.chance(35) {
        functions.extend(writer.system());
        writer.callees.push(Callee::System);
    }
    functions.push(writer.entry());
    functions
}

/// The struct of a program.
fn bodies(random: &mut Random) -> Bodies {
    let mut fields = vec![("x", Field::Real)];
    if random.chance(70) {
        fields.push(("v", Field::Real));
    }
    for (name, field, percent) in
        [("at", Field::Array, 35), ("p", Field::Point, 25), ("past", Field::Vec, 20), ("n", Field::Count, 15)]
    {
        if random.chance(percent) {
            fields.insert(random.below(fields.len() + 1), (name, field));
        }
    }
    let holder = random.weighted(&[(5, Holder::Slice), (3, Holder::Changed), (2, Holder::Grown), (1, Holder::Owned)]);
    Bodies { fields, holder }
}

impl Writer<'_> {
    fn clear(&mut self, fuel: usize) {
        self.reals.clear();
        self.changing.clear();
        self.arrays.clear();
        self.elements.clear();
        self.counters.clear();
        self.fuel = fuel;
    }

    fn item(marked: String) -> Function {
        Function::new("", Vec::new(), Type::Unit, marked)
    }

    /// The block of methods.
    fn methods(&mut self) -> Option<Function> {
        let mut text = String::new();
        for callee in [Callee::Energy, Callee::Split, Callee::Glide, Callee::Step, Callee::Moved] {
            if !self.random.chance(if matches!(callee, Callee::Split | Callee::Glide) { 40 } else { 75 }) {
                continue;
            }
            let fuel = 1 + self.random.below(3);
            self.clear(fuel);
            self.reals.push("k".to_owned());
            self.elements.push(Element {
                name: "self".to_owned(),
                changes: matches!(callee, Callee::Step | Callee::Glide),
                refers: true,
                by_name: false,
            });
            self.leaves = match callee {
                Callee::Energy | Callee::Glide => Some(true),
                Callee::Step => Some(false),
                _ => None,
            };
            let statements = self.statements(1);
            self.leaves = None;
            let _ = match callee {
                Callee::Split => {
                    let (one, other) = (self.value(1), self.value(1));
                    write!(text, "pub fn split(&self, k: ℝ) -> (ℝ, ℝ) {{ {statements}({one}, {other}) }} ")
                }
                Callee::Glide => {
                    let (change, value) = (self.change_of_field(0), self.value(1));
                    write!(text, "pub fn glide(&mut self, k: ℝ) -> ℝ {{ {statements}{change}{value} }} ")
                }
                Callee::Energy => {
                    let value = self.value(2);
                    write!(text, "pub fn energy(&self, k: ℝ) -> ℝ {{ {statements}{value} }} ")
                }
                Callee::Step => {
                    let change = self.change_of_field(0);
                    write!(text, "pub fn step(&mut self, k: ℝ) {{ {statements}{change} }} ")
                }
                _ => {
                    let made = self.made(1);
                    write!(text, "pub fn moved(&self, k: ℝ) -> Body {{ {statements}{made} }} ")
                }
            };
            self.callees.push(callee);
        }
        (!text.is_empty()).then(|| Self::item(format!("impl Body {{ {text}}}")))
    }

    /// A function beside the others.
    fn free(&mut self, callee: Callee) -> Function {
        let fuel = 2 + self.random.below(5);
        self.clear(fuel);
        let element =
            |name: &str, changes: bool| Element { name: name.to_owned(), changes, refers: true, by_name: false };
        let array = |holder: Holder| Array {
            name: "bodies".to_owned(),
            holder,
            mutable: false,
            locked: false,
            lent: false,
            least: LENGTH - 1,
        };
        let (head, result) = match callee {
            Callee::Weight => {
                self.elements.push(element("b", false));
                ("weight(b: &Body, k: ℝ) -> ℝ", true)
            }
            Callee::Force => {
                self.elements.extend([element("b", false), element("o", false)]);
                ("force(b: &Body, o: &Body) -> ℝ", true)
            }
            Callee::Change => {
                self.elements.push(element("b", true));
                ("change(b: &mut Body, k: ℝ)", false)
            }
            Callee::Total => {
                self.arrays.push(array(Holder::Slice));
                ("total(bodies: &[Body], k: ℝ) -> ℝ", true)
            }
            Callee::Kick => {
                self.arrays.push(array(Holder::Changed));
                ("kick(bodies: &mut [Body], k: ℝ)", false)
            }
            _ => {
                self.arrays.push(array(Holder::Slice));
                ("made(bodies: &[Body], k: ℝ) -> Vec<Body>", false)
            }
        };
        if callee != Callee::Force {
            self.reals.push("k".to_owned());
        }
        self.leaves = if callee == Callee::Made { None } else { Some(result) };
        let mut text = self.statements(1);
        self.leaves = None;
        match callee {
            Callee::Made => {
                let name = self.new_array(true, &mut text);
                text.push_str(&name);
            }
            _ if result => {
                let value = self.value(2);
                text.push_str(&value);
            }
            _ => {
                let change = self.change_of_field(1);
                text.push_str(&change);
            }
        }
        Self::item(format!("pub fn {head} {{ {text} }}"))
    }

    /// The struct that holds a vector, and its methods.
    fn system(&mut self) -> Vec<Function> {
        let held = Function {
            item: Item::Held,
            ..Self::item("pub struct System { pub bodies: Vec<Body>, pub g: ℝ }".to_owned())
        };
        let mut text = String::new();
        for changes in [false, true] {
            let fuel = 2 + self.random.below(4);
            self.clear(fuel);
            self.arrays.push(Array {
                name: "self.bodies".to_owned(),
                holder: if changes { Holder::Grown } else { Holder::Slice },
                mutable: changes,
                locked: false,
                lent: false,
                least: LENGTH - 1,
            });
            self.reals.push("k".to_owned());
            let place = "self.g".to_owned();
            let reals = if changes { &mut self.changing } else { &mut self.reals };
            reals.push(place);
            let statements = self.statements(1);
            let _ = if changes {
                let change = self.change_of_field(1);
                write!(text, "pub fn turn(&mut self, k: ℝ) {{ {statements}{change} }} ")
            } else {
                // An array that is only lent as a whole has no elements.
                let (value, field) = (self.value(2), self.field());
                write!(text, "pub fn sum(&self, k: ℝ) -> ℝ {{ {statements}{value} + self.bodies[0].{field} }} ")
            };
        }
        vec![held, Self::item(format!("impl System {{ {text}}}"))]
    }

    fn entry(&mut self) -> Function {
        let fuel = 4 + self.random.below(12);
        self.clear(fuel);
        let holder = self.bodies.holder;
        let mutable = holder == Holder::Owned && self.random.chance(60);
        self.arrays.push(Array { name: "all".to_owned(), holder, mutable, locked: false, lent: false, least: LENGTH });
        let mut params = vec![Type::Bodies(self.bodies.clone())];
        let mut patterns = vec![format!("{}all: {}", if mutable { "mut " } else { "" }, holder.text())];
        for at in 0..=self.random.below(2) {
            params.push(Type::Real);
            patterns.push(format!("k{at}: ℝ"));
            self.reals.push(format!("k{at}"));
        }
        self.counters.push(("n".to_owned(), String::new()));
        params.extend([Type::Int("usize"), Type::Bool]);
        patterns.extend(["n: usize".to_owned(), "flag: bool".to_owned()]);
        let mut text = String::new();
        if self.random.chance(80) {
            self.new_array(true, &mut text);
        }
        self.leaves = Some(true);
        let statements = self.statements(0);
        self.leaves = None;
        text.push_str(&statements);
        // What was changed is looked at.
        let mut sum = self.value(2);
        for array in self.arrays.clone() {
            let field = self.field();
            let _ = write!(sum, " + {}[{}].{field}", array.name, self.random.below(array.least));
        }
        for name in self.changing.clone() {
            let _ = write!(sum, " + {name}");
        }
        let marked = format!("pub fn {ENTRY}({}) -> ℝ {{ {text}{sum} }}", patterns.join(", "));
        Function::new(ENTRY, params, Type::Real, marked)
    }
}

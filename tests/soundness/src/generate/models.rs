//! Programs around a struct that holds arrays: constant fields, other names of types, methods with the names that arrays' own methods have;
//! arrays that take the place of others; arrays that depend on nothing, and functions that leave them out.
//!
//! What is stored is bounded, so that all numbers stay finite. The lengths of vectors change outside of branches and loops only, and a vector
//! has at least [`LENGTH`] elements where it is read.

mod statements;

use std::fmt::Write as _;

use super::random::Random;
use super::state::Type;
use super::{ENTRY, Function, Item, arrays};

/// How many elements each array has at least.
const LENGTH: usize = 3;

/// How the struct holds rows of reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rows {
    None,
    /// `[[ℝ; 3]; 2]`.
    Table,
    /// `Vec<[ℝ; 3]>`.
    Pairs,
    /// `Vec<Vec<ℝ>>`.
    Vecs,
}

/// A field that is constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constant {
    /// `eps: ℝ`.
    Real,
    /// `taps: Vec<ℝ>`.
    Vec,
    /// `knots: [ℝ; 3]`.
    Array,
    /// `order: Vec<usize>`.
    Order,
    /// `count: usize`.
    Count,
}

/// What the functions of a program may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Callee {
    /// `m.score(&u)`.
    Score,
    /// `m.energy(k)`.
    Energy,
    /// `m.first()`.
    First,
    /// `m.len()`.
    Len,
    /// `m.fill(k);`
    Fill,
    /// `m.push(k);`
    Push,
    /// `m.reverse();`
    Reverse,
    /// `m.extend(&u);`
    Extend,
    /// `y += m.swap(k);`
    Swap,
    /// `weigh(&m, k)`.
    Weigh,
    /// `change(&mut m, k);`
    Change,
    /// `advance(&mut u, k);`
    Advance,
    /// `mix(&u, &mut t);`
    Mix,
    /// `next(&u, k)`, a vector.
    Next,
    /// `noisy(k, &noise)`, which leaves out the noise.
    Noisy,
    /// `disturb(&mut u, &noise);`, which leaves it out too.
    Disturb,
}

impl Callee {
    /// Methods of the struct.
    const METHODS: [Self; 9] = [
        Self::First,
        Self::Len,
        Self::Score,
        Self::Energy,
        Self::Fill,
        Self::Push,
        Self::Reverse,
        Self::Extend,
        Self::Swap,
    ];

    /// Functions beside it.
    const FREE: [Self; 7] =
        [Self::Next, Self::Noisy, Self::Disturb, Self::Weigh, Self::Change, Self::Advance, Self::Mix];
}

/// A vector or an array of reals in scope.
#[derive(Clone, Debug)]
struct Array {
    /// The place, `u` or `m.w`.
    name: String,
    /// Whether it may be changed.
    mutable: bool,
    /// Whether it is a `Vec` of which the length may change, and which may be moved.
    vec: bool,
    /// Whether it is a reference by its name.
    reference: bool,
}

impl Array {
    /// As an argument that is looked at.
    fn lent(&self) -> String {
        if self.reference { self.name.clone() } else { format!("&{}", self.name) }
    }

    /// As an argument that is changed.
    fn lent_to_change(&self) -> String {
        if self.reference { self.name.clone() } else { format!("&mut {}", self.name) }
    }
}

/// A struct in scope.
#[derive(Clone, Debug)]
struct Model {
    name: String,
    mutable: bool,
    reference: bool,
}

/// A function is being written.
struct Writer<'r> {
    random: &'r mut Random,
    /// What the struct has.
    rows: Rows,
    constants: Vec<Constant>,
    fixed: bool,
    /// Whether the program names its types otherwise.
    aliases: bool,
    callees: Vec<Callee>,
    reals: Vec<String>,
    changing: Vec<String>,
    arrays: Vec<Array>,
    models: Vec<Model>,
    /// Vectors that depend on nothing.
    noise: Vec<String>,
    counters: Vec<String>,
    /// How many blocks and loops are around.
    depth: usize,
    names: usize,
    fuel: usize,
}

/// The functions of a program, the entry last.
pub(super) fn program(random: &mut Random) -> Vec<Function> {
    let rows = random.weighted(&[(2, Rows::None), (2, Rows::Table), (1, Rows::Pairs), (2, Rows::Vecs)]);
    let all = [Constant::Real, Constant::Vec, Constant::Array, Constant::Order, Constant::Count];
    let constants = all.into_iter().filter(|_| random.chance(40)).collect();
    let (fixed, aliases) = (random.chance(30), random.chance(40));
    let mut writer = Writer {
        random,
        rows,
        constants,
        fixed,
        aliases,
        callees: Vec::new(),
        reals: Vec::new(),
        changing: Vec::new(),
        arrays: Vec::new(),
        models: Vec::new(),
        noise: Vec::new(),
        counters: Vec::new(),
        depth: 0,
        names: 0,
        fuel: 0,
    };
    let mut functions = writer.items();
    functions.extend(writer.methods());
    for callee in Callee::FREE {
        if writer.random.chance(55) {
            functions.push(writer.free(callee));
            writer.callees.push(callee);
        }
    }
    functions.push(writer.entry());
    functions
}

fn plain(marked: String) -> Function {
    Function::new("", Vec::new(), Type::Unit, marked)
}

impl Writer<'_> {
    /// A type by its name, or by its other one.
    fn alias<'t>(&mut self, ty: &'t str, other: &'t str) -> &'t str {
        if self.aliases && self.random.chance(60) { other } else { ty }
    }

    /// Other names of types, and the struct.
    fn items(&mut self) -> Vec<Function> {
        let mut items = Vec::new();
        if self.aliases {
            let text = "pub type Real = ℝ; pub type Row = [ℝ; 3]; pub type List = Vec<ℝ>;";
            items.push(Function { item: Item::Plain, ..plain(text.to_owned()) });
        }
        let real = self.alias("ℝ", "Real").to_owned();
        let row = self.alias("[ℝ; 3]", "Row").to_owned();
        let list = self.alias("Vec<ℝ>", "List").to_owned();
        let mut fields = vec![format!("pub w: {}", if self.fixed { &row } else { &list }), format!("pub bias: {real}")];
        match self.rows {
            Rows::None => {}
            Rows::Table => fields.push(format!("pub rows: [{row}; 2]")),
            Rows::Pairs => fields.push(format!("pub rows: Vec<{row}>")),
            Rows::Vecs => fields.push(format!("pub rows: Vec<{list}>")),
        }
        for constant in &self.constants {
            let field = match constant {
                Constant::Real => format!("eps: {real}"),
                Constant::Vec => format!("taps: {list}"),
                Constant::Array => format!("knots: {row}"),
                Constant::Order => "order: Vec<usize>".to_owned(),
                Constant::Count => "count: usize".to_owned(),
            };
            fields.push(format!("⟦#[constant] ⟧pub {field}"));
        }
        let at = self.random.below(fields.len());
        fields.rotate_left(at);
        let text = format!("pub struct Model {{ {} }}", fields.join(", "));
        items.push(Function { item: Item::Held, ..plain(text) });
        items
    }

    /// A new scope with so many statements.
    fn clear(&mut self, fuel: usize) {
        self.reals.clear();
        self.changing.clear();
        self.arrays.clear();
        self.models.clear();
        self.noise.clear();
        self.counters.clear();
        self.depth = 0;
        self.fuel = fuel;
    }

    fn model(&mut self, name: &str, mutable: bool, reference: bool) {
        let (name, vec) = (name.to_owned(), !self.fixed);
        self.arrays.push(Array { name: format!("{name}.w"), mutable, vec, reference: false });
        self.models.push(Model { name, mutable, reference });
    }

    fn array(&mut self, name: &str, mutable: bool, vec: bool, reference: bool) {
        self.arrays.push(Array { name: name.to_owned(), mutable, vec, reference });
    }

    /// The block of methods.
    fn methods(&mut self) -> Option<Function> {
        let mut text = String::new();
        let real = self.alias("ℝ", "Real").to_owned();
        for callee in Callee::METHODS {
            if !self.random.chance(50) {
                continue;
            }
            let fuel = self.random.below(4);
            self.clear(fuel);
            let (head, takes, changes) = match callee {
                Callee::Score => (format!("score(&self, u: &[ℝ]) -> {real}"), "u", false),
                Callee::Energy => ("energy(&self, k: ℝ) -> ℝ".to_owned(), "k", false),
                Callee::First => ("first(&self) -> ℝ".to_owned(), "", false),
                Callee::Len => ("len(&self) -> usize".to_owned(), "", false),
                Callee::Fill => (format!("fill(&mut self, k: {real})"), "k", true),
                Callee::Push => ("push(&mut self, k: ℝ)".to_owned(), "k", true),
                Callee::Reverse => ("reverse(&mut self)".to_owned(), "", true),
                Callee::Extend => ("extend(&mut self, u: &[ℝ])".to_owned(), "u", true),
                _ => ("swap(&mut self, k: ℝ) -> ℝ".to_owned(), "k", true),
            };
            self.model("self", changes, true);
            match takes {
                "u" => self.array("u", false, false, true),
                "k" => self.reals.push("k".to_owned()),
                _ => {}
            }
            let body = match callee {
                Callee::Len => "self.w.len()".to_owned(),
                _ => self.body(head.ends_with("ℝ") || head.ends_with("Real")),
            };
            let _ = write!(text, "pub fn {head} {{ {body} }} ");
            self.callees.push(callee);
        }
        (!text.is_empty()).then(|| plain(format!("impl Model {{ {text}}}")))
    }

    /// Statements, and a value or a last change.
    fn body(&mut self, gives: bool) -> String {
        let statements = self.statements();
        let last = if gives { self.value(2) } else { self.change() };
        format!("{statements}{last}")
    }

    /// A function beside the struct.
    fn free(&mut self, callee: Callee) -> Function {
        let fuel = 1 + self.random.below(4);
        self.clear(fuel);
        let list = self.alias("Vec<ℝ>", "List").to_owned();
        let k = |writer: &mut Self| writer.reals.push("k".to_owned());
        let mut leaves_out = "";
        let (head, body) = match callee {
            Callee::Weigh => {
                self.model("m", false, true);
                k(self);
                ("weigh(m: &Model, k: ℝ) -> ℝ".to_owned(), self.body(true))
            }
            Callee::Change => {
                self.model("m", true, true);
                k(self);
                ("change(m: &mut Model, k: ℝ)".to_owned(), self.body(false))
            }
            Callee::Advance => {
                self.array("u", true, true, true);
                k(self);
                (format!("advance(u: &mut {list}, k: ℝ)"), self.body(false))
            }
            Callee::Mix => {
                self.array("u", false, false, true);
                self.array("t", true, false, true);
                ("mix(u: &[ℝ], t: &mut [ℝ])".to_owned(), self.body(false))
            }
            Callee::Next => {
                self.array("u", false, false, true);
                k(self);
                let mut body = self.statements();
                let (name, text) = self.new_vec();
                body.push_str(&text);
                (format!("next(u: &[ℝ], k: ℝ) -> {list}"), format!("{body}{name}"))
            }
            Callee::Noisy => {
                leaves_out = "wrt(k)";
                self.noise.push("noise".to_owned());
                k(self);
                ("noisy(k: ℝ, noise: &[ℝ]) -> ℝ".to_owned(), self.body(true))
            }
            _ => {
                leaves_out = "wrt(u)";
                self.noise.push("noise".to_owned());
                self.array("u", true, false, true);
                ("disturb(u: &mut [ℝ], noise: &[ℝ])".to_owned(), self.body(false))
            }
        };
        let text = format!("pub fn {head} {{ {body} }}");
        if leaves_out.is_empty() {
            return plain(text);
        }
        let text = format!("⟦#[::backprop::differentiable({leaves_out})]\n⟧{text}");
        Function { item: Item::Plain, ..plain(text) }
    }

    fn entry(&mut self) -> Function {
        let fuel = 4 + self.random.below(12);
        self.clear(fuel);
        let (mut params, mut patterns) = (Vec::new(), Vec::new());
        for at in 0..=self.random.below(3) {
            params.push(Type::Real);
            patterns.push(format!("x{at}: {}", self.alias("ℝ", "Real")));
            self.reals.push(format!("x{at}"));
        }
        if self.random.chance(40) {
            params.push(Type::Array(super::state::Storage::Slice));
            patterns.push("v: &[ℝ]".to_owned());
            self.array("v", false, false, true);
            const { assert!(arrays::LENGTH >= LENGTH) };
        }
        let model = self.new_model();
        let body = self.body(true);
        let marked = format!("pub fn {ENTRY}({}) -> ℝ {{ {model}{body} }}", patterns.join(", "));
        Function::new(ENTRY, params, Type::Real, marked)
    }
}

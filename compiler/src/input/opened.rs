//! Arrays in the fields of structs: each that a function reads elements of gets a name where the function begins.
//!
//! `m.layer.w[i]` is `w[i]` after `let w = &m.layer.w;`. So an array in a struct is an array with a name, like any other one. Whether it
//! holds numbers that are differentiated, only types say; the name stands for what it holds, whatever that is.

mod aliases;
mod elements;
mod naming;
mod own;
mod renaming;
mod seen;
mod uses;
mod vectors;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hypernet::Primitive;
use naming::Naming;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Member, Pat, Stmt};

pub(crate) use self::elements::of_any_loop;
pub(super) use self::elements::write_for;
pub(crate) use self::elements::{is_method_of_structs, look_at_arguments};
pub(crate) use self::own::with_locals;
pub(crate) use self::seen::declarations;
pub(super) use self::seen::is_struct;
use self::seen::{is_changed_struct, is_of_structs, may_be_structs, may_give_struct};
use self::vectors::of_array;
use super::captured::CapturedStruct;
use super::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::texts::{TextMap, TextSet};

/// Methods of numbers that give something else.
pub(crate) const OF_NUMBERS: [&str; 4] = ["classify", "partial_cmp", "to_bits", "total_cmp"];

/// How the name of such an array begins.
const NAME: &str = "__backprop_opened_";

/// The name of the array of this number.
pub(crate) fn name_of(number: usize) -> String {
    format!("{NAME}{number}")
}

/// Whether this is the name of such an array.
pub(crate) fn is_opened(name: &str) -> bool {
    name.starts_with(NAME)
}

/// An array in a struct.
#[derive(Clone)]
pub(crate) struct Opened {
    /// What it is shown as: the way to it.
    pub(crate) shown: String,
    /// How many indices lead to its elements.
    pub(crate) depth: usize,
    /// The way to it, from the parameter.
    pub(crate) way: Vec<String>,
    /// Whether something may change the struct.
    pub(crate) may_change: bool,
    /// The parameter or the local struct, by a name that no other variable has.
    pub(crate) of: String,
}

/// The arrays in structs of a function that have names.
#[derive(Clone, Default)]
pub(crate) struct Openings {
    pub(crate) arrays: Vec<Opened>,
    /// Those that hold what has no tangent, by their numbers: as far as that is known by now.
    pub(crate) hosts: BTreeSet<usize>,
    /// Those that hold reals, by their numbers: as far as that is known by now.
    pub(crate) reals: BTreeMap<usize, hypernet::Name>,
    /// The parameters that are arrays of structs or of tuples, of which fields are read.
    pub(crate) of_structs: TextSet,
    /// What is known of the structs.
    pub(crate) known: Known,
    /// The arrays in structs whose elements have methods of their own, and of which nothing else is known: they may hold structs with reals.
    pub(crate) maybe_structs: TextSet,
    /// Those among them whose elements are lent to functions: structs with reals, or arrays, which only rustc knows.
    pub(crate) lent_structs: TextSet,
    /// Those of whose elements fields are numbered: they may be tuples.
    maybe_tuples: TextSet,
}

/// What the types of a function say of its structs, which is known when the ways through them are.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// The local structs that turn out to depend on nothing: their arrays are the host's.
    pub(crate) plain: TextSet,
    /// The arrays in structs that hold structs with reals: these are arrays of structs. Of others, each field is an array of its own.
    pub(crate) of_structs: TextSet,
    /// The parameters that refer to arrays by another name, by the names that the user wrote, and the types that they are read as.
    pub(crate) arrays: TextMap<syn::Type>,
    /// The ways to fields that hold structs, as their uses show.
    pub(crate) structs: TextSet,
    /// Whether parameters are not read as such arrays.
    pub(crate) parts: bool,
    /// The structs of which there is an array of one for closures.
    pub(crate) captured: TextMap<CapturedStruct>,
    /// Whether there are no such arrays.
    pub(crate) by_value: bool,
}

impl Known {
    /// The type that a parameter is read as, if it refers to an array by another name.
    pub(crate) fn read_as(&self, name: &Ident) -> Option<&syn::Type> {
        self.arrays.get(renaming::written(&name.to_string()))
    }
}

impl Opened {
    /// What [`Known`] calls it, if it stands in no other array.
    pub(crate) fn name(&self) -> Option<String> {
        (!self.way.iter().any(|step| step == EACH)).then(|| array_of_structs(&self.of, &self.way))
    }

    /// What [`Known`] calls the array of structs that this is a field of, if it is one.
    pub(crate) fn structs(&self) -> Option<String> {
        let each = self.way.iter().position(|step| step == EACH).filter(|&each| each > 0)?;
        Some(array_of_structs(&self.of, &self.way[..each]))
    }
}

impl Openings {
    /// None, where this is known.
    pub(crate) fn knowing(known: Known) -> Self {
        Self { known, ..Self::default() }
    }

    /// Whether an array is taken to hold structs with reals, and surely no tuples.
    pub(crate) fn holds_structs(&self, opened: &Opened) -> bool {
        let name = array_of_structs(&opened.of, &opened.way);
        let holds = self.known.of_structs.contains(&name) || self.lent_structs.contains(&name);
        holds && !self.maybe_tuples.contains(&name)
    }
}

/// What [`Known`] calls an array of structs, at the end of this way.
fn array_of_structs(of: &str, way: &[String]) -> String {
    format!("{of}.{}", way.join("."))
}

/// The name of a variable that the user wrote.
pub(crate) fn written(name: &str) -> &str {
    renaming::written(name)
}

/// The number of the array in a struct that this name stands for.
pub(crate) fn number(name: &Ident) -> Option<usize> {
    name.to_string().strip_prefix(NAME)?.parse().ok()
}

/// A way from a parameter through fields and elements: [`EACH`] stands for an index after which there are fields.
type Way = (String, Vec<String>);

/// What stands in a way for an index.
pub(crate) const EACH: &str = "*";

/// What stands for [`EACH`] where such a way is written.
pub(super) const EACH_WRITTEN: &str = "each";

/// A step of a place.
#[derive(Clone)]
enum Step {
    Field(String),
    Index(Box<Expr>),
}

/// A place in a parameter.
#[derive(Clone)]
struct Place {
    root: String,
    steps: Vec<Step>,
}

impl Place {
    /// The way to the array that it is an element of, or that it is; and the indices that lead from there to it.
    fn split(&self) -> (Way, Vec<&Expr>) {
        let fields = self.steps.iter().rposition(|step| matches!(step, Step::Field(_))).map_or(0, |last| last + 1);
        let way = self.steps[..fields].iter().map(|step| match step {
            Step::Field(name) => name.clone(),
            Step::Index(_) => EACH.to_owned(),
        });
        let indices = self.steps.iter().filter_map(|step| match step {
            Step::Field(_) => None,
            Step::Index(index) => Some(&**index),
        });
        ((self.root.clone(), way.collect()), indices.collect())
    }
}

/// What is known of the ways through fields of a function.
#[derive(Default)]
struct Uses {
    /// The variables that are structs, arrays of structs, or references to parts of these.
    roots: TextMap<Place>,
    /// The parameters that are arrays of structs or of tuples.
    of_structs: TextSet,
    /// The parameters that are structs behind `&mut`, and the local structs: their arrays are taken out of them.
    changed: TextSet,
    /// The parameters that are taken by value.
    by_value: TextSet,
    /// Those behind `&`: a loop over one by its name gives references.
    shared: TextSet,
    /// The parameters that are references.
    references: TextSet,
    /// The parameters that are numbers.
    numbers: TextSet,
    /// The local structs.
    locals: TextSet,
    /// Those among them that nothing changes.
    fixed: TextSet,
    /// How many dimensions the variables have of which elements are named.
    depths: TextMap<usize>,
    /// How many loops over elements have become loops over indices.
    loops: usize,
    /// The parameters of which fields are read, or methods called that arrays have not: they are no arrays by another name.
    surely_structs: TextSet,
    /// The arrays, by what [`Known`] calls them, of whose elements fields are numbered.
    maybe_tuples: TextSet,
    /// The arrays, with how many indices lead to their elements, and where one is named.
    arrays: BTreeMap<Way, (usize, Span)>,
    /// What is no array of numbers.
    others: Vec<Way>,
    /// The arrays of which elements are used as a whole.
    elements: BTreeMap<Way, Elements>,
}

/// How the elements of an array in a struct are used.
#[derive(Clone)]
struct Elements {
    /// Where one is.
    span: Span,
    /// How often one is named.
    named: usize,
    /// How often one is lent to a function.
    lent: usize,
    /// How often a field or a method of its own is asked of one.
    whole: usize,
}

impl Elements {
    /// Whether they are lent to functions, and nothing else is done with them but what is done with structs.
    fn is_lent(&self) -> bool {
        self.lent > 0 && self.named == self.lent + self.whole
    }
}

/// Methods that arrays, slices and vectors have, and hardly anything else: what they are called on is one.
const OF_ARRAYS: [&str; 8] =
    ["iter", "windows", "chunks", "chunks_exact", "to_vec", "iter_mut", "chunks_mut", "chunks_exact_mut"];

/// Methods that may be called on an array in an array.
const OF_ROWS: [&str; 9] = ["iter", "windows", "chunks", "chunks_exact", "to_vec", "len", "is_empty", "first", "last"];

/// Whether a method is one that arrays have.
pub(crate) fn is_method_of_arrays(name: &Ident) -> bool {
    OF_ARRAYS.iter().chain(&OF_ROWS).any(|method| name == method)
}

/// The function with a name for each array in a struct among its parameters and local variables, and those; none if there is none.
/// The local structs that are plain have no such names.
pub(crate) fn open(function: &ItemFn, wrt: Option<&[Ident]>, known: &Known) -> Option<(ItemFn, Openings)> {
    let counts = declarations(function);
    let may_have_arrays = {
        let mut uses = Uses::default();
        uses.note_params(function, (wrt, known), &|_| true);
        uses.note_locals(&Part::Block(&function.block), &|_| true);
        !uses.roots.is_empty() && names_parts(&Part::Block(&function.block))
    };
    if !may_have_arrays {
        return None;
    }
    let mut renamed = function.clone();
    if !renaming::rename(&mut renamed, &counts) {
        return with_names(renamed, wrt, known);
    }
    let (mut opened, openings) = with_names(renamed, wrt, known)?;
    if renaming::restore(&mut opened) { Some((opened, openings)) } else { with_names(function.clone(), wrt, known) }
}

/// Whether a part names elements of something, or calls methods that arrays have.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field is")]
fn names_parts(part: &Part<'_>) -> bool {
    let mut found = false;
    let mut look = |part: Part<'_>| found = found || names_parts(&part);
    match part {
        Part::Expr(expr) => match expr {
            Expr::Index(_) | Expr::ForLoop(_) => return true,
            Expr::MethodCall(call)
                if OF_ARRAYS.contains(&call.method.to_string().as_str()) || of_array(call).is_some() =>
            {
                return true;
            }
            expr => in_expr(expr, &mut look),
        },
        Part::Block(block) => in_block(block, &mut look),
        // What is in it is not known yet.
        Part::Macro(_) => return true,
        Part::Item(_) | Part::Unknown(_) => {}
    }
    found
}

/// The same, of a function in which names that are declared more than once are of no interest.
fn with_names(mut function: ItemFn, wrt: Option<&[Ident]>, known: &Known) -> Option<(ItemFn, Openings)> {
    let mut uses = Uses::default();
    let counts = declarations(&function);
    let names_once = |name: &String| counts.get(name) == Some(&1);
    uses.note_params(&function, (wrt, known), &names_once);
    uses.note_locals(&Part::Block(&function.block), &|name| names_once(name) && !known.plain.contains(name));
    if uses.roots.is_empty() {
        return None;
    }
    uses.aliases(PartMut::Block(&mut function.block), &names_once);
    uses.depths = crate::syntax::depths_in(&Part::Block(&function.block));
    uses.look(&Part::Block(&function.block));
    uses.look_at_vectors(&function.block, &known.structs);
    let structs = std::mem::take(&mut uses.surely_structs);
    uses.arrays.retain(|(root, way), _| !way.is_empty() || !structs.contains(root));
    uses.leave_arrays_of_structs();
    uses.open_arrays_of_structs(known);
    let others = std::mem::take(&mut uses.others);
    let is_read = |way: &Way| !others.contains(way) && way.1.iter().filter(|step| *step == EACH).count() <= 1;
    uses.arrays.retain(|way, _| is_read(way));
    let may_be_structs = |(of, way): &Way| !way.iter().any(|step| step == EACH) && !uses.of_structs.contains(of);
    let maybe_structs = uses.elements.keys().filter(|way| may_be_structs(way));
    let maybe_structs: TextSet = maybe_structs.map(|(of, way)| array_of_structs(of, way)).collect();
    if uses.arrays.is_empty() && maybe_structs.is_empty() {
        return None;
    }
    let maybe_tuples = std::mem::take(&mut uses.maybe_tuples);
    let mut openings = Openings { known: known.clone(), maybe_structs, maybe_tuples, ..Openings::default() };
    let lent = uses.elements.iter().filter(|(_, elements)| elements.is_lent());
    openings.lent_structs = lent.map(|((of, way), _)| array_of_structs(of, way)).collect();
    let mut lets: Vec<Stmt> = Vec::new();
    let mut of_locals: TextMap<Vec<Stmt>> = TextMap::default();
    let mut names = HashMap::new();
    for (index, (way, (depth, span))) in uses.arrays.iter().enumerate() {
        let at = |name: &str| Ident::new(name, *span);
        let name = Ident::new(&name_of(index), Span::mixed_site().located_at(*span));
        let mut place: Expr = {
            let root = at(&way.0);
            syn::parse_quote!(#root)
        };
        for field in &way.1 {
            let member = match field.parse::<u32>() {
                Ok(index) => Member::Unnamed(syn::Index { index, span: *span }),
                // It is never computed: only the way is read.
                Err(_) if field == EACH => Member::Named(at(EACH_WRITTEN)),
                Err(_) => Member::Named(at(field)),
            };
            place = syn::parse_quote!(#place.#member);
        }
        let mutable = uses.changed.contains(&way.0).then(|| syn::Token![mut](*span));
        let declared = syn::parse_quote!(let #mutable #name = &#place;);
        if uses.locals.contains(&way.0) {
            of_locals.entry(way.0.clone()).or_default().push(declared);
        } else {
            lets.push(declared);
        }
        let shown = std::iter::once(&way.0).chain(&way.1).filter(|part| *part != EACH);
        let shown = shown.map(|part| renaming::written(part).trim_start_matches("r#")).collect::<Vec<_>>().join("_");
        let may_change = uses.may_change(&way.0);
        openings.arrays.push(Opened { shown, depth: *depth, way: way.1.clone(), may_change, of: way.0.clone() });
        if uses.of_structs.contains(&way.0) {
            openings.of_structs.insert(way.0.clone());
        }
        names.insert(way.clone(), name);
    }
    let naming = Naming { uses: &uses, names };
    in_block_mut(&mut function.block, &mut |part| naming.write(part));
    put_after(PartMut::Block(&mut function.block), &of_locals);
    function.block.stmts.splice(0..0, lets);
    Some((function, openings))
}

/// Puts statements behind those that declare these variables.
pub(super) fn put_after(part: PartMut<'_>, statements: &TextMap<Vec<Stmt>>) {
    match part {
        PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| put_after(part, statements)),
        PartMut::Block(block) => {
            in_block_mut(block, &mut |part| put_after(part, statements));
            for at in (0..block.stmts.len()).rev() {
                let Stmt::Local(local) = &block.stmts[at] else { continue };
                let names = crate::syntax::bound_names(&local.pat).into_iter();
                let more = names.filter_map(|name| statements.get(&name.to_string())).flatten();
                let more: Vec<Stmt> = more.cloned().collect();
                let rest = block.stmts.split_off(at + 1);
                block.stmts.extend(more.into_iter().chain(rest));
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only parentheses are taken off")]
pub(super) fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inside) => bare(&inside.expr),
        Expr::Group(inside) => bare(&inside.expr),
        expr => expr,
    }
}

/// The name of what is called.
fn called(function: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = bare(function) else { return None };
    path.path.segments.last().map(|last| &last.ident)
}

/// Whether this is a function of numbers, which may take references to them: `a.total_cmp(&b)`.
fn is_of_numbers(name: &Ident) -> bool {
    Primitive::by_name(&name.to_string()).is_some() || OF_NUMBERS.iter().any(|known| name == known)
}

/// Whether nothing in this is differentiated, so that it shows nothing of what is.
fn is_stopped(expr: &Expr) -> bool {
    let Expr::Call(call) = bare(expr) else { return false };
    called(&call.func).is_some_and(|name| name == "stop_gradient")
}

/// What this is a reference to, if it is one.
#[expect(clippy::wildcard_enum_match_arm, reason = "only references are taken off")]
fn referred_to(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Reference(reference) if reference.mutability.is_none() => bare(&reference.expr),
        expr => expr,
    }
}

/// Whether this is a part of an array, and what of.
fn ranged(expr: &Expr) -> Option<&Expr> {
    let Expr::Index(index) = bare(expr) else { return None };
    matches!(bare(&index.index), Expr::Range(_)).then_some(&*index.expr)
}

impl Uses {
    /// The place in a parameter that this is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    fn place(&self, expr: &Expr) -> Option<Place> {
        let (base, step) = match bare(expr) {
            Expr::Path(path) => return self.roots.get(&path.path.get_ident()?.to_string()).cloned(),
            Expr::Field(field) => {
                let name = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                (&field.base, Step::Field(name))
            }
            Expr::Index(index) if ranged(expr).is_none() => (&index.expr, Step::Index(index.index.clone())),
            _ => return None,
        };
        let mut place = self.place(base)?;
        place.steps.push(step);
        Some(place)
    }

    /// The array that this is, or is an element of, and how many indices lead to it: behind a field, or of a type that may be
    /// another name for an array.
    fn array(&self, expr: &Expr) -> Option<(Way, usize)> {
        let place = self.place(expr)?;
        let (way, indices) = place.split();
        // A local variable may be a tuple, or an array of what is no struct.
        let is_named = |step: &String| step != EACH && !step.starts_with(|first: char| first.is_ascii_digit());
        if self.locals.contains(&way.0) && !way.1.first().is_some_and(is_named) {
            return None;
        }
        // What an array of structs holds are no numbers.
        let least = if self.of_structs.contains(&way.0) { 2 } else { 1 };
        (!way.1.is_empty() || indices.len() >= least).then_some((way, indices.len()))
    }

    /// A parameter under whose type an array may go by another name, if this is one.
    fn alias(&self, expr: &Expr) -> Option<Way> {
        let place = self.place(expr)?;
        let is_parameter = place.steps.is_empty() && !self.changed.contains(&place.root);
        (is_parameter && !self.of_structs.contains(&place.root)).then(|| (place.root, Vec::new()))
    }

    /// Notes the parameters that may be structs, or arrays of them.
    fn note_params(
        &mut self,
        function: &ItemFn,
        (wrt, known): (Option<&[Ident]>, &Known),
        may_be: &dyn Fn(&String) -> bool,
    ) {
        for input in &function.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            let Pat::Ident(name) = &*input.pat else { continue };
            let root = name.ident.to_string();
            if matches!(&*input.ty, syn::Type::Reference(to) if to.mutability.is_none()) {
                self.references.insert(root.clone());
            }
            let is_chosen = wrt.is_none_or(|wrt| wrt.iter().any(|chosen| *chosen == renaming::written(&root)));
            if matches!(&*input.ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32")) {
                self.numbers.insert(root.clone());
            }
            // Such a parameter is an array like others.
            let is_array = known.read_as(&name.ident).is_some();
            if is_array || !is_chosen || name.by_ref.is_some() || name.mutability.is_some() || !may_be(&root) {
                continue;
            }
            let (of_structs, changed) = (is_of_structs(&input.ty), is_changed_struct(&input.ty));
            if changed {
                self.changed.insert(root.clone());
            }
            if of_structs {
                self.of_structs.insert(root.clone());
            }
            if let syn::Type::Reference(reference) = crate::syntax::inner(&input.ty) {
                self.shared.extend(reference.mutability.is_none().then(|| root.clone()));
            } else {
                self.by_value.insert(root.clone());
            }
            if is_struct(&input.ty) || of_structs || changed {
                self.roots.insert(root.clone(), Place { root, steps: Vec::new() });
            }
        }
    }

    /// Notes the local variables that may be structs.
    fn note_locals(&mut self, part: &Part<'_>, may_be: &dyn Fn(&String) -> bool) {
        match part {
            Part::Expr(expr) => in_expr(expr, &mut |part| self.note_locals(&part, may_be)),
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(local) = statement
                        && let Some(init) = &local.init
                        && init.diverge.is_none()
                        && may_give_struct(&init.expr)
                    {
                        let mut names = Vec::new();
                        may_be_structs(&local.pat, &mut names);
                        for name in names {
                            let root = name.ident.to_string();
                            if may_be(&root) && !self.roots.contains_key(&root) {
                                if name.mutability.is_none() {
                                    self.fixed.insert(root.clone());
                                }
                                self.locals.insert(root.clone());
                                self.changed.insert(root.clone());
                                self.roots.insert(root.clone(), Place { root, steps: Vec::new() });
                            }
                        }
                    }
                }
                in_block(block, &mut |part| self.note_locals(&part, may_be));
            }
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }

    /// Leaves the arrays of structs alone of which fields, and elements of arrays in fields, are read: they are arrays like others.
    fn leave_arrays_of_structs(&mut self) {
        let is_field = |way: &Way| matches!(way.1.as_slice(), [each, fields @ ..] if each == EACH && !fields.is_empty() && fields.iter().all(|field| field != EACH));
        let of_structs = self.arrays.keys().filter(|way| self.of_structs.contains(&way.0));
        let needed: TextSet = of_structs.filter(|way| !is_field(way)).map(|way| way.0.clone()).collect();
        let of_structs = self.of_structs.clone();
        self.arrays.retain(|way, _| !of_structs.contains(&way.0) || needed.contains(&way.0));
    }

    /// Lets arrays that hold structs have names as a whole, and not the fields of these.
    fn open_arrays_of_structs(&mut self, known: &Known) {
        for ((of, way), (depth, span)) in std::mem::take(&mut self.arrays) {
            let each = way.iter().position(|step| step == EACH).filter(|&each| each > 0);
            let whole = each.map(|each| (of.clone(), way[..each].to_vec()));
            let field = each.and_then(|each| way.get(each + 1));
            if let (Some(whole), Some(field)) = (&whole, field)
                && field.starts_with(|first: char| first.is_ascii_digit())
            {
                self.maybe_tuples.insert(array_of_structs(&whole.0, &whole.1));
            }
            match whole.filter(|whole| known.of_structs.contains(&array_of_structs(&whole.0, &whole.1))) {
                Some(whole) => {
                    self.others.retain(|other| *other != whole);
                    self.note(whole, 1, span);
                }
                None => {
                    self.arrays.insert((of, way), (depth, span));
                }
            }
        }
        self.elements.retain(|way, elements| {
            let depth = self.arrays.get(way).map_or(0, |(depth, _)| *depth);
            depth < 2 && (elements.whole > 0 || elements.is_lent())
        });
        for (whole, elements) in self.elements.clone() {
            if elements.is_lent() || known.of_structs.contains(&array_of_structs(&whole.0, &whole.1)) {
                self.others.retain(|other| *other != whole);
                self.note(whole, 1, elements.span);
            }
        }
    }

    /// Notes that an element of an array in a struct is used.
    fn note_element(&mut self, way: &Way, span: Span) -> &mut Elements {
        let first = || Elements { span, named: 0, lent: 0, whole: 0 };
        self.elements.entry(way.clone()).or_insert_with(first)
    }

    /// Notes the elements that are lent to a function, which takes no references to numbers.
    fn note_lent<'e>(&mut self, to: Option<&Ident>, arguments: impl IntoIterator<Item = &'e Expr>) {
        if to.is_some_and(is_of_numbers) {
            return;
        }
        for argument in arguments {
            if let Expr::Reference(reference) = bare(argument)
                && reference.mutability.is_none()
                && let Some((way, 1)) = self.array(&reference.expr)
            {
                if way.1.is_empty() {
                    // Functions take no references to numbers.
                    self.note(way, 2, reference.span());
                } else {
                    self.note_element(&way, reference.span()).lent += 1;
                }
            }
        }
    }

    /// Notes the parameters over references to whose elements a loop runs, where the elements are arrays: functions take no references to
    /// numbers.
    fn note_rows(&mut self, it: &syn::ExprForLoop) {
        for (array, element) in elements::of_any_loop(&it.expr, &it.pat) {
            let (Some(way), Some(element)) = (self.alias(array), element) else { continue };
            let used = uses::of(&it.body, &element.to_string());
            if self.shared.contains(&way.0) && used.is_row() && !elements::gives_copies(it) {
                self.note(way, 2, array.span());
            }
        }
    }

    /// Whether something may change a struct: it is a variable with `mut`, or stands behind `&mut`.
    fn may_change(&self, root: &String) -> bool {
        self.changed.contains(root) && !self.fixed.contains(root)
    }

    fn note(&mut self, way: Way, depth: usize, span: Span) {
        let known = self.arrays.entry(way).or_insert((depth, span));
        known.0 = known.0.max(depth);
    }

    /// Notes the fields and the elements that variables get as they are, copies of them, or references to elements, and what these are
    /// used as.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field or an element, or a copy of one")]
    fn look_at_lets(&mut self, block: &syn::Block) {
        let mut lets = Vec::new();
        for statement in &block.stmts {
            let Stmt::Local(local) = statement else { continue };
            let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { continue };
            let value = match bare(&init.expr) {
                Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => bare(&call.receiver),
                value => referred_to(value),
            };
            if let Some((way, depth)) = self.array(value) {
                lets.push((name.ident.to_string(), value, way, depth));
            }
        }
        let all = uses::of_all(block, lets.iter().map(|(name, ..)| name.clone()));
        for (name, value, way, depth) in lets {
            let Some(used) = all.get(&name) else { continue };
            let is_array = !used.is_struct() && used.is_array();
            match value {
                Expr::Field(field) if depth == 0 && is_array => self.note(way, 1, field.member.span()),
                Expr::Index(index) if depth > 0 && is_array => self.note(way, depth + 1, index.span()),
                Expr::Index(index) if depth == 1 && !way.1.is_empty() => {
                    if used.is_struct() {
                        self.note_element(&way, index.span()).whole += 1;
                        self.others.push(way);
                    } else if used.is_lent() {
                        self.note_element(&way, index.span()).lent += 1;
                    }
                }
                _ => {}
            }
        }
    }

    /// How many dimensions a new array of numbers has, if this is one: `vec![0.0; n]`, `vec![vec![x; n]; m]`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    fn depth_of_new(&self, value: &Expr) -> Option<usize> {
        let written;
        let inside = match bare(value) {
            Expr::Macro(call) if call.mac.path.is_ident("vec") => {
                let tokens = &call.mac.tokens;
                written = syn::parse2(quote::quote!([#tokens])).ok()?;
                &written
            }
            inside => inside,
        };
        let element = match inside {
            Expr::Repeat(array) => &*array.expr,
            Expr::Array(array) => array.elems.first()?,
            _ => return None,
        };
        self.depth_of_new(element).map(|depth| depth + 1).or_else(|| self.is_number(element).then_some(1))
    }

    /// Whether this is a number, as far as what is written says so.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what else there is, nothing is known")]
    fn is_number(&self, value: &Expr) -> bool {
        match bare(value) {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_)),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.numbers.contains(&name.to_string())),
            Expr::Unary(it) => matches!(it.op, syn::UnOp::Neg(_)) && self.is_number(&it.expr),
            // Of a product with something else, rustc says so if it is none.
            Expr::Binary(it) => self.is_number(&it.right) || self.is_number(&it.left),
            _ => false,
        }
    }

    /// Notes which ways lead to arrays.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field is")]
    fn look(&mut self, part: &Part<'_>) {
        let expr = match part {
            Part::Expr(expr) => *expr,
            Part::Block(block) => {
                self.look_at_lets(block);
                return in_block(block, &mut |part| self.look(&part));
            }
            Part::Macro(call) => {
                return look_at_arguments(call, &mut |argument| self.look(&Part::Expr(argument)));
            }
            Part::Item(_) | Part::Unknown(_) => return,
        };
        if is_stopped(expr) {
            return;
        }
        match expr {
            Expr::Index(index) => {
                let array = ranged(expr).unwrap_or(expr);
                if let Some((way, depth)) = self.array(array) {
                    let is_range = ranged(expr).is_some();
                    if depth == 1 && !is_range && !way.1.is_empty() {
                        self.note_element(&way, index.span()).named += 1;
                    }
                    self.note(way, if is_range { depth + 1 } else { depth }, index.span());
                } else if let Some(way) = ranged(expr).and_then(|array| self.alias(array)) {
                    self.note(way, 1, index.span());
                }
            }
            Expr::Field(field) => {
                let of = self.alias(&field.base);
                self.surely_structs.extend(of.map(|(root, _)| root));
                // A field of an element that is read of all of them.
                if let Some((way, depth)) = self.array(expr)
                    && depth > 0
                {
                    self.note(way, depth, field.member.span());
                }
                // What has fields is no array of numbers.
                if let Some((way, depth)) = self.array(&field.base) {
                    if depth == 1 && !way.1.is_empty() {
                        self.note_element(&way, field.member.span()).whole += 1;
                    }
                    self.others.push(way);
                }
            }
            Expr::Call(call) => self.note_lent(called(&call.func), &call.args),
            Expr::MethodCall(call) => {
                self.note_lent(Some(&call.method), &call.args);
                let of = self.alias(&call.receiver).filter(|_| is_method_of_structs(call));
                self.surely_structs.extend(of.map(|(root, _)| root));
                let name = call.method.to_string();
                let is_range = ranged(&call.receiver).is_some();
                if let Some((way, depth)) = self.array(ranged(&call.receiver).unwrap_or(&call.receiver)) {
                    let of = if depth > 0 { OF_ROWS.as_slice() } else { OF_ARRAYS.as_slice() };
                    if is_range || of.contains(&name.as_str()) {
                        self.note(way, depth + 1, call.method.span());
                    } else if depth > 0 && Primitive::by_name(&name).is_none() && name != "clone" {
                        if depth == 1 && is_method_of_structs(call) {
                            self.note_element(&way, call.method.span()).whole += 1;
                        }
                        self.others.push(way);
                    }
                } else if let Some(way) = self.alias(ranged(&call.receiver).unwrap_or(&call.receiver))
                    && (is_range || OF_ARRAYS.contains(&name.as_str()))
                {
                    self.note(way, 1, call.method.span());
                }
                if let (Some(other), "zip") = (call.args.first(), name.as_str())
                    && let Some(way) = self.alias(referred_to(other))
                {
                    self.note(way, 1, other.span());
                }
            }
            Expr::ForLoop(it) => {
                for (array, element) in elements::of_loop(&it.expr, &it.pat) {
                    if let Some((way, depth)) = self.array(array) {
                        let is_row = element.is_some_and(|name| uses::of(&it.body, &name.to_string()).is_array());
                        self.note(way, depth + if is_row { 2 } else { 1 }, array.span());
                    }
                }
                if let Some(way) = self.alias(referred_to(&it.expr)) {
                    self.note(way, 1, it.expr.span());
                }
                self.note_rows(it);
            }
            Expr::Assign(assign) => {
                // What is given an array is one.
                if let (Some((way, 0)), Expr::Path(path)) = (self.array(&assign.left), bare(&assign.right))
                    && let Some(&depth) = path.path.get_ident().and_then(|name| self.depths.get(&name.to_string()))
                {
                    self.note(way, depth, assign.left.span());
                }
                if let (Some((way, 0)), Some(depth)) = (self.array(&assign.left), self.depth_of_new(&assign.right)) {
                    self.note(way, depth, assign.left.span());
                }
                // An element may be given a number; an array that is taken out, another array.
                if let Some((way, _)) = self.array(&assign.left)
                    && !self.changed.contains(&way.0)
                {
                    self.others.push(way);
                }
            }
            _ => {}
        }
        in_expr(expr, &mut |part| self.look(&part));
    }
}

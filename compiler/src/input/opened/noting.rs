//! What a function does with places in structs: which are arrays, how deep they are, and what their elements are used as.

use std::collections::BTreeMap;

use hypernet::Primitive;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, FnArg, ItemFn, Pat, Stmt};

use super::elements::{self};
use super::known::{GivenArrays, Known, array_of_structs};
use super::places::{EACH, Place, Way, ranged, referred_to};
use super::seen::{is_changed_struct, is_of_structs, is_struct, may_be_structs, may_give_struct};
use super::{renaming, uses};
use crate::source::depths::depths_in;
use crate::source::exprs::{bare, stopped};
use crate::source::inside::{Part, in_block, in_expr};
use crate::source::loops::{arrays_by_reference, arrays_looped_over};
use crate::source::macros::look_at_arguments;
use crate::source::methods::{OF_ARRAYS, OF_NUMBERS, OF_ROWS, is_method_of_structs};
use crate::source::names::is_upper;
use crate::source::types::is_float;
use crate::texts::{TextMap, TextSet};

/// What is known of the ways through fields of a function.
#[derive(Default)]
pub(super) struct Uses {
    /// The variables that are structs, arrays of structs, or references to parts of these.
    pub(super) roots: TextMap<Place>,
    /// The parameters that are arrays of structs or of tuples.
    pub(super) of_structs: TextSet,
    /// The parameters that are structs behind `&mut`, and the local structs: their arrays are taken out of them.
    pub(super) changed: TextSet,
    /// The parameters that are taken by value.
    pub(super) by_value: TextSet,
    /// Those behind `&`: a loop over one by its name gives references.
    pub(super) shared: TextSet,
    /// The parameters that are references.
    pub(super) references: TextSet,
    /// The parameters that are numbers.
    pub(super) numbers: TextSet,
    /// The local structs.
    pub(super) locals: TextSet,
    /// Those among them that are surely no tuples, since a constructor gives them or they are parameters.
    pub(super) made: TextSet,
    /// Those among them that nothing changes.
    pub(super) fixed: TextSet,
    /// How many dimensions the variables have of which elements are named.
    pub(super) depths: TextMap<usize>,
    /// How many loops over elements have become loops over indices.
    pub(super) loops: usize,
    /// The parameters of which fields are read, or methods called that arrays have not: they are no arrays by another name.
    pub(super) surely_structs: TextSet,
    /// The arrays, by what [`Known`] calls them, of whose elements fields are numbered.
    pub(super) maybe_tuples: TextSet,
    /// The arrays, with how many indices lead to their elements, and where one is named.
    pub(super) arrays: BTreeMap<Way, (usize, Span)>,
    /// What is no array of numbers.
    pub(super) others: Vec<Way>,
    /// The arrays of which elements are used as a whole.
    pub(super) elements: BTreeMap<Way, Elements>,
}

/// How the elements of an array in a struct are used.
#[derive(Clone)]
pub(super) struct Elements {
    /// Where one is.
    pub(super) span: Span,
    /// How often one is named.
    pub(super) named: usize,
    /// How often one is lent to a function.
    pub(super) lent: usize,
    /// How often a field or a method of its own is asked of one.
    pub(super) whole: usize,
}

impl Elements {
    /// Whether they are lent to functions, and nothing else is done with them but what is done with structs.
    pub(super) fn is_lent(&self) -> bool {
        self.lent > 0 && self.named == self.lent + self.whole
    }
}

/// The names that a pattern gives to values, `let (a, b) = (x, y);`, with these.
fn each_name<'p>(pattern: &'p Pat, value: &'p Expr) -> Vec<(&'p Ident, &'p Expr)> {
    match (pattern, bare(value)) {
        (Pat::Ident(name), _) => vec![(&name.ident, value)],
        (Pat::Tuple(patterns), Expr::Tuple(values)) if patterns.elems.len() == values.elems.len() => {
            patterns.elems.iter().zip(&values.elems).flat_map(|(pattern, value)| each_name(pattern, value)).collect()
        }
        _ => Vec::new(),
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

impl Uses {
    /// Notes the parameters that may be structs, or arrays of them.
    pub(super) fn note_params(
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
            if is_float(&input.ty) {
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
            if let syn::Type::Reference(reference) = crate::source::types::inner(&input.ty) {
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
    pub(super) fn note_locals(&mut self, part: &Part<'_>, may_be: &dyn Fn(&String) -> bool) {
        match part {
            Part::Expr(expr) => in_expr(expr, &mut |part| self.note_locals(&part, may_be)),
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(local) = statement
                        && let Some(init) = &local.init
                        && init.diverge.is_none()
                        && may_give_struct(&init.expr)
                        && self.referred(&init.expr).is_none()
                    {
                        let mut names = Vec::new();
                        may_be_structs(&local.pat, &mut names);
                        for name in names {
                            let root = name.ident.to_string();
                            if may_be(&root) && !self.roots.contains_key(&root) {
                                if name.mutability.is_none() {
                                    self.fixed.insert(root.clone());
                                }
                                // The name of a type of one's own is there: it is another name for a tuple hardly ever.
                                let is_made = matches!(local.pat, Pat::Type(_))
                                    || matches!(local.pat, Pat::Ident(_)) && self.is_made(&init.expr);
                                if is_made {
                                    self.made.insert(root.clone());
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

    /// The parameter that is a reference, if this is one: another name for it refers to the same.
    pub(super) fn referred(&self, value: &Expr) -> Option<&Place> {
        let Expr::Path(path) = bare(value) else { return None };
        let root = path.path.get_ident()?.to_string();
        self.roots.get(&root).filter(|place| place.root == root && self.references.contains(&root))
    }

    /// Whether this is what a constructor of a tuple struct gives, or a parameter that is a struct by value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is surely no tuple")]
    fn is_made(&self, value: &Expr) -> bool {
        match bare(value) {
            Expr::Call(call) => called(&call.func).is_some_and(|name| {
                let name = name.to_string();
                is_upper(&name) && !["Some", "Ok", "Err"].contains(&name.as_str())
            }),
            Expr::Path(path) => {
                let root = path.path.get_ident().map(ToString::to_string);
                let is_param = |root: &String| self.by_value.contains(root) && self.roots.contains_key(root);
                root.is_some_and(|root| is_param(&root) || self.made.contains(&root))
            }
            _ => false,
        }
    }

    /// Leaves the arrays of structs alone of which fields, and elements of arrays in fields, are read: they are arrays like others.
    pub(super) fn leave_arrays_of_structs(&mut self) {
        let is_field = |way: &Way| matches!(way.1.as_slice(), [each, fields @ ..] if each == EACH && !fields.is_empty() && fields.iter().all(|field| field != EACH));
        let is_nested = |way: &Way| way.1.iter().filter(|step| *step == EACH).count() > 1;
        let of_structs = self.arrays.keys().filter(|way| self.of_structs.contains(&way.0) && !is_nested(way));
        let needed: TextSet = of_structs.filter(|way| !is_field(way)).map(|way| way.0.clone()).collect();
        let of_structs = self.of_structs.clone();
        self.arrays.retain(|way, _| !of_structs.contains(&way.0) || needed.contains(&way.0));
    }

    /// Lets arrays that hold structs have names as a whole, and not the fields of these.
    pub(super) fn open_arrays_of_structs(&mut self, known: &Known) {
        for ((of, way), (depth, span)) in std::mem::take(&mut self.arrays) {
            let each = way.iter().position(|step| step == EACH).filter(|&each| each > 0);
            let whole = each.map(|each| (of.clone(), way[..each].to_vec()));
            let indices = each.map_or(0, |each| way[each..].iter().take_while(|step| *step == EACH).count());
            let field = each.and_then(|each| way.get(each + indices));
            if let (Some(whole), Some(field)) = (&whole, field)
                && field.starts_with(|first: char| first.is_ascii_digit())
            {
                self.maybe_tuples.insert(array_of_structs(&whole.0, &whole.1));
            }
            match whole.filter(|whole| known.of_structs.contains(&array_of_structs(&whole.0, &whole.1))) {
                Some(whole) => {
                    self.others.retain(|other| *other != whole);
                    self.note(whole, indices, span);
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

    /// Notes the elements that are lent to a function of the user's: more often structs and rows than numbers.
    fn note_lent<'e>(&mut self, to: Option<&Ident>, arguments: impl IntoIterator<Item = &'e Expr>) {
        if to.is_some_and(is_of_numbers) {
            return;
        }
        for argument in arguments {
            if let Expr::Reference(reference) = bare(argument)
                && let Some((way, 1)) = self.array(&reference.expr)
            {
                if way.1.is_empty() && reference.mutability.is_some() {
                    continue;
                }
                if way.1.is_empty() {
                    // A function that takes such a reference to a number is not found, and rustc says so.
                    self.note(way, 2, place(&reference.expr));
                } else {
                    self.note_element(&way, place(&reference.expr)).lent += 1;
                }
            }
        }
    }

    /// Notes the parameters over references to whose elements a loop runs, where the elements are lent as rows are.
    fn note_rows(&mut self, it: &syn::ExprForLoop) {
        for (array, element) in arrays_looped_over(&it.expr, &it.pat) {
            let (Some(way), Some(element)) = (self.alias(array), element) else { continue };
            let used = uses::of(&it.body, &element.to_string());
            if self.shared.contains(&way.0) && used.is_row() && !elements::gives_copies(it) {
                self.note(way, 2, place(array));
            }
        }
    }

    /// Whether something may change a struct: it is a variable with `mut`, or stands behind `&mut`.
    pub(super) fn may_change(&self, root: &String) -> bool {
        self.changed.contains(root) && !self.fixed.contains(root)
    }

    /// Notes what an assignment shows of both sides.
    fn note_assigned(&mut self, assign: &syn::ExprAssign) {
        // What is given to a row is one.
        if let (Some((way, depth)), Some(of_row)) = (self.row(&assign.right), self.depth_of_place(&assign.left)) {
            self.note(way, depth + of_row, place(&assign.right));
        }
        // What is given an array is one.
        if let (Some((way, 0)), Expr::Path(path)) = (self.array(&assign.left), bare(&assign.right))
            && let Some(&depth) = path.path.get_ident().and_then(|name| self.depths.get(&name.to_string()))
        {
            self.note(way, depth, place(&assign.left));
        }
        if let (Some((way, 0)), Some(depth)) = (self.array(&assign.left), self.depth_of_new(&assign.right)) {
            self.note(way, depth, place(&assign.left));
        }
        // An element may be given a number; an array that is taken out, another array.
        if let Some((way, _)) = self.array(&assign.left)
            && !self.changed.contains(&way.0)
        {
            self.others.push(way);
        }
    }

    /// Notes the fields of the structs of these names that turned out to be given arrays as a whole.
    pub(super) fn note_given(&mut self, given: &GivenArrays) {
        for ((of, way), &(depth, span)) in given {
            let roots = self.roots.iter().filter(|(root, place)| place.root == **root && renaming::written(root) == of);
            let found: Vec<String> = roots.map(|(root, _)| root.clone()).collect();
            for root in found {
                self.note((root, way.clone()), depth, span);
            }
        }
    }

    /// How many dimensions an element of a variable has, as its other elements show.
    fn depth_of_place(&self, place: &Expr) -> Option<usize> {
        let (mut place, mut indices) = (bare(place), 0);
        while let Expr::Index(index) = place {
            indices += 1;
            place = bare(&index.expr);
        }
        let Expr::Path(path) = place else { return None };
        let depth = self.depths.get(&path.path.get_ident()?.to_string())?;
        depth.checked_sub(indices).filter(|&of_row| indices > 0 && of_row > 0)
    }

    /// An element of a parameter that may be a row by another name, or of an array in a struct: the array, and how many indices lead to it.
    fn row(&self, value: &Expr) -> Option<(Way, usize)> {
        let place = self.place(value)?;
        let (way, indices) = place.split();
        let is_element = !indices.is_empty() && (self.of_structs.contains(&way.0) || !way.1.is_empty());
        is_element.then_some((way, indices.len()))
    }

    pub(super) fn note(&mut self, way: Way, depth: usize, span: Span) {
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
            let Some(init) = &local.init else { continue };
            for (name, value) in each_name(&local.pat, &init.expr) {
                let value = match bare(value) {
                    Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => bare(&call.receiver),
                    value => referred_to(value),
                };
                if let Some((way, depth)) = self.array(value) {
                    lets.push((name.to_string(), value, way, depth));
                }
            }
        }
        let all = uses::of_all(block, lets.iter().map(|(name, ..)| name.clone()));
        for (name, value, way, depth) in lets {
            let Some(used) = all.get(&name) else { continue };
            let is_array = !used.is_struct() && used.is_array();
            match value {
                Expr::Field(field) if depth == 0 && is_array => self.note(way, 1, field.member.span()),
                Expr::Index(index) if depth > 0 && is_array => self.note(way, depth + 1, place(&index.expr)),
                Expr::Index(index) if depth == 1 && !way.1.is_empty() => {
                    if used.is_struct() {
                        self.note_element(&way, place(&index.expr)).whole += 1;
                        self.others.push(way);
                    } else if used.is_lent() {
                        self.note_element(&way, place(&index.expr)).lent += 1;
                    }
                }
                _ => {}
            }
        }
    }

    /// How many dimensions a new array of numbers has, if this is one: `vec![0.0; n]`, `vec![vec![x; n]; m]`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    pub(super) fn depth_of_new(&self, value: &Expr) -> Option<usize> {
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
            // Of a product with something else, rustc says so if it is none. A comparison is none.
            Expr::Binary(it) => {
                let is_arithmetic = matches!(it.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_));
                is_arithmetic && (self.is_number(&it.right) || self.is_number(&it.left))
            }
            _ => false,
        }
    }

    /// Notes which ways lead to arrays.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a field is")]
    pub(super) fn look(&mut self, part: &Part<'_>) {
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
        if stopped(expr).is_some() {
            return;
        }
        match expr {
            Expr::Index(index) => {
                let array = ranged(expr).unwrap_or(expr);
                if let Some((way, depth)) = self.array(array) {
                    let is_range = ranged(expr).is_some();
                    if depth == 1 && !is_range && !way.1.is_empty() {
                        self.note_element(&way, place(&index.expr)).named += 1;
                    }
                    self.note(way, if is_range { depth + 1 } else { depth }, place(&index.expr));
                } else if let Some(way) = ranged(expr).and_then(|array| self.alias(array)) {
                    self.note(way, 1, place(&index.expr));
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
                    self.note(way, 1, place(other));
                }
            }
            Expr::ForLoop(it) => {
                for (array, element) in arrays_by_reference(&it.expr, &it.pat) {
                    if let Some((way, depth)) = self.array(array) {
                        let row = element.map(ToString::to_string).filter(|name| uses::of(&it.body, name).is_array());
                        let of_row = row.map_or(0, |name| depth_in(&it.body, &name).max(1));
                        self.note(way, depth + 1 + of_row, place(array));
                    }
                }
                if let Some(way) = self.alias(referred_to(&it.expr)) {
                    self.note(way, 1, place(&it.expr));
                }
                self.note_rows(it);
            }
            Expr::Assign(assign) => self.note_assigned(assign),
            _ => {}
        }
        in_expr(expr, &mut |part| self.look(&part));
    }
}

/// How many dimensions a name has in a block, as its loops and indices show.
fn depth_in(block: &syn::Block, name: &str) -> usize {
    depths_in(&Part::Block(block)).get(name).copied().unwrap_or(0)
}

/// The name of the field that an array is, where the array or an element of it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has such a name")]
fn place(array: &Expr) -> Span {
    match referred_to(array) {
        Expr::Index(index) => place(&index.expr),
        Expr::Field(field) => field.member.span(),
        Expr::MethodCall(call) => place(&call.receiver),
        array => array.span(),
    }
}

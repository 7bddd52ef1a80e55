//! Places in arrays: elements, arrays in arrays and parts, and names for them.
//!
//! What `let row = &a[i]` or `let part = &mut a[i..j]` declares stands for the place itself, where the array is: the index and
//! the bounds get names that nobody sees.

use hypernet::Form;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, ExprMethodCall, Local, Pat};

use super::apart::is_whole;
use super::dimensions::Items;
use super::item::Checker;
use super::left::Node;
use super::{Bounds, ExprId, Kind, Pattern, Source, Start, Target, VarId, View, ViewStep};
use crate::diagnostic::refusal;
use crate::source::exprs::{bare, is_range};
use crate::source::inside::{Part, is_any};
use crate::source::names::is_upper;
use crate::source::temporaries::makes;

impl<'a> Checker<'a> {
    /// The field of a struct in an array that this is an element of, with the indices in it; else itself.
    pub(super) fn array_in_struct(&self, place: &'a Expr) -> (&'a Expr, Vec<&'a Expr>) {
        let (mut at, mut indices) = (bare(place), Vec::new());
        while let Expr::Index(index) = at
            && !is_range(&index.index)
        {
            indices.push(&*index.index);
            at = bare(&index.expr);
        }
        indices.reverse();
        if !indices.is_empty() && self.is_in_element(at) { (at, indices) } else { (bare(place), Vec::new()) }
    }

    /// Whether this is a name for an element that nobody changes.
    fn refers_to_element(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = bare(expr) else { return false };
        let var = path.path.get_ident().and_then(|name| self.look_up(name));
        var.is_some_and(|var| self.views.referred.contains_key(&var))
    }

    /// Whether this is a field of a field … of an element of a variable.
    pub(super) fn is_in_element(&self, place: &Expr) -> bool {
        let mut at = bare(place);
        while let Expr::Field(field) = at {
            at = bare(&field.base);
        }
        if !matches!(bare(place), Expr::Field(_)) {
            return false;
        }
        if let Expr::Index(index) = at {
            return !is_range(&index.index) && self.is_of_variable(&index.expr);
        }
        self.view_named(at).is_some_and(|(_, view)| view.is_element) || self.refers_to_element(at)
    }

    /// Whether this is a field or an element … of what has no tangent.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a variable")]
    pub(super) fn is_in_data(&self, place: &Expr) -> bool {
        let mut at = bare(place);
        loop {
            at = match at {
                Expr::Field(field) => bare(&field.base),
                Expr::Index(index) => bare(&index.expr),
                Expr::Path(path) if !matches!(bare(place), Expr::Path(_)) => {
                    let root = path.path.get_ident().and_then(|name| self.look_up(name));
                    return root.map_or_else(|| self.is_constant(at), |root| self.sequences.is_data(root));
                }
                _ => return false,
            };
        }
    }

    /// Whether this is an element or a part of a variable, or of an element or a part of one, or of an array in a struct there.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element or a part of a variable")]
    fn is_of_variable(&self, mut place: &Expr) -> bool {
        loop {
            match bare(place) {
                Expr::Index(index) => place = &*index.expr,
                Expr::Field(_) => return self.is_in_element(place),
                Expr::Path(path) => return path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()),
                _ => return false,
            }
        }
    }

    /// Whether a place is in a variable that there is not: no item has such a name that is assigned to.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element or a field of a variable")]
    pub(super) fn is_nothing(&self, mut place: &Expr) -> bool {
        loop {
            match bare(place) {
                Expr::Index(index) => place = &*index.expr,
                Expr::Field(field) => place = &*field.base,
                Expr::Path(path) => {
                    let name = path.path.get_ident().filter(|_| path.qself.is_none());
                    return name.is_some_and(|name| self.look_up(name).is_none() && !is_upper(&name.to_string()));
                }
                _ => return false,
            }
        }
    }

    /// The variable that a place is in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn root(&self, mut place: ExprId) -> Option<VarId> {
        loop {
            match self.exprs[place.index()].kind {
                Kind::Index(array, _) | Kind::Part(array, _) => place = array,
                Kind::View(Form::Reference | Form::Referent, inside) => place = inside,
                Kind::Var(var) => return Some(var),
                _ => return None,
            }
        }
    }

    /// Notes that a `let` gives a name to a place in an array, which has so many dimensions as far as is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a reference to a place in an array")]
    pub(super) fn note_view(&mut self, pattern: &Pattern, value: Option<ExprId>, dimensions: usize) {
        let pattern = if let Pattern::Typed(inside, ..) = pattern { inside } else { pattern };
        let (Pattern::Bind(var, None), Some(value)) = (pattern, value) else { return };
        let (place, is_mutable) = match self.exprs[value.index()].kind {
            Kind::View(Form::Reference, place) => (place, false),
            Kind::MutRef(place, _) => (place, true),
            _ => return,
        };
        let is_element = match self.exprs[place.index()].kind {
            Kind::Part(..) => false,
            Kind::Index(..) => dimensions == 0,
            Kind::Member(..) | Kind::Field(..) if dimensions > 0 => false,
            Kind::Member(base, _) | Kind::Field(base, ..) if is_mutable && self.is_taken_apart(base) => true,
            _ => return,
        };
        // A reference to an element that nobody changes is as good as its value.
        if is_element
            && !is_mutable
            && !self.vars[var.index()].mutable
            && let Kind::Index(array, at) = self.exprs[place.index()].kind
            && (self.views.named(array).is_some() || matches!(self.exprs[array.index()].kind, Kind::Var(_)))
            && self.is_computed_again(at)
        {
            self.views.referred.insert(*var, place);
        }
        if is_element && !is_mutable || self.vars[var.index()].mutable || self.views.named(place).is_some() {
            return;
        }
        let Some((array, steps, is_there)) = self.steps(place) else { return };
        // The element is there.
        let is_there = is_there || steps.iter().all(|step| matches!(step, ViewStep::Field(_)));
        if let (true, [ViewStep::Index(at)], None) = (is_element, steps.as_slice(), self.views.get(array)) {
            self.scopes.declare_element(*var, array, *at);
        }
        if is_mutable {
            self.views.mutable.insert(*var);
        }
        self.views.all.insert(*var, View { array, steps, is_there, is_element, is_shared: false });
        self.views.inits.insert(value);
    }

    /// Whether this is an element, or a part of one, that a pattern takes apart whose names may change its parts.
    fn is_taken_apart(&self, mut place: ExprId) -> bool {
        while let Kind::Member(base, _) | Kind::Field(base, ..) = self.exprs[place.index()].kind {
            place = base;
        }
        self.views.named(place).is_some_and(|var| is_whole(&self.vars[var.index()].name))
    }

    /// What a field of what a name stands for is a field of, with the way to it: the name may stand for a field itself.
    pub(super) fn part_of_named(&self, mut var: VarId, mut way: Vec<String>) -> (VarId, Vec<String>) {
        while let Some(view) = self.views.get(var)
            && view.is_element
            && !view.steps.is_empty()
            && let Some(fields) = view.steps.iter().map(|step| self.field_of_step(step)).collect::<Option<Vec<_>>>()
        {
            way.splice(0..0, fields);
            var = view.array;
        }
        (var, way)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    fn field_of_step(&self, step: &ViewStep) -> Option<String> {
        let ViewStep::Field(field) = step else { return None };
        match &self.exprs[field.index()].kind {
            Kind::Member(_, name) => Some(name.to_string()),
            Kind::Field(_, index, _) => Some(index.to_string()),
            _ => None,
        }
    }

    /// Whether an index may be computed twice where it stands: it is computed of names, lengths and constants.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may do more")]
    fn is_computed_again(&self, index: ExprId) -> bool {
        match &self.exprs[index.index()].kind {
            Kind::Int(..) | Kind::Var(_) | Kind::Constant(..) => true,
            Kind::Binary(_, left, right) => self.is_computed_again(*left) && self.is_computed_again(*right),
            Kind::Cast(inside, _) => self.is_computed_again(*inside),
            Kind::MethodCall(call) => call.name == "len" && call.args.len() == 1 && self.root(call.args[0]).is_some(),
            _ => false,
        }
    }

    /// What has fields, if this is a name for an element: the element itself.
    pub(super) fn with_fields_in_place(&mut self, expr: &Expr) -> Option<ExprId> {
        let Expr::Path(path) = bare(expr) else { return None };
        let var = path.path.get_ident().and_then(|name| self.look_up(name))?;
        if let Some(place) = self.views.referred.remove(&var)
            && let Some((array, steps, is_there)) = self.steps(place)
        {
            self.views.all.insert(var, View { array, steps, is_there, is_element: true, is_shared: true });
        }
        self.views.get(var)?.is_element.then(|| self.viewed(var, path.span()))
    }

    /// The array that a place is in, or a name for a place, and names for what leads there from that; whether it is surely there.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    fn steps(&mut self, mut place: ExprId) -> Option<(VarId, Vec<ViewStep>, bool)> {
        let (mut steps, mut is_there) = (Vec::new(), true);
        let hidden = |checker: &mut Self, name: &str| checker.declare_hidden(&Ident::new(name, Span::call_site()));
        loop {
            if let Some(array) = self.views.named(place) {
                steps.reverse();
                return Some((array, steps, is_there));
            }
            match self.exprs[place.index()].kind {
                Kind::Index(array, at) => {
                    is_there &= matches!(self.exprs[at.index()].kind, Kind::Var(at) if self.sequences.is_within(at));
                    is_there &= steps.is_empty();
                    steps.push(ViewStep::Index(hidden(self, "at")));
                    place = array;
                }
                Kind::Part(array, Bounds { through, .. }) => {
                    is_there = false;
                    let bounds = ["start", "end"].map(|name| hidden(self, name));
                    steps.push(ViewStep::Range(bounds, through));
                    place = array;
                }
                Kind::Member(base, _) | Kind::Field(base, ..) if self.is_field_of_element(place) => {
                    is_there = false;
                    steps.push(ViewStep::Field(place));
                    place = base;
                }
                Kind::Var(array) => {
                    steps.reverse();
                    return Some((array, steps, is_there));
                }
                _ => return None,
            }
        }
    }

    /// Whether this is a field of a field … of an element of an array.
    fn is_field_of_element(&self, mut place: ExprId) -> bool {
        while let Kind::Member(base, _) | Kind::Field(base, ..) = self.exprs[place.index()].kind {
            place = base;
        }
        matches!(self.exprs[place.index()].kind, Kind::Index(..))
    }

    /// The place that a variable is a name for.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(super) fn viewed(&mut self, var: VarId, span: Span) -> ExprId {
        let Some(View { array, steps, .. }) = self.views.get(var).cloned() else {
            self.use_var(var);
            return self.push_at(Kind::Var(var), span);
        };
        let mut place = self.viewed(array, span);
        for step in steps {
            let mut named = |var: VarId| {
                self.use_var(var);
                self.push_at(Kind::Var(var), span)
            };
            let kind = match step {
                ViewStep::Index(at) => Kind::Index(place, named(at)),
                ViewStep::Range([start, end], through) => {
                    let [start, end] = [start, end].map(|bound| Some(named(bound)));
                    Kind::Part(place, Bounds { start, end, through })
                }
                ViewStep::Field(field) => match self.exprs[field.index()].kind {
                    Kind::Member(_, name) => Kind::Member(place, name),
                    Kind::Field(_, index, written) => Kind::Field(place, index, written),
                    _ => Kind::Error,
                },
            };
            place = self.push_at(kind, span);
        }
        self.views.named.insert(place, var);
        place
    }

    /// The variable that this names, if it is a name for a place.
    pub(super) fn view_named(&self, expr: &Expr) -> Option<(VarId, &View)> {
        let Expr::Path(path) = bare(expr) else { return None };
        let var = path.path.get_ident().and_then(|name| self.look_up(name))?;
        self.views.get(var).map(|view| (var, view))
    }

    /// An argument of a call. The name of a place that may be changed is a look at it, unless it turns out to be lent to be changed.
    pub(super) fn argument(&mut self, arg: &'a Expr) -> ExprId {
        let start = self.start();
        // To ask for the span of any argument would print all of it.
        let element = if let Expr::Path(_) = bare(arg) { self.element(arg, arg.span()) } else { None };
        let id = element.unwrap_or_else(|| self.expr(arg, false));
        self.lent_by_name(arg, id, start)
    }

    fn lent_by_name(&mut self, arg: &'a Expr, id: ExprId, start: Start) -> ExprId {
        if !matches!(bare(arg), Expr::Path(_)) || !self.is_changeable_name(id) {
            return id;
        }
        let look = self.push_at(Kind::View(Form::Reference, id), arg.span());
        self.written(look, Node::Expr(arg), start);
        look
    }

    /// Whether this is the name of a place in an array, by a reference through which it may be changed.
    fn is_changeable_name(&self, id: ExprId) -> bool {
        let Some(var) = self.views.named(id) else { return false };
        match self.views.get(var) {
            Some(view) if view.is_element => !view.is_shared,
            Some(_) => self.views.mutable.contains(&var) || self.refers_to_change(var),
            None => false,
        }
    }

    fn refers_to_change(&self, var: VarId) -> bool {
        self.sequences.get(var).is_some_and(|known| known.items == Items::Mutable)
    }

    /// Whether an argument is surely lent to be changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is lent so")]
    pub(super) fn lends_to_change(&self, args: &[ExprId]) -> bool {
        args.iter().any(|&id| match self.exprs[id.index()].kind {
            Kind::MutRef(..) => true,
            Kind::Var(var) => self.refers_to_change(var),
            _ => false,
        })
    }

    /// Lets a call of which nobody wants the result change the one place that it is given by such a name.
    pub(super) fn lend_to_change(&mut self, args: &[ExprId]) {
        if self.lends_to_change(args) {
            return;
        }
        let named = |&id: &ExprId| {
            let Kind::View(Form::Reference, place) = self.exprs[id.index()].kind else { return None };
            let Some(Some(Source { node: Node::Expr(name), .. })) = self.sources.get(id.index()) else { return None };
            (matches!(bare(name), Expr::Path(_)) && self.is_changeable_name(place)).then_some((id, place, *name))
        };
        let found: Vec<_> = args.iter().filter_map(named).collect();
        if let [_, _, ..] = found[..] {
            for (.., name) in found {
                self.refuse_part(refusal::LENT_NAMES, name);
            }
            return;
        }
        let [(id, place, name)] = found[..] else { return };
        let reference: Expr = syn::parse_quote_spanned!(name.span()=> &mut #name);
        let kept = self.arena.keep([reference].into_iter().collect());
        if let Some(Expr::Reference(reference)) = kept.first() {
            self.exprs[id.index()].kind = Kind::MutRef(place, reference);
        }
    }

    /// `*x`, where `x` stands for an element that may be changed.
    pub(super) fn element(&mut self, expr: &Expr, span: Span) -> Option<ExprId> {
        let (var, view) = self.view_named(expr)?;
        (view.is_element && !view.is_shared).then(|| self.viewed(var, span))
    }

    /// Whether an assignment is to a place in this array.
    pub(super) fn is_assigned(&self, target: &Target, array: VarId) -> bool {
        match target {
            Target::Wild => false,
            Target::Var(var, ..) | Target::Element(var, ..) => self.views.storage(*var) == array,
            Target::Tuple(parts) => parts.iter().any(|part| self.is_assigned(part, array)),
        }
    }

    /// An element of what a call gives, `f(x)[0]`, with a name for that.
    fn with_name_for_call(&self, index: &ExprIndex) -> Option<&'a Expr> {
        let mut element = index.clone();
        let mut place = &mut element;
        while let Expr::Index(_) = bare(&place.expr) {
            // Without parentheses around it.
            let inside = bare(&place.expr).clone();
            *place.expr = inside;
            let Expr::Index(inside) = &mut *place.expr else { return None };
            place = inside;
        }
        if !is_call_for_array(&place.expr) {
            return None;
        }
        let (name, span) = (Ident::new("__backprop_given", Span::mixed_site()), index.span());
        let given = std::mem::replace(&mut *place.expr, syn::parse_quote!(#name));
        let block: Expr = syn::parse_quote_spanned!(span=> { let #name = #given; #element });
        self.arena.keep([block].into_iter().collect()).first()
    }

    /// An element of what is no variable, with names for indices that are computed of lengths: `TABLE[x.len() / 2]`. The rest is left as it is.
    fn with_names_for_lengths(&self, index: &ExprIndex) -> Option<&'a Expr> {
        let asks_length = |part: &Part<'_>| matches!(part, Part::Expr(Expr::MethodCall(call)) if call.method == "len");
        let mut base = bare(&index.expr);
        while let Expr::Index(inside) = base {
            base = bare(&inside.expr);
        }
        if !matches!(base, Expr::Path(_)) {
            return None;
        }
        let (mut element, mut named) = (index.clone(), Vec::new());
        let mut place = &mut element;
        loop {
            let at = &mut place.index;
            if is_any(&Part::Expr(at), &asks_length) && !is_range(at) && !makes(at) {
                let name = Ident::new(&format!("__backprop_at_{}", named.len()), Span::mixed_site());
                let value = std::mem::replace(&mut **at, syn::parse_quote!(#name));
                named.push(quote::quote!(let #name = #value;));
            }
            let Expr::Index(inside) = &mut *place.expr else { break };
            place = inside;
        }
        if named.is_empty() {
            return None;
        }
        named.reverse();
        let block: Expr = syn::parse_quote_spanned!(index.span()=> { #(#named)* #element });
        self.arena.keep([block].into_iter().collect()).first()
    }

    /// A method that looks at a new array as a whole, `f(x).to_vec()` or `[a, b].to_vec()`, with a name for that.
    pub(super) fn with_name_for_receiver(&self, call: &ExprMethodCall) -> Option<&'a Expr> {
        if !call.args.is_empty() || call.turbofish.is_some() {
            return None;
        }
        let is_variable = |of: &Expr| matches!(bare(of), Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()));
        let is_there = match (call.method.to_string().as_str(), bare(&call.receiver)) {
            // What a function of the outside gives may have methods of these names of its own.
            ("len" | "is_empty" | "clone" | "to_vec", Expr::Call(given)) if is_variable(&given.func) => true,
            ("to_vec", Expr::Call(given)) => {
                matches!(bare(&given.func), Expr::Path(path) if !names_struct(&path.path))
            }
            ("to_vec", Expr::Array(_) | Expr::Repeat(_)) => true,
            _ => false,
        };
        if !is_there {
            return None;
        }
        let (name, span) = (Ident::new("__backprop_given", Span::mixed_site()), call.method.span());
        let (given, method) = (&call.receiver, &call.method);
        let block: Expr = syn::parse_quote_spanned!(span=> { let #name = #given; #name.#method() });
        self.arena.keep([block].into_iter().collect()).first()
    }

    /// An element or a part of a variable, or of an element.
    pub(super) fn index(&mut self, index: &'a ExprIndex, whole: &'a Expr) -> ExprId {
        if let Some(named) = self.with_name_for_call(index) {
            return self.expr(named, false);
        }
        if !self.is_of_variable(whole) {
            if let Some(named) = self.with_names_for_lengths(index) {
                return self.expr(named, false);
            }
            let id = self.unseen(refusal::INDEX.at(&index.expr), Node::Expr(whole));
            self.data.insert(id);
            return id;
        }
        let base = self.expr(bare(&index.expr), false);
        if let Expr::Range(range) = bare(&index.index) {
            let start = range.start.as_deref().map(|bound| self.expr(bound, false));
            let end = range.end.as_deref().map(|bound| self.expr(bound, false));
            let through = matches!(range.limits, syn::RangeLimits::Closed(_));
            return self.push_at(Kind::Part(base, Bounds { start, end, through }), index.bracket_token.span.open());
        }
        let at = self.expr(&index.index, false);
        self.push_at(Kind::Index(base, at), index.bracket_token.span.open())
    }
}

/// Whether this is a call that may give an array.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn is_call_for_array(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Call(call) => matches!(bare(&call.func), Expr::Path(path) if !names_struct(&path.path)),
        Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// Whether a path names a struct or a variant, by its case: what it is called with are the fields.
fn names_struct(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| is_upper(&last.ident.to_string()))
}

/// What a `let` declares, if that is a reference to something, with what is referred to.
pub(super) fn referred(local: &Local) -> Option<&Expr> {
    let Expr::Reference(reference) = bare(&local.init.as_ref()?.expr) else { return None };
    Some(&reference.expr)
}

/// The type that is written for what a `let` declares.
pub(super) fn written_type(local: &Local) -> Option<&syn::Type> {
    if let Pat::Type(typed) = &local.pat { Some(&typed.ty) } else { None }
}

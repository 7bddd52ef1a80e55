//! The net of a function, of which more is known each time that it is looked at.
//!
//! What arrays and structs hold shows in what the function does with them. So a function whose names were taken for something else is
//! lowered again, with what has been found. What is known only grows, so this ends.

use std::borrow::Cow;
use std::collections::BTreeSet;

use syn::ItemFn;

use super::claims::not_hidden;
use super::{NO_ORDER, aliases, fields, lower_with_order};
use crate::diagnostic::{Diagnostic, refusal};
use crate::infer::infer;
use crate::input::apart::taken_apart;
use crate::input::attribute::Attribute;
use crate::input::borrowed::with_places;
use crate::input::captured::with_arrays;
use crate::input::choices::with_choices;
use crate::input::chosen::with_chosen_indices;
use crate::input::constants::with_constants;
use crate::input::ends::with_indices;
use crate::input::fields::{Written, of_function};
use crate::input::fixed::with_fixed_references;
use crate::input::given_values::with_given_values;
use crate::input::heads::with_names;
use crate::input::indexed::{indexed_variables, with_index_methods};
use crate::input::made::{maps_field, with_loops_for_maps, with_types_of_arrays};
use crate::input::named_arrays::given_by_calls;
use crate::input::opened::{Known, Openings, open, with_locals};
use crate::input::replaced::with_replaced_elements;
use crate::input::slices::{patterns_of_slices, with_lengths};
use crate::input::taken::with_names_for_taken;
use crate::program::Program;
use crate::syntax::{self, Ty};
use crate::texts::{TextMap, TextSet};

/// Of more parts than this, none is tried.
const PARTS: usize = 24;

/// The net of a function.
///
/// # Errors
/// Everything in the function that is refused, each at its tokens.
pub fn lower(item: &ItemFn, attribute: &Attribute) -> Result<Program, Vec<Diagnostic>> {
    let mut program =
        lower_written(item, attribute).or_else(|refused| with_places_chosen(item, attribute).ok_or(refused))?;
    // What is called, the source says: some of it has been written otherwise.
    program.claims.extend(not_hidden(item, &program.net));
    Ok(program)
}

/// The net of a function that is refused as it stands, if it has names for one of several places.
fn with_places_chosen(item: &ItemFn, attribute: &Attribute) -> Option<Program> {
    let (written, mut claims) = with_choices(item)?;
    claims.extend(attribute.claims.iter().cloned());
    lower_written(&written, &Attribute { claims, ..attribute.clone() }).ok()
}

/// The net of a function, whatever has to be written otherwise for that.
fn lower_written(item: &ItemFn, attribute: &Attribute) -> Result<Program, Vec<Diagnostic>> {
    let (mut item, mut claims) = (Cow::Borrowed(item), Vec::new());
    if let Some(replaced) = with_replaced_elements(&item) {
        (item, claims) = (Cow::Owned(replaced.0), replaced.1);
    }
    if let Some(fixed) = with_fixed_references(&item) {
        item = Cow::Owned(fixed);
    }
    if let Some((written, claimed)) = with_constants(&item, attribute) {
        claims.extend(claimed);
        item = Cow::Owned(written);
    }
    let attribute = if claims.is_empty() {
        Cow::Borrowed(attribute)
    } else {
        claims.extend(attribute.claims.iter().cloned());
        Cow::Owned(Attribute { claims, ..attribute.clone() })
    };
    let (item, attribute) = (&*item, &*attribute);
    let lower = |item: &ItemFn| lower_knowing(&written_out(item), attribute, known_by(item, attribute));
    let mapped =
        maps_field(item).then(|| with_loops_for_maps(item, Some(&of_function(item, attribute).arrays))).flatten();
    let item = mapped.as_ref().unwrap_or(item);
    let lowered = lower(item);
    if lowered.is_ok() {
        return lowered;
    }
    // As it stands first: names of methods and of types do not say what they are. Places are written for names from here on; of the rest, no
    // more is written otherwise than has to be.
    let (mut item, mut lowered) = (Cow::Borrowed(item), lowered);
    if let Some(placed) = with_places(&item) {
        lowered = lower(&placed);
        item = Cow::Owned(placed);
    }
    if let Err(before) = &lowered
        && let Some(named) = with_names_for_taken(&item)
    {
        let of_named = lower(&named);
        if of_named.as_ref().err().is_none_or(|after| !are_said_again(before, after)) {
            (item, lowered) = (Cow::Owned(named), of_named);
        }
    }
    if let Err(before) = &lowered
        && before.iter().any(|error| error.is(refusal::ARRAY_METHOD))
        && let Some(looped) = with_loops_for_maps(&item, None)
    {
        let of_looped = lower(&looped);
        if of_looped.as_ref().err().is_none_or(|after| !are_said_again(before, after)) {
            (item, lowered) = (Cow::Owned(looped), of_looped);
        }
    }
    if lowered.is_err()
        && let Some(named) = with_given_values(&item)
    {
        let of_named = lower(&named);
        if of_named.is_ok() {
            return of_named;
        }
    }
    let (variables, patterns) = (indexed_variables(&item), patterns_of_slices(&item));
    let written = |item: &ItemFn, chosen: &BTreeSet<usize>| {
        let names: Vec<&str> =
            variables.iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, name)| &**name).collect();
        let patterns = chosen.iter().filter_map(|at| at.checked_sub(variables.len())).collect();
        with_lengths(&with_index_methods(item, &names), &patterns)
    };
    (item, lowered) = where_it_helps((item, lowered), variables.len() + patterns, &written, &lower);
    if lowered.is_ok() {
        return lowered;
    }
    let item = &*item;
    let indexed = with_indices(item);
    let others = [indexed.clone(), given_by_calls(item), indexed.as_ref().and_then(given_by_calls)];
    let found = others.iter().flatten().find_map(|other| lower(other).ok());
    found.map_or(lowered, Ok)
}

/// A function, and its net or what is refused in it.
type Tried<'i> = (Cow<'i, ItemFn>, Result<Program, Vec<Diagnostic>>);

/// A function with those of so many parts written otherwise of which something is refused as they stand, and no longer if they are written so.
fn where_it_helps<'i>(
    (item, lowered): Tried<'i>,
    parts: usize,
    written: &dyn Fn(&ItemFn, &BTreeSet<usize>) -> ItemFn,
    lower: &dyn Fn(&ItemFn) -> Result<Program, Vec<Diagnostic>>,
) -> Tried<'i> {
    let Err(before) = &lowered else { return (item, lowered) };
    if parts == 0 || parts > PARTS {
        return (item, lowered);
    }
    let mut chosen: BTreeSet<usize> = (0..parts).collect();
    let mut last = lower(&written(&item, &chosen));
    if let Err(after) = &last {
        if are_said_again(before, after) {
            return (item, lowered);
        }
    } else {
        // What is right as it stands stays as it stands.
        for part in 0..parts {
            let without: BTreeSet<usize> = chosen.iter().copied().filter(|&other| other != part).collect();
            let other = lower(&written(&item, &without));
            if other.is_ok() {
                (chosen, last) = (without, other);
            }
        }
    }
    (Cow::Owned(written(&item, &chosen)), last)
}

/// Whether all of these are among others.
fn are_said_again(before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    before.iter().all(|error| after.iter().any(|other| other.is_the_same(error)))
}

/// The function with what its patterns and its parameters stand for.
fn written_out(item: &ItemFn) -> Cow<'_, ItemFn> {
    let typed = with_types_of_arrays(item).map_or(Cow::Borrowed(item), Cow::Owned);
    let chosen = with_chosen_indices(&typed).map_or(typed, Cow::Owned);
    let named = with_names(&chosen).map_or(chosen, Cow::Owned);
    let apart = taken_apart(&named).map_or(named, Cow::Owned);
    with_locals(&apart).map_or(apart, Cow::Owned)
}

/// What the functions around one show.
fn known_by(item: &ItemFn, attribute: &Attribute) -> Known {
    let Written { structs, integers, .. } = of_function(item, attribute);
    Known { of_structs: attribute.of_structs.clone(), structs, integers, ..Known::default() }
}

/// What a function shows the arrays in fields of `self` to hold.
#[derive(Default)]
pub(crate) struct InSelf {
    /// Those that hold structs.
    pub(crate) of_structs: TextSet,
    /// Those that hold arrays.
    pub(crate) of_arrays: TextSet,
}

/// What a function shows of the arrays in fields of `self`.
pub(crate) fn shown_in_self(item: &ItemFn, attribute: &Attribute) -> InSelf {
    let Some((item, openings)) = open(&written_out(item), attribute.wrt.as_deref(), &known_by(item, attribute)) else {
        return InSelf::default();
    };
    let arena = syntax::Arena::default();
    let Ok(function) = syntax::check(&item, attribute, &openings, &arena) else { return InSelf::default() };
    let Ok((types, _)) = infer(&function) else { return InSelf::default() };
    let of_self = |names: Vec<String>| names.into_iter().filter(|name| name.starts_with("self.")).collect();
    let elements = fields::of_elements(&function, &types, &openings, |element| matches!(element, Ty::Opaque(_)));
    let shown = [fields::arrays_of_structs(&function, &types, &openings), elements].concat();
    let of_arrays = fields::of_elements(&function, &types, &openings, |element| matches!(element, Ty::Array(_)));
    InSelf { of_structs: of_self(shown), of_arrays: of_self(of_arrays) }
}

/// As [`lower`], if this is known of structs.
fn lower_knowing(item: &ItemFn, attribute: &Attribute, mut known: Known) -> Result<Program, Vec<Diagnostic>> {
    let with_captured = (!known.captured.is_empty()).then(|| with_arrays(item, &known.captured));
    let written = with_captured.as_ref().unwrap_or(item);
    loop {
        let opened = open(written, attribute.wrt.as_deref(), &known);
        let (named, mut openings) = match &opened {
            Some((named, openings)) => (named, openings.clone()),
            None => (written, Openings::knowing(known.clone())),
        };
        let lowered = lower_with_order(named, attribute, &mut openings, false);
        // Whether a local struct depends on anything is known when its names are.
        let is_more = |found: &TextSet, before: &TextSet| found.len() > before.len();
        if is_more(&openings.known.plain, &known.plain)
            || is_more(&openings.known.of_structs, &known.of_structs)
            || openings.known.given.len() > known.given.len()
        {
            known = openings.known;
            continue;
        }
        if openings.known.arrays.len() > known.arrays.len() {
            return aliased(item, attribute, known, openings.known.arrays);
        }
        if openings.known.captured.len() > known.captured.len() {
            // If that is more than such arrays can do, the structs are captured by value.
            let captured = Known { captured: openings.known.captured, ..known.clone() };
            return lower_knowing(item, attribute, captured)
                .or_else(|_| lower_knowing(item, attribute, Known { by_value: true, ..known }));
        }
        // What is left to the host is known when the values are: it may be more than it looked like.
        let misses_order = |error: &Diagnostic| error.is_internal() && error.message.contains(NO_ORDER);
        let lowered = match lowered {
            Err(errors) if errors.iter().any(misses_order) => lower_with_order(named, attribute, &mut openings, true),
            lowered => lowered,
        };
        // What has methods of its own may be a struct with reals, if that helps.
        if lowered.is_err() && !openings.maybe_structs.is_subset(&known.of_structs) {
            known.of_structs.extend(openings.maybe_structs);
            return lower_knowing(item, attribute, known).or(lowered);
        }
        // What has elements of elements has arrays, if that helps.
        let rows =
            if lowered.is_err() && attribute.of_trait.is_none() { aliases::of_rows(item) } else { TextMap::default() };
        if rows.keys().any(|name| !known.arrays.contains_key(name)) && !known.parts {
            known.arrays.extend(rows);
            return lower_knowing(item, attribute, known).or(lowered);
        }
        return lowered;
    }
}

/// As [`lower_knowing`], where parameters turned out to be arrays by other names. If such arrays are more than it can do, they are parts of
/// these parameters.
fn aliased(
    item: &ItemFn,
    attribute: &Attribute,
    known: Known,
    arrays: TextMap<syn::Type>,
) -> Result<Program, Vec<Diagnostic>> {
    let lowered = lower_knowing(item, attribute, Known { arrays, ..known.clone() });
    if lowered.is_ok() {
        return lowered;
    }
    lower_knowing(item, attribute, Known { parts: true, ..known })
}

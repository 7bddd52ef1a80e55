//! Lowering: from checked syntax and its types to the hypernet of the function.
//!
//! A variable stands for a value ([`Val`]) that assignment rebinds; a closure becomes an abstraction, a call of it an
//! `eval`, a branch a `cond`. What a closure or a branch changes outside of itself (assigned variables, the order of
//! effects) goes in as an argument and comes out as a result: mutation is state passing. Data flows one way, and nothing
//! is evaluated or inlined here.

mod aliases;
mod arguments;
mod array_methods;
mod arrays;
mod asked;
mod boundary;
mod calls;
mod captured;
mod captured_structs;
mod changed;
mod claims;
mod closure;
mod columns;
mod control;
mod convention;
mod effects;
mod expr;
mod fields;
mod hidden;
mod host_arrays;
mod host_fields;
mod host_methods;
mod hosts;
mod in_out;
mod items;
mod knowing;
mod leaving;
mod left;
mod lending;
mod lent_numbers;
mod looked_at;
mod loops;
mod matched;
mod matching;
mod methods;
mod new_arrays;
mod number;
mod open_numbers;
pub(crate) mod overwritten;
mod own_copies;
mod own_fields;
mod owned;
mod panics;
mod parts;
mod said_types;
mod same;
mod scope;
mod statements;
mod stored;
mod structs;
mod supplied;
mod temporaries;
mod touching;
mod tuples;
mod value;
mod vectors;
mod wholes;
mod written_after;

use std::rc::Rc;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{BuildError, Builder, Operation, Type, Value};
use proc_macro2::Span;
use syn::ItemFn;

use crate::diagnostic::{Diagnostic, refusal};
use crate::infer::{Types, infer};
use crate::input::attribute::Attribute;
use crate::input::opened::Openings;
use crate::input::written;
use crate::program::{Code, Param, Program, Shape};
use crate::source::types::may_have_tangent;
use crate::syntax::{self, ExprId, Function, Kind, Pattern, Ty, VarId};
use crate::texts::TextSet;
pub(crate) use boundary::{
    Boundary, asked_companion, constant_of_companion, function_type, of_companion, suffixed, value_of_companion,
    with_suffix,
};
pub(crate) use fields::array_at;
use hosts::Counted;
pub use knowing::lower;
pub(crate) use knowing::shown_in_self;
use owned::Owned;
use supplied::Lent;
use value::Val;

type Lowered<T> = Result<T, Diagnostic>;

/// The variable that stands for the order of effects.
const WORLD: VarId = VarId(u32::MAX);

#[expect(clippy::struct_excessive_bools, reason = "four questions that have nothing to do with one another")]
struct Lowering<'f, 'a> {
    function: &'f Function<'a>,
    types: &'f Types,
    name: String,
    /// Whether it calls itself.
    recursive: bool,
    /// The functions of the block around it that call it in the end, if it calls them.
    circle: TextSet,
    builder: Builder,
    /// What each variable stands for now.
    env: IdMap<VarId, Val>,
    variables: Variables,
    values: Values,
    code: Code,
    summaries: effects::Summaries,
    /// The variables that say that a loop around has been left.
    leaving: IdSet<VarId>,
    /// The expressions that end a body that may be left: the variable that says that it has been, and the one with its value then.
    ends: IdMap<ExprId, (VarId, VarId)>,
    /// The expressions whose values nobody looks at, because all of them leave the loop or the function.
    unseen: IdSet<ExprId>,
    /// What has been refused.
    errors: Vec<Diagnostic>,
    /// How many expressions are at work, in one another.
    depth: usize,
    hosts: Counted,
    /// The blocks that declare arrays of the net's.
    with_arrays: Counted,
    /// The type parameters of the function.
    generics: &'f syn::Generics,
    /// The arrays that calls have looked at.
    lent: Vec<Lent>,
    /// The variables that refer to arrays of the caller's.
    borrowed: IdSet<VarId>,
    /// Those of them that are in a struct, of which there is a copy for the calls that look at them.
    copied: IdSet<VarId>,
    /// Those of them that refer to what is to be changed.
    changed: IdSet<VarId>,
    /// The parameters that refer to what is to be changed and are taken by value.
    in_out: IdSet<VarId>,
    /// The arrays that have been taken out of those.
    taken: Vec<in_out::Taken>,
    /// Those that are, with the structs, before it is done.
    to_take: Vec<(VarId, VarId)>,
    owned: Owned,
    /// The variables from which a number may be read that a call has stored.
    stored: stored::Stored,
    /// The integer literals that have names.
    named: hypernet::ids::IdSet<ExprId>,
    /// Whether a closure has been given an array.
    given_to_closure: bool,
    /// Whether a function that is a parameter is lent copies of arrays which are overwritten afterwards.
    lends_copies: bool,
    /// The expressions that nothing comes after.
    last: IdSet<ExprId>,
    /// The code of the host's that the statements at hand run, of those around first.
    ran: Vec<Vec<temporaries::Ran>>,
    /// The code that is left as it is, by the expressions that are its parts: from the first to before the last.
    covered: Vec<(usize, usize)>,
    /// Whether it seems to run code of the host's.
    runs_host: bool,
}

/// What is known of variables beside their values.
#[derive(Default)]
struct Variables {
    /// Those in scope that are declared without a value.
    deferred: IdSet<VarId>,
    /// Those whose values are unknown, as they come from something that was refused.
    unknown: IdSet<VarId>,
    /// Those of the host's values that it may change: they are variables of the emitted code too.
    places: IdSet<VarId>,
    /// The variables of arrays that are in their structs at the moment.
    put_back: IdMap<VarId, Val>,
    /// The structs that have all their arrays at the moment, as they were when these were put back.
    closed: IdMap<VarId, Value>,
    /// The structs that are used as a whole when what is being computed has been: they keep their values.
    awaited: Vec<VarId>,
    /// Those that refer to a number: the net holds the number itself.
    referring: IdSet<VarId>,
    /// How many have been made for the states of closures.
    hidden: u32,
    /// How often parts of what is taken apart have been put in variables.
    held: usize,
}

/// What is known of values beside their types.
#[derive(Default)]
struct Values {
    /// The functions that have been given to functions of the host language, in the form that those take.
    crossed: IdMap<Value, Value>,
    /// The functions that came over the boundary, by the closures that call them with what they captured.
    with_captured: IdMap<Value, Value>,
    /// The calls that have been left as they are and give what the macro does not know, by what they give: their code and the
    /// function.
    left: IdMap<Value, (u32, syn::ExprPath)>,
    /// The code that gave a value, if it was left as it is, by its number.
    given: IdMap<Value, u32>,
    /// Constants that say whether a loop has been left.
    flags: IdMap<Value, bool>,
    /// Looks at parts of arrays.
    parts: IdMap<Value, parts::Part>,
    /// Parts of arrays that are lent to be changed.
    lent: IdMap<Value, changed::LentPart>,
    /// Those that are references.
    references: IdSet<Value>,
    /// The reference that a reference refers to.
    inner_references: IdMap<Value, Value>,
    /// The numbers that a pattern of the host's gave, which may be references to them; and what those refer to, where it is known.
    from_patterns: IdMap<Value, Option<Value>>,
    /// Those that are references to what may be a function, for all that is known.
    open_references: IdSet<Value>,
    /// Elements of arrays of which the function has references: of those types only rustc knows, a reference is the element here.
    elements: IdSet<Value>,
    /// Those that are made of texts which show numbers that depend on a differentiated parameter.
    texts: IdSet<Value>,
}

impl Values {
    /// What is known of a wire is known of another one, which carries the same.
    fn stands_for(&mut self, from: Value, to: Value) {
        if let Some(known) = self.left.get(&from).cloned() {
            self.left.insert(to, known);
        }
        if let Some(&known) = self.given.get(&from) {
            self.given.insert(to, known);
        }
        for known in [&mut self.references, &mut self.open_references, &mut self.elements, &mut self.texts] {
            if known.contains(&from) {
                known.insert(to);
            }
        }
    }
}

/// What is wrong where code of the host's is met in a function that was taken to have no effects.
const NO_ORDER: &str = "the order of effects is not at hand here";

/// As [`lower`]; with the order of effects if `ordered`, or if there seem to be any.
#[expect(clippy::too_many_lines, reason = "what a function is made of, one after the other")]
fn lower_with_order(
    item: &ItemFn,
    attribute: &Attribute,
    openings: &mut Openings,
    ordered: bool,
) -> Result<Program, Vec<Diagnostic>> {
    let arena = syntax::Arena::default();
    let known = openings.clone();
    let mut function = syntax::check(item, attribute, &known, &arena)?;
    let plain = fields::plain_structs(&function, openings);
    if !plain.is_empty() {
        openings.known.plain.extend(plain);
        return Err(Vec::new());
    }
    if attribute.over_arrays {
        captured::declare(&mut function);
    }
    let (types, untyped) = infer(&function).map_err(|error| vec![error])?;
    host_methods::name_own(&mut function, &types);
    // What the fields of structs hold is known when all is.
    let hosts = fields::without_tangent(&function, &types);
    if !hosts.is_subset(&openings.hosts) {
        openings.hosts.extend(hosts);
        openings.integers.extend(types.integers.iter().filter_map(|var| Some(function.opened.get(var)?.0)));
        return lower_with_order(item, attribute, openings, ordered);
    }
    // So is what else they hold: what is computed of it is a number then.
    let known = openings.reals.len();
    let numbers =
        types.taken_for.iter().filter_map(|(var, scalar)| Some((function.opened.get(var)?.0, scalar.clone())));
    openings.reals.extend(numbers);
    if openings.reals.len() > known {
        return lower_with_order(item, attribute, openings, ordered);
    }
    // What is given an array is one.
    let given = fields::given_arrays(&function, &types, openings);
    if !given.is_empty() {
        openings.known.given.extend(given);
        return Err(Vec::new());
    }
    let arrays = aliases::found(&function, &types, item);
    // What a method of a trait takes, the trait says.
    if !arrays.is_empty() && !openings.known.parts && attribute.of_trait.is_none() {
        openings.known.arrays.extend(arrays);
        return Err(Vec::new());
    }
    if !openings.known.by_value {
        let captured = captured_structs::found(&function, &types, (item, attribute));
        if captured.keys().any(|name| !openings.known.captured.contains_key(name)) {
            openings.known.captured.extend(captured);
            return Err(Vec::new());
        }
    }
    let of_structs = fields::arrays_of_structs(&function, &types, openings);
    if !of_structs.is_empty() {
        openings.known.of_structs.extend(of_structs);
        return Err(Vec::new());
    }
    let others = own_fields::others(&function, &types, &attribute.structs);
    if !others.is_empty() {
        return Err(others);
    }
    let claims = std::mem::take(&mut function.claims);
    let owned = Owned::new(&function, &types);
    let mut lowering = Lowering {
        function: &function,
        types: &types,
        name: item.sig.ident.to_string(),
        recursive: false,
        circle: attribute.circle.clone(),
        builder: Builder::new(),
        env: IdMap::new(),
        variables: Variables::default(),
        values: Values::default(),
        code: Code {
            in_place: attribute.in_place,
            unsure: attribute.unsure.clone(),
            declared: declared(&function),
            structs: Rc::clone(&attribute.structs),
            ..Code::default()
        },
        summaries: effects::Summaries::default(),
        leaving: IdSet::new(),
        ends: IdMap::new(),
        unseen: IdSet::new(),
        errors: Vec::new(),
        depth: 0,
        hosts: Counted::hosts(&function, &types),
        with_arrays: Counted::with_arrays(&function, &owned),
        generics: &item.sig.generics,
        lent: Vec::new(),
        borrowed: IdSet::new(),
        copied: IdSet::new(),
        changed: IdSet::new(),
        in_out: IdSet::new(),
        taken: Vec::new(),
        to_take: Vec::new(),
        given_to_closure: false,
        lends_copies: attribute.lends_copies,
        owned,
        named: open_numbers::named(&function),
        stored: stored::Stored::of(&function, &types, item, &attribute.structs),
        last: scope::ends(&function, function.body).into_iter().collect(),
        ran: Vec::new(),
        covered: Vec::new(),
        runs_host: false,
    };
    let (mut params, mut arrays) = (Vec::new(), Vec::new());
    for param in &function.params {
        let shape = match (&param.function, &param.ty) {
            (Some(name), Ty::Fn(ty)) => {
                let captured = captured::of_function(&function, name);
                Shape::Leaf(lowering.function_type(ty, Some(name), captured.as_ref()))
            }
            _ if let Some(arrays) = &param.captured => Shape::Leaf(captured::ty(arrays)),
            (_, ty) if closure::contains_function(ty) => lowering.active_shape(ty),
            (_, Ty::Array(_)) => lowering.active_shape(&param.ty),
            _ => lowering.shape(&param.ty),
        };
        let name = match &param.pattern {
            Pattern::Bind(..) => Some(param.name.to_string()),
            Pattern::Wild
            | Pattern::Tuple(_)
            | Pattern::Rest
            | Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Or(_)
            | Pattern::Path(_)
            | Pattern::Typed(..)
            | Pattern::Struct(_)
            | Pattern::Host(_) => None,
        };
        let value = lowering.input(&shape, name.as_deref(), param.differentiated);
        // An array has one wire, behind a reference or not.
        if let (Val::Wire(wire, _), syn::Type::Reference(_), false) =
            (&value, &param.written, param.in_out() || lowering.is_array(&value))
        {
            lowering.values.references.insert(*wire);
            if lowering.may_be_array(&param.ty) {
                lowering.values.open_references.insert(*wire);
            }
        }
        let value =
            lowering.number_of_mutable(&param.pattern, value, param.name.span()).map_err(|error| vec![error])?;
        lowering.bind(&param.pattern, value).map_err(|error| vec![error])?;
        if let (true, Some(var)) = (param.in_out(), arrays::bound(&param.pattern)) {
            lowering.in_out.insert(var);
        }
        let is_lent = matches!(param.written, syn::Type::Reference(_));
        if let (Shape::Leaf(Type::Array(_)), Pattern::Bind(var, _), true) = (&shape, &param.pattern, is_lent) {
            arrays.push(*var);
            lowering.borrowed.insert(*var);
            if param.changed {
                lowering.changed.insert(*var);
            }
        }
        params.push(Param {
            name: param.name.clone(),
            ty: param.written.clone(),
            function: param.function.clone(),
            shape,
            differentiated: param.differentiated,
            rank: param.rank,
            data: param.data.is_some(),
            changed: param.changed,
            keeps_length: param.keeps_length(),
            wanted: param.wanted,
            in_closure: arrays::bound(&param.pattern)
                .is_some_and(|var| function.closures.iter().any(|closure| closure.captured.contains(&var))),
            captured: param.captured.clone(),
        });
    }
    lowering.to_take = lowering.arrays_to_take();
    lowering.to_take.extend(lowering.arrays_of_host());
    lowering.runs_host = ordered || lowering.effects(&[function.body]).contains(&WORLD);
    // Where nothing else is seen, the order is that of panics.
    let world = lowering.runs_host || lowering.known_summary(function.body).may_panic();
    if world {
        let value = lowering.builder.input(Type::World, None);
        lowering.env.insert(WORLD, Val::Wire(value, false));
        lowering.capture_arrays().map_err(|error| vec![error])?;
    }
    let net = lowering.body(function.body, world, &arrays, &item.sig.ident);
    for refused in [&function.refused, &untyped] {
        let refused = refused.iter().filter(|(at, _)| !lowering.is_covered(*at));
        let refused: Vec<Diagnostic> = refused.map(|(_, diagnostic)| diagnostic.clone()).collect();
        if !refused.is_empty() {
            return Err(refused);
        }
    }
    let misplaced = lowering.misplaced(item);
    lowering.errors.extend(misplaced);
    let looked_at = lowering.lent_arrays().unwrap_or_else(|refused| {
        lowering.errors.extend(refused);
        Vec::new()
    });
    let (net, result) = match net {
        Ok(both) if lowering.errors.is_empty() => both,
        Ok(_) => return Err(lowering.errors),
        Err(error) => {
            lowering.note(error);
            if lowering.errors.is_empty() {
                lowering.errors.push(Diagnostic::internal(item.sig.ident.span(), "an error without a cause"));
            }
            return Err(lowering.errors);
        }
    };
    if lowering.recursive && result.leaves().iter().any(|ty| ty.as_function().is_some()) {
        return Err(vec![refusal::RECURSION.at(&item.sig.ident)]);
    }
    let declared =
        lowering.code.foreigns.iter().flat_map(|code| code.declared.names.iter().map(|(name, _)| name.clone()));
    let names = function.vars.iter().map(|var| crate::source::names::plain(&var.name)).chain(declared).collect();
    let items = function.items.iter().filter(|(block, _)| !lowering.is_covered(*block));
    let items = items.map(|(_, item)| written::item(item)).collect();
    let mut claims = claims::statements(claims, &types, &|at| lowering.is_covered(at));
    claims.extend(claims::one_variable_each(&attribute.doubtful, &names));
    claims.extend(attribute.claims.iter().cloned());
    let all_items: Vec<&syn::Item> = function.items.iter().map(|(_, item)| *item).collect();
    claims.extend(claims::tuple_structs(&all_items, lowering.tuple_structs().into_iter()));
    claims.extend(said_types::claims(&function, &types, &|at| lowering.is_covered(at)));
    let has_array = |shape: &Shape| shape.leaves().iter().any(Type::is_array);
    let is_written = matches!(item.sig.output, syn::ReturnType::Type(..));
    if attribute.in_place && (has_array(&result) && !is_written || params.iter().any(|param| param.changed)) {
        return Err(vec![refusal::ARRAY_FUNCTION.at(&item.sig.ident)]);
    }
    if result.leaves().iter().any(|ty| ty.as_function().is_some()) && params.iter().any(|param| has_array(&param.shape))
    {
        return Err(vec![refusal::FUNCTION_OF_ARRAY_GIVEN.at(&item.sig.output)]);
    }
    let fields = fields::numbers(&function, &types, &|at| lowering.is_covered(at));
    let known = (&*lowering.code.structs, attribute.of_type.as_ref());
    let elements = fields::of_array_elements(&function, known, &|at| lowering.is_covered(at));
    let given = fields::given(&function, &types, &|at| lowering.is_covered(at));
    let arrays = arrays.len();
    lowering.code.name_at_first_places();
    Ok(Program {
        net,
        params,
        result,
        world,
        looked_at,
        arrays,
        recursive: lowering.recursive,
        code: lowering.code,
        items,
        claims,
        fields,
        elements,
        given,
    })
}

/// The names of the functions that are declared inside of a function.
fn declared(function: &syntax::Function<'_>) -> Vec<String> {
    let name = |item: &syn::Item| if let syn::Item::Fn(item) = item { Some(item.sig.ident.to_string()) } else { None };
    function.items.iter().filter_map(|(_, item)| name(item)).collect()
}

impl Lowering<'_, '_> {
    /// Whether an expression is part of code that has been left as it is.
    fn is_covered(&self, id: ExprId) -> bool {
        self.covered.iter().any(|&(first, last)| (first..last).contains(&id.index()))
    }

    /// The net of the body, and how its outputs make up the result.
    fn body(
        &mut self,
        body: ExprId,
        world: bool,
        arrays: &[VarId],
        name: &proc_macro2::Ident,
    ) -> Lowered<(hypernet::Hypernet, Shape)> {
        let value = self.expr(body).map_err(|refused| self.result_to_rustc(refused))?;
        let mut last = body;
        while let Kind::Block(_, Some(end)) = &self.function.expr(last).kind {
            last = *end;
        }
        let span = self.function.expr(last).span;
        let mut outputs = Vec::new();
        let shape = self.results(&value, span, &mut outputs)?;
        let shape = self.with_changed_values(shape, span, &mut outputs)?;
        for param in &self.function.params {
            if !matches!(param.written, syn::Type::Reference(_)) {
                self.end_bound(&param.pattern, span)?;
            }
        }
        if world {
            outputs.push(self.world(span)?);
        }
        for var in arrays {
            let Some(&Val::Wire(mut array, _)) = self.env.get(var) else {
                return Err(Diagnostic::internal(span, "an array is lost"));
            };
            if self.changed.contains(var) {
                array = self.give_back(array, span)?;
            }
            outputs.push(array);
        }
        let net = std::mem::take(&mut self.builder).finish(&outputs);
        Ok((net.map_err(|error| Self::build_error(&error, name.span()))?, shape))
    }

    /// The wires that stand for a value of this shape, as inputs of the level at hand.
    fn input(&mut self, shape: &Shape, name: Option<&str>, active: bool) -> Val {
        match shape {
            Shape::Leaf(ty) => {
                let wire = self.builder.input(ty.clone(), name);
                Self::leaf(wire, ty, active)
            }
            Shape::Tuple(parts) => Val::Tuple(parts.iter().map(|part| self.input(part, name, active)).collect()),
        }
    }

    /// How wires make up a value of this type, which does not depend on a differentiated parameter: what the macro does not
    /// know of it has no tangent.
    fn shape(&self, ty: &Ty) -> Shape {
        // An array of numbers that depend on nothing is the host's.
        if let Ty::Array(_) = self.types.resolve(ty) {
            return Shape::Leaf(Type::unnamed_discrete());
        }
        self.shape_with(ty, &Type::unnamed_discrete())
    }

    /// How wires make up a value of this type, which may depend on a differentiated parameter: what the macro does not know
    /// of it has a tangent.
    fn active_shape(&self, ty: &Ty) -> Shape {
        self.shape_with(ty, &Type::unnamed())
    }

    fn shape_with(&self, ty: &Ty, unknown: &Type) -> Shape {
        match self.types.resolve(ty) {
            Ty::Tuple(parts) => Shape::Tuple(parts.iter().map(|part| self.shape_with(part, unknown)).collect()),
            Ty::Real(name) => Shape::Leaf(Type::Real(name)),
            // That other values of a type of the user's own depend on nothing says nothing of this one.
            Ty::Discrete(name)
                if matches!(unknown, Type::Opaque(_)) && name.name().is_some_and(|name| may_have_tangent(name)) =>
            {
                Shape::Leaf(unknown.clone())
            }
            Ty::Discrete(name) => Shape::Leaf(Type::Discrete(name)),
            Ty::Opaque(_) => Shape::Leaf(Type::unnamed()),
            // A tuple in an array is one value, as a struct is.
            Ty::Array(element) if matches!(*element, Ty::Tuple(_)) => Shape::Leaf(Type::Array(Type::unnamed().into())),
            Ty::Array(element) => Shape::Leaf(Type::Array(self.shape_with(&element, unknown).grouped().into())),
            Ty::Fn(function) if matches!(unknown, Type::Opaque(_)) => {
                Shape::Leaf(self.function_type(&function, function.name.as_ref(), None))
            }
            // What has no tangent, has none as a part of what has one.
            Ty::Var(var) if self.types.is_plain(var) => Shape::Leaf(Type::unnamed_discrete()),
            Ty::Var(_) | Ty::Fn(_) => Shape::Leaf(unknown.clone()),
        }
    }

    /// The value of a variable has been looked for, and there is none.
    fn no_value(&self, var: VarId, otherwise: Diagnostic) -> Diagnostic {
        if self.variables.unknown.contains(&var) {
            return Diagnostic::follows();
        }
        if self.values.lent.is_empty() {
            return otherwise;
        }
        // The call at hand changes a part of it; rustc rejects this but for another name of a part.
        match self.function.views.get(var) {
            Some(_) => refusal::PARTS_LENT.on(otherwise.span),
            None => Diagnostic::follows(),
        }
    }

    fn world(&self, span: Span) -> Lowered<Value> {
        match self.env.get(&WORLD) {
            Some(Val::Wire(value, _)) => Ok(*value),
            _ => Err(Diagnostic::internal(span, NO_ORDER)),
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "as for the builder, which takes it")]
    fn op(&mut self, operation: Operation, operands: &[Value], span: Span) -> Lowered<Vec<Value>> {
        self.on(operands, span, |lowering, operands| lowering.builder.op(operation.clone(), operands))
    }

    fn op1(&mut self, operation: Operation, operands: &[Value], span: Span) -> Lowered<Value> {
        Ok(self.op(operation, operands, span)?[0])
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other error is one of the macro, and is reported as such"
    )]
    fn build_error(error: &BuildError, span: Span) -> Diagnostic {
        match error {
            BuildError::Operands { .. } | BuildError::NotAFunction(_) | BuildError::Branches(..) => Diagnostic::new(
                span,
                format!("the types do not fit together here: {error}"),
                "annotate the types, or write the conversion with `as`",
            )
            .left_to_rustc(),
            // What is used twice, or lent twice at once.
            BuildError::Linear(_) => Diagnostic::internal(span, error).left_to_rustc(),
            error => Diagnostic::internal(span, error),
        }
    }
}

/// Whether values of this type have a sensitivity.
fn has_tangent(ty: &Type) -> bool {
    match ty {
        Type::Real(_) | Type::Opaque(_) | Type::Cotangent(_) => true,
        Type::Tuple(parts) => parts.iter().any(has_tangent),
        Type::Option(ty) | Type::Tape(ty) | Type::Array(ty) | Type::Look(ty) | Type::Undone(ty) => has_tangent(ty),
        // What a function captured is noted with the function.
        Type::Discrete(_) | Type::Function(_) | Type::World => false,
    }
}

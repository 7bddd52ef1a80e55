//! The function as a whole, and the state of its check.

use std::collections::BTreeMap;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Name, TypeName};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{ItemFn, ReturnType};

use super::arena::Arena;
use super::claims::Claims;
use super::dimensions::Sequences;
use super::left::statics;
use super::loops::Around;
use super::scopes::Scopes;
use super::signature::has_receiver;
use super::types::is_integer;
use super::{
    Closure, ClosureId, Expr, ExprId, Function, Kind, Param, Pattern, Role, Source, Ty, Unknown, VarId, Variable, Views,
};
use crate::diagnostic::{Diagnostic, Refusal, refusal};
use crate::input::attribute::Attribute;
use crate::input::definitions::Definitions;
use crate::input::opened::Openings;
use crate::input::places::Places;
use crate::input::siblings::Methods;
use crate::input::{fields, functions};
use crate::source::depths::Depths;
use crate::source::instance::has_instance;
use crate::source::types::scalars;
use crate::texts::TextSet;

/// The state of the check of one function.
pub(crate) struct Checker<'a> {
    pub(super) arena: &'a Arena,
    /// The name of the function, and what it gives.
    pub(super) name: String,
    pub(super) result: Ty,
    /// Whether names that are not declared are values of the environment.
    pub(super) in_place: bool,
    /// Whether it is a function of a type or of a trait; what is known of those.
    pub(super) method: bool,
    pub(super) of_type: Option<&'a syn::Path>,
    pub(super) of_trait: Option<&'a Ident>,
    pub(super) vars: Vec<Variable>,
    pub(super) exprs: Vec<Expr<'a>>,
    pub(super) closures: Vec<Closure>,
    pub(super) items: Vec<(ExprId, &'a syn::Item)>,
    /// Where expressions stand in the syntax.
    pub(super) sources: Vec<Option<Source<'a>>>,
    pub(super) claims: Claims<'a>,
    pub(super) unknowns: Vec<Unknown>,
    pub(super) scalars: Vec<Name>,
    pub(super) generic_scalars: Vec<Name>,
    pub(super) generics: &'a syn::Generics,
    /// What is refused of the signature.
    pub(super) errors: Vec<Diagnostic>,
    /// What is refused of the body, unless it is left as it is.
    pub(super) refused: Vec<(ExprId, Diagnostic)>,
    /// Where arrays, indices and ranges are refused.
    pub(super) data: IdSet<ExprId>,
    /// The names of parts of arrays.
    pub(super) views: Views,
    /// The arrays in structs that have names; those names.
    pub(super) openings: Option<&'a Openings>,
    pub(super) opened: BTreeMap<VarId, (usize, Vec<String>)>,
    pub(super) integers: IdSet<VarId>,
    pub(super) exchanged: IdSet<ExprId>,
    /// Whether a parameter refers to what the function changes.
    pub(super) changes: bool,
    pub(super) depth: usize,
    /// How many arms of `match`es stand before the expression at hand, in those that it is in.
    pub(super) arms: usize,
    /// What names stand for.
    pub(super) scopes: Scopes,
    /// The closures around, outermost first, with what each captures so far.
    pub(super) closures_open: Vec<(ClosureId, IdSet<VarId>, Vec<VarId>)>,
    /// The loops around, outermost first.
    pub(super) loops: Vec<Around>,
    /// Of the function and of each closure around, how a `return` leaves it that does not stand at its end.
    pub(super) returns: Vec<Option<(super::Leaving, Span)>>,
    pub(super) sequences: Sequences,
    /// The parameters of the closure that comes next, with types that it leaves out.
    pub(super) lent_inputs: Option<(&'a syn::ExprClosure, &'a super::lent_params::Inputs)>,
    /// The names of which elements are named, as far as somebody has asked.
    pub(super) with_elements: Option<TextSet>,
    /// The variables over whose elements loops run, without changing them; whether the elements are arrays.
    pub(super) looped: IdMap<VarId, bool>,
    /// How deep loops go into what calls have given.
    pub(super) depths: Option<Depths>,
    /// The methods of the block around.
    pub(super) methods: Option<&'a Methods>,
    /// The structs of the file, and the functions beside this one; the variables that are such structs.
    pub(super) beside: Option<&'a Definitions>,
    pub(super) places: Option<Places>,
    /// The structs of the file.
    pub(super) definitions: Option<&'a Definitions>,
    /// The names that no item of the file has.
    pub(super) undefined: Option<&'a TextSet>,
    pub(super) item: &'a ItemFn,
}

/// Checks a function: its syntax, resolved.
///
/// # Errors
/// All refusals of the function.
pub(crate) fn check<'a>(
    item: &'a ItemFn,
    attribute: &'a Attribute,
    openings: &'a Openings,
    arena: &'a Arena,
) -> Result<Function<'a>, Vec<Diagnostic>> {
    let mut checker = Checker::new(item, arena);
    checker.openings = Some(openings);
    checker.methods = Some(&attribute.methods);
    checker.definitions = Some(&attribute.structs);
    if !attribute.structs.has_no_functions() {
        let own = attribute.of_type.as_ref().and_then(|path| path.get_ident()).map(Ident::to_string);
        checker.beside = Some(&attribute.structs);
        checker.places = Some(Places::of(item, own, &attribute.structs));
    }
    checker.undefined = Some(&attribute.undefined);
    checker.in_place = attribute.in_place;
    checker.method = attribute.inside || has_receiver(item);
    checker.of_type = attribute.of_type.as_ref();
    checker.of_trait = attribute.of_trait.as_ref();
    checker.scalars_around(item, attribute);
    checker.qualifiers(item);
    checker.claim_scalars();
    let higher = functions::type_parameters(&item.sig).iter().any(Option::is_some)
        || matches!(&item.sig.output, ReturnType::Type(_, ty) if functions::has_function(checker.generics, ty));
    checker.claim_signature(item, attribute.inside || attribute.in_place || higher);
    let params = checker.params(item, attribute);
    let result = checker.result(item);
    checker.result = result.clone();
    let mut found = Vec::new();
    statics(&item.block, &mut found);
    checker.errors.extend(found.into_iter().map(|span| refusal::STATIC.on(span)));
    let body = checker.left_by_return(|checker| checker.block(&item.block, true));
    if result == Ty::unit() {
        checker.discarded(body);
    }
    if !checker.errors.is_empty() {
        // What is only data may follow from the signature.
        let refused = checker.refused.into_iter().filter(|(id, _)| !checker.data.contains(id));
        checker.errors.extend(refused.map(|(_, diagnostic)| diagnostic));
        return Err(checker.errors);
    }
    let names_scalars = !checker.scalars.is_empty() || !checker.generic_scalars.is_empty();
    if checker.scalars.is_empty() {
        // Structs go in and out, and nothing else: their fields are taken for the scalar that is the most likely.
        match checker.generic_scalars.as_slice() {
            [] => checker.scalars.push("f64".into()),
            [scalar] => checker.scalars.push(scalar.clone()),
            _ => {}
        }
    }
    checker.note_changing_methods(&params);
    let depending = checker.depending(&params);
    let changed_in_place = checker.changed_in_place(&depending);
    let array_fields = checker.array_fields();
    Ok(Function {
        params,
        depending,
        changed_in_place,
        views: checker.views,
        opened: checker.opened,
        integers: checker.integers,
        exchanged: checker.exchanged,
        struct_fields: fields::of_function(item, attribute).structs,
        array_fields,
        looped: checker.looped,
        result,
        body,
        vars: checker.vars,
        exprs: checker.exprs,
        closures: checker.closures,
        items: checker.items,
        sources: checker.sources,
        scopes: checker.scopes,
        refused: checker.refused,
        claims: checker.claims,
        unknowns: checker.unknowns,
        scalars: checker.scalars,
        names_scalars,
        plain_scalars: if has_instance(checker.generics) { checker.generic_scalars } else { Vec::new() },
    })
}

/// Checks the signature of a function, whose body is not looked at: its parameters, and the type of its result.
///
/// # Errors
/// All refusals of the signature.
pub(crate) fn check_signature(item: &ItemFn, attribute: &Attribute) -> Result<(Vec<Param>, Ty), Vec<Diagnostic>> {
    let arena = Arena::default();
    let mut checker = Checker::new(item, &arena);
    checker.in_place = attribute.in_place;
    checker.scalars_around(item, attribute);
    checker.qualifiers(item);
    let params = checker.params(item, attribute);
    let result = checker.result(item);
    checker.errors.extend(checker.refused.into_iter().map(|(_, diagnostic)| diagnostic));
    if checker.errors.is_empty() { Ok((params, result)) } else { Err(checker.errors) }
}

impl<'a> Checker<'a> {
    fn new(item: &'a ItemFn, arena: &'a Arena) -> Self {
        Self {
            arena,
            name: item.sig.ident.to_string(),
            result: Ty::unit(),
            in_place: false,
            method: false,
            of_type: None,
            of_trait: None,
            vars: Vec::new(),
            exprs: Vec::new(),
            closures: Vec::new(),
            items: Vec::new(),
            sources: Vec::new(),
            claims: Claims::default(),
            unknowns: Vec::new(),
            scalars: Vec::new(),
            generic_scalars: scalars(&item.sig.generics),
            generics: &item.sig.generics,
            errors: Vec::new(),
            refused: Vec::new(),
            data: IdSet::new(),
            views: Views::default(),
            openings: None,
            opened: BTreeMap::new(),
            integers: IdSet::new(),
            exchanged: IdSet::new(),
            changes: false,
            depth: 0,
            arms: 0,
            scopes: Scopes::default(),
            closures_open: Vec::new(),
            with_elements: None,
            looped: IdMap::new(),
            depths: None,
            methods: None,
            beside: None,
            places: None,
            definitions: None,
            undefined: None,
            item,
            loops: Vec::new(),
            returns: Vec::new(),
            sequences: Sequences::default(),
            lent_inputs: None,
        }
    }

    pub(super) fn refuse(&mut self, refusal: Refusal, tokens: impl ToTokens) -> ExprId {
        self.error(refusal.at(tokens))
    }

    pub(super) fn error(&mut self, diagnostic: Diagnostic) -> ExprId {
        self.refused_as(Kind::Error, diagnostic)
    }

    /// Refuses a part of what may be left as it is: it reads nothing that is not looked at beside it.
    pub(super) fn refuse_part(&mut self, refusal: Refusal, tokens: impl ToTokens) {
        self.refused_as(Kind::Unseen(Vec::new()), refusal.at(tokens));
    }

    pub(super) fn refused_as(&mut self, kind: Kind<'a>, diagnostic: Diagnostic) -> ExprId {
        let id = self.push_at(kind, Span::call_site());
        self.refused.push((id, diagnostic));
        id
    }

    pub(super) fn push_at(&mut self, kind: Kind<'a>, span: Span) -> ExprId {
        self.push_between(kind, span, span)
    }

    pub(super) fn push_between(&mut self, kind: Kind<'a>, span: Span, end: Span) -> ExprId {
        if let Kind::CallPath(call) = &kind {
            call.args.iter().for_each(|arg| self.exprs[arg.index()].role = Role::Argument);
        }
        if let Kind::MethodCall(call) = &kind {
            call.args[1..].iter().for_each(|arg| self.exprs[arg.index()].role = Role::ArgumentOfMethod);
        }
        if let Kind::Cast(value, ty) | Kind::From(value, ty, _) = &kind {
            // Of a type that only rustc knows, it says whether that is an integer.
            let is_cut =
                matches!((&kind, ty), (Kind::Cast(..), Ty::Discrete(name @ TypeName::Named(_))) if is_integer(name));
            self.exprs[value.index()].role = if is_cut { Role::Cut } else { Role::Converted };
        }
        self.exprs.push(Expr { kind, role: Role::Other, span, end });
        ExprId(u32::try_from(self.exprs.len() - 1).expect("fewer than 2^32 expressions"))
    }

    /// Runs this in a scope of its own.
    pub(super) fn scoped<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let open = self.scopes.open();
        let result = run(self);
        self.scopes.close(open);
        result
    }

    /// Declares a variable in the scope at hand.
    pub(super) fn declare(&mut self, name: &Ident) -> VarId {
        let var = self.declare_hidden(name);
        self.scopes.declare(name, var);
        var
    }

    pub(super) fn closures_around(&self) -> usize {
        self.closures_open.len()
    }

    /// Declares a variable that has no name in the source.
    pub(super) fn declare_hidden(&mut self, name: &Ident) -> VarId {
        let var = VarId(u32::try_from(self.vars.len()).expect("fewer than 2^32 variables"));
        // What it stands for says what it is.
        let ty = self.fresh(Unknown::Variable);
        let owner = self.closures_open.last().map(|open| open.0);
        self.vars.push(Variable { name: name.clone(), owner, ty, mutable: false });
        var
    }

    pub(super) fn look_up(&self, name: &Ident) -> Option<VarId> {
        self.scopes.look_up(name)
    }

    /// The variable that a path names, noted as captured by the closures between.
    pub(super) fn use_var(&mut self, var: VarId) {
        let owner = self.vars[var.index()].owner;
        for (closure, known, captured) in self.closures_open.iter_mut().rev() {
            if Some(*closure) == owner {
                break;
            }
            if known.insert(var) {
                captured.push(var);
            }
        }
    }

    pub(super) fn open_closure(&mut self) -> ClosureId {
        let id = ClosureId(u32::try_from(self.closures.len()).expect("fewer than 2^32 closures"));
        self.closures.push(Closure {
            params: Vec::new(),
            lent: Vec::new(),
            writes: false,
            result: None,
            body: ExprId(0),
            moves: false,
            captured: Vec::new(),
        });
        self.closures_open.push((id, IdSet::new(), Vec::new()));
        id
    }

    pub(super) fn close_closure(
        &mut self,
        id: ClosureId,
        (params, lent, writes): (Vec<(Pattern, Ty)>, Vec<Option<TokenStream>>, bool),
        result: Option<Ty>,
        body: ExprId,
        moves: bool,
    ) {
        let captured = self.closures_open.pop().map(|open| open.2).unwrap_or_default();
        self.closures[id.index()] = Closure { params, lent, writes, result, body, moves, captured };
    }
}

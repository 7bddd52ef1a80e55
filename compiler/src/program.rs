//! A program is what lowering hands to emission: the hypernet of a function, and the tokens of the host language. The labels of
//! the net refer to these tokens by number.

mod callee;
mod foreign;

use std::collections::HashMap;
use std::rc::Rc;

use hypernet::{Field, Hypernet, Type};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::input::crate_path::crate_path;
use crate::input::definitions::Definitions;
use crate::input::functions;
use crate::input::written::located;
use crate::texts::{TextMap, TextSet};

pub use self::callee::Callee;
pub use self::foreign::{Bracket, ForeignCode, may_own};

/// How many parameters a function has at most whose backpropagator takes seeds: so many the runtime knows.
pub(crate) const MOST_SEEDS: usize = 12;

/// A function as a net, with all that emission needs to know of its source.
pub struct Program {
    /// The primal net. Its inputs are the leaves of the parameters, in order, then [`Type::World`] if `world`; its
    /// outputs are the leaves of the result, then the world if `world`.
    pub net: Hypernet,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// How the outputs make up the result.
    pub result: Shape,
    /// Whether the net threads the order of effects.
    pub world: bool,
    /// Where arrays are named that calls look at.
    pub looked_at: Vec<Span>,
    /// How many arrays it hands back: those that parameters refer to, in order. They are its last outputs.
    pub arrays: usize,
    /// Whether the function calls itself: then what its adjoint gives is in a box, because its type would contain itself.
    pub recursive: bool,
    /// The user's code that the labels of the net refer to.
    pub code: Code,
    /// The items declared inside of the function: its code may name them.
    pub items: Vec<TokenStream>,
    /// What names of the source are taken for, as statements that do not compile if they mean something else.
    pub claims: Vec<TokenStream>,
    /// What fields of parameters are taken for.
    pub fields: Vec<FieldClaim>,
    /// That fields of elements of arrays in parameters are not constant, by the names of the fields.
    pub(crate) elements: Vec<(String, FieldClaim)>,
    /// What calls give that is taken for something, by where that shows.
    pub given: Vec<(Span, TakenFor)>,
}

/// What the macro takes for something that a call gives, of which only rustc knows the type.
#[derive(Clone, Debug)]
pub enum TakenFor {
    /// A method of numbers is called on it: for this number.
    Number(TokenStream),
    /// A call changes it, `&mut a`: for an array.
    Array,
}

/// Whether functions that captured arrays may be given to a function: a parameter is a function that takes and gives none, and neither the
/// result nor a tuple holds one.
pub(crate) fn takes_plain_functions(signature: &syn::Signature, params: &[Param], result: &Shape) -> bool {
    let has_function = |ty: &Type| !ty.is_first_order();
    let is_alone = |param: &Param| match &param.shape {
        Shape::Leaf(_) => true,
        Shape::Tuple(_) => !param.shape.leaves().iter().any(has_function),
    };
    let is_apart = |name: &Ident| {
        let stands = |param: &Param| param.function.as_deref().is_some_and(|of| name == of);
        !params.iter().any(stands) || functions::stands_alone(signature, name)
    };
    !result.leaves().iter().any(has_function)
        && params.iter().any(Param::is_plain_function)
        && params.iter().all(is_alone)
        && signature.generics.type_params().all(|param| is_apart(&param.ident))
}

/// The parameters, with the arrays that the functions among them captured.
pub(crate) fn with_captured(params: &[Param]) -> Vec<Param> {
    let functions = params.iter().filter(|param| param.is_plain_function());
    let functions = functions.filter_map(|param| Some((&param.name, param.function.as_ref()?)));
    let captured = functions.map(|(name, function)| Param::captured_by(name, function));
    params.iter().cloned().chain(captured).collect()
}

/// The user's code that the labels of a net refer to by number.
#[derive(Default)]
pub struct Code {
    /// The tokens of each `Constant::Named`, by its id.
    pub constants: Vec<TokenStream>,
    /// The code of each `Operation::Foreign`, by its id.
    pub foreigns: Vec<ForeignCode>,
    /// The function of each `Operation::Function`, by its id.
    pub functions: Vec<Callee>,
    /// How each of these takes its arguments.
    pub passing: Vec<Passing>,
    /// The struct of each `Operation::Record`, `Project` and `Update`, by its id.
    pub records: Vec<RecordCode>,
    /// The tokens of the type of each `Form::Said`, by its id.
    pub types: Vec<TokenStream>,
    /// Of functions that are given to others, which arrays they take. The first takes none.
    pub lent: Vec<LentArrays>,
    /// Where each field is named, by the way to it from the struct at hand.
    pub places: HashMap<Field, Span>,
    /// Whether it stands among variables that are not its own.
    pub in_place: bool,
    /// The names of the functions that are declared inside: they may hide others, where an import would find both.
    pub declared: Vec<String>,
    /// The names that may mean no function.
    pub(crate) unsure: TextSet,
    /// The structs of the file.
    pub(crate) structs: Rc<Definitions>,
}

/// The name of what makes values depend on the claims: the statements of [`Program::claims`] have it around what they claim.
pub(crate) fn written_name() -> Ident {
    Ident::new("written", Span::mixed_site())
}

/// What fields of a struct are taken for, that of a parameter or of what a derivative makes.
#[derive(Clone, Debug)]
pub struct FieldClaim {
    /// The type of the struct.
    of: TokenStream,
    taken_for: FieldsTakenFor,
    /// How many other fields are taken for something before it is taken for that because they are.
    pub follows: usize,
}

/// What is claimed of fields.
#[derive(Clone, Debug)]
enum FieldsTakenFor {
    /// The way to a field, as it is written; and what takes it, if it is what it is taken for.
    Number(TokenStream, TokenStream),
    /// Fields that are not constant.
    Kept(Vec<KeptField>),
}

/// A field that is not constant.
#[derive(Clone, Debug)]
pub(crate) struct KeptField {
    /// The way to the struct whose field it is.
    pub(crate) way: TokenStream,
    /// The method that this has if it is constant. It is where rustc says so.
    pub(crate) method: Ident,
}

impl FieldClaim {
    /// A claim that something takes the field.
    pub(crate) const fn new(of: TokenStream, way: TokenStream, is: TokenStream, follows: usize) -> Self {
        Self { of, taken_for: FieldsTakenFor::Number(way, is), follows }
    }

    /// A claim that none of these fields is constant.
    pub(crate) const fn kept(of: TokenStream, fields: Vec<KeptField>) -> Self {
        Self { of, taken_for: FieldsTakenFor::Kept(fields), follows: 0 }
    }

    /// The claim as a statement that does not compile if it is wrong, which names no variable but the one that it depends on.
    pub(crate) fn statement(&self, depends: Option<&Ident>) -> TokenStream {
        let (of, param) = (&self.of, Ident::new("of", Span::mixed_site()));
        let place = depends.map_or_else(|| quote!(#param), |written| quote!(#written.as_is(#param)));
        let fields = match &self.taken_for {
            FieldsTakenFor::Number(way, is) => return quote!(let _ = |#param: #of| #is(&#place #way);),
            FieldsTakenFor::Kept(fields) => fields,
        };
        let claims = crate_path();
        let claims = quote!(#claims::__private::claims);
        let asked = fields.iter().map(|KeptField { way, method }| {
            let (kept, at) = (Ident::new("kept", method.span()), method.span());
            let has_cotangent = located(quote!(#claims::has_cotangent), at);
            quote!(let #kept = #param #way.#method(); #has_cotangent(#kept);)
        });
        let mut known = TextSet::default();
        let methods = fields.iter().map(|field| &field.method).filter(|method| known.insert(method.to_string()));
        quote! {
            let _ = |#param: #of| {
                // The derive writes methods of these names for constant fields, which are found first.
                trait Kept {
                    #(fn #methods(&self) -> #claims::Kept { #claims::Kept })*
                }
                impl<T: ?::core::marker::Sized> Kept for T {}
                let #param = #place;
                #(#asked)*
            };
        }
    }
}

/// How a function of the host takes its arguments in a call. Arguments are named by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Passing {
    /// Those that are arrays of the host's, of which nobody wants the sensitivity.
    pub data: Vec<usize>,
    /// Those that are arrays which depend on no differentiated parameter: the function may leave them out.
    pub independent: Vec<usize>,
    /// Those that are arrays that it changes.
    pub changed: Vec<usize>,
    /// Which of those are vectors, if that is known: the function may take them as such.
    pub vectors: Vec<Option<bool>>,
    /// Those of which only rustc knows whether they refer to arrays.
    pub open: Vec<usize>,
    /// Which of those are references for sure.
    pub open_references: Vec<usize>,
    /// Which of those depend on no differentiated parameter: the function may leave them out.
    pub constant: Vec<usize>,
    /// Those that it may change or look at, as its type says: arrays, which are among those that it changes, and values.
    pub asked: Vec<usize>,
    /// Those that are arrays with all their elements, and surely no slices: the function may take them under another name.
    pub whole: Vec<usize>,
    /// What each function among them captured: if one captured arrays.
    pub captured: Vec<Captured>,
    /// Whether functions are among them. The types do not tell: a function that is given by its name is a constant.
    pub higher_order: bool,
}

/// What a function captured that is given to another one, where it takes that at each call.
#[derive(Clone, Debug)]
pub enum Captured {
    /// A closure captured these arrays. The type of the elements of each is there, where they are no numbers.
    Arrays(Vec<Option<TokenStream>>),
    /// What a parameter captured is one value, whatever that is.
    OfParameter,
}

impl Captured {
    /// How many wires it is.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::Arrays(elements) => elements.len(),
            Self::OfParameter => 1,
        }
    }
}

/// Which arrays a function takes that is given to another one.
#[derive(Clone, Default)]
pub struct LentArrays {
    /// What each parameter refers to, if it refers to an array.
    pub params: Vec<Option<TokenStream>>,
    /// The arrays that it captured, if it takes them at each call: after its parameters. As in [`Captured::Arrays`].
    pub captured: Option<Vec<Option<TokenStream>>>,
}

/// Puts an entry at the end of a table; gives its number.
fn number<T>(table: &mut Vec<T>, entry: T) -> u32 {
    let id = u32::try_from(table.len()).expect("fewer than 2^32 entries");
    table.push(entry);
    id
}

impl Code {
    /// A constant of these tokens; gives its number.
    pub(crate) fn constant(&mut self, tokens: TokenStream) -> u32 {
        number(&mut self.constants, tokens)
    }

    /// Code that is left as it is; gives its number.
    pub(crate) fn foreign(&mut self, code: ForeignCode) -> u32 {
        number(&mut self.foreigns, code)
    }

    /// A function, and how it takes its arguments; gives its number.
    pub(crate) fn function(&mut self, callee: Callee, passing: Passing) -> u32 {
        self.passing.push(passing);
        number(&mut self.functions, callee)
    }

    /// How a function takes its arguments.
    pub(crate) fn passing(&self, function: u32) -> Option<&Passing> {
        self.passing.get(function as usize)
    }

    /// Names each struct of the file that has no cotangent where the function names it first: there rustc says so, once.
    pub(crate) fn name_at_first_places(&mut self) {
        let mut first: TextMap<TokenStream> = TextMap::default();
        for record in &mut self.records {
            let name = record.path.to_string();
            if self.structs.is_without_cotangent(&name) {
                record.path = first.entry(name).or_insert_with(|| record.path.clone()).clone();
            }
        }
    }

    /// A struct; gives its number.
    pub(crate) fn record(&mut self, record: RecordCode) -> u32 {
        number(&mut self.records, record)
    }

    /// Which arrays a function takes that is given to another one; gives its number.
    pub(crate) fn lent(&mut self, params: &[Option<TokenStream>], captured: Option<Vec<Option<TokenStream>>>) -> u32 {
        if self.lent.is_empty() {
            self.lent.push(LentArrays::default());
        }
        if params.iter().all(Option::is_none) && captured.is_none() {
            return 0;
        }
        number(&mut self.lent, LentArrays { params: params.to_vec(), captured })
    }

    /// A type of these tokens; gives its number.
    pub(crate) fn ty(&mut self, tokens: TokenStream) -> u32 {
        number(&mut self.types, tokens)
    }
}

/// A struct in the host language.
#[derive(Clone, Debug)]
pub struct RecordCode {
    /// Its type, to name that of its cotangent, or its constructor.
    pub path: TokenStream,
    /// If that is a constructor alone, an expression that makes one and does not run: the parameters of the type may be left out of a
    /// constructor, and in an expression rustc finds them.
    pub constructor: Option<TokenStream>,
    /// How it is put together.
    pub form: RecordForm,
    /// Whether the field that is given another value depends on nothing then: it may have no cotangent.
    pub forgets: bool,
}

/// How a struct in the host language is put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordForm {
    /// Its fields have names.
    Named,
    /// The fields have numbers for names, and the constructor is a function.
    Numbered,
    /// It is a tuple: for each part, whether it has a tangent.
    Tuple(Vec<bool>),
}

/// A parameter of the function.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "four questions that have nothing to do with one another")]
pub struct Param {
    /// Its name: the user's, or a fresh one where the user wrote a pattern.
    pub name: Ident,
    /// Its type as the user wrote it.
    pub ty: syn::Type,
    /// The type parameter that stands for its type in the companion, if it is a function.
    pub function: Option<hypernet::Name>,
    /// The leaves that stand for it in the net.
    pub shape: Shape,
    /// Whether the gradient has an entry for it (it has a tangent, and `wrt` does not leave it out).
    pub differentiated: bool,
    /// The place of that entry among the others: the order of `wrt`, or that of the parameters.
    pub rank: usize,
    /// Whether it is an array of reals that `wrt` leaves out.
    pub data: bool,
    /// Whether it refers to what the function changes, and what that holds has a tangent.
    pub changed: bool,
    /// Whether it refers to an array by another name, of which the length stays.
    pub keeps_length: bool,
    /// Whether the gradient has an entry for it, though it is differentiated.
    pub wanted: bool,
    /// Whether a closure captures it.
    pub in_closure: bool,
    /// The type parameter that stands for the types of its arrays, if it is what a function captured.
    pub captured: Option<hypernet::Name>,
}

impl Param {
    /// Whether it is a reference to a slice, as far as the signature says.
    pub(crate) fn is_slice(&self) -> bool {
        let syn::Type::Reference(reference) = &self.ty else { return false };
        self.captured.is_none() && matches!(*reference.elem, syn::Type::Slice(_))
    }

    /// Whether it is a function that takes and gives none.
    fn is_plain_function(&self) -> bool {
        let Shape::Leaf(ty) = &self.shape else { return false };
        let Some(ty) = ty.as_function() else { return false };
        self.function.is_some() && ty.params.iter().chain(&ty.results).all(Type::is_first_order)
    }

    /// The arrays that a function among the parameters captured.
    pub(crate) fn captured_by(function: &Ident, of: &hypernet::Name) -> Self {
        let arrays: hypernet::Name = format!("__CapturedBy{of}").into();
        Self {
            name: quote::format_ident!("__captured_by_{function}", span = Span::mixed_site()),
            ty: syn::parse_quote!(&[()]),
            function: None,
            shape: Shape::Leaf(Type::Array(Type::Opaque(arrays.clone().into()).into())),
            differentiated: true,
            rank: usize::MAX,
            data: false,
            changed: false,
            keeps_length: false,
            wanted: true,
            in_closure: false,
            captured: Some(arrays),
        }
    }

    /// Whether it refers to what the function changes, and that is no array: then it goes into the net by value, and comes out after
    /// the result.
    #[must_use]
    pub fn in_out(&self) -> bool {
        self.changed && !matches!(self.shape, Shape::Leaf(Type::Array(_)))
    }
}

/// How a bundle of wires makes up one Rust value.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// One wire.
    Leaf(Type),
    /// A Rust tuple of these, flattened (the unit, if empty).
    Tuple(Vec<Shape>),
}

impl Program {
    /// How the outputs make up the result of the function itself, without what comes out of its parameters.
    #[must_use]
    pub fn given(&self) -> &Shape {
        match &self.result {
            Shape::Tuple(parts) if self.params.iter().any(Param::in_out) => &parts[0],
            result @ (Shape::Leaf(_) | Shape::Tuple(_)) => result,
        }
    }

    /// How many outputs of the net are the value of the function, the order of effects, and arrays.
    #[must_use]
    pub fn values(&self) -> usize {
        self.result.leaves().len() + usize::from(self.world) + self.arrays
    }
}

impl Shape {
    /// The leaves, left to right.
    #[must_use]
    pub fn leaves(&self) -> Vec<Type> {
        match self {
            Self::Leaf(ty) => vec![ty.clone()],
            Self::Tuple(parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// Gives the leaves these types, left to right.
    pub fn retype(&mut self, types: &mut dyn Iterator<Item = Type>) {
        match self {
            Self::Leaf(ty) => {
                if let Some(known) = types.next() {
                    *ty = known;
                }
            }
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.retype(types)),
        }
    }

    /// The type of one wire that carries all of it.
    #[must_use]
    pub fn grouped(&self) -> Type {
        match self {
            Self::Leaf(ty) => ty.clone(),
            Self::Tuple(parts) => Type::tuple(parts.iter().map(Self::grouped)),
        }
    }
}

/// A parameter of which the reverse pass wants something.
#[derive(Clone, Debug)]
pub(crate) struct Again {
    pub(crate) name: Ident,
    /// Whether what it refers to is supplied again.
    pub(crate) supplied: bool,
    pub(crate) accumulator: Option<Ident>,
    /// What the reverse pass puts back, if it puts back what the function has changed: it stands after the accumulator.
    pub(crate) storage: Option<Ident>,
}

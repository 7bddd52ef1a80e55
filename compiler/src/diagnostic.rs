//! Diagnostics: what the compiler refuses, where, why, and what to write instead.
//!
//! Every refusal of one function is collected; [`compile_errors`] turns them into `compile_error!` at the tokens
//! themselves. The constant ones are in one table, [`refusal`].

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// One refusal.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The first token that it is about.
    pub span: Span,
    /// The last token that it is about.
    pub end: Span,
    /// What is refused, and why.
    pub message: String,
    /// What to write instead.
    pub help: String,
    /// Whether rustc says so itself, of the function as it stands. Then nothing else is said, unless rustc accepts the crate.
    pub of_rustc: bool,
}

impl Diagnostic {
    /// Whether two say the same of the same token.
    pub(crate) fn is_the_same(&self, other: &Self) -> bool {
        // Spans are not to be compared, but they are shown with their places.
        let place = |diagnostic: &Self| format!("{:?}", diagnostic.span);
        self.message == other.message && place(self) == place(other)
    }

    /// A diagnostic at one token.
    pub fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, end: span, message: message.into(), help: help.into(), of_rustc: false }
    }

    /// A diagnostic at all of these tokens.
    pub fn at(tokens: impl ToTokens, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::between(ends(tokens.into_token_stream()), message.into(), help.into())
    }

    fn between((span, end): (Span, Span), message: String, help: String) -> Self {
        Self { span, end, message, help, of_rustc: false }
    }

    /// An invariant of the compiler that does not hold: never expected, never a panic.
    pub fn internal(span: Span, what: impl std::fmt::Display) -> Self {
        Self::new(span, format!("internal error: {what}"), "this is a bug of `backprop`, please report it")
    }

    /// The same, left to rustc: it says so itself, of the function as it stands.
    #[must_use]
    pub fn left_to_rustc(mut self) -> Self {
        self.of_rustc = true;
        self
    }

    /// What follows from something that has been reported already, and is not reported itself.
    #[must_use]
    pub fn follows() -> Self {
        Self::new(Span::call_site(), "", "")
    }

    /// Whether this is that refusal.
    pub(crate) fn is(&self, refusal: Refusal) -> bool {
        self.message == refusal.message
    }

    /// Whether this is an [internal](Self::internal) error.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.message.starts_with("internal error")
    }

    /// Whether this [follows](Self::follows) from something that has been reported.
    #[must_use]
    pub fn is_follow_up(&self) -> bool {
        self.message.is_empty()
    }

    /// The whole text, as it is shown.
    #[must_use]
    pub fn text(&self) -> String {
        if self.help.is_empty() { self.message.clone() } else { format!("{}\nhelp: {}", self.message, self.help) }
    }

    /// An error at the tokens that rustc shows only where it finds no other error: a lint, which runs last.
    fn to_late_error(&self) -> TokenStream {
        let text = self.text();
        let mut parentheses = Group::new(Delimiter::Parenthesis, TokenStream::new());
        parentheses.set_span(self.end);
        let name = Ident::new("not_differentiable", self.span);
        quote! {
            const _: () = {
                #[deny(unused_must_use)]
                fn _refused() {
                    #[must_use = #text]
                    struct Derivative;
                    fn #name() -> Derivative { Derivative }
                    #name #parentheses;
                }
            };
        }
    }

    /// `compile_error!` at the tokens.
    #[must_use]
    pub fn to_compile_error(&self) -> TokenStream {
        let punct = |character, spacing, span| {
            let mut punct = Punct::new(character, spacing);
            punct.set_span(span);
            TokenTree::Punct(punct)
        };
        let mut text = Literal::string(&self.text());
        text.set_span(self.end);
        let mut group = Group::new(Delimiter::Brace, TokenTree::Literal(text).into());
        group.set_span(self.end);
        [
            punct(':', Spacing::Joint, self.span),
            punct(':', Spacing::Alone, self.span),
            TokenTree::Ident(Ident::new("core", self.span)),
            punct(':', Spacing::Joint, self.span),
            punct(':', Spacing::Alone, self.span),
            TokenTree::Ident(Ident::new("compile_error", self.span)),
            punct('!', Spacing::Alone, self.span),
            TokenTree::Group(group),
        ]
        .into_iter()
        .collect()
    }
}

/// The spans of the first and of the last token. It is not generic, and so is compiled once.
fn ends(tokens: TokenStream) -> (Span, Span) {
    let mut tokens = tokens.into_iter();
    let Some(first) = tokens.next() else { return (Span::call_site(), Span::call_site()) };
    let start = match &first {
        TokenTree::Group(group) => group.span_open(),
        token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token.span(),
    };
    let end = match tokens.last().unwrap_or(first) {
        TokenTree::Group(group) => group.span_close(),
        token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token.span(),
    };
    (start, end)
}

/// All of them as items, beside the function as it stands: what rustc says of that is not said twice.
#[must_use]
pub fn compile_errors(diagnostics: &[Diagnostic]) -> TokenStream {
    let tokens = |diagnostic: &Diagnostic| {
        if diagnostic.of_rustc { diagnostic.to_late_error() } else { diagnostic.to_compile_error() }
    };
    diagnostics.iter().map(tokens).collect()
}

/// A refusal with a constant text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    pub(crate) message: &'static str,
    pub(crate) help: &'static str,
}

/// The table of the constant refusals.
pub(crate) mod refusal {
    use super::Refusal;

    macro_rules! refusals {
        ($($name:ident: $message:literal, $help:literal;)*) => {
            $(pub(crate) const $name: Refusal = Refusal { message: $message, help: $help };)*
        };
    }

    refusals! {
        // The signature.
        TEXT: "the text of this may have other blanks in the derivative",
            "make it a constant outside of the function: `const TEXT: &str = stringify!(…);`";
        TRACK_CALLER: "a function that knows the place of its call is not differentiable: its derivative is called elsewhere",
            "leave `#[track_caller]` out, or give the place as a parameter";
        ASYNC_FN: "`async` functions are not differentiable: a derivative cannot be suspended",
            "compute the value in a plain function, differentiate that, and call it from the `async` one";
        UNSAFE_FN: "`unsafe` functions are not differentiable: the macro cannot keep promises that it does not see",
            "differentiate a safe function, and do the unsafe work outside of it";
        EXTERN_FN: "functions with a foreign ABI are not differentiable",
            "differentiate a plain `fn`, and call it from the `extern` one";
        VARIADIC: "variadic functions are not differentiable", "take a fixed number of parameters";
        RECEIVER: "methods are not differentiable yet",
            "write a free function that takes the fields it needs as parameters, and call it from the method";
        TRAIT_UNMARKED: "this trait is not marked, so there is no place in it for the derivatives of its `impl`s",
            "write `#[differentiable]` on the trait too";
        TRAIT_OF_STD: "a trait of the standard library has no derivatives, so there is no place for those of this `impl`",
            "write a function or a method, mark that, and call it: `Point::of_number(x)` in place of `Point::from(x)`";
        BLOCK_UNMARKED: "this function has no `self`, and the block around it has no `#[differentiable]`",
            "write `#[differentiable]` on the `impl` block as well, or on the `trait`";
        MARKED_TWICE: "this function has the attribute twice", "write it once, with all of its arguments";
        NAMED_TWICE: "two have this name", "give each a name of its own";
        NO_REAL_RESULT: "there is nothing to differentiate: the result has no real number in it",
            "return an `f64`, an `f32`, a type parameter with the bound `Real`, or a tuple with one of them";
        REFERENCE_RESULT: "a reference as a result is not differentiable yet",
            "give the value itself, `-> f64`, or a copy, `x.to_vec()`; in an `impl` block, mark the other functions alone, or move this one to another block";
        NO_REAL_PARAM: "there is nothing to differentiate with respect to: no parameter has a real number in it",
            "take an `f64`, an `f32`, a type parameter with the bound `Real`, or a tuple with one of them";
        IMPL_PARAM: "a parameter of an `impl` type that is no function is not differentiable",
            "name the type with a parameter: `fn f<P: Shape>(p: &P, …)`, where the trait `Shape` has `#[differentiable]`";
        OBJECT_METHOD: "the methods of a trait object have no derivatives: what it holds cannot be seen when the code is compiled",
            "name the type with a parameter: `fn f<P: Shape>(p: &P, …)`; or cut the dependence with `backprop::stop_gradient(…)`";
        OBJECT_FIELD: "a trait object has no cotangent: what it holds cannot be seen when the code is compiled",
            "give the struct a type parameter: `struct Net<L> { layers: Vec<L> }`, with `impl<L: Layer> Net<L>`; or mark the field `#[constant]`";
        BOXED_FIELD: "what a field holds behind a `Box`, an `Rc` or an `Arc` is not differentiable yet",
            "hold the value itself, or a `Vec` of such values; or mark the field `#[constant]`";
        DYN_PARAM: "a function behind `dyn` is not differentiable: what it captured cannot be seen when the code is compiled",
            "take `impl Fn(…) -> …`, or a type parameter with such a bound";
        OBJECT_PARAM: "a trait object has no derivative: what it holds cannot be seen when the code is compiled",
            "name the type with a parameter: `fn f<P: Shape>(p: &P, …)`; or leave it out of the gradient, and name the others in `#[differentiable(wrt(…))]`";
        FN_POINTER_PARAM: "a function pointer is not differentiable: the function that it points to has no derivative with it",
            "take `impl Fn(…) -> …`, or a type parameter with such a bound";
        FUNCTION_OF_REFERENCE: "a function of references is not differentiable yet, where it is passed to another one",
            "let it take the value itself, or a slice of real numbers, `&[T]` or `&mut [T]`; give `&mut` of a variable, of a field or of a part of an array to one that changes it";
        GIVES_FUNCTION_OF_ARRAYS: "a function that gives a function of arrays is not differentiable yet",
            "call that function where it is made, and give the value";
        FUNCTION_OF_ARRAY_GIVEN: "a function that takes an array and gives a function is not differentiable yet",
            "take the numbers that the given function needs, or also take what it would be called with, and give the number";
        FUNCTION_OF_ARRAYS: "a function that takes slices is called where it stands, or passed to a function by its path; here it is not differentiable yet",
            "call it directly, or put what calls it into a function that takes `impl Fn(&[f64]) -> f64`";
        FN_MUT_PARAM: "a function that changes what it captured is not differentiable across the boundary of a function",
            "take `impl Fn(…) -> …`, and let it give the new value";
        HIGHER_ORDER_RULE: "a rule of one's own for a function that takes or gives functions is not known",
            "let the macro differentiate the body, and give a rule to the functions that it calls";
        MUT_REF_PARAM: "`&mut` parameters of this type are not differentiable yet",
            "numbers, structs and tuples of these may stand behind `&mut`, and arrays, slices and vectors of these; of any other type, take the value and return the new one";
        MUT_REF_PATTERN: "what stands behind `&mut` is taken apart here, which is not differentiable yet",
            "give the parameter a name, and name its fields in the body";
        TRAIT_DATA: "an array that `wrt` leaves out is no parameter of a method of a trait yet",
            "let `wrt` name it too, or make it a field of the type: nobody has to use its gradient";
        RULE_OF_ARRAYS: "a rule for a function of arrays in the `impl` of a trait or of an operator is not known yet",
            "give the rule to a function of its own, and call that";
        RULE_CHANGES: "a function with a rule cannot change a number or a struct that a parameter refers to yet",
            "take the value and return the new one";
        RULE_ADDS: "there is nothing that this rule could add to: no parameter refers to an array", "write `vjp = …`";
        ARRAY_IN_TUPLE: "an array in a tuple is no parameter yet", "make each part of the tuple a parameter of its own";
        ARRAY_TYPE: "an array of this type is not differentiable yet",
            "take a slice of reals, `&[f64]`, or an array of them, `&[f64; N]`, or leave this parameter out with `wrt(…)`";
        HIDDEN: "an item that is called as a type, a trait or a function that the macro knows is not differentiable",
            "give it another name";
        LOCAL_FUNCTION: "this function is declared without `#[differentiable]`, and its arguments depend on a differentiated parameter",
            "put `#[differentiable]` on it; `backprop::stop_gradient(…)` cuts the dependence";
        SECOND: "there are no second derivatives yet: this gradient depends on a differentiated parameter",
            "`backprop::stop_gradient(…)` takes it for a constant; if this is a function of a module of your own, call it by its name alone, after `use`";
        OF_VALUE: "this is a function that is given, or a closure: it has no gradient of its own, and there are no second derivatives yet",
            "let the derivative be given too, `f: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64`; or write the function as a `fn` with `#[differentiable]`, and take its gradient where nothing is differentiated";
        LOCAL_FUNCTION_PASSED: "this function is declared without `#[differentiable]`, and is passed by its name",
            "put `#[differentiable]` on it, or pass a closure that calls it";
        NAME_OF_TYPE: "a function that is called as one of Rust's own types is not differentiable: its derivatives stand beside it as a type of that name",
            "give it another name";
        ITEM_NAME: "an item of the name of a variable is not differentiable", "give one of the two another name";
        ITEM_SCOPE: "an item of this block has a name that is used outside of the block, too, and the block is differentiated",
            "give the item another name, or move it out of the function";
        ITEM_OPEN: "this brings names or methods that are not written here into a block that is differentiated",
            "move it to the beginning of the function, or out of it";
        MACRO_VARIABLE: "a macro in a differentiable function uses a variable, which is not seen where the macro is called",
            "write a closure, `let name = |…| …;`";
        MACRO_SCOPE: "the name of this macro means something else before: the items of a differentiable function move to its beginning",
            "give the macro another name, or move it out of the function";
        STATIC: "a `static` in a differentiable function would be there twice: in the function and in its derivative",
            "move it out of the function";
        LONG: "an expression of so many operators is not left as it is", "bind it to a variable: `let sum = …;`";
        LONG_CLOSURE: "a closure of so many tokens is not differentiable where it stands",
            "make it a `#[differentiable]` function";
        PARAMETERS: "a closure of so many parameters is not differentiable where it stands",
            "take some of them together as a tuple";
        REF_OPERATOR: "operators are differentiable on values and on `&` references to them, and not on this",
            "implement it for `P` or for `&P`";
        SELF_OF_REFERENCE: "`Self` is a reference here, and the macro writes the derivative for what it refers to",
            "write the name of the type";
        INDEX_BODY: "an index is differentiable where its function does nothing but compute a place, and this one does more",
            "let it end with `&self.data[i * self.columns + j]` or such, without `return`; one of `IndexMut` calls nothing that has effects";
        INDEX_USE: "this index is not differentiable where it stands yet",
            "read it into a variable, `let x = m[(i, j)];`, or assign it, `m[(i, j)] = x;`, with nothing but arithmetic in the tuple";
        INDEX_TUPLE: "an index is differentiable where it is a tuple, `m[(i, j)]`",
            "write a method that gives the number, `fn at(&self, i: usize) -> f64`, and one that sets it";
        INDEX_OUTPUT: "an index is differentiable where it leads to a real number",
            "write a method that gives what this is, `fn row(&self, i: usize) -> Vec<f64>`";
        RENAMED_SELF: "`self` has another name here: the macro would not see what is changed by it",
            "change `self.field` or `*self`";
        BLOCK_ARGUMENT: "`#[differentiable]` on an `impl` block or a `trait` takes no arguments",
            "give them to the functions in it: `#[differentiable(wrt(x))] fn …`";
        CFG: "`#[cfg]` inside of a differentiable function cannot be seen through by the macro",
            "put it on the whole function, or use `if cfg!(…)`";

        // Statements and control flow.
        FOR: "a loop over this is not differentiable yet",
            "loop over a range, `for i in 0..n`, with `.rev()` or `.step_by(k)`, or over the elements of a variable whose type is written, `for x in &xs`, with `.iter_mut()`, `.enumerate()`, `.zip(ys)`, `.rev()`";
        ELEMENT: "what stands for an element that the loop may change is no value here",
            "read and write it as `*x`";
        FOR_CHANGED: "the loop runs over a copy of this array, which may change in it",
            "loop over the numbers of the elements, `for i in 0..a.len()`, or over a copy with a name of its own";
        FOR_PATTERN: "the number of a turn is bound by a name", "write `for i in …`";
        LOOP_FUNCTION: "a loop changes a function, and which one is called is then not known", "let the loop change numbers, and make the function from them where it is called";
        LOOP_DEFERRED: "a variable gets its first value in a loop, which may run no turn", "give the variable a value before the loop";
        LOOP_MOVED: "a turn of a loop moves a variable, which has no value in the next turn", "give the turn a copy, `x.clone()`, or use the variable after the loop";
        BREAK: "`break` out of this is not differentiable yet", "give the value with `if` and `else`";
        CONTINUE: "`continue` of this is not differentiable yet", "give the value with `if` and `else`";
        JUMP_VALUE: "what stands here has no value where the loop or the function is left",
            "leave it with a statement of its own, `if … { break; }` or `if … { return x; }`, and with numbers or arrays";
        RETURN: "an early `return` from here is not differentiable yet",
            "make the rest of the function the `else` branch, so that the value stands at the end";
        LET_ELSE: "`let … else` is not differentiable before the items of its block, nor with a type",
            "declare the items at the beginning of the block; write the type where the value is made";
        LET: "`let` is a condition of `if` and `while`, and stands between `&&` there", "use `matches!(value, pattern)`";
        LET_CHAIN: "other conditions stand before this `let`, so what it matches is looked at twice, and may have changed in between",
            "give it a name before: `let value = …;`, and match that; or use an `if` for each condition";
        TRY: "`?` is not differentiable yet", "take the value itself as a parameter, and use `?` in the caller";
        AWAIT: "`.await` is not differentiable: a derivative cannot be suspended", "await the value in the caller";
        ASYNC: "`async` blocks are not differentiable: a derivative cannot be suspended", "await the value in the caller";
        UNSAFE: "`unsafe` blocks are not differentiable: the macro cannot keep promises that it does not see",
            "compute the value in a function of its own that takes no differentiated argument";
        YIELD: "`yield` is not differentiable: a derivative cannot be suspended", "return the value";
        CONST_BLOCK: "`const` blocks are not differentiable yet", "name the value with a `const` item";
        UNREADABLE: "this cannot be read as Rust",
            "let a macro of your own take a block as tokens, `{ $($body:tt)* }`, and not as `$body:block`";
        UNDERSTOOD: "this syntax is not differentiable: the macro does not know it", "write it with operators and calls";

        // Values.
        COMPARED_ARRAYS: "a comparison of arrays as a whole is not differentiable yet",
            "compare their elements, in a loop; or, where nothing depends on how close they are, `stop_gradient(&a) == stop_gradient(&b)`";
        WHOLE_ARRAY: "an array as a whole is not differentiable here yet",
            "read its elements one by one: `a[i]`, in a loop over `0..a.len()`; what only looks at it takes `stop_gradient(&a)`";
        TUPLE_OF_ARRAYS: "a tuple with an array in it is not differentiable as a whole",
            "give each part a name: `let (y, s) = …;`";
        DATA: "this array, which depends on no differentiated parameter, cannot be an argument here yet: the call looks at it again in the reverse pass",
            "give the whole array a name that is declared without `mut`, and pass that; of one whose dependence is cut, a copy: `let d = stop_gradient(x).to_vec();`";
        DATA_TO_FUNCTION: "this array depends on no differentiated parameter, and cannot be an argument of a closure or of a function that is a parameter yet",
            "let the closure read the array where it stands; or make the array a parameter that is differentiated, and leave its gradient alone";
        OVERWRITTEN: "this array is overwritten after the call, which looks at it again in the reverse pass",
            "pass a copy, `f(&y.to_vec())`: what was there is put back in whole arrays, in whole rows and in parts of arrays that have no rows";
        GIVEN_TO_CLOSURE: "the call looks at this array again in the reverse pass, and a closure is given an array that it may overwrite",
            "make the closure a function";
        ARRAY_FUNCTION: "what a closure in `differentiate!` changes behind `&mut`, or gives of arrays without a type, is not differentiable yet",
            "write the type of the result, `|x: &[f64]| -> Vec<f64> { … }`; write a function for what changes its arguments";
        ARRAY: "a new array is not differentiable here yet", "give it a name with its type: `let a: [f64; 2] = [x, y];`";
        ARRAY_OPTION: "an element that may not be there is not differentiable by itself yet",
            "take it out where it stands: `a.get(i).unwrap()`, or `a.get(i).copied().unwrap_or(0.0)`";
        SLICE_CLONE: "`clone` of a slice is another reference to it, which is not differentiable yet",
            "write `.to_vec()` for a second array";
        ARRAY_METHOD: "this method is not known to be differentiable on an array, and its elements depend on a differentiated parameter",
            "write it as a `for` loop over the elements: `for i in 0..a.len() { … a[i] … }`";
        ARRAY_OF_INDEX: "an array that a function of the index makes is not differentiable here yet",
            "write its type where it gets a name, `let a: [f64; 3] = std::array::from_fn(|i| …);`, or a loop: `let mut a = [0.0; 3]; for i in 0..3 { a[i] = …; }`";
        ITERATOR: "methods of iterators are not differentiable yet", "write a `for` loop: `for i in 0..a.len() { … a[i] … }`";
        INDEX: "an element of this is not differentiable yet",
            "index a variable that is an array or a slice of reals, by one number: `a[i]`; of a struct that a closure takes, read arrays in a function: `fn first(q: &P) -> f64 { q.w[0] }`";
        ARRAY_IN_ELEMENT: "a tuple with an array in it is not taken out of an array as a whole yet",
            "name its parts where it stands: `a[i].0`, `a[i].1[j]`";
        PART: "a part of an array is not differentiable here yet",
            "pass it to a differentiable function, `f(&a[i..j])`, or give it a name, `let row = &a[i..j];`";
        STRUCT: "structs are not differentiable yet", "use a tuple or separate variables";
        FIELD: "this has no such field, as far as the macro can tell",
            "say what it is a field of: `let p: Point = …;`";
        FIELD_OF_NUMBER: "what gives this is taken for a method of numbers, since its name is one and the type of its receiver is not written",
            "give the receiver a name with its type: `let z: Complex = signal.z;`, and then `z.abs()`";
        UNKNOWN_STRUCT: "the macro cannot tell the type of the struct that has this field",
            "give the struct a name with its type: `let p: Point = …;`";
        RANGE: "ranges are not differentiable yet",
            "write a `for` loop over it; where nothing of its numbers is differentiated, give the bounds names before: `let n = a.len();`";
        LENT_TWICE: "an array that this call changes is lent to it twice",
            "lend parts of it that do not overlap, one after the other, or a copy";
        LENT_NAMES: "the macro cannot tell which of these names the call changes",
            "write `&mut x[..]` or `&mut *x` for what it changes, and `&x[..]` or `&*x` for what it looks at";
        PARTS_LENT: "a call that changes a part of an array cannot take another part of it yet",
            "change one part where it stands, in a loop, or copy it before the call: `let copy = b.to_vec();`";
        MUT_UNKNOWN: "`&mut` of a value whose type only rustc knows is not differentiable yet",
            "write its type where it is declared: `let mut y: Vec<f64> = f(x);`";
        MUT_REF: "`&mut` of this is not differentiable yet", "assign the new value to the variable, or give `&mut` of a variable or of its field to a function";
        MUT_NUMBER: "`&mut` of a number without a derivative goes to functions of which no other argument depends on a differentiated parameter",
            "call a function that takes the number alone before, `let noise = draw(&mut seed);`, and pass what it gives";
        TAKEN: "a part of a struct is used as a whole here, and elements of its arrays are used by themselves elsewhere",
            "do that in a function of its own, which names no elements, or read the fields that are wanted";
        LENT_BESIDE: "an array of a struct goes to a call that takes the whole struct, too",
            "give a copy of it a name before, and pass that: `let w = p.w.clone();`";
        IN_OUT_CONSTANT: "what this refers to is given a value that has no derivative",
            "put the value together from its fields, with one that is a number of the function";
        IN_OUT_VALUE: "another name for what stands behind `&mut` is not differentiable yet",
            "use it by its own name; write `*name` for a copy of what it refers to, and `&*name` for a look";
        RAW_REF: "raw pointers are not differentiable", "use the variable itself";
        MACRO: "the macro cannot see what this macro does with a value that depends on a differentiated parameter",
            "write the expression out, or cut the dependence with `backprop::stop_gradient(…)`";
        NAME_IN_MACRO: "this macro sees the name of a variable, and in the derivative the variable has another one",
            "give the variable a name that no other variable of the function has, or its value to a function, `show(&text)`";
        FORMAT: "names inside of a format string cannot be seen through by the macro",
            "write `\"{}\", x` instead of `\"{x}\"`";
        NAMES: "the macro cannot see which names this declares",
            "give it no variables of the function, or call it in a function of its own";
        RECURSION: "a function that calls itself and gives a function is not differentiable",
            "let it give the number, and make the function of it where it is called";
        RECURSIVE_DEFAULT: "what a method that calls itself keeps is put in a box, which takes a trait of types without borrows",
            "add `'static` to what the trait asks for: `trait Name: 'static`";
        UNKNOWN_TYPE: "the macro cannot tell the type of this value", "write its type where it is declared: `let y: f64 = …;`, `let p: Point = …;`";
        CONSTRUCTOR: "a value with a struct or an `enum` around it is not differentiable yet",
            "in place of an `Option`, write a number and a `bool`, `let (found, y) = (true, x);`, or the number that stands for none; in place of an `enum`, a `struct` with `#[derive(Differentiable)]`";
        BITS: "numbers that are made of the bits of others have no derivative",
            "cut the dependence, `stop_gradient(x).to_bits()`, or write a function with a rule, `#[differentiable(vjp = rule)]`";
        INDEX_LASTS: "something that this index is made of may be dropped at its end, before or after `else`",
            "give the index a name before: `let at = …;`, and then `if let Some(x) = v.get(at)`";
        OTHER_FIELD: "a field of another name than those that the struct is put together of is not differentiable",
            "if it is reached through `Deref`, name the field that it is in: `p.inner.x`";
        STORED: "a call may have stored a number here that depends on a differentiated parameter, and what is read from here has no derivative",
            "if what is read does not depend on the number, give the call that without its derivative: `stop_gradient(x)`; if it does, let a differentiable function give it";
        NUMBER_OF_TEXT: "a number that is read from a text which shows a number with a derivative has none",
            "compute it of the number itself, or cut the dependence where the text is made: `format!(\"{}\", stop_gradient(x))`";
        METHOD: "this method is not known to be differentiable, and its arguments depend on a differentiated parameter",
            "use the methods of `num_traits::Float`, or a `#[differentiable]` function; `backprop::stop_gradient(…)` cuts the dependence";
        ASSOCIATED: "an associated function is not known to be differentiable, and its arguments depend on a differentiated parameter",
            "write a free function with `#[differentiable]`; `backprop::stop_gradient(…)` cuts the dependence";
        ASSIGN_PLACE: "assignment to this place is not differentiable yet", "assign to a variable or to a field of a tuple";
        ASSIGN_DATA: "this array was made of one that has no derivative here, and what is assigned depends on a differentiated parameter",
            "make it of the elements: `let mut x = [start[0], start[1]];`; or of a slice, by `.to_vec()`";
        ASSIGN_HOST: "this assigns what depends on a differentiated parameter to a value that has no derivative",
            "declare the variable with its type, and not as a reference: `let mut p: Point = …;`; or cut the dependence with `backprop::stop_gradient(…)`";
        FUNCTION_ARGUMENT: "a closure that takes functions is passed to a function outside of this one, which is not differentiable",
            "write it as a `#[differentiable]` function, and pass that by its name";
        UNDEFINED: "no item of this file has this name, and no variable has it here",
            "declare the item, or import it by its name";
        FUNCTION_HERE: "a function is given to code that the macro does not look into",
            "call the function, and give the number";
        FUNCTION_GIVEN: "this function is given away before the macro knows what it takes",
            "annotate the parameters of the closure that takes it, or call it where it is defined";
        BRANCH_FUNCTIONS: "the branches give different functions, which cannot be told apart afterwards",
            "call the function inside of each branch, and give the number";
        COPY_CHANGED: "a copy of this struct is an argument, and another argument changes the struct, which is not differentiable yet",
            "give the copy a name before the call, `let copy = p;`, and pass that";
        OWN_COPY: "this `move` closure copies a variable, and one of the two changes afterwards, which is not differentiable yet",
            "copy it before, `let copy = a;`, and use the copy in the closure";
        COPIED_STATE: "a closure that changes its own copy of a variable is copied or given away here, which is not differentiable yet",
            "call it by the name that it was given first, or through `&mut`";
        CLOSURE_WRITES: "a closure that changes an array which it takes is not differentiable here yet",
            "let it take `&mut [T]` or `&mut [T; N]` under a name, and end without `return`; give it `&mut` of a variable, of a field or of a part of an array";
        LAZY_ARGUMENT: "this argument may not be evaluated, and more than reading variables happens in it",
            "compute it before, with `let`";
        SHARED_STATE: "this closure changes what it captured and is given away here, which is not differentiable yet",
            "call it where it is defined";
        SHARED_ARRAY: "this closure uses an array from outside of it, and is given away here, which is not differentiable yet",
            "let it capture the elements that it needs: `let y = a[1];` before it; or call it where it is defined";

        FUNCTION_BESIDE_CLOSURE: "a closure that uses an array from outside of it is given away here beside a function by its name, which is not differentiable yet",
            "write a closure that calls the function: `|x| f(x)`";

        // Patterns.
        PATTERN: "this pattern is not differentiable yet", "use names, `_`, tuples, literals, ranges and `|`";
        REF_PATTERN: "`ref` in a pattern is not differentiable yet", "bind the value itself";
        REF_MUT: "`ref mut` in a pattern is not differentiable yet", "assign the whole value anew: `state = State::Counting(n + 1);`";
        ENUM_PATTERN: "this pattern takes apart a value that depends on a differentiated parameter, or one of a type that the macro does not know",
            "take a struct apart with `let`; an `enum` that holds reals is not differentiable yet: match on one that is no differentiated parameter, as `wrt` says it, and give the reals beside it";
        REST_BEFORE: "the macro cannot tell for how many fields `..` stands here",
            "write `_` for each of them, or name the fields: `p.0`";
        OR_BINDING: "the condition may be asked more than once here, each time with the names of another alternative",
            "write one arm for each alternative";

        CAPTURES: "closures capture one another so often here that they have too many derivatives",
            "let closures take the values of others as parameters, or make functions of them";
        CALLS: "closures call one another so often here that the residual of all calls would not fit on the stack",
            "let each closure call the next one once, and use what it gives twice";
        LARGE_TYPE: "the types of the tuples in this function have too many parts",
            "put fewer tuples into one another";
        ARMS: "a `match` with so many arms is not differentiable: each arm is a branch inside of the one before",
            "split it into several, or look constants up in a function of the numbers alone, without the attribute";
        DEEP: "this is nested too deeply", "give parts of it a name with `let`";
    }
}

impl Refusal {
    /// This refusal, at these tokens.
    pub(crate) fn at(self, tokens: impl ToTokens) -> Diagnostic {
        self.between(ends(tokens.into_token_stream()))
    }

    fn between(self, ends: (Span, Span)) -> Diagnostic {
        Diagnostic::between(ends, self.message.to_owned(), self.help.to_owned())
    }

    /// This refusal, at one span.
    pub(crate) fn on(self, span: Span) -> Diagnostic {
        Diagnostic::new(span, self.message, self.help)
    }
}

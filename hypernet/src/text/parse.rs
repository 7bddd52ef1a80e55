//! Parsing: by recursive descent, making the net as it goes.
//!
//! What it gives is a valid net, or a net in the middle of a derivation if there are frames in it: each line is
//! checked where it stands.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::scan::{Place, Placed, Token, scan};
use crate::label::{Frame, Label};
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::operation::{Constant, Head, HeadKind, Operation, Tail, TailKind, Written, read, syntax};
use crate::types::{Captures, FunctionType, Name, Type, TypeName};

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

impl FromStr for Hypernet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

/// The net of this text; see the [module's documentation](super).
///
/// # Errors
/// If the text is not that of a well-typed net.
pub fn parse(text: &str) -> Result<Hypernet, ParseError> {
    let tokens = scan(text)?;
    let mut parser = Parser { tokens, at: 0, net: Hypernet::new(), depth: 0 };
    parser.newlines();
    parser.keyword("net")?;
    parser.level(Level::Outermost, Scope::default(), Vec::new())?;
    parser.newlines();
    if !matches!(parser.peek(), Token::End) {
        return Err(parser.error("the text goes on after the net"));
    }
    let place = parser.place();
    parser.net.validate_derivation().map_err(|invalid| place.error(invalid.to_string()))?;
    Ok(parser.net)
}

/// The value of a literal.
pub(super) fn real(text: &str) -> Option<f64> {
    text.replace('_', "").parse().ok()
}

/// Abstractions and types nest at most this deep, so that no text can exhaust the stack.
const DEEPEST: usize = 200;

/// The names of a level that may still be used.
#[derive(Default)]
struct Scope {
    /// The wire, or none if it has been used.
    wires: HashMap<String, (Option<WireId>, Place)>,
}

/// A name of a wire as it stands, and the name that the wire gets.
struct Named {
    text: String,
    name: Option<Name>,
    place: Place,
}

struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    net: Hypernet,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].token
    }

    fn after(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    fn place(&self) -> Place {
        self.tokens[self.at].place
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        self.place().error(message)
    }

    fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", self.peek()))
    }

    fn step(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn newlines(&mut self) {
        while *self.peek() == Token::Newline {
            self.step();
        }
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.step();
        }
        found
    }

    fn symbol(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.eat(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    fn keyword(&mut self, word: &str) -> Result<(), ParseError> {
        if *self.peek() == Token::Word(word.into()) {
            self.step();
            return Ok(());
        }
        Err(self.expected(&format!("`{word}`")))
    }

    fn word(&mut self, what: &str) -> Result<String, ParseError> {
        let (Token::Word(word) | Token::Quoted(word)) = self.peek() else { return Err(self.expected(what)) };
        let word = word.clone();
        self.step();
        Ok(word)
    }

    fn type_name(&mut self) -> Result<TypeName, ParseError> {
        let quoted = matches!(self.peek(), Token::Quoted(_));
        let word = self.word("the name of a type")?;
        Ok(if quoted { word.into() } else { TypeName::of_word(&word) })
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<T, ParseError> {
        if let Token::Word(word) = self.peek()
            && let Ok(number) = word.parse()
        {
            self.step();
            return Ok(number);
        }
        Err(self.expected(what))
    }

    /// `name@3`.
    fn host(&mut self) -> Result<(Name, u32), ParseError> {
        let name = self.word("a name of the host language")?;
        self.symbol("@")?;
        Ok((name.into(), self.number("its number")?))
    }

    // Types

    fn ty(&mut self) -> Result<Type, ParseError> {
        let mut types = self.bundle()?;
        match (types.1, types.0.len()) {
            (false, 1) => Ok(types.0.remove(0)),
            _ => Err(self.expected("`-o`")),
        }
    }

    /// A type, or several in brackets; whether there were brackets.
    fn bundle(&mut self) -> Result<(Vec<Type>, bool), ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("this is nested too deep"));
        }
        let bundle = self.bundle_here();
        self.depth -= 1;
        bundle
    }

    fn bundle_here(&mut self) -> Result<(Vec<Type>, bool), ParseError> {
        if self.eat("[") {
            let params = self.types("]")?;
            if !self.eat("-o") {
                return Ok((params, true));
            }
            let captures = if self.is("[") && !self.tokens[self.at].spaced {
                self.step();
                Captures::Known(self.types("]")?)
            } else if self.eat("~") {
                Captures::Residual
            } else {
                Captures::Open
            };
            let mut seeds = Vec::new();
            while self.eat("@") {
                seeds.push(self.number("the number of a struct")?);
            }
            let keeps = self.eat("^");
            self.symbol("[")?;
            let results = self.types("]")?;
            let ty = FunctionType { captures, params, results, seeds, keeps };
            return Ok((vec![Type::Function(Arc::new(ty))], false));
        }
        let ty = if self.eat("(") {
            Type::Tuple(self.types(")")?.into())
        } else if self.eat("#") {
            Type::Discrete(self.type_name()?)
        } else if self.eat("!") {
            Type::World
        } else if self.eat("?") {
            let name = self.type_name()?;
            if self.eat("'") { Type::Cotangent(name) } else { Type::Opaque(name) }
        } else if let Some(of) = self.generic() {
            self.step();
            self.step();
            let ty = self.ty()?;
            self.symbol(">")?;
            of(Arc::new(ty))
        } else {
            Type::Real(self.word("a type")?.into())
        };
        Ok((vec![ty], false))
    }

    /// The type of the types that the next word and `<` begin, if they do.
    fn generic(&self) -> Option<fn(Arc<Type>) -> Type> {
        if *self.after() != Token::Symbol("<") {
            return None;
        }
        match self.peek() {
            Token::Word(word) if word == "Option" => Some(Type::Option),
            Token::Word(word) if word == "Tape" => Some(Type::Tape),
            Token::Word(word) if word == "Array" => Some(Type::Array),
            Token::Word(word) if word == "Look" => Some(Type::Look),
            Token::Word(word) if word == "Undone" => Some(Type::Undone),
            Token::Word(_) | Token::Quoted(_) | Token::Symbol(_) | Token::Newline | Token::End => None,
        }
    }

    /// Types up to this closing symbol.
    fn types(&mut self, close: &str) -> Result<Vec<Type>, ParseError> {
        let mut types = Vec::new();
        while !self.eat(close) {
            if !types.is_empty() {
                self.symbol(",")?;
            }
            types.push(self.ty()?);
        }
        Ok(types)
    }

    // Names

    fn named(&mut self) -> Result<Named, ParseError> {
        let place = self.place();
        match self.peek().clone() {
            Token::Word(word) => {
                self.step();
                let stem = word.split('.').next().unwrap_or_default();
                let name = (!word.starts_with('%')).then(|| stem.into());
                Ok(Named { text: word, name, place })
            }
            Token::Quoted(name) => {
                self.step();
                let mut text = format!("`{name}`");
                if let Token::Word(count) = self.peek()
                    && count.starts_with('.')
                    && !self.tokens[self.at].spaced
                {
                    text += count;
                    self.step();
                }
                Ok(Named { text, name: Some(name.into()), place })
            }
            Token::Symbol(_) | Token::Newline | Token::End => Err(self.expected("the name of a wire")),
        }
    }

    fn define(&mut self, scope: &mut Scope, named: Named, wire: WireId) -> Result<(), ParseError> {
        if scope.wires.contains_key(&named.text) {
            return Err(named.place.error(format!("there is a wire `{}` already", named.text)));
        }
        self.net.wire_mut(wire).name = named.name;
        scope.wires.insert(named.text, (Some(wire), named.place));
        Ok(())
    }

    /// A use of a wire.
    fn operand(&mut self, scope: &mut Scope) -> Result<WireId, ParseError> {
        let Named { text, place, .. } = self.named()?;
        match scope.wires.get_mut(&text) {
            Some((wire, _)) => wire.take().ok_or_else(|| {
                place.error(format!("the wire `{text}` has been used already; a copy edge makes two of one"))
            }),
            None => Err(place.error(format!("there is no wire `{text}` here"))),
        }
    }

    fn operands(&mut self, scope: &mut Scope) -> Result<Vec<WireId>, ParseError> {
        let mut wires = Vec::new();
        if matches!(self.peek(), Token::Word(_) | Token::Quoted(_)) {
            wires.push(self.operand(scope)?);
            while self.eat(",") {
                wires.push(self.operand(scope)?);
            }
        }
        Ok(wires)
    }

    // Levels

    /// `(params) -> results { … }`; `inputs` are captured already.
    fn level(&mut self, at: Level, mut scope: Scope, mut inputs: Vec<WireId>) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("this is nested too deep"));
        }
        self.symbol("(")?;
        let mut first = true;
        while !self.eat(")") {
            if !std::mem::take(&mut first) {
                self.symbol(",")?;
            }
            let named = self.named()?;
            self.symbol(":")?;
            let ty = self.ty()?;
            let wire = self.net.add_wire(at, ty, None);
            self.define(&mut scope, named, wire)?;
            inputs.push(wire);
        }
        self.net.set_inputs(at, inputs);
        self.symbol("->")?;
        let place = self.place();
        let (results, _) = self.bundle()?;
        self.symbol("{")?;
        self.newlines();
        while *self.peek() != Token::Word("return".into()) {
            self.statement(at, &mut scope)?;
            if *self.peek() != Token::Newline {
                return Err(self.expected("the end of the line"));
            }
            self.newlines();
        }
        self.step();
        let outputs = self.operands(&mut scope)?;
        if self.net.types(&outputs) != results {
            let found = self.net.types(&outputs);
            return Err(place.error(format!("what is returned is of types [{}]", crate::types::Listed(&found))));
        }
        self.net.set_outputs(at, outputs);
        self.newlines();
        self.symbol("}")?;
        let unused = scope.wires.iter().filter_map(|(text, (wire, place))| wire.map(|_| (place, text)));
        if let Some((place, text)) = unused.min_by_key(|(place, _)| (place.line, place.column)) {
            return Err(place.error(format!("the wire `{text}` is not used; a discard edge ends it")));
        }
        self.depth -= 1;
        Ok(())
    }

    fn statement(&mut self, at: Level, scope: &mut Scope) -> Result<(), ParseError> {
        let begins_with_name =
            matches!(self.after(), Token::Symbol("," | ":" | "=")) || matches!(self.peek(), Token::Quoted(_));
        let mut targets: Vec<(Named, Option<Type>)> = Vec::new();
        if begins_with_name {
            loop {
                let named = self.named()?;
                let ty = if self.eat(":") { Some(self.ty()?) } else { None };
                targets.push((named, ty));
                if !self.eat(",") {
                    break;
                }
            }
            self.symbol("=")?;
        }
        let place = self.place();
        let Token::Word(word) = self.peek().clone() else { return Err(self.expected("an operation")) };
        self.step();
        let (edge, results) = self.edge(at, scope, &word, place)?;
        let framed = matches!(self.net.edge(edge).label, Label::Frame(_));
        if !framed && results.len() != targets.len() {
            let message = format!("`{word}` gives {} wires, not {}", results.len(), targets.len());
            return Err(place.error(message));
        }
        let mut results = results.into_iter();
        for (named, ty) in targets {
            let Some(ty) = ty.or(results.next()) else {
                return Err(named.place.error("the type of what a frame gives cannot be inferred"));
            };
            let wire = self.net.add_wire(at, ty, None);
            self.net.push_target(edge, wire);
            self.define(scope, named, wire)?;
        }
        self.net.validate_edge(edge).map_err(|invalid| place.error(invalid.to_string()))
    }

    /// What is to the right of `=`: the edge without its targets, and their types.
    fn edge(
        &mut self,
        at: Level,
        scope: &mut Scope,
        word: &str,
        place: Place,
    ) -> Result<(EdgeId, Vec<Type>), ParseError> {
        let frame = match word {
            "adjoint" => Some(Frame::Adjoint),
            "forward" => Some(Frame::Forward),
            "reverse" => Some(Frame::Reverse),
            _ => None,
        };
        if let Some(frame) = frame {
            let sources = self.operands(scope)?;
            let edge = self.net.add_edge(at, Label::Frame(frame), sources, Vec::new());
            self.level(Level::Inside(edge), Scope::default(), Vec::new())?;
            return Ok((edge, Vec::new()));
        }
        if word == "abstraction" {
            return self.abstraction(at, scope);
        }
        let (label, sources, results) = match word {
            "copy" | "discard" | "eval" => {
                let sources = self.operands(scope)?;
                let first = sources.first().map(|&wire| self.net.wire(wire).ty.clone());
                let (label, results) = match (word, first) {
                    ("copy", Some(ty)) => (Label::Copy, vec![ty; 2]),
                    ("discard", _) => (Label::Discard, Vec::new()),
                    ("eval", Some(Type::Function(function))) => (Label::Eval, function.results.clone()),
                    ("eval", _) => return Err(place.error("the first operand of an eval is a function")),
                    _ => return Err(place.error("a copy has one operand")),
                };
                (label, sources, results)
            }
            _ => {
                let (operation, sources) = self.operation(scope, word, place)?;
                let results = operation.signature().1;
                (Label::Operation(operation), sources, results)
            }
        };
        Ok((self.net.add_edge(at, label, sources, Vec::new()), results))
    }

    fn abstraction(&mut self, at: Level, scope: &mut Scope) -> Result<(EdgeId, Vec<Type>), ParseError> {
        let edge = self.net.add_edge(at, Label::Abstraction, Vec::new(), Vec::new());
        let inside = Level::Inside(edge);
        let (mut inner, mut inputs) = (Scope::default(), Vec::new());
        if self.eat("[") {
            while !self.eat("]") {
                if !inputs.is_empty() {
                    self.symbol(",")?;
                }
                let before = self.at;
                let named = self.named()?;
                let ty = if self.eat(":") { Some(self.ty()?) } else { None };
                if !self.eat("=") {
                    // `[x]`: the same name outside.
                    self.at = before;
                }
                let source = self.operand(scope)?;
                let ty = ty.unwrap_or_else(|| self.net.wire(source).ty.clone());
                self.net.push_source(edge, source);
                let wire = self.net.add_wire(inside, ty, None);
                self.define(&mut inner, named, wire)?;
                inputs.push(wire);
            }
        }
        let captured = inputs.len();
        self.level(inside, inner, inputs)?;
        let net = &self.net;
        let region = net.region(inside);
        let function = Type::function(
            net.types(&net.edge(edge).sources),
            net.types(&region.inputs[captured..]),
            net.types(&region.outputs),
        );
        Ok((edge, vec![function]))
    }

    fn operation(
        &mut self,
        scope: &mut Scope,
        word: &str,
        place: Place,
    ) -> Result<(Operation, Vec<WireId>), ParseError> {
        let Some(syntax) = syntax(word) else {
            return Err(place.error(format!("there is no operation `{word}`")));
        };
        let head = match syntax.head {
            HeadKind::Nothing => Read::Head(Head::Nothing),
            HeadKind::Constant => self.constant()?,
            HeadKind::Host => {
                let (name, id) = self.host()?;
                Read::Head(Head::Host { name, id, list: false })
            }
        };
        let given = if self.eat("<") { Some(self.types(">")?) } else { None };
        let sources = if syntax.head == HeadKind::Constant { Vec::new() } else { self.operands(scope)? };
        let found = self.net.types(&sources);
        let tail = match syntax.tail {
            TailKind::Nothing => Tail::Nothing,
            TailKind::Type => {
                self.symbol(":")?;
                Tail::Type(self.ty()?)
            }
            TailKind::Results => {
                self.symbol("->")?;
                Tail::Results(self.bundle()?.0)
            }
        };
        let head = match (head, &tail) {
            (Read::Head(head), _) => head,
            (Read::Literal(text), Tail::Type(ty)) => {
                Head::Constant(literal(text, ty).ok_or_else(|| place.error(format!("not a constant of type {ty}")))?)
            }
            (Read::Literal(_), Tail::Nothing | Tail::Results(_)) => return Err(self.expected("a type")),
        };
        given
            .or_else(|| (syntax.inferred)(&found))
            .and_then(|types| read(&Written { word: word.to_owned(), head, types, tail }))
            .map(|operation| (operation, sources))
            .ok_or_else(|| place.error(format!("there is no `{word}` of operands [{}]", crate::types::Listed(&found))))
    }

    /// What follows `const`.
    fn constant(&mut self) -> Result<Read, ParseError> {
        let constant = match (self.peek().clone(), self.after()) {
            (Token::Word(_) | Token::Quoted(_), Token::Symbol("@")) => {
                let (name, id) = self.host()?;
                Constant::Named { name, id }
            }
            (Token::Word(word), _) => {
                self.step();
                match &*word {
                    "true" | "false" => Constant::Bool(word == "true"),
                    "integer" => Constant::Integer(self.number("an integer")?),
                    "real" => {
                        let value = f64::from_bits(self.number("the bits of a real")?);
                        Constant::Real { value, text: self.word("a literal")?.into() }
                    }
                    _ => return Ok(Read::Literal(word)),
                }
            }
            _ => return Err(self.expected("a constant")),
        };
        Ok(Read::Head(Head::Constant(constant)))
    }
}

/// What stands behind the word of an operation; a literal says what it is once its type is known.
enum Read {
    Head(Head),
    Literal(String),
}

/// The constant that a literal is at this type.
fn literal(text: String, ty: &Type) -> Option<Constant> {
    match ty {
        Type::Real(_) => Some(Constant::Real { value: real(&text)?, text: text.into() }),
        Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::World
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_) => text.parse().ok().map(Constant::Integer),
    }
}

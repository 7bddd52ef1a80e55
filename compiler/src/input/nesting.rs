//! A bound on how deeply tokens are nested, before they are parsed.
//!
//! A macro runs on the stack of rustc, and parsing is recursive. A token at which parsing would need more than [`STACK`] is
//! refused. The costs are those of the parser in a build that is not optimised: each construct was nested until the stack
//! overflowed, and the result was rounded up. Nothing here is recursive.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::diagnostic::{Diagnostic, refusal};

/// How much of the stack parsing may take, in kilobytes: rustc has 8 MB, and needs some itself.
const STACK: usize = 5000;
/// A pair of parentheses, brackets or braces.
const GROUP: usize = 14;
/// The `<` of generic arguments.
const ANGLE: usize = 50;
/// What has all that follows as its operand: an operator before its operand, a keyword, a closure, an assignment.
const PREFIX: usize = 12;
/// A call, a field, an index: what stands after its operand.
const POSTFIX: usize = 1;

/// Whether something follows a word.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "async"
            | "await"
            | "box"
            | "break"
            | "const"
            | "dyn"
            | "else"
            | "for"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "match"
            | "move"
            | "mut"
            | "ref"
            | "return"
            | "static"
            | "unsafe"
            | "while"
            | "yield"
    )
}

/// What is open at a token of a group.
#[derive(Clone, Copy, Default)]
struct Open {
    /// What the expression at hand needs because of what stands before.
    before: usize,
    /// What the operand at hand needs because of the signs before it.
    signs: usize,
    /// What it needs because of calls and fields behind one another.
    chain: usize,
    /// How many `<` are open.
    angles: usize,
    /// Whether an operand ended with the last token.
    operand: bool,
    /// Whether a block ended with the last token, and so perhaps a statement.
    block: bool,
    /// The last token, if it is punctuation right before the next, and whether it stood behind an operand.
    joint: Option<(char, bool)>,
}

impl Open {
    fn cost(self) -> usize {
        self.before + self.signs + self.chain + self.angles * ANGLE
    }

    fn token(&mut self, token: &TokenTree) {
        let last = std::mem::take(&mut self.joint);
        let after_block = std::mem::take(&mut self.block);
        match token {
            TokenTree::Group(group) => {
                self.chain += POSTFIX;
                self.operand = true;
                self.block = group.delimiter() == Delimiter::Brace;
            }
            TokenTree::Literal(_) => {
                self.begin(after_block);
                // `tuple.0.0` has one number for two fields.
                self.chain += POSTFIX;
                self.angles = 0;
                self.operand = true;
            }
            // Of a lifetime.
            TokenTree::Ident(_) if matches!(last, Some(('\'', _))) => {}
            TokenTree::Ident(ident) => match ident.to_string().as_str() {
                "as" => {
                    self.chain += POSTFIX;
                    self.operand = false;
                }
                word => {
                    self.begin(after_block && word != "else");
                    self.operand = !is_keyword(word);
                    self.before += if self.operand { 0 } else { PREFIX };
                }
            },
            TokenTree::Punct(punct) => {
                let character = punct.as_char();
                let behind = std::mem::replace(&mut self.operand, false);
                self.punct(character, behind, punct.spacing() == Spacing::Joint, last);
                self.joint = (punct.spacing() == Spacing::Joint).then_some((character, behind));
            }
        }
    }

    /// A new statement, or a new arm, if so.
    fn begin(&mut self, new: bool) {
        if new {
            *self = Self::default();
        }
    }

    fn punct(&mut self, character: char, behind: bool, joint: bool, last: Option<(char, bool)>) {
        match character {
            ';' => *self = Self::default(),
            // It may stand between generic arguments, and then those go on.
            ',' => *self = Self { angles: self.angles, ..Self::default() },
            '.' | '?' => {
                self.chain += POSTFIX;
                self.operand = character == '?';
            }
            '<' => self.angles += 1,
            '>' if matches!(last, Some(('-', _))) => self.before += PREFIX,
            '>' if matches!(last, Some(('=', _))) => {}
            '>' => {
                self.angles = self.angles.saturating_sub(1);
                self.operand = true;
            }
            ':' | '\'' => {}
            '@' => self.before += PREFIX,
            '=' => {
                let compares = matches!(last, Some(('=' | '<' | '>' | '!', _)));
                self.before += if joint || compares { 0 } else { PREFIX };
                (self.signs, self.chain) = (0, 0);
            }
            '-' | '!' | '*' | '&' | '|' => {
                let second = last == Some((character, true));
                if behind {
                    self.signs = 0;
                } else if character == '|' {
                    self.before += if second { 0 } else { PREFIX };
                } else {
                    self.signs += if second { 0 } else { PREFIX };
                }
                self.chain = 0;
                self.angles = if behind { 0 } else { self.angles };
            }
            _ => (self.signs, self.chain, self.angles) = (0, 0, 0),
        }
    }
}

/// Refuses what is nested too deeply to be parsed.
pub(crate) fn check(tokens: &TokenStream) -> Result<(), Diagnostic> {
    let mut around = Vec::new();
    let (mut tokens, mut open, mut base) = (tokens.clone().into_iter(), Open::default(), 0);
    loop {
        let Some(token) = tokens.next() else {
            let Some(outer) = around.pop() else { return Ok(()) };
            (tokens, open, base) = outer;
            continue;
        };
        open.token(&token);
        if base + open.cost() > STACK {
            return Err(refusal::DEEP.on(token.span()));
        }
        if let TokenTree::Group(group) = token {
            let inside = base + open.cost() + GROUP;
            around.push((tokens, open, base));
            (tokens, open, base) = (group.stream().into_iter(), Open::default(), inside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    fn is_refused(source: &str) -> bool {
        check(&source.parse().expect("tokens")).is_err()
    }

    #[test]
    fn what_is_long_but_not_deep_is_accepted() {
        let long = |part: &str| format!("let a = x {}; a", part.repeat(20_000));
        for part in ["+ x", "- x * y", "&& !x", "< y && x", "== y || x", "; let b = -x", "; if x { y } if y { x }"] {
            assert!(!is_refused(&long(part)), "{part}");
        }
        for part in ["{ x }, 1 => ", "if a { b } else { c }", "|a| a, ", "&a, ", "a < b, c > d, ", "f(x).sin() + "] {
            assert!(!is_refused(&part.repeat(20_000)), "{part}");
        }
    }

    #[test]
    fn what_is_nested_as_deeply_as_the_language_allows_is_accepted() {
        for (open, close) in
            [("(", ")"), ("f(x, ", ")"), ("{ x; ", "}"), ("if a { ", "} else { b }"), ("-", ""), ("Vec<", ">")]
        {
            let depth = if open == "Vec<" { 60 } else { 120 };
            assert!(!is_refused(&format!("{}x{}", open.repeat(depth), close.repeat(depth))), "{open}");
        }
    }

    #[test]
    fn what_the_stack_does_not_hold_is_refused() {
        for prefix in ["- ", "-", "!", "!-", "& ", "&&", "&mut ", "&'a ", "*", "*const ", "|a| ", "||", "move || "] {
            assert!(is_refused(&format!("{}x", prefix.repeat(2000))), "{prefix}");
        }
        for prefix in
            ["return ", "a = ", "a += ", "Vec<", "A<'a, ", "<", "fn(A) -> ", "if x { y } else ", "a @ ", "match "]
        {
            assert!(is_refused(&format!("{}x", prefix.repeat(2000))), "{prefix}");
        }
        for postfix in [".sin()", ".0", "?", "(x)", "[0]", " as f64"] {
            assert!(is_refused(&format!("x{}", postfix.repeat(10_000))), "{postfix}");
        }
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(a + -", ")")] {
            assert!(is_refused(&format!("{}x{}", open.repeat(1000), close.repeat(1000))), "{open}");
        }
    }
}

//! Scanning: from characters to tokens, each with its place.

use std::fmt;

use super::ParseError;

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn error(self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// Letters, digits, `_`, `.`, `%`, `::`; a number with its sign.
    Word(String),
    /// What was in backticks.
    Quoted(String),
    Symbol(&'static str),
    Newline,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) | Self::Quoted(word) => write!(f, "`{word}`"),
            Self::Symbol(symbol) => write!(f, "`{symbol}`"),
            Self::Newline => f.write_str("the end of the line"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) place: Place,
    /// Whether there is space before it.
    pub(super) spaced: bool,
}

const SYMBOLS: [&str; 20] =
    ["->", "-o", "~", "(", ")", "[", "]", "{", "}", ",", ":", "=", "#", "?", "!", "'", "<", ">", "@", "^"];

pub(super) fn scan(text: &str) -> Result<Vec<Placed>, ParseError> {
    let mut tokens = Vec::new();
    let mut line = 0;
    for source in text.lines() {
        line += 1;
        let chars: Vec<char> = source.chars().collect();
        let mut at = 0;
        let mut spaced = true;
        while at < chars.len() {
            let place = Place { line, column: at + 1 };
            let next = chars.get(at + 1).copied().unwrap_or(' ');
            let c = chars[at];
            if c.is_whitespace() {
                (at, spaced) = (at + 1, true);
                continue;
            }
            if c == '/' && next == '/' {
                break;
            }
            let signed = c == '-' && (next.is_ascii_digit() || next == 'i' || next == 'N');
            let token = if c == '`' {
                let mut name = String::new();
                at += 1;
                loop {
                    match (chars.get(at), chars.get(at + 1)) {
                        (Some('`'), _) => break,
                        (Some('\\'), Some('n')) => (name.push('\n'), at += 2).1,
                        (Some('\\'), Some(&c)) => (name.push(c), at += 2).1,
                        (Some(&c), _) => (name.push(c), at += 1).1,
                        (None, _) => return Err(place.error("a name in backticks does not end on its line")),
                    }
                }
                at += 1;
                Token::Quoted(name)
            } else if signed || is_word_char(c) || c == '%' {
                let mut word = String::from(c);
                at += 1;
                let number = signed || c.is_ascii_digit();
                while let Some(&c) = chars.get(at) {
                    let exponent = number && matches!(c, '+' | '-') && word.ends_with(['e', 'E']);
                    if is_word_char(c) || exponent {
                        word.push(c);
                        at += 1;
                    } else if c == ':' && chars.get(at + 1) == Some(&':') {
                        word.push_str("::");
                        at += 2;
                    } else {
                        break;
                    }
                }
                Token::Word(word)
            } else {
                let found = SYMBOLS
                    .iter()
                    .find(|symbol| symbol.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c)));
                let Some(symbol) = found else {
                    return Err(place.error(format!("the character `{c}` has no meaning here")));
                };
                at += symbol.len();
                Token::Symbol(symbol)
            };
            tokens.push(Placed { token, place, spaced });
            spaced = false;
        }
        tokens.push(Placed { token: Token::Newline, place: Place { line, column: chars.len() + 1 }, spaced });
    }
    tokens.push(Placed { token: Token::End, place: Place { line: line + 1, column: 1 }, spaced: true });
    Ok(tokens)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

//! What stands in a drawing in letters, and how much room it takes.

/// The size of the letters of operations, and of the names and types beside wires.
pub(super) const LARGE: i64 = 14;
pub(super) const SMALL: i64 = 11;

/// Names longer than this are cut off.
const LONGEST: usize = 36;

/// The height of a line of this size.
pub(super) fn height(size: i64) -> i64 {
    size * 5 / 4
}

/// The width of a text, at least: in hundredths of the size, by the widest of the common fonts.
pub(super) fn width(text: &str, size: i64) -> i64 {
    let hundredths: i64 = text.chars().map(advance).sum();
    (hundredths * size + 99) / 100
}

fn advance(c: char) -> i64 {
    match c {
        '\u{300}'..='\u{36f}' => 0,
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ':' | ';' | '|' | '!' | ' ' => 37,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | 's' | '-' | '/' => 53,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' | '⋯' => 104,
        'a'..='z' | '0'..='9' | '_' | '*' => 67,
        'A'..='Z' => 86,
        c if u32::from(c) < 0x2e80 => 90,
        _ => 110,
    }
}

/// The text, or its beginning if it is too long for a drawing.
pub(super) fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

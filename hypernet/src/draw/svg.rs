//! From a [`Layout`] to SVG, in the colours of the paper.

use std::fmt::Write;

use super::layout::{DOT, Figure, Layout, Mark, Point, Rectangle, Shape, Stem, Strand, Text, float};
use super::text;
use crate::label::Frame;

const FONT: &str = "'Latin Modern Roman', 'CMU Serif', 'STIX Two Text', 'Cambria', 'DejaVu Serif', serif";

/// One drawing.
pub(super) fn image(layout: &Layout) -> String {
    let mut out = head(layout.width, layout.height);
    body(&mut out, layout);
    out.push_str("</svg>\n");
    out
}

/// The distance between two steps of a derivation, with the arrow in it, and between two rows.
const ARROW: f64 = 56.0;
const ROW: f64 = 34.0;
const CAPTION: i64 = 13;

/// Several drawings with captions, in rows not wider than `most` if they can be.
pub(super) fn rows(steps: &[(&str, Layout)], most: f64) -> String {
    struct Cell<'a> {
        caption: String,
        layout: &'a Layout,
        width: f64,
    }
    let mut rows: Vec<Vec<Cell<'_>>> = Vec::new();
    let mut used = 0.0;
    for (i, (caption, layout)) in steps.iter().enumerate() {
        let caption = text::shorten(caption);
        let width = layout.width.max(float(text::width(&caption, CAPTION)));
        let with_arrow = if i == 0 { width } else { width + ARROW };
        match rows.last_mut() {
            Some(row) if used + with_arrow <= most => {
                used += with_arrow;
                row.push(Cell { caption, layout, width });
            }
            _ => {
                used = with_arrow;
                rows.push(vec![Cell { caption, layout, width }]);
            }
        }
    }
    let (mut width, mut top) = (0.0f64, 10.0);
    let mut inside = String::new();
    for (r, row) in rows.iter().enumerate() {
        let height = row.iter().map(|cell| cell.layout.height).fold(0.0, f64::max);
        let mut x = 10.0;
        for (c, cell) in row.iter().enumerate() {
            if r + c > 0 {
                let place = Rectangle { x, y: top, width: ARROW, height };
                letters(&mut inside, "↦", place, 26.0, "");
                x += ARROW;
            }
            let (dx, dy) = (x + (cell.width - cell.layout.width) / 2.0, top + (height - cell.layout.height) / 2.0);
            let _ = writeln!(inside, "<g transform=\"translate({} {})\">", number(dx), number(dy));
            body(&mut inside, cell.layout);
            inside.push_str("</g>\n");
            let line = float(text::height(CAPTION));
            let place = Rectangle { x, y: top + height + 4.0, width: cell.width, height: line };
            letters(&mut inside, &cell.caption, place, float(CAPTION), " fill=\"#444\"");
            x += cell.width;
        }
        width = width.max(x + 10.0);
        top += height + 4.0 + float(text::height(CAPTION)) + ROW;
    }
    let mut out = head(width.max(20.0), (top - ROW + 10.0).max(20.0));
    out.push_str(&inside);
    out.push_str("</svg>\n");
    out
}

fn head(width: f64, height: f64) -> String {
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONT}\" fill=\"none\" stroke=\"none\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

fn body(out: &mut String, layout: &Layout) {
    // A bubble comes before what is in it, so that it lies behind it; dots lie on the stems that meet in them.
    let is_dot = |figure: &&Figure| matches!(figure.shape, Shape::Copy | Shape::Discard);
    for figure in layout.figures.iter().filter(|figure| !is_dot(figure)) {
        draw(out, figure);
    }
    for (_, mark) in &layout.marks {
        sign(out, mark);
    }
    for stem in &layout.stems {
        curve(out, stem);
    }
    for figure in layout.figures.iter().filter(is_dot) {
        draw(out, figure);
    }
    for text in &layout.texts {
        let style = if text.figure.is_some() { "" } else { " font-style=\"italic\" fill=\"#333\"" };
        lettering(out, text, style);
    }
}

fn lettering(out: &mut String, text: &Text, style: &str) {
    letters(out, &text.text, text.place, text.size, style);
}

/// A text in the middle of a rectangle.
fn letters(out: &mut String, text: &str, place: Rectangle, size: f64, style: &str) {
    let (x, y) = (place.x + place.width / 2.0, place.y + place.height / 2.0 + size * 0.35);
    let fill = if style.contains("fill") { "" } else { " fill=\"black\"" };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\"{fill}{style}>{}</text>",
        number(x),
        number(y),
        number(size),
        escape(text)
    );
}

fn draw(out: &mut String, figure: &Figure) {
    let Rectangle { x, y, width, height } = figure.place;
    let place =
        format!("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(x), number(y), number(width), number(height));
    let black = "fill=\"white\" stroke=\"black\"";
    let _ = match figure.shape {
        Shape::Box => writeln!(out, "<rect {place} {black} stroke-width=\"1.1\"/>"),
        Shape::Bubble => {
            let round = (height / 2.0).min(15.0);
            writeln!(out, "<rect {place} rx=\"{}\" {black} stroke-width=\"1.6\"/>", number(round))
        }
        Shape::Loop => {
            writeln!(out, "<rect {place} fill=\"rgb(243,243,243)\" stroke=\"black\" stroke-width=\"1.1\"/>")
        }
        Shape::Frame(frame) => {
            let (fill, line) = match frame {
                Frame::Adjoint => ("rgb(195,236,255)", "rgb(0,87,134)"),
                Frame::Forward => ("rgb(244,178,121)", "rgb(141,61,0)"),
                Frame::Reverse => ("rgb(105,240,202)", "rgb(0,104,73)"),
            };
            // A double line: a thick one with a white one in it.
            writeln!(
                out,
                "<rect {place} fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"3.6\"/>\n\
                 <rect {place} stroke=\"white\" stroke-width=\"1.4\"/>"
            )
        }
        Shape::Copy | Shape::Discard => {
            let cy = if figure.shape == Shape::Copy { y + DOT } else { y + height - DOT };
            let cx = x + width / 2.0;
            writeln!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"black\"/>", number(cx), number(cy), number(DOT))
        }
        Shape::Eval => {
            let (left, right, rx) = (number(x), number(x + width), number(width / 2.0));
            let (y, ry) = (number(y), number(height));
            writeln!(out, "<path d=\"M{left} {y}A{rx} {ry} 0 0 0 {right} {y}Z\" {black} stroke-width=\"1.5\"/>")
        }
        Shape::Bar => writeln!(out, "<rect {place} fill=\"black\"/>"),
        Shape::Triangle | Shape::AdjointTriangle => {
            let (middle, bottom) = (x + width / 2.0, y + height);
            let style = if figure.shape == Shape::Triangle {
                black
            } else {
                "fill=\"rgb(195,236,255)\" stroke=\"rgb(0,87,134)\""
            };
            writeln!(
                out,
                "<path d=\"M{} {}L{} {}L{} {}Z\" {style} stroke-width=\"1.3\"/>",
                number(middle),
                number(y),
                number(x + width),
                number(bottom),
                number(x),
                number(bottom)
            )
        }
    };
}

fn curve(out: &mut String, stem: &Stem) {
    let Some(first) = stem.curves.first() else { return };
    let at = |point: Point| format!("{} {}", number(point.x), number(point.y));
    let mut path = format!("M{}", at(first[0]));
    for [from, a, b, to] in &stem.curves {
        #[expect(clippy::float_cmp, reason = "a straight piece has one `x`, exactly")]
        if from.x == to.x && a.x == b.x {
            let _ = write!(path, "L{}", at(*to));
        } else {
            let _ = write!(path, "C{} {} {}", at(*a), at(*b), at(*to));
        }
    }
    let _ = match stem.strand {
        Strand::Value => writeln!(out, "<path d=\"{path}\" stroke=\"black\" stroke-width=\"1.2\"/>"),
        Strand::World => {
            writeln!(out, "<path d=\"{path}\" stroke=\"#888\" stroke-width=\"1.2\" stroke-dasharray=\"3 3\"/>")
        }
        // A double line, as that of a frame.
        Strand::Tape => writeln!(
            out,
            "<path d=\"{path}\" stroke=\"black\" stroke-width=\"5\"/>\n\
             <path d=\"{path}\" stroke=\"white\" stroke-width=\"2.6\"/>"
        ),
    };
}

/// What stands in a loop beside the bubble.
fn sign(out: &mut String, mark: &Mark) {
    let at = |point: &Point| format!("{} {}", number(point.x), number(point.y));
    let grey = "#888";
    match mark {
        Mark::Bar(bar) => {
            let [x, y, width, height] = [bar.x, bar.y, bar.width, bar.height].map(number);
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"black\"/>");
        }
        Mark::Line([from, to]) => {
            let _ = writeln!(out, "<path d=\"M{}L{}\" stroke=\"black\" stroke-width=\"1.2\"/>", at(from), at(to));
        }
        Mark::Back { from, way, to } => {
            let way: Vec<String> = way.iter().map(at).collect();
            let _ = writeln!(out, "<path d=\"M{}\" stroke=\"{grey}\" stroke-width=\"1\"/>", way.join("L"));
            for point in from {
                let (x, y) = (number(point.x), number(point.y));
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"{grey}\"/>");
            }
            for point in to {
                let (tip, left, right) = (number(point.y + 4.0), number(point.x - 3.5), number(point.x + 3.5));
                let (x, y) = (number(point.x), number(point.y - 2.5));
                let _ = writeln!(out, "<path d=\"M{left} {y}L{right} {y}L{x} {tip}Z\" fill=\"{grey}\"/>");
            }
        }
    }
}

/// A coordinate with at most two decimals.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// Text with the characters that XML reserves, or forbids, replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

//! What makes a drawing readable, as geometry, on random nets.

use proptest::prelude::*;

use super::{Figure, Layout, Mark, Options, Point, Rectangle, Shape, Strand, Text, derivation, svg};
use crate::label::{Foreign, Frame, Label, Operation};
use crate::net::{EdgeId, Hypernet, Level, Producer, WireId};
use crate::types::Type;
use crate::{Builder, Primitive, Sequence, testing};

/// Lines are as thick as this; touching is not overlapping.
const TOUCH: f64 = 0.75;

impl Rectangle {
    fn contains(&self, other: &Self) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && self.x + self.width >= other.x + other.width
            && self.y + self.height >= other.y + other.height
    }

    fn overlaps(&self, other: &Self) -> bool {
        let apart = |a: f64, size: f64, b: f64| b >= a + size - TOUCH;
        !(apart(self.x, self.width, other.x)
            || apart(other.x, other.width, self.x)
            || apart(self.y, self.height, other.y)
            || apart(other.y, other.height, self.y))
    }

    fn has_within(&self, point: Point) -> bool {
        point.x > self.x + TOUCH
            && point.x < self.x + self.width - TOUCH
            && point.y > self.y + TOUCH
            && point.y < self.y + self.height - TOUCH
    }
}

/// Whether two coordinates are one: they are whole numbers.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn along(curve: &[Point; 4]) -> impl Iterator<Item = Point> + '_ {
    (0..=16).map(|k| {
        let (t, s) = (f64::from(k) / 16.0, 1.0 - f64::from(k) / 16.0);
        let bernstein = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let mix = |of: fn(&Point) -> f64| -> f64 {
            curve.iter().zip(bernstein).map(|(point, share)| share * of(point)).sum()
        };
        Point { x: mix(|p| p.x), y: mix(|p| p.y) }
    })
}

fn ancestors(layout: &Layout, from: Option<usize>) -> Vec<usize> {
    std::iter::successors(from, |&at| layout.figures[at].parent).collect()
}

/// Checks all that a reader needs; says what is wrong.
fn check(net: &Hypernet, options: &Options) -> Result<Layout, String> {
    let layout = Layout::new(net, options);
    let page = Rectangle { x: 0.0, y: 0.0, width: layout.width, height: layout.height };
    let fail = |what: &str, of: String| Err(format!("{what}: {of}"));

    // What a loop holds has no stem.
    let held = layout.figures.iter().filter(|figure| holder(&layout, figure).is_some()).count();
    if layout.figures.len() != net.edge_count() || layout.stems.len() + held != net.wire_ids().count() {
        return fail("not everything is drawn", String::new());
    }
    for (i, a) in layout.figures.iter().enumerate() {
        let around = a.parent.map_or(page, |parent| layout.figures[parent].place);
        if !around.contains(&a.place) {
            return fail("a figure leaves its bubble", format!("{a:?}"));
        }
        for b in layout.figures[..i].iter().filter(|b| b.parent == a.parent) {
            if a.place.overlaps(&b.place) {
                return fail("figures overlap", format!("{a:?} {b:?}"));
            }
        }
    }
    for (i, text) in layout.texts.iter().enumerate() {
        if !page.contains(&text.place) {
            return fail("a text leaves the page", format!("{text:?}"));
        }
        if let Some(other) = layout.texts[..i].iter().find(|other| other.place.overlaps(&text.place)) {
            return fail("texts overlap", format!("{text:?} {other:?}"));
        }
        for (k, figure) in layout.figures.iter().enumerate() {
            let encloses = matches!(figure.shape, Shape::Bubble | Shape::Loop | Shape::Frame(_))
                && figure.place.contains(&text.place);
            if text.figure != Some(k) && !encloses && figure.place.overlaps(&text.place) {
                return fail("a text lies on a figure", format!("{text:?} {figure:?}"));
            }
        }
    }
    for stem in &layout.stems {
        let enclosing = ancestors(&layout, stem.parent);
        for pair in stem.curves.windows(2) {
            if pair[0][3] != pair[1][0] {
                return fail("a stem is interrupted", format!("{stem:?}"));
            }
        }
        for point in stem.curves.iter().flat_map(along) {
            let here = Rectangle { x: point.x, y: point.y, width: 0.0, height: 0.0 };
            let around = stem.parent.map_or(page, |parent| layout.figures[parent].place);
            if !around.contains(&here) {
                return fail("a stem leaves its bubble", format!("{stem:?}"));
            }
            for (k, figure) in layout.figures.iter().enumerate() {
                let is_end = stem.ends.0 == Some(k) || stem.ends.1 == Some(k);
                let open = is_end && matches!(figure.shape, Shape::Copy | Shape::Discard | Shape::Eval | Shape::Loop);
                if !open && !enclosing.contains(&k) && figure.place.has_within(point) {
                    return fail("a stem goes through a figure", format!("{stem:?} {figure:?}"));
                }
            }
            if let Some(text) = layout.texts.iter().find(|text| text.place.has_within(point)) {
                return fail("a stem goes through a text", format!("{stem:?} {text:?}"));
            }
        }
    }
    ports(net, &layout)?;
    layout.figures.iter().enumerate().try_for_each(|(k, figure)| loops(net, &layout, k, figure))?;
    Ok(layout)
}

/// The loop that holds a bubble.
fn holder<'a>(layout: &'a Layout, bubble: &Figure) -> Option<&'a Figure> {
    let parent = &layout.figures[bubble.parent?];
    (parent.shape == Shape::Loop).then_some(parent)
}

/// The upper and the lower end of a stem.
fn ends(layout: &Layout, wire: WireId) -> Result<(Point, Point), String> {
    let stem = layout.stems.iter().find(|stem| stem.wire == wire).ok_or("a wire without a stem")?;
    let (first, last) = stem.curves.first().zip(stem.curves.last()).ok_or("a stem without a curve")?;
    Ok((first[0], last[3]))
}

/// In the box of a loop each wire arrives where its parameter begins, at once or by a bar, and each result leaves so.
fn loops(net: &Hypernet, layout: &Layout, loops: usize, figure: &Figure) -> Result<(), String> {
    if figure.shape != Shape::Loop {
        return Ok(());
    }
    let edge = net.edge(figure.edge);
    let Label::Operation(Operation::Fold(fold)) = edge.label() else { return Err("no loop is drawn as one".into()) };
    let bubble = layout.figures.iter().find(|other| other.parent == Some(loops)).ok_or("a loop without a bubble")?;
    let region = net.region(Level::Inside(bubble.edge));
    let marks = || layout.marks.iter().filter(|(of, _)| *of == loops).map(|(_, mark)| mark);
    let bars = || marks().filter_map(|mark| if let Mark::Bar(bar) = mark { Some(*bar) } else { None });
    let lines = || marks().filter_map(|mark| if let Mark::Line(line) = mark { Some(*line) } else { None });
    for (k, bar) in bars().enumerate() {
        if !figure.place.contains(&bar)
            || bar.overlaps(&bubble.place)
            || bars().take(k).any(|other| other.overlaps(&bar))
        {
            return Err(format!("a bar is not beside the others: {bar:?}"));
        }
    }
    // The points around a bar: of stems on one side, of a line on the other.
    let by_bar = |outer: Point, inner: Point, down: bool| {
        let meets = |bar: &Rectangle| {
            let (near, far) = if down { (bar.y, bar.y + bar.height) } else { (bar.y + bar.height, bar.y) };
            let within = |x: f64| x > bar.x && x < bar.x + bar.width;
            let line = if down { [Point { y: far, ..inner }, inner] } else { [inner, Point { y: far, ..inner }] };
            same(outer.y, near) && within(outer.x) && within(inner.x) && lines().any(|other| other == line)
        };
        bars().any(|bar| meets(&bar))
    };
    let captured = net.edge(bubble.edge).sources().len();
    let bounds = fold.sequence.bounds();
    let params = &region.inputs()[captured..];
    for (at, &wire) in edge.sources().iter().enumerate().filter(|(at, _)| *at != fold.function()) {
        let outer = ends(layout, wire)?.1;
        let param = if at < bounds { fold.taken } else { at - bounds - 1 };
        let number = usize::from(at > bounds + fold.taken) * fold.sequence.indices();
        let inner = ends(layout, params[param + number])?.0;
        let direct = at > bounds + fold.taken;
        if direct != (outer == inner) || !direct && !by_bar(outer, inner, true) {
            return Err(format!("operand {at} of a loop does not meet its parameter: {outer:?} {inner:?}"));
        }
    }
    for (at, &wire) in edge.targets().iter().enumerate() {
        if at == fold.state && fold.sequence.counts() {
            continue;
        }
        let outer = ends(layout, wire)?.0;
        let is_left = at >= fold.before_left();
        let result = if is_left { at - fold.before_left() + fold.state } else { at };
        let inner = ends(layout, region.outputs()[result])?.1;
        if is_left == (outer == inner) || is_left && !by_bar(outer, inner, false) {
            return Err(format!("result {at} of a loop does not come from its function: {outer:?} {inner:?}"));
        }
    }
    // One way back, for each value of the state, around the bubble.
    let back =
        marks().filter_map(|mark| if let Mark::Back { from, way, to } = mark { Some((from, way, to)) } else { None });
    let back: Vec<_> = back.collect();
    if back.len() != usize::from(fold.state > 0) {
        return Err("the state of a loop has no way back".into());
    }
    for (from, way, to) in back {
        let on = |points: &[Point], wires: &[WireId], upper: bool| {
            points.len() == fold.state
                && points.iter().zip(wires).all(|(point, &wire)| {
                    ends(layout, wire).is_ok_and(|ends| same(point.x, if upper { ends.0.x } else { ends.1.x }))
                })
        };
        let within = way.iter().all(|&point| figure.place.has_within(point) && !bubble.place.has_within(point));
        let state = &params[fold.params_before_state()..];
        if !within || !on(from, region.outputs(), false) || !on(to, &state[..fold.state], true) {
            return Err(format!("the way of the state is wrong: {way:?}"));
        }
    }
    Ok(())
}

/// Interfaces and ports are in order, and captured wires go straight on into their bubbles.
fn ports(net: &Hypernet, layout: &Layout) -> Result<(), String> {
    let ends = |wire| ends(layout, wire);
    let mut rows: Vec<Vec<Point>> = Vec::new();
    let mut levels = vec![Level::Outermost];
    for figure in &layout.figures {
        let edge = net.edge(figure.edge);
        let is_loop = figure.shape == Shape::Loop;
        let mut row = Vec::new();
        for &wire in edge.sources().iter().filter(|_| !is_loop) {
            row.push(ends(wire)?.1);
        }
        if matches!(figure.shape, Shape::Bubble | Shape::Frame(_)) {
            levels.push(Level::Inside(figure.edge));
        }
        if figure.shape == Shape::Bubble {
            for (&outer, &inner) in edge.sources().iter().zip(net.region(Level::Inside(figure.edge)).inputs()) {
                if ends(outer)?.1 != ends(inner)?.0 {
                    return Err("a captured wire does not go on inside".into());
                }
            }
        }
        rows.push(row);
        let is_held = holder(layout, figure).is_some();
        if !matches!(figure.shape, Shape::Copy | Shape::Loop) && !is_held {
            rows.push(edge.targets().iter().map(|&wire| ends(wire).map(|ends| ends.0)).collect::<Result<_, _>>()?);
        }
    }
    for level in levels {
        let region = net.region(level);
        rows.push(region.inputs().iter().map(|&wire| ends(wire).map(|ends| ends.0)).collect::<Result<_, _>>()?);
        rows.push(region.outputs().iter().map(|&wire| ends(wire).map(|ends| ends.1)).collect::<Result<_, _>>()?);
    }
    for row in rows {
        if row.windows(2).any(|pair| pair[0].x >= pair[1].x) {
            return Err(format!("ports out of order: {row:?}"));
        }
    }
    Ok(())
}

fn all_options() -> [Options; 2] {
    [Options::default(), Options { types: true, names: true, ..Options::default() }]
}

proptest! {
    #![proptest_config(testing::config(16))]

    #[test]
    fn random_nets_are_readable(net in testing::net()) {
        for options in all_options() {
            prop_assert_eq!(check(&net, &options).err(), None);
        }
    }

    #[test]
    fn adjoints_of_random_nets_are_readable(net in testing::real_net(2)) {
        if let Ok(adjoint) = crate::adjoint::adjoint(&net) {
            prop_assert_eq!(check(&adjoint, &Options::default()).err(), None);
        }
    }

    #[test]
    fn adjoints_of_random_loops_are_readable(net in testing::reals_net_with_loops(2, 1)) {
        prop_assert_eq!(check(&net, &Options::default()).err(), None);
        let mut gradient = crate::adjoint::value_and_gradient(&net).expect("one real output");
        prop_assert_eq!(check(&gradient, &Options::default()).err(), None);
        crate::simplify::simplify(&mut gradient);
        prop_assert_eq!(check(&gradient, &Options::default()).err(), None);
    }

    #[test]
    fn drawings_are_well_formed(net in testing::net()) {
        for options in all_options() {
            let image = svg(&net, &options);
            prop_assert!(roxmltree::Document::parse(&image).is_ok());
            let steps = [("a < b & \"c\"".to_owned(), net.clone()), (String::new(), net.clone())];
            let image = derivation(&steps, &options);
            let document = roxmltree::Document::parse(&image);
            prop_assert!(document.is_ok());
            let found = document.iter().flat_map(|document| document.descendants()).any(|node| node.text() == Some("a < b & \"c\""));
            prop_assert!(found);
        }
    }
}

/// The paper's example: `let mul = |y| x * y; mul(x) + x`.
fn paper() -> Hypernet {
    let build = || {
        let mut b = Builder::new();
        let x = b.input(Type::f64(), Some("x"));
        b.open();
        let y = b.input(Type::f64(), Some("y"));
        let product = b.primitive(Primitive::Mul, &[x, y])?;
        let mul = b.close(&[product])?;
        let called = b.eval(mul, &[x])?[0];
        let sum = b.primitive(Primitive::Add, &[called, x])?;
        b.finish(&[sum])
    };
    build().expect("the example is well-typed")
}

#[test]
fn the_example_of_the_paper_has_no_crossings() {
    let layout = check(&paper(), &Options::default()).expect("readable");
    let shapes: Vec<Shape> = layout.figures.iter().map(|figure| figure.shape).collect();
    for (shape, count) in [(Shape::Bubble, 1), (Shape::Copy, 2), (Shape::Eval, 1), (Shape::Box, 2)] {
        assert_eq!(shapes.iter().filter(|&&other| other == shape).count(), count, "{shape:?}");
    }
    let texts: Vec<&str> = layout.texts.iter().map(|text| text.text.as_str()).collect();
    for text in ["x", "y", "×", "+"] {
        assert!(texts.contains(&text), "{text}");
    }
    // Stems that do not cross: of any two that begin at one height in one order, none changes it further down.
    let polyline = |k: usize| -> Vec<Point> { layout.stems[k].curves.iter().flat_map(along).collect() };
    for a in 0..layout.stems.len() {
        for b in 0..a {
            let (a, b) = (polyline(a), polyline(b));
            for s in a.windows(2) {
                for t in b.windows(2) {
                    assert!(!cross(s, t), "{s:?} {t:?}");
                }
            }
        }
    }
}

/// Whether two segments cross in their insides.
fn cross(s: &[Point], t: &[Point]) -> bool {
    let side = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    side(s[0], s[1], t[0]) * side(s[0], s[1], t[1]) < -1e-6 && side(t[0], t[1], s[0]) * side(t[0], t[1], s[1]) < -1e-6
}

/// A frame around an operation that takes and gives so many reals, where the wires around are others.
fn framed(net: &mut Hypernet, level: Level, frame: Frame, inner: (usize, usize), outer: (usize, usize)) -> EdgeId {
    let types = |count: usize| vec![Type::f64(); count];
    let sources = (0..outer.0).map(|_| net.add_input(level, Type::f64(), None)).collect();
    let (edge, targets) = net.add_edge_with_targets(level, Label::Frame(frame), sources, types(outer.1));
    for wire in targets {
        net.push_output(level, wire);
    }
    let inside = Level::Inside(edge);
    let sources = (0..inner.0).map(|_| net.add_input(inside, Type::f64(), None)).collect();
    let foreign = Foreign { name: "…".into(), id: 0, inputs: types(inner.0), outputs: types(inner.1) };
    let label = Label::Operation(Operation::Foreign(foreign.into()));
    let (_, targets) = net.add_edge_with_targets(inside, label, sources, types(inner.1));
    for wire in targets {
        net.push_output(inside, wire);
    }
    edge
}

#[test]
fn frames_hold_nets_of_another_interface() {
    for frame in [Frame::Adjoint, Frame::Forward, Frame::Reverse] {
        for inner in [(0, 1), (1, 1), (2, 1), (1, 3)] {
            for outer in [(0, 0), (2, 1), (1, 1), (7, 4)] {
                let mut net = Hypernet::new();
                let edge = framed(&mut net, Level::Outermost, frame, inner, outer);
                framed(&mut net, Level::Inside(edge), Frame::Reverse, (1, 1), (3, 1));
                for options in all_options() {
                    let layout = check(&net, &options).expect("readable");
                    assert_eq!(layout.figures[0].shape, Shape::Frame(frame));
                }
            }
        }
    }
}

#[test]
fn every_step_to_the_adjoint_is_readable() {
    let mut seen = Vec::new();
    crate::adjoint::adjoint_observed(&paper(), &mut |_, net| {
        for options in all_options() {
            let layout = check(net, &options).expect("readable");
            seen.extend(layout.figures.iter().map(|figure| figure.shape));
        }
    })
    .expect("the example has an adjoint");
    for frame in [Frame::Adjoint, Frame::Forward, Frame::Reverse] {
        assert!(seen.contains(&Shape::Frame(frame)), "{frame}");
    }
}

/// `for i in first..end { sum = sin(sum * x) }`: a recurrence that leaves a tape in its adjoint.
fn recurrence() -> Hypernet {
    let build = || {
        let mut b = Builder::new();
        let index = Type::discrete("usize");
        let bounds = ["first", "end"].map(|name| b.input(index.clone(), Some(name)));
        let [x, sum] = ["x", "sum"].map(|name| b.input(Type::f64(), Some(name)));
        b.open_branch();
        let _ = b.input(index, Some("i"));
        let before = b.input(Type::f64(), Some("sum"));
        let product = b.primitive(Primitive::Mul, &[before, x])?;
        let sine = b.primitive(Primitive::Sin, &[product])?;
        let body = b.close_branch(&[sine])?;
        let after = b.fold(Sequence::UPWARDS, &bounds, &[sum], body)?;
        b.finish(&after)
    };
    build().expect("the loop is well-typed")
}

#[test]
fn loops_hold_what_each_turn_does() {
    let net = recurrence();
    let adjoint = crate::adjoint::adjoint(&net).expect("it has an adjoint");
    let mut gradient = crate::adjoint::value_and_gradient(&net).expect("it has one result");
    crate::simplify::simplify(&mut gradient);
    for (net, loops, taken) in [(&net, 1, false), (&adjoint, 2, true), (&gradient, 2, true)] {
        for options in all_options() {
            let layout = check(net, &options).expect("readable");
            let held = layout.figures.iter().filter(|figure| holder(&layout, figure).is_some());
            assert_eq!(held.count(), loops);
            // From one loop to the other.
            let tapes: Vec<_> = layout.stems.iter().filter(|stem| stem.strand == Strand::Tape).collect();
            assert_eq!(!tapes.is_empty(), taken);
            let is_loop = |end: Option<usize>| end.is_some_and(|end| layout.figures[end].shape == Shape::Loop);
            assert!(tapes.iter().all(|tape| is_loop(tape.ends.0) || is_loop(tape.ends.1)), "{tapes:?}");
            let texts: Vec<&str> = layout.texts.iter().map(|text| text.text.as_str()).collect();
            assert!(texts.contains(&"fold") && texts.contains(&"fold ↓") == taken, "{texts:?}");
        }
    }
}

#[test]
fn every_step_to_the_adjoint_of_a_loop_is_readable() {
    crate::adjoint::adjoint_observed(&recurrence(), &mut |_, net| {
        check(net, &Options::default()).expect("readable");
    })
    .expect("the loop has an adjoint");
}

#[test]
fn text_is_escaped_and_cut_off() {
    let mut b = Builder::new();
    let name = format!("<T as Trait<'a>>::call::<\"&\u{0}\"{}>", "x".repeat(90));
    let foreign = Foreign { name: name.as_str().into(), id: 0, inputs: Vec::new(), outputs: vec![Type::f64()] };
    let result = b.op1(Operation::Foreign(foreign.into()), &[]).expect("takes nothing");
    b.name(result, "a&b<c>");
    let net = b.finish(&[result]).expect("well-typed");
    check(&net, &Options::default()).expect("readable");
    let image = svg(&net, &Options::default());
    let document = roxmltree::Document::parse(&image).expect("well-formed");
    let texts: Vec<&str> =
        document.descendants().filter(roxmltree::Node::is_element).filter_map(|node| node.text()).collect();
    assert!(texts.iter().any(|text| text.starts_with("<T as Trait<'a>>") && text.ends_with('…')), "{texts:?}");
    assert!(texts.contains(&"a&b<c>"));
}

#[test]
fn the_empty_net_and_wires_alone_are_drawn() {
    check(&Hypernet::new(), &Options::default()).expect("readable");
    let mut b = Builder::new();
    let inputs: Vec<_> = ["a", "b", "c"].iter().map(|name| b.input(Type::f64(), Some(name))).collect();
    let net = b.finish(&[inputs[2], inputs[0], inputs[1], inputs[0]]).expect("well-typed");
    let layout = check(&net, &Options::default()).expect("readable");
    assert!(net.inputs().iter().all(|&wire| matches!(net.wire(wire).producer(), Producer::Input(_))));
    // Names stand where the wires begin; what is one wire from top to bottom is not named twice.
    let named = |name: &str| layout.texts.iter().filter(|text: &&Text| text.text == name).count();
    assert_eq!(named("c"), 1);
}

#[test]
fn many_operations_take_little_time() {
    let mut b = Builder::new();
    let mut values = vec![b.input(Type::f64(), Some("x"))];
    for k in 0..400 {
        let (i, j) = (values.len() - 1, values.len() - 1 - k % values.len().min(7));
        values.push(b.primitive(Primitive::Mul, &[values[i], values[j]]).expect("reals"));
    }
    let last = values[values.len() - 1];
    let net = b.finish(&[last]).expect("well-typed");
    let begin = std::time::Instant::now();
    let layout = Layout::new(&net, &Options::default());
    assert!(layout.figures.iter().all(|figure: &Figure| figure.parent.is_none()));
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

//! Whether an array is overwritten after a call has looked at it.

use hypernet::ids::IdSet;
use hypernet::{ArrayOp, Consumer, EdgeId, Form, Gives, Hypernet, Label, Level, Operation, Producer, Type, WireId};

/// The arrays to which something is written after a look at them, or which are elsewhere in the next turn of a loop, as far as that can
/// be followed: through loops, branches and closures. Where it cannot be followed, it may be. They are given where they are looked at.
/// So are those that the function gives away: so many outputs of the net are its result.
pub(crate) fn written_after_looks(net: &Hypernet, results: usize) -> Vec<WireId> {
    let looks = |id: &EdgeId| {
        let edge = net.edge(*id);
        matches!(edge.operation(), Some(Operation::Array(ArrayOp::Look, _))) && is_taken(net, edge.targets()[1])
    };
    let looked = net.edge_ids().filter(looks).map(|id| net.edge(id).targets()[0]);
    looked.filter(|&array| is_written_after(net, array, results)).collect()
}

fn is_written_after(net: &Hypernet, array: WireId, results: usize) -> bool {
    let mut pending = vec![array];
    let mut seen = IdSet::new();
    while let Some(wire) = pending.pop() {
        if !seen.insert(wire) {
            continue;
        }
        match net.wire(wire).consumer() {
            Consumer::Open => {}
            Consumer::Output(port) => match around(net, net.wire(wire).level(), port as usize) {
                // What comes out of a turn or a branch where something else may have come in is not there any more.
                _ if !stays(net, net.wire(wire).level(), port as usize) => return true,
                // One look at what comes out of branches is one at it inside, if no branch writes to it.
                _ if is_written_in_branches(net, net.wire(wire).level(), port as usize) => return true,
                _ if net.wire(wire).level() == Level::Outermost && (port as usize) < results => return true,
                Some(after) => pending.extend(after),
                None => return true,
            },
            Consumer::Source(id, port) => {
                let edge = net.edge(id);
                if let Some(Operation::Array(op, _)) = edge.operation() {
                    if op.writes(port as usize) || op.moves(port as usize) {
                        return true;
                    }
                    pending.extend(op.same(port as usize).map(|result| edge.targets()[result]));
                    continue;
                }
                let within = inside(net, id, port as usize);
                if within.is_empty() {
                    // It becomes a part of a struct, or the callee's.
                    if is_moved(net, id, port as usize) {
                        return true;
                    }
                    if net.changed(id).iter().any(|(taken, _)| *taken == port as usize) {
                        return true;
                    }
                    pending.extend(handed_on(net, id, port as usize));
                } else {
                    // It comes out of the loop or the branches where it comes out of their functions.
                    pending.extend(within);
                }
            }
        }
    }
    false
}

/// Whether the array that a turn of a loop, or branches, give here is the one that they have taken: in a loop the same value of the
/// state, in branches the same argument of both.
fn stays(net: &Hypernet, level: Level, port: usize) -> bool {
    let Level::Inside(abstraction) = level else { return true };
    let Some(run) = runs(net, abstraction) else { return true };
    came_in(net, run, port).is_some()
}

/// Whether branches write to the array that they give here.
fn is_written_in_branches(net: &Hypernet, level: Level, port: usize) -> bool {
    let Level::Inside(abstraction) = level else { return false };
    let Some(run) = runs(net, abstraction) else { return false };
    if !matches!(net.edge(run).operation(), Some(Operation::Cond(..))) {
        return false;
    }
    came_in(net, run, port).is_none_or(|source| inside(net, run, source).into_iter().any(|wire| is_written(net, wire)))
}

/// Whether something is written to an array up to the end of its level.
fn is_written(net: &Hypernet, array: WireId) -> bool {
    let mut pending = vec![array];
    while let Some(wire) = pending.pop() {
        let Consumer::Source(id, port) = net.wire(wire).consumer() else { continue };
        let (edge, port) = (net.edge(id), port as usize);
        if let Some(Operation::Array(op, _)) = edge.operation() {
            if op.writes(port) || op.moves(port) {
                return true;
            }
            pending.extend(op.same(port).map(|result| edge.targets()[result]));
            continue;
        }
        let within = inside(net, id, port);
        if within.is_empty() && net.changed(id).iter().any(|(taken, _)| *taken == port) {
            return true;
        }
        if within.into_iter().any(|inner| is_written(net, inner)) {
            return true;
        }
        let handed = handed_on(net, id, port);
        if handed.is_empty() {
            pending.extend(edge.targets().iter().filter(|&&after| came_from(net, id, after) == Some(port)));
        } else {
            pending.extend(handed);
        }
    }
    false
}

/// The source of a loop, of branches or of a function of the net's that this result is, if it is one.
fn came_from(net: &Hypernet, id: EdgeId, result: WireId) -> Option<usize> {
    let port = net.edge(id).targets().iter().position(|&wire| wire == result)?;
    net.wire(result).ty().is_array().then(|| came_in(net, id, port)).flatten()
}

/// The source of a loop or of branches that is the array that they give here.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else runs functions on arrays")]
fn came_in(net: &Hypernet, run: EdgeId, port: usize) -> Option<usize> {
    let edge = net.edge(run);
    let input = |function: WireId| {
        let Producer::Target(abstraction, _) = net.wire(function).producer() else { return None };
        let output = *net.region(Level::Inside(abstraction)).outputs().get(port)?;
        before(net, output)?.checked_sub(net.edge(abstraction).sources().len())
    };
    match edge.operation()? {
        Operation::Fold(fold) => {
            let at = input(edge.sources()[fold.function()])?;
            (at == fold.params_before_state() + port).then_some(fold.before_state() + port)
        }
        Operation::Cond(..) => {
            let [first, second] = [1, 2].map(|at| input(edge.sources()[at]));
            (first == second).then_some(3 + first?)
        }
        _ => None,
    }
}

/// The input of its level that an array came in by.
fn before(net: &Hypernet, mut wire: WireId) -> Option<usize> {
    loop {
        let (id, port) = match net.wire(wire).producer() {
            Producer::Input(port) => return Some(port as usize),
            Producer::Target(edge, port) => (edge, port as usize),
            Producer::Open => return None,
        };
        let edge = net.edge(id);
        wire = match edge.operation() {
            // What is left of an array after a part has been taken out is joined with that again.
            Some(Operation::Array(ArrayOp::Join(_) | ArrayOp::JoinField(_), _)) => edge.sources()[1],
            Some(Operation::Array(op, _)) => match op.gives(port) {
                Gives::Same(operand) | Gives::Changed(operand) => edge.sources()[operand],
                Gives::New | Gives::Other => return None,
            },
            Some(Operation::Fold(_) | Operation::Cond(..)) => edge.sources()[came_in(net, id, port)?],
            _ => {
                if let Some(function) = called(net, id) {
                    let output = *net.region(Level::Inside(function)).outputs().get(port)?;
                    wire = edge.sources()[1 + before(net, output)?.checked_sub(net.edge(function).sources().len())?];
                    continue;
                }
                let (taken, _) =
                    net.handed_on(id).into_iter().chain(net.changed(id)).find(|(_, given)| *given == port)?;
                edge.sources()[taken]
            }
        };
    }
}

/// Whether a function takes this look: not where it is looked at for its bounds alone.
fn is_taken(net: &Hypernet, look: WireId) -> bool {
    let mut pending = vec![look];
    while let Some(wire) = pending.pop() {
        match net.wire(wire).consumer() {
            Consumer::Open => {}
            Consumer::Output(_) => return true,
            Consumer::Source(id, _) => match net.edge(id).label() {
                Label::Copy => pending.extend(net.edge(id).targets()),
                // The host looks at it in the forward pass alone.
                Label::Discard | Label::Operation(Operation::Foreign(_)) => {}
                Label::Operation(Operation::Array(ArrayOp::Part(_) | ArrayOp::PartField(_), _)) => {
                    pending.push(net.edge(id).targets()[0]);
                }
                // So does a call that keeps what it needs.
                Label::Eval if net.function_of_host(id).is_some_and(|function| function.ty.keeps) => {}
                Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => return true,
            },
        }
    }
    false
}

/// Whether an array goes into something else here, or to a function of the host that owns it from then on.
fn is_moved(net: &Hypernet, id: EdgeId, port: usize) -> bool {
    match net.edge(id).label() {
        Label::Operation(_) => true,
        Label::Eval => {
            net.function_of_host(id).is_some()
                && net.handed_on(id).into_iter().chain(net.changed(id)).all(|(taken, _)| taken != port)
        }
        Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => false,
    }
}

/// The function of the net's that an edge calls.
fn called(net: &Hypernet, id: EdgeId) -> Option<EdgeId> {
    let edge = net.edge(id);
    if *edge.label() == Label::Eval { definition(net, edge.sources()[0]) } else { None }
}

/// What a call gives of an array that it takes: of a function that is not known, that may be each array.
fn handed_on(net: &Hypernet, id: EdgeId, port: usize) -> Vec<WireId> {
    let edge = net.edge(id);
    if *edge.label() == Label::Eval && net.function_of_host(id).is_none() {
        // What comes in behind the order of effects comes out behind it, in the same order.
        let behind = |wires: &[WireId]| {
            let world = wires.iter().position(|&wire| *net.wire(wire).ty() == Type::World)?;
            Some((world + 1, wires.len() - world - 1))
        };
        if let (Some((first, count)), Some((given, same))) = (behind(edge.sources()), behind(edge.targets()))
            && count == same
            && port >= first
        {
            return vec![edge.targets()[given + port - first]];
        }
        return edge.targets().iter().copied().filter(|&wire| net.wire(wire).ty().is_array()).collect();
    }
    let handed = net.handed_on(id).into_iter().find(|(taken, _)| *taken == port);
    handed.map(|(_, given)| edge.targets()[given]).into_iter().collect()
}

/// The abstraction that a function is, if it is one of the net's.
fn definition(net: &Hypernet, mut function: WireId) -> Option<EdgeId> {
    loop {
        function = net.root(function);
        match net.wire(function).producer() {
            Producer::Target(edge, port) => match net.edge(edge).label() {
                Label::Abstraction => return Some(edge),
                // A function that a function of the net gives.
                Label::Eval => {
                    let giving = definition(net, net.edge(edge).sources()[0])?;
                    function = *net.region(Level::Inside(giving)).outputs().get(port as usize)?;
                }
                Label::Copy | Label::Discard | Label::Operation(_) | Label::Frame(_) => return None,
            },
            Producer::Input(port) => {
                let Level::Inside(abstraction) = net.wire(function).level() else { return None };
                function = outside(net, abstraction, port as usize)?;
            }
            Producer::Open => return None,
        }
    }
}

/// What this input of an abstraction is outside: what it captured, or what the loop or the branches that run it take.
fn outside(net: &Hypernet, abstraction: EdgeId, port: usize) -> Option<WireId> {
    let captured = net.edge(abstraction).sources();
    let Some(param) = port.checked_sub(captured.len()) else { return captured.get(port).copied() };
    let run = runs(net, abstraction)?;
    let before = if let Operation::Fold(fold) = net.edge(run).operation()? {
        fold.before_state() - fold.params_before_state()
    } else {
        3
    };
    net.edge(run).sources().get(param + before).copied()
}

/// The loop or the branches that run the function of an abstraction.
fn runs(net: &Hypernet, abstraction: EdgeId) -> Option<EdgeId> {
    let (id, port) = net.consumer_edge(net.edge(abstraction).targets()[0])?;
    let is_run = net.edge(id).operation().is_some_and(|operation| operation.nature().runs.contains(&port));
    is_run.then_some(id)
}

/// The calls of a function of the net's; none if it goes where it cannot be followed. Where it is given to a function of the host, the
/// arrays that it takes are the host's.
fn calls(net: &Hypernet, function: WireId) -> Option<Vec<EdgeId>> {
    let (mut pending, mut found) = (vec![function], Vec::new());
    while let Some(wire) = pending.pop() {
        match net.wire(wire).consumer() {
            Consumer::Open => {}
            // It is given to who calls the function around.
            Consumer::Output(port) => {
                let Level::Inside(around) = net.wire(wire).level() else { return None };
                if runs(net, around).is_some() {
                    return None;
                }
                let given = calls(net, net.edge(around).targets()[0])?;
                pending.extend(given.into_iter().filter_map(|id| net.edge(id).targets().get(port as usize).copied()));
            }
            Consumer::Source(id, port) => match net.edge(id).label() {
                Label::Copy => pending.extend(net.edge(id).targets()),
                Label::Discard | Label::Operation(Operation::View(Form::Crossing(_), _)) => {}
                Label::Abstraction => pending.push(net.region(Level::Inside(id)).inputs()[port as usize]),
                Label::Eval if port == 0 => found.push(id),
                Label::Operation(Operation::Cond(..) | Operation::Fold(_)) => {
                    let within = inside(net, id, port as usize);
                    if within.is_empty() {
                        return None;
                    }
                    pending.extend(within);
                }
                Label::Eval | Label::Operation(_) | Label::Frame(_) => return None,
            },
        }
    }
    Some(found)
}

/// The inputs that this source of an edge is, in the functions that it runs.
fn inside(net: &Hypernet, id: EdgeId, port: usize) -> Vec<WireId> {
    let edge = net.edge(id);
    if *edge.label() == Label::Eval {
        let Some(function) = definition(net, edge.sources()[0]) else { return Vec::new() };
        let at = net.edge(function).sources().len() + port - 1;
        return net.region(Level::Inside(function)).inputs().get(at).copied().into_iter().collect();
    }
    let (functions, before) = match edge.operation() {
        Some(Operation::Cond(..)) => (&edge.sources()[1..3], 3),
        Some(Operation::Fold(fold)) => {
            let function = fold.function();
            (&edge.sources()[function..=function], fold.before_state() - fold.params_before_state())
        }
        _ => return Vec::new(),
    };
    let input = |&function: &WireId| {
        let Producer::Target(abstraction, _) = net.wire(function).producer() else { return None };
        let captured = net.edge(abstraction).sources().len();
        let at = captured + port.checked_sub(before)?;
        net.region(Level::Inside(abstraction)).inputs().get(at).copied()
    };
    functions.iter().filter_map(input).collect()
}

/// What this output of a function is to the loop, the branches or the calls that run it: a result, and the state of the next turn. None
/// if it is not known what runs it.
fn around(net: &Hypernet, level: Level, port: usize) -> Option<Vec<WireId>> {
    let Level::Inside(abstraction) = level else { return Some(Vec::new()) };
    let run = runs(net, abstraction);
    let after = |id: EdgeId| net.edge(id).targets().get(port).copied();
    match run.and_then(|id| net.edge(id).operation()) {
        Some(Operation::Cond(..)) => Some(run.and_then(after).into_iter().collect()),
        Some(Operation::Fold(fold)) => {
            let at = net.edge(abstraction).sources().len() + fold.params_before_state() + port;
            let next = net.region(Level::Inside(abstraction)).inputs().get(at).copied();
            Some(run.and_then(after).into_iter().chain(next).collect())
        }
        _ => Some(calls(net, net.edge(abstraction).targets()[0])?.into_iter().filter_map(after).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::written_after_looks;

    fn found(body: &str) -> bool {
        let text = format!(
            "net (a: Array<f64>, b: Array<f64>, i: #usize, x: f64, c: #bool) -> [Array<f64>, Array<f64>] {{\n{body}\n}}"
        );
        !written_after_looks(&text.parse().expect("it is a net"), 0).is_empty()
    }

    #[test]
    fn a_write_after_a_look() {
        assert!(found(
            "a.1, l = look a\ng = function g@0: [Look<f64>] -o[] [f64]\ns = eval g, l\ndiscard s\ndiscard c\na.2 = set a.1, i, x\nreturn a.2, b"
        ));
        assert!(!found("a.1 = set a, i, x\na.2, l = look a.1\ndiscard l\ndiscard c\nreturn a.2, b"));
        let other = "a.1, l = look a\ng = function g@0: [Look<f64>] -o[] [f64]\ns = eval g, l\ndiscard s\ndiscard c\nb.1 = set b, i, x\nreturn a.1, b.1";
        assert!(!found(other));
        // Where nobody takes the look, it is none.
        assert!(!found("a.1, l = look a\ndiscard l\ndiscard c\na.2 = set a.1, i, x\nreturn a.2, b"));
    }

    /// A closure that looks at what it is given, and is called; then something is written.
    #[test]
    fn a_write_after_a_call_of_a_closure() {
        let closure = |written: &str| {
            format!(
                "f = abstraction (p: Array<f64>) -> [Array<f64>] {{\np.1, l = look p\ng = function g@0: [Look<f64>] -o[] [f64]\n\
                 s = eval g, l\ndiscard s\nreturn p.1\n}}\na.1 = eval f, a\ndiscard c\n{written}"
            )
        };
        assert!(found(&closure("a.2 = set a.1, i, x\nreturn a.2, b")));
        assert!(!found(&closure("b.1 = set b, i, x\nreturn a.1, b.1")));
    }

    #[test]
    fn a_write_in_the_next_turn_of_a_loop() {
        let turn = |first: &str, second: &str| {
            format!(
                "discard c\nn = const 3: #usize\nf = abstraction (i: #usize, p: Array<f64>, q: Array<f64>, x: f64) -> [Array<f64>, Array<f64>, f64] {{\n\
                 x.1, x.2 = copy x\n{first} = set {second}, i, x.1\np.2, l = look p.1\ng = function g@0: [Look<f64>] -o[] [f64]\ns = eval g, l\ndiscard s\nreturn p.2, q.1, x.2\n}}\n\
                 a.1, b.1, x.1 = fold<[#usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, f64)> i, n, f, a, b, x\n\
                 discard x.1\nreturn a.1, b.1"
            )
        };
        assert!(found(&turn("p.1", "p").replace("q.1", "q")));
        assert!(!found(&turn("q.1", "q").replace("p.1", "p")));
    }
}

//! Which fields hold vectors and other arrays, as the methods say that change them or give an element: `self.times.push(t);`,
//! `self.times.last().unwrap()`.
//!
//! A struct of the user's own may have methods of these names. It has others beside them, or gives what those of arrays do not give;
//! where a function and its `impl` block show neither, it is taken for an array, and rustc says so if it is none.

use syn::{Block, Expr, ExprMethodCall, Stmt};

use super::noting::Uses;
use super::places::{EACH, Way};
use super::renaming;
use crate::input::fields::ELEMENT;
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_expr};
use crate::source::macros::look_at_arguments;
use crate::source::methods::ArrayMethod;
use crate::texts::TextSet;

/// What becomes of what an expression gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nothing.
    Dropped,
    /// It is asked whether it is there, or taken out of an option.
    Asked,
    /// Something else.
    Taken,
}

/// The method that changes an array or gives an element of it, to be changed or not, if this is one, as its name and the number of its arguments
/// say.
pub(super) fn of_array(call: &ExprMethodCall) -> Option<ArrayMethod> {
    let method = ArrayMethod::also_mut(&call.method.to_string(), call.args.len());
    method.filter(|method| method.writes() || method.gives_option())
}

impl Uses {
    /// Notes the fields that have such methods, but those that are shown to be structs.
    pub(super) fn look_at_vectors(&mut self, block: &Block, structs: &TextSet) {
        let (mut found, mut own) = (Vec::new(), Vec::new());
        in_statements(block, Use::Dropped, &mut |call, fits| {
            let Some((way, depth)) = self.array(&call.receiver) else { return };
            if !fits || structs.contains(&text(&way, depth)) {
                own.push((way, depth));
            } else {
                found.push(((way, depth), call.method.span()));
            }
        });
        for (array, span) in found {
            if !own.contains(&array) {
                let (way, depth) = array;
                self.others.retain(|other| *other != way);
                self.note(way, depth + 1, span);
            }
        }
    }
}

/// What stands behind so many indices at the end of a way, as the uses of fields are known by.
fn text((root, steps): &Way, depth: usize) -> String {
    let step = |text: String, step: &String| if step == EACH { text + ELEMENT } else { text + "." + step };
    let way = steps.iter().fold(renaming::written(root).to_owned(), step);
    way + &ELEMENT.repeat(depth - steps.iter().filter(|step| *step == EACH).count())
}

/// What is done with each call of such a method, and whether those of arrays give what is taken.
type Each<'e> = dyn FnMut(&ExprMethodCall, bool) + 'e;

fn in_statements(block: &Block, end: Use, each: &mut Each<'_>) {
    for (at, statement) in block.stmts.iter().enumerate() {
        match statement {
            Stmt::Local(local) => {
                let Some(init) = &local.init else { continue };
                look(&init.expr, if init.diverge.is_some() { Use::Asked } else { Use::Taken }, each);
                if let Some((_, diverge)) = &init.diverge {
                    look(diverge, Use::Dropped, each);
                }
            }
            Stmt::Expr(expr, semicolon) => {
                let is_end = semicolon.is_none() && at + 1 == block.stmts.len();
                look(expr, if is_end { end } else { Use::Dropped }, each);
            }
            Stmt::Macro(call) => look_at_arguments(&call.mac, &mut |argument| look(argument, Use::Taken, each)),
            Stmt::Item(_) => {}
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is in any other expression is used by it")]
fn look(expr: &Expr, becomes: Use, each: &mut Each<'_>) {
    match bare(expr) {
        Expr::Block(it) => in_statements(&it.block, becomes, each),
        Expr::Loop(it) => in_statements(&it.body, Use::Dropped, each),
        Expr::ForLoop(it) => {
            look(&it.expr, Use::Taken, each);
            in_statements(&it.body, Use::Dropped, each);
        }
        Expr::While(it) => {
            look(&it.cond, Use::Taken, each);
            in_statements(&it.body, Use::Dropped, each);
        }
        Expr::If(it) => {
            look(&it.cond, Use::Taken, each);
            in_statements(&it.then_branch, becomes, each);
            if let Some((_, other)) = &it.else_branch {
                look(other, becomes, each);
            }
        }
        Expr::Match(it) => {
            look(&it.expr, Use::Asked, each);
            for arm in &it.arms {
                look(&arm.body, becomes, each);
            }
        }
        Expr::Closure(it) => look(&it.body, Use::Dropped, each),
        Expr::Let(it) => look(&it.expr, Use::Asked, each),
        Expr::Try(it) => look(&it.expr, Use::Asked, each),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            if let Some(method) = of_array(call) {
                let fits = match becomes {
                    Use::Dropped => true,
                    Use::Asked => method.gives_option(),
                    Use::Taken => !method.gives_option() && !method.gives_nothing(),
                };
                each(call, fits);
            }
            let is_asked = matches!(
                name.as_str(),
                "unwrap" | "expect" | "unwrap_or" | "is_some" | "is_none" | "copied" | "cloned"
            );
            look(&call.receiver, if is_asked { Use::Asked } else { Use::Taken }, each);
            for argument in &call.args {
                look(argument, Use::Taken, each);
            }
        }
        Expr::Macro(call) => look_at_arguments(&call.mac, &mut |argument| look(argument, Use::Taken, each)),
        expr => in_expr(expr, &mut |part| match part {
            Part::Expr(part) => look(part, Use::Taken, each),
            Part::Block(block) => in_statements(block, Use::Taken, each),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }),
    }
}

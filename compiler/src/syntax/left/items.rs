//! Items inside of code, and how long its chains of operators are.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Block, Expr, ImplItem, Item, Stmt, TraitItem};

use super::Node;
use crate::source::inside::{Part, in_block, in_expr};

/// How many operators may stand behind one another in what is left as it is: it is written again from its syntax, which takes
/// a deep stack for a long sum.
const OPERATORS: usize = 3000;

/// The longest chain of operators.
#[derive(Default)]
struct Longest {
    length: usize,
    last: Option<Span>,
}

impl Longest {
    fn look(&mut self, part: &Part<'_>) {
        match *part {
            Part::Expr(expr) => {
                let (mut at, mut length) = (expr, 0);
                while let Expr::Binary(binary) = at {
                    length += 1;
                    at = &binary.left;
                }
                if length > self.length {
                    self.length = length;
                    self.last = if let Expr::Binary(binary) = expr { Some(binary.op.span()) } else { None };
                }
                in_expr(expr, &mut |part| self.look(&part));
            }
            Part::Block(block) => in_block(block, &mut |part| self.look(&part)),
            Part::Item(item) => self.item(item),
            Part::Macro(_) | Part::Unknown(_) => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other item has code in it")]
    fn item(&mut self, item: &Item) {
        match item {
            Item::Const(item) => self.look(&Part::Expr(&item.expr)),
            Item::Static(item) => self.look(&Part::Expr(&item.expr)),
            Item::Fn(item) => self.look(&Part::Block(&item.block)),
            Item::Impl(item) => {
                for item in &item.items {
                    match item {
                        ImplItem::Const(item) => self.look(&Part::Expr(&item.expr)),
                        ImplItem::Fn(item) => self.look(&Part::Block(&item.block)),
                        _ => {}
                    }
                }
            }
            Item::Trait(item) => {
                for item in &item.items {
                    match item {
                        TraitItem::Const(syn::TraitItemConst { default: Some((_, value)), .. }) => {
                            self.look(&Part::Expr(value));
                        }
                        TraitItem::Fn(syn::TraitItemFn { default: Some(block), .. }) => self.look(&Part::Block(block)),
                        _ => {}
                    }
                }
            }
            Item::Mod(item) => item.content.iter().flat_map(|(_, items)| items).for_each(|item| self.item(item)),
            _ => {}
        }
    }
}

/// The last operator of a chain that is too long to be left as it is.
pub(super) fn long(node: Node<'_>) -> Option<Span> {
    let mut longest = Longest::default();
    longest.look(&match node {
        Node::Expr(expr) => Part::Expr(expr),
        Node::Block(block) => Part::Block(block),
        Node::Macro(call) => Part::Macro(call),
    });
    longest.last.filter(|_| longest.length > OPERATORS)
}

/// The `static`s in a block, however deep: a function and its derivative would each have its own.
pub(in crate::syntax) fn statics(block: &Block, found: &mut Vec<Span>) {
    in_block(block, &mut |part| statics_of(&part, found));
}

fn statics_of(part: &Part<'_>, found: &mut Vec<Span>) {
    match part {
        Part::Expr(expr) => in_expr(expr, &mut |part| statics_of(&part, found)),
        Part::Block(block) => statics(block, found),
        Part::Item(item) => statics_of_item(item, found),
        Part::Macro(call) => {
            if let Some(last) = call.path.segments.last().filter(|last| last.ident == "thread_local") {
                found.push(last.ident.span());
            }
        }
        Part::Unknown(_) => {}
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other item has code in it")]
fn statics_of_item(item: &Item, found: &mut Vec<Span>) {
    match item {
        Item::Static(item) => found.push(item.static_token.span),
        Item::Macro(item) => statics_of(&Part::Macro(&item.mac), found),
        Item::Const(item) => statics_of(&Part::Expr(&item.expr), found),
        Item::Fn(item) => statics(&item.block, found),
        Item::Impl(item) => {
            for item in &item.items {
                match item {
                    ImplItem::Const(item) => statics_of(&Part::Expr(&item.expr), found),
                    ImplItem::Fn(item) => statics(&item.block, found),
                    ImplItem::Macro(item) => statics_of(&Part::Macro(&item.mac), found),
                    _ => {}
                }
            }
        }
        Item::Trait(item) => {
            for item in &item.items {
                match item {
                    TraitItem::Const(syn::TraitItemConst { default: Some((_, value)), .. }) => {
                        statics_of(&Part::Expr(value), found);
                    }
                    TraitItem::Fn(syn::TraitItemFn { default: Some(block), .. }) => statics(block, found),
                    TraitItem::Macro(item) => statics_of(&Part::Macro(&item.mac), found),
                    _ => {}
                }
            }
        }
        Item::Mod(item) => {
            item.content.iter().flat_map(|(_, items)| items).for_each(|item| statics_of_item(item, found));
        }
        _ => {}
    }
}

/// The names of values that the items of a block declare.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other item declares a value")]
pub(in crate::syntax) fn item_names(block: &Block) -> Vec<&Ident> {
    fn imported<'a>(tree: &'a syn::UseTree, names: &mut Vec<&'a Ident>) {
        match tree {
            syn::UseTree::Path(path) => imported(&path.tree, names),
            syn::UseTree::Name(name) => names.push(&name.ident),
            syn::UseTree::Rename(name) => names.push(&name.rename),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
            syn::UseTree::Glob(_) => {}
        }
    }
    let mut names = Vec::new();
    for statement in &block.stmts {
        let Stmt::Item(item) = statement else { continue };
        match item {
            Item::Const(item) => names.push(&item.ident),
            Item::Static(item) => names.push(&item.ident),
            Item::Fn(item) => names.push(&item.sig.ident),
            Item::Use(item) => imported(&item.tree, &mut names),
            _ => {}
        }
    }
    names
}

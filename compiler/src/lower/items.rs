//! Items that are declared in blocks. If a block is taken apart, its items move to the beginning of the emitted function. So nothing
//! outside of the block may have their names.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, ItemFn, Stmt, TraitItem, UseTree};

use super::Lowering;
use crate::diagnostic::{Diagnostic, refusal};
use crate::source::names::{is_upper, plain};
use crate::syntax::{Node, inline_names};
use crate::texts::TextMap;

impl Lowering<'_, '_> {
    /// What is refused of the items in blocks of the function that are not left whole, and of its macros.
    pub(super) fn misplaced(&self, written: &ItemFn) -> Vec<Diagnostic> {
        let mut refused = self.misplaced_macros();
        let items = self.function.items.iter();
        let mut items = items.filter(|(block, _)| *block != self.function.body && !self.is_covered(*block)).peekable();
        if items.peek().is_none() {
            return refused;
        }
        let everywhere = Counts::of(written.to_token_stream());
        for (block, item) in items {
            let Some(source) = self.function.source(*block) else { continue };
            let here = Counts::of(source.node.to_token_stream());
            let mut names = Names::default();
            names.of(item);
            let outside = |name: &&Ident| everywhere.alone(name) > here.alone(name);
            let called = |name: &&Ident| everywhere.all(name) > here.all(name);
            let named = names.own.iter().find(outside).or_else(|| names.methods.iter().find(called));
            if let Some(open) = names.open {
                refused.push(refusal::ITEM_OPEN.at(open));
            } else if let Some(name) = named {
                refused.push(refusal::ITEM_SCOPE.at(name));
            }
        }
        refused
    }

    /// The macros that use variables, and those whose place among the statements says what their name means.
    fn misplaced_macros(&self) -> Vec<Diagnostic> {
        let mut refused = Vec::new();
        let mut known: Vec<&Ident> = Vec::new();
        for (block, item) in &self.function.items {
            let Item::Macro(syn::ItemMacro { ident: Some(name), mac, .. }) = item else { continue };
            let covered = self.is_covered(*block);
            let Some(source) = self.function.source(*block) else { continue };
            // What a block left whole declares itself is there for its macros, too.
            let is_variable = |name: &Ident| {
                if covered {
                    self.function.scopes.at(source.start.moment, &plain(name)).is_some()
                } else {
                    self.function.scopes.has(name)
                }
            };
            if let Some(variable) = variable(mac.tokens.clone(), &is_variable) {
                refused.push(refusal::MACRO_VARIABLE.at(&variable));
            } else if !covered && (known.contains(&name) || is_named_before(source.node, name)) {
                refused.push(refusal::MACRO_SCOPE.at(name));
            }
            known.extend((!covered).then_some(name));
        }
        refused
    }
}

/// Whether the statements of a block name a macro before it is defined.
fn is_named_before(block: Node<'_>, name: &Ident) -> bool {
    let Node::Block(block) = block else { return false };
    let defines = |statement: &&Stmt| matches!(statement, Stmt::Item(Item::Macro(syn::ItemMacro { ident: Some(defined), .. })) if defined == name);
    let before = block.stmts.iter().take_while(|statement| !defines(statement));
    before.into_iter().any(|statement| Counts::of(statement.to_token_stream()).all(name) > 0)
}

/// The first name of a variable in the rules of a macro: no fragment of its own, and no field or method.
fn variable(tokens: TokenStream, is_variable: &impl Fn(&Ident) -> bool) -> Option<Ident> {
    // The groups that are open, and what stands before in each.
    let mut open = vec![(tokens.into_iter(), ' ')];
    while let Some((inside, before)) = open.last_mut() {
        match inside.next() {
            Some(TokenTree::Ident(name)) => {
                if !matches!(std::mem::replace(before, ' '), '$' | '.') && is_variable(&name) {
                    return Some(name);
                }
            }
            Some(TokenTree::Punct(punct)) => *before = punct.as_char(),
            Some(TokenTree::Group(group)) => {
                *before = ' ';
                open.push((group.stream().into_iter(), ' '));
            }
            Some(TokenTree::Literal(_)) => *before = ' ',
            None => {
                open.pop();
            }
        }
    }
    None
}

/// The names that an item declares.
#[derive(Default)]
struct Names {
    own: Vec<Ident>,
    /// The methods that it brings.
    methods: Vec<Ident>,
    /// What brings names that are not known, or methods.
    open: Option<TokenStream>,
}

impl Names {
    fn of(&mut self, item: &Item) {
        match item {
            Item::Const(item) if item.ident == "_" => {}
            Item::Const(item) => self.own.push(item.ident.clone()),
            Item::Enum(item) => self.own.push(item.ident.clone()),
            Item::Fn(item) => self.own.push(item.sig.ident.clone()),
            Item::Mod(item) => self.own.push(item.ident.clone()),
            Item::Static(item) => self.own.push(item.ident.clone()),
            Item::Struct(item) => self.own.push(item.ident.clone()),
            Item::Type(item) => self.own.push(item.ident.clone()),
            Item::Union(item) => self.own.push(item.ident.clone()),
            Item::Trait(item) => {
                self.own.push(item.ident.clone());
                for inner in &item.items {
                    if let TraitItem::Fn(method) = inner {
                        self.methods.push(method.sig.ident.clone());
                    }
                }
            }
            Item::Macro(syn::ItemMacro { ident: Some(ident), .. }) => self.own.push(ident.clone()),
            Item::Use(item) => self.imported(&item.tree),
            // It has no name, and counts everywhere.
            Item::Impl(_) => {}
            item @ (Item::ExternCrate(_)
            | Item::ForeignMod(_)
            | Item::Macro(_)
            | Item::TraitAlias(_)
            | Item::Verbatim(_)
            | _) => {
                self.open = Some(item.to_token_stream());
            }
        }
    }

    fn imported(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.imported(&path.tree),
            UseTree::Name(name) => self.name(&name.ident),
            UseTree::Rename(name) => self.name(&name.rename),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.imported(tree)),
            UseTree::Glob(glob) => self.open = Some(glob.to_token_stream()),
        }
    }

    /// An imported name: one with a capital may be a trait, which brings methods.
    fn name(&mut self, name: &Ident) {
        let text = plain(name);
        if text == "_" || is_upper(&text) && text.chars().any(char::is_lowercase) {
            self.open = Some(name.to_token_stream());
        }
        self.own.push(name.clone());
    }
}

/// How often tokens mention each name, those in texts included: alone, and behind `::` or `.`, where it is not that of an item.
#[derive(Default)]
struct Counts(TextMap<(usize, usize)>);

impl Counts {
    fn of(tokens: TokenStream) -> Self {
        let (mut pending, mut counts) = (vec![tokens], Self::default());
        while let Some(tokens) = pending.pop() {
            let mut behind = false;
            let mut colons = 0;
            for token in tokens {
                match token {
                    TokenTree::Ident(name) => counts.add(&name, behind),
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Literal(literal) => {
                        for name in inline_names(&literal.to_string()) {
                            counts.add(&name, false);
                        }
                    }
                    TokenTree::Punct(punct) => {
                        colons = if punct.as_char() == ':' { colons + 1 } else { 0 };
                        behind = colons == 2 || punct.as_char() == '.' && !behind;
                        continue;
                    }
                }
                (behind, colons) = (false, 0);
            }
        }
        counts
    }

    fn add(&mut self, name: &Ident, behind: bool) {
        let (alone, others) = self.0.entry(plain(name)).or_default();
        *(if behind { others } else { alone }) += 1;
    }

    fn alone(&self, name: &Ident) -> usize {
        self.0.get(&plain(name)).map_or(0, |(alone, _)| *alone)
    }

    fn all(&self, name: &Ident) -> usize {
        self.0.get(&plain(name)).map_or(0, |(alone, others)| alone + others)
    }
}

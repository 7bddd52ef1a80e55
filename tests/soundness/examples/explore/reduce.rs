//! Makes a program that is refused smaller: items, statements and parts of expressions are left out as long as it is a
//! program and is refused with the same message.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Block, Expr, File, ImplItem, Item, Stmt, TraitItem};

use crate::crates::{Module, Place};
use crate::verdict::{Verdict, refusal};

/// How many smaller programs are compiled at once.
const CANDIDATES: usize = 40;

/// A smaller program that is refused with the same message, if there is one.
pub(crate) fn reduced(place: &Place, text: &str, verdict: &Verdict) -> Option<String> {
    let mut file: File = syn::parse_str(text).ok()?;
    if !matches!(verdict, Verdict::Refused(_) | Verdict::Panics(_) | Verdict::DoesNotCompile(_)) {
        return None;
    }
    let mut smaller = false;
    'rounds: loop {
        let mut edits = edits(&mut file);
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.gain));
        for edits in edits.chunks(CANDIDATES) {
            let singles: Vec<File> = edits.iter().map(|edit| applied(&file, std::slice::from_ref(edit))).collect();
            let good = tried(place, &singles, verdict);
            let good: Vec<Edit> = good.into_iter().map(|index| edits[index]).collect();
            if good.is_empty() {
                continue;
            }
            // All of them, or as many as go together.
            let sets: Vec<File> = (0..good.len()).map(|last| applied(&file, &good[..=last])).collect();
            let most = tried(place, &sets, verdict).into_iter().max().unwrap_or(0);
            file = sets.into_iter().nth(most)?;
            smaller = true;
            continue 'rounds;
        }
        break;
    }
    smaller.then(|| prettyplease::unparse(&file))
}

/// Which of these are programs and are refused with this message.
fn tried(place: &Place, files: &[File], verdict: &Verdict) -> Vec<usize> {
    let texts: Vec<String> = files.iter().map(|file| file.to_token_stream().to_string()).collect();
    let by_macro = |text: &str| refusal(text).map(|found| found.group());
    let wanted = match verdict {
        Verdict::DoesNotCompile(_) => None,
        other => Some(other.group()),
    };
    let left = (0..files.len()).filter(|&index| by_macro(&texts[index]) == wanted);
    let plain: Vec<Module> =
        left.map(|index| Module { name: format!("plain_{index}"), text: without_attributes(&files[index]) }).collect();
    let main = |_: &[&Module]| "fn main() {}\n".to_owned();
    let errors = place.compile(&plain, main, true);
    let left = plain.iter().filter(|module| !errors.contains_key(&module.name));
    let left: Vec<usize> = left.filter_map(|module| module.name.strip_prefix("plain_")?.parse().ok()).collect();
    if wanted.is_some() {
        return left;
    }
    let emitted: Vec<Module> =
        left.iter().map(|&index| Module { name: format!("emitted_{index}"), text: texts[index].clone() }).collect();
    let errors = place.compile(&emitted, main, true);
    let same = |index: &usize| {
        let error = errors.get(&format!("emitted_{index}"));
        error.is_some_and(|error| Verdict::DoesNotCompile(error.clone()).group() == verdict.group())
    };
    left.into_iter().filter(same).collect()
}

fn without_attributes(file: &File) -> String {
    let mut file = file.clone();
    for item in &mut file.items {
        let attributes: &mut Vec<Attribute> = match item {
            Item::Fn(item) => &mut item.attrs,
            Item::Impl(item) => &mut item.attrs,
            Item::Trait(item) => &mut item.attrs,
            Item::Struct(item) => {
                let copy = item.attrs.iter().any(|attribute| attribute.to_token_stream().to_string().contains("Copy"));
                item.attrs = vec![if copy {
                    syn::parse_quote!(#[derive(Clone, Copy)])
                } else {
                    syn::parse_quote!(#[derive(Clone)])
                }];
                continue;
            }
            _ => continue,
        };
        attributes.clear();
    }
    file.to_token_stream().to_string()
}

/// A change that makes a program smaller.
#[derive(Clone, Copy)]
struct Edit {
    node: usize,
    alternative: usize,
    gain: usize,
}

/// All changes of one place.
fn edits(file: &mut File) -> Vec<Edit> {
    let mut editor = Editor::default();
    editor.visit_file_mut(file);
    editor.found
}

/// The program after these changes; what stands inside of another change is left out.
fn applied(file: &File, edits: &[Edit]) -> File {
    let mut file = file.clone();
    let wanted = edits.iter().map(|edit| (edit.node, edit.alternative)).collect();
    let mut editor = Editor { wanted, ..Editor::default() };
    editor.visit_file_mut(&mut file);
    file
}

/// Numbers the places of a program where something can be left out, and leaves out what is wanted.
#[derive(Default)]
struct Editor {
    next: usize,
    found: Vec<Edit>,
    wanted: BTreeMap<usize, usize>,
}

impl Editor {
    /// Whether this is kept; all places inside get their numbers all the same.
    fn kept<T: ToTokens>(&mut self, part: &mut T, visit: impl FnOnce(&mut Self, &mut T)) -> bool {
        let node = self.next;
        self.next += 1;
        self.found.push(Edit { node, alternative: 0, gain: length(part) });
        visit(self, part);
        !self.wanted.contains_key(&node)
    }

    fn keep<T: ToTokens>(&mut self, parts: &mut Vec<T>, visit: impl Fn(&mut Self, &mut T)) {
        let mut left_out = BTreeSet::new();
        for (index, part) in parts.iter_mut().enumerate() {
            if !self.kept(part, &visit) {
                left_out.insert(index);
            }
        }
        let mut index = 0;
        parts.retain(|_| {
            index += 1;
            !left_out.contains(&(index - 1))
        });
    }
}

impl VisitMut for Editor {
    fn visit_file_mut(&mut self, file: &mut File) {
        self.keep(&mut file.items, |editor, item: &mut Item| editor.visit_item_mut(item));
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        self.keep(&mut block.items, |editor, item: &mut ImplItem| editor.visit_impl_item_mut(item));
    }

    fn visit_item_trait_mut(&mut self, definition: &mut syn::ItemTrait) {
        self.keep(&mut definition.items, |editor, item: &mut TraitItem| editor.visit_trait_item_mut(item));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.keep(&mut block.stmts, |editor, statement: &mut Stmt| editor.visit_stmt_mut(statement));
    }

    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let node = self.next;
        self.next += 1;
        let whole = length(expr);
        let alternatives = alternatives(expr);
        for (alternative, smaller) in alternatives.iter().enumerate() {
            if let Some(gain) = whole.checked_sub(length(smaller)).filter(|gain| *gain > 0) {
                self.found.push(Edit { node, alternative, gain });
            }
        }
        syn::visit_mut::visit_expr_mut(self, expr);
        if let Some(&alternative) = self.wanted.get(&node) {
            *expr = alternatives[alternative].clone();
        }
    }
}

fn length(part: &impl ToTokens) -> usize {
    part.to_token_stream().to_string().len()
}

/// What may stand in the place of an expression.
fn alternatives(expr: &Expr) -> Vec<Expr> {
    struct Children(Vec<Expr>);
    impl<'ast> Visit<'ast> for Children {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            // Where it binds too weakly, tokens would read otherwise.
            self.0.push(match expr {
                Expr::Lit(_)
                | Expr::Path(_)
                | Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Field(_)
                | Expr::Paren(_)
                | Expr::Tuple(_)
                | Expr::Closure(_)
                | Expr::Block(_) => expr.clone(),
                _ => syn::parse_quote!((#expr)),
            });
        }
    }
    if matches!(expr, Expr::Lit(_) | Expr::Path(_)) {
        return Vec::new();
    }
    let mut children = Children(vec![syn::parse_quote!(1.0)]);
    syn::visit::visit_expr(&mut children, expr);
    children.0
}

//! Which variable a name stands for, now and at any moment of the check.
//!
//! Some code is left as it is. It is looked at after the check, when it is known what depends on what. So the check keeps the scopes
//! that it went through.

use hypernet::ids::IdMap;
use proc_macro2::Ident;

use super::VarId;
use crate::source::names::plain;
use crate::texts::TextMap;

/// A moment of the check: how many declarations and ends of scopes came before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Moment(u32);

/// The scope of one declaration.
#[derive(Debug)]
struct Declared {
    var: VarId,
    from: Moment,
    /// When its scope ends; none as long as it is open.
    until: Option<Moment>,
    /// The declaration of the same name that it hides.
    hides: Option<usize>,
}

/// All declarations, by their names.
#[derive(Default, Debug)]
pub(crate) struct Scopes {
    clock: u32,
    names: TextMap<Name>,
    /// The declarations whose scopes are open, the last one at the end.
    open: Vec<String>,
    /// The variables that stand for elements of arrays that may be changed: the array, and the number.
    elements: IdMap<VarId, [VarId; 2]>,
}

#[derive(Default, Debug)]
struct Name {
    declared: Vec<Declared>,
    /// The one that the name stands for now.
    now: Option<usize>,
}

impl Scopes {
    pub(super) fn now(&self) -> Moment {
        Moment(self.clock)
    }

    /// How many scopes of declarations are open.
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    /// Ends the scopes of all declarations but the first ones.
    pub(super) fn close(&mut self, keep: usize) {
        self.clock += 1;
        while self.open.len() > keep {
            let Some(text) = self.open.pop() else { break };
            let Some(name) = self.names.get_mut(&text) else { continue };
            let Some(at) = name.now else { continue };
            name.declared[at].until = Some(Moment(self.clock));
            name.now = name.declared[at].hides;
        }
    }

    pub(super) fn declare(&mut self, ident: &Ident, var: VarId) {
        self.clock += 1;
        let text = plain(ident);
        let name = self.names.entry(text.clone()).or_default();
        name.declared.push(Declared { var, from: Moment(self.clock), until: None, hides: name.now });
        name.now = Some(name.declared.len() - 1);
        self.open.push(text);
    }

    /// Lets a variable stand for an element of an array: that with this number.
    pub(super) fn declare_element(&mut self, var: VarId, array: VarId, number: VarId) {
        self.elements.insert(var, [array, number]);
    }

    /// The array and the number of the element that a variable stands for, if it does.
    pub(super) fn element(&self, var: VarId) -> Option<[VarId; 2]> {
        self.elements.get(&var).copied()
    }

    /// The variable that a name stands for now.
    pub(super) fn look_up(&self, ident: &Ident) -> Option<VarId> {
        let name = self.names.get(&plain(ident))?;
        Some(name.declared[name.now?].var)
    }

    /// Whether a variable has this name, anywhere.
    pub(crate) fn has(&self, ident: &Ident) -> bool {
        self.names.contains_key(&plain(ident))
    }

    /// The variable that a name stood for at a moment.
    pub(crate) fn at(&self, moment: Moment, name: &str) -> Option<VarId> {
        let declared = &self.names.get(name)?.declared;
        let mut at = declared.partition_point(|one| one.from <= moment).checked_sub(1)?;
        while declared[at].until.is_some_and(|until| until <= moment) {
            at = declared[at].hides?;
        }
        Some(declared[at].var)
    }
}

//! One value in several forms of the host language: `T -> T`.

use super::prelude::*;

/// A form that a value has in the host language. The calculus does not tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A reference to the value.
    Reference,
    /// A reference to a value that may be a function, for all that is known.
    OpenReference,
    /// The same as an argument of a call: what takes a reference to a number by value has the number.
    Passed,
    /// What the value, a reference, refers to.
    Referent,
    /// A copy of what the value refers to, if it is a reference.
    Copied,
    /// A clone of the value.
    Clone,
    /// The value, for who takes it: a clone if something else may still look at it.
    Second,
    /// The value itself, taken by who alone wants it whole: numbers in it are read before.
    Moved,
    /// The value, said to be of the type that has this number in the host.
    Said(u32),
    /// A function in the form that functions have between functions of the host, which know more of its parameters under this
    /// number.
    Crossing(u32),
}

impl Form {
    #[cfg(feature = "text")]
    fn word(self) -> (&'static str, u32) {
        match self {
            Self::Reference => ("reference", 0),
            Self::OpenReference => ("open_reference", 0),
            Self::Passed => ("passed", 0),
            Self::Referent => ("referent", 0),
            Self::Copied => ("copied", 0),
            Self::Clone => ("clone", 0),
            Self::Second => ("second", 0),
            Self::Moved => ("moved", 0),
            Self::Said(id) => ("said", id),
            Self::Crossing(id) => ("crossing", id),
        }
    }

    #[cfg(feature = "text")]
    fn by_word(word: &str, id: u32) -> Option<Self> {
        let forms = [
            Self::Reference,
            Self::OpenReference,
            Self::Passed,
            Self::Referent,
            Self::Copied,
            Self::Clone,
            Self::Second,
            Self::Moved,
            Self::Said(id),
            Self::Crossing(id),
        ];
        forms.into_iter().find(|form| form.word() == (word, id))
    }
}

pub(super) fn signature(_: &Form, ty: &Type) -> (Vec<Type>, Vec<Type>) {
    (vec![ty.clone()], vec![ty.clone()])
}

pub(super) fn fits(_: &Form, _: &Type, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(_: &mut Form, ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(ty);
}

pub(super) fn nature(form: &Form, _: &Type) -> Nature {
    let copying = match form {
        // Each copy of the reference is looked behind by itself: next to the reference made of it, both go.
        Form::Copied => Copying::Parts,
        Form::Reference
        | Form::OpenReference
        | Form::Passed
        | Form::Referent
        | Form::Clone
        | Form::Second
        | Form::Moved
        | Form::Said(_)
        | Form::Crossing(_) => Copying::Result,
    };
    Nature { effect: Effect::None, copying, runs: 0..0, linear: Linear::InNone }
}

/// The sensitivity goes through.
pub(super) fn derivative<'a>(_: &Form, _: &Type) -> Derivative<'a> {
    Derivative::Pullback(Pullback::moving(|moving| Ok(moving.sensitivity(0))))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(_: &Form, _: &Type, given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let [value] = operands(given)?;
    one(value)
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "view").then_some(Syntax::HOST)
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let (form, id, _) = written.host()?;
    Some(Operation::View(Form::by_word(form, id)?, written.ty()?.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(form: &Form, ty: &Type) -> Written {
    let (word, id) = form.word();
    let head = Head::Host { name: word.into(), id, list: false };
    Written { head, tail: Tail::Results(vec![ty.clone()]), ..Written::new("view", vec![ty.clone()]) }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(form: &Form, _: &Type) -> Symbol {
    Symbol::Box(
        match form {
            Form::Reference | Form::OpenReference | Form::Passed => "&",
            Form::Referent => "*",
            Form::Copied => "copied",
            Form::Clone | Form::Second => "clone",
            Form::Moved => "moved",
            Form::Said(_) => ":",
            Form::Crossing(_) => "fn",
        }
        .to_owned(),
    )
}

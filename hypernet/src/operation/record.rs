//! Structs of the host language and their cotangents: put together, looked into, changed in a field.

use std::fmt;
use std::sync::Arc;

use super::prelude::*;

/// A field of a struct, or a field of a field of it …: the names on the way to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(Arc<[Name]>);

/// A struct of the host language, or a cotangent of one, and some of its fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The type of the struct or of the cotangent.
    pub ty: Type,
    /// The host's number for it.
    pub id: u32,
    /// The fields, with their types.
    pub fields: Vec<(Field, Type)>,
}

impl Field {
    /// The field of this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self([Name::from(name)].into())
    }

    /// The names on the way to it, from the outside in.
    #[must_use]
    pub fn way(&self) -> &[Name] {
        &self.0
    }

    /// Whether one of two fields is the other or is inside of it.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }
}

impl<N: Into<Name>> FromIterator<N> for Field {
    /// The field at the end of this way.
    fn from_iter<I: IntoIterator<Item = N>>(way: I) -> Self {
        Self(way.into_iter().map(Into::into).collect())
    }
}

/// The names, with dots between.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.0.iter().enumerate() {
            write!(f, "{}{name}", if i > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}

impl Record {
    /// The types of the fields.
    fn types(&self) -> Vec<Type> {
        self.fields.iter().map(|(_, ty)| ty.clone()).collect()
    }

    /// Whether it is a cotangent: fields that are not named are zero.
    #[must_use]
    pub fn is_cotangent(&self) -> bool {
        matches!(self.ty, Type::Cotangent(_))
    }

    pub(super) fn types_mut(self: &mut Arc<Self>, change: &mut dyn FnMut(&mut Type)) {
        let record = Arc::make_mut(self);
        change(&mut record.ty);
        record.fields.iter_mut().for_each(|(_, ty)| change(ty));
    }

    /// The only field.
    fn field(&self) -> Result<&(Field, Type), &'static str> {
        match self.fields.as_slice() {
            [field] => Ok(field),
            _ => Err("it is about one field"),
        }
    }

    /// The cotangent of the struct, with these fields.
    fn cotangent(&self, fields: Vec<(Field, Type)>) -> Arc<Self> {
        let ty = bundle(&self.ty).into_iter().next().expect("a struct has one sensitivity, its cotangent");
        Arc::new(Self { ty, id: self.id, fields })
    }

    /// The same fields of the cotangent.
    pub(super) fn of_cotangents(&self) -> Arc<Self> {
        let sensitivity = |ty: &Type| ty.grouped_sensitivity().expect("a field has no functions in it");
        self.cotangent(self.fields.iter().map(|(name, ty)| (name.clone(), sensitivity(ty))).collect())
    }

    #[cfg(feature = "text")]
    fn write(&self, word: &str, inputs: Vec<Type>, outputs: Vec<Type>) -> Written {
        let names: Vec<String> = self.fields.iter().map(|(field, _)| field.to_string()).collect();
        let head = Head::Host { name: names.join(",").into(), id: self.id, list: true };
        Written { head, tail: Tail::Results(outputs), ..Written::new(word, inputs) }
    }

    /// The struct of this type whose fields have the names that are written, and these types.
    #[cfg(feature = "text")]
    fn read(written: &Written, ty: &Type, types: &[Type]) -> Option<Arc<Self>> {
        let (names, id, _) = written.host()?;
        let names: Vec<Field> =
            names.split(',').filter(|name| !name.is_empty()).map(|name| name.split('.').collect()).collect();
        let fields = names.len() == types.len();
        let fields = fields.then(|| names.into_iter().zip(types.iter().cloned()).collect())?;
        Some(Arc::new(Self { ty: ty.clone(), id, fields }))
    }
}

#[cfg(feature = "text")]
fn syntax(word: &str, expected: &str) -> Option<Syntax> {
    (word == expected).then_some(Syntax::HOST)
}

/// The value of the only field.
#[cfg(feature = "evaluate")]
pub(super) fn project(record: &Record, value: &Datum) -> Result<Datum, EvaluateError> {
    let (name, ty) = record.field().map_err(|_| EvaluateError::Invalid)?;
    match value {
        Datum::Record(fields) => match fields.iter().find(|(found, _)| found == name) {
            Some((_, value)) => Ok(value.clone()),
            None => machine::zero(ty),
        },
        Datum::Tuple(parts) if parts.is_empty() => machine::zero(ty),
        other @ (Datum::Real(_)
        | Datum::Integer(_)
        | Datum::Bool(_)
        | Datum::Tuple(_)
        | Datum::Function(_)
        | Datum::Option(_)
        | Datum::World
        | Datum::Tape(_)
        | Datum::Array(_)) => Err(machine::mismatch(&record.ty, other)),
    }
}

/// A struct or a cotangent with another value in the only field.
#[cfg(feature = "evaluate")]
pub(super) fn update(record: &Record, value: Datum, field: Datum) -> Result<Datum, EvaluateError> {
    let (name, _) = record.field().map_err(|_| EvaluateError::Invalid)?;
    let mut fields = match value {
        Datum::Record(fields) => fields,
        Datum::Tuple(parts) if parts.is_empty() => Vec::new(),
        other @ (Datum::Real(_)
        | Datum::Integer(_)
        | Datum::Bool(_)
        | Datum::Tuple(_)
        | Datum::Function(_)
        | Datum::Option(_)
        | Datum::World
        | Datum::Tape(_)
        | Datum::Array(_)) => return Err(machine::mismatch(&record.ty, &other)),
    };
    match fields.iter_mut().find(|(found, _)| found == name) {
        Some((_, value)) => *value = field,
        None => fields.push((name.clone(), field)),
    }
    Ok(Datum::Record(fields))
}

/// A struct of all of its fields, or a cotangent of some: `fields -> ty`.
#[expect(clippy::module_inception, reason = "the module is named for its operation")]
pub(super) mod record {
    use std::sync::Arc;

    use super::Record;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(record: &Arc<Record>) -> (Vec<Type>, Vec<Type>) {
        (record.types(), vec![record.ty.clone()])
    }

    pub(in crate::operation) fn fits(_: &Arc<Record>, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(record: &mut Arc<Record>, change: &mut dyn FnMut(&mut Type)) {
        record.types_mut(change);
    }

    pub(in crate::operation) fn nature(record: &Arc<Record>) -> Nature {
        let linear = Linear::InAll(0..record.fields.len());
        Nature { effect: Effect::None, copying: Copying::Parts, runs: 0..0, linear }
    }

    /// From the cotangent of the struct to the bundle of each field's sensitivity.
    pub(in crate::operation) fn derivative(record: &Arc<Record>) -> Derivative<'_> {
        Derivative::Pullback(Pullback::shaping(|moving| {
            let d = moving.sensitivity(0);
            let mut outputs = Vec::with_capacity(record.fields.len());
            for (at, (name, ty)) in record.fields.iter().enumerate() {
                for ty in bundle(ty) {
                    let field = record.cotangent(vec![(name.clone(), ty)]);
                    let field = moving.builder.op1(Operation::Project(field), &d)?;
                    outputs.push(moving.fitted(at, field)?);
                }
            }
            Ok(outputs)
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        record: &Arc<Record>,
        operands: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        if operands.len() != record.fields.len() {
            return Err(count(record.fields.len(), operands.len()));
        }
        let names = record.fields.iter().map(|(name, _)| name.clone());
        one(Datum::Record(names.zip(operands).collect()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        super::syntax(word, "record")
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let (_, _, [ty]) = written.host()? else { return None };
        Record::read(written, ty, &written.types).map(Operation::Record)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(record: &Arc<Record>) -> Written {
        let (inputs, outputs) = signature(record);
        record.write("record", inputs, outputs)
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(record: &Arc<Record>) -> Symbol {
        let names: Vec<String> = record.fields.iter().map(|(name, _)| name.to_string()).collect();
        Symbol::Box(format!("{{{}}}", names.join(", ")))
    }
}

/// A field, the only one named: `ty -> field`.
pub(super) mod project {
    use std::sync::Arc;

    use super::Record;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(record: &Arc<Record>) -> (Vec<Type>, Vec<Type>) {
        (vec![record.ty.clone()], record.types())
    }

    pub(in crate::operation) fn fits(record: &Arc<Record>, _: Agree) -> Result<(), &'static str> {
        record.field().map(|_| ())
    }

    pub(in crate::operation) fn types_mut(record: &mut Arc<Record>, change: &mut dyn FnMut(&mut Type)) {
        record.types_mut(change);
    }

    pub(in crate::operation) fn nature(_: &Arc<Record>) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(0..1) }
    }

    /// From the sensitivity of the field to the cotangent of the struct.
    pub(in crate::operation) fn derivative(record: &Arc<Record>) -> Derivative<'_> {
        Derivative::Pullback(Pullback::moving(|moving| {
            let d = moving.sensitivity(0);
            let fields =
                record.fields.iter().flat_map(|(name, ty)| bundle(ty).into_iter().map(|ty| (name.clone(), ty)));
            let cotangent = record.cotangent(fields.collect());
            if cotangent.fields.is_empty() {
                return Ok(vec![moving.zero(cotangent.ty.clone())?]);
            }
            Ok(vec![moving.builder.op1(Operation::Record(cotangent), &d)?])
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        record: &Arc<Record>,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [value] = operands(given)?;
        one(super::project(record, &value)?)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        super::syntax(word, "project")
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let (_, _, results) = written.host()?;
        Record::read(written, written.ty()?, results).map(Operation::Project)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(record: &Arc<Record>) -> Written {
        let (inputs, outputs) = signature(record);
        record.write("project", inputs, outputs)
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(record: &Arc<Record>) -> Symbol {
        Symbol::Box(record.field().map_or_else(|_| String::new(), |(name, _)| format!(".{name}")))
    }
}

/// A struct or a cotangent with another value in a field, the only one named: `ty ++ field -> ty`.
pub(super) mod update {
    use std::sync::Arc;

    use super::Record;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(record: &Arc<Record>) -> (Vec<Type>, Vec<Type>) {
        let mut inputs = vec![record.ty.clone()];
        inputs.extend(record.types());
        (inputs, vec![record.ty.clone()])
    }

    pub(in crate::operation) fn fits(record: &Arc<Record>, _: Agree) -> Result<(), &'static str> {
        record.field().map(|_| ())
    }

    pub(in crate::operation) fn types_mut(record: &mut Arc<Record>, change: &mut dyn FnMut(&mut Type)) {
        record.types_mut(change);
    }

    pub(in crate::operation) fn nature(record: &Arc<Record>) -> Nature {
        let linear = if record.is_cotangent() { Linear::InAll(0..2) } else { Linear::InNone };
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear }
    }

    /// The new value in the field gets the sensitivity of the field, and the struct as it was gets that of all others.
    pub(in crate::operation) fn derivative(record: &Arc<Record>) -> Derivative<'_> {
        Derivative::Pullback(Pullback::shaping(|moving| {
            let d = moving.sensitivity(0);
            let mut outputs = d.clone();
            for (at, (name, ty)) in (1..).zip(&record.fields) {
                // Of a value whose type only the host knows, the field may have a sensitivity: it is to what was there before.
                let is_unsure = ty.may_have_a_tangent();
                if is_unsure {
                    let ty = Type::Cotangent(TypeName::Unnamed);
                    let zero = moving.zero(ty.clone())?;
                    let field = record.cotangent(vec![(name.clone(), ty)]);
                    outputs[0] = moving.builder.op1(Operation::Update(field), &[outputs[0], zero])?;
                }
                for ty in bundle(ty) {
                    let field = record.cotangent(vec![(name.clone(), ty.clone())]);
                    if !is_unsure {
                        let zero = moving.zero(ty)?;
                        outputs[0] = moving.builder.op1(Operation::Update(field.clone()), &[outputs[0], zero])?;
                    }
                    let field = moving.builder.op1(Operation::Project(field), &d)?;
                    outputs.push(moving.fitted(at, field)?);
                }
            }
            Ok(outputs)
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        record: &Arc<Record>,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [value, field] = operands(given)?;
        one(super::update(record, value, field)?)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        super::syntax(word, "update")
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let (_, _, [result]) = written.host()? else { return None };
        let (ty, fields) = written.types.split_first()?;
        if result != ty {
            return None;
        }
        Record::read(written, ty, fields).map(Operation::Update)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(record: &Arc<Record>) -> Written {
        let (inputs, outputs) = signature(record);
        record.write("update", inputs, outputs)
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(record: &Arc<Record>) -> Symbol {
        Symbol::Box(record.field().map_or_else(|_| String::new(), |(name, _)| format!(".{name} =")))
    }
}

/// Takes a field, the only one named, out of a cotangent, which is zero there then: `ty -> ty ++ field`.
pub(super) mod detach {
    use std::sync::Arc;

    use super::Record;
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(record: &Arc<Record>) -> (Vec<Type>, Vec<Type>) {
        let mut outputs = vec![record.ty.clone()];
        outputs.extend(record.types());
        (vec![record.ty.clone()], outputs)
    }

    pub(in crate::operation) fn fits(record: &Arc<Record>, _: Agree) -> Result<(), &'static str> {
        record.field().map(|_| ())
    }

    pub(in crate::operation) fn types_mut(record: &mut Arc<Record>, change: &mut dyn FnMut(&mut Type)) {
        record.types_mut(change);
    }

    pub(in crate::operation) fn nature(_: &Arc<Record>) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(0..1) }
    }

    /// It is made of sensitivities, after the adjoint.
    pub(in crate::operation) fn derivative<'a>(_: &Arc<Record>) -> Derivative<'a> {
        Derivative::Missing
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        record: &Arc<Record>,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [value] = operands(given)?;
        let (_, ty) = record.field().map_err(|_| EvaluateError::Invalid)?;
        let field = super::project(record, &value)?;
        // Nobody looks at what is left there of a struct.
        let rest = if record.is_cotangent() { super::update(record, value, machine::zero(ty)?)? } else { value };
        Ok(Outcome::Results(vec![rest, field]))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        super::syntax(word, "detach")
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        let (_, _, results) = written.host()?;
        let (ty, fields) = results.split_first()?;
        if written.ty()? != ty {
            return None;
        }
        Record::read(written, ty, fields).map(Operation::Detach)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(record: &Arc<Record>) -> Written {
        let (inputs, outputs) = signature(record);
        record.write("detach", inputs, outputs)
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(record: &Arc<Record>) -> Symbol {
        Symbol::Box(record.field().map_or_else(|_| String::new(), |(name, _)| format!("−.{name}")))
    }
}

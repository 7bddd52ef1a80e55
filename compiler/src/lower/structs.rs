//! Structs: what is read of them, how they are taken apart, put together and changed, and references to them.

use std::sync::Arc;

use hypernet::{ArrayOp, Cloned, Field, Form, Name, Operation, Record, Type, Whole};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::{Callee, RecordForm, Shape};
use crate::source::types::{referent, scalar_type};
use crate::syntax::{Apart, ExprId, Kind, Pattern, Role, Struct, Ty, VarId};

impl Lowering<'_, '_> {
    /// A field of a field … of a struct.
    pub(super) fn member(&mut self, id: ExprId, span: Span) -> Lowered<Val> {
        let value = self.projection(id, false, span)?;
        let Val::Wire(array, _) = value else { return Ok(value) };
        if !self.is_array(&value) {
            return Ok(value);
        }
        // The struct keeps its own.
        let ty = self.builder.ty(array).clone();
        let clone = Operation::Array(ArrayOp::Whole(Whole::Clone(Cloned::Same)), ty.clone());
        let both = self.op(clone, &[array], span)?;
        self.op(Operation::Array(ArrayOp::Drop, ty), &both[..1], span)?;
        Ok(Val::Wire(both[1], true))
    }

    /// Whether this is a field of a struct, or a reference to one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(super) fn is_field(&self, mut id: ExprId) -> bool {
        loop {
            match self.function.expr(id).kind {
                Kind::Member(..) => return true,
                Kind::Field(base, ..) => return !matches!(self.types.expr(base), Ty::Tuple(_)),
                Kind::View(Form::Reference | Form::Referent, inside) => id = inside,
                _ => return false,
            }
        }
    }

    /// A field of a field … of a struct, or a reference to it; of a number there is but one form.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is the struct itself")]
    fn projection(&mut self, id: ExprId, by_reference: bool, span: Span) -> Lowered<Val> {
        if let Some(part) = self.tuple_in_array(id, span)? {
            return Ok(part);
        }
        // The structs inside of a struct have no name here: a way of several fields is one field of the outermost.
        let function = self.function;
        let (mut root, mut path) = (id, Vec::new());
        loop {
            root = match &function.expr(root).kind {
                Kind::Member(base, name) => {
                    path.push(Name::from(name.to_string()));
                    *base
                }
                Kind::Field(base, index, _) if !matches!(self.types.expr(*base), Ty::Tuple(_)) => {
                    path.push(index.to_string().into());
                    *base
                }
                Kind::View(Form::Reference | Form::Referent, inside) if !path.is_empty() => *inside,
                _ => break,
            };
            if let Ty::Opaque(Some(_)) = self.types.expr(root) {
                break;
            }
        }
        path.reverse();
        if let Some(part) = self.part_of_whole(root, &path, id, span)? {
            return Ok(part);
        }
        let field: Field = path.into_iter().collect();
        self.code.places.entry(field.clone()).or_insert(span);
        if let Some(value) = self.field_of_element((root, id), &field, span)? {
            return Ok(value);
        }
        let value = self.parted_from(root)?;
        let Val::Wire(wire, active) = value else { return Err(refusal::FIELD.on(span)) };
        let ty = self.types.expr(id);
        match self.builder.ty(wire).clone() {
            // The cotangent of a list of integers is what rustc finds: it is read as any field is. That it is such a list, rustc is asked.
            Type::Opaque(_) if self.gives_plain_array(id) => {
                if by_reference {
                    return Err(refusal::INDEX.on(span));
                }
                let value = Val::Wire(wire, active);
                let list = self.call_function(Callee::Field(field, span), &[value], &Ty::Opaque(None), span)?;
                let asked = self.asked_of_plain_array(id, hole(0).to_token_stream());
                self.foreign("plain", asked, &[list], &self.shape(&ty), true, span)
            }
            Type::Opaque(_) => {
                let of = match self.types.expr(root) {
                    Ty::Opaque(Some(of)) => of,
                    _ if active => {
                        let value = Val::Wire(wire, active);
                        return self.call_function(Callee::Field(field, span), &[value], &ty, span);
                    }
                    // Nobody asks for the sensitivity to what depends on nothing.
                    Ty::Var(_)
                    | Ty::Real(_)
                    | Ty::Discrete(_)
                    | Ty::Opaque(_)
                    | Ty::Tuple(_)
                    | Ty::Array(_)
                    | Ty::Fn(_) => Name::from(""),
                };
                let shape = self.active_shape(&ty);
                let record = self.record_named(&of, vec![(field, shape.grouped())], span);
                let field = self.op1(Operation::Project(record), &[wire], span)?;
                let value = self.ungroup(field, &shape, active, span)?;
                if by_reference { self.borrowed(value, span) } else { Ok(value) }
            }
            Type::Discrete(_) => {
                let (name, hole) = (field.to_string(), hole(0));
                let way = tokens(&name);
                let shape = if by_reference { Shape::Leaf(Type::unnamed_discrete()) } else { self.shape(&ty) };
                let reference = by_reference.then(|| quote!(&));
                // The patterns of parameters come before all effects.
                let ordered = self.env.contains_key(&WORLD);
                self.foreign(&name, quote!(#reference #hole.#way), &[value], &shape, ordered, span)
            }
            Type::Real(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => Err(refusal::FIELD.on(span)),
        }
    }

    /// Gives the names of a pattern of a struct their values.
    pub(super) fn take_apart(&mut self, apart: &Apart, value: Val) -> Lowered<()> {
        let by_reference = !apart.by_value && self.takes_reference(apart, &value);
        if let Some(whole) = apart.whole {
            self.env.insert(whole, value);
        }
        self.bind_fields(apart, by_reference)
    }

    fn bind_fields(&mut self, apart: &Apart, by_reference: bool) -> Lowered<()> {
        for (field, pattern) in &apart.fields {
            match pattern {
                // What is not bound is not moved out of the struct.
                Pattern::Wild => continue,
                Pattern::Struct(inside) if inside.whole.is_none() => {
                    self.bind_fields(inside, by_reference)?;
                    continue;
                }
                Pattern::Bind(..)
                | Pattern::Tuple(_)
                | Pattern::Rest
                | Pattern::Literal(_)
                | Pattern::Range { .. }
                | Pattern::Or(_)
                | Pattern::Path(_)
                | Pattern::Typed(..)
                | Pattern::Struct(_)
                | Pattern::Host(_) => {}
            }
            let span = self.function.expr(*field).span;
            let mut value = self.projection(*field, by_reference, span)?;
            if by_reference {
                value = self.referring(value, span)?;
            }
            if let (Val::Wire(wire, _), Some(name)) = (&value, self.pattern_name(pattern)) {
                self.name_if_new(*wire, &name);
            }
            self.bind(pattern, value)?;
        }
        Ok(())
    }

    /// References to what is the host's in a value: what depends on a differentiated parameter has no other form, if it is a
    /// number.
    pub(super) fn borrowed(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let is_host = |ty: &Type, active: bool| !active && matches!(ty, Type::Real(_) | Type::Discrete(_));
        self.references_to(value, &is_host, span)
    }

    /// The real number to which an argument refers: `v[i]` of `&v[i]`. As with [types](crate::source::types::number_behind), an adjoint takes
    /// the number.
    pub(super) fn number_behind(&self, arg: ExprId) -> Option<ExprId> {
        let Kind::View(Form::Reference, inside) = self.function.expr(arg).kind else { return None };
        matches!(self.types.expr(inside), Ty::Real(_)).then_some(inside)
    }

    /// References to the structs in a value.
    pub(super) fn referring(&mut self, value: Val, span: Span) -> Lowered<Val> {
        self.references_to(value, &|ty, _| matches!(ty, Type::Opaque(_)), span)
    }

    /// The value with references to those of its parts of which this is true, by their types and whether they depend on a differentiated
    /// parameter.
    fn references_to(&mut self, value: Val, is_one: &dyn Fn(&Type, bool) -> bool, span: Span) -> Lowered<Val> {
        match value {
            Val::Wire(wire, active) if is_one(self.builder.ty(wire), active) => {
                let ty = self.builder.ty(wire).clone();
                let reference = self.op1(Operation::View(Form::Reference, ty), &[wire], span)?;
                self.values.references.insert(reference);
                Ok(Val::Wire(reference, active))
            }
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.references_to(part, is_one, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            value @ (Val::Wire(..) | Val::Function(_)) => Ok(value),
        }
    }

    /// Whether what is taken apart is a reference, as far as the macro can tell.
    fn takes_reference(&self, apart: &Apart, value: &Val) -> bool {
        let written = apart.whole.map(|whole| self.types.var(whole));
        let written = match &written {
            Some(Ty::Opaque(name)) => name.as_ref(),
            Some(Ty::Discrete(name)) => name.name(),
            Some(Ty::Var(_) | Ty::Real(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) | None => None,
        };
        let written = written.is_some_and(|name| name.starts_with('&'));
        written || self.is_reference(value)
    }

    /// Another form of a value.
    pub(super) fn view(&mut self, id: ExprId, form: Form, inside: ExprId, span: Span) -> Lowered<Val> {
        if self.array(inside).is_some() {
            return Err(refusal::WHOLE_ARRAY.on(self.function.expr(inside).span));
        }
        if let (Form::Clone | Form::Referent | Form::Copied, Kind::Var(of)) = (form, &self.function.expr(inside).kind)
            && (form == Form::Clone && self.is_whole(*of) || self.is_open(*of))
        {
            return self.second_struct(*of, form != Form::Clone, id, span);
        }
        if form == Form::Clone
            && let Some(copy) = self.copy_of_host(inside, span)?
        {
            return Ok(copy);
        }
        let value = self.looked_at(inside)?;
        // What is read of a struct is a second array already.
        if form == Form::Clone && self.is_array(&value) && self.is_field(inside) {
            return Ok(value);
        }
        self.no_array(&value, span)?;
        // It is taken by value, or the element itself.
        if form == Form::Referent && (self.is_in_out(inside) || self.is_lent_element(inside, &value)) {
            return Ok(value);
        }
        let is_passed = matches!(self.function.expr(id).role, Role::Argument | Role::ArgumentOfMethod);
        self.viewed((form, is_passed), inside, value, span)
    }

    /// Whether this is a reference to an element that may not be there, of which the value is the element.
    fn is_lent_element(&self, id: ExprId, value: &Val) -> bool {
        let Val::Wire(wire, _) = value else { return false };
        let is_one = if let Kind::Var(var) = self.function.expr(id).kind {
            self.types.lent.contains_key(&var)
        } else {
            self.function.lent_element(id).is_some()
        };
        is_one && self.values.elements.contains(wire)
    }

    /// Another form of what an expression gave; whether it is the argument of a call.
    pub(super) fn viewed(
        &mut self,
        (form, is_passed): (Form, bool),
        inside: ExprId,
        value: Val,
        span: Span,
    ) -> Lowered<Val> {
        let Val::Wire(wire, active) = value else { return Ok(value) };
        if self.values.from_patterns.contains_key(&wire) && form == Form::Referent {
            return self.referent(value, span);
        }
        let ty = self.builder.ty(wire).clone();
        let open = if is_passed { Form::Passed } else { Form::OpenReference };
        if self.is_unknown(wire) && form != Form::Clone {
            // Of what depends on nothing too, a function may want a reference. It may be a function itself.
            let form = if form == Form::Reference { open } else { form };
            let viewed = self.op1(Operation::View(form, ty), &[wire], span)?;
            self.note_reference(viewed, form);
            if let Some(left) = self.values.left.get(&wire).cloned() {
                self.values.left.insert(viewed, left);
            }
            return Ok(Val::Wire(viewed, false));
        }
        if !matches!(ty, Type::Opaque(_)) {
            return Ok(value);
        }
        // What is referred to may be a function, if nothing is known of it; and what is in an array of which nothing is known, an array.
        let is_known = match self.types.expr(inside) {
            Ty::Opaque(None) => {
                let may_be_row = |var: &VarId| self.types.maybe_rows.contains(var);
                !self.owned.is_element(self.function, inside)
                    && !matches!(&self.function.expr(inside).kind, Kind::Var(var) if may_be_row(var))
            }
            ref ty @ Ty::Opaque(Some(_)) => !self.may_be_array(ty),
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        let form = if form == Form::Reference && !is_known { open } else { form };
        let viewed = self.op1(Operation::View(form, ty), &[wire], span)?;
        self.note_reference(viewed, form);
        if form == Form::Reference && self.values.references.contains(&wire) {
            self.values.inner_references.insert(viewed, wire);
        }
        Ok(Val::Wire(viewed, active))
    }

    fn note_reference(&mut self, viewed: hypernet::Value, form: Form) {
        match form {
            Form::Reference => self.values.references.insert(viewed),
            Form::OpenReference | Form::Passed => self.values.open_references.insert(viewed),
            Form::Referent
            | Form::Copied
            | Form::Clone
            | Form::Second
            | Form::Moved
            | Form::Said(_)
            | Form::Crossing(_) => false,
        };
    }

    /// This type as the signature names it: there rustc says, once, that it is not there or has no cotangent. Else at this place.
    pub(super) fn written_type(&self, name: &Name, span: Span) -> TokenStream {
        let params = self.function.params.iter();
        let param = params.into_iter().find(|param| matches!(&param.ty, Ty::Opaque(Some(of)) if of == name));
        match param {
            None => tokens_at(name, span),
            // It is always there.
            Some(param) if &**name == "Self" => tokens_at(name, referent(&param.written).span()),
            Some(param) => referent(&param.written).to_token_stream(),
        }
    }

    /// Some fields of a struct of this type, as it is named where rustc says that it is not there.
    pub(super) fn record_named(&mut self, name: &Name, fields: Vec<(Field, Type)>, span: Span) -> Arc<Record> {
        let record = self.record_of(self.written_type(name, span), false, fields);
        self.code.records[record.id as usize].constructor = self.constructor(name);
        record
    }

    fn note_constructor(&mut self, record: &Record, structure: &Struct<'_>) {
        let Ty::Opaque(Some(name)) = &structure.result else { return };
        self.code.records[record.id as usize].constructor = self.constructor(name);
    }

    /// What makes a struct of this type, if that is named by constructors alone.
    fn constructor(&self, name: &Name) -> Option<TokenStream> {
        let is_it = |ty: &Ty| matches!(ty, Ty::Opaque(Some(of)) if of == name);
        if self.function.params.iter().any(|param| is_it(&param.ty)) || is_it(&self.function.result) {
            return None;
        }
        let mut made = self.function.exprs.iter().filter_map(|expr| {
            let Kind::Struct(structure) = &expr.kind else { return None };
            is_it(&structure.result).then_some(structure)
        });
        made.next().map(|structure| self.made(structure))
    }

    /// The tuple structs that are put together, and not left as they are, each of fields that are nothing but of their types.
    pub(super) fn tuple_structs(&self) -> Vec<(syn::Path, TokenStream)> {
        let structures = self.function.exprs.iter().enumerate().filter_map(|(at, expr)| {
            let Kind::Struct(structure) = &expr.kind else { return None };
            structure.tuple.then_some((ExprId(u32::try_from(at).ok()?), structure))
        });
        let made = structures.filter(|(id, _)| !self.is_covered(*id));
        made.map(|(_, structure)| (structure.path.clone(), self.made(structure))).collect()
    }

    /// A struct as it is written, of fields that are nothing but of their types.
    fn made(&self, structure: &Struct<'_>) -> TokenStream {
        let (path, backprop) = (structure.path, crate_path());
        let never = quote!(#backprop::__private::never);
        let values = structure.fields.iter().map(|(_, value)| {
            if let Kind::Struct(inside) = &self.function.expr(*value).kind {
                return self.made(inside);
            }
            let scalar = if let Ty::Real(scalar) = self.types.expr(*value) { scalar_type(&scalar) } else { None };
            scalar.map_or_else(|| quote!(#never()), |scalar| quote!(#never::<#scalar>()))
        });
        // A function has no such fields.
        if structure.tuple {
            let numbers = (0..structure.fields.len()).map(syn::Index::from);
            return quote!(#path { #(#numbers: #values),* });
        }
        let fields = structure.fields.iter().map(|(name, _)| tokens(name));
        let base = structure.base.map(|_| quote!(..#never()));
        quote!(#path { #(#fields: #values,)* #base })
    }

    pub(super) fn record_of(&mut self, path: TokenStream, tuple: bool, fields: Vec<(Field, Type)>) -> Arc<Record> {
        self.record_in(path, if tuple { RecordForm::Numbered } else { RecordForm::Named }, fields)
    }

    /// A struct with another value in a field of a field … of it.
    pub(super) fn updated(&mut self, base: &Val, ty: &Ty, path: &[String], value: &Val, span: Span) -> Lowered<Val> {
        let Some((first, rest)) = path.split_first() else { return Ok(value.clone()) };
        match base {
            Val::Tuple(parts) => {
                let at = first.parse::<usize>().ok().filter(|&at| at < parts.len());
                let Some(at) = at else { return Err(refusal::ASSIGN_PLACE.on(span)) };
                // Of a type that is not known, no field is: a struct in it is refused below.
                let part = match self.types.resolve(ty) {
                    Ty::Tuple(types) if at < types.len() => types[at].clone(),
                    Ty::Var(_)
                    | Ty::Real(_)
                    | Ty::Discrete(_)
                    | Ty::Opaque(_)
                    | Ty::Tuple(_)
                    | Ty::Array(_)
                    | Ty::Fn(_) => Ty::unit(),
                };
                let mut parts = parts.clone();
                parts[at] = self.updated(&parts[at], &part, rest, value, span)?;
                Ok(Val::Tuple(parts))
            }
            Val::Wire(wire, active) if matches!(self.builder.ty(*wire), Type::Opaque(_)) => {
                // The type need not be known: it is that of the base.
                let Ty::Opaque(name) = self.types.resolve(ty) else { return Err(refusal::UNKNOWN_STRUCT.on(span)) };
                let name = name.unwrap_or_default();
                let way: Field = path.iter().map(String::as_str).collect();
                self.code.places.entry(way.clone()).or_insert(span);
                let field = self.boundary(value, span)?;
                let ty = self.builder.ty(field).clone();
                let record = self.record_named(&name, vec![(way, ty)], span);
                self.code.records[record.id as usize].forgets = !value.active();
                let updated = self.op1(Operation::Update(record), &[*wire, field], span)?;
                Ok(Val::Wire(updated, *active || value.active()))
            }
            Val::Wire(..) | Val::Function(_) => Err(refusal::ASSIGN_PLACE.on(span)),
        }
    }

    /// A struct put together.
    pub(super) fn structure(&mut self, structure: &Struct<'_>, span: Span) -> Lowered<Val> {
        let Ty::Opaque(_) = self.types.resolve(&structure.result) else {
            return Err(refusal::CONSTRUCTOR.at(structure.path));
        };
        let mut fields: Vec<(Field, Type)> = Vec::with_capacity(structure.fields.len());
        let mut operands = Vec::with_capacity(structure.fields.len());
        let mut values = Vec::with_capacity(structure.fields.len());
        for (_, value) in &structure.fields {
            values.push(self.expr(*value)?);
        }
        // Of an array without elements, nothing is dropped.
        let is_empty =
            |id: ExprId| matches!(&self.function.expr(id).kind, Kind::Elements(parts, _) if parts.is_empty());
        let owning: Vec<bool> = structure.fields.iter().map(|(_, value)| !is_empty(*value)).collect();
        let values = self.in_variables(values, &owning, span)?;
        for ((name, _), value) in structure.fields.iter().zip(values) {
            let wire = self.boundary(&value, span)?;
            fields.push((Field::new(name), self.builder.ty(wire).clone()));
            operands.push((wire, value.active()));
        }
        for ((field, _), &place) in fields.iter().zip(&structure.places) {
            self.code.places.entry(field.clone()).or_insert(place);
        }
        let path = structure.path;
        let Some(base) = structure.base else {
            let record = self.record_of(quote!(#path), structure.tuple, fields);
            self.note_constructor(&record, structure);
            let operands: Vec<_> = operands.into_iter().map(|(wire, _)| wire).collect();
            return Ok(Val::Wire(self.op1(Operation::Record(record), &operands, span)?, true));
        };
        let base = self.expr(base)?;
        let mut whole = Self::wire(&base, span)?;
        if !base.active() && matches!(self.builder.ty(whole), Type::Discrete(_) | Type::Opaque(_)) {
            // A struct that depends on nothing, in which something else does.
            let (shape, hole) = (Shape::Leaf(Type::unnamed()), hole(0));
            let own = self.foreign("own", quote!(#path { ..#hole }), &[base], &shape, false, span)?;
            whole = Self::wire(&own, span)?;
        }
        if !matches!(self.builder.ty(whole), Type::Opaque(_)) {
            return Err(refusal::UNKNOWN_STRUCT.on(span));
        }
        for (field, (operand, active)) in fields.into_iter().zip(operands) {
            let record = self.record_of(quote!(#path), false, vec![field]);
            self.note_constructor(&record, structure);
            self.code.records[record.id as usize].forgets = !active;
            whole = self.op1(Operation::Update(record), &[whole, operand], span)?;
        }
        Ok(Val::Wire(whole, true))
    }

    /// Whether this operand is a reference. A function is none.
    pub(super) fn is_reference(&self, value: &Val) -> bool {
        let Val::Wire(wire, _) = value else { return false };
        self.values.references.contains(wire) || self.values.open_references.contains(wire)
    }

    pub(super) fn is_unknown(&self, wire: hypernet::Value) -> bool {
        *self.builder.ty(wire) == Type::unnamed_discrete()
    }
}

/// The tokens of a type that the macro has as text, at a token of the user's.
fn tokens_at(text: &str, span: Span) -> TokenStream {
    crate::input::written::located(tokens(text), span)
}

/// The tokens of a name or of a type that the macro has as text.
pub(super) fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

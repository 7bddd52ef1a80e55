//! Structs, and the methods and operators of types that only the host language knows.

use std::sync::Arc;

use hypernet::{ArrayOp, Cloned, Field, Form, Name, Operation, Primitive, Record, Type, Whole};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::host_methods::callee_of;
use super::supplied::ArrayArgument;
use super::value::{Func, Val};
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::crate_path::crate_path;
use crate::input::written::referent;
use crate::program::{Callee, RecordForm, Shape, hole};
use crate::syntax::{Apart, Arithmetic, ExprId, Kind, MethodCall, Pattern, Struct, Ty, scalar_type};

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
        match value {
            Val::Wire(wire, false) if matches!(self.builder.ty(wire), Type::Real(_) | Type::Discrete(_)) => {
                let ty = self.builder.ty(wire).clone();
                let reference = self.op1(Operation::View(Form::Reference, ty), &[wire], span)?;
                self.values.references.insert(reference);
                Ok(Val::Wire(reference, false))
            }
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.borrowed(part, span));
                Ok(Val::Tuple(parts.collect::<Lowered<_>>()?))
            }
            value @ (Val::Wire(..) | Val::Function(_)) => Ok(value),
        }
    }

    /// The real number to which an argument refers, `&v[i]`: adjoints take that, and no reference to it.
    pub(super) fn referred_number(&self, arg: ExprId) -> Option<ExprId> {
        let Kind::View(Form::Reference, inside) = self.function.expr(arg).kind else { return None };
        matches!(self.types.expr(inside), Ty::Real(_)).then_some(inside)
    }

    /// References to the structs in a value.
    pub(super) fn referring(&mut self, value: Val, span: Span) -> Lowered<Val> {
        match value {
            Val::Wire(wire, active) if matches!(self.builder.ty(wire), Type::Opaque(_)) => {
                let ty = self.builder.ty(wire).clone();
                let reference = self.op1(Operation::View(Form::Reference, ty), &[wire], span)?;
                self.values.references.insert(reference);
                Ok(Val::Wire(reference, active))
            }
            Val::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.referring(part, span));
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
        let value = self.looked_at(inside)?;
        // What is read of a struct is a second array already.
        if form == Form::Clone && self.is_array(&value) && self.is_field(inside) {
            return Ok(value);
        }
        self.no_array(&value, span)?;
        // It is taken by value.
        if form == Form::Referent && self.is_in_out(inside) {
            return Ok(value);
        }
        self.viewed(form, inside, value, span)
    }

    /// Another form of what an expression gave.
    pub(super) fn viewed(&mut self, form: Form, inside: ExprId, value: Val, span: Span) -> Lowered<Val> {
        let Val::Wire(wire, active) = value else { return Ok(value) };
        if self.values.from_patterns.contains_key(&wire) && form == Form::Referent {
            return self.referent(value, span);
        }
        let ty = self.builder.ty(wire).clone();
        if self.is_unknown(wire) && form != Form::Clone {
            // Of what depends on nothing too, a function may want a reference. It may be a function itself.
            let form = if form == Form::Reference { Form::OpenReference } else { form };
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
            Ty::Opaque(None) => !self.owned.is_element(self.function, inside),
            ref ty @ Ty::Opaque(Some(_)) => !self.may_be_array(ty),
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        let open = form == Form::Reference && !is_known;
        let form = if open { Form::OpenReference } else { form };
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
            Form::OpenReference => self.values.open_references.insert(viewed),
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
        if structure.tuple {
            return quote!(#path(#(#values),*));
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

    /// The first method of an iterator over elements or over a range, if this is a method of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else begins an iterator")]
    fn adaptor(&self, call: &MethodCall<'_>) -> Option<Span> {
        let (mut first, mut receiver) = (call.name.span(), *call.args.first()?);
        loop {
            match &self.function.expr(receiver).kind {
                Kind::MethodCall(inner)
                    if inner.args.len() == 1 && ["iter", "iter_mut"].contains(&&*inner.name.to_string()) =>
                {
                    return Some(first);
                }
                Kind::MethodCall(inner) => (first, receiver) = (inner.name.span(), *inner.args.first()?),
                _ => {
                    let node = self.function.source(receiver)?.node;
                    return matches!(node, crate::syntax::Node::Expr(syn::Expr::Range(_))).then_some(first);
                }
            }
        }
    }

    /// A call of a method that is not of the vocabulary.
    pub(super) fn method_call(&mut self, id: ExprId, call: &MethodCall<'_>, span: Span) -> Lowered<Val> {
        if let Some(second) = self.second(id)? {
            return Ok(Val::Wire(second, true));
        }
        if let Some(done) = self.array_method(id, call)? {
            return Ok(done);
        }
        let wholes = self.wholes(&call.args);
        let may_be_plain = self.may_be_plain(id, call);
        if may_be_plain {
            self.close_all(&wholes)?;
        }
        let plain = self.left_plain(id, call.name.span())?;
        if may_be_plain {
            self.open_all(&wholes, id)?;
        }
        if let Some(plain) = plain {
            return Ok(plain);
        }
        if let Some(adaptor) = self.adaptor(call) {
            return Err(refusal::ITERATOR.on(adaptor));
        }
        let mut values = Vec::with_capacity(call.args.len());
        let mut changed = self.in_outs_of_method(call);
        // What a statement may change is given back, or refused.
        let is_changed = changed.iter().any(|(at, _)| *at == 0);
        if call.changes && !is_changed && self.array_root(call.args[0]) {
            return Err(refusal::MUT_REF.on(span));
        }
        let order = self.order_of(&call.args, &changed);
        values.resize(order.len(), Val::unit());
        let last = order.iter().position(|&at| self.whole(call.args[at]).is_some());
        let (beside, mut later) = (self.beside(&call.args), Vec::new());
        for (turn, at) in order.into_iter().enumerate() {
            if Some(turn) == last {
                self.close_all(&wholes)?;
            }
            let arg = call.args[at];
            if let Some(beside) = beside[at] {
                values[at] = self.argument_beside((at, arg), beside, &mut later)?;
                continue;
            }
            values[at] = match changed.iter_mut().find(|(changed, _)| *changed == at) {
                Some((_, in_out)) => self.value_before(in_out)?,
                None if at == 0 => self.looked_at(arg)?,
                None => match self.new_array_of(arg).or_else(|| self.referred_number(arg)) {
                    Some(array) => self.value_of_argument(array)?,
                    None => self.value_by_name(arg)?,
                },
            };
        }
        self.take_later(later, &mut values, span)?;
        if changed.is_empty() && wholes.is_empty() && self.is_call_of_host(call, &values) {
            return self.call_of_host(id, call, &values, span);
        }
        if changed.is_empty() && wholes.is_empty() && self.is_call_of_integers(call, &values) {
            return self.call_of_host(id, call, &values, span);
        }
        for (value, &arg) in values.iter().zip(&call.args) {
            self.may_cross(value, self.function.expr(arg).span)?;
        }
        if let ([value @ Val::Wire(wire, _)], ty @ Ty::Real(_)) = (values.as_slice(), self.types.expr(id))
            && *call.name == "into"
            && matches!(self.builder.ty(*wire), Type::Real(_))
        {
            return self.cast(value, &ty, span);
        }
        let opaque = match &values[0] {
            // What does not depend on a differentiated parameter is discrete, whatever it is.
            Val::Wire(wire, _) => match self.builder.ty(*wire) {
                // A number has the methods of the user's own traits.
                Type::Opaque(_) | Type::Real(_) => true,
                Type::Discrete(name) => !crate::syntax::is_discrete(name),
                Type::Tuple(_)
                | Type::Function(_)
                | Type::Cotangent(_)
                | Type::Option(_)
                | Type::Tape(_)
                | Type::Array(_)
                | Type::Look(_)
                | Type::Undone(_)
                | Type::World => false,
            },
            Val::Tuple(_) | Val::Function(_) => false,
        };
        if !opaque {
            return Err(refusal::METHOD.on(span));
        }
        let is_number = matches!(&values[0], Val::Wire(wire, _) if matches!(self.builder.ty(*wire), Type::Real(_)));
        if is_number && Primitive::by_name(&call.name.to_string()).is_some() {
            // With another number of arguments: rustc says so.
            return Err(refusal::METHOD.on(span).left_to_rustc());
        }
        self.recursive |= self.calls_itself(call.name, call.args[0]);
        let result = self.types.expr(id);
        let arrays = self.asked_of_method(id, call, self.array_arguments(&call.args, &values), &changed);
        let may_be_number =
            wholes.is_empty() && changed.is_empty() && arrays.iter().all(|array| matches!(array, ArrayArgument::None));
        let callee = callee_of(call, may_be_number);
        let result = self.with_changed(&result, &changed);
        let given = self.call_with_arrays(callee, &values, &arrays, &result, span)?;
        let given = self.take_changed(given, &changed, span)?;
        self.open_all(&wholes, id)?;
        Ok(given)
    }

    /// A method of the vocabulary on a type of the user's.
    pub(super) fn own_method(
        &mut self,
        id: ExprId,
        name: &Ident,
        receiver: ExprId,
        values: &[Val],
        span: Span,
    ) -> Lowered<Val> {
        self.recursive |= self.calls_itself(name, receiver);
        let result = self.types.expr(id);
        self.call_function(Callee::BuiltInOrOwn(name.clone()), values, &result, span)
    }

    /// An operator on values of which one is of a type that the macro does not know.
    pub(super) fn operator(
        &mut self,
        op: Arithmetic,
        assign: bool,
        values: &[Val],
        result: &Ty,
        span: Span,
    ) -> Lowered<Val> {
        let name = match (op, assign) {
            (Arithmetic::Add, false) => "add",
            (Arithmetic::Sub, false) => "sub",
            (Arithmetic::Mul, false) => "mul",
            (Arithmetic::Div, false) => "div",
            (Arithmetic::Add, true) => "add_assign",
            (Arithmetic::Sub, true) => "sub_assign",
            (Arithmetic::Mul, true) => "mul_assign",
            (Arithmetic::Div, true) => "div_assign",
            _ => {
                return Err(Diagnostic::new(
                    span,
                    format!("`{}` on values of this type is not differentiable", op.symbol()),
                    "use real numbers or integers",
                ));
            }
        };
        for value in values {
            Self::no_path(value, span)?;
        }
        let reference = |at: usize| values.get(at).is_some_and(|value| self.is_reference(value));
        let name = match (reference(0), reference(1)) {
            (false, false) => name.to_owned(),
            (false, true) => format!("{name}_ref"),
            (true, false) => format!("ref_{name}"),
            (true, true) => format!("{name}_refs"),
        };
        self.call_function(Callee::Operator(name, span), values, result, span)
    }

    /// An error for a path that is taken for a function, where a function cannot stand: it is a name that stands for nothing.
    fn no_path(value: &Val, span: Span) -> Lowered<()> {
        match value {
            Val::Function(function) if matches!(&**function, Func::Path(_)) => Self::wire(value, span).map(|_| ()),
            Val::Wire(..) | Val::Tuple(_) | Val::Function(_) => Ok(()),
        }
    }

    /// Whether this operand is a reference. A function is none.
    pub(super) fn is_reference(&self, value: &Val) -> bool {
        let Val::Wire(wire, _) = value else { return false };
        self.values.references.contains(wire) || self.values.open_references.contains(wire)
    }

    /// Whether a method of this name may be the function at hand. On a part of the struct itself, it is that of another type.
    fn calls_itself(&self, name: &Ident, receiver: ExprId) -> bool {
        *name == self.name && self.is_method() && !self.is_part_of_self(receiver)
            || self.circle.contains(&name.to_string()) && self.is_self(receiver)
    }

    /// Whether this may be the path of a function that calls the one at hand in the end. A function of another type may have its name; then
    /// a box is made without need.
    pub(super) fn is_in_circle(&self, path: &syn::ExprPath) -> bool {
        let segments = &path.path.segments;
        segments.len() > 1 && segments.last().is_some_and(|last| self.circle.contains(&last.ident.to_string()))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is `self`")]
    fn is_self(&self, mut receiver: ExprId) -> bool {
        loop {
            match &self.function.expr(receiver).kind {
                Kind::View(_, inside) => receiver = *inside,
                Kind::Var(var) => return self.function.var(*var).name == "self",
                _ => return false,
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a part")]
    fn is_part_of_self(&self, mut part: ExprId) -> bool {
        let mut is_part = false;
        loop {
            match &self.function.expr(part).kind {
                Kind::Member(inside, _) | Kind::Field(inside, ..) => {
                    is_part = true;
                    part = *inside;
                }
                Kind::View(_, inside) => part = *inside,
                Kind::Var(var) => return is_part && self.function.var(*var).name == "self",
                _ => return false,
            }
        }
    }

    /// Whether the function has a receiver.
    fn is_method(&self) -> bool {
        self.function.params.first().is_some_and(|param| param.name == "self")
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

//! The text of operations on arrays.

use std::sync::Arc;

use super::super::prelude::*;
use super::super::record::Record;
use super::{Along, ArrayOp, Cloned, Layout, PlaceStep, Position, Whole, index, innermost};

/// The words of the operations: on places, first where the bounds are checked, then where they are known; and on arrays.
const WORDS: [&str; 45] = [
    "split_field",
    "join_field",
    "part_field",
    "get",
    "get_again",
    "set",
    "set_again",
    "add_at",
    "add_again",
    "take",
    "take_again",
    "read",
    "read_again",
    "len",
    "len_again",
    "look_len",
    "look_len_again",
    "new",
    "drop",
    "end",
    "zeros",
    "fit",
    "add_all",
    "lane",
    "given",
    "own",
    "look",
    "part",
    "part_again",
    "split",
    "split_again",
    "join",
    "join_again",
    "give_back",
    "exchange",
    "exchange_again",
    "shape",
    "shape_at",
    "shape_again",
    "fit_at",
    "fit_again",
    "undo",
    "settle",
    "settle_to_vec",
    "after",
];

pub(super) fn word(op: &ArrayOp) -> &'static str {
    let of = |place: &Position, checked, known| if place.known && place.operands() > 0 { known } else { checked };
    match op {
        ArrayOp::Get(place) => of(place, "get", "get_again"),
        ArrayOp::Set(place) => of(place, "set", "set_again"),
        ArrayOp::AddAt(place) => of(place, "add_at", "add_again"),
        ArrayOp::Take(place) => of(place, "take", "take_again"),
        ArrayOp::Read(place) => of(place, "read", "read_again"),
        ArrayOp::Len(place) => of(place, "len", "len_again"),
        ArrayOp::LookLen(place) => of(place, "look_len", "look_len_again"),
        ArrayOp::New(_) => "new",
        ArrayOp::Drop => "drop",
        ArrayOp::End => "end",
        ArrayOp::Shape => "shape",
        ArrayOp::ShapeAt(place) => of(place, "shape_at", "shape_again"),
        ArrayOp::ShapeOf => "shape_of",
        ArrayOp::FitAt(place) => of(place, "fit_at", "fit_again"),
        ArrayOp::Undo => "undo",
        ArrayOp::Settle(Cloned::Same) => "settle",
        ArrayOp::Settle(Cloned::Growing) => "settle_to_vec",
        ArrayOp::After => "after",
        ArrayOp::Zeros => "zeros",
        ArrayOp::Fit => "fit",
        ArrayOp::AddAll => "add_all",
        ArrayOp::Total(_) => "total",
        ArrayOp::Lane => "lane",
        ArrayOp::Given(_) => "given",
        ArrayOp::Datum(_, place) => of(place, "datum", "datum_again"),
        ArrayOp::Own(_) => "own",
        ArrayOp::Look => "look",
        ArrayOp::Whole(op) => op.word(),
        ArrayOp::Part(place) => of(place, "part", "part_again"),
        ArrayOp::Split(place) => of(place, "split", "split_again"),
        ArrayOp::Join(place) => of(place, "join", "join_again"),
        ArrayOp::GiveBack => "give_back",
        ArrayOp::Replace(place) => of(place, "exchange", "exchange_again"),
        ArrayOp::SplitField(_) => "split_field",
        ArrayOp::JoinField(_) => "join_field",
        ArrayOp::PartField(_) => "part_field",
    }
}

/// The types are that of the array, what else the operation says of itself, written as a type, and the order of effects.
pub(in crate::operation) fn syntax(found: &str) -> Option<Syntax> {
    let (found, _) = without_steps(found)?;
    let known = WORDS.contains(&found) || found == "total" || Whole::by_word(found, false).is_some();
    // What makes an array one that is undone takes it as it was.
    let types = match found {
        "undo" => of_undone,
        "shape_of" => of_struct,
        _ => of_array,
    };
    (known || found == "shape_of").then_some(Syntax::word(types))
}

/// The types of an operation, by those of its operands.
fn of_array(operands: &[Type]) -> Option<Vec<Type>> {
    let first = operands.first()?;
    let array = match first {
        Type::Array(element) | Type::Look(element) => Type::Array(element.clone()),
        Type::Undone(_) => first.clone(),
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::World => return None,
    };
    let world = operands.last().filter(|last| **last == Type::World);
    Some(std::iter::once(array).chain(world.cloned()).collect())
}

fn of_struct(operands: &[Type]) -> Option<Vec<Type>> {
    Some(vec![Type::Array(operands.first()?.clone().into())])
}

fn of_undone(operands: &[Type]) -> Option<Vec<Type>> {
    let Some(Type::Array(element)) = operands.first() else { return None };
    Some(vec![Type::Undone(element.clone())])
}

/// The word of an operation, and after it the steps to its place, if there are ranges among them or if it leads to a part: `i` is
/// an index, `r` a range, `t` one that ends with its second bound.
fn word_with_steps(op: &ArrayOp) -> String {
    let is_part = matches!(op, ArrayOp::Part(_) | ArrayOp::Split(_) | ArrayOp::Join(_) | ArrayOp::Replace(_));
    let steps = op.place().filter(|place| is_part || place.ranges.count() > 0).map(Position::steps);
    let letter = |step| match step {
        PlaceStep::Index => 'i',
        PlaceStep::Range(false) => 'r',
        PlaceStep::Range(true) => 't',
    };
    let word = word(op).to_owned();
    steps.map_or(word.clone(), |steps| format!("{word}_at_{}", steps.map(letter).collect::<String>()))
}

/// A word without the steps after it, and those; none if there are none.
fn without_steps(written: &str) -> Option<(&str, Option<Position>)> {
    let Some((word, steps)) = written.rsplit_once("_at_") else { return Some((written, None)) };
    let mut place = Position::checked(0);
    for letter in steps.chars().rev() {
        place = match letter {
            'i' => place.within(PlaceStep::Index),
            'r' => place.within(PlaceStep::Range(false)),
            't' => place.within(PlaceStep::Range(true)),
            _ => return None,
        };
    }
    Some((word, Some(place)))
}

pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
    let (array, further) = written.types.split_first()?;
    let (_, dimensions) = innermost(array);
    let (ordered, further) = match further {
        [further @ .., Type::World] => (true, further),
        further => (false, further),
    };
    let (word, steps) = without_steps(&written.word)?;
    let element = |known| Position { known, ordered, ..steps.unwrap_or(Position::checked(dimensions)) };
    let part = |known| steps.map(|steps| Position { known, ordered, ..steps });
    let length = |known: bool| match (part(known), further) {
        (Some(part), _) => Some(part),
        (None, []) => Some(Position::WHOLE),
        (None, [Type::Tuple(indices)]) => Some(Position { known, ordered, ..Position::checked(indices.len()) }),
        _ => None,
    };
    let op = match word {
        "get" => ArrayOp::Get(element(false)),
        "get_again" => ArrayOp::Get(element(true)),
        "set" => ArrayOp::Set(element(false)),
        "set_again" => ArrayOp::Set(element(true)),
        "add_at" => ArrayOp::AddAt(element(false)),
        "add_again" => ArrayOp::AddAt(element(true)),
        "take" => ArrayOp::Take(element(false)),
        "take_again" => ArrayOp::Take(element(true)),
        "read" => ArrayOp::Read(element(false)),
        "read_again" => ArrayOp::Read(element(true)),
        "len" => ArrayOp::Len(length(false)?),
        "len_again" => ArrayOp::Len(length(true)?),
        "look_len" => ArrayOp::LookLen(length(false)?),
        "look_len_again" => ArrayOp::LookLen(length(true)?),
        "new" => match further {
            [layout] => ArrayOp::New(Layout::of_type(layout)?),
            _ => return None,
        },
        "drop" => ArrayOp::Drop,
        "end" => ArrayOp::End,
        "shape" => ArrayOp::Shape,
        "shape_at" => ArrayOp::ShapeAt(element(false)),
        "shape_again" => ArrayOp::ShapeAt(element(true)),
        "shape_of" => ArrayOp::ShapeOf,
        "fit_at" => ArrayOp::FitAt(element(false)),
        "fit_again" => ArrayOp::FitAt(element(true)),
        "undo" => ArrayOp::Undo,
        "settle" => ArrayOp::Settle(Cloned::Same),
        "settle_to_vec" => ArrayOp::Settle(Cloned::Growing),
        "after" => ArrayOp::After,
        "zeros" => ArrayOp::Zeros,
        "fit" => ArrayOp::Fit,
        "add_all" => ArrayOp::AddAll,
        "total" => match further {
            [] => ArrayOp::Total(vec![Along::All; dimensions].into()),
            [Type::Tuple(path)] => ArrayOp::Total(path.iter().map(Along::of_type).collect::<Option<_>>()?),
            _ => return None,
        },
        "lane" => ArrayOp::Lane,
        "given" => match further {
            [Type::Discrete(host)] => ArrayOp::Given(host.clone()),
            _ => return None,
        },
        "datum" | "datum_again" => match further {
            [Type::Discrete(host)] => ArrayOp::Datum(host.clone(), element(word == "datum_again")),
            _ => return None,
        },
        "own" => match further {
            [Type::Discrete(host)] => ArrayOp::Own(host.clone()),
            _ => return None,
        },
        "look" => ArrayOp::Look,
        "part" => ArrayOp::Part(part(false)?),
        "part_again" => ArrayOp::Part(part(true)?),
        "split" => ArrayOp::Split(part(false)?),
        "split_again" => ArrayOp::Split(part(true)?),
        "join" => ArrayOp::Join(part(false)?),
        "join_again" => ArrayOp::Join(part(true)?),
        "give_back" => ArrayOp::GiveBack,
        "split_field" => ArrayOp::SplitField(read_field(array, further)?),
        "part_field" => ArrayOp::PartField(read_field(array, further)?),
        "join_field" => ArrayOp::JoinField(read_field(array, further)?),
        "exchange" => ArrayOp::Replace(part(false)?),
        "exchange_again" => ArrayOp::Replace(part(true)?),
        word => ArrayOp::Whole(Whole::by_word(word, ordered)?),
    };
    Some(Operation::Array(op, array.clone()))
}

/// A field of the structs in an array: its name, the number of the struct, and its type.
fn read_field(array: &Type, further: &[Type]) -> Option<Arc<Record>> {
    let [Type::Discrete(TypeName::Named(name)), Type::Discrete(TypeName::Numbered(id)), ty] = further else {
        return None;
    };
    let field = name.split('.').collect();
    Some(Arc::new(Record { ty: innermost(array).0.clone(), id: *id, fields: vec![(field, ty.clone())] }))
}

pub(in crate::operation) fn write(op: &ArrayOp, array: &Type) -> Written {
    let mut types = vec![array.clone()];
    match op {
        ArrayOp::New(layout) => types.push(layout.as_type(innermost(array).0)),
        ArrayOp::Total(path) if path.iter().all(|along| *along == Along::All) => {}
        ArrayOp::Total(path) => types.push(Type::tuple(path.iter().map(|along| along.as_type()))),
        ArrayOp::Given(host) | ArrayOp::Own(host) | ArrayOp::Datum(host, _) => types.push(Type::Discrete(host.clone())),
        ArrayOp::Len(place) | ArrayOp::LookLen(place) if place.depth > 0 && place.ranges.count() == 0 => {
            types.push(Type::tuple(vec![index(); place.depth]));
        }
        ArrayOp::SplitField(record) | ArrayOp::JoinField(record) | ArrayOp::PartField(record) => {
            for (field, ty) in &record.fields {
                types.push(Type::Discrete(TypeName::Named(field.to_string().into())));
                types.push(Type::Discrete(TypeName::Numbered(record.id)));
                types.push(ty.clone());
            }
        }
        ArrayOp::Get(_)
        | ArrayOp::Set(_)
        | ArrayOp::AddAt(_)
        | ArrayOp::Take(_)
        | ArrayOp::Read(_)
        | ArrayOp::Len(_)
        | ArrayOp::LookLen(_)
        | ArrayOp::Drop
        | ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::ShapeAt(_)
        | ArrayOp::ShapeOf
        | ArrayOp::FitAt(_)
        | ArrayOp::Undo
        | ArrayOp::Settle(_)
        | ArrayOp::After
        | ArrayOp::Zeros
        | ArrayOp::Fit
        | ArrayOp::AddAll
        | ArrayOp::Lane
        | ArrayOp::Look
        | ArrayOp::Whole(_)
        | ArrayOp::Part(_)
        | ArrayOp::Split(_)
        | ArrayOp::Join(_)
        | ArrayOp::GiveBack
        | ArrayOp::Replace(_) => {}
    }
    if op.is_ordered() {
        types.push(Type::World);
    }
    Written::new(&word_with_steps(op), types)
}

/// As a type: a value is its own type. `Array` is memory that may grow, of a tuple or of one thing repeated; `Look` is a tuple of
/// a fixed length, and `Option` of a length and what is repeated is that. `Option` of a name is a vector of nothing.
impl Layout {
    fn as_type(&self, scalar: &Type) -> Type {
        match self {
            Self::Value => scalar.clone(),
            Self::Empty(of) => Type::Option(Type::Real(of.clone()).into()),
            Self::Elements(growing, parts) => {
                let parts = Arc::new(Type::Tuple(parts.iter().map(|part| part.as_type(scalar)).collect()));
                if *growing { Type::Array(parts) } else { Type::Look(parts) }
            }
            Self::Repeat(None, inside) => Type::Array(inside.as_type(scalar).into()),
            Self::Repeat(Some(length), inside) => {
                let both = vec![Type::Real(length.clone()), inside.as_type(scalar)];
                Type::Option(Type::Tuple(both.into()).into())
            }
        }
    }

    fn of_type(ty: &Type) -> Option<Self> {
        match ty {
            Type::Real(_) => Some(Self::Value),
            Type::Array(inside) | Type::Look(inside) => {
                let growing = ty.is_array();
                if let Type::Tuple(parts) = &**inside {
                    let parts = parts.iter().map(Self::of_type).collect::<Option<_>>()?;
                    return Some(Self::Elements(growing, parts));
                }
                growing.then(|| Self::of_type(inside))?.map(|inside| Self::Repeat(None, inside.into()))
            }
            Type::Option(both) => {
                if let Type::Real(of) = &**both {
                    return Some(Self::Empty(of.clone()));
                }
                let Type::Tuple(both) = &**both else { return None };
                let [Type::Real(length), inside] = &both[..] else { return None };
                Some(Self::Repeat(Some(length.clone()), Self::of_type(inside)?.into()))
            }
            Type::Discrete(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tape(_)
            | Type::Undone(_)
            | Type::World => None,
        }
    }
}

/// As a type: `usize` for all, a name for one.
impl Along {
    fn as_type(self) -> Type {
        match self {
            Self::All => index(),
            Self::At(at) => Type::Real(at.to_string().into()),
        }
    }

    fn of_type(ty: &Type) -> Option<Self> {
        if let Type::Real(at) = ty { at.parse().ok().map(Self::At) } else { (*ty == index()).then_some(Self::All) }
    }
}

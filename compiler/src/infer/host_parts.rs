//! Parts of tuples in arrays that are arrays of what has no tangent.

use super::Inference;
use crate::source::names::is_discrete_name;
use crate::source::types::{inner, text};
use crate::syntax::{ExprId, Kind, Ty, element_of_vec, is_discrete};

impl Inference<'_, '_> {
    /// The type of a part of an element of an array, `data[i].0`, that is an array of what has no tangent: as such its elements are read, where
    /// they are. As a whole it is a value of the host.
    pub(super) fn array_of_host(&self, id: ExprId, part: &Ty) -> Option<Ty> {
        let (Kind::Field(base, ..), Ty::Discrete(name)) = (&self.function.expr(id).kind, self.types.head(part)) else {
            return None;
        };
        let is_element = matches!(self.function.expr(*base).kind, Kind::Index(..) | Kind::Field(..));
        if is_element { plain_array(&syn::parse_str(name.name()?).ok()?) } else { None }
    }

    /// Whether this is the type of such an array.
    pub(super) fn is_array_of_host(&self, ty: &Ty) -> bool {
        match self.types.head(ty) {
            Ty::Array(element) => match self.types.head(&element) {
                Ty::Discrete(name) => is_discrete(&name),
                element @ (Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_)) => {
                    self.is_array_of_host(&element)
                }
            },
            Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Fn(_) => false,
        }
    }
}

/// The type of an array of what has no tangent, as far as the macro knows it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an array")]
fn plain_array(ty: &syn::Type) -> Option<Ty> {
    let element = match inner(ty) {
        syn::Type::Array(array) => &*array.elem,
        syn::Type::Path(path) => element_of_vec(path)?,
        _ => return None,
    };
    let element = match inner(element) {
        syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| is_discrete_name(&name.to_string())) => {
            Ty::Discrete(text(element).into())
        }
        element => plain_array(element)?,
    };
    Some(Ty::Array(element.into()))
}

//! What the user's tokens say before a body is looked at: the attribute, the function and where it stands, its function
//! types; how the runtime is called; and whether there is stack enough to parse all of it.

pub(crate) mod aliases;
pub(crate) mod apart;
pub mod attribute;
pub(crate) mod borrowed;
pub(crate) mod captured;
pub(crate) mod choices;
pub(crate) mod chosen;
pub(crate) mod circles;
pub(crate) mod configured;
pub(crate) mod constants;
pub(crate) mod crate_path;
pub(crate) mod definitions;
pub(crate) mod derived;
pub(crate) mod ends;
pub(crate) mod fields;
pub(crate) mod fixed;
pub(crate) mod functions;
pub(crate) mod given_values;
pub(crate) mod heads;
pub(crate) mod hygiene;
pub(crate) mod indexed;
pub(crate) mod left_out;
pub(crate) mod made;
pub(crate) mod named_arrays;
pub(crate) mod nesting;
pub(crate) mod opened;
pub(crate) mod places;
pub(crate) mod raw;
pub(crate) mod replaced;
pub(crate) mod siblings;
pub(crate) mod slices;
pub(crate) mod subject;
pub(crate) mod taken;
pub(crate) mod writing;
pub(crate) mod written;

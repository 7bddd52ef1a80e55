//! Building loops.

use std::sync::Arc;

use super::{Branch, BuildError, Builder, Value};
use crate::net::Level;
use crate::operation::{Fold, Operation, Sequence};
use crate::types::{Agree, Type};

impl Builder {
    /// Runs the body once for each number of the sequence with these bounds, each turn on the state that the one before it left;
    /// gives the state after the last, and the number of turns if the bounds do not say it. The body has the number, if there
    /// are numbers, and the state as inputs, and gives the state.
    ///
    /// # Errors
    /// If the bounds are not of the index's type, the body does not take and give the state, or something is out of scope.
    pub fn fold(
        &mut self,
        sequence: Sequence,
        bounds: &[Value],
        state: &[Value],
        body: Branch,
    ) -> Result<Vec<Value>, BuildError> {
        let mut inputs = body.params.clone();
        inputs.extend(body.imports.iter().map(|&(_, wire)| wire));
        let environment: Vec<Value> = body.imports.iter().map(|&(value, _)| value).collect();
        let params = self.net.types(&inputs);
        self.net.set_inputs(Level::Inside(body.edge), inputs);
        let function = self.function(body.edge, Vec::new(), params, body.outputs);
        let Type::Function(of_body) = self.ty(function).clone() else { unreachable!("made above") };
        let operation = Operation::Fold(Arc::new(Fold { body: of_body, sequence, taken: 0, state: state.len() }));
        operation.fits(Agree::UpToCaptures).map_err(BuildError::Loop)?;
        let mut operands = bounds.to_vec();
        operands.push(function);
        operands.extend_from_slice(state);
        operands.extend(environment);
        self.op(operation, &operands)
    }
}

//! Memory that gradients use again.

use core::any::{Any, TypeId};
use core::cell::RefCell;
use core::{fmt, mem};
use std::boxed::Box;
use std::thread_local;
use std::vec::Vec;

/// Memory that gradients use again, from one call to the next.
///
/// A loop keeps numbers for its reverse pass. Without a workspace, each call of a gradient allocates memory for them, and frees it at its
/// end. What runs in [`run`](Self::run) takes that memory from the workspace, and gives it back. So the second call of the same size
/// allocates none of it.
///
/// The rest is allocated in each call: what calls in loops keep, the arrays that a function makes itself, and those of its gradient. To
/// give your own arrays for the gradient, call `value_and_grad_into` or `accumulate_grad`.
///
/// ```
/// use backprop::{Workspace, differentiable};
///
/// #[differentiable]
/// fn product(x: &[f64]) -> f64 {
///     let mut all = 1.0;
///     for x in x {
///         all *= x;
///     }
///     all
/// }
///
/// let mut workspace = Workspace::new();
/// let (mut x, mut gradient) = ([1.0, 2.0, 3.0], [0.0; 3]);
/// for _ in 0..10 {
///     workspace.run(|| product::value_and_grad_into(&x, &mut gradient));
///     x.iter_mut().zip(gradient).for_each(|(x, d)| *x -= 0.01 * d);
/// }
/// assert!(product(&x) < 6.0);
/// ```
///
/// A workspace is lent to the thread that calls `run`. Another thread has a workspace of its own, or none. A backpropagator that leaves
/// `run` keeps its memory. When it is dropped, the memory goes to the workspace that is lent then; without one, it is freed.
///
/// A workspace grows to what its calls need at the same time. It frees its memory when it is dropped.
#[derive(Default)]
pub struct Workspace {
    free: Free,
}

impl Workspace {
    /// A workspace without memory.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { free: Free { of_types: Vec::new() } }
    }

    /// Does `work`, and gives its result. Gradients in `work` use this workspace, except for those in another `run` inside of it.
    pub fn run<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let lent = mem::take(&mut self.free);
        let before = LENT.with(|free| free.replace(Some(lent)));
        // If `work` panics, the workspace has its memory again too.
        let _end = End { workspace: self, before };
        work()
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}

/// The end of [`Workspace::run`].
struct End<'a> {
    workspace: &'a mut Workspace,
    before: Option<Free>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let before = self.before.take();
        let lent = LENT.with(|free| free.replace(before));
        self.workspace.free = lent.expect("what was lent is there until the end");
    }
}

thread_local! {
    /// The memory of the workspace that is lent to this thread.
    static LENT: RefCell<Option<Free>> = const { RefCell::new(None) };
}

/// Memory that nothing uses at the moment.
#[derive(Default)]
struct Free {
    /// For each type of entries, its [`Blocks`].
    of_types: Vec<(TypeId, Box<dyn Any + Send>)>,
}

/// Free blocks for entries of one type. Those with room for `1 << n` entries or more, and less than twice as many, are the `n`th.
struct Blocks<T> {
    of_sizes: [Vec<Vec<T>>; usize::BITS as usize],
}

impl Free {
    fn blocks<T: Send + 'static>(&mut self) -> &mut Blocks<T> {
        let key = TypeId::of::<T>();
        let at = self.of_types.iter().position(|(of, _)| *of == key).unwrap_or_else(|| {
            self.of_types.push((key, Box::new(Blocks::<T> { of_sizes: [const { Vec::new() }; usize::BITS as usize] })));
            self.of_types.len() - 1
        });
        self.of_types[at].1.downcast_mut().expect("the blocks are those of their type")
    }
}

/// Where blocks for entries come from.
pub trait Source<T> {
    /// A block without entries, with room for so many.
    fn __take(room: usize) -> Vec<T>;

    /// Takes a block back.
    fn __give(block: Vec<T>);
}

/// Blocks are allocated, and freed.
#[derive(Clone, Debug)]
pub struct Allocator;

impl<T> Source<T> for Allocator {
    #[inline]
    fn __take(room: usize) -> Vec<T> {
        Vec::with_capacity(room)
    }

    #[inline]
    fn __give(block: Vec<T>) {
        drop(block);
    }
}

/// Blocks come from the workspace that is lent to this thread. Without one, they are allocated, and freed.
#[derive(Clone, Debug)]
pub struct Lent;

impl<T: Send + 'static> Source<T> for Lent {
    fn __take(room: usize) -> Vec<T> {
        let lent = LENT.try_with(|lent| {
            let mut lent = lent.borrow_mut();
            let blocks = lent.as_mut()?.blocks::<T>();
            let room = room.max(1).checked_next_power_of_two()?;
            let block = blocks.of_sizes[room.ilog2() as usize].pop();
            Some(block.unwrap_or_else(|| Vec::with_capacity(room)))
        });
        // When a thread ends, nothing is lent to it any more.
        lent.ok().flatten().unwrap_or_else(|| Vec::with_capacity(room))
    }

    fn __give(mut block: Vec<T>) {
        block.clear();
        if block.capacity() == 0 {
            return;
        }
        // Nothing depends on whether a block comes back: when a thread ends, it is freed.
        let _freed = LENT.try_with(|lent| {
            if let Some(free) = lent.borrow_mut().as_mut() {
                let size = block.capacity().ilog2() as usize;
                free.blocks().of_sizes[size].push(mem::take(&mut block));
            }
        });
    }
}

//! Host code that says what it does, and the comparison of what the written functions say with what the plain one says.

use std::cell::RefCell;

thread_local!(static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

pub(crate) fn log(text: impl ToString) {
    LOG.with_borrow_mut(|log| log.push(text.to_string()));
}

pub(crate) fn taken() -> Vec<String> {
    LOG.with_borrow_mut(std::mem::take)
}

/// Says when it comes, when it is asked, and when it goes.
pub(crate) struct Guard(pub(crate) &'static str);

impl Guard {
    pub(crate) fn new(name: &'static str) -> Self {
        log(format!("new {name}"));
        Self(name)
    }

    pub(crate) fn k(&self) -> f64 {
        log(format!("k {}", self.0));
        3.0
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        log(format!("drop {}", self.0));
    }
}

pub(crate) fn guard(name: &'static str) -> Guard {
    Guard::new(name)
}

pub(crate) fn tick(name: &str) -> f64 {
    log(name);
    2.0
}

pub(crate) fn eaten(guard: Guard) -> f64 {
    log(format!("eat {}", guard.0));
    5.0
}

/// Value, log and derivative at a point, of all forms, against the plain function and its differences. What it is given is
/// made anew for each call.
macro_rules! check {
    ($f:ident($($arg:expr),*) at $x:expr) => {{
        let (x, h): (f64, f64) = ($x, 1e-6);
        let name = stringify!($f);
        $crate::log::taken();
        let value = $f(x $(, $arg)*);
        let plain = $crate::log::taken();
        let derivative = ($f(x + h $(, $arg)*) - $f(x - h $(, $arg)*)) / (2.0 * h);
        $crate::log::taken();
        let near = |d: f64| assert!((d - derivative).abs() < 1e-6 * (1.0 + d.abs()), "{name}: {d}, not {derivative}");
        near($f::grad(x $(, $arg)*));
        assert_eq!($crate::log::taken(), plain, "{name}::grad");
        let (same, d) = $f::value_and_grad(x $(, $arg)*);
        assert_eq!($crate::log::taken(), plain, "{name}::value_and_grad");
        assert_eq!(same.to_bits(), value.to_bits(), "{name}");
        near(d);
        let (same, back) = $f::vjp(x $(, $arg)*);
        assert_eq!($crate::log::taken(), plain, "{name}::vjp");
        assert_eq!(same.to_bits(), value.to_bits(), "{name}");
        near(back(2.0) / 2.0);
        assert_eq!($crate::log::taken(), Vec::<String>::new(), "the backpropagator of {name}");
    }};
}

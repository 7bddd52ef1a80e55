//! Functions of six numbers, held against themselves: values bit for bit, gradients against central differences.

/// Where they are held.
pub(crate) const X: [f64; 6] = [0.7, 1.3, 0.4, 1.1, 0.9, 0.6];

/// Holds the value and the gradient of a function against it.
macro_rules! agrees {
    ($($name:ident),*) => { $(
        let (value, gradient) = $name::value_and_grad(&$crate::agrees::X);
        assert_eq!(value.to_bits(), $name(&$crate::agrees::X).to_bits());
        $crate::differences::check(&|x| $name(x), &$crate::agrees::X, &gradient);
    )* };
}
pub(crate) use agrees;

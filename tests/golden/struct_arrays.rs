//! Arrays in the fields of structs: each is borrowed once, and its accumulator moves into the cotangent.

#[differentiable]
fn response(layer: &Layer, x: &[f64]) -> f64 {
    let mut sum = layer.bias[0];
    for i in 0..layer.used.len() {
        sum += layer.weights.values[i] * x[layer.used[i]];
    }
    layer.gain * sum.tanh()
}

// ---- net

// net (layer: ?_, x: Array<f64>, %0: !) -> [f64, !, Array<f64>] {
//   layer.1, layer.2 = copy layer
//   layer_bias = project `bias`@0 layer.1 -> Array<f64>
//   layer.3, layer.4 = copy layer.2
//   layer_used = foreign layer_used@0 layer.3 -> #`& [_]`
//   %1 = const 0: #usize
//   layer_bias.1, sum, %2 = get layer_bias, %1, %0
//   %3 = const 0: #usize
//   %4 = abstraction (i: #usize, x: Array<f64>, layer_weights_values: Array<f64>, sum: f64, %0: !, layer_used: #`& [_]`) -> [Array<f64>, Array<f64>, f64, !] {
//     i.1, i.2 = copy i
//     layer_weights_values.1, %1, %2 = get layer_weights_values, i.1, %0
//     %3, %4 = foreign __backprop_hole_0@2 layer_used, i.2, %2 -> [#usize, !]
//     x.1, %5, %6 = get x, %3, %4
//     %7 = mul %1, %5
//     sum.1 = add sum, %7
//     return x.1, layer_weights_values.1, sum.1, %6
//   }
//   layer_used.1, layer_used.2 = copy layer_used
//   %5, %6 = foreign __backprop_hole_0@1 layer_used.1, %2 -> [#usize, !]
//   layer.5, layer.6 = copy layer.4
//   layer_weights_values = project `weights.values`@1 layer.5 -> Array<f64>
//   %7, %8, %9, %10 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #`& [_]`] -o[] [Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, f64, !)> %3, %5, %4, x, layer_weights_values, sum, %6, layer_used.2
//   %11 = project `gain`@2 layer.6 -> f64
//   %12 = tanh %9
//   %13 = mul %11, %12
//   drop %8
//   drop layer_bias.1
//   return %13, %10, %7
// }

// ---- adjoint

// net (layer: ?_, x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, #_, f64, f64, f64, ?_, #usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>, ?_, #usize, ?_] [?_', Array<f64>]] {
//   %1: [#usize, Array<f64>, Array<f64>, f64, !, #`& [_]`] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, x: Array<f64>, layer_weights_values: Array<f64>, sum: f64, %0: !, layer_used: #`& [_]`) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize] [Array<f64>, Array<f64>, f64]] {
//     sum.1, sum.2 = copy sum
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.1
//     layer_weights_values.1, %1, %2 = get layer_weights_values, i.3, %0
//     %3, %4 = copy %1
//     %5, %6 = foreign __backprop_hole_0@2 layer_used, i.2, %2 -> [#usize, !]
//     %7, %8 = copy %5
//     x.1, %9, %10 = get x, %7, %6
//     %11, %12 = copy %9
//     %13 = mul %3, %11
//     %14, %15 = copy %13
//     %16 = abstraction [sum = sum.2, %0 = %15, %1 = %4, %2 = %12, %3 = %8, i = i.4] (d_x: Array<f64>, d_layer_weights_values: Array<f64>, d_sum: f64) -> [Array<f64>, Array<f64>, f64] {
//       d_sum.1, d_sum.2 = copy d_sum
//       discard sum
//       discard %0
//       d_sum.3, d_sum.4 = copy d_sum.2
//       %4 = mul %2, d_sum.3
//       %5 = mul %1, d_sum.4
//       d_x.1 = add_again d_x, %3, %5
//       d_layer_weights_values.1 = add_again d_layer_weights_values, i, %4
//       return d_x.1, d_layer_weights_values.1, d_sum.1
//     }
//     sum.3 = add sum.1, %14
//     return x.1, layer_weights_values.1, sum.3, %10, %16
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   %5 = const 0: #usize
//   %6, %7 = copy %5
//   layer.1, layer.2 = copy layer
//   layer.3, layer.4 = copy layer.2
//   layer.5, layer.6 = copy layer.4
//   layer.7, layer.8 = copy layer.6
//   %8 = project `gain`@2 layer.7 -> f64
//   %9, %10 = copy %8
//   layer.9, layer.10 = copy layer.5
//   layer_weights_values = project `weights.values`@1 layer.9 -> Array<f64>
//   layer_used = foreign layer_used@0 layer.3 -> #`& [_]`
//   layer_used.1, layer_used.2 = copy layer_used
//   layer.11, layer.12 = copy layer.1
//   layer_bias = project `bias`@0 layer.11 -> Array<f64>
//   layer_bias.1, sum, %11 = get layer_bias, %6, %0
//   %12 = end layer_bias.1
//   %13, %14 = foreign __backprop_hole_0@1 layer_used.1, %11 -> [#usize, !]
//   %15, %16 = copy %13
//   %17, %18, %19, %20, %21 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #`& [_]`] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64, !)> %3, %15, %1, x, layer_weights_values, sum, %14, layer_used.2
//   %22 = end %18
//   %23, %24 = copy %19
//   %25 = tanh %23
//   %26, %27 = copy %25
//   %28 = abstraction [%0 = %12, %1 = %22, %2 = %10, %3 = %27, %4 = %24, layer = layer.8, %5 = %4, %6 = %16, %7 = %21, layer.1 = layer.10, %8 = %7, layer.2 = layer.12] (%9: f64, %10: Array<f64>) -> [?_', Array<f64>] {
//     d_layer_bias = zeros<Array<f64>> %0
//     %11 = zeros<Array<f64>> %1
//     %12, %13 = copy %9
//     %14 = mul %3, %12
//     %15 = mul %2, %13
//     %16 = tanh %4
//     %17, %18 = copy %16
//     %19 = mul %17, %18
//     %20 = const 1.0: f64
//     %21 = sub %20, %19
//     %22 = mul %21, %15
//     %23 = record `gain`@2 %14 -> ?_'
//     discard layer
//     %24 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_x, d_layer_weights_values, d_sum = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %5, %6, %24, %7, %10, %11, %22
//     %25 = record `weights.values`@1 d_layer_weights_values -> ?_'
//     discard layer.1
//     %26 = plus %25, %23
//     d_layer_bias.1 = add_again d_layer_bias, %8, d_sum
//     %27 = zero: ?_'
//     %28 = plus %27, %26
//     %29 = record `bias`@0 d_layer_bias.1 -> ?_'
//     discard layer.2
//     d_layer = plus %29, %28
//     return d_layer, d_x
//   }
//   %29 = mul %9, %26
//   return %29, %20, %17, %28
// }

// ---- simplified

// net (layer: ?_, x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [?_', Array<f64>]] {
//   %1: [#usize, Array<f64>, f64, !, #`& [_]`, Look<f64>] -o [Array<f64>, f64, !, f64, #usize] = abstraction (i: #usize, layer_weights_values: Array<f64>, sum: f64, %0: !, layer_used: #`& [_]`, %1: Look<f64>) -> [Array<f64>, f64, !, f64, #usize] {
//     i.1, i.2 = copy i
//     layer_weights_values.1, %2, %3 = get layer_weights_values, i.1, %0
//     %4, %5 = copy %2
//     %6, %7 = foreign __backprop_hole_0@2 layer_used, i.2, %3 -> [#usize, !]
//     %8, %9 = copy %6
//     %10, %11 = read %1, %8, %7
//     %12 = mul %4, %10
//     sum.1 = add sum, %12
//     return layer_weights_values.1, sum.1, %11, %5, %9
//   }
//   layer.1, layer.2 = copy layer
//   layer.3, layer.4 = copy layer.2
//   layer.5, layer.6 = copy layer.4
//   %2 = project `gain`@2 layer.6 -> f64
//   %3, %4 = copy %2
//   layer_weights_values = project `weights.values`@1 layer.5 -> Array<f64>
//   layer_used = foreign layer_used@0 layer.3 -> #`& [_]`
//   layer_used.1, layer_used.2 = copy layer_used
//   layer_bias = project `bias`@0 layer.1 -> Array<f64>
//   %5 = const 0: #usize
//   layer_bias.1, sum, %6 = get layer_bias, %5, %0
//   %7 = end layer_bias.1
//   %8, %9 = foreign __backprop_hole_0@1 layer_used.1, %6 -> [#usize, !]
//   %10, %11 = copy %8
//   %12, %13 = look x
//   %14, %15 = copy %13
//   %16 = const 0: #usize
//   %17, %18, %19, %20, %21 = fold<[#usize, Array<f64>, f64, !, #`& [_]`, Look<f64>] -o [Array<f64>, f64, !, f64, #usize], (), (Array<f64>, f64, !)> %16, %10, %1, layer_weights_values, sum, %9, layer_used.2, %14
//   %22 = end %17
//   %23 = tanh %18
//   %24, %25 = copy %23
//   %26: [f64, Array<f64>] -o [?_', Array<f64>] = abstraction [%0 = %7, %1 = %22, %2 = %4, %3 = %25, %4 = %11, %5 = %20, %6 = %21, %7 = %15] (%8: f64, %9: Array<f64>) -> [?_', Array<f64>] {
//     d_layer_bias = zeros<Array<f64>> %0
//     %10 = zeros<Array<f64>> %1
//     %11, %12 = copy %8
//     %13 = mul %2, %12
//     %14 = const 1.0: f64
//     %15: [f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, %2: #usize, d_x: Array<f64>, d_layer_weights_values: Array<f64>, %3: Look<f64>, d_sum: f64) -> [Array<f64>, Array<f64>] {
//       d_sum.1, d_sum.2 = copy d_sum
//       %4 = mul %0, d_sum.2
//       %5, %6 = copy %1
//       d_x.1 = add_again d_x, %5, %4
//       %7 = read_again %3, %6
//       %8 = mul %7, d_sum.1
//       d_layer_weights_values.1 = add_again d_layer_weights_values, %2, %8
//       return d_x.1, d_layer_weights_values.1
//     }
//     %16 = const 0: #usize
//     %17 = const 0: #usize
//     %18, %19 = copy %3
//     %20 = mul %18, %11
//     %21, %22 = copy %19
//     %23 = mul %21, %22
//     %24 = sub %14, %23
//     %25 = mul %24, %13
//     %26, d_sum = copy %25
//     d_x, d_layer_weights_values = fold_down<[f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>], (f64, #usize), (Array<f64>, Array<f64>)> %16, %4, %15, %5, %6, %9, %10, %7, %26
//     d_layer_bias.1 = add_again d_layer_bias, %17, d_sum
//     d_layer = record `bias,weights.values,gain`@0 d_layer_bias.1, d_layer_weights_values, %20 -> ?_'
//     return d_layer, d_x
//   }
//   %27 = mul %3, %24
//   return %27, %19, %12, %26
// }

// ---- value and gradient, simplified

// net (layer: ?_, x: Array<f64>, %0: !, %1: Array<f64>) -> [f64, !, Array<f64>, ?_', Array<f64>] {
//   %2: [#usize, f64, !, #`& [_]`, Look<f64>, Look<f64>] -o [f64, !, #usize] = abstraction (i: #usize, sum: f64, %0: !, layer_used: #`& [_]`, %1: Look<f64>, %2: Look<f64>) -> [f64, !, #usize] {
//     i.1, i.2 = copy i
//     %3, %4 = read %2, i.1, %0
//     %5, %6 = foreign __backprop_hole_0@2 layer_used, i.2, %4 -> [#usize, !]
//     %7, %8 = copy %5
//     %9, %10 = read %1, %7, %6
//     %11 = mul %3, %9
//     sum.1 = add sum, %11
//     return sum.1, %10, %8
//   }
//   layer.1, layer.2 = copy layer
//   layer.3, layer.4 = copy layer.2
//   layer.5, layer.6 = copy layer.4
//   %3 = project `gain`@2 layer.6 -> f64
//   %4, %5 = copy %3
//   layer_weights_values = project `weights.values`@1 layer.5 -> Array<f64>
//   layer_used = foreign layer_used@0 layer.3 -> #`& [_]`
//   layer_used.1, layer_used.2 = copy layer_used
//   layer_bias = project `bias`@0 layer.1 -> Array<f64>
//   %6 = const 1.0: f64
//   %7: [#usize, #usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: #usize, d_x: Array<f64>, d_layer_weights_values: Array<f64>, %2: Look<f64>, %3: Look<f64>, d_sum: f64) -> [Array<f64>, Array<f64>] {
//     d_sum.1, d_sum.2 = copy d_sum
//     %4, %5 = copy %1
//     %6 = read_again %2, %5
//     %7 = mul %6, d_sum.2
//     %8, %9 = copy %0
//     d_x.1 = add_again d_x, %8, %7
//     %10 = read_again %3, %9
//     %11 = mul %10, d_sum.1
//     d_layer_weights_values.1 = add_again d_layer_weights_values, %4, %11
//     return d_x.1, d_layer_weights_values.1
//   }
//   %8 = const 0: #usize
//   %9 = const 0: #usize
//   %10 = const 0: #usize
//   %11, %12 = look x
//   %13, %14 = look layer_weights_values
//   %15 = end %13
//   %16 = zeros<Array<f64>> %15
//   layer_bias.1, %17 = look layer_bias
//   %18 = end layer_bias.1
//   d_layer_bias = zeros<Array<f64>> %18
//   sum, %19 = read %17, %9, %0
//   %20, %21 = foreign __backprop_hole_0@1 layer_used.1, %19 -> [#usize, !]
//   %22, %23 = copy %20
//   %24, %25 = copy %14
//   %26, %27 = copy %12
//   %28 = const 0: #usize
//   %29, %30, %31 = fold<[#usize, f64, !, #`& [_]`, Look<f64>, Look<f64>] -o [f64, !, #usize], (), (f64, !)> %28, %22, %2, sum, %21, layer_used.2, %26, %24
//   %32 = tanh %29
//   %33, %34 = copy %32
//   %35, %36 = copy %34
//   %37 = mul %4, %35
//   %38, %39 = copy %33
//   %40 = mul %38, %39
//   %41 = sub %6, %40
//   %42 = mul %41, %5
//   %43, d_sum = copy %42
//   d_x, d_layer_weights_values = fold_down<[#usize, #usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>], (#usize), (Array<f64>, Array<f64>)> %8, %23, %7, %31, %1, %16, %25, %27, %43
//   d_layer_bias.1 = add_again d_layer_bias, %10, d_sum
//   d_layer = record `bias,weights.values,gain`@0 d_layer_bias.1, d_layer_weights_values, %36 -> ?_'
//   return %37, %30, %11, d_layer, d_x
// }

// ---- Rust

// /// The derivatives of [`response`](fn@response).
// struct response {}
// #[doc(hidden)]
// impl response {
//     const __known: ::core::primitive::usize = {
//         let () = <Layer as ::backprop::Differentiable>::KNOWN;
//         0
//     };
// }
// #[cfg_attr(
//     clippy,
//     allow(
//         clippy::all,
//         clippy::pedantic,
//         clippy::nursery,
//         clippy::restriction,
//         reason = "written by `backprop`"
//     )
// )]
// #[cfg_attr(doc, ::backprop::__private::without_claims)]
// impl response
// where
//     (): ::backprop::__private::claims::TypesHaveCotangents<{ response::__known }>,
// {
//     /// The gradient of [`response`](fn@response) with respect to `layer` and `x`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         layer: &Layer,
//         x: &[f64],
//     ) -> (
//         ::backprop::__private::claims::CotangentIf<Layer, { response::__known }>,
//         ::backprop::__private::Vec<f64>,
//     ) {
//         let _ = response;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let shape_of_layer = ::backprop::__private::claims::Written::<
//             { response::__known },
//         >
//             .as_is(::backprop::__private::shape_of(layer));
//         let (_, gradient) = Self::__accumulate(layer, x, &mut d_x);
//         (shape_of_layer.of(gradient.0), d_x)
//     }
//     /// The value of [`response`](fn@response), and its gradient with respect to `layer` and `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         layer: &Layer,
//         x: &[f64],
//     ) -> (
//         f64,
//         (
//             ::backprop::__private::claims::CotangentIf<Layer, { response::__known }>,
//             ::backprop::__private::Vec<f64>,
//         ),
//     ) {
//         let _ = response;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let shape_of_layer = ::backprop::__private::claims::Written::<
//             { response::__known },
//         >
//             .as_is(::backprop::__private::shape_of(layer));
//         let (value, gradient) = Self::__accumulate(layer, x, &mut d_x);
//         (value, (shape_of_layer.of(gradient.0), d_x))
//     }
//     /** Gives the value of [`response`](fn@response), and writes its gradient with respect to `layer` and `x` to `d_layer` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         layer: &Layer,
//         x: &[f64],
//         d_layer: &mut ::backprop::__private::claims::CotangentIf<
//             Layer,
//             { response::__known },
//         >,
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let shape_of_layer = ::backprop::__private::claims::Written::<
//             { response::__known },
//         >
//             .as_is(::backprop::__private::shape_of(layer));
//         let (value, gradient) = Self::__accumulate(layer, x, d_x);
//         *d_layer = shape_of_layer.of(gradient.0);
//         value
//     }
//     /** Gives the value of [`response`](fn@response), and adds its gradient with respect to `layer` and `x` to `d_layer` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         layer: &Layer,
//         x: &[f64],
//         d_layer: &mut ::backprop::__private::claims::CotangentIf<
//             Layer,
//             { response::__known },
//         >,
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, gradient) = Self::__accumulate(layer, x, d_x);
//         ::backprop::Cotangent::accumulate(d_layer, &gradient.0);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//         d_x: &mut [f64],
//     ) -> (
//         f64,
//         (::backprop::__private::claims::CotangentIf<Layer, { response::__known }>, ()),
//     ) {
//         let _ = response;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let layer = written.as_is(layer);
//         let x = written.as_is(x);
//         let d_x = written.as_is(d_x);
//         let layer_gain = layer.gain;
//         let layer_weights_values = &layer.weights.values;
//         let layer_used = &layer.used;
//         let layer_bias = &layer.bias;
//         let mut array = written
//             .as_is(::backprop::__private::shape(layer_weights_values))
//             .zeros();
//         let mut d_layer_bias = written
//             .as_is(::backprop::__private::shape(layer_bias))
//             .zeros();
//         let sum = layer_bias[0];
//         let value = layer_used.len();
//         let mut sum_2 = sum;
//         let mut tape = ::backprop::__private::Kept::new();
//         for i in 0..value {
//             let layer_weights_values_i = layer_weights_values[i];
//             let value_2 = layer_used[i];
//             tape.push(value_2);
//             sum_2 = sum_2 + layer_weights_values_i * x[value_2];
//         }
//         let tanh_sum_2 = sum_2.tanh();
//         let product = (1.0_f64 - tanh_sum_2 * tanh_sum_2) * layer_gain;
//         d_layer_bias[0] += product;
//         let mut entries = tape.entries();
//         if 0 < value {
//             let part = ::backprop::__private::reach::part(
//                 &layer_weights_values[..],
//                 0,
//                 value,
//             );
//             let part_2 = ::backprop::__private::reach::part_mut(
//                 &mut array[..],
//                 0,
//                 value,
//             );
//             let slots = &*entries.slots(value);
//             for i_2 in (0..value).rev() {
//                 let entry = slots[i_2];
//                 d_x[entry] += part[i_2] * product;
//                 part_2[i_2] += x[entry] * product;
//             }
//         }
//         let d_layer = {
//             let mut d = written
//                 .as_is(
//                     <::backprop::CotangentOf<Layer> as ::backprop::Cotangent>::neutral(),
//                 );
//             d.bias = d_layer_bias;
//             d.weights.values = array;
//             d.gain = tanh_sum_2;
//             d
//         };
//         (layer_gain * tanh_sum_2, (d_layer, ()))
//     }
//     /// The value of [`response`](fn@response), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `layer` and `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Layer, { response::__known }>,
//                 ::backprop::__private::Vec<f64>,
//             ) + use<'arrays>,
//     ) {
//         let _: fn(&Layer, &[::core::primitive::f64]) -> ::core::primitive::f64 = response;
//         let shape_of_layer = ::backprop::__private::claims::Written::<
//             { response::__known },
//         >
//             .as_is(::backprop::__private::shape_of(layer));
//         let (value, back) = Self::__again(layer, x);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let gradient = ::backprop::__private::seeds::Backpropagates::__back(
//                     &back,
//                     (d, (x,), (&mut d_x,)),
//                     ::backprop::__private::seeds::Nothing,
//                 );
//                 (shape_of_layer.of_each(gradient.0), d_x)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         ::backprop::__private::seeds::Adding<
//             impl ::core::ops::Fn(
//                 (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed<
//                         ::backprop::__private::claims::CotangentIf<
//                             Layer,
//                             { response::__known },
//                         >,
//                     >,
//                     ::backprop::__private::seeds::NoSeed,
//                 ),
//             ) -> (
//                     ::backprop::__private::claims::CotangentIf<
//                         Layer,
//                         { response::__known },
//                     >,
//                     (),
//                 ) + use<>,
//         >,
//     ) {
//         let _ = response;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let layer = written.as_is(layer);
//         let x = written.as_is(x);
//         let layer_gain = layer.gain;
//         let layer_weights_values = &layer.weights.values;
//         let layer_used = &layer.used;
//         let layer_bias = &layer.bias;
//         let sum = layer_bias[0];
//         let shape = written.as_is(::backprop::__private::shape(layer_bias));
//         let value = layer_used.len();
//         let mut sum_2 = sum;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         for i in 0..value {
//             let layer_weights_values_i = layer_weights_values[i];
//             let value_2 = layer_used[i];
//             tape.push(layer_weights_values_i);
//             tape_2.push(value_2);
//             sum_2 = sum_2 + layer_weights_values_i * x[value_2];
//         }
//         let shape_2 = written.as_is(::backprop::__private::shape(layer_weights_values));
//         let tanh_sum_2 = sum_2.tanh();
//         (
//             layer_gain * tanh_sum_2,
//             ::backprop::__private::seeds::Adding(move |
//                 (d, (x,), (d_x,)): (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed(seed),
//                     _,
//                 ): (
//                     ::backprop::__private::seeds::Seed<::backprop::CotangentOf<Layer>>,
//                     ::backprop::__private::seeds::NoSeed,
//                 )|
//             {
//                 let (x, d_x, seed) = written.as_is((x, d_x, seed));
//                 let product = (1.0_f64 - tanh_sum_2 * tanh_sum_2) * (layer_gain * d);
//                 let (d_2, mut d_bias) = ::backprop::__private::seeds::detach(
//                     seed,
//                     |d| &mut (*d).bias,
//                 );
//                 shape.fit(&mut d_bias);
//                 let (d_3, mut d_weights_values) = ::backprop::__private::seeds::detach(
//                     d_2,
//                     |d| &mut (*d).weights.values,
//                 );
//                 shape_2.fit(&mut d_weights_values);
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 if 0 < value {
//                     let part = ::backprop::__private::reach::part_mut(
//                         &mut d_weights_values[..],
//                         0,
//                         value,
//                     );
//                     let slots = &*entries.slots(value);
//                     let slots_2 = &*entries_2.slots(value);
//                     for i_2 in (0..value).rev() {
//                         let entry = slots[i_2];
//                         let entry_2 = slots_2[i_2];
//                         d_x[entry_2] += entry * product;
//                         part[i_2] += x[entry_2] * product;
//                     }
//                 }
//                 d_bias[0] += product;
//                 let value_3 = {
//                     let mut d_5 = d_3;
//                     d_5.bias = d_bias;
//                     d_5
//                 };
//                 let value_4 = {
//                     let mut d_4 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Layer,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_4.gain = tanh_sum_2 * d;
//                     d_4
//                 };
//                 let value_5 = {
//                     let mut d_6 = value_3;
//                     d_6.weights.values = d_weights_values;
//                     d_6
//                 };
//                 (::backprop::Cotangent::plus(value_5, &value_4), ())
//             }),
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         ::backprop::__private::seeds::Adding<
//             impl ::core::ops::Fn(
//                 (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed<
//                         ::backprop::__private::claims::CotangentIf<
//                             Layer,
//                             { response::__known },
//                         >,
//                     >,
//                     ::backprop::__private::seeds::NoSeed,
//                 ),
//             ) -> (
//                     ::backprop::__private::claims::CotangentIf<
//                         Layer,
//                         { response::__known },
//                     >,
//                     (),
//                 ) + use<>,
//         >,
//     ) {
//         Self::__again(layer, x)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         ::backprop::__private::seeds::Adding<
//             impl ::core::ops::Fn(
//                 (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed<
//                         ::backprop::__private::claims::CotangentIf<
//                             Layer,
//                             { response::__known },
//                         >,
//                     >,
//                     ::backprop::__private::seeds::NoSeed,
//                 ),
//             ) -> (
//                     ::backprop::__private::claims::CotangentIf<
//                         Layer,
//                         { response::__known },
//                     >,
//                     (),
//                 ) + use<>,
//         >,
//     ) {
//         Self::__again(layer, x)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         layer: &Layer,
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         ::backprop::__private::seeds::Adding<
//             impl ::core::ops::Fn(
//                 (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed<
//                         ::backprop::__private::claims::CotangentIf<
//                             Layer,
//                             { response::__known },
//                         >,
//                     >,
//                     ::backprop::__private::seeds::NoSeed,
//                 ),
//             ) -> (
//                     ::backprop::__private::claims::CotangentIf<
//                         Layer,
//                         { response::__known },
//                     >,
//                     (),
//                 ) + use<>,
//         >,
//     ) {
//         let _ = response;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let layer = written.as_is(layer);
//         let x = written.as_is(x);
//         let layer_gain = layer.gain;
//         let layer_weights_values = &layer.weights.values;
//         let layer_used = &layer.used;
//         let layer_bias = &layer.bias;
//         let sum = layer_bias[0];
//         let shape = written.as_is(::backprop::__private::shape(layer_bias));
//         let value = layer_used.len();
//         let mut sum_2 = sum;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Kept::new();
//         for i in 0..value {
//             let layer_weights_values_i = layer_weights_values[i];
//             let value_2 = layer_used[i];
//             let x_value_2 = x[value_2];
//             tape.push(layer_weights_values_i);
//             tape_2.push(x_value_2);
//             tape_3.push(value_2);
//             sum_2 = sum_2 + layer_weights_values_i * x_value_2;
//         }
//         let shape_2 = written.as_is(::backprop::__private::shape(layer_weights_values));
//         let tanh_sum_2 = sum_2.tanh();
//         (
//             layer_gain * tanh_sum_2,
//             ::backprop::__private::seeds::Adding(move |
//                 (d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],)),
//                 (
//                     ::backprop::__private::seeds::Seed(seed),
//                     _,
//                 ): (
//                     ::backprop::__private::seeds::Seed<::backprop::CotangentOf<Layer>>,
//                     ::backprop::__private::seeds::NoSeed,
//                 )|
//             {
//                 let (d_x, seed) = written.as_is((d_x, seed));
//                 let product = (1.0_f64 - tanh_sum_2 * tanh_sum_2) * (layer_gain * d);
//                 let (d_2, mut d_bias) = ::backprop::__private::seeds::detach(
//                     seed,
//                     |d| &mut (*d).bias,
//                 );
//                 shape.fit(&mut d_bias);
//                 let (d_3, mut d_weights_values) = ::backprop::__private::seeds::detach(
//                     d_2,
//                     |d| &mut (*d).weights.values,
//                 );
//                 shape_2.fit(&mut d_weights_values);
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_3.entries();
//                 if 0 < value {
//                     let part = ::backprop::__private::reach::part_mut(
//                         &mut d_weights_values[..],
//                         0,
//                         value,
//                     );
//                     let slots = &*entries.slots(value);
//                     let slots_2 = &*entries_2.slots(value);
//                     let slots_3 = &*entries_3.slots(value);
//                     for i_2 in (0..value).rev() {
//                         let entry = slots[i_2];
//                         let entry_2 = slots_2[i_2];
//                         let entry_3 = slots_3[i_2];
//                         d_x[entry_3] += entry * product;
//                         part[i_2] += entry_2 * product;
//                     }
//                 }
//                 d_bias[0] += product;
//                 let value_3 = {
//                     let mut d_5 = d_3;
//                     d_5.bias = d_bias;
//                     d_5
//                 };
//                 let value_4 = {
//                     let mut d_4 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Layer,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_4.gain = tanh_sum_2 * d;
//                     d_4
//                 };
//                 let value_5 = {
//                     let mut d_6 = value_3;
//                     d_6.weights.values = d_weights_values;
//                     d_6
//                 };
//                 (::backprop::Cotangent::plus(value_5, &value_4), ())
//             }),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&Layer, &'arrays [f64]) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&Layer, &'arrays [f64]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (layer, x) = __arguments;
//         (__function(layer, x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(response, __function)
//     }
//     #[doc(hidden)]
//     const __code: ::core::primitive::usize = {
//         let _: fn(&Layer, &[f64]) -> f64 = |layer: &Layer, x: &[f64]| -> f64 {
//             let mut sum = layer.bias[0];
//             for i in 0..layer.used.len() {
//                 sum += layer.weights.values[i] * x[layer.used[i]];
//             }
//             layer.gain * sum.tanh()
//         };
//         0
//     };
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let () = <Layer as ::backprop::Differentiable>::KNOWN;
//         let written = ::backprop::__private::claims::Written::<{ Self::__code }>;
//         let _ = |of: &Layer| ::backprop::__private::claims::is_operand::<
//             ::core::primitive::f64,
//             _,
//         >(&written.as_is(of).gain);
//         let _ = |of: &Layer| {
//             trait Kept {
//                 fn __is_constant_bias(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//                 fn __is_constant_weights(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//                 fn __is_constant_values(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//                 fn __is_constant_gain(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//             }
//             impl<T: ?::core::marker::Sized> Kept for T {}
//             let of = written.as_is(of);
//             let kept = of.__is_constant_bias();
//             ::backprop::__private::claims::has_cotangent(kept);
//             let kept = of.__is_constant_weights();
//             ::backprop::__private::claims::has_cotangent(kept);
//             let kept = of.weights.__is_constant_values();
//             ::backprop::__private::claims::has_cotangent(kept);
//             let kept = of.__is_constant_gain();
//             ::backprop::__private::claims::has_cotangent(kept);
//         };
//         0
//     };
// }

/// Steps of Runge and Kutta's method of fourth order for a pendulum: the state of a step is kept, and what is cheap is computed again.
#[differentiable]
fn pendulum(start: &[f64; 2], rate: f64, step: f64, steps: usize) -> f64 {
    let mut angle = start[0];
    let mut speed = start[1];
    let flow = |angle: f64, speed: f64| (speed, -rate * angle.sin());
    for _ in 0..steps {
        let (a1, s1) = flow(angle, speed);
        let (a2, s2) = flow(angle + 0.5 * step * a1, speed + 0.5 * step * s1);
        let (a3, s3) = flow(angle + 0.5 * step * a2, speed + 0.5 * step * s2);
        let (a4, s4) = flow(angle + step * a3, speed + step * s3);
        angle += step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        speed += step / 6.0 * (s1 + 2.0 * s2 + 2.0 * s3 + s4);
    }
    angle
}

// ---- net

// net (start: Array<f64>, rate: f64, step: f64, steps: #usize, %0: !) -> [f64, !, Array<f64>] {
//   %1 = const 0: #usize
//   start.1, angle, %2 = get start, %1, %0
//   %3 = const 1: #usize
//   start.2, speed, %4 = get start.1, %3, %2
//   flow = abstraction [rate] (angle: f64, speed: f64) -> [f64, f64] {
//     %0 = neg rate
//     %1 = sin angle
//     %2 = mul %0, %1
//     return speed, %2
//   }
//   %5 = const 0: #usize
//   %6 = abstraction (%0: #usize, angle: f64, speed: f64, flow: [f64, f64] -o[f64] [f64, f64], step: f64) -> [f64, f64] {
//     %1 = const 0.5: f64
//     angle.1, angle.2 = copy angle
//     %2 = const 0.5: f64
//     step.1, step.2 = copy step
//     %3 = mul %1, step.1
//     speed.1, speed.2 = copy speed
//     flow.1, flow.2 = copy flow
//     %4, %5 = eval flow.1, angle.1, speed.1
//     %6 = const 0.5: f64
//     step.3, step.4 = copy step.2
//     %7 = mul %2, step.3
//     angle.3, angle.4 = copy angle.2
//     %8 = const 0.5: f64
//     step.5, step.6 = copy step.4
//     %9 = mul %6, step.5
//     speed.3, speed.4 = copy speed.2
//     flow.3, flow.4 = copy flow.2
//     step.7, step.8 = copy step.6
//     %10 = mul %8, step.7
//     angle.5, angle.6 = copy angle.4
//     step.9, step.10 = copy step.8
//     speed.5, speed.6 = copy speed.4
//     flow.5, flow.6 = copy flow.4
//     %11 = const 6.0: f64
//     step.11, step.12 = copy step.10
//     %12 = const 2.0: f64
//     %13, %14 = copy %4
//     %15 = mul %3, %13
//     %16 = add angle.3, %15
//     %17 = const 2.0: f64
//     angle.7, angle.8 = copy angle.6
//     %18 = const 6.0: f64
//     step.13, step.14 = copy step.12
//     %19 = div step.13, %11
//     %20 = div step.14, %18
//     %21 = const 2.0: f64
//     %22, %23 = copy %5
//     %24 = mul %7, %22
//     %25 = add speed.3, %24
//     %26, %27 = eval flow.3, %16, %25
//     %28, %29 = copy %26
//     %30 = mul %9, %28
//     %31 = add angle.5, %30
//     %32 = mul %12, %29
//     %33 = add %14, %32
//     %34, %35 = copy %27
//     %36 = mul %10, %34
//     %37 = add speed.5, %36
//     %38, %39 = eval flow.5, %31, %37
//     %40, %41 = copy %38
//     %42 = mul step.9, %40
//     %43 = add angle.7, %42
//     %44 = mul %17, %41
//     %45 = add %33, %44
//     %46 = mul %21, %35
//     %47 = add %23, %46
//     %48 = const 2.0: f64
//     %49, %50 = copy %39
//     %51 = mul step.11, %49
//     %52 = mul %48, %50
//     %53 = add %47, %52
//     speed.7, speed.8 = copy speed.6
//     %54 = add speed.7, %51
//     %55, %56 = eval flow.6, %43, %54
//     %57 = add %45, %55
//     %58 = mul %19, %57
//     angle.9 = add angle.8, %58
//     %59 = add %53, %56
//     %60 = mul %20, %59
//     speed.9 = add speed.8, %60
//     discard %0
//     return angle.9, speed.9
//   }
//   %7, %8 = fold<[#usize, f64, f64, [f64, f64] -o[f64] [f64, f64], f64] -o[] [f64, f64], (), (f64, f64)> %5, steps, %6, angle, speed, flow, step
//   discard %8
//   return %7, %4, start.2
// }

// ---- adjoint

// net (start: Array<f64>, rate: f64, step: f64, steps: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#usize, #usize, Tape<[f64, f64] -o~ [f64, f64, f64, f64]>, #usize, #usize] [Array<f64>, f64, f64]] {
//   steps.1, steps.2 = copy steps
//   %1: [#usize, f64, f64, [f64, f64] -o[f64] [f64, f64, [f64, f64] -o~ [f64, f64, f64]], f64] -o[] [f64, f64, [f64, f64] -o~ [f64, f64, f64, f64]] = abstraction (%0: #usize, angle: f64, speed: f64, flow: [f64, f64] -o[f64] [f64, f64, [f64, f64] -o~ [f64, f64, f64]], step: f64) -> [f64, f64, [f64, f64] -o[f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, [f64, f64] -o~ [f64, f64, f64], f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, [f64, f64] -o~ [f64, f64, f64], f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, [f64, f64] -o~ [f64, f64, f64], f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, [f64, f64] -o~ [f64, f64, f64], f64, f64] [f64, f64, f64, f64]] {
//     discard %0
//     %1 = const 2.0: f64
//     %2, %3 = copy %1
//     %4 = const 2.0: f64
//     %5, %6 = copy %4
//     %7 = const 6.0: f64
//     %8, %9 = copy %7
//     %10 = const 2.0: f64
//     %11, %12 = copy %10
//     %13 = const 2.0: f64
//     %14, %15 = copy %13
//     %16 = const 6.0: f64
//     %17, %18 = copy %16
//     %19 = const 0.5: f64
//     %20, %21 = copy %19
//     %22 = const 0.5: f64
//     %23, %24 = copy %22
//     flow.1, flow.2 = copy flow
//     flow.3, flow.4 = copy flow.2
//     flow.5, flow.6 = copy flow.4
//     speed.1, speed.2 = copy speed
//     speed.3, speed.4 = copy speed.2
//     speed.5, speed.6 = copy speed.3
//     speed.7, speed.8 = copy speed.4
//     speed.9, speed.10 = copy speed.8
//     speed.11, speed.12 = copy speed.10
//     speed.13, speed.14 = copy speed.9
//     speed.15, speed.16 = copy speed.7
//     step.1, step.2 = copy step
//     step.3, step.4 = copy step.2
//     step.5, step.6 = copy step.4
//     step.7, step.8 = copy step.6
//     step.9, step.10 = copy step.8
//     step.11, step.12 = copy step.9
//     step.13, step.14 = copy step.10
//     step.15, step.16 = copy step.13
//     step.17, step.18 = copy step.14
//     step.19, step.20 = copy step.18
//     %25 = div step.19, %8
//     %26, %27 = copy %25
//     step.21, step.22 = copy step.17
//     %28 = div step.21, %17
//     %29, %30 = copy %28
//     step.23, step.24 = copy step.7
//     %31 = mul %20, step.23
//     %32, %33 = copy %31
//     step.25, step.26 = copy step.5
//     %34 = mul %23, step.25
//     %35, %36 = copy %34
//     step.27, step.28 = copy step.3
//     step.29, step.30 = copy step.1
//     %37 = const 0.5: f64
//     %38, %39 = copy %37
//     %40 = mul %38, step.27
//     %41, %42 = copy %40
//     angle.1, angle.2 = copy angle
//     angle.3, angle.4 = copy angle.2
//     angle.5, angle.6 = copy angle.3
//     angle.7, angle.8 = copy angle.4
//     angle.9, angle.10 = copy angle.7
//     angle.11, angle.12 = copy angle.8
//     angle.13, angle.14 = copy angle.12
//     angle.15, angle.16 = copy angle.11
//     %43, %44, %45 = eval flow.1, angle.1, speed.1
//     %46, %47 = copy %44
//     %48, %49 = copy %47
//     %50, %51 = copy %46
//     %52 = mul %41, %50
//     %53, %54 = copy %52
//     %55 = add speed.5, %53
//     %56, %57 = copy %43
//     %58, %59 = copy %57
//     %60, %61 = copy %56
//     %62 = const 0.5: f64
//     %63, %64 = copy %62
//     %65 = mul %63, step.29
//     %66, %67 = copy %65
//     %68 = mul %66, %60
//     %69, %70 = copy %68
//     %71 = add angle.5, %69
//     %72, %73, %74 = eval flow.3, %71, %55
//     %75, %76 = copy %73
//     %77, %78 = copy %76
//     %79 = mul %5, %77
//     %80, %81 = copy %79
//     %82 = add %48, %80
//     %83, %84 = copy %82
//     %85, %86 = copy %75
//     %87 = mul %32, %85
//     %88, %89 = copy %87
//     %90 = add speed.15, %88
//     %91, %92 = copy %72
//     %93, %94 = copy %92
//     %95 = mul %14, %93
//     %96, %97 = copy %95
//     %98 = add %58, %96
//     %99, %100 = copy %98
//     %101, %102 = copy %91
//     %103 = mul %35, %101
//     %104, %105 = copy %103
//     %106 = add angle.9, %104
//     %107, %108, %109 = eval flow.5, %106, %90
//     %110, %111 = copy %108
//     %112, %113 = copy %111
//     %114 = mul %2, %112
//     %115, %116 = copy %114
//     %117 = add %83, %115
//     %118, %119 = copy %117
//     %120, %121 = copy %110
//     %122 = mul step.15, %120
//     %123, %124 = copy %122
//     %125 = add speed.13, %123
//     %126, %127 = copy %107
//     %128, %129 = copy %127
//     %130 = mul %11, %128
//     %131, %132 = copy %130
//     %133 = add %99, %131
//     %134, %135 = copy %133
//     %136, %137 = copy %126
//     %138 = mul step.11, %136
//     %139, %140 = copy %138
//     %141 = add angle.15, %139
//     %142, %143, %144 = eval flow.6, %141, %125
//     %145, %146 = copy %143
//     %147 = add %118, %145
//     %148, %149 = copy %147
//     %150 = mul %26, %148
//     %151, %152 = copy %150
//     speed.17 = add speed.11, %151
//     %153, %154 = copy %142
//     %155 = add %134, %153
//     %156, %157 = copy %155
//     %158 = mul %29, %156
//     %159, %160 = copy %158
//     %161 = abstraction [speed = speed.12, %0 = %152, %1 = %27, %2 = %149, %3 = %119, %4 = %146, angle = angle.14, %5 = %160, %6 = %30, %7 = %157, %8 = %135, %9 = %154, %10 = %144, speed.1 = speed.14, %11 = %124, %12 = %84, %13 = %116, %14 = %3, %15 = %113, step = step.16, %16 = %121, %17 = %49, %18 = %81, %19 = %6, %20 = %78, %21 = %100, %22 = %132, %23 = %12, %24 = %129, angle.1 = angle.16, %25 = %140, step.1 = step.12, %26 = %137, %27 = %109, speed.2 = speed.16, %28 = %89, %29 = %33, %30 = %86, %31 = %59, %32 = %97, %33 = %15, %34 = %94, angle.2 = angle.10, %35 = %105, %36, %37 = %102, %38 = %74, speed.3 = speed.6, %39 = %54, %40 = %42, %41 = %51, step.2 = step.20, %42 = %9, step.3 = step.22, %43 = %18, angle.3 = angle.6, %44 = %70, %45 = %67, %46 = %61, %47 = %21, step.4 = step.24, %48 = %24, step.5 = step.26, %49 = %39, step.6 = step.28, %50 = %45, %51 = %64, step.7 = step.30] (d_angle: f64, d_speed: f64) -> [f64, f64, f64, f64] {
//       d_speed.1, d_speed.2 = copy d_speed
//       discard speed
//       discard %0
//       d_speed.3, d_speed.4 = copy d_speed.2
//       %52 = mul %2, d_speed.3
//       %53 = mul %1, d_speed.4
//       %54, %55 = copy %53
//       discard %3
//       discard %4
//       d_angle.1, d_angle.2 = copy d_angle
//       discard angle
//       discard %5
//       d_angle.3, d_angle.4 = copy d_angle.2
//       %56 = mul %7, d_angle.3
//       %57 = mul %6, d_angle.4
//       %58, %59 = copy %57
//       discard %8
//       discard %9
//       %60, %61, %62 = eval %10, %59, %55
//       %63, %64 = copy %62
//       discard speed.1
//       discard %11
//       %65 = plus %63, d_speed.1
//       %66, %67 = copy %54
//       discard %12
//       discard %13
//       %68, %69 = copy %67
//       %70 = mul %15, %68
//       %71 = mul %14, %69
//       %72, %73 = copy %64
//       %74 = mul %16, %72
//       %75 = mul step, %73
//       %76 = plus %75, %71
//       discard %70
//       %77, %78 = copy %66
//       discard %17
//       discard %18
//       %79, %80 = copy %78
//       %81 = mul %20, %79
//       %82 = mul %19, %80
//       %83, %84 = copy %58
//       discard %21
//       discard %22
//       %85, %86 = copy %84
//       %87 = mul %24, %85
//       %88 = mul %23, %86
//       %89, %90 = copy %61
//       discard angle.1
//       discard %25
//       %91, %92 = copy %90
//       %93 = mul %26, %91
//       %94 = mul step.1, %92
//       %95 = plus %94, %88
//       %96, %97, %98 = eval %27, %95, %76
//       %99, %100 = copy %98
//       discard speed.2
//       discard %28
//       %101, %102 = copy %100
//       %103 = mul %30, %101
//       %104 = mul %29, %102
//       %105 = plus %104, %82
//       %106, %107 = copy %83
//       discard %31
//       discard %32
//       %108, %109 = copy %107
//       %110 = mul %34, %108
//       %111 = mul %33, %109
//       %112, %113 = copy %97
//       discard angle.2
//       discard %35
//       %114, %115 = copy %113
//       %116 = mul %37, %114
//       %117 = mul %36, %115
//       %118 = plus %117, %111
//       %119, %120, %121 = eval %38, %118, %105
//       %122, %123 = copy %121
//       discard speed.3
//       discard %39
//       %124, %125 = copy %123
//       %126 = mul %41, %124
//       %127 = mul %40, %125
//       %128 = plus %127, %77
//       discard %81
//       %129, %130 = copy %42
//       %131 = div step.2, %129
//       %132 = div %52, %130
//       %133, %134 = copy %132
//       %135 = mul %133, %131
//       %136 = neg %135
//       %137, %138 = copy %43
//       %139 = div step.3, %137
//       %140 = div %56, %138
//       %141, %142 = copy %140
//       %143 = mul %141, %139
//       %144 = neg %143
//       %145 = plus %142, %134
//       discard %136
//       %146 = plus %89, d_angle.1
//       discard %87
//       %147, %148 = copy %120
//       discard angle.3
//       discard %44
//       %149, %150 = copy %148
//       %151 = mul %46, %149
//       %152 = mul %45, %150
//       %153 = plus %152, %106
//       discard %110
//       %154 = plus %74, %145
//       discard %144
//       %155 = plus %96, %60
//       %156 = plus %99, %65
//       %157 = plus %93, %154
//       %158 = plus %112, %146
//       %159, %160 = copy %103
//       %161 = mul step.4, %159
//       %162 = mul %47, %160
//       %163 = plus %162, %157
//       %164 = plus %119, %155
//       %165 = plus %122, %156
//       %166, %167 = copy %116
//       %168 = mul step.5, %166
//       %169 = mul %48, %167
//       %170 = plus %169, %163
//       discard %161
//       %171 = plus %147, %158
//       %172, %173 = copy %126
//       %174 = mul step.6, %172
//       %175 = mul %49, %173
//       %176 = plus %175, %170
//       discard %168
//       %177, %178, %179 = eval %50, %153, %128
//       d_flow = plus %177, %164
//       d_speed.5 = plus %179, %165
//       %180, %181 = copy %151
//       %182 = mul step.7, %180
//       %183 = mul %51, %181
//       d_step = plus %183, %176
//       discard %174
//       d_angle.5 = plus %178, %171
//       discard %182
//       return d_angle.5, d_speed.5, d_flow, d_step
//     }
//     angle.17 = add angle.13, %159
//     return angle.17, speed.17, %161
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   flow: [f64, f64] -o[f64] [f64, f64, [f64, f64] -o~ [f64, f64, f64]] = abstraction [rate] (angle: f64, speed: f64) -> [f64, f64, [f64, f64] -o[f64, f64, f64, f64] [f64, f64, f64]] {
//     angle.1, angle.2 = copy angle
//     %0 = sin angle.1
//     %1, %2 = copy %0
//     rate.1, rate.2 = copy rate
//     %3 = neg rate.1
//     %4, %5 = copy %3
//     %6 = abstraction [%0 = %5, %1 = %2, angle = angle.2, rate = rate.2] (d_speed: f64, %2: f64) -> [f64, f64, f64] {
//       %3, %4 = copy %2
//       %5 = mul %1, %3
//       %6 = mul %0, %4
//       %7 = cos angle
//       d_angle = mul %7, %6
//       d_rate = neg %5
//       discard rate
//       return d_rate, d_angle, d_speed
//     }
//     %7 = mul %4, %1
//     return speed, %7, %6
//   }
//   %5 = const 1: #usize
//   %6, %7 = copy %5
//   %8 = const 0: #usize
//   %9, %10 = copy %8
//   start.1, angle, %11 = get start, %9, %0
//   start.2, speed, %12 = get start.1, %6, %11
//   %13, %14, %15 = fold<[#usize, f64, f64, [f64, f64] -o[f64] [f64, f64, [f64, f64] -o~ [f64, f64, f64]], f64] -o[] [f64, f64, [f64, f64] -o~ [f64, f64, f64, f64]], (), (f64, f64)> %3, steps.1, %1, angle, speed, flow, step
//   %16 = abstraction [%0 = %4, steps = steps.2, %1 = %15, %2 = %7, %3 = %10] (%4: f64, d_start: Array<f64>) -> [Array<f64>, f64, f64] {
//     %5 = zero: f64
//     %6 = abstraction (%0: [f64, f64] -o~ [f64, f64, f64, f64], %1: #usize, %2: f64, %3: f64, %4: f64, %5: f64) -> [f64, f64, f64, f64] {
//       discard %1
//       %6, %7, %8, %9 = eval %0, %2, %3
//       %10 = plus %4, %8
//       %11 = plus %5, %9
//       return %6, %7, %10, %11
//     }
//     %7 = zero: f64
//     %8 = zero: f64
//     d_angle, d_speed, d_flow, d_step = fold_down<[[f64, f64] -o~ [f64, f64, f64, f64], #usize, f64, f64, f64, f64] -o[] [f64, f64, f64, f64], ([f64, f64] -o~ [f64, f64, f64, f64]), (f64, f64, f64, f64)> %0, steps, %6, %1, %4, %5, %7, %8
//     d_start.1 = add_again d_start, %2, d_speed
//     d_start.2 = add_again d_start.1, %3, d_angle
//     return d_start.2, d_flow, d_step
//   }
//   discard %14
//   return %13, %12, start.2, %16
// }

// ---- simplified

// net (start: Array<f64>, rate: f64, step: f64, steps: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>, f64, f64]] {
//   steps.1, steps.2 = copy steps
//   %1: [#usize, f64, f64, f64, f64] -o [f64, f64, f64, f64, f64, f64, f64, f64, f64] = abstraction (%0: #usize, angle: f64, speed: f64, rate: f64, step: f64) -> [f64, f64, f64, f64, f64, f64, f64, f64, f64] {
//     discard %0
//     step.1, step.2 = copy step
//     step.3, step.4 = copy step.2
//     step.5, step.6 = copy step.4
//     speed.1, speed.2 = copy speed
//     speed.3, speed.4 = copy speed.1
//     speed.5, speed.6 = copy speed.3
//     speed.7, speed.8 = copy speed.2
//     speed.9, speed.10 = copy speed.8
//     speed.11, speed.12 = copy speed.10
//     angle.1, angle.2 = copy angle
//     angle.3, angle.4 = copy angle.2
//     angle.5, angle.6 = copy angle.4
//     angle.7, angle.8 = copy angle.6
//     angle.9, angle.10 = copy angle.1
//     %1 = sin angle.9
//     %2, %3 = copy %1
//     %4 = const 2.0: f64
//     %5 = const 2.0: f64
//     %6 = const 2.0: f64
//     %7 = const 2.0: f64
//     %8 = const 6.0: f64
//     %9 = div step.6, %8
//     %10 = const 0.5: f64
//     %11 = mul %10, step.1
//     %12 = neg rate
//     %13, %14 = copy %12
//     %15 = mul %14, %2
//     %16, %17 = copy %15
//     %18, %19 = copy %13
//     %20, %21 = copy %18
//     %22, %23 = copy %9
//     %24, %25 = copy %22
//     %26, %27 = copy %11
//     %28 = mul %27, %16
//     speed.13 = add speed.7, %28
//     speed.14, speed.15 = copy speed.13
//     %29 = mul %7, speed.15
//     %30 = add speed.4, %29
//     %31, %32 = copy %26
//     %33 = mul %32, speed.14
//     angle.11 = add angle.5, %33
//     %34 = sin angle.11
//     %35, %36 = copy %34
//     %37 = mul %21, %35
//     %38, %39 = copy %37
//     %40 = mul %4, %39
//     %41 = mul step.5, %38
//     speed.16 = add speed.11, %41
//     %42, %43 = copy %31
//     %44 = mul %43, speed.5
//     angle.12 = add angle.3, %44
//     %45 = sin angle.12
//     %46, %47 = copy %45
//     %48 = mul %19, %46
//     %49, %50 = copy %48
//     %51 = mul %5, %50
//     %52 = add %17, %51
//     %53 = add %52, %40
//     %54 = mul %42, %49
//     speed.17 = add speed.9, %54
//     speed.18, speed.19 = copy speed.17
//     %55 = mul %6, speed.19
//     %56 = add %30, %55
//     %57 = add %56, speed.16
//     %58 = mul %23, %57
//     angle.13 = add angle.8, %58
//     %59 = mul step.3, speed.18
//     angle.14 = add angle.7, %59
//     %60 = sin angle.14
//     %61, %62 = copy %60
//     %63 = mul %20, %61
//     %64 = add %53, %63
//     %65 = mul %24, %64
//     speed.20 = add speed.12, %65
//     return angle.13, speed.20, %25, speed.6, %62, %36, %47, %3, angle.10
//   }
//   %2 = const 1: #usize
//   %3 = const 0: #usize
//   start.1, %4 = look start
//   %5, %6 = copy %4
//   angle, %7 = read %6, %3, %0
//   speed, %8 = read %5, %2, %7
//   rate.1, rate.2 = copy rate
//   step.1, step.2 = copy step
//   %9 = const 0: #usize
//   %10, %11, %12, speed.1, %13, %14, %15, %16, angle.1 = fold<[#usize, f64, f64, f64, f64] -o [f64, f64, f64, f64, f64, f64, f64, f64, f64], (), (f64, f64)> %9, steps.1, %1, angle, speed, rate.1, step.1
//   %17: [f64, Array<f64>] -o [Array<f64>, f64, f64] = abstraction [steps = steps.2, %0 = %12, speed = speed.1, %1 = %13, %2 = %14, %3 = %15, %4 = %16, angle = angle.1, rate = rate.2, step = step.2] (%5: f64, d_start: Array<f64>) -> [Array<f64>, f64, f64] {
//     %6 = zero: f64
//     %7: [f64, f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64] = abstraction (%0: f64, speed: f64, %1: f64, %2: f64, %3: f64, %4: f64, angle: f64, %5: #usize, d_angle: f64, d_speed: f64, %6: f64, %7: f64, rate: f64, step: f64) -> [f64, f64, f64, f64] {
//       d_speed.1, d_speed.2 = copy d_speed
//       d_speed.3, d_speed.4 = copy d_speed.2
//       d_angle.1, d_angle.2 = copy d_angle
//       d_angle.3, d_angle.4 = copy d_angle.2
//       %8 = const 2.0: f64
//       %9 = const 2.0: f64
//       %10, %11 = copy %0
//       %12 = mul %11, d_speed.4
//       %13, %14 = copy %12
//       %15 = mul %10, d_angle.4
//       %16, d_speed.5 = copy %15
//       d_speed.6, d_speed.7 = copy d_speed.5
//       %17, %18 = copy %13
//       %19 = mul %8, %18
//       d_speed.8, d_speed.9 = copy d_speed.7
//       %20, %21 = copy %16
//       %22 = mul %9, %21
//       %23, %24 = copy %14
//       %25, %26 = copy %22
//       %27, %28 = copy %19
//       %29 = neg rate
//       %30, %31 = copy %29
//       %32, %33 = copy %4
//       %34 = mul %31, %33
//       %35, %36 = copy %34
//       %37, %38 = copy %30
//       %39, %40 = copy %3
//       %41 = mul %38, %40
//       %42, %43 = copy %41
//       %44, %45 = copy %2
//       %46, %47 = copy %37
//       %48, %49 = copy %1
//       speed.1, speed.2 = copy speed
//       speed.3, speed.4 = copy speed.1
//       step.1, step.2 = copy step
//       %50, %51 = copy %35
//       speed.5, speed.6 = copy speed.3
//       %52, %53 = copy %42
//       speed.7, speed.8 = copy speed.5
//       step.3, step.4 = copy step.1
//       step.5, step.6 = copy step.3
//       step.7, step.8 = copy step.6
//       %54 = mul step.7, d_speed.9
//       %55 = plus %54, %27
//       %56, %57 = copy %55
//       speed.9, speed.10 = copy speed.7
//       %58, %59 = copy %46
//       %60 = mul %59, %24
//       angle.1, angle.2 = copy angle
//       %61, %62 = copy %58
//       %63 = mul %62, %57
//       angle.3, angle.4 = copy angle.1
//       %64, %65 = copy %61
//       angle.5, angle.6 = copy angle.3
//       %66 = cos angle.5
//       discard %5
//       %67 = const 0.5: f64
//       %68 = mul %67, step.2
//       %69, %70 = copy %68
//       %71 = mul %70, %51
//       speed.11 = add speed.4, %71
//       speed.12, speed.13 = copy speed.11
//       %72, %73 = copy %69
//       %74 = mul %73, %53
//       speed.14 = add speed.6, %74
//       speed.15, speed.16 = copy speed.14
//       speed.17, speed.18 = copy speed.15
//       %75, %76 = copy %72
//       %77, %78 = copy %75
//       speed.19, speed.20 = copy speed.12
//       %79, %80 = copy %77
//       %81, %82 = copy %79
//       %83 = mul step.5, speed.17
//       angle.7 = add angle.2, %83
//       %84 = cos angle.7
//       d_angle.5 = mul %84, %60
//       d_angle.6, d_angle.7 = copy d_angle.5
//       d_angle.8, d_angle.9 = copy d_angle.7
//       %85 = mul step.8, d_angle.9
//       d_speed.10 = plus %85, %25
//       d_speed.11, d_speed.12 = copy d_speed.10
//       d_speed.13, d_speed.14 = copy d_speed.12
//       %86 = mul %76, d_speed.14
//       %87 = plus %86, %28
//       %88, %89 = copy %87
//       %90 = mul %65, %89
//       %91, %92 = copy %81
//       %93 = mul %92, speed.19
//       angle.8 = add angle.4, %93
//       %94 = cos angle.8
//       d_angle.10 = mul %94, %63
//       d_angle.11, d_angle.12 = copy d_angle.10
//       d_angle.13, d_angle.14 = copy d_angle.12
//       %95 = mul %78, d_angle.14
//       d_speed.15 = plus %95, %26
//       d_speed.16, d_speed.17 = copy d_speed.15
//       d_speed.18, d_speed.19 = copy d_speed.17
//       %96 = mul %80, d_speed.19
//       %97 = plus %96, %17
//       %98, %99 = copy %97
//       %100 = mul %91, speed.9
//       angle.9 = add angle.6, %100
//       %101 = cos angle.9
//       d_angle.15 = mul %101, %90
//       d_angle.16, d_angle.17 = copy d_angle.15
//       d_angle.18, d_angle.19 = copy d_angle.17
//       %102 = mul %82, d_angle.19
//       %103 = plus d_speed.6, %20
//       %104 = plus %102, %103
//       %105 = plus %104, d_speed.16
//       %106 = plus %105, d_speed.11
//       d_speed.20 = plus %106, d_speed.1
//       speed.21, speed.22 = copy speed.13
//       %107, %108 = copy %43
//       speed.23, speed.24 = copy speed.16
//       %109, %110 = copy %47
//       %111, %112 = copy %110
//       %113, %114 = copy %45
//       %115, %116 = copy %114
//       %117, %118 = copy %116
//       %119 = const 0.5: f64
//       %120 = mul speed.8, d_angle.18
//       %121 = mul %119, %120
//       %122 = plus %7, %121
//       %123 = const 0.5: f64
//       %124 = mul %36, d_speed.18
//       %125 = mul %123, %124
//       %126 = plus %122, %125
//       %127 = const 0.5: f64
//       %128 = mul speed.22, d_angle.13
//       %129 = mul %127, %128
//       %130 = plus %126, %129
//       %131 = const 0.5: f64
//       %132 = mul %108, d_speed.13
//       %133 = mul %131, %132
//       %134 = plus %130, %133
//       %135 = mul speed.24, d_angle.8
//       %136 = plus %134, %135
//       %137 = mul d_speed.8, %112
//       %138 = mul %137, %118
//       %139 = plus %136, %138
//       %140 = const 0.16666666666666666: f64
//       %141 = plus speed.2, speed.10
//       %142 = plus speed.21, speed.20
//       %143 = plus %141, %142
//       %144 = plus speed.23, speed.18
//       %145 = plus %143, %144
//       %146 = mul step.4, %111
//       %147 = mul %146, %117
//       %148 = plus %145, %147
//       %149 = mul d_angle.3, %148
//       %150 = mul %140, %149
//       %151 = plus %139, %150
//       %152 = const 0.16666666666666666: f64
//       %153 = plus %115, %113
//       %154 = plus %153, %49
//       %155 = mul %154, %109
//       %156 = plus %155, %50
//       %157 = plus %107, %52
//       %158 = plus %156, %157
//       %159 = mul d_speed.3, %158
//       %160 = mul %152, %159
//       %161 = plus %151, %160
//       %162 = mul %32, %98
//       %163 = sub %6, %162
//       %164 = mul %39, %88
//       %165 = sub %163, %164
//       %166 = mul %44, %56
//       %167 = sub %165, %166
//       %168 = mul %48, %23
//       %169 = sub %167, %168
//       %170 = mul %66, %64
//       %171 = mul %170, %99
//       %172 = plus %171, d_angle.16
//       %173 = plus %172, d_angle.11
//       %174 = plus %173, d_angle.6
//       d_angle.20 = plus %174, d_angle.1
//       return d_angle.20, d_speed.20, %169, %161
//     }
//     %8 = zero: f64
//     %9 = zero: f64
//     %10 = const 0: #usize
//     d_angle, d_speed, d_flow, d_step = fold_down<[f64, f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64], (f64, f64, f64, f64, f64, f64, f64), (f64, f64, f64, f64)> %10, steps, %7, %0, speed, %1, %2, %3, %4, angle, %5, %6, %8, %9, rate, step
//     %11 = const 1: #usize
//     d_start.1 = add_again d_start, %11, d_speed
//     %12 = const 0: #usize
//     d_start.2 = add_again d_start.1, %12, d_angle
//     return d_start.2, d_flow, d_step
//   }
//   discard %11
//   return %10, %8, start.1, %17
// }

// ---- value and gradient, simplified

// net (start: Array<f64>, rate: f64, step: f64, steps: #usize, %0: !, d_start: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, f64, f64] {
//   steps.1, steps.2 = copy steps
//   %1: [#usize, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64, f64, f64, f64, f64, f64] = abstraction (%0: #usize, angle: f64, speed: f64, %1: f64, rate: f64, step: f64) -> [f64, f64, f64, f64, f64, f64, f64, f64, f64] {
//     discard %0
//     step.1, step.2 = copy step
//     step.3, step.4 = copy step.2
//     step.5, step.6 = copy step.4
//     speed.1, speed.2 = copy speed
//     speed.3, speed.4 = copy speed.1
//     speed.5, speed.6 = copy speed.3
//     speed.7, speed.8 = copy speed.2
//     speed.9, speed.10 = copy speed.8
//     speed.11, speed.12 = copy speed.10
//     angle.1, angle.2 = copy angle
//     angle.3, angle.4 = copy angle.2
//     angle.5, angle.6 = copy angle.4
//     angle.7, angle.8 = copy angle.6
//     angle.9, angle.10 = copy angle.1
//     %2 = sin angle.9
//     %3, %4 = copy %2
//     %5 = const 2.0: f64
//     %6 = const 2.0: f64
//     %7 = const 2.0: f64
//     %8 = const 2.0: f64
//     %9 = const 6.0: f64
//     %10 = div step.6, %9
//     %11 = const 0.5: f64
//     %12 = mul %11, step.1
//     %13 = neg rate
//     %14, %15 = copy %13
//     %16 = mul %15, %3
//     %17, %18 = copy %16
//     %19, %20 = copy %14
//     %21, %22 = copy %19
//     %23, %24 = copy %10
//     %25, %26 = copy %23
//     %27, %28 = copy %12
//     %29 = mul %28, %17
//     speed.13 = add speed.7, %29
//     speed.14, speed.15 = copy speed.13
//     %30 = mul %8, speed.15
//     %31 = add speed.4, %30
//     %32, %33 = copy %27
//     %34 = mul %33, speed.14
//     angle.11 = add angle.5, %34
//     %35 = sin angle.11
//     %36, %37 = copy %35
//     %38 = mul %22, %36
//     %39, %40 = copy %38
//     %41 = mul %5, %40
//     %42 = mul step.5, %39
//     speed.16 = add speed.11, %42
//     %43, %44 = copy %32
//     %45 = mul %44, speed.5
//     angle.12 = add angle.3, %45
//     %46 = sin angle.12
//     %47, %48 = copy %46
//     %49 = mul %20, %47
//     %50, %51 = copy %49
//     %52 = mul %6, %51
//     %53 = add %18, %52
//     %54 = add %53, %41
//     %55 = mul %43, %50
//     speed.17 = add speed.9, %55
//     speed.18, speed.19 = copy speed.17
//     %56 = mul %7, speed.19
//     %57 = add %31, %56
//     %58 = add %57, speed.16
//     %59 = mul %24, %58
//     angle.13 = add angle.8, %59
//     %60 = mul step.3, speed.18
//     angle.14 = add angle.7, %60
//     %61 = sin angle.14
//     %62, %63 = copy %61
//     %64 = mul %21, %62
//     %65 = add %54, %64
//     %66 = mul %25, %65
//     speed.20 = add speed.12, %66
//     discard %1
//     return angle.13, speed.20, %26, speed.6, %63, %37, %48, %4, angle.10
//   }
//   %2 = zero: f64
//   %3: [f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64] = abstraction (speed: f64, %0: f64, %1: f64, %2: f64, %3: f64, angle: f64, %4: #usize, d_angle: f64, d_speed: f64, %5: f64, %6: f64, rate: f64, step: f64, %7: f64) -> [f64, f64, f64, f64] {
//     d_speed.1, d_speed.2 = copy d_speed
//     d_speed.3, d_speed.4 = copy d_speed.2
//     d_angle.1, d_angle.2 = copy d_angle
//     d_angle.3, d_angle.4 = copy d_angle.2
//     %8 = const 2.0: f64
//     %9 = const 2.0: f64
//     %10, %11 = copy %7
//     %12 = mul %11, d_speed.4
//     %13, %14 = copy %12
//     %15 = mul %10, d_angle.4
//     %16, d_speed.5 = copy %15
//     d_speed.6, d_speed.7 = copy d_speed.5
//     %17, %18 = copy %13
//     %19 = mul %8, %18
//     d_speed.8, d_speed.9 = copy d_speed.7
//     %20, %21 = copy %16
//     %22 = mul %9, %21
//     %23, %24 = copy %14
//     %25, %26 = copy %22
//     %27, %28 = copy %19
//     %29 = neg rate
//     %30, %31 = copy %29
//     %32, %33 = copy %3
//     %34 = mul %31, %33
//     %35, %36 = copy %34
//     %37, %38 = copy %30
//     %39, %40 = copy %2
//     %41 = mul %38, %40
//     %42, %43 = copy %41
//     %44, %45 = copy %1
//     %46, %47 = copy %37
//     %48, %49 = copy %0
//     speed.1, speed.2 = copy speed
//     speed.3, speed.4 = copy speed.1
//     step.1, step.2 = copy step
//     %50, %51 = copy %35
//     speed.5, speed.6 = copy speed.3
//     %52, %53 = copy %42
//     speed.7, speed.8 = copy speed.5
//     step.3, step.4 = copy step.1
//     step.5, step.6 = copy step.3
//     step.7, step.8 = copy step.6
//     %54 = mul step.7, d_speed.9
//     %55 = plus %54, %27
//     %56, %57 = copy %55
//     speed.9, speed.10 = copy speed.7
//     %58, %59 = copy %46
//     %60 = mul %59, %24
//     angle.1, angle.2 = copy angle
//     %61, %62 = copy %58
//     %63 = mul %62, %57
//     angle.3, angle.4 = copy angle.1
//     %64, %65 = copy %61
//     angle.5, angle.6 = copy angle.3
//     %66 = cos angle.5
//     discard %4
//     %67 = const 0.5: f64
//     %68 = mul %67, step.2
//     %69, %70 = copy %68
//     %71 = mul %70, %51
//     speed.11 = add speed.4, %71
//     speed.12, speed.13 = copy speed.11
//     %72, %73 = copy %69
//     %74 = mul %73, %53
//     speed.14 = add speed.6, %74
//     speed.15, speed.16 = copy speed.14
//     speed.17, speed.18 = copy speed.15
//     %75, %76 = copy %72
//     %77, %78 = copy %75
//     speed.19, speed.20 = copy speed.12
//     %79, %80 = copy %77
//     %81, %82 = copy %79
//     %83 = mul step.5, speed.17
//     angle.7 = add angle.2, %83
//     %84 = cos angle.7
//     d_angle.5 = mul %84, %60
//     d_angle.6, d_angle.7 = copy d_angle.5
//     d_angle.8, d_angle.9 = copy d_angle.7
//     %85 = mul step.8, d_angle.9
//     d_speed.10 = plus %85, %25
//     d_speed.11, d_speed.12 = copy d_speed.10
//     d_speed.13, d_speed.14 = copy d_speed.12
//     %86 = mul %76, d_speed.14
//     %87 = plus %86, %28
//     %88, %89 = copy %87
//     %90 = mul %65, %89
//     %91, %92 = copy %81
//     %93 = mul %92, speed.19
//     angle.8 = add angle.4, %93
//     %94 = cos angle.8
//     d_angle.10 = mul %94, %63
//     d_angle.11, d_angle.12 = copy d_angle.10
//     d_angle.13, d_angle.14 = copy d_angle.12
//     %95 = mul %78, d_angle.14
//     d_speed.15 = plus %95, %26
//     d_speed.16, d_speed.17 = copy d_speed.15
//     d_speed.18, d_speed.19 = copy d_speed.17
//     %96 = mul %80, d_speed.19
//     %97 = plus %96, %17
//     %98, %99 = copy %97
//     %100 = mul %91, speed.9
//     angle.9 = add angle.6, %100
//     %101 = cos angle.9
//     d_angle.15 = mul %101, %90
//     d_angle.16, d_angle.17 = copy d_angle.15
//     d_angle.18, d_angle.19 = copy d_angle.17
//     %102 = mul %82, d_angle.19
//     %103 = plus d_speed.6, %20
//     %104 = plus %102, %103
//     %105 = plus %104, d_speed.16
//     %106 = plus %105, d_speed.11
//     d_speed.20 = plus %106, d_speed.1
//     speed.21, speed.22 = copy speed.13
//     %107, %108 = copy %43
//     speed.23, speed.24 = copy speed.16
//     %109, %110 = copy %47
//     %111, %112 = copy %110
//     %113, %114 = copy %45
//     %115, %116 = copy %114
//     %117, %118 = copy %116
//     %119 = const 0.5: f64
//     %120 = mul speed.8, d_angle.18
//     %121 = mul %119, %120
//     %122 = plus %6, %121
//     %123 = const 0.5: f64
//     %124 = mul %36, d_speed.18
//     %125 = mul %123, %124
//     %126 = plus %122, %125
//     %127 = const 0.5: f64
//     %128 = mul speed.22, d_angle.13
//     %129 = mul %127, %128
//     %130 = plus %126, %129
//     %131 = const 0.5: f64
//     %132 = mul %108, d_speed.13
//     %133 = mul %131, %132
//     %134 = plus %130, %133
//     %135 = mul speed.24, d_angle.8
//     %136 = plus %134, %135
//     %137 = mul d_speed.8, %112
//     %138 = mul %137, %118
//     %139 = plus %136, %138
//     %140 = const 0.16666666666666666: f64
//     %141 = plus speed.2, speed.10
//     %142 = plus speed.21, speed.20
//     %143 = plus %141, %142
//     %144 = plus speed.23, speed.18
//     %145 = plus %143, %144
//     %146 = mul step.4, %111
//     %147 = mul %146, %117
//     %148 = plus %145, %147
//     %149 = mul d_angle.3, %148
//     %150 = mul %140, %149
//     %151 = plus %139, %150
//     %152 = const 0.16666666666666666: f64
//     %153 = plus %115, %113
//     %154 = plus %153, %49
//     %155 = mul %154, %109
//     %156 = plus %155, %50
//     %157 = plus %107, %52
//     %158 = plus %156, %157
//     %159 = mul d_speed.3, %158
//     %160 = mul %152, %159
//     %161 = plus %151, %160
//     %162 = mul %32, %98
//     %163 = sub %5, %162
//     %164 = mul %39, %88
//     %165 = sub %163, %164
//     %166 = mul %44, %56
//     %167 = sub %165, %166
//     %168 = mul %48, %23
//     %169 = sub %167, %168
//     %170 = mul %66, %64
//     %171 = mul %170, %99
//     %172 = plus %171, d_angle.16
//     %173 = plus %172, d_angle.11
//     %174 = plus %173, d_angle.6
//     d_angle.20 = plus %174, d_angle.1
//     return d_angle.20, d_speed.20, %169, %161
//   }
//   %4 = zero: f64
//   %5 = zero: f64
//   %6 = const 1: #usize
//   %7 = const 0: #usize
//   %8 = const 0: #usize
//   %9 = const 1: #usize
//   %10 = const 0: #usize
//   start.1, %11 = look start
//   %12, %13 = copy %11
//   angle, %14 = read %13, %7, %0
//   speed, %15 = read %12, %6, %14
//   rate.1, rate.2 = copy rate
//   step.1, step.2 = copy step
//   %16 = const 0: #usize
//   %17 = const 1.0: f64
//   %18 = zero: f64
//   %19, %20, %21, speed.1, %22, %23, %24, %25, angle.1 = fold<[#usize, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64, f64, f64, f64, f64, f64], (), (f64, f64, f64)> %16, steps.1, %1, angle, speed, %18, rate.1, step.1
//   discard %20
//   d_angle, d_speed, d_flow, d_step = fold_down<[f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, f64, f64, f64] -o [f64, f64, f64, f64], (f64, f64, f64, f64, f64, f64), (f64, f64, f64, f64)> %8, steps.2, %3, speed.1, %22, %23, %24, %25, angle.1, %17, %2, %4, %5, rate.2, step.2, %21
//   d_start.1 = add_again d_start, %9, d_speed
//   d_start.2 = add_again d_start.1, %10, d_angle
//   return %19, %15, start.1, d_start.2, d_flow, d_step
// }

// ---- Rust

// /// The derivatives of [`pendulum`](fn@pendulum).
// struct pendulum {}
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
// impl pendulum {
//     /// The gradient of [`pendulum`](fn@pendulum) with respect to `start`, `rate` and `step`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         start: &[f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> ([f64; 2], f64, f64) {
//         let _ = pendulum;
//         let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//         let (_, gradient) = Self::__accumulate(start, rate, step, steps, &mut d_start);
//         (d_start, gradient.1, gradient.2)
//     }
//     /// The value of [`pendulum`](fn@pendulum), and its gradient with respect to `start`, `rate` and `step`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         start: &[f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (f64, ([f64; 2], f64, f64)) {
//         let _ = pendulum;
//         let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//         let (value, gradient) = Self::__accumulate(
//             start,
//             rate,
//             step,
//             steps,
//             &mut d_start,
//         );
//         (value, (d_start, gradient.1, gradient.2))
//     }
//     /** Gives the value of [`pendulum`](fn@pendulum), and writes its gradient with respect to `start`, `rate` and `step` to `d_start`, `d_rate` and `d_step`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         start: &[f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//         d_start: &mut [f64; 2],
//         d_rate: &mut f64,
//         d_step: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("start", start, d_start);
//         ::backprop::__private::clear(d_start);
//         let (value, gradient) = Self::__accumulate(start, rate, step, steps, d_start);
//         *d_rate = gradient.1;
//         *d_step = gradient.2;
//         value
//     }
//     /** Gives the value of [`pendulum`](fn@pendulum), and adds its gradient with respect to `start`, `rate` and `step` to `d_start`, `d_rate` and `d_step`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         start: &[f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//         d_start: &mut [f64; 2],
//         d_rate: &mut f64,
//         d_step: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("start", start, d_start);
//         let (value, gradient) = Self::__accumulate(start, rate, step, steps, d_start);
//         *d_rate += gradient.1;
//         *d_step += gradient.2;
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//         d_start: &mut [f64],
//     ) -> (f64, ((), f64, f64)) {
//         let _ = pendulum;
//         let angle = start[0];
//         let speed = start[1];
//         let mut angle_2 = angle;
//         let mut speed_2 = speed;
//         let mut state = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         for _ in 0..steps {
//             let sin_angle_2 = angle_2.sin();
//             let quotient = step / 6.0;
//             let product = 0.5 * step;
//             let negative = -rate;
//             let product_2 = negative * sin_angle_2;
//             let speed_3 = speed_2 + product * product_2;
//             let angle_3 = angle_2 + product * speed_3;
//             let sin_angle_3 = angle_3.sin();
//             let product_3 = negative * sin_angle_3;
//             let speed_4 = speed_2 + step * product_3;
//             let angle_4 = angle_2 + product * speed_2;
//             let sin_angle_4 = angle_4.sin();
//             let product_4 = negative * sin_angle_4;
//             let speed_5 = speed_2 + product * product_4;
//             let product_5 = quotient
//                 * (speed_2 + 2.0 * speed_3 + 2.0 * speed_5 + speed_4);
//             let angle_5 = angle_2 + step * speed_5;
//             let sin_angle_5 = angle_5.sin();
//             let sum = product_2 + 2.0 * product_4 + 2.0 * product_3;
//             let speed_6 = speed_2 + quotient * (sum + negative * sin_angle_5);
//             tape.push((
//                 speed_2,
//                 sin_angle_5,
//                 sin_angle_3,
//                 sin_angle_4,
//                 sin_angle_2,
//                 angle_2,
//             ));
//             (angle_2, speed_2, state) = (angle_2 + product_5, speed_6, quotient);
//         }
//         let mut entries = tape.entries();
//         let mut d_angle = 1.0_f64;
//         let mut d_speed = 0.0_f64;
//         let mut state_2 = 0.0_f64;
//         let mut state_3 = 0.0_f64;
//         for _ in 0..steps {
//             let (speed_7, entry, entry_2, entry_3, entry_4, angle_6) = *entries.last();
//             let product_6 = state * d_speed;
//             let product_7 = state * d_angle;
//             let product_8 = 2.0 * product_6;
//             let product_9 = 2.0 * product_7;
//             let negative_2 = -rate;
//             let product_10 = negative_2 * entry_4;
//             let product_11 = negative_2 * entry_3;
//             let sum_2 = step * product_7 + product_8;
//             let product_12 = 0.5 * step;
//             let speed_8 = speed_7 + product_12 * product_10;
//             let speed_9 = speed_7 + product_12 * product_11;
//             let angle_7 = angle_6 + step * speed_9;
//             let d_angle_2 = angle_7.cos() * (negative_2 * product_6);
//             let d_speed_2 = step * d_angle_2 + product_9;
//             let sum_3 = product_12 * d_speed_2 + product_8;
//             let angle_8 = angle_6 + product_12 * speed_8;
//             let d_angle_3 = angle_8.cos() * (negative_2 * sum_2);
//             let d_speed_3 = product_12 * d_angle_3 + product_9;
//             let sum_4 = product_12 * d_speed_3 + product_6;
//             let angle_9 = angle_6 + product_12 * speed_7;
//             let d_angle_4 = angle_9.cos() * (negative_2 * sum_3);
//             let sum_5 = product_12 * d_angle_4 + (product_7 + product_7) + d_speed_3;
//             let sum_6 = state_3 + 0.5 * (speed_7 * d_angle_4);
//             let sum_7 = sum_6 + 0.5 * (product_10 * d_speed_3);
//             let sum_8 = sum_7 + 0.5 * (speed_8 * d_angle_3);
//             let sum_9 = sum_8 + 0.5 * (product_11 * d_speed_2);
//             let product_13 = product_7 * negative_2 * entry_2;
//             let sum_10 = speed_7 + speed_7 + (speed_8 + speed_8) + (speed_9 + speed_9);
//             let product_14 = 0.16666666666666666
//                 * (d_angle * (sum_10 + step * negative_2 * entry_2));
//             let sum_11 = (entry_2 + entry_2 + entry) * negative_2 + product_10;
//             let product_15 = 0.16666666666666666
//                 * (d_speed * (sum_11 + (product_11 + product_11)));
//             let difference = state_2 - entry_4 * sum_4 - entry_3 * sum_3;
//             let sum_12 = angle_6.cos() * negative_2 * sum_4 + d_angle_4 + d_angle_3;
//             let sum_13 = sum_9 + speed_9 * d_angle_2 + product_13 + product_14
//                 + product_15;
//             let difference_2 = difference - entry_2 * sum_2 - entry * product_6;
//             let d_angle_5 = sum_12 + d_angle_2 + d_angle;
//             (d_angle, d_speed, state_2, state_3) = (
//                 d_angle_5,
//                 sum_5 + d_speed_2 + d_speed,
//                 difference_2,
//                 sum_13,
//             );
//         }
//         d_start[1] += d_speed;
//         d_start[0] += d_angle;
//         (angle_2, ((), state_2, state_3))
//     }
//     /// The value of [`pendulum`](fn@pendulum), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `start`, `rate` and `step`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> ([f64; 2], f64, f64) + use<'arrays>) {
//         let _: fn(
//             &[::core::primitive::f64; 2],
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = pendulum;
//         let (value, back) = Self::__again(start, rate, step, steps);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//                 let gradient = back((d, (start,), (&mut d_start,)));
//                 (d_start, gradient.1, gradient.2)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64],), (&mut [f64],)),
//         ) -> ((), f64, f64, ()) + use<>,
//     ) {
//         let _ = pendulum;
//         let angle = start[0];
//         let speed = start[1];
//         let mut angle_2 = angle;
//         let mut speed_2 = speed;
//         let mut tape = ::backprop::__private::Kept::new();
//         for _ in 0..steps {
//             let sin_angle_2 = angle_2.sin();
//             let quotient = step / 6.0;
//             let product = 0.5 * step;
//             let negative = -rate;
//             let product_2 = negative * sin_angle_2;
//             let speed_3 = speed_2 + product * product_2;
//             let angle_3 = angle_2 + product * speed_3;
//             let sin_angle_3 = angle_3.sin();
//             let product_3 = negative * sin_angle_3;
//             let speed_4 = speed_2 + step * product_3;
//             let angle_4 = angle_2 + product * speed_2;
//             let sin_angle_4 = angle_4.sin();
//             let product_4 = negative * sin_angle_4;
//             let speed_5 = speed_2 + product * product_4;
//             let product_5 = quotient
//                 * (speed_2 + 2.0 * speed_3 + 2.0 * speed_5 + speed_4);
//             let angle_5 = angle_2 + step * speed_5;
//             let sin_angle_5 = angle_5.sin();
//             let sum = product_2 + 2.0 * product_4 + 2.0 * product_3;
//             let speed_6 = speed_2 + quotient * (sum + negative * sin_angle_5);
//             tape.push((
//                 quotient,
//                 speed_2,
//                 sin_angle_5,
//                 sin_angle_3,
//                 sin_angle_4,
//                 sin_angle_2,
//                 angle_2,
//             ));
//             (angle_2, speed_2) = (angle_2 + product_5, speed_6);
//         }
//         (
//             angle_2,
//             move |(d, (_,), (d_start,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let mut entries = tape.entries();
//                 let mut d_angle = d;
//                 let mut d_speed = 0.0_f64;
//                 let mut state = 0.0_f64;
//                 let mut state_2 = 0.0_f64;
//                 for _ in 0..steps {
//                     let (entry, speed_7, entry_2, entry_3, entry_4, entry_5, angle_6) = *entries
//                         .last();
//                     let product_6 = entry * d_speed;
//                     let product_7 = entry * d_angle;
//                     let product_8 = 2.0 * product_6;
//                     let product_9 = 2.0 * product_7;
//                     let negative_2 = -rate;
//                     let product_10 = negative_2 * entry_5;
//                     let product_11 = negative_2 * entry_4;
//                     let sum_2 = step * product_7 + product_8;
//                     let product_12 = 0.5 * step;
//                     let speed_8 = speed_7 + product_12 * product_10;
//                     let speed_9 = speed_7 + product_12 * product_11;
//                     let angle_7 = angle_6 + step * speed_9;
//                     let d_angle_2 = angle_7.cos() * (negative_2 * product_6);
//                     let d_speed_2 = step * d_angle_2 + product_9;
//                     let sum_3 = product_12 * d_speed_2 + product_8;
//                     let angle_8 = angle_6 + product_12 * speed_8;
//                     let d_angle_3 = angle_8.cos() * (negative_2 * sum_2);
//                     let d_speed_3 = product_12 * d_angle_3 + product_9;
//                     let sum_4 = product_12 * d_speed_3 + product_6;
//                     let angle_9 = angle_6 + product_12 * speed_7;
//                     let d_angle_4 = angle_9.cos() * (negative_2 * sum_3);
//                     let sum_5 = product_12 * d_angle_4 + (product_7 + product_7)
//                         + d_speed_3;
//                     let sum_6 = state_2 + 0.5 * (speed_7 * d_angle_4);
//                     let sum_7 = sum_6 + 0.5 * (product_10 * d_speed_3);
//                     let sum_8 = sum_7 + 0.5 * (speed_8 * d_angle_3);
//                     let sum_9 = sum_8 + 0.5 * (product_11 * d_speed_2);
//                     let product_13 = product_7 * negative_2 * entry_3;
//                     let sum_10 = speed_7 + speed_7 + (speed_8 + speed_8)
//                         + (speed_9 + speed_9);
//                     let product_14 = 0.16666666666666666
//                         * (d_angle * (sum_10 + step * negative_2 * entry_3));
//                     let sum_11 = (entry_3 + entry_3 + entry_2) * negative_2 + product_10;
//                     let product_15 = 0.16666666666666666
//                         * (d_speed * (sum_11 + (product_11 + product_11)));
//                     let difference = state - entry_5 * sum_4 - entry_4 * sum_3;
//                     let sum_12 = angle_6.cos() * negative_2 * sum_4 + d_angle_4
//                         + d_angle_3;
//                     let sum_13 = sum_9 + speed_9 * d_angle_2 + product_13 + product_14
//                         + product_15;
//                     let difference_2 = difference - entry_3 * sum_2
//                         - entry_2 * product_6;
//                     let d_angle_5 = sum_12 + d_angle_2 + d_angle;
//                     (d_angle, d_speed, state, state_2) = (
//                         d_angle_5,
//                         sum_5 + d_speed_2 + d_speed,
//                         difference_2,
//                         sum_13,
//                     );
//                 }
//                 d_start[1] += d_speed;
//                 d_start[0] += d_angle;
//                 ((), state, state_2, ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64],), (&mut [f64],)),
//         ) -> ((), f64, f64, ()) + use<>,
//     ) {
//         Self::__again(start, rate, step, steps)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64],), (&mut [f64],)),
//         ) -> ((), f64, f64, ()) + use<>,
//     ) {
//         Self::__again(start, rate, step, steps)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         start: &'arrays [f64; 2],
//         rate: f64,
//         step: f64,
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64],), (&mut [f64],)),
//         ) -> ((), f64, f64, ()) + use<>,
//     ) {
//         Self::__again(start, rate, step, steps)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'arrays>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByReference<[f64; 2]>,
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::ByValue<usize>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64],), (&mut [f64],)),
//                 ) -> ((), ((), f64, f64, ())),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[f64; 2]>,
//                     ::backprop::__private::ByValue<f64>,
//                     ::backprop::__private::ByValue<f64>,
//                     ::backprop::__private::ByValue<usize>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(start, rate, step, steps): (&[f64; 2], f64, f64, usize)| {
//                 let (value, back) = Self::__adjoint(start, rate, step, steps);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(pendulum, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64; 2], f64, f64, usize) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64; 2], f64, f64, usize),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (start, rate, step, steps) = __arguments;
//         (__function(start, rate, step, steps), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(pendulum, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }

//! Bundle adjustment, as `ADBench` defines it: where a camera sees a point, and the Jacobian of the error.

use backprop::differentiable;

use super::{Workload, spread};

/// `y` turned by the vector `r`, whose length is the angle.
#[differentiable]
pub(crate) fn rotate(r: &[f64], y: &[f64]) -> [f64; 3] {
    let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if square == 0.0 {
        return [y[0] + r[1] * y[2] - r[2] * y[1], y[1] + r[2] * y[0] - r[0] * y[2], y[2] + r[0] * y[1] - r[1] * y[0]];
    }
    let angle = square.sqrt();
    let (s, c) = angle.sin_cos();
    let w = [r[0] / angle, r[1] / angle, r[2] / angle];
    let t = (1.0 - c) * (w[0] * y[0] + w[1] * y[1] + w[2] * y[2]);
    [
        y[0] * c + (w[1] * y[2] - w[2] * y[1]) * s + w[0] * t,
        y[1] * c + (w[2] * y[0] - w[0] * y[2]) * s + w[1] * t,
        y[2] * c + (w[0] * y[1] - w[1] * y[0]) * s + w[2] * t,
    ]
}

/// The error of one observation. A camera is its rotation and centre, focal length, principal point, and two numbers of
/// its distortion.
#[differentiable(wrt(camera, point, weight))]
pub(crate) fn reprojection(camera: &[f64; 11], point: &[f64; 3], weight: f64, feature: &[f64; 2]) -> (f64, f64) {
    let centred = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let p = rotate(&camera[0..3], &centred);
    let x = p[0] / p[2];
    let y = p[1] / p[2];
    let square = x * x + y * y;
    let factor = camera[6] * (1.0 + camera[9] * square + camera[10] * square * square);
    (weight * (factor * x + camera[7] - feature[0]), weight * (factor * y + camera[8] - feature[1]))
}

/// The error, and a row of the Jacobian for each of its parts.
fn by_hand(
    camera: &[f64; 11],
    point: &[f64; 3],
    weight: f64,
    feature: &[f64; 2],
    jacobian: &mut [[f64; 15]; 2],
) -> [f64; 2] {
    let [r0, r1, r2, c0, c1, c2, f, u0, v0, k1, k2] = *camera;
    let y = [point[0] - c0, point[1] - c1, point[2] - c2];
    let square = r0 * r0 + r1 * r1 + r2 * r2;
    // For a vector of length zero, as its first order.
    let angle = square.sqrt();
    let (s, c) = angle.sin_cos();
    let inverse = if square == 0.0 { 0.0 } else { 1.0 / angle };
    let w = [r0 * inverse, r1 * inverse, r2 * inverse];
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let wy = dot(w, y);
    let wxy = cross(w, y);
    let t = (1.0 - c) * wy;
    let p = if square == 0.0 {
        let first = cross([r0, r1, r2], y);
        [y[0] + first[0], y[1] + first[1], y[2] + first[2]]
    } else {
        [y[0] * c + wxy[0] * s + w[0] * t, y[1] * c + wxy[1] * s + w[1] * t, y[2] * c + wxy[2] * s + w[2] * t]
    };
    let depth = 1.0 / p[2];
    let e = [p[0] * depth, p[1] * depth];
    let radius = e[0] * e[0] + e[1] * e[1];
    let distortion = 1.0 + k1 * radius + k2 * radius * radius;
    let slope = 2.0 * (k1 + 2.0 * k2 * radius);
    let pixel = [f * distortion * e[0] + u0 - feature[0], f * distortion * e[1] + v0 - feature[1]];
    for (i, row) in jacobian.iter_mut().enumerate() {
        let scale = weight * f;
        let mut d_e = [scale * slope * e[i] * e[0], scale * slope * e[i] * e[1]];
        d_e[i] += scale * distortion;
        let g = [d_e[0] * depth, d_e[1] * depth, -(d_e[0] * e[0] + d_e[1] * e[1]) * depth];
        let yxg = cross(y, g);
        let (d_r, d_y) = if square == 0.0 {
            let turned = cross(g, [r0, r1, r2]);
            (yxg, [g[0] + turned[0], g[1] + turned[1], g[2] + turned[2]])
        } else {
            let wg = dot(w, g);
            let gxw = cross(g, w);
            let back = (1.0 - c) * wg;
            let d_w = [0, 1, 2].map(|a| s * yxg[a] + (1.0 - c) * g[a] * wy + back * y[a]);
            let d_angle = c * dot(wxy, g) - s * dot(y, g) + s * wy * wg;
            let along = d_angle - inverse * dot(w, d_w);
            ([0, 1, 2].map(|a| d_w[a] * inverse + w[a] * along), [0, 1, 2].map(|a| g[a] * c + gxw[a] * s + w[a] * back))
        };
        let mut principal = [0.0; 2];
        principal[i] = weight;
        let focal = weight * e[i];
        *row = [
            d_r[0],
            d_r[1],
            d_r[2],
            -d_y[0],
            -d_y[1],
            -d_y[2],
            focal * distortion,
            principal[0],
            principal[1],
            scale * e[i] * radius,
            scale * e[i] * radius * radius,
            d_y[0],
            d_y[1],
            d_y[2],
            pixel[i],
        ];
    }
    [weight * pixel[0], weight * pixel[1]]
}

pub(crate) struct Bundle {
    pub(crate) cameras: Vec<[f64; 11]>,
    pub(crate) points: Vec<[f64; 3]>,
    pub(crate) weights: Vec<f64>,
    pub(crate) features: Vec<[f64; 2]>,
}

impl Bundle {
    pub(crate) fn new(observations: usize) -> Self {
        let cameras = 8;
        let points = 64;
        let numbers = |count, start, low, high| spread(count, start, low, high);
        let camera =
            |c: &[f64]| [c[0], c[1], c[2], c[3], c[4], c[5], 500.0 + 50.0 * c[6], c[7], c[8], 0.1 * c[9], 0.01 * c[10]];
        Self {
            cameras: numbers(cameras * 11, 1, -0.5, 0.5).chunks_exact(11).map(camera).collect(),
            points: numbers(points * 3, 2, -1.0, 1.0).chunks_exact(3).map(|x| [x[0], x[1], 4.0 + x[2]]).collect(),
            weights: numbers(observations, 3, 0.5, 1.0),
            features: numbers(observations * 2, 4, -100.0, 100.0).chunks_exact(2).map(|m| [m[0], m[1]]).collect(),
        }
    }

    fn observations(&self) -> impl Iterator<Item = (&[f64; 11], &[f64; 3], f64, &[f64; 2])> {
        let pairs = self.cameras.iter().cycle().zip(self.points.iter().cycle());
        pairs.zip(self.weights.iter().zip(&self.features)).map(|((c, p), (&w, f))| (c, p, w, f))
    }

    /// The errors, in pairs.
    pub(crate) fn errors(&self) -> impl Iterator<Item = (f64, f64)> {
        self.observations().map(|(camera, point, weight, feature)| reprojection(camera, point, weight, feature))
    }
}

/// The gradient is the Jacobian of all errors: two rows of 15 for each observation.
impl Workload for Bundle {
    const NAME: &'static str = "bundle adjustment";

    fn size(&self) -> String {
        format!("Jacobian of {} observations", self.weights.len())
    }

    fn parameters(&self) -> usize {
        30 * self.weights.len()
    }

    fn primal(&self) -> f64 {
        self.errors().map(|(e0, e1)| e0 + e1).sum()
    }

    fn generated(&self, gradient: &mut [f64]) -> f64 {
        let rows = gradient.as_chunks_mut::<15>().0.as_chunks_mut::<2>().0;
        let mut sum = 0.0;
        for ((camera, point, weight, feature), rows) in self.observations().zip(rows) {
            let ((e0, e1), backpropagator) = reprojection::vjp(camera, point, weight, feature);
            for (row, sensitivity) in rows.iter_mut().zip([(1.0, 0.0), (0.0, 1.0)]) {
                let (d_camera, d_point, d_weight) = backpropagator(sensitivity);
                row[..11].copy_from_slice(&d_camera);
                row[11..14].copy_from_slice(&d_point);
                row[14] = d_weight;
            }
            sum += e0 + e1;
        }
        sum
    }

    fn by_hand(&self, gradient: &mut [f64]) -> f64 {
        let rows = gradient.as_chunks_mut::<15>().0.as_chunks_mut::<2>().0;
        let mut sum = 0.0;
        for ((camera, point, weight, feature), rows) in self.observations().zip(rows) {
            let [e0, e1] = by_hand(camera, point, weight, feature, rows);
            sum += e0 + e1;
        }
        sum
    }
}

use backprop::differentiate;

fn main() {
    let mut count = 0;
    let f = differentiate!(|x| {
        count += 1;
        let mut total = 0.0;
        for _ in 0..3 {
            total += x;
        }
        total
    });
    let _ = f;
}

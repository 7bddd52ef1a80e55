use backprop::differentiate;

fn main() {
    let mut count = 0;
    let f = differentiate!(|x| {
        count += 1;
        let mut total = 0.0;
        for x in [x, 3.0] {
            total += x;
        }
        total
    });
    let _ = f;
}

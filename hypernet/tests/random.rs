//! scratch
use hypernet::adjoint::*;
use hypernet::simplify::*;
use hypernet::testing::*;
use hypernet::*;
use proptest::prelude::*;

fn close(a: &Datum, b: &Datum) -> bool {
    match (a, b) {
        (Datum::Real(a), Datum::Real(b)) => a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs())),
        (Datum::World, Datum::World) => true,
        (a, b) => a == b,
    }
}
proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn gradient(net in real_net(3), at in proptest::array::uniform3(-2.0..2.0f64)) {
        net.validate().unwrap();
        let inputs: Vec<Datum> = at.iter().map(|&x| Datum::Real(x)).collect();
        let value = evaluate(&net, &inputs).unwrap();
        let adj = adjoint(&net).unwrap();
        adj.validate().unwrap();
        let mut vg = value_and_gradient(&net).unwrap();
        vg.validate().unwrap();
        let plain = evaluate(&vg, &inputs).unwrap();
        prop_assert!(close(&plain[0], &value[0]));
        let Datum::Real(base) = value[0] else { panic!() };
        for i in 0..3 {
            let h = 1e-6;
            let mut up = inputs.clone(); let mut down = inputs.clone();
            up[i] = Datum::Real(at[i] + h); down[i] = Datum::Real(at[i] - h);
            let run = |x: &[Datum]| match evaluate(&net, x).unwrap()[0] { Datum::Real(v) => v, _ => panic!() };
            let (u, d) = (run(&up), run(&down));
            let fd = (u - d) / (2.0 * h);
            let Datum::Real(g) = plain[1 + i] else { panic!() };
            prop_assert!((fd - g).abs() < 1e-3 * (1.0 + g.abs() + base.abs()) || fd.is_nan() || g.abs() > 1e6, "{} {}", fd, g);
        }
        let mut last = String::new();
        simplify_observed(&mut vg, &mut |name, net| {
            if let Err(e) = net.validate() { let l = match e { Invalid::Cond{edge} => format!("{:?} {:?}", net.edge(edge).label(), net.types(net.edge(edge).sources())), _ => String::new() }; panic!("after {name} (before: {last}): {e:?} {l}"); }
            last = name.to_owned();
        });
        let simple = evaluate(&vg, &inputs).unwrap();
        for (a, b) in plain.iter().zip(&simple) { prop_assert!(close(a, b), "{:?} {:?}", plain, simple); }
        for e in vg.edge_ids() { prop_assert!(!matches!(vg.edge(e).label(), Label::Eval)); }
        let mut adj = adj;
        simplify_observed(&mut adj, &mut |name, net| {
            if let Err(e) = net.validate() { panic!("after {name}: {e:?}"); }
        });
        let out = evaluate(&adj, &inputs).unwrap();
        prop_assert!(close(&out[0], &value[0]));
    }
}

//! The pullbacks of all primitives.
use hypernet::{Operation, Primitive, pullback::pullback};
#[test]
fn all() {
    for &p in Primitive::ALL {
        for s in ["f64", "f32", "T"] {
            let op = Operation::Primitive(p, s.into());
            let net = pullback(&op).expect("first order");
            net.validate().expect("valid");
            let (ins, outs) = op.signature();
            let mut want = ins.clone();
            want.extend(outs.iter().flat_map(|t| t.sensitivity().unwrap()));
            assert_eq!(net.types(net.inputs()), want);
            let want: Vec<_> = ins.iter().flat_map(|t| t.sensitivity().unwrap()).collect();
            assert_eq!(net.types(net.outputs()), want);
            for e in net.edge_ids() {
                if let Some(op) = net.edge(e).operation() {
                    assert!(pullback(op).is_some());
                    assert!(!op.may_panic());
                }
            }
            println!("{} {}", p.name(), net.edge_count());
        }
    }
}

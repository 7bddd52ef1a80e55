//! scratch
use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::Expansion;
use hypernet::{Datum, evaluate};
#[test]
fn mini() {
    let text = std::fs::read_to_string("/tmp/mini/p.rs").expect("text");
    let f: syn::ItemFn = syn::parse_str(&text).expect("parses");
    let e = Expansion::new(&f, &Attribute::default()).expect("accepted");
    println!("PRIMAL\n{}\nADJOINT\n{}\nSIMPLIFIED\n{}\nGRADIENT\n{}", e.program.net, e.adjoint, e.simplified, e.gradient.as_ref().expect("g"));
    let n = e.program.net.inputs().len();
    let inputs: Vec<Datum> = (0..n).map(|i| Datum::Real(0.5 + f64::from(u8::try_from(i).expect("small")))).collect();
    println!("{:?}", evaluate(&e.program.net, &inputs));
    for net in [&e.adjoint, &e.simplified] {
        let r = evaluate(net, &inputs);
        match r { Ok(v) => println!("{:?}", v.last().expect("b").as_function().expect("f").call(&[Datum::Real(1.0)])), Err(e) => println!("{e}") }
    }
    println!("{:?}", evaluate(e.gradient.as_ref().expect("g"), &inputs));
}

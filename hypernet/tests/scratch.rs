use hypernet::adjoint::*;
use hypernet::simplify::*;
use hypernet::*;
fn dump(net: &Hypernet, level: Level, indent: usize) {
    let pad = " ".repeat(indent);
    println!("{pad}in {:?}", net.region(level).inputs());
    for e in net.sorted_edges(level) {
        let edge = net.edge(e);
        println!("{pad}{e:?} {:?} {:?} -> {:?}", edge.label(), edge.sources(), edge.targets());
        if matches!(edge.label(), Label::Abstraction | Label::Frame(_)) { dump(net, Level::Inside(e), indent + 4); }
    }
    println!("{pad}out {:?}", net.region(level).outputs());
}
#[test]
fn paper() {
    let mut b = Builder::new();
    let x = b.input(Type::f64(), Some("x"));
    b.open();
    let y = b.input(Type::f64(), Some("y"));
    let p = b.primitive(Primitive::Mul, &[x, y]).unwrap();
    let mul = b.close(&[p]).unwrap();
    let c = b.eval(mul, &[x]).unwrap()[0];
    let s = b.primitive(Primitive::Add, &[c, x]).unwrap();
    let net = b.finish(&[s]).unwrap();
    net.validate().unwrap();
    let a = adjoint(&net).unwrap();
    dump(&a, Level::Outermost, 0);
    a.validate().unwrap();
    let mut v = value_and_gradient(&net).unwrap();
    v.validate().unwrap();
    println!("{:?}", evaluate(&v, &[Datum::Real(3.0)]));
    simplify_observed(&mut v, &mut |n, net| { println!("{n}"); net.validate().unwrap(); });
    dump(&v, Level::Outermost, 0);
    println!("{:?}", evaluate(&v, &[Datum::Real(3.0)]));
    let mut a = a; simplify(&mut a); dump(&a, Level::Outermost, 0);
}

//! Lowering of a small part of the language: scalars, arithmetic, primitives, closures of scalars, `if`, and calls.

use std::collections::HashMap;

use hypernet::{
    Builder, Comparison, Constant, Foreign, FunctionConstant, FunctionType, Operation, Primitive, Type, Value,
};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, FnArg, ItemFn, Lit, Pat, ReturnType, Stmt, UnOp};

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::program::{ForeignCode, Param, Program, Shape, hole};

type Lowered<T> = Result<T, Diagnostic>;

struct Lowering {
    builder: Builder,
    functions: Vec<syn::ExprPath>,
    constants: Vec<proc_macro2::TokenStream>,
    foreigns: Vec<ForeignCode>,
    scopes: Vec<HashMap<String, Value>>,
    scalar: Type,
}

fn refuse<T>(span: Span) -> Lowered<T> {
    Err(Diagnostic::new(span, "this is not differentiable yet", "write it with operators and calls"))
}

/// The net of a function.
///
/// # Errors
/// Everything that is refused.
pub fn lower(function: &ItemFn, attribute: &Attribute) -> Result<Program, Vec<Diagnostic>> {
    lower_one(function, attribute).map_err(|error| vec![error])
}

fn scalar(ty: &syn::Type) -> Lowered<Shape> {
    let text = quote::quote!(#ty).to_string();
    match ty {
        syn::Type::Tuple(tuple) => Ok(Shape::Tuple(tuple.elems.iter().map(scalar).collect::<Lowered<_>>()?)),
        _ => Ok(Shape::Leaf(match text.as_str() {
            "f64" | "f32" | "T" => Type::real(&text),
            "usize" | "bool" | "i32" => Type::discrete(&text),
            _ => return refuse(ty.span()),
        })),
    }
}

fn lower_one(function: &ItemFn, attribute: &Attribute) -> Lowered<Program> {
    let mut lowering = Lowering {
        builder: Builder::new(),
        functions: Vec::new(),
        constants: Vec::new(),
        foreigns: Vec::new(),
        scopes: vec![HashMap::new()],
        scalar: Type::f64(),
    };
    let mut params = Vec::new();
    for input in &function.sig.inputs {
        let FnArg::Typed(input) = input else { return refuse(input.span()) };
        let Pat::Ident(pattern) = &*input.pat else { return refuse(input.span()) };
        let shape = scalar(&input.ty)?;
        let Shape::Leaf(ty) = shape.clone() else { return refuse(input.span()) };
        let name = pattern.ident.to_string();
        if let Type::Real(_) = ty {
            lowering.scalar = ty.clone();
        }
        let differentiated =
            matches!(ty, Type::Real(_)) && attribute.wrt.as_ref().is_none_or(|names| names.contains(&pattern.ident));
        let value = lowering.builder.input(ty, Some(&name));
        lowering.scopes[0].insert(name, value);
        params.push(Param { name: pattern.ident.clone(), ty: (*input.ty).clone(), shape, differentiated });
    }
    let ReturnType::Type(_, result) = &function.sig.output else { return refuse(function.sig.span()) };
    let result = scalar(result)?;
    let outputs = lowering.block(&function.block)?;
    let net =
        lowering.builder.finish(&outputs).map_err(|error| Diagnostic::internal(function.sig.ident.span(), error))?;
    Ok(Program {
        net,
        params,
        result,
        world: false,
        constants: lowering.constants,
        foreigns: lowering.foreigns,
        functions: lowering.functions,
    })
}

impl Lowering {
    fn block(&mut self, block: &syn::Block) -> Lowered<Vec<Value>> {
        self.scopes.push(HashMap::new());
        let mut result = Vec::new();
        for statement in &block.stmts {
            match statement {
                Stmt::Local(local) => {
                    let Some(init) = &local.init else { return refuse(local.span()) };
                    let Pat::Ident(pattern) = &local.pat else { return refuse(local.span()) };
                    let value = self.expr(&init.expr)?;
                    self.builder.name(value, &pattern.ident.to_string());
                    self.scopes.last_mut().expect("open").insert(pattern.ident.to_string(), value);
                }
                Stmt::Expr(Expr::Tuple(tuple), None) => {
                    result = tuple.elems.iter().map(|part| self.expr(part)).collect::<Lowered<_>>()?;
                }
                Stmt::Expr(expr, None) => result = vec![self.expr(expr)?],
                _ => return refuse(statement.span()),
            }
        }
        self.scopes.pop();
        Ok(result)
    }

    fn op(&mut self, operation: Operation, operands: &[Value], span: Span) -> Lowered<Value> {
        self.builder.op1(operation, operands).map_err(|error| Diagnostic::new(span, error.to_string(), ""))
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each construct")]
    fn expr(&mut self, expr: &Expr) -> Lowered<Value> {
        let span = expr.span();
        let name = |scalar: &Type| match scalar {
            Type::Real(name) => name.clone(),
            _ => "f64".into(),
        };
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(float) => {
                    let value = float.base10_parse().unwrap_or(0.0);
                    let text = float.base10_digits().into();
                    let scalar = self.scalar.clone();
                    self.op(Operation::Constant(Constant::Real { value, text }, scalar), &[], span)
                }
                Lit::Int(int) => {
                    let value = int.base10_parse().unwrap_or(0);
                    self.op(Operation::Constant(Constant::Integer(value), Type::discrete("i32")), &[], span)
                }
                _ => refuse(span),
            },
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => match self.scopes.iter().rev().find_map(|scope| scope.get(&ident.to_string())) {
                    Some(&value) => Ok(value),
                    None => refuse(span),
                },
                None => refuse(span),
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let operand = self.expr(&unary.expr)?;
                let scalar = name(self.builder.ty(operand));
                self.op(Operation::Primitive(Primitive::Neg, scalar), &[operand], span)
            }
            Expr::Binary(binary) => {
                let operands = [self.expr(&binary.left)?, self.expr(&binary.right)?];
                let ty = self.builder.ty(operands[0]).clone();
                let operation = match binary.op {
                    BinOp::Add(_) => Operation::Primitive(Primitive::Add, name(&ty)),
                    BinOp::Sub(_) => Operation::Primitive(Primitive::Sub, name(&ty)),
                    BinOp::Mul(_) => Operation::Primitive(Primitive::Mul, name(&ty)),
                    BinOp::Div(_) => Operation::Primitive(Primitive::Div, name(&ty)),
                    BinOp::Lt(_) => Operation::Compare(Comparison::Lt, ty),
                    BinOp::Gt(_) => Operation::Compare(Comparison::Gt, ty),
                    _ => return refuse(span),
                };
                self.op(operation, &operands, span)
            }
            Expr::MethodCall(call) => {
                let mut operands = vec![self.expr(&call.receiver)?];
                for argument in &call.args {
                    operands.push(self.expr(argument)?);
                }
                let scalar = name(self.builder.ty(operands[0]));
                match Primitive::by_name(&call.method.to_string()) {
                    Some(primitive) => self.op(Operation::Primitive(primitive, scalar), &operands, span),
                    None => refuse(span),
                }
            }
            Expr::Closure(closure) => {
                self.builder.open();
                self.scopes.push(HashMap::new());
                for input in &closure.inputs {
                    let (pattern, ty) = match input {
                        Pat::Type(typed) => (&*typed.pat, scalar(&typed.ty)?),
                        pattern => (pattern, Shape::Leaf(self.scalar.clone())),
                    };
                    let (Pat::Ident(pattern), Shape::Leaf(ty)) = (pattern, ty) else { return refuse(input.span()) };
                    let name = pattern.ident.to_string();
                    let value = self.builder.input(ty, Some(&name));
                    self.scopes.last_mut().expect("open").insert(name, value);
                }
                let result = match &*closure.body {
                    Expr::Block(block) => self.block(&block.block)?,
                    body => vec![self.expr(body)?],
                };
                self.scopes.pop();
                self.builder.close(&result).map_err(|error| Diagnostic::internal(span, error))
            }
            Expr::Call(call) => {
                let mut arguments = Vec::new();
                for argument in &call.args {
                    arguments.push(self.expr(argument)?);
                }
                if let Expr::Path(path) = &*call.func
                    && arguments.is_empty()
                    && path.path.segments.len() == 2
                {
                    let id = u32::try_from(self.constants.len()).unwrap_or(0);
                    self.constants.push(quote::quote!(#call));
                    let constant = Constant::Named { name: quote::quote!(#call).to_string().into(), id };
                    let scalar = self.scalar.clone();
                    return self.op(Operation::Constant(constant, scalar), &[], span);
                }
                if let Expr::Path(path) = &*call.func
                    && path.path.is_ident("stop_gradient")
                {
                    let id = u32::try_from(self.foreigns.len()).unwrap_or(0);
                    let (hole, ty) = (hole(0), self.builder.ty(arguments[0]).clone());
                    self.foreigns
                        .push(ForeignCode { tokens: quote::quote!(#path(#hole)), result: Shape::Leaf(ty.clone()) });
                    let (inputs, outputs) = (vec![ty.clone()], vec![ty]);
                    let foreign = Foreign { name: "stop_gradient".into(), id, inputs, outputs };
                    return self.op(Operation::Foreign(std::sync::Arc::new(foreign)), &arguments, span);
                }
                let function = match &*call.func {
                    Expr::Path(path)
                        if path.path.get_ident().is_none_or(|ident| {
                            !self.scopes.iter().any(|scope| scope.contains_key(&ident.to_string()))
                        }) =>
                    {
                        let params = arguments.iter().map(|&value| self.builder.ty(value).clone()).collect();
                        let ty =
                            FunctionType { captured: Some(Vec::new()), params, results: vec![self.scalar.clone()] };
                        let id = u32::try_from(self.functions.len()).unwrap_or(0);
                        self.functions.push(path.clone());
                        let name = quote::quote!(#path).to_string().replace(' ', "").into();
                        self.builder.function_constant(FunctionConstant { name, id, ty, adjoint: false })
                    }
                    function => self.expr(function)?,
                };
                let results = self
                    .builder
                    .eval(function, &arguments)
                    .map_err(|error| Diagnostic::new(span, error.to_string(), ""))?;
                Ok(results[0])
            }
            Expr::If(branches) => {
                let condition = self.expr(&branches.cond)?;
                let mut made = Vec::new();
                let Some((_, other)) = &branches.else_branch else { return refuse(span) };
                for side in 0..2 {
                    self.builder.open_branch();
                    let result = match (side, &**other) {
                        (0, _) => self.block(&branches.then_branch)?,
                        (_, Expr::Block(block)) => self.block(&block.block)?,
                        (_, other) => vec![self.expr(other)?],
                    };
                    made.push(self.builder.close_branch(&result).map_err(|error| Diagnostic::internal(span, error))?);
                }
                let (Some(second), Some(first)) = (made.pop(), made.pop()) else { return refuse(span) };
                let results =
                    self.builder.cond(condition, first, second).map_err(|error| Diagnostic::internal(span, error))?;
                Ok(results[0])
            }
            _ => refuse(span),
        }
    }
}

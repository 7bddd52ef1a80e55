//! How long a clean build of a crate takes that depends on `backprop`, against one that depends on `thiserror`.
//!
//! `cargo bench -p backprop --bench build --profile dev` builds both by turns, and prints the least processor time and the least wall time
//! of each. It judges nothing: other programs on the machine make both longer.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How often each crate is built.
const BUILDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build");
    let here = format!("{{ path = {:?} }}", env!("CARGO_MANIFEST_DIR"));
    let crates = [("thiserror", "\"2\""), ("backprop", here.as_str())];
    for (name, dependency) in crates {
        let folder = scratch.join(name);
        fs::create_dir_all(folder.join("src"))?;
        let package = format!("[package]\nname = \"uses-{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        fs::write(folder.join("Cargo.toml"), format!("{package}[dependencies]\n{name} = {dependency}\n[workspace]\n"))?;
        fs::write(folder.join("src/lib.rs"), "")?;
        cargo(&folder, &["fetch"])?;
    }
    let mut least = [[Duration::MAX; 2]; 2];
    for _ in 0..BUILDS {
        for ((name, _), least) in crates.iter().zip(&mut least) {
            let folder = scratch.join(name);
            if folder.join("target").exists() {
                fs::remove_dir_all(folder.join("target"))?;
            }
            let (processor, wall) = (of_children()?, Instant::now());
            cargo(&folder, &["build", "--offline"])?;
            *least = [least[0].min(of_children()?.saturating_sub(processor)), least[1].min(wall.elapsed())];
        }
    }
    for (what, index) in [("processor", 0), ("wall", 1)] {
        let [other, own] = [least[0][index].as_secs_f64(), least[1][index].as_secs_f64()];
        println!("{what}: thiserror {other:.2} s, backprop {own:.2} s, {:.2} times as long", own / other);
    }
    Ok(())
}

fn cargo(folder: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    // A crate from a registry is not built incrementally.
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--quiet")
        .current_dir(folder)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("`cargo {}` failed", arguments.join(" ")).into()) }
}

/// The processor time that the children of this process took, those that were waited for, in user mode. Linux counts it in
/// hundredths of a second.
fn of_children() -> Result<Duration, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in parentheses, is the second field; the time is the sixteenth.
    let behind_name = stat.rsplit_once(')').ok_or("no name in /proc/self/stat")?.1;
    let ticks: u64 = behind_name.split_whitespace().nth(13).ok_or("no time in /proc/self/stat")?.parse()?;
    Ok(Duration::from_millis(ticks * 10))
}

//! Embeds the packed site (`/site`, made by `make site`) into the binary, with its brotli and gzip twins.
//!
//! A missing folder is made, so that check and clippy work on a clean clone; the pages then have no script or style.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let site = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../site");
    std::fs::create_dir_all(&site)?;
    let site = site.canonicalize()?;
    println!("cargo:rerun-if-changed={}", site.display());
    println!("cargo:rerun-if-changed=../migrations");
    let mut files = Vec::new();
    walk(&site, &mut files)?;
    files.sort();
    let mut hasher = blake3::Hasher::new();
    let mut table = String::new();
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file
            .strip_prefix(&site)?
            .to_string_lossy()
            .replace('\\', "/");
        if name.ends_with(".br") || name.ends_with(".gz") {
            continue;
        }
        hasher.update(name.as_bytes());
        hasher.update(&std::fs::read(file)?);
        let twin = |extension: &str| {
            let twin = PathBuf::from(format!("{}.{extension}", file.display()));
            if twin.exists() {
                format!("Some(include_bytes!({:?}))", twin.display().to_string())
            } else {
                "None".to_owned()
            }
        };
        writeln!(
            table,
            "    Asset {{ name: {name:?}, raw: include_bytes!({:?}), br: {}, gz: {} }},",
            file.display().to_string(),
            twin("br"),
            twin("gz")
        )?;
    }
    let hash = hasher.finalize().to_hex()[..12].to_owned();
    let code =
        format!("pub static ASSETS: &[Asset] = &[\n{table}];\npub const HASH: &str = {hash:?};\n");
    std::fs::write(
        Path::new(&std::env::var("OUT_DIR")?).join("assets.rs"),
        code,
    )?;
    Ok(())
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?
        } else {
            files.push(path)
        }
    }
    Ok(())
}

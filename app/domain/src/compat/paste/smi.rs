//! `nvidia-smi` in all its forms: the table, `-q`, `-L`, and `--query-gpu` as CSV.
use super::lines::{after, value, word};
use super::reading::{Item, Reading, driver};
use crate::compat::version::Version;

/// Words that only begin a card's name.
const BRANDS: [&str; 8] = [
    "NVIDIA ", "GeForce ", "Tesla ", "Quadro ", "RTX ", "GRID ", "TITAN ", "A100",
];

/// The columns of a CSV table, once its head was seen.
#[derive(Default)]
pub(super) struct Table {
    name: Option<usize>,
    driver: Option<usize>,
}

pub(super) fn read(reading: &mut Reading, table: &mut Table, line: &str) {
    head(reading, line);
    long(reading, line);
    list(reading, line);
    row(reading, line);
    csv(reading, table, line);
}

/// The head of the table: driver, and what CUDA it can serve.
fn head(reading: &mut Reading, line: &str) {
    // Since release 610 the driver's kernel and user parts are named apart.
    let named = value(line, "Driver Version").or_else(|| value(line, "KMD Version"));
    if let Some(number) = named.and_then(driver) {
        reading.note(Item::Driver, &number);
    }
    if named.is_some_and(|named| is_wsl(line, named)) {
        reading.note(Item::Os, "wsl");
    }
    // nvidia-smi's own words; `collect_env` has others for the toolkit.
    if let Some(cuda) = value(line, "CUDA UMD Version").or_else(|| value(line, "CUDA Version")) {
        let cuda = word(cuda);
        if Version::strict(cuda).is_some() {
            reading.note(Item::Serves, cuda);
        }
    }
}

/// In WSL the tool is that of Linux and the driver that of Windows, so their numbers differ: `NVIDIA-SMI 535.230.02
/// Driver Version: 537.13`. A number that the end of the line may have cut is not compared.
fn is_wsl(line: &str, named: &str) -> bool {
    let tool = after(line, "NVIDIA-SMI ").and_then(driver);
    let own = driver(named).filter(|own| own.len() < named.trim_end().len());
    tool.zip(own).is_some_and(|(tool, own)| tool != own)
}

/// `-q`: one property a line.
fn long(reading: &mut Reading, line: &str) {
    let line = line.trim();
    if let Some(name) = line
        .strip_prefix("Product Name")
        .and_then(|_| value(line, "Product Name"))
    {
        reading.note(Item::Gpu, name);
    }
    let is_windows = line.contains("WDDM") || line.contains("  TCC ");
    if is_windows {
        reading.note(Item::Os, "windows");
    }
}

/// `-L` and `collect_env`: `GPU 0: NVIDIA H200 (UUID: …)`.
fn list(reading: &mut Reading, line: &str) {
    let line = line.trim();
    let line = value(line, "GPU models and configuration").unwrap_or(line);
    let Some(rest) = line.strip_prefix("GPU ") else {
        return;
    };
    let Some((number, name)) = rest.split_once(':') else {
        return;
    };
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let name = name.split("(UUID").next().unwrap_or(name).trim();
    if is_number && name.len() < 100 && name.contains(|c: char| c.is_ascii_digit()) {
        reading.note(Item::Gpu, name);
    }
}

/// A row of the table: `|   0  NVIDIA H200                    On  |   00000000:00:06.0 Off |`.
fn row(reading: &mut Reading, line: &str) {
    let Some(rest) = line.trim_start().strip_prefix('|') else {
        return;
    };
    let (cell, more) = rest.split_once('|').unwrap_or((rest, ""));
    let (number, name) = cell.trim().split_once(' ').unwrap_or(("", ""));
    if number.len() > 3 || number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return;
    }
    let name = name.trim();
    let name = ["On", "Off", "N/A", "WDDM", "TCC"]
        .iter()
        .find_map(|mode| name.strip_suffix(mode).filter(|head| head.ends_with(' ')))
        .unwrap_or(name)
        .trim();
    let has_bus = more.contains(':') || more.is_empty();
    let is_card = BRANDS.iter().any(|brand| name.starts_with(brand))
        || (more.contains(':') && name.contains(|c: char| c.is_ascii_digit()));
    if has_bus && is_card && name.len() < 100 {
        // Old drivers cut long names: `GeForce RTX 208...`.
        reading.note(Item::Gpu, name);
    }
}

/// CSV with or without its head; figures may have commas for points, so cells are told by comma and blank.
fn csv(reading: &mut Reading, table: &mut Table, line: &str) {
    if !line.contains(',') || line.len() > 2000 {
        return;
    }
    let mark = if line.contains(", ") { ", " } else { "," };
    let cells: Vec<&str> = line
        .split(mark)
        .map(|cell| cell.trim().trim_matches('"'))
        .collect();
    let place = |names: [&str; 2]| cells.iter().position(|cell| names.contains(cell));
    let (name, number) = (
        place(["name", "gpu_name"]),
        place(["driver_version", "driver"]),
    );
    if name.is_some() || (number.is_some() && cells.len() > 1) {
        *table = Table {
            name,
            driver: number,
        };
        return;
    }
    let cell = |place: Option<usize>| place.and_then(|place| cells.get(place)).copied();
    if let Some(number) = cell(table.driver).and_then(driver) {
        reading.note(Item::Driver, &number);
        if let Some(name) = cell(table.name).filter(|name| is_name(name)) {
            reading.note(Item::Gpu, name);
        }
        return;
    }
    let names = cells
        .iter()
        .find(|cell| BRANDS.iter().any(|brand| cell.starts_with(brand)));
    let in_table = cell(table.name).filter(|name| is_name(name));
    if let Some(name) = names.copied().or(in_table).filter(|name| is_name(name)) {
        let has_figures = cells.iter().any(|cell| after(cell, " MiB").is_some());
        let number = cells
            .iter()
            .find_map(|cell| driver(cell).filter(|d| d.len() == cell.len()));
        if has_figures || number.is_some() || in_table.is_some() {
            reading.note(Item::Gpu, name);
            reading.note(Item::Driver, &number.unwrap_or_default());
        }
    }
}

fn is_name(text: &str) -> bool {
    text.len() < 60
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(char::is_alphabetic)
}

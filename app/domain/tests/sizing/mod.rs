//! The catalogue's files as values, for the tests of the sizer.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
#![allow(dead_code, reason = "each test uses a part")]

use domain::catalog::Gpu;
use domain::sizing::{Library, Models, RunFile, Runs};

/// All models.
pub fn models() -> Models {
    Models::read(
        include_str!("../../../../server/catalogue/models.csv"),
        include_str!("../../../../server/catalogue/diffusion.csv"),
    )
    .unwrap()
}

fn file(text: &str) -> RunFile {
    serde_json::from_str(text).unwrap()
}

/// All measured runs.
pub fn runs() -> Runs {
    let published = file(include_str!("../cases/vram.json"));
    Runs::read(
        &published,
        &file(include_str!("../cases/measured_h200.json")),
    )
}

/// Models and runs together.
pub fn library() -> Library {
    Library::new(models(), runs())
}

/// Published speeds.
pub fn speeds() -> RunFile {
    file(include_str!("../cases/throughput.json"))
}

/// All cards, with the columns that sizing reads.
pub fn gpus() -> Vec<Gpu> {
    let text = include_str!("../../../../server/catalogue/gpus.csv");
    let mut lines = text.lines().map(cells);
    let header = lines.next().unwrap();
    let row = |cells: Vec<String>| {
        let text = |column: &str| {
            let place = header.iter().position(|name| name == column).unwrap();
            cells.get(place).cloned().unwrap_or_default()
        };
        let word = |column: &str| Some(text(column)).filter(|text| !text.is_empty());
        let number = |column: &str| text(column).parse().ok();
        Gpu {
            slug: text("slug"),
            name: text("name"),
            vendor: text("vendor"),
            architecture: word("architecture"),
            compute_capability: word("compute_capability"),
            vram_gb: number("memory_gb"),
            memory_type: word("memory_type"),
            bandwidth_gbps: number("memory_bandwidth_gbps"),
            fp32_tflops: number("fp32_tflops"),
            fp16_dense_tflops: number("fp16_tensor_dense_tflops"),
            fp16_dense_derived_tflops: number("fp16_tensor_dense_derived_tflops"),
            bf16_dense_tflops: number("bf16_tensor_dense_tflops"),
            fp8_dense_tflops: number("fp8_dense_tflops"),
            int8_dense_tops: number("int8_dense_tops"),
            tdp_w: number("tdp_w"),
            interconnect: word("interconnect"),
            interconnect_gbps: number("interconnect_gbps"),
            form_factor: word("form_factor"),
            release_year: text("release_year").parse().ok(),
            min_cuda: word("min_cuda"),
            source_url: text("source_url"),
            note: text("note"),
        }
    };
    lines.map(row).collect()
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for one in line.chars() {
        match one {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

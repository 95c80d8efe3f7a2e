//! The binary as outsiders use it: `zuka price`, `zuka size`, errors, and alone in an empty folder.
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_zuka");

fn zuka(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(BINARY)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn cases() -> Vec<Value> {
    let file: Value =
        serde_json::from_str(include_str!("../../app/domain/tests/cases/billing.json")).unwrap();
    let billed = |case: &&Value| case["kind"] == "bill" || case["kind"] == "compare";
    file["cases"]
        .as_array()
        .unwrap()
        .iter()
        .filter(billed)
        .cloned()
        .collect()
}

#[test]
fn all_bills_and_comparisons_come_out_exactly() {
    let cases = cases();
    let output = zuka(&["price"], &Value::Array(cases.clone()).to_string());
    assert!(output.status.success());
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let expected: Vec<Value> = cases.iter().map(|case| case["expect"].clone()).collect();
    assert_eq!((answers.len(), answers), (55, expected));
}

#[test]
fn an_element_without_an_answer_has_its_error_in_its_place_and_the_status_is_2() {
    let cases = cases();
    let input = json!([cases[0], { "kind": "bill", "input": { "horizon_days": 0 } }, cases[1]]);
    let output = zuka(&["price", "-"], &input.to_string());
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&answers[0], &answers[2]),
        (&cases[0]["expect"], &cases[1]["expect"])
    );
    assert!(answers[1]["error"]["message"].is_string());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_wrong_call_is_one_line_or_one_object_on_stderr() {
    let line = zuka(&["price"], "not json");
    assert_eq!(line.status.code(), Some(2));
    let text = String::from_utf8(line.stderr).unwrap();
    assert!(
        text.starts_with("zuka: ") && text.lines().count() == 1,
        "{text}"
    );
    let object = zuka(
        &["--json", "price"],
        r#"{"kind":"bill","input":{"horizon_days":0}}"#,
    );
    let error: Value = serde_json::from_slice(&object.stderr).unwrap();
    assert!(error["error"]["code"].is_string() && error["error"]["field"].is_string());
}

#[test]
fn a_workload_is_sized_with_its_cards() {
    let seed = json!({
        "task": "qlora", "model": "llama-2-7b", "batch": 4, "seq": 512, "lora_rank": 64,
        "lora_targets": "q_proj+v_proj", "gradient_checkpointing": false, "gpus": ["rtx-4090", "rtx-5090"]
    });
    let unknown = json!({ "task": "qlora", "model": "llama-2-7b", "prompt": 8 });
    let all = json!({ "task": "diffusion_inference", "model": "sdxl", "engine": "comfyui" });
    let output = zuka(&["size"], &json!([seed, unknown, all]).to_string());
    assert_eq!(output.status.code(), Some(2), "one of the three is refused");
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let mid = answers[0]["mid_gib"].as_f64().unwrap();
    assert!((17.0..=21.0).contains(&mid), "{mid}");
    assert_eq!(answers[0]["nearest_measured"]["measured_gib"], 18.652);
    let verdicts: Vec<&Value> = answers[0]["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| &card["verdict"])
        .collect();
    assert_eq!(verdicts, ["tight", "fits"]);
    assert_eq!(answers[1]["error"]["field"], "prompt");
    assert_eq!(answers[1]["error"]["code"], "unused_field");
    // Every card of the starting catalogue, each with a verdict.
    assert!(answers[2]["cards"].as_array().unwrap().len() > 100);
}

#[test]
fn a_workload_that_cannot_be_sized_is_one_line_with_its_field() {
    let line = zuka(&["size", "-"], r#"{"task":"lora","model":"gpt-9"}"#);
    assert_eq!(line.status.code(), Some(2));
    let text = String::from_utf8(line.stderr).unwrap();
    assert!(
        text.starts_with("zuka: model: `gpt-9`") && text.lines().count() == 1,
        "{text}"
    );
    let object = zuka(&["--json", "size"], r#"{"task":"lora"}"#);
    let error: Value = serde_json::from_slice(&object.stderr).unwrap();
    assert_eq!(error["error"]["field"], "model");
}

/// The server, killed with the value.
struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_alone(folder: &Path) -> Server {
    let binary = folder.join("zuka");
    std::fs::copy(BINARY, &binary).unwrap();
    let mut child = Command::new(&binary)
        .args(["--addr", "127.0.0.1:0"])
        .env_clear()
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let ready = lines.by_ref().find_map(|line| {
        line.strip_prefix("Zuka is ready at http://")
            .map(str::to_owned)
    });
    let address = ready.unwrap().trim_end_matches('/').to_owned();
    // A full pipe would stop the server.
    std::thread::spawn(move || lines.for_each(drop));
    Server(child, address)
}

fn get(address: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (text[9..12].parse().unwrap(), text)
}

#[test]
fn alone_in_an_empty_folder_it_serves_all_pages() {
    let folder = TempDir::new().unwrap();
    let server = start_alone(folder.path());
    for path in [
        "/?lang=zh",
        "/plan",
        "/gpus",
        "/platforms",
        "/platforms/autodl",
        "/login",
        "/api/v1/offerings",
        "/healthz",
        "/readyz",
    ] {
        assert_eq!(get(&server.1, path).0, 200, "{path}");
    }
    assert_eq!(get(&server.1, "/nothing").0, 404);
    assert!(folder.path().join("zuka.db").exists());
    // Style, script and icon come from the binary too, when it was built with the site.
    let (_, page) = get(&server.1, "/");
    let style = page
        .split("href=\"")
        .map(|part| part.split('"').next().unwrap());
    let style = style
        .clone()
        .find(|href| href.ends_with("zuka.css"))
        .unwrap()
        .to_owned();
    assert_eq!(
        get(&server.1, &style).0,
        200,
        "{style}: run `make site` first"
    );
}

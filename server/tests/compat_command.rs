//! `zuka compat` as scripts call it: every recorded case, arrays, errors, exit status.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn zuka(input: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .arg("compat")
        .args(args)
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

#[test]
fn all_recorded_cases_are_answered_as_recorded() {
    let text = include_str!("../catalogue/compat.csv");
    let rows = csv::Reader::from_reader(text.as_bytes())
        .into_records()
        .collect::<Result<Vec<_>, _>>()
        .unwrap();
    let cases: Vec<_> = rows
        .iter()
        .filter(|row| &row[0] == "verdict_case")
        .collect();
    assert_eq!(cases.len(), 14);
    let questions: Vec<Value> = cases
        .iter()
        .map(|row| {
            let parts: Vec<&str> = row[1].split(" | ").collect();
            let (torch, line) = parts[2].strip_prefix("torch ").unwrap().split_once(' ').unwrap();
            json!({"gpu": parts[0], "driver": parts[1].strip_prefix("driver ").unwrap(), "torch": torch, "cuda_line": line})
        })
        .collect();
    let output = zuka(&Value::Array(questions).to_string(), &[]);
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    for (row, answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["verdict"], row[3], "{}: {answer}", &row[1]);
    }
}

#[test]
fn an_element_without_an_answer_stands_in_its_place_and_the_status_is_2() {
    let output = zuka(r#"[{"gpu":"rtx-4900"},{"gpu":"H200"}]"#, &["-"]);
    assert_eq!(output.status.code(), Some(2));
    let answers: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answers[0]["error"]["code"], "unknown_name");
    assert_eq!(answers[1]["verdict"], "unknown");
    let single = zuka(r#"{"gpu":"H200","driver":"newest"}"#, &["--json"]);
    assert_eq!(single.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&single.stderr).unwrap();
    assert_eq!(error["error"]["field"], "driver");
    assert!(
        error["error"]["message"]
            .as_str()
            .unwrap()
            .contains("newest")
    );
    assert_eq!(zuka("no json", &[]).status.code(), Some(2));
}

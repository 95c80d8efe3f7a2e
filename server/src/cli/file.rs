//! `zuka.toml` in the working folder: settings under the environment and over the defaults.
use super::{Cli, Failed};
use clap::{CommandFactory, FromArgMatches};
use std::path::Path;

/// Parses the command line with the file's values as defaults; clap itself ends a wrong call.
///
/// Errors: a file that is no TOML, or a key that is no setting; both named.
pub fn parse(file: &Path) -> Result<Cli, Failed> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            let message = format!("cannot read {}: {error}", file.display());
            return Err(Failed::input("bad_settings", message));
        }
    };
    let mut command = Cli::command();
    for (key, value) in settings(file, &text)? {
        if !command
            .get_arguments()
            .any(|known| known.get_id() == key.as_str())
        {
            let message = format!("{}: `{key}` is no setting", file.display());
            return Err(Failed::input("bad_settings", message).hint("see zuka serve --help"));
        }
        command = command.mut_arg(key, |argument| argument.default_value(value));
    }
    Cli::from_arg_matches(&command.get_matches())
        .map_err(|error| Failed::input("bad_call", error.to_string()))
}

/// The file's keys and values as the command line would have them.
fn settings(file: &Path, text: &str) -> Result<Vec<(String, String)>, Failed> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let message = format!("{}: {}", file.display(), error.message());
        Failed::input("bad_settings", message)
    })?;
    let plain = |value: &toml::Value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let text_of = |value: toml::Value| match value {
        toml::Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(","),
        other => plain(&other),
    };
    Ok(table
        .into_iter()
        .map(|(key, value)| (key, text_of(value)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_on_the_command_line_and_a_broken_file_is_named() {
        let file = Path::new("zuka.toml");
        let text = "addr = \"127.0.0.1:9\"\nfresh_days = 14\ntrusted_proxies = [\"10.0.0.1\", \"10.0.0.2\"]";
        let mut read = settings(file, text).unwrap_or_default();
        read.sort();
        let want = [
            ("addr", "127.0.0.1:9"),
            ("fresh_days", "14"),
            ("trusted_proxies", "10.0.0.1,10.0.0.2"),
        ];
        assert_eq!(read, want.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert!(settings(file, "addr = ").is_err_and(|error| error.message.contains("zuka.toml")));
    }
}

//! A machine put before the script: its files, its `nvidia-smi`, and nothing else on PATH but plain tools.
use std::collections::HashSet;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What the script may need of a system.
const TOOLS: [&str; 22] = [
    "awk", "sed", "grep", "tr", "cut", "head", "date", "id", "cat", "dd", "rm", "wc", "sh",
    "timeout", "printf", "curl", "wget", "env", "setpriv", "su", "busybox", "sleep",
];

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines")
}

pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../public/check.sh")
        .canonicalize()
        .unwrap()
}

fn which(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(tool))
        .find(|path| path.is_file())
}

/// A shell.
pub struct Shell {
    pub name: String,
    program: PathBuf,
    first: Vec<&'static str>,
}

impl Shell {
    pub fn command(&self, script: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.first).arg(script).args(arguments);
        command
    }

    /// What it prints of a script from its standard input.
    pub fn piped(&self, script: &[u8]) -> String {
        let mut command = Command::new(&self.program);
        command.args(&self.first);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A shell that stops reading closes the pipe; what it printed is what counts.
        let _ = child.stdin.take().unwrap().write_all(script);
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    }
}

/// Those that are here; `sh` always.
pub fn shells() -> Vec<Shell> {
    let known: [(&str, &str, Vec<&'static str>); 4] = [
        ("sh", "sh", vec![]),
        ("dash", "dash", vec![]),
        ("bash", "bash", vec!["--posix"]),
        ("busybox ash", "busybox", vec!["ash"]),
    ];
    let found: Vec<Shell> = known
        .into_iter()
        .filter_map(|(name, program, first)| {
            Some(Shell {
                name: name.to_owned(),
                program: which(program)?,
                first,
            })
        })
        .collect();
    assert_eq!(
        found.first().map(|shell| shell.name.as_str()),
        Some("sh"),
        "there is no sh"
    );
    found
}

/// A machine in a folder of its own.
pub struct Fake {
    folder: TempDir,
}

fn open(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

impl Fake {
    pub fn of(name: &str) -> Self {
        let folder = TempDir::new().unwrap();
        open(folder.path(), 0o755);
        let text = std::fs::read_to_string(self::folder().join(format!("{name}.txt"))).unwrap();
        let mut at: Option<PathBuf> = None;
        let mut files: Vec<(PathBuf, String)> = Vec::new();
        for line in text.lines() {
            match line
                .strip_prefix("-- ")
                .and_then(|rest| rest.strip_suffix(" --"))
            {
                Some(path) if path.ends_with('/') => {
                    std::fs::create_dir_all(folder.path().join(path)).unwrap();
                    at = None;
                }
                Some(path) => {
                    files.push((folder.path().join(path), String::new()));
                    at = Some(folder.path().join(path));
                }
                None if at.is_some() => {
                    let text = &mut files.last_mut().unwrap().1;
                    text.push_str(line);
                    text.push('\n');
                }
                None => {}
            }
        }
        for (path, text) in files {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let bin = folder.path().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        for tool in TOOLS.iter().collect::<HashSet<_>>() {
            if let Some(path) = which(tool) {
                symlink(path, bin.join(tool)).unwrap();
            }
        }
        let has_cards = ["machine/query.csv", "machine/fails"]
            .iter()
            .any(|path| folder.path().join(path).exists());
        let own = [("df", true), ("nvidia-smi", has_cards)];
        for (tool, _) in own.into_iter().filter(|(_, there)| *there) {
            std::fs::copy(self::folder().join(tool), bin.join(tool)).unwrap();
            open(&bin.join(tool), 0o755);
        }
        std::fs::copy(script(), folder.path().join("check.sh")).unwrap();
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn environment(&self, command: &mut Command) {
        command
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("MACHINE", self.path("machine"))
            .env("CHECK_ROOT", self.path("root"))
            // A terminal in another language, and what must not be printed.
            .env("LANG", "zh_CN.UTF-8")
            .env("LC_ALL", "de_DE.UTF-8")
            .env("LC_NUMERIC", "de_DE.UTF-8")
            .env("HOSTNAME", "gpu-node-7731")
            .env("HOME", "/home/alice7731")
            .env("USER", "alice7731")
            .env("HF_TOKEN", "SECRET7731")
            .current_dir(self.folder.path());
    }

    /// What the script prints there; as an unprivileged user when the test itself is root.
    pub fn run(&self, shell: &Shell, arguments: &[&str], as_nobody: bool) -> String {
        let script = self.path("check.sh");
        let mut command = shell.command(script.to_str().unwrap(), arguments);
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        if as_nobody && is_root {
            let setpriv = which("setpriv").expect("setpriv is of util-linux");
            let mut lowered = Command::new(setpriv);
            lowered.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
            lowered.arg(command.get_program()).args(command.get_args());
            command = lowered;
        }
        self.environment(&mut command);
        self.printed(command)
    }

    /// The same with this machine's own /proc and disks: for what is measured.
    pub fn real(&self, shell: &Shell, arguments: &[&str]) -> String {
        let script = self.path("check.sh");
        let mut command = shell.command(script.to_str().unwrap(), arguments);
        self.environment(&mut command);
        command.env_remove("CHECK_ROOT");
        self.printed(command)
    }

    fn printed(&self, mut command: Command) -> String {
        let output = command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // bash says of every language that the system lacks that it lacks it.
        let lines: Vec<&str> = errors
            .lines()
            .filter(|line| !line.contains("setlocale"))
            .collect();
        assert!(output.status.success() && lines.is_empty(), "{lines:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

//! Files of `backup`, `restore` and `export`: never overwritten, on disk before we say so, readable by their owner alone.
use super::Failed;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Makes an empty file that did not exist, for the owner alone.
pub fn create_new(path: &Path) -> Result<File, Failed> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            let message = format!("{} exists; nothing was written", path.display());
            return Failed::input("file_exists", message).hint("name another file");
        }
        unwritten(path, &error)
    })
}

/// What to say of a file that cannot be written.
pub fn unwritten(path: &Path, error: &std::io::Error) -> Failed {
    Failed::input(
        "cannot_write",
        format!("cannot write {}: {error}", path.display()),
    )
}

/// Waits until a file's bytes are on disk.
pub fn sync(path: &Path) -> Result<(), Failed> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|error| unwritten(path, &error))
}

/// Waits until the name of a file is on disk, too.
pub fn sync_folder_of(path: &Path) -> Result<(), Failed> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Only Unix opens a folder like a file.
    if cfg!(unix) { sync(folder) } else { Ok(()) }
}

/// A file that is removed unless it is kept: what was begun and failed leaves nothing behind.
pub struct Unfinished(Option<PathBuf>);

impl Unfinished {
    /// Watches over `path`.
    pub fn new(path: &Path) -> Self {
        Self(Some(path.to_owned()))
    }

    /// It is whole: it stays.
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Progress on a terminal, nothing in a pipe.
pub struct Progress {
    is_shown: bool,
}

impl Progress {
    /// Looks where stderr leads.
    pub fn new() -> Self {
        Self {
            is_shown: std::io::stderr().is_terminal(),
        }
    }

    /// Replaces the line.
    pub fn say(&self, text: &str) {
        if self.is_shown {
            let mut stderr = std::io::stderr();
            let _ = write!(stderr, "\r\x1b[K{text}");
            let _ = stderr.flush();
        }
    }

    /// Says how much of something is done.
    pub fn part(&self, what: &str, done: u64, of: u64) {
        self.say(&format!("{what}: {} of {}", size(done), size(of)));
    }

    /// Clears the line.
    pub fn end(&self) {
        self.say("");
    }
}

/// Bytes for people.
pub fn size(bytes: u64) -> String {
    let tenths = |unit: u64| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", tenths(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", tenths(1_000_000)),
        _ => format!("{} GB", tenths(1_000_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short_and_an_unfinished_file_goes_away() {
        assert_eq!(
            [999, 1_000, 1_990_000, 3_400_000_000].map(size),
            ["999 B", "1.0 kB", "1.9 MB", "3.4 GB"]
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert!(create_new(&path).is_ok());
        assert!(create_new(&path).is_err_and(|error| error.code == "file_exists"));
        drop(Unfinished::new(&path));
        assert!(!path.exists());
        assert!(create_new(&path).is_ok());
        Unfinished::new(&path).keep();
        assert!(path.exists());
    }
}

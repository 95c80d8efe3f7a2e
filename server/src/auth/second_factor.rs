//! The second factor: codes of RFC 6238 from an app, and recovery codes for when it is lost.
use chrono::{DateTime, Utc};
use totp_rs::{Builder, Secret, Totp};

/// Recovery codes that are made at once.
pub const CODES: usize = 10;

/// Modules of quiet around the drawing.
const QUIET: usize = 4;

/// No letter or digit that is easily taken for another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A secret of 160 random bits in base32, as RFC 4226 recommends.
pub fn new_secret() -> String {
    Secret::new_stack(rand::random::<[u8; 20]>()).to_base32()
}

/// SHA-1, six digits, thirty seconds: what every app can do. One step early or late is taken.
fn totp(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new().with_secret(secret).build().ok()
}

/// The step that `typed` is the code of, if it is one of now. Blanks are ignored, as apps show `123 456`.
pub fn step_of(secret: &str, typed: &str, now: DateTime<Utc>) -> Option<i64> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let is_code = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit());
    let time = u64::try_from(now.timestamp()).ok()?;
    let step = totp(secret).filter(|_| is_code)?.check(&code, time)?;
    i64::try_from(step).ok()
}

/// What the drawing says to an app.
pub fn address(secret: &str, name: &str) -> String {
    let name = app::frame::encode(name);
    format!("otpauth://totp/Zuka:{name}?secret={secret}&issuer=Zuka")
}

/// A square drawing: the modules of its side, and a path of the dark ones.
pub struct Drawing {
    /// Modules a side, the quiet ones with them.
    pub side: usize,
    /// The `d` of a path.
    pub path: String,
}

/// Draws an address; `None` when it is too long to be drawn.
pub fn draw(address: &str) -> Option<Drawing> {
    let code = qrcode::QrCode::new(address).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == qrcode::Color::Dark {
                let (left, top, length) = (x + QUIET, y + QUIET, run.len());
                path.push_str(&format!("M{left} {top}h{length}v1h-{length}z"));
            }
            x += run.len();
        }
    }
    Some(Drawing {
        side: width + 2 * QUIET,
        path,
    })
}

/// New recovery codes of 80 random bits each, in fours.
pub fn new_codes() -> Vec<String> {
    (0..CODES).map(|_| new_code()).collect()
}

fn new_code() -> String {
    let letters =
        rand::random::<[u8; 16]>().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let fours: Vec<String> = letters
        .chunks(4)
        .map(|four| four.iter().collect())
        .collect();
    fours.join("-")
}

/// What is stored of a recovery code; capitals, blanks and hyphens do not matter.
pub fn code_hash(typed: &str) -> String {
    let plain = typed.chars().filter(|c| c.is_ascii_alphanumeric());
    let plain: String = plain.map(|c| c.to_ascii_lowercase()).collect();
    blake3::hash(plain.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    fn rfc() -> String {
        Secret::new(b"12345678901234567890".to_vec().into()).to_base32()
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // The RFC's codes have eight digits; ours are their last six.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(
                step_of(&rfc(), code, at(seconds)),
                Some(seconds / 30),
                "{seconds}"
            );
        }
    }

    #[test]
    fn one_step_early_or_late_is_taken_and_no_more() {
        let (code, step) = ("050471", 1_111_111_111 / 30);
        for (shift, taken) in [
            (-60, false),
            (-30, true),
            (0, true),
            (30, true),
            (60, false),
        ] {
            let step = taken.then_some(step);
            assert_eq!(
                step_of(&rfc(), code, at(1_111_111_111 + shift)),
                step,
                "{shift}"
            );
        }
        assert_eq!(step_of(&rfc(), " 050 471 ", at(1_111_111_111)), Some(step));
        for wrong in ["", "50471", "0050471", "05047a", "０５０４７１"] {
            assert_eq!(step_of(&rfc(), wrong, at(1_111_111_111)), None, "{wrong}");
        }
    }

    #[test]
    fn secrets_and_recovery_codes_are_long_and_all_differ() {
        assert_eq!(
            (new_secret().len(), new_secret() == new_secret()),
            (32, false)
        );
        let mut codes = new_codes();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), CODES);
        assert!(codes.iter().all(|code| code.len() == 19));
        assert_eq!(code_hash("ABCD efgh"), code_hash("abcd-efgh"));
    }

    #[test]
    fn the_drawing_has_the_three_corners_of_a_code() {
        let drawing = draw(&address(&rfc(), "林")).unwrap();
        let right = drawing.side - 4 - 7;
        assert!(drawing.path.starts_with("M4 4h7v1h-7z"));
        assert!(drawing.path.contains(&format!("M{right} 4h7v1h-7z")));
        assert!(drawing.path.contains(&format!("M4 {right}h7v1h-7z")));
        assert!(address(&rfc(), "林").starts_with("otpauth://totp/Zuka:%E6%9E%97?secret="));
    }
}

//! A file's bytes as text. Only UTF-8 is taken: a guess at an encoding would change names without anybody noticing.

/// Why bytes are no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUtf8 {
    /// What it looks like.
    pub looks_like: Look,
    /// Place of the first byte that is not UTF-8, from 0.
    pub at: usize,
    /// Line of that byte, from 1.
    pub line: usize,
}

/// What bytes look like that are no UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// UTF-16, as "Unicode text" of a spreadsheet.
    Utf16,
    /// GBK or GB 18030, as a Chinese spreadsheet's CSV.
    Gbk,
    /// An 8-bit encoding such as Windows-1252.
    EightBit,
    /// A spreadsheet or another packed file.
    Packed,
}

/// The text of `bytes`, without a byte order mark.
pub fn text(mut bytes: Vec<u8>) -> Result<String, NotUtf8> {
    let wrong = |looks_like, at: usize, bytes: &[u8]| NotUtf8 {
        looks_like,
        at,
        line: bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1,
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(wrong(Look::Utf16, 0, &bytes));
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(wrong(Look::Packed, 0, &bytes));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(wrong(Look::Utf16, at, &bytes));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let look = if is_gbk(&bytes[at..]) {
            Look::Gbk
        } else {
            Look::EightBit
        };
        wrong(look, at, bytes)
    })
}

/// Whether every high byte leads or ends a pair of GBK.
fn is_gbk(bytes: &[u8]) -> bool {
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        if *byte < 0x80 {
            continue;
        }
        let is_pair = (0x81..=0xfe).contains(byte)
            && rest
                .next()
                .is_some_and(|next| (0x40..=0xfe).contains(next) && *next != 0x7f);
        if !is_pair {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_with_or_without_a_mark_is_taken_and_anything_else_named_with_its_place() {
        assert_eq!(text(b"\xef\xbb\xbfa,b\r\n".to_vec()).unwrap(), "a,b\r\n");
        assert_eq!(text("西北".into()).unwrap(), "西北");
        for (bytes, looks_like, at, line) in [
            (b"\xff\xfea\0".as_slice(), Look::Utf16, 0, 1),
            (b"a\0b\0", Look::Utf16, 1, 1),
            (b"ab\n\xce\xf7\xb1\xb1,1\n", Look::Gbk, 3, 2),
            (b"caf\xe9,1\n", Look::EightBit, 3, 1),
            (b"PK\x03\x04..", Look::Packed, 0, 1),
        ] {
            let wrong = text(bytes.to_vec()).unwrap_err();
            assert_eq!(
                wrong,
                NotUtf8 {
                    looks_like,
                    at,
                    line
                }
            );
        }
    }
}

//! Text without what terminals add to it.

/// Without colours and other commands of terminals, without NULs; every kind of line end is `\n`, every kind of colon
/// and blank is the plain one.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '\u{1b}' => escape(&mut rest),
            '\r' => {
                // A lone return is how progress bars begin again.
                if rest.peek() != Some(&'\n') {
                    out.push('\n');
                }
            }
            '\n' | '\t' => out.push(letter),
            '\u{2028}' | '\u{2029}' | '\u{85}' => out.push('\n'),
            '\u{a0}' | '\u{3000}' => out.push(' '),
            '：' => out.push(':'),
            '\u{feff}' => {}
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

/// Takes the rest of a terminal's command. One that never ends takes no more than its line.
fn escape(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            while let Some(letter) = rest.peek() {
                let is_last = ('\u{40}'..='\u{7e}').contains(letter);
                if !is_last && !('\u{20}'..='\u{3f}').contains(letter) {
                    return;
                }
                rest.next();
                if is_last {
                    return;
                }
            }
        }
        Some(']') => {
            while let Some(letter) = rest.peek() {
                if *letter == '\n' || *letter == '\r' {
                    return;
                }
                let is_last = *letter == '\u{7}';
                let is_escape = *letter == '\u{1b}';
                rest.next();
                if is_escape && rest.peek() == Some(&'\\') {
                    rest.next();
                    return;
                }
                if is_last {
                    return;
                }
            }
        }
        Some('(' | ')') => {
            rest.next();
            rest.next_if(|letter| letter.is_ascii_alphanumeric());
        }
        Some(letter) if ('\u{40}'..='\u{7e}').contains(letter) => {
            rest.next();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_line_ends_and_noughts_go() {
        assert_eq!(plain("a\u{1b}[4mGPU0\u{1b}[0m\r\nb\rc"), "aGPU0\nb\nc");
        assert_eq!(plain("\u{1b}]0;title\u{7}x\u{1b}(By\u{1b}"), "xy");
        assert_eq!(plain("t\0o\0r\0c\0h\0"), "torch");
        assert_eq!(plain("\u{1b}[31"), "");
        assert_eq!(plain("\u{1b}]never ends\nnext"), "\nnext");
    }
}

//! Text as terminals and chats hand it over, made plain.

/// `text` without colours, cursor movements, carriage returns and other control characters; curly quotes made straight.
/// One pass.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                Some('[') => {
                    // Parameters, then one letter that ends it; a broken sequence ends at the line.
                    while let Some(&next) = chars.peek() {
                        if next == '\n' || next == '\u{1b}' {
                            break;
                        }
                        chars.next();
                        if ('\u{40}'..='\u{7e}').contains(&next) {
                            break;
                        }
                    }
                }
                Some(']') => {
                    // A title: until BEL, or ESC and backslash; never beyond its line.
                    while let Some(&next) = chars.peek() {
                        if next == '\n' || next == '\u{1b}' {
                            break;
                        }
                        chars.next();
                        if next == '\u{7}' {
                            break;
                        }
                    }
                }
                Some('\n') => out.push('\n'),
                _ => {}
            },
            '\n' | '\t' => out.push(c),
            '“' | '”' | '„' | '＂' => out.push('"'),
            '\u{a0}' | '\u{3000}' => out.push(' '),
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_titles_and_returns_go_and_words_stay() {
        assert_eq!(
            plain("\u{1b}[1;32m{\u{1b}[0m\r\n“check”:\u{a0}1}"),
            "{\n\"check\": 1}"
        );
        assert_eq!(plain("\u{1b}]0;root@box\u{7}{}\u{1b}(B"), "{}B");
        assert_eq!(plain("a\u{1b}[12\nb\u{1b}"), "a\nb");
        assert_eq!(plain("\u{feff}显卡\u{0}"), "显卡");
    }
}

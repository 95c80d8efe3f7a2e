//! One offer, two offers: `{{ count }} [[offer|offers]]` in a text says both forms, and the number in front of it chooses.
//! A sentence may count several things, each with forms of its own. Chinese has one form and never needs this.

/// Opens the forms of a counted word.
const OPEN: &str = "[[";
/// Ends them.
const CLOSE: &str = "]]";

/// A text on its way out of `td_string!`.
pub trait Counted {
    /// The text with each word in the form that its number asks for.
    fn counted(self) -> Self;
}

/// A text without holes counts nothing.
impl Counted for &'static str {
    fn counted(self) -> Self {
        self
    }
}

impl Counted for String {
    fn counted(self) -> Self {
        if self.contains(OPEN) {
            choose(&self)
        } else {
            self
        }
    }
}

fn choose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        let forms = after
            .split_once(CLOSE)
            .and_then(|(forms, later)| Some((forms.split_once('|')?, later)));
        let Some(((one, many), later)) = forms else {
            // Not ours: somebody's own text with brackets in it.
            out.push_str(OPEN);
            rest = after;
            continue;
        };
        out.push_str(if is_one(&out) { one } else { many });
        rest = later;
    }
    out.push_str(rest);
    out
}

/// Whether the last number of a text is 1; `21`, `1,001`, `0.1` and `1.5` are not.
fn is_one(text: &str) -> bool {
    let of_number = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let text = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    text.rsplit(|c: char| !of_number(c)).next() == Some("1")
}

#[cfg(test)]
mod tests {
    use super::Counted;

    fn said(text: &str) -> String {
        text.to_owned().counted()
    }

    #[test]
    fn the_number_in_front_chooses_the_form() {
        assert_eq!(
            said("1 [[offer matches|offers match]]."),
            "1 offer matches."
        );
        assert_eq!(said("2 [[offer|offers]]"), "2 offers");
        assert_eq!(said("0 [[offer|offers]]"), "0 offers");
        assert_eq!(
            said("21 [[day|days]], 1,001 [[day|days]]"),
            "21 days, 1,001 days"
        );
        assert_eq!(
            said("0.1 [[day|days]], 1.5 [[day|days]]"),
            "0.1 days, 1.5 days"
        );
    }

    #[test]
    fn each_count_of_a_sentence_has_its_own_form() {
        assert_eq!(
            said("1 [[offer|offers]] on 3 [[platform|platforms]], 1 more [[card|cards]]"),
            "1 offer on 3 platforms, 1 more card"
        );
    }

    #[test]
    fn a_text_that_counts_nothing_stays() {
        for text in ["Nothing is here", "a[[b", "a]]b [[c]] d"] {
            assert_eq!(said(text), text);
        }
    }
}

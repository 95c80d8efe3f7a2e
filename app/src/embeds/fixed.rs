//! Turns the classes of a chart into attributes with colours, for drawings that travel without the style sheet.
use super::ink::Inks;
use std::fmt::Write as _;

/// A chart taken apart.
pub(super) struct Drawn<'a> {
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
    /// What lies inside the outer element.
    inner: &'a str,
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}

/// Takes a chart of `charts` apart; one without a size is empty.
pub(super) fn take(svg: &str) -> Drawn<'_> {
    let mut size = between(svg, "viewBox=\"", "\"")
        .unwrap_or_default()
        .split(' ')
        .filter_map(|number| number.parse::<f64>().ok())
        .skip(2);
    let (width, height) = (size.next().unwrap_or(0.0), size.next().unwrap_or(0.0));
    let inner = svg.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner.trim_end().trim_end_matches("</svg>");
    Drawn {
        width,
        height,
        inner,
    }
}

/// The attributes that a class of the style sheet stands for.
fn attributes(class: &str, is_text: bool, inks: &Inks) -> String {
    let fill = |colour: &str| format!(" fill=\"{colour}\"");
    let bold = |colour: &str| format!(" fill=\"{colour}\" font-weight=\"650\"");
    let stroke = |colour: &str| format!(" stroke=\"{colour}\"");
    match class {
        "t1" => fill(inks.ink),
        "t3" => fill(inks.ink_3),
        "tb" | "h" => bold(inks.ink),
        "tc" => bold(inks.compute),
        "halo" => format!(
            " paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\"",
            inks.surface
        ),
        "fc" => fill(inks.compute),
        "fo" => fill(inks.other),
        "fm" => fill(inks.muted),
        "fi" => fill(inks.ink),
        "fw" => fill(inks.surface),
        "sc" => stroke(inks.compute),
        "so" => stroke(inks.other),
        "si" => stroke(inks.ink),
        "sb" => stroke(inks.surface),
        "gl" => stroke(inks.grid),
        "ax" => stroke(inks.axis),
        "row" => stroke(inks.line),
        _ if is_text => fill(inks.ink_2),
        _ => String::new(),
    }
}

impl Drawn<'_> {
    /// The drawing with its colours.
    pub fn paint(&self, inks: &Inks) -> String {
        let mut out = String::with_capacity(self.inner.len() * 2);
        for part in self.inner.split('<').skip(1) {
            out.push('<');
            let (tag, text) = part.split_once('>').unwrap_or((part, ""));
            let is_text = tag.starts_with("text");
            let classes = between(tag, " class=\"", "\"");
            let bare = match classes {
                Some(classes) => tag.replace(&format!(" class=\"{classes}\""), ""),
                None => tag.to_owned(),
            };
            let (head, end) = match bare.strip_suffix('/') {
                Some(head) => (head, "/"),
                None => (bare.as_str(), ""),
            };
            out.push_str(head);
            let mut known: Vec<String> = classes
                .unwrap_or_default()
                .split(' ')
                .map(|class| attributes(class, false, inks))
                .collect();
            if is_text && !known.iter().any(|text| text.contains(" fill=")) {
                known.push(attributes("", true, inks));
            }
            let _ = write!(out, "{}{end}>{text}", known.concat());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::LIGHT;
    use super::take;

    #[test]
    fn every_class_becomes_a_colour_and_texts_keep_one() {
        let chart = "<svg class=\"ch\" viewBox=\"0 0 720 90.5\" role=\"img\" aria-label=\"a\"><rect class=\"fo sb\" x=\"1\"/>\
                     <text x=\"2\">plain</text><text class=\"t3 halo\" x=\"3\">a &lt; b</text><line class=\"gl\" x1=\"0\"/></svg>\n";
        let drawn = take(chart);
        assert!((drawn.width, drawn.height) == (720.0, 90.5));
        assert_eq!(
            drawn.paint(&LIGHT),
            "<rect x=\"1\" fill=\"#8A978F\" stroke=\"#FFFFFF\"/><text x=\"2\" fill=\"#425049\">plain</text>\
             <text x=\"3\" fill=\"#5C6B63\" paint-order=\"stroke\" stroke=\"#FFFFFF\" stroke-width=\"4\" stroke-linejoin=\"round\">a &lt; b</text>\
             <line x1=\"0\" stroke=\"#DCE8DF\"/>"
        );
    }
}

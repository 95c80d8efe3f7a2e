//! The only colours named in Rust, and they are none a reader ever sees.
//!
//! plotters wants fixed RGB values, yet a chart has to follow the page's theme. So each paint is drawn as a sentinel
//! RGB value that carries a role, and [`super::svg`] replaces it by the style sheet's class names.
use plotters::style::RGBColor;

/// Blue channel of every sentinel: tells our own colours from one that plotters chose by itself.
const MARK: u8 = 0xA5;

/// What a mark, line or text is for. Class names are those of the style sheet's chart part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ink {
    /// The highlighted thing: GPU compute green.
    Compute = 1,
    /// Everything that is not highlighted.
    Other,
    /// Full ink.
    Full,
    /// Light fill behind other marks.
    Muted,
    /// Grid line.
    Grid,
    /// Axis line, and helper lines across the plot.
    Axis,
    /// Hairline between rows.
    Row,
    /// Text: secondary ink.
    Plain,
    /// Text: full ink.
    First,
    /// Text: captions, ticks, units, unknown.
    Third,
    /// Text: bold, full ink.
    Bold,
    /// Text: panel heading.
    Head,
    /// Text: bold in the highlight colour.
    BoldCompute,
    /// Parts of memory, neighbours apart.
    Memory1,
    Memory2,
    Memory3,
    Memory4,
    Memory5,
    Memory6,
}

/// How the ink is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Finish {
    /// As it is.
    Plain = 0,
    /// A filled shape with a rim in the surface colour, so that neighbours stay apart.
    Rim,
    /// A shape filled with the surface colour and outlined in the ink.
    Hollow,
    /// Text with an outline in the surface colour, readable over lines.
    Halo,
    /// Short dots along a line.
    Dots,
    /// Round beads, far apart.
    Beads,
    /// Long dashes.
    Dashes,
}

/// An ink with a finish: all that can be asked of a stroke, a fill or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    pub ink: Ink,
    pub finish: Finish,
}

impl Ink {
    const ALL: [Ink; 19] = [
        Ink::Compute,
        Ink::Other,
        Ink::Full,
        Ink::Muted,
        Ink::Grid,
        Ink::Axis,
        Ink::Row,
        Ink::Plain,
        Ink::First,
        Ink::Third,
        Ink::Bold,
        Ink::Head,
        Ink::BoldCompute,
        Ink::Memory1,
        Ink::Memory2,
        Ink::Memory3,
        Ink::Memory4,
        Ink::Memory5,
        Ink::Memory6,
    ];

    /// This ink with a finish.
    pub fn with(self, finish: Finish) -> Paint {
        Paint { ink: self, finish }
    }

    /// Class for a filled shape.
    fn fill_class(self) -> &'static str {
        match self {
            Ink::Compute => "fc",
            Ink::Full => "fi",
            Ink::Muted => "fm",
            Ink::Memory1 => "m1",
            Ink::Memory2 => "m2",
            Ink::Memory3 => "m3",
            Ink::Memory4 => "m4",
            Ink::Memory5 => "m5",
            Ink::Memory6 => "m6",
            _ => "fo",
        }
    }

    /// Class for a line or outline.
    fn stroke_class(self) -> &'static str {
        match self {
            Ink::Compute => "sc",
            Ink::Full => "si",
            Ink::Grid => "gl",
            Ink::Axis => "ax",
            Ink::Row => "row",
            _ => "so",
        }
    }

    /// Class for a text; empty where the chart's default serves.
    fn text_class(self) -> &'static str {
        match self {
            Ink::First => "t1",
            Ink::Third => "t3",
            Ink::Bold => "tb",
            Ink::BoldCompute => "tc",
            Ink::Head => "h",
            _ => "",
        }
    }

    /// True where the style sheet already sets the width of the stroke.
    fn has_own_width(self) -> bool {
        matches!(self, Ink::Grid | Ink::Axis | Ink::Row)
    }
}

impl Finish {
    const ALL: [Finish; 7] = [
        Finish::Plain,
        Finish::Rim,
        Finish::Hollow,
        Finish::Halo,
        Finish::Dots,
        Finish::Beads,
        Finish::Dashes,
    ];
}

impl From<Ink> for Paint {
    fn from(ink: Ink) -> Self {
        ink.with(Finish::Plain)
    }
}

impl Paint {
    /// The RGB value that stands for this paint while plotters draws.
    pub fn sentinel(self) -> RGBColor {
        RGBColor(self.ink as u8, self.finish as u8, MARK)
    }

    /// Reads a paint back from the `#RRGGBB` that plotters wrote; `None` for a colour that is not one of ours.
    pub fn decode(hex: &str) -> Option<Self> {
        let number = u32::from_str_radix(hex.strip_prefix('#')?, 16).ok()?;
        let [_, ink, finish, mark] = number.to_be_bytes();
        if mark != MARK {
            return None;
        }
        Some(Paint {
            ink: Ink::ALL.into_iter().find(|known| *known as u8 == ink)?,
            finish: Finish::ALL
                .into_iter()
                .find(|known| *known as u8 == finish)?,
        })
    }

    /// Class names of a filled shape.
    pub fn fill_classes(self) -> String {
        match self.finish {
            Finish::Rim => format!("{} sb", self.ink.fill_class()),
            Finish::Hollow => format!("fw {}", self.ink.stroke_class()),
            _ => self.ink.fill_class().to_owned(),
        }
    }

    /// Class names of a line.
    pub fn stroke_classes(self) -> String {
        self.ink.stroke_class().to_owned()
    }

    /// Class names of a text, possibly none.
    pub fn text_classes(self) -> String {
        match (self.ink.text_class(), self.finish) {
            ("", Finish::Halo) => "halo".to_owned(),
            (class, Finish::Halo) => format!("{class} halo"),
            (class, _) => class.to_owned(),
        }
    }

    /// Further attributes of a filled shape.
    pub fn fill_attributes(self) -> &'static str {
        match self.finish {
            Finish::Rim | Finish::Hollow => " stroke-width=\"1.5\"",
            _ => "",
        }
    }

    /// Further attributes of a line: the dash pattern.
    pub fn stroke_attributes(self) -> &'static str {
        match self.finish {
            Finish::Dots => " stroke-dasharray=\"2 3\"",
            Finish::Beads => " stroke-dasharray=\"1 4\" stroke-linecap=\"round\"",
            Finish::Dashes => " stroke-dasharray=\"7 4\"",
            _ => "",
        }
    }

    /// True where the line keeps the width the style sheet gives it.
    pub fn has_own_width(self) -> bool {
        self.ink.has_own_width()
    }
}

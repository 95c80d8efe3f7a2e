use super::breakeven::{
    Breakeven, BreakevenLabels, CostLine, Crossing, LineKind, YourPlan, breakeven,
};
use super::cards::{CardRow, Cards, CardsLabels, cards};
use super::palette::{Finish, Ink, Paint};
use super::peek::{Peek, PeekLabels, PeekRow, peek};
use super::svg::{draw, fit, text_width};
use super::value::{Value, ValueLabels, ValuePoint, value};
use super::{Compute, Width};

mod rows;

const SIZES: [Width; 4] = [
    Width::Wide(0),
    Width::Wide(1130),
    Width::Wide(u32::MAX),
    Width::Narrow,
];

/// Figures that must neither panic nor reach the markup.
const EXTREMES: [f64; 9] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.0,
    -3.0,
    1e-300,
    1e300,
    0.000_001,
    5_000_000.0,
];

/// What holds for every chart: the content security policy, themes, and whole numbers in the markup.
fn check(svg: &str) {
    assert!(svg.starts_with("<svg class=\"ch\" viewBox=\"0 0 "), "{svg}");
    assert!(svg.ends_with("</svg>\n"));
    assert!(svg.contains(" role=\"img\" aria-label=\""));
    for banned in [
        "style",
        "font-family",
        "opacity",
        "NaN",
        "inf",
        "rgb(",
        "<script",
    ] {
        assert!(!svg.contains(banned), "{banned} in {svg}");
    }
    let hex = svg.match_indices('#').find(|(at, _)| {
        let digits = svg[at + 1..].chars().take(6);
        digits.filter(char::is_ascii_hexdigit).count() == 6
    });
    assert_eq!(hex, None, "{svg}");
    for part in svg.split("font-size=\"").skip(1) {
        let size: f64 = part.split('"').next().unwrap().parse().unwrap();
        assert!(size >= 12.0);
    }
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    assert_eq!(svg.matches('"').count() % 2, 0);
}

fn peek_of(rows: Vec<PeekRow>) -> Peek {
    let labels = PeekLabels {
        aria: "prices & figures".to_owned(),
        aria_narrow: "prices".to_owned(),
        price_title: "Rent".to_owned(),
        unknown: "unknown".to_owned(),
        no_price: "no offer".to_owned(),
        ..PeekLabels::default()
    };
    Peek { labels, rows }
}

fn known_row() -> PeekRow {
    PeekRow {
        name: "RTX 4090".to_owned(),
        vram_label: "24 GB".to_owned(),
        prices: vec![1.58, 2.4, 8.5],
        lowest: Some(1.58),
        median: Some(2.4),
        bandwidth: Some(1008.0),
        tflops: Some((165.2, true)),
    }
}

#[test]
fn peek_writes_known_figures_and_the_word_for_unknown_ones() {
    let empty = PeekRow {
        name: "X".to_owned(),
        ..PeekRow::default()
    };
    let data = peek_of(vec![known_row(), empty]);
    let wide = peek(&data, Width::Wide(1130));
    check(&wide);
    for text in [">1.58<", ">1008<", ">≈ 165.2<", ">no offer<"] {
        assert!(wide.contains(text), "{text} in {wide}");
    }
    assert_eq!(wide.matches(">unknown<").count(), 2);
    // The derived figure is an open square, the lowest price a green dot.
    assert!(wide.contains("class=\"fw si\""));
    assert!(wide.contains("<circle class=\"fc sb\""));
    let narrow = peek(&data, Width::Narrow);
    check(&narrow);
    assert!(narrow.contains("viewBox=\"0 0 358 90\""));
    assert!(!narrow.contains(">1008<"));
    assert_eq!(narrow, peek(&data, Width::Narrow));
}

#[test]
fn labels_are_escaped_everywhere() {
    let row = PeekRow {
        name: "<b onload=\"x\">&'\n]".to_owned(),
        ..known_row()
    };
    let mut data = peek_of(vec![row]);
    data.labels.aria = "\"><script>'&".to_owned();
    let svg = peek(&data, Width::Wide(1130));
    check(&svg);
    assert!(svg.contains("&lt;b onload=&quot;x&quot;"));
    assert!(svg.contains("aria-label=\"&quot;&gt;&lt;script&gt;&#39;&amp;\""));
}

#[test]
fn long_words_do_not_panic() {
    let long = "很长的字 ".repeat(80);
    let mut data = peek_of(vec![PeekRow {
        name: long.clone(),
        vram_label: long.clone(),
        ..known_row()
    }]);
    data.labels.price_title = long.clone();
    let mut plan = breakeven_of(vec![cost_line(
        LineKind::Main,
        vec![(0.0, 1.0), (720.0, 9.0)],
    )]);
    plan.lines[0].label = long.clone();
    plan.labels.per_day = long.clone();
    plan.labels.x_title = long.clone();
    let mut card = card_row(Compute::default());
    card.name = long;
    for size in SIZES {
        check(&peek(&data, size));
        check(&breakeven(&plan, size));
        check(&cards(&cards_of(vec![card.clone()]), size));
    }
}

#[test]
fn peek_survives_extremes() {
    for size in SIZES {
        check(&peek(&peek_of(Vec::new()), size));
        check(&peek(&peek_of(vec![known_row()]), size));
        for extreme in EXTREMES {
            let row = PeekRow {
                prices: vec![extreme, 2.0],
                lowest: Some(extreme),
                median: Some(extreme),
                bandwidth: Some(extreme),
                tflops: Some((extreme, false)),
                ..known_row()
            };
            check(&peek(&peek_of(vec![row, known_row()]), size));
        }
    }
}

fn card_row(compute: Compute) -> CardRow {
    CardRow {
        name: "RTX 4090".to_owned(),
        vram_label: "24".to_owned(),
        memory_label: "GDDR6X".to_owned(),
        bandwidth: Some(1008.0),
        compute,
        prices: vec![1.58, 2.4, 8.5],
        median: Some(2.4),
        highlighted: false,
    }
}

fn cards_of(rows: Vec<CardRow>) -> Cards {
    let labels = CardsLabels {
        unknown: "unknown".to_owned(),
        no_price: "no offer".to_owned(),
        ..CardsLabels::default()
    };
    Cards { labels, rows }
}

#[test]
fn cards_draw_three_kinds_of_compute_marks() {
    let full = Compute {
        dense: Some(165.2),
        derived: false,
        sparse: Some(330.3),
        shader: Some(82.6),
    };
    let all = cards(&cards_of(vec![card_row(full)]), Width::Wide(1360));
    check(&all);
    assert!(all.contains("<rect class=\"fi sb\""));
    assert!(all.contains("<polygon class=\"fw so\""));
    assert!(all.contains(">165.2<") && all.contains(">2.40<"));
    let sparse_only = Compute {
        sparse: Some(330.3),
        ..Compute::default()
    };
    let part = cards(&cards_of(vec![card_row(sparse_only)]), Width::Wide(1360));
    check(&part);
    assert!(!part.contains("<rect class=\"fi sb\""));
    assert!(part.contains(">unknown<"));
}

#[test]
fn cards_highlight_bold_and_green_and_survive_extremes() {
    let mut row = card_row(Compute::default());
    row.highlighted = true;
    let svg = cards(&cards_of(vec![row.clone()]), Width::Narrow);
    check(&svg);
    assert!(svg.contains("<text class=\"tb\"") && svg.contains(" font-size=\"13\""));
    assert!(svg.contains("<rect class=\"fc\""));
    for size in SIZES {
        check(&cards(&cards_of(Vec::new()), size));
        for extreme in EXTREMES {
            let row = CardRow {
                bandwidth: Some(extreme),
                prices: vec![extreme],
                median: Some(extreme),
                compute: Compute {
                    dense: Some(extreme),
                    derived: true,
                    sparse: Some(extreme),
                    shader: Some(extreme),
                },
                ..row.clone()
            };
            check(&cards(&cards_of(vec![row]), size));
        }
    }
}

fn point(name: &str, price: f64, figure: f64) -> ValuePoint {
    ValuePoint {
        name: name.to_owned(),
        price: Some(price),
        figure: Some(figure),
        vram: Some(24.0),
        ..ValuePoint::default()
    }
}

fn value_of(points: Vec<ValuePoint>) -> Value {
    let labels = ValueLabels {
        iso: "{n} GB/s per ¥".to_owned(),
        empty: "nothing to compare".to_owned(),
        ..ValueLabels::default()
    };
    Value { labels, points }
}

#[test]
fn value_names_cards_apart_and_skips_unknown_ones() {
    let mut points = vec![point("A", 2.4, 1008.0), point("B", 2.41, 1010.0)];
    points.push(point("C", 27.5, 4800.0));
    points[1].highlighted = true;
    points.push(ValuePoint {
        name: "no price".to_owned(),
        figure: Some(3.0),
        ..ValuePoint::default()
    });
    let svg = value(&value_of(points), Width::Wide(560));
    check(&svg);
    for text in [">A<", ">B<", ">C<", " GB/s per ¥<"] {
        assert!(svg.contains(text), "{text} in {svg}");
    }
    assert!(!svg.contains("no price"));
}

#[test]
fn value_survives_extremes_and_says_when_it_is_empty() {
    for size in SIZES {
        assert!(value(&value_of(Vec::new()), size).contains("nothing to compare"));
        check(&value(&value_of(vec![point("A", 1.0, 1.0)]), size));
        for extreme in EXTREMES {
            let mut odd = point("odd", extreme, extreme);
            odd.vram = Some(extreme);
            let points = vec![point("A", 1.0, 1000.0), odd, point("B", extreme, 3.0)];
            check(&value(&value_of(points), size));
        }
    }
}

fn cost_line(kind: LineKind, points: Vec<(f64, f64)>) -> CostLine {
    CostLine {
        label: format!("{kind:?}"),
        note: None,
        kind,
        points,
    }
}

fn breakeven_of(lines: Vec<CostLine>) -> Breakeven {
    let labels = BreakevenLabels {
        per_day: "{n} h/day".to_owned(),
        ..BreakevenLabels::default()
    };
    let plan = YourPlan {
        hours: 118.0,
        cost: Some(39.18),
        label: "Your plan, 118 h".to_owned(),
        cost_label: "$39.18".to_owned(),
    };
    let crossing = Crossing {
        hours: 491.0,
        cost: 143.9,
        first: "491 h".to_owned(),
        second: "16.4 h/day".to_owned(),
    };
    Breakeven {
        labels,
        days: 30.0,
        lines,
        plan: Some(plan),
        crossings: vec![crossing],
    }
}

#[test]
fn breakeven_names_lines_and_crossings() {
    let data = breakeven_of(vec![
        cost_line(LineKind::Main, vec![(0.0, 6.0), (720.0, 208.0)]),
        cost_line(LineKind::Wasteful, vec![(0.0, 51.0), (720.0, 253.0)]),
        cost_line(LineKind::Flat, vec![(0.0, 143.9), (720.0, 143.9)]),
    ]);
    let wide = breakeven(&data, Width::Wide(560));
    check(&wide);
    for text in [
        "Main",
        "Wasteful",
        "Flat",
        "491 h",
        "16.4 h/day",
        "24 h/day",
        "$39.18",
        "Your plan, 118 h",
    ] {
        assert!(wide.contains(&format!(">{text}<")), "{text} in {wide}");
    }
    assert!(wide.contains("stroke-dasharray=\"7 4\" stroke-width=\"2\""));
    let narrow = breakeven(&data, Width::Narrow);
    check(&narrow);
    assert!(narrow.contains(">Wasteful<"));
    assert!(!narrow.contains(">16.4 h/day<"));
}

#[test]
fn breakeven_survives_extremes() {
    for size in SIZES {
        let mut empty = breakeven_of(Vec::new());
        empty.days = f64::NAN;
        empty.plan = None;
        check(&breakeven(&empty, size));
        for extreme in EXTREMES {
            let lines = vec![
                cost_line(LineKind::Step, vec![(0.0, extreme), (extreme, extreme)]),
                cost_line(LineKind::Wasteful, vec![(extreme, 1.0), (1.0, extreme)]),
            ];
            let mut data = breakeven_of(lines);
            data.days = extreme;
            data.crossings[0].hours = extreme;
            if let Some(plan) = &mut data.plan {
                plan.hours = extreme;
                plan.cost = Some(extreme);
            }
            check(&breakeven(&data, size));
        }
    }
}

#[test]
fn text_is_measured_without_a_font() {
    assert!((text_width("4090", 10.0) - 22.4).abs() < 1e-9);
    assert!((text_width("显卡", 10.0) - 20.0).abs() < 1e-9);
    assert_eq!(fit("RTX 4090", 12.0, 200.0), "RTX 4090");
    assert_eq!(fit("RTX 4090 laptop", 12.0, 70.0), "RTX 4090…");
}

#[test]
fn paints_come_back_from_their_sentinel() {
    let paint: Paint = Ink::Compute.with(Finish::Dashes);
    let rgb = paint.sentinel();
    let hex = format!("#{:02X}{:02X}{:02X}", rgb.0, rgb.1, rgb.2);
    assert_eq!(Paint::decode(&hex), Some(paint));
    assert_eq!(Paint::decode("#FF0000"), None);
}

#[test]
fn an_empty_sheet_is_still_an_image() {
    check(&draw(10.0, 10.0, "nothing", |_| {}));
}

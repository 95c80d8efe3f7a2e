//! Words and marks in the plot: names of lines, the reader's plan, crossings.
use super::super::labels::{Area, Places, Spot, label_width};
use super::super::palette::{Finish, Ink};
use super::super::scale::known;
use super::super::svg::{Anchor, SMALL, Sheet, fit};
use super::{Breakeven, CostLine, Crossing, LineKind, Plot, on_sheet, usable};

/// Names lines at their ends: in the right margin where they reach it, else, and for the wasteful variant always,
/// beside the end.
pub(super) fn name_lines(sheet: &Sheet<'_>, data: &Breakeven, plot: &Plot, places: &mut Places) {
    let margin = plot.area.right + 8.0;
    let room = sheet.width() - margin;
    let mut at_margin: Vec<(f64, &CostLine)> = Vec::new();
    for line in &data.lines {
        let Some(&(x, y)) = on_sheet(line, plot).last() else {
            continue;
        };
        if x > plot.area.right - 1.0 && line.kind != LineKind::Wasteful {
            at_margin.push((y, line));
            continue;
        }
        let width = label_width(&line.label, false);
        let spot = |dx: f64, dy: f64, anchor| Spot {
            x: x + dx,
            y: y + dy,
            anchor,
        };
        let spots = [
            spot(-24.0, 2.0, Anchor::End),
            spot(-4.0, -7.0, Anchor::End),
            spot(8.0, 4.0, Anchor::Start),
            spot(8.0, -7.0, Anchor::Start),
            spot(26.0, -7.0, Anchor::End),
            spot(60.0, -7.0, Anchor::End),
        ];
        if let Some((spot, _)) = places.best(width, &spots) {
            let paint = Ink::First.with(Finish::Halo);
            sheet.small(&line.label, spot.x, spot.y, spot.anchor, paint);
            places.take(Area::of_text(width, spot));
        }
    }
    at_margin.sort_by(|left, right| left.0.total_cmp(&right.0));
    let mut free = 10.0;
    for (y, line) in at_margin {
        let y = (y + 4.0).max(free);
        let ink = if line.kind == LineKind::Main {
            Ink::BoldCompute
        } else {
            Ink::First
        };
        sheet.small(
            &fit(&line.label, SMALL, room),
            margin,
            y,
            Anchor::Start,
            ink,
        );
        free = y + 16.0;
        if let Some(note) = &line.note {
            let note = fit(note, SMALL, room);
            sheet.small(&note, margin, y + 15.0, Anchor::Start, Ink::Plain);
            free += 15.0;
        }
    }
}

pub(super) fn mark_plan(sheet: &Sheet<'_>, data: &Breakeven, plot: &Plot, places: &mut Places) {
    let Some(plan) = &data.plan else { return };
    if !plan.hours.is_finite() || plan.hours < 0.0 {
        return;
    }
    let x = plot.x.at(plan.hours);
    let area = &plot.area;
    sheet.line(
        (x, area.top - 6.0),
        (x, area.bottom),
        Ink::Full.with(Finish::Dots),
    );
    places.take_line(&[(x, area.top), (x, area.bottom)]);
    let paint = Ink::Bold.with(Finish::Halo);
    let right_side = |width: f64| x + 10.0 + width <= area.right;
    let width = label_width(&plan.label, true);
    let (at, anchor) = if right_side(width) {
        (x + 6.0, Anchor::Start)
    } else {
        (x - 6.0, Anchor::End)
    };
    let spot = Spot {
        x: at,
        y: area.top,
        anchor,
    };
    sheet.small(&plan.label, spot.x, spot.y, anchor, paint);
    places.take(Area::of_text(width, spot));
    let Some(cost) = known(plan.cost) else { return };
    let y = plot.y.at(cost);
    sheet.square(x, y, 11.0, Ink::Compute.with(Finish::Rim));
    places.take(Area::around(x, y, 13.0));
    let width = label_width(&plan.cost_label, true);
    let spot = |dx: f64, dy: f64, anchor| Spot {
        x: x + dx,
        y: y + dy,
        anchor,
    };
    let spots = [
        spot(12.0, 15.0, Anchor::Start),
        spot(-12.0, -9.0, Anchor::End),
        spot(12.0, -9.0, Anchor::Start),
        spot(-12.0, 15.0, Anchor::End),
    ];
    if let Some((spot, _)) = places.best(width, &spots) {
        sheet.small(&plan.cost_label, spot.x, spot.y, spot.anchor, paint);
        places.take(Area::of_text(width, spot));
    }
}

pub(super) fn mark_crossings(
    sheet: &Sheet<'_>,
    data: &Breakeven,
    plot: &Plot,
    places: &mut Places,
) {
    let inside = |crossing: &&Crossing| {
        usable(&&(crossing.hours, crossing.cost))
            && crossing.hours <= plot.x.high()
            && crossing.cost <= plot.y.high()
    };
    let crossings: Vec<&Crossing> = data.crossings.iter().filter(inside).collect();
    for crossing in &crossings {
        let (x, y) = (plot.x.at(crossing.hours), plot.y.at(crossing.cost));
        places.take(Area::around(x, y, 12.0));
    }
    for crossing in crossings {
        let (x, y) = (plot.x.at(crossing.hours), plot.y.at(crossing.cost));
        let two = plot.wide && !crossing.second.is_empty();
        let first = label_width(&crossing.first, true);
        let second = if two {
            label_width(&crossing.second, false)
        } else {
            0.0
        };
        let width = first.max(second);
        // Baselines of the first line; the second follows 14 px below.
        let lift = if two { 14.0 } else { 0.0 };
        let spot = |dx: f64, dy: f64, anchor| Spot {
            x: x + dx,
            y: y + dy,
            anchor,
        };
        let spots = [
            spot(-5.0, -10.0 - lift, Anchor::End),
            spot(10.0, 19.0, Anchor::Start),
            spot(5.0, -10.0 - lift, Anchor::Start),
            spot(-10.0, 19.0, Anchor::End),
            spot(22.0, 26.0, Anchor::Start),
            spot(-22.0, -18.0 - lift, Anchor::End),
        ];
        let cost = |spot: &Spot| {
            let mut area = Area::of_text(width, *spot);
            area.bottom += lift;
            (places.cost(&area), area)
        };
        let best = spots
            .iter()
            .map(|spot| (spot, cost(spot)))
            .min_by(|left, right| left.1.0.total_cmp(&right.1.0));
        if let Some((spot, (_, area))) = best {
            let paint = Ink::Bold.with(Finish::Halo);
            sheet.small(&crossing.first, spot.x, spot.y, spot.anchor, paint);
            if two {
                let paint = Ink::Plain.with(Finish::Halo);
                sheet.small(&crossing.second, spot.x, spot.y + lift, spot.anchor, paint);
            }
            places.take(area);
        }
        sheet.square(x, y, 10.0, Ink::Full.with(Finish::Rim));
    }
}

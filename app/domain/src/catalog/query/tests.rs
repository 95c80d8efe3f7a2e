use super::*;

fn parse(text: &str) -> (Query, Vec<Notice>) {
    let pairs: Vec<_> = text
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .collect();
    Query::parse(&pairs)
}

#[test]
fn numbers_take_three_forms() {
    let (query, notices) = parse("vram_min=24..80&price_max=2.5&ram_min=>=64");
    assert!(notices.is_empty());
    assert!(query.number("vram_min").holds(80.0) && !query.number("vram_min").holds(81.0));
    for two_fields in ["vram_min=24&vram_max=48", "vram_max=48&vram_min=24"] {
        let (query, notices) = parse(two_fields);
        let range = query.number("vram_min");
        assert!(
            notices.is_empty() && range.holds(48.0) && !range.holds(49.0) && !range.holds(23.0)
        );
    }
    assert!(query.number("price_max").holds(2.5) && !query.number("price_max").holds(2.51));
    assert!(query.number("ram_min").holds(64.0) && !query.number("ram_min").holds(63.9));
}

#[test]
fn what_cannot_be_read_is_named_and_ignored() {
    let (query, notices) = parse("vram_min=lots&order_by=beauty&nonsense=1&page=0&q=4090&lang=zh");
    let named: Vec<_> = notices
        .iter()
        .map(|n| (n.param.as_str(), n.reason))
        .collect();
    assert_eq!(
        named,
        [
            ("vram_min", Reason::NotANumber),
            ("order_by", Reason::NotAWord),
            ("nonsense", Reason::UnknownParam),
            ("page", Reason::OutOfRange)
        ]
    );
    assert_eq!((query.q.as_str(), query.page), ("4090", 1));
}

#[test]
fn a_limit_above_the_most_is_cut() {
    assert_eq!(parse("limit=100000").0.limit, 1000);
}

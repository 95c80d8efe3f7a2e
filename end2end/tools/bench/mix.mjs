// The 512 mixed questions of the performance comparison, in the product's own parameters. They come from `mix()` of the
// project's first benchmark (`http_bench.py`), which the peers in the note were measured with; translated one to one:
// sort → order_by, dir → order_dir, min_vram → vram_min, min_vcpus → vcpu_min, max_price → price_max (here of one GPU an
// hour), cards by their slugs, a region by its whole name.
const CARDS = [
  'h100-sxm', 'h200-sxm', 'b200-sxm', 'a100-80gb-sxm', 'a100-40gb-sxm', 'l40s', 'l4', 'a10g', 't4', 'v100-16gb-sxm', 'rtx-4090',
  'rtx-5090', 'rtx-pro-6000-blackwell-server', 'rtx-a6000', 'a40', 'mi300x', 'gh200-96gb', 'rtx-3090',
];
const KEYS = ['price_per_hour', 'price_per_gpu_hour', 'vram', 'vcpu'];
const REGIONS = ['us-east-1', 'eu-west-1', 'asia-east1', 'US'];
const WORDS = ['h100', 'a100', 'rtx', 'cpu', '8x', '4x', 'l4'];

/** Questions as objects, each with `order_by`, `order_dir`, `page` and one or two conditions. */
export function mix(count = 512) {
  const pick = (list, place) => list[Math.floor(place) % list.length];
  return Array.from({ length: count }, (_, i) => {
    const kind = i % 5;
    const question = { order_by: KEYS[i % 4], order_dir: i % 7 === 3 ? 'desc' : 'asc', page: 1 + (i % 3) };
    if (kind < 2) question.gpu = pick(CARDS, i / 5);
    if (kind === 0 || kind === 2) question.vcpu_min = pick([4, 8, 16, 32], i / 3);
    if (kind === 1 || kind === 3) question.price_max = pick([1, 2.5, 5, 20], i / 2);
    if (kind === 2) question.region = pick(REGIONS, i / 5);
    if (kind === 3) question.vram_min = pick([16, 24, 48, 80], i / 7);
    if (kind === 4) question.q = pick(WORDS, i / 5);
    return question;
  });
}

/** As a query; prices in dollars. */
export function address(question, more = {}) {
  return new URLSearchParams({ ...question, currency: 'USD', ...more }).toString();
}

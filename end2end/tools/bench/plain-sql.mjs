// What a question of `mix.mjs` must find, by one plain query on the product's own tables: no index, no column of ours.
// Nothing here is taken from the product's code; rates are read from its table and applied to the nano-unit, half up.
import { createRequire } from 'node:module';

const Database = createRequire(new URL('../../peer/next/package.json', import.meta.url))('better-sqlite3');
const SCALE = 1_000_000_000n;
const PAGE = 50;

const nanos = (text) => {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole) * SCALE + BigInt(part.padEnd(9, '0'));
};
const halfUp = (over, under) => (over * 2n + under) / (under * 2n);

/** Nano-units of dollars for one unit of each currency: the newest quoted rate, else its inverse. */
function dollars(db) {
  const rates = new Map([['USD', SCALE]]);
  for (const { base, quote, rate } of db.prepare('select base, quote, rate from fx_rate order by date desc, id desc').all()) {
    if (quote === 'USD' && !rates.has(base)) rates.set(base, nanos(rate));
  }
  for (const { base, quote, rate } of db.prepare('select base, quote, rate from fx_rate order by date desc, id desc').all()) {
    if (base === 'USD' && !rates.has(quote)) rates.set(quote, halfUp(SCALE * SCALE, nanos(rate)));
  }
  return rates;
}

const OFFERS = `
  select p.id as id, p.price_kind as kind, g.vram_gb as vram, o.vcpus as vcpu, o.region as region, o.gpu as gpu,
    g.vram_gb * coalesce(o.gpu_fraction, 1) as vram_held,
    dollars(c.hour_nanos, p.currency) as price_per_hour,
    case when o.gpu_fraction is null then dollars(share(c.hour_nanos, o.gpu_count), p.currency) end as price_per_gpu_hour,
    case
      when c.observed_precision = 'year' then 1
      else julianday($today) - julianday(substr(c.observed_at || '-01-01', 1, 10)) > case p.price_kind when 'spot' then 30 else 180 end
    end as stale,
    instr('on_demand spot daily weekly monthly reserved', p.price_kind) as place,
    lower(g.name || ' ' || g.slug || ' ' || replace(g.name, ' ', '') || ' ' || coalesce(printf('%gg %ggb', g.vram_gb, g.vram_gb), '')
      || ' ' || h.name || ' ' || coalesce(h.name_zh, '') || ' ' || h.slug || ' ' || coalesce(o.instance_type, '') || ' '
      || coalesce(o.region, '')) as words
  from price_plan p join offering o on o.id = p.offering join gpu g on g.slug = o.gpu join platform h on h.slug = o.platform
  join price c on c.plan = p.id and c.until_revision is null
  where p.active = 1 and o.active = 1`;

/** A reader of one database: `(question) => { total, ids }`, the ids those of the question's page of 50. */
export function plainReader(file, today) {
  const db = new Database(':memory:');
  db.prepare('attach $file as site').run({ file });
  const rates = dollars(db);
  db.function('dollars', { safeIntegers: true, deterministic: true }, (amount, currency) =>
    rates.has(currency) ? halfUp(amount * rates.get(currency), SCALE) : null,
  );
  db.function('share', { safeIntegers: true, deterministic: true }, (amount, count) => halfUp(amount, count));
  // Read once: every question then is a plain scan, condition and sort of these rows.
  db.prepare(`create table found as ${OFFERS}`).run({ today });
  return (question) => {
    const where = ['1'];
    if (question.gpu) where.push('gpu = $gpu');
    if (question.region) where.push('region = $region collate nocase');
    if (question.vcpu_min) where.push('vcpu >= $vcpu_min');
    if (question.vram_min) where.push('vram_held >= $vram_min');
    if (question.price_max) where.push('price_per_gpu_hour <= $price_max * 1000000000.0');
    if (question.q) where.push('instr(words, $q) > 0');
    const key = question.order_by;
    const kinds = key.startsWith('price') ? 'place,' : '';
    const rows = db
      .prepare(`select id from found where ${where.join(' and ')}
        order by stale, ${kinds} ${key} is null, ${key} ${question.order_dir}, id`)
      .pluck()
      .all(question);
    const from = (question.page - 1) * PAGE;
    return { total: rows.length, ids: rows.slice(from, from + PAGE), all: rows };
  };
}

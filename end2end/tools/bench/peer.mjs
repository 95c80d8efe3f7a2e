// The peer of `make bench-browser`: the Next.js application of `end2end/peer/next` with the same offers in a database of
// its own, made here from the product's.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const HOME = fileURLToPath(new URL('../../peer/next/', import.meta.url));
const START_MS = 60_000;

/** Writes the peer's database: every offer of the product's, in the peer's columns and with the peer's indexes. */
export function peerDatabase(product, file) {
  const Database = createRequire(`${HOME}package.json`)('better-sqlite3');
  const db = new Database(file);
  db.prepare('attach $product as product').run({ product });
  db.exec(`
    create table offers (id integer primary key, provider text not null, instance_type text not null, gpu text,
      gpu_count integer, vram_gib integer, vcpus real, mem_gib real, price_micro integer not null, spot_micro integer,
      monthly_micro integer, billing_s integer not null, min_s integer not null, region text not null, zone text, arch text);
    insert into offers
      select p.id, o.platform, coalesce(o.instance_type, ''), o.gpu, o.gpu_count, g.vram_gb, coalesce(o.vcpus, 0),
        coalesce(o.ram_gb, 0), c.hour_nanos / 1000, null, null, 1, 60, coalesce(o.region, ''), null, 'x86_64'
      from product.price_plan p join product.offering o on o.id = p.offering join product.gpu g on g.slug = o.gpu
      join product.price c on c.plan = p.id and c.until_revision is null
      where p.active = 1 and o.active = 1;
    create index offers_gpu_price on offers (gpu, price_micro);
    create index offers_price on offers (price_micro);
    analyze;`);
  const count = db.prepare('select count(*) from offers').pluck().get();
  db.close();
  return count;
}

const freePort = () =>
  new Promise((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** Starts the peer, built before, on its database; gives `{ url, stop }`. */
export async function startPeer(database) {
  const port = await freePort();
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '.', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: HOME,
    env: { ...process.env, OFFERS_DB: database, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await new Promise((found, failed) => {
      const late = setTimeout(() => failed(new Error(`the peer did not start in time:\n${said}`)), START_MS);
      const read = (data) => {
        said += data;
        if (/Ready in/.test(said)) {
          clearTimeout(late);
          found();
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (status) => failed(new Error(`the peer ended with ${status}:\n${said}`)));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

// What a catalogue page and its JSON cost the server with 1,000 and with 100,000 imported offers: the processor time of
// the process itself, which other work on the machine does not change, over 512 mixed questions in turn on both. First
// every answer is held against a plain SQL query on the same database: totals and ids must be equal, or nothing is timed.
// Fails when a page with 100,000 offers costs more than twice one with 1,000.
// Usage: node end2end/tools/bench-http.mjs BINARY SYNTHETIC
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NOW } from '../fixtures/site.mjs';
import { at, load } from './bench/load.mjs';
import { address, mix } from './bench/mix.mjs';
import { plainReader } from './bench/plain-sql.mjs';
import { cpuSeconds, memory, serve } from './bench/served.mjs';

const COUNTS = [1000, 100_000];
const MOST_RATIO = 2;
const ROUNDS = 5;
const COLD_STARTS = 3;
/** Every second page by card, as the page begins; the others as one list. */
const questions = mix();
const group = (index) => (index % 2 ? {} : { group: 'none' });
const page = (question, index) => `/?${address(question, { lang: 'en', ...group(index) })}`;
const json = (question) => `/api/v1/offerings?${address(question)}`;
const SCENARIOS = [
  { name: 'page', of: page, headers: {}, times: 1 },
  { name: 'page, brotli', of: page, headers: { 'accept-encoding': 'br' }, times: 1 },
  { name: 'JSON', of: json, headers: {}, times: 2 },
];

/** Holds every answer against the plain query; throws at the first difference. */
async function check(site, plain) {
  const same = (a, b) => a.length === b.length && a.every((id, index) => id === b[index]);
  for (const [index, question] of questions.entries()) {
    const { total, ids, all } = plain(question);
    const answer = await (await fetch(site.url + json(question))).json();
    const html = await (await fetch(site.url + page(question, index))).text();
    const shown = Number(html.match(/data-total="(\d+)"/)[1]);
    const found = answer.items.map((item) => item.id);
    if (answer.total !== total || shown !== total || !same(found, ids)) {
      throw new Error(`${json(question)}: ${answer.total} and ${shown} found, plain SQL finds ${total}`);
    }
    if (group(index).group) {
      // A page past the last shows the last.
      const from = (Math.min(question.page, Math.max(1, Math.ceil(total / 50))) - 1) * 50;
      const rows = [...html.matchAll(/data-offer="(-?\d+)"/g)].map((match) => Number(match[1]));
      if (!same(rows, all.slice(from, from + 50))) throw new Error(`${page(question, index)}: other rows than plain SQL`);
    }
  }
}

async function main(binary, synthetic) {
  const folder = mkdtempSync(join(tmpdir(), 'zuka-bench-'));
  const sites = [];
  try {
    for (const count of COUNTS) {
      const file = join(folder, `${count}.db`);
      const made = spawnSync(synthetic, ['--mixed', '--database-url', `sqlite://${file}`, String(count)], {
        env: { ...process.env, ZUKA_NOW: NOW, ZUKA_LOG: 'warn' },
        encoding: 'utf8',
      });
      if (made.status !== 0) throw new Error(`no offers could be made: ${made.stderr || made.error}`);
      const starts = [];
      for (let start = 0; start < COLD_STARTS; start += 1) {
        await starts.at(-1)?.stop();
        starts.push(await serve(binary, file, page(questions[0], 0)));
      }
      const site = starts.at(-1);
      sites.push({ ...site, count });
      const cold = (key) => at(starts.map((start) => start[key]), 0.5).toFixed(0);
      console.log(`${count} offers: first page ${cold('coldMs')} ms after the start (${cold('coldCpuMs')} ms of CPU), idle ${memory(site.pid).now.toFixed(1)} MiB`);
      await check(site, plainReader(file, NOW.slice(0, 10)));
      console.log(`${count} offers: ${questions.length} questions, totals and ids as plain SQL finds them`);
    }
    let failed = 0;
    for (const { name, of, headers, times } of SCENARIOS) {
      const costs = new Map(COUNTS.map((count) => [count, { us: [], times: [], bytes: 0 }]));
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const site of sites) {
          const addresses = Array.from({ length: times }, () => questions.map((q, index) => site.url + of(q, index))).flat();
          const before = cpuSeconds(site.pid);
          const answers = await load(addresses, headers);
          const us = ((cpuSeconds(site.pid) - before) / addresses.length) * 1e6;
          if (round < 0) continue; // the first round fills what is kept
          const cost = costs.get(site.count);
          cost.us.push(us);
          cost.times.push(...answers.times);
          cost.bytes = answers.bytes;
        }
      }
      const medians = [];
      for (const { count, pid } of sites) {
        const cost = costs.get(count);
        medians.push(at(cost.us, 0.5));
        const [low, high] = [Math.min(...cost.us), Math.max(...cost.us)];
        console.log(
          `${name.padEnd(13)} ${String(count).padStart(6)} offers: ${medians.at(-1).toFixed(0)} us CPU a request [${low.toFixed(0)}..${high.toFixed(0)}], ` +
            `p50 ${at(cost.times, 0.5).toFixed(1)} ms, p99 ${at(cost.times, 0.99).toFixed(1)} ms, ${(cost.bytes / 1024).toFixed(1)} KiB; ` +
            `memory ${memory(pid).now.toFixed(1)} MiB, most ${memory(pid).most.toFixed(1)}`,
        );
      }
      const ratio = medians[1] / medians[0];
      const isGate = name === 'page';
      console.log(`${name.padEnd(13)} ${COUNTS[1]} to ${COUNTS[0]} offers: ${ratio.toFixed(2)}${isGate ? ` (at most ${MOST_RATIO})` : ''}`);
      if (isGate && ratio > MOST_RATIO) failed = 1;
    }
    if (failed) console.error(`a page with ${COUNTS[1]} offers costs more than ${MOST_RATIO} times one with ${COUNTS[0]}`);
    return failed;
  } finally {
    for (const site of sites) await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv.length !== 4) {
  console.error('usage: node end2end/tools/bench-http.mjs BINARY SYNTHETIC');
  process.exit(2);
}
process.exit(await main(resolve(process.argv[2]), resolve(process.argv[3])));

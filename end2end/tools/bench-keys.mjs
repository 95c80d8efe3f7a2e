// A key in the catalogue's search field under a 4x CPU throttle: from the key's own time stamp to the frame that shows
// the new rows. With 1,000 and with 100,000 imported offers, and the same 100,000 in the Next.js peer, in turn in one
// run. Fails when 100,000 offers take more than 1.2 times as long as 1,000, or more than a third of the peer's time.
//
// How it is measured. `keydown` gives the start (the browser's time stamp, before any script); the first change inside
// `#out` asks for an animation frame, and a task posted from there runs when that frame's style, layout and paint are
// done. Both sides have one `input[name=q]` and their rows inside `#out`; both ask their server at every key.
// Usage: node end2end/tools/bench-keys.mjs BINARY SYNTHETIC
import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchOptions } from '../fixtures/browser.mjs';
import { NOW } from '../fixtures/site.mjs';
import { at } from './bench/load.mjs';
import { peerDatabase, startPeer } from './bench/peer.mjs';
import { serve } from './bench/served.mjs';

const [FEW, MANY] = [1000, 100_000];
const THROTTLE = 4;
const ROUNDS = 7;
const MOST_GROWTH = 1.2;
const MOST_OF_PEER = 1 / 3;
/** Each changes the rows on both sides. */
const KEYS = ['8', 'Backspace', '4', 'Backspace'];
/** Between two keys, so that the one before is done. */
const PAUSE_MS = 400;
const LATE_MS = 10_000;

/** In the page: waits for a key and the frame with what it brought; says when what happened, in milliseconds. */
function watch(late) {
  return new Promise((done, failed) => {
    let began = 0;
    setTimeout(() => failed(new Error('no rows came')), late);
    addEventListener('keydown', (event) => (began = event.timeStamp), { once: true, capture: true });
    const seen = new MutationObserver(() => {
      if (!began) return;
      seen.disconnect();
      const changed = performance.now();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const asked = performance.getEntriesByType('resource').filter((entry) => entry.startTime >= began);
        const last = asked.at(-1);
        done({ total: performance.now() - began, server: last ? last.responseEnd - last.startTime : NaN, swapped: changed - began });
      };
      requestAnimationFrame(() => channel.port2.postMessage(0));
    });
    seen.observe(document.getElementById('out'), { childList: true, subtree: true, characterData: true });
  });
}

async function open(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated);
  return page;
}

/** One round of keys on a page: what `watch` says of each. */
async function type(page) {
  await page.bringToFront();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.focus('input[name=q]');
  const keys = [];
  for (const key of KEYS) {
    await page.waitForTimeout(PAUSE_MS);
    await page.evaluate(() => performance.clearResourceTimings());
    const watching = page.evaluate(watch, LATE_MS);
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press(key);
    keys.push(await watching);
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await client.detach();
  return keys;
}

function report(name, keys) {
  const median = (part) => at(keys.map((key) => key[part]).filter((ms) => !Number.isNaN(ms)), 0.5);
  const totals = keys.map((key) => key.total);
  console.log(
    `${name.padEnd(16)} ${keys.length} keys: median ${median('total').toFixed(1)} ms, p95 ${at(totals, 0.95).toFixed(1)} ms ` +
      `(the request ${median('server').toFixed(1)} ms, rows in the document after ${median('swapped').toFixed(1)} ms)`,
  );
  return median('total');
}

function fill(synthetic, file, count) {
  const made = spawnSync(synthetic, ['--mixed', '--database-url', `sqlite://${file}`, String(count)], {
    env: { ...process.env, ZUKA_NOW: NOW, ZUKA_LOG: 'warn' },
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`no offers could be made: ${made.stderr || made.error}`);
}

async function main(binary, synthetic) {
  const folder = mkdtempSync(join(tmpdir(), 'zuka-bench-'));
  const file = (name) => join(folder, `${name}.db`);
  const running = [];
  const browser = await chromium.launch(launchOptions());
  try {
    const pages = new Map();
    for (const count of [FEW, MANY]) {
      fill(synthetic, file(count), count);
      const site = await serve(binary, file(count));
      running.push(site);
      pages.set(`${count} offers`, await open(browser, `${site.url}/?lang=en`));
    }
    const count = peerDatabase(file(MANY), file('peer'));
    const peer = await startPeer(file('peer'));
    running.push(peer);
    pages.set(`peer, ${count}`, await open(browser, peer.url));
    const found = [...pages.keys()].map((name) => [name, []]);
    const keys = new Map(found);
    // The first round warms all three and is not counted.
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [name, page] of pages) {
        const typed = await type(page);
        if (round >= 0) keys.get(name).push(...typed);
      }
    }
    console.log(`a key in the search field, CPU throttled ${THROTTLE} times`);
    const [few, many, theirs] = [...keys].map(([name, typed]) => report(name, typed));
    const [growth, share] = [many / few, many / theirs];
    console.log(`${MANY} to ${FEW} offers, medians: ${growth.toFixed(2)} (at most ${MOST_GROWTH})`);
    console.log(`${MANY} offers to the peer, medians: ${share.toFixed(2)} (at most ${MOST_OF_PEER.toFixed(2)})`);
    if (growth > MOST_GROWTH) console.error(`rows take more than ${MOST_GROWTH} times as long with ${MANY} offers`);
    if (share > MOST_OF_PEER) console.error('rows take more than a third of the peer’s time');
    return growth > MOST_GROWTH || share > MOST_OF_PEER ? 1 : 0;
  } finally {
    await browser.close();
    for (const site of running) await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv.length !== 4) {
  console.error('usage: node end2end/tools/bench-keys.mjs BINARY SYNTHETIC');
  process.exit(2);
}
process.exit(await main(resolve(process.argv[2]), resolve(process.argv[3])));

// A drag across the painter with 1,000 offers under a 4x CPU throttle: from each stroke's input event to the frame with
// the new ranking. Beside it, in the same run and on the same page, an empty island: a handler that colours the cell and
// writes one number, the strokes so far, where the answer stands; it computes nothing. Fails when the painter's median
// is above twice the empty island's. A handler that only turns the cell's class is printed too: what a stroke costs the
// browser before anything is said.
//
// How it is measured. `performance.measure` from the event's own time stamp (which the browser sets when the input
// arrives, before any script) to a task posted from the next animation frame: that task runs when style, layout and
// paint of the frame are done. Event Timing is not used: it reports no event below 16 ms and rounds to 8 ms, which is
// the size of what is compared here.
// Usage: node end2end/tools/bench-strokes.mjs BINARY SYNTHETIC
import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { launchOptions } from '../fixtures/browser.mjs';
import { startSite } from '../fixtures/site.mjs';

const OFFERS = 1000;
const THROTTLE = 4;
const ROUNDS = 5;
const CELLS = 24;
const MOST_RATIO = 2;
/** Between two strokes, as a hand drags: 24 hours in some three seconds. */
const PAUSE_MS = 120;
/** Nothing painted, so that every stroke paints. */
const ADDRESS = '/plan?lang=en&week=1.0-1g';

/** In the page: measures each pointer event on a cell that `counts` takes. */
function watch() {
  const channel = new MessageChannel();
  const began = [];
  channel.port1.onmessage = () => {
    const end = performance.now();
    for (const start of began.splice(0)) performance.measure('stroke', { start, end });
  };
  let last = null;
  const stroke = (event) => {
    const cell = event.target.closest?.('table.edit label[data-cell]');
    if (!cell || event.buttons === 0 || cell.dataset.cell === last) return;
    last = cell.dataset.cell;
    if (began.push(event.timeStamp) === 1) requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  for (const name of ['pointerdown', 'pointerover']) document.addEventListener(name, stroke, { capture: true });
}

/** In the page: the empty island, or with `isSilent` one that does not even count. */
function empty(isSilent) {
  const figure = document.querySelector('#out [data-figure]').firstChild;
  let [last, count] = [null, 0];
  const stroke = (event) => {
    const cell = event.target.closest?.('table.edit label[data-cell]');
    if (!cell || event.buttons === 0 || cell.dataset.cell === last) return;
    last = cell.dataset.cell;
    cell.classList.toggle('g');
    count += 1;
    if (!isSilent) figure.data = `¥${1000 + count}.00`;
  };
  for (const name of ['pointerdown', 'pointerover']) document.addEventListener(name, stroke);
}

const KINDS = ['turned class', 'empty island', 'painter'];

async function open(browser, url, kind) {
  const isEmpty = kind !== 'painter';
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  if (isEmpty) await page.route('**/*.wasm', (route) => route.abort());
  const offers = isEmpty ? null : page.waitForResponse(/\/plan\/offers\?/);
  await page.goto(url + ADDRESS, { waitUntil: 'load' });
  await page.evaluate(watch);
  if (isEmpty) {
    await page.evaluate(empty, kind === 'turned class');
  } else {
    await page.waitForFunction(() => document.documentElement.dataset.hydrated);
    await (await offers).finished();
  }
  return page;
}

/** The strokes of one drag along a day, in milliseconds. */
async function drag(page, day, kind) {
  const boxes = [];
  for (let hour = 0; hour < CELLS; hour += 1) {
    boxes.push(await page.locator(`table.edit label[data-cell="${day}-${hour}"]`).boundingBox());
  }
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.evaluate(() => performance.clearMeasures());
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  await page.mouse.move(...middle(boxes[0]));
  await page.mouse.down();
  const figures = new Set();
  for (const box of boxes.slice(1)) {
    await page.waitForTimeout(PAUSE_MS);
    await page.mouse.move(...middle(box));
    figures.add(await page.locator('[data-figure]').textContent());
  }
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.up();
  const strokes = await page.evaluate(() => performance.getEntriesByName('stroke').map((entry) => entry.duration));
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await client.detach();
  if (strokes.length < CELLS - 1) throw new Error(`only ${strokes.length} strokes of ${CELLS} were seen`);
  // What is said must have changed with the strokes, or nothing was measured.
  if (kind !== 'turned class' && figures.size < CELLS / 2) {
    throw new Error(`${figures.size} different answers were shown in ${CELLS} strokes`);
  }
  return strokes;
}

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];

function report(name, strokes) {
  const [median, p95] = [at(strokes, 0.5), at(strokes, 0.95)];
  console.log(`${name.padEnd(14)} ${strokes.length} strokes: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  return median;
}

async function main(binary, synthetic) {
  const prepare = (database, env) => {
    const made = spawnSync(synthetic, ['--database-url', database, String(OFFERS)], { env, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`no offers could be made: ${made.stderr || made.error}`);
  };
  const site = await startSite({ binary: resolve(binary), prepare });
  const browser = await chromium.launch(launchOptions());
  try {
    const pages = new Map();
    for (const kind of KINDS) pages.set(kind, await open(browser, site.url, kind));
    const counts = () => document.querySelector('#out').textContent.match(/([\d,]+) ranked, ([\d,]+)/).slice(1);
    const priced = await pages.get('painter').evaluate(counts);
    console.log(`offers priced at each stroke: ${priced.join(' ranked and ')} open; CPU throttled ${THROTTLE} times`);
    const strokes = new Map(KINDS.map((kind) => [kind, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, page] of pages) {
        await page.bringToFront();
        strokes.get(kind).push(...(await drag(page, 2 + round, kind)));
      }
    }
    const [, empty, full] = KINDS.map((kind) => report(kind, strokes.get(kind)));
    const ratio = full / empty;
    console.log(`painter to empty island, medians: ${ratio.toFixed(2)} (at most ${MOST_RATIO})`);
    if (ratio > MOST_RATIO) console.error(`the painter takes more than ${MOST_RATIO} times an empty island's frame`);
    return ratio > MOST_RATIO ? 1 : 0;
  } finally {
    await browser.close();
    await site.stop();
  }
}

if (process.argv.length !== 4) {
  console.error('usage: node end2end/tools/bench-strokes.mjs BINARY SYNTHETIC');
  process.exit(2);
}
process.exit(await main(process.argv[2], resolve(process.argv[3])));

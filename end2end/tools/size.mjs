// Bytes of a first visit to `/`: what comes over the wire, compressed, with its headers. Fails above the budget.
// Usage: node end2end/tools/size.mjs BINARY
import { chromium } from '@playwright/test';
import { resolve } from 'node:path';
import { launchOptions } from '../fixtures/browser.mjs';
import { startSite } from '../fixtures/site.mjs';

const KB = 1024;
const BUDGET = { total: 150 * KB, wasm: 105 * KB };
const KINDS = ['page', 'style', 'font', 'script', 'wasm', 'other'];

function kind({ type, response }) {
  const path = new URL(response.url).pathname;
  if (path.endsWith('.wasm')) return 'wasm';
  if (path.endsWith('.woff2')) return 'font';
  if (type === 'Document') return 'page';
  if (type === 'Stylesheet') return 'style';
  return path.endsWith('.js') ? 'script' : 'other';
}

/** Every answer of a first visit, with its bytes. */
async function firstVisit(browser, url) {
  const page = await browser.newPage({ locale: 'zh-CN' });
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  const answers = new Map();
  client.on('Network.responseReceived', (event) => answers.set(event.requestId, { ...event, bytes: 0 }));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated);
  await page.close();
  const plain = [...answers.values()].filter(({ type, response }) => type === 'Document' && response.headers['content-encoding'] !== 'br');
  if (plain.length > 0) throw new Error('the page did not come as Brotli');
  return [...answers.values()].filter(({ response }) => response.url.startsWith('http'));
}

/** Rows that the page shows when the wasm never arrives. */
async function rowsWithoutWasm(browser, url) {
  const page = await browser.newPage({ locale: 'zh-CN' });
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(url);
  const rows = await page.locator('#out tr[data-offer]').count();
  await page.close();
  return rows;
}

function table(answers) {
  const sums = new Map(KINDS.map((name) => [name, { files: 0, bytes: 0 }]));
  for (const answer of answers) {
    const sum = sums.get(kind(answer));
    sum.files += 1;
    sum.bytes += answer.bytes;
  }
  const total = answers.reduce((bytes, answer) => bytes + answer.bytes, 0);
  const line = (name, files, bytes) => `${name.padEnd(8)}${String(files).padStart(6)}${(bytes / KB).toFixed(1).padStart(10)} KB`;
  console.log(`${'kind'.padEnd(8)}${'files'.padStart(6)}${'bytes'.padStart(13)}`);
  sums.forEach(({ files, bytes }, name) => files > 0 && console.log(line(name, files, bytes)));
  console.log(line('total', answers.length, total));
  return { total, wasm: sums.get('wasm').bytes };
}

async function main(binary) {
  const site = await startSite({ binary: resolve(binary) });
  const browser = await chromium.launch(launchOptions());
  try {
    const bytes = table(await firstVisit(browser, `${site.url}/`));
    const rows = await rowsWithoutWasm(browser, `${site.url}/`);
    console.log(`rows before wasm: ${rows}`);
    const faults = Object.entries(BUDGET)
      .filter(([name, most]) => bytes[name] > most)
      .map(([name, most]) => `${name} is above its budget of ${most / KB} KB`);
    if (rows === 0) faults.push('the page is not complete before wasm arrives');
    faults.forEach((fault) => console.error(fault));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await site.stop();
  }
}

if (process.argv.length !== 3) {
  console.error('usage: node end2end/tools/size.mjs BINARY');
  process.exit(2);
}
process.exit(await main(process.argv[2]));

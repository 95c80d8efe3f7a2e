// Lighthouse under mobile emulation on the pages that most people land on: the median of five runs a page and category.
// Fails when performance is below 95 or another category below 100; the goal is 100 everywhere.
// Usage: node end2end/lighthouse/run.mjs BINARY [RUNS] [PATH…]
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { resolve } from 'node:path';
import { launchOptions } from '../fixtures/browser.mjs';
import { startSite } from '../fixtures/site.mjs';

const PATHS = ['/', '/gpus', '/platforms/autodl', '/plan', '/size'];
/** Least score of each category. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** A browser's trace sometimes misses the navigation; such a run says nothing of the page and is taken again. */
const TRIES = 3;

async function measured(url, port) {
  for (let tries = 1; ; tries += 1) {
    const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(LEAST) });
    if (!lhr.runtimeError) return lhr;
    if (tries === TRIES) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

/** The scores of one run, and the audits that cost points. */
async function audit(url, port) {
  const lhr = await measured(url, port);
  const scores = {};
  const lost = new Set();
  for (const name of Object.keys(LEAST)) {
    const { score, auditRefs } = lhr.categories[name];
    scores[name] = Math.round(score * 100);
    for (const { id, weight } of auditRefs) {
      const { score: audited, displayValue } = lhr.audits[id];
      if (weight > 0 && audited !== null && audited < 1) lost.add(`${id}${displayValue ? ` (${displayValue})` : ''}`);
    }
  }
  return { scores, lost };
}

async function main(binary, runs, paths) {
  const site = await startSite({ binary: resolve(binary), isPublic: true });
  const { executablePath, args } = launchOptions();
  const chrome = await launch({ chromePath: executablePath, chromeFlags: ['--headless=new', ...args], logLevel: 'error' });
  let isGood = true;
  try {
    console.log(`${'page'.padEnd(22)}${Object.keys(LEAST).map((name) => name.padStart(16)).join('')}`);
    for (const path of paths) {
      const made = [];
      for (let run = 0; run < runs; run += 1) made.push(await audit(site.url + path, chrome.port));
      const cells = Object.entries(LEAST).map(([name, least]) => {
        const score = median(made.map(({ scores }) => scores[name]));
        isGood &&= score >= least;
        return `${score}${score < least ? ' !' : ''}`.padStart(16);
      });
      console.log(path.padEnd(22) + cells.join(''));
      const lost = new Set(made.flatMap((run) => [...run.lost]));
      for (const name of lost) console.log(`  lost points: ${name}`);
    }
  } finally {
    await chrome.kill();
    await site.stop();
  }
  if (!isGood) console.error(`below ${Object.entries(LEAST).map(([name, least]) => `${name} ${least}`).join(', ')}`);
  return isGood ? 0 : 1;
}

const [binary, runs = '5', ...paths] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node end2end/lighthouse/run.mjs BINARY [RUNS] [PATH…]');
  process.exit(2);
}
process.exit(await main(binary, Number(runs), paths.length > 0 ? paths : PATHS));

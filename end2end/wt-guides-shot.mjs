import { chromium } from '@playwright/test';
import { launchOptions } from './fixtures/browser.mjs';
const browser = await chromium.launch(launchOptions());
const jobs = process.argv.slice(2).map((j) => j.split('|'));
for (const [name, path, width, js] of jobs) {
  const page = await browser.newPage({ viewport: { width: Number(width), height: width > 500 ? 1000 : 844 }, javaScriptEnabled: js !== 'no' });
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  await page.goto(`http://127.0.0.1:8931${path}`);
  if (js !== 'no') await page.waitForTimeout(300);
  const el = path.includes('#slow') ? page.locator('#slow') : page;
  await el.screenshot({ path: `/tmp/wt-guides/shots/${name}.png`, ...(el === page ? { fullPage: true } : {}) });
  const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  console.log(name, 'overflow', over);
  await page.close();
}
await browser.close();

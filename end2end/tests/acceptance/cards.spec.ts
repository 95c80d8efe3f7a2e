// One card: found by the name that people write, its prices, its past, what runs on it, and its charts elsewhere.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test } from '../../fixtures/test';

/** A page of another site: of another host, as `localhost` is to an address in digits. */
async function otherSite(body: string) {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(body));
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}

inBothLanguages((lang) => {
  test('B34 a name that people write leads to the card, an unknown one to its neighbours', async ({ page, cards, quiet }) => {
    await cards.open('4090');
    await expect(page).toHaveURL(/\/gpus\/rtx-4090$/);
    await expect(cards.heading).toHaveText('RTX 4090');
    quiet.allow(/status of 404/);
    await cards.go('/gpus/rtx-4091', false);
    await expect(cards.heading).toHaveText(cards.say('card.unknown_title', { name: 'rtx-4091' }));
    await cards.link('RTX 4090').click();
    await expect(cards.heading).toHaveText('RTX 4090');
    // An entry that states no form factor says so and names those that do.
    await cards.open('h100');
    await expect(page.getByText(cards.say('card.generic_title'))).toBeVisible();
    await cards.link('H100 PCIe 80GB').first().click();
    await expect(cards.panel('card.figures')).toContainText('2000');
  });

  for (const [width, name] of [[1440, 'a desk'], [390, 'a phone']] as const) {
    test(`from the table of cards to one card and its offers, at ${name}`, async ({ page, cards, catalogue }) => {
      await page.setViewportSize({ width, height: 844 });
      await cards.go('/gpus', true);
      await page.locator('#figures tr[data-gpu="rtx-4090"]').getByRole('link', { name: 'RTX 4090' }).click();
      await cards.live();
      await expect(cards.heading).toHaveText('RTX 4090');
      expect(await cards.kind('on_demand').count()).toBeGreaterThan(3);
      expect(await cards.kind('monthly').count()).toBeGreaterThan(1);
      for (const key of ['card.offers', 'card.history']) await cards.expectChart(key);
      await cards.panel('card.offers').getByRole('link', { name: new RegExp(cards.say('card.all_offers', { count: '.+' })) }).click();
      await catalogue.live();
      await catalogue.expectParam('gpu', 'rtx-4090');
    });
  }

  test('B27 past prices are drawn and listed, one source at a time', async ({ page, cards }) => {
    await cards.open('rtx-4090');
    const history = cards.panel('card.history');
    await expect(history.locator('svg.ch').first()).toContainText(cards.say('card.not_checked'));
    const series = history.getByLabel(cards.say('card.series'));
    const other = await series.locator('option').nth(1).getAttribute('value');
    await series.selectOption({ index: 1 });
    await history.getByRole('button', { name: cards.say('card.show') }).click();
    await cards.expectParam('series', other);
    await cards.live();
    await expect(series).toHaveValue(other ?? '');
    await history.locator('summary').first().click();
    const rows = history.getByRole('row');
    expect(await rows.count()).toBeGreaterThan(2);
    await expect(rows.nth(1).getByRole('link')).toHaveAttribute('href', /^https?:/);
    expect(page.url()).toContain('#history');
  });

  test('what runs on it leads to the sizer with the job filled in', async ({ cards, sizer }) => {
    await cards.open('rtx-4090');
    expect(await cards.jobs('fits').count()).toBeGreaterThan(2);
    expect(await cards.jobs('no').count()).toBeGreaterThan(0);
    await cards.jobs('fits').first().getByRole('link').click();
    await sizer.live();
    await sizer.expectParam('task', 'inference');
    await sizer.expectVerdict(24, 'fits');
  });

  test('the neighbours stand beside it, each a link to its own page', async ({ cards }) => {
    await cards.open('rtx-4090');
    const peers = cards.page.locator('#neighbours');
    await expect(peers.locator('tr.sel')).toContainText('RTX 4090');
    await peers.getByRole('link', { name: 'RTX 3090', exact: true }).click();
    await cards.live();
    await expect(cards.heading).toHaveText('RTX 3090');
    await expect(cards.panel('card.which_fp16')).toContainText('35.6 TFLOPS');
  });

  test('a chart is taken elsewhere with its stamp @with-script', async ({ page, cards, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await cards.open('rtx-4090');
    await cards.unfold('card.offers', 'embed.title');
    await cards.panel('card.offers').getByRole('button', { name: cards.say('embed.copy') }).first().click();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    expect(snippet).toContain(`/embed/prices/rtx-4090.svg?lang=${lang}`);
    // On another site's page: an image, and a table in a frame.
    const path = /src="([^"]+)"/.exec(snippet)?.[1].replaceAll('&amp;', '&') ?? '';
    const table = path.replace('.svg', '.html');
    const body = `<!doctype html><link rel="icon" href="data:,"><img src="${baseURL}${path}"><iframe src="${baseURL}${table}" width="900" height="500"></iframe>`;
    const elsewhere = await otherSite(body);
    await page.goto(elsewhere.url);
    await expect.poll(() => page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
    const framed = page.frameLocator('iframe');
    await expect(framed.getByText(cards.say('embed.prices_as_of'))).toBeVisible();
    await expect(framed.getByRole('rowheader').first()).toBeVisible();
    elsewhere.stop();
  });

  for (const theme of ['light', 'dark']) {
    test(`the table for other sites reads well in ${theme} @with-script`, async ({ page }) => {
      for (const width of [900, 390]) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(`/embed/prices/rtx-4090.html?lang=${lang}&theme=${theme}`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('RTX 4090');
        const overflow = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
        expect(overflow, 'pixels beyond the width').toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    });
  }

  test('two charts of all cards have their numbers in a table', async ({ cards, page }) => {
    await cards.go('/gpus', true);
    for (const key of ['gpus.vram_title', 'gpus.pull_title']) {
      await cards.expectChart(key);
      const panel = cards.panel(key);
      await cards.unfold(key, 'gpus.same_numbers');
      expect(await panel.getByRole('row').count()).toBeGreaterThan(7);
    }
    // Ticking a card highlights it.
    await page.getByLabel(cards.say('gpus.highlight_one', { name: 'L40S' })).check();
    await page.getByRole('button', { name: cards.say('gpus.highlight_ticked') }).click();
    await expect(page.locator('#figures tr[data-gpu="l40s"]')).toHaveClass(/sel/);
  });
});

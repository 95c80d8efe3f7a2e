// The price list answers every key: first the rows in view, then the rest. It must end as the page of that address.
import type { Page } from '@playwright/test';
import { expect, inBothLanguages, test } from '../../fixtures/test';

/** Holds the answers to the search for `text` until the returned function is called. */
async function hold(page: Page, text: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(
    (url) => url.searchParams.has('part') && url.searchParams.get('q') === text,
    async (route) => {
      await released;
      // The page may have asked for something newer and dropped this one.
      await route.continue().catch(() => {});
    },
  );
  return release;
}

inBothLanguages(() => {
  test('what a key leaves is the page of its address, row by row @with-script', async ({ page, catalogue, context, visits }) => {
    await catalogue.open();
    await catalogue.live();
    for (const text of ['4090', 'A100', 'RunPod', '']) {
      await catalogue.search(text);
      const here = await catalogue.answer.evaluate((out) => out.textContent);
      const fresh = await context.newPage();
      await fresh.goto(page.url());
      expect(here, `the answer to “${text}”`).toBe(await fresh.locator('#out').evaluate((out) => out.textContent));
      await fresh.close();
    }
    expect(visits).toHaveLength(1);
  });

  test('the rows in view come before the rest, and never more than there are @with-script', async ({ page, catalogue }) => {
    await catalogue.open('?group=none');
    await catalogue.live();
    const whole = await page.route(/part=results/, () => new Promise(() => {})).then(() => catalogue.rows.count());
    await catalogue.searchField.fill('4090');
    await expect(catalogue.rows.first()).toContainText('4090');
    await expect(catalogue.answer).toHaveAttribute('aria-busy', 'true');
    expect(await catalogue.rows.count(), 'rows out of view stay until the rest is here').toBe(whole);
    // Two offers are no screen full: what stood below them is no answer.
    await page.unroute(/part=results/);
    await catalogue.search('');
    await page.route(/part=results/, () => new Promise(() => {}));
    await catalogue.searchField.fill('GH200');
    await expect(catalogue.rows.first()).toContainText('GH200');
    await expect(catalogue.rows.filter({ hasNotText: 'GH200' })).toHaveCount(0);
  });

  test('an old answer never replaces a newer one @with-script', async ({ page, catalogue }) => {
    await catalogue.open();
    await catalogue.live();
    const release = await hold(page, '4090');
    await catalogue.searchField.fill('4090');
    await catalogue.search('A100');
    await catalogue.expectOnly(/A100/);
    release();
    await catalogue.expectParam('q', 'A100');
    await catalogue.expectOnly(/A100/);
  });

  test('nothing found, and back again @with-script', async ({ catalogue }) => {
    await catalogue.open();
    await catalogue.live();
    const before = await catalogue.offers(1000);
    await catalogue.search('no such card');
    await expect(catalogue.emptyHeading).toBeVisible();
    await expect(catalogue.rows).toHaveCount(0);
    await catalogue.search('');
    await expect(catalogue.rows).toHaveCount(before.length);
    expect(await catalogue.offers(1000)).toEqual(before);
  });

  test('a ticked offer stays ticked where it goes, and no other takes its tick @with-script', async ({ catalogue }) => {
    await catalogue.open('?group=none&q=4090');
    await catalogue.live();
    const [first] = await catalogue.offers(1);
    await catalogue.tickOf(first).check();
    await catalogue.search('A100');
    await expect(catalogue.answer.locator('tr [name="o"]:checked')).toHaveCount(0);
    await catalogue.search('4090');
    await expect(catalogue.tickOf(first)).toBeChecked();
    await expect(catalogue.answer.locator('tr [name="o"]:checked')).toHaveCount(1);
  });

  test('each key is asked for once, and only what the field then says @with-script', async ({ page, catalogue }) => {
    await catalogue.open();
    await catalogue.live();
    const asked: Record<string, string[]> = { rows: [], results: [] };
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      asked[searchParams.get('part') ?? '']?.push(searchParams.get('q') ?? '');
    });
    const field = catalogue.searchField;
    // In the middle, over a selection, taken back, with letters that no ASCII holds.
    const keys = ['A', '1', '0', '0', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'H', 'Control+a', '4', '0', 'Delete', 'Backspace', '卡', '8', 'Backspace'];
    const held = [];
    await field.focus();
    for (const key of keys) {
      const before = await field.inputValue();
      await (key === '卡' ? page.keyboard.insertText(key) : page.keyboard.press(key));
      const after = await field.inputValue();
      if (after !== before) held.push(after);
      if (after) await catalogue.expectParam('q', after);
    }
    expect(asked.results).toEqual(held);
    // Where nothing was found there are no rows in view to ask for.
    expect(asked.rows).toEqual(['A', 'A1', 'A10', 'A100', 'A00', '40', '4', '4卡']);
    expect(held).toEqual(['A', 'A1', 'A10', 'A100', 'A00', 'AH00', '4', '40', '4', '4卡', '4卡8', '4卡']);
  });
});

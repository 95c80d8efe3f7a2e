// The price list: columns, spans of time, ticks, keys, the same rows for programs, and how the table stands on the page.
import { expect, inBothLanguages, test } from '../../fixtures/test';

inBothLanguages((lang) => {
  test('B74 the usual columns fit 1280 px without sideways scroll', async ({ page, catalogue }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const query of ['', '?gpu=rtx-4090', '?price_kind=spot&group=none', '?period=month', '?period=month&currency=CNY']) {
      await catalogue.open(query);
      const beyond = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
      expect(beyond, `pixels beyond the width of /${query}`).toBeLessThanOrEqual(0);
      const table = await catalogue.table.evaluate((frame) => frame.scrollWidth - frame.clientWidth);
      expect(table, `pixels beyond the frame of /${query}`).toBeLessThanOrEqual(0);
    }
  });

  test('B73 the header and the first column stay in sight', async ({ page, catalogue }) => {
    await catalogue.open('?gpu=rtx-4090');
    await catalogue.rows.nth(15).scrollIntoViewIfNeeded();
    const head = await catalogue.column('catalogue.c_platform').boundingBox();
    const top = await page.locator('header.top').boundingBox();
    expect(head?.y, 'right under the site header').toBeCloseTo((top?.y ?? 0) + (top?.height ?? 0), -1);

    // More columns than fit: the table scrolls in its frame, both ways.
    await catalogue.open('?columns=gpu,price_kind,price_per_gpu_hour,price_per_hour,price_per_vram_gb,price_per_tflops,price_per_bandwidth,price_per_vcpu,vram,total_vram,bandwidth,tflops,network_mbps,observed_at');
    const name = catalogue.rows.first().getByRole('rowheader');
    const before = await name.boundingBox();
    await catalogue.table.evaluate((frame) => frame.scrollTo(400, 600));
    const moved = await catalogue.table.evaluate((frame) => [frame.scrollLeft, frame.scrollTop]);
    expect(Math.min(...moved), 'it has room to scroll').toBeGreaterThan(100);
    expect((await name.boundingBox())?.x).toBe(before?.x);
    const frame = await catalogue.table.boundingBox();
    expect((await catalogue.column('catalogue.c_platform').boundingBox())?.y).toBeCloseTo(frame?.y ?? 0, -1);
    const beyond = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  });

  test('columns are chosen by ticks and stay while the list is searched', async ({ catalogue }) => {
    await catalogue.open('?gpu=rtx-4090&gpu=l40s');
    await expect(catalogue.column('catalogue.c_per_vram')).toHaveCount(0);
    const fold = catalogue.fold(catalogue.say('catalogue.columns'));
    await fold.locator('summary').click();
    await fold.getByRole('checkbox', { name: catalogue.say('catalogue.c_per_vram') }).check();
    await fold.getByRole('checkbox', { name: catalogue.say('catalogue.c_exclusive'), exact: true }).uncheck();
    await fold.getByRole('button', { name: catalogue.say('catalogue.apply') }).click();
    await expect(catalogue.column('catalogue.c_per_vram')).toBeVisible();
    await expect(catalogue.answer.getByRole('columnheader').getByText(catalogue.say('catalogue.c_exclusive'), { exact: true })).toHaveCount(0);

    await catalogue.live();
    await catalogue.search('RunPod');
    await catalogue.expectParam('q', 'RunPod');
    await expect(catalogue.column('catalogue.c_per_vram')).toBeVisible();

    // A column of numbers sorts by what it shows.
    await catalogue.column('catalogue.c_per_vram').getByRole('link').click();
    await catalogue.expectParam('order_by', 'price_per_vram_gb');
    await expect(catalogue.column('catalogue.c_per_vram')).toHaveAttribute('aria-sort', 'ascending');
    const fold2 = catalogue.fold(catalogue.say('catalogue.columns'));
    await fold2.locator('summary').click();
    await catalogue.link(catalogue.say('catalogue.usual_columns')).click();
    await expect(catalogue.column('catalogue.c_exclusive').first()).toBeVisible();
    await catalogue.expectParam('columns', null);
  });

  test('B09 B79 prices for a month of so many hours, and the choice goes along', async ({ page, catalogue, plan }) => {
    await catalogue.open('?gpu=rtx-4090&currency=CNY');
    const [offer] = await catalogue.offers(1);
    const hour = await catalogue.priceOf(offer);
    await catalogue.link(catalogue.say('catalogue.month_of', { hours: 730 })).click();
    await catalogue.expectParam('period', 'month');
    expect(await catalogue.priceOf(offer)).toBeCloseTo(hour * 730, 0);
    const field = page.getByLabel(catalogue.say('catalogue.month_hours'));
    await field.fill('720');
    await page.getByRole('button', { name: catalogue.say('catalogue.set'), exact: true }).click();
    await catalogue.expectParam('month_hours', '720');
    expect(await catalogue.priceOf(offer)).toBeCloseTo(hour * 720, 0);

    await catalogue.menu('common.nav_plan').click();
    await expect(plan.heading).toHaveText(plan.say('plan.heading'));
    await plan.menu('common.nav_prices').click();
    await catalogue.expectParam('period', 'month');
    await catalogue.expectParam('month_hours', '720');
    await catalogue.expectParam('currency', 'CNY');
  });

  test('B78 ticked offers are in the link and go to the comparison', async ({ page, catalogue, quiet, script }) => {
    quiet.allow(/status of 404/);
    await catalogue.open('?gpu=rtx-4090&gpu=l40s');
    const [first, second] = await catalogue.offers(2);
    if (script) {
      await expect(catalogue.compareButton).toBeDisabled();
      await expect(catalogue.compareButton).toHaveText(catalogue.say('catalogue.compare_few'));
    }
    await catalogue.tickOf(first).check();
    await catalogue.tickOf(second).check();
    if (script) {
      await expect(catalogue.compareButton).toHaveText(catalogue.say('catalogue.compare_some').replace('#', '2'));
      await catalogue.expectParam('o', first);
      // The ticks outlive a search that does not show them, and a reload.
      await catalogue.search('4090');
      await catalogue.expectParam('q', '4090');
      await expect(catalogue.rows.first()).toBeVisible();
      await expect(catalogue.compareButton).toHaveText(catalogue.say('catalogue.compare_some').replace('#', '2'));
      await page.reload();
      await catalogue.live();
      await expect(catalogue.compareButton).toHaveText(catalogue.say('catalogue.compare_some').replace('#', '2'));
    }
    await catalogue.compareButton.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/compare');
    const sent = new URL(page.url()).searchParams.getAll('o').sort();
    expect(sent).toEqual([first, second].sort());
  });

  test('B80 the address for programs gives the rows of the page @with-script', async ({ page, catalogue, context, request }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await catalogue.open('?gpu=rtx-4090&period=day&order_by=price_per_hour&group=none');
    const fold = catalogue.fold('API');
    await fold.locator('summary').click();
    await fold.getByRole('button', { name: catalogue.say('catalogue.copy') }).first().click();
    await expect(fold.getByRole('button', { name: catalogue.say('catalogue.copied') })).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(/^http:/);
    const list = await (await request.get(address)).json();
    const rows = await catalogue.offers(1000);
    expect(list.items.map((item: { id: number }) => String(item.id))).toEqual(rows);
    const shown = await catalogue.priceOf(rows[0]);
    expect(Number(list.items[0].price_per_gpu_day)).toBeCloseTo(shown, 1);
  });

  test('keys lead to search, pages and their own list; off inside fields @with-script', async ({ page, catalogue, plan, sizer }) => {
    await catalogue.open();
    const list = page.locator('#keys');
    await page.keyboard.press('?');
    await expect(list.getByText('g c')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list.getByText('g c')).toBeHidden();

    await page.keyboard.press('/');
    await expect(catalogue.searchField).toBeFocused();
    await page.keyboard.type('?gc/');
    await expect(catalogue.searchField).toHaveValue('?gc/');
    await expect(list.getByText('g c')).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/');

    await catalogue.open('?currency=CNY');
    await page.keyboard.type('gc');
    await expect(plan.heading).toHaveText(plan.say('plan.heading'));
    await catalogue.expectParam('currency', 'CNY');
    await page.keyboard.type('gs');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/size');
    await expect(sizer.heading).toBeVisible();
    // A page without a search field leads to the list's own.
    await page.keyboard.press('/');
    await expect(catalogue.searchField).toBeFocused();
  });

  test('without script the list of keys opens by its link and says what it needs @without-script', async ({ page, catalogue }) => {
    await catalogue.open();
    await page.getByText(catalogue.say('common.keys'), { exact: true }).first().click();
    await expect(page.locator('#keys').getByText('g c')).toBeVisible();
    await expect(page.locator('#keys noscript p')).toHaveText(catalogue.say('common.keys_need_script'));
  });

  test('a thousand rows stand on the page, and names of any length stay inside', async ({ page, catalogue }) => {
    // A browser under load lays a thousand rows out slowly.
    test.slow();
    await catalogue.open('?limit=1000&group=none');
    await expect(catalogue.rows).toHaveCount(1000);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
      expect(beyond, `pixels beyond ${width}`).toBeLessThanOrEqual(0);
    }
  });

  test('on paper the list keeps its rows and heads and leaves its tools behind', async ({ page, catalogue }) => {
    await catalogue.open('?gpu=rtx-4090');
    await page.emulateMedia({ media: 'print' });
    await expect(catalogue.rows.first()).toBeVisible();
    await expect(catalogue.column('catalogue.c_platform')).toBeVisible();
    for (const tool of ['.bar2', 'form.filters', '.mnav', 'header.top', 'tr input', '#keys']) {
      await expect(page.locator(tool).first(), tool).toBeHidden();
    }
    // The list of the phone is for phones: on paper it is a table.
    const display = await catalogue.rows.first().evaluate((row) => getComputedStyle(row).display);
    expect(display).toBe('table-row');
    expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'zh' ? 'zh-CN' : 'en');
  });
});

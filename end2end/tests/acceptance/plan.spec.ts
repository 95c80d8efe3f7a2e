// Painting a week and reading what it costs.
import { expect, inBothLanguages, test } from '../../fixtures/test';

/** GPU on Saturday night and in the afternoon of Sunday; nothing else. */
const WEEKEND = '?week=6.0-6g~7.14-20g';

inBothLanguages(() => {
  test('a stroke, a block and a wipe change sums, total and address @with-script', async ({ plan, visits }) => {
    await plan.open(WEEKEND);
    await plan.expectWeek({ gpu: 12, nogpu: 0, off: 156 });
    let total = await plan.total();

    await plan.drag(['mon', 9], ['mon', 14]);
    await plan.expectDay('mon', 6, 0);
    await plan.expectWeek({ gpu: 18, nogpu: 0, off: 150 });
    await plan.expectOtherTotal(total);
    await plan.expectParam('week', /^1\.9-15g/);
    await plan.expectState('mon', 14, 'gpu');
    total = await plan.total();

    // No-GPU mode in a block from Tuesday 8 to Thursday 10.
    await plan.brush('nogpu').click();
    await expect(plan.brush('nogpu')).toHaveAttribute('aria-pressed', 'true');
    await plan.press(['tue', 8]);
    await plan.press(['thu', 10], { shift: true });
    await plan.expectDay('tue', 0, 3);
    await plan.expectDay('wed', 0, 3);
    await plan.expectDay('thu', 0, 3);
    await plan.expectWeek({ gpu: 18, nogpu: 9 });
    await plan.expectOtherTotal(total);
    await plan.expectParam('week', /2-4\.8-11n/);

    // A stroke that begins on the brush's own state wipes.
    await plan.drag(['wed', 8], ['wed', 10]);
    await plan.expectDay('wed', 0, 0);
    await plan.expectState('wed', 9, 'off');
    await plan.expectWeek({ gpu: 18, nogpu: 6 });
    expect(visits).toHaveLength(1);

    // The address alone brings all of it back.
    await expect.poll(() => plan.param('week')).not.toMatch(/2-4/);
    total = await plan.total();
    await plan.page.reload();
    await plan.expectWeek({ gpu: 18, nogpu: 6 });
    await plan.expectTotal(total);
  });

  test('a stroke is billed before the server answers, to the same figure and order @with-script', async ({ page, plan }) => {
    const terms = page.waitForResponse(/\/plan\/offers\?/);
    await plan.open(WEEKEND);
    await (await terms).finished();
    const figure = page.locator('[data-figure]');
    const prices = page.locator('.rank tr.ranked .price');
    const before = (await figure.textContent()) ?? '';

    // The server's answer is held back.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/part=results/, async (route) => {
      await held;
      await route.continue().catch(() => {}); // a later stroke aborted it
    });
    await plan.drag(['mon', 9], ['mon', 14]);
    await expect(figure).not.toHaveText(before);
    const atOnce = { figure: await figure.textContent(), prices: await prices.allTextContents() };

    release();
    await plan.expectParam('week', /^1\.9-15g/);
    await expect(page.locator('#out')).not.toHaveAttribute('aria-busy', 'true');
    expect({ figure: await figure.textContent(), prices: await prices.allTextContents() }).toEqual(atOnce);
  });

  test('an offer that a stroke brings among the first fifty stands there before the server answers @with-script', async ({
    page,
    plan,
  }) => {
    const terms = page.waitForResponse(/\/plan\/offers\?/);
    await plan.open('?gpu=any&week=1-6.0-24g');
    await (await terms).finished();
    const ids = () =>
      page.locator('.rank tr.ranked').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.offer));
    const names = page.locator('.rank tr.ranked .name');
    const before = await ids();

    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/part=results/, async (route) => {
      await held;
      await route.continue().catch(() => {}); // a later stroke aborted it
    });
    await plan.drag(['sun', 0], ['sun', 22]);
    await expect.poll(async () => (await ids()).some((id) => !before.includes(id))).toBe(true);
    const atOnce = { ids: await ids(), names: await names.allTextContents() };
    expect(atOnce.ids).toHaveLength(50);

    release();
    await plan.expectParam('week', /7\.0-23g/);
    await expect(page.locator('#out')).not.toHaveAttribute('aria-busy', 'true');
    expect({ ids: await ids(), names: await names.allTextContents() }).toEqual(atOnce);
  });

  test('the keyboard alone paints @with-script', async ({ page, plan }) => {
    await plan.open(WEEKEND);
    const total = await plan.total();
    await plan.cell('mon', 9).focus();
    await page.keyboard.press('ArrowRight');
    await expect(plan.cell('mon', 10)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(plan.cell('tue', 10)).toBeFocused();

    // One hour.
    await page.keyboard.press('1');
    await plan.expectDay('tue', 1, 0);
    await plan.expectState('tue', 10, 'gpu');
    await plan.expectSaid(`${plan.say('plan.tue')} 10–11, ${plan.say('plan.gpu_on')}`);

    // Space ticks, shift and an arrow extend.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(plan.cell('wed', 10)).toBeChecked();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(plan.cell('wed', 12)).toBeChecked();
    await page.keyboard.press('2');
    await plan.expectDay('wed', 0, 3);
    await expect(plan.cell('wed', 12)).not.toBeChecked();
    await plan.expectWeek({ gpu: 13, nogpu: 3 });
    await plan.expectOtherTotal(total);
    await plan.expectParam('week', /3\.10-13n/);

    await page.keyboard.press('3');
    await plan.expectDay('wed', 0, 2);
    await plan.expectState('wed', 12, 'off');
  });

  test('ticked cells and a state work by submit @without-script', async ({ page, plan }) => {
    await plan.open(WEEKEND);
    const total = await plan.total();
    const redirect = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await plan.tickAndSet([['mon', 9], ['mon', 10], ['mon', 11]], 'gpu');
    expect((await redirect).status()).toBe(303);
    await plan.expectParam('week', /^1\.9-12g/);
    expect(new URL(page.url()).search.length, 'the address is short').toBeLessThan(60);
    await plan.expectDay('mon', 3, 0);
    await plan.expectWeek({ gpu: 15 });
    await plan.expectState('mon', 11, 'gpu');
    await plan.expectOtherTotal(total);
    await plan.tickAndSet([['mon', 9]], 'off');
    await plan.expectWeek({ gpu: 14 });
  });

  test('a preset paints the whole week', async ({ plan }) => {
    await plan.open();
    await plan.preset('all').click();
    await plan.expectWeek({ gpu: 168, nogpu: 0, off: 0 });
    await plan.expectParam('week', '1-7.0-24g');
    await plan.live();
    const total = await plan.total();
    await plan.preset('evenings').click();
    await plan.expectWeek({ gpu: 38, nogpu: 0 });
    await plan.expectOtherTotal(total);
  });

  test('data that stay on disk turn unknown storage prices into floors', async ({ plan }) => {
    await plan.open();
    await expect(plan.ranked.first()).toBeVisible();
    await expect(plan.floors).toHaveCount(0);
    const ranked = await plan.ranked.count();
    await plan.keep(200);
    await expect(plan.floors.first()).toContainText('≥');
    await plan.expectParam('data_gb', '200');
    expect((await plan.ranked.count()) + (await plan.floors.count())).toBe(ranked);
    await expect(plan.answer).toContainText(plan.say('plan.not_ranked_why'));
  });

  test('a shared plan opens with the same total and keeps it', async ({ page, plan, shared }) => {
    await plan.open('?week=1-5.19-23g&data_gb=40');
    const total = await plan.total();
    const offers = await plan.ranked.count();
    const redirect = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await plan.shareButton.click();
    expect((await redirect).status()).toBe(303);
    await shared.expectHere();
    await shared.expectTotal(total);
    expect(await shared.ranked.count()).toBeGreaterThanOrEqual(offers);
    const path = new URL(page.url()).pathname;

    await page.reload();
    await shared.expectTotal(total);

    // The way back to the plan, and sharing it again: the same link.
    await shared.withTodaysPrices.first().click();
    await plan.expectTotal(total);
    await plan.expectParam('data_gb', '40');
    await plan.shareButton.click();
    await shared.expectHere();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test('the link is copied whole @with-script', async ({ context, page, shared }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await shared.open(process.env.ZUKA_E2E_SAVED ?? '');
    await shared.copyButton.click();
    await expect(page.getByRole('button', { name: shared.say('plan.copied') })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(process.env.ZUKA_E2E_SAVED ?? '', page.url()).href);
  });
});

// Platforms: rules in one table, one platform's answers, an error reported from there.
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { PlatformsPage } from '../../pages/platforms';
import { ReportPage } from '../../pages/report';

inBothLanguages((lang) => {
  test('B64 rules are filtered and sorted by links and a form, and unknown is last', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    await platforms.open('?currency=CNY');
    const all = await platforms.rows.count();
    await platforms.sortBy('platforms.c_offers');
    const counts = (await page.locator('td.num:nth-child(2)').allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(Math.max(...counts)).toBeGreaterThan(9);
    expect(counts, 'two before ten').toEqual([...counts].sort((a, b) => a - b));
    await platforms.sortBy('platforms.p_retention');
    await platforms.expectParam('order_by', 'retention_days');
    const up = await platforms.figures('retention_days');
    const known = up.filter((figure) => figure !== null);
    expect(known.length).toBeGreaterThan(1);
    expect(up.slice(0, known.length), 'numbers, smallest first').toEqual([...known].sort((a, b) => a - b));
    await platforms.sortBy('platforms.p_retention');
    const down = await platforms.figures('retention_days');
    expect(down.slice(0, known.length), 'unknown is last both ways').toEqual([...known].sort((a, b) => b - a));

    await platforms.field('platforms.p_no_gpu').selectOption('yes');
    await platforms.apply();
    await expect(platforms.row('autodl')).toBeVisible();
    const few = await platforms.rows.count();
    expect(few).toBeLessThan(all);
    await platforms.expectParam('no_gpu_mode', 'yes');
    await platforms.expectParam('order_by', 'retention_days');
    await platforms.expectParam('currency', 'CNY');
    // What was left out for want of an answer can be shown.
    await platforms.link(platforms.say('platforms.out_show')).click();
    await platforms.expectParam('unknown', 'include');
    expect(await platforms.rows.count()).toBeGreaterThan(few);
  });

  test('B73 header and first column stay in sight', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    const edges = () =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const head = box('.rule-table thead th.stick');
        const name = box('.rule-table tbody tr:last-child th.stick');
        return { header: box('header.top').bottom, box: box('.tw.rules'), top: head.top, left: name.left, right: head.right };
      });
    await page.setViewportSize({ width: 1440, height: 900 });
    await platforms.open();
    await page.evaluate(() => scrollTo(0, 1400));
    const wide = await edges();
    expect(wide.box.top, 'the table is scrolled').toBeLessThan(0);
    expect(Math.abs(wide.top - wide.header), 'the head stands under the site header').toBeLessThan(2);

    // Where the table is wider than the window it scrolls in its own box.
    await page.setViewportSize({ width: 900, height: 700 });
    await platforms.table.evaluate((box) => box.scrollTo(400, 1200));
    const narrow = await edges();
    expect(Math.abs(narrow.top - narrow.box.top), 'the head stands at the top of the box').toBeLessThan(3);
    expect(Math.abs(narrow.left - narrow.box.left), 'the names stand at its left').toBeLessThan(3);
  });

  test('B74 the table of rules fits 1280 pixels', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    await page.setViewportSize({ width: 1280, height: 800 });
    await platforms.open();
    const beyond = await page.evaluate(() => {
      const box = document.querySelector('.tw.rules')!;
      return Math.max(box.scrollWidth - box.clientWidth, document.scrollingElement!.scrollWidth - innerWidth);
    });
    expect(beyond).toBeLessThanOrEqual(0);
  });

  test('six questions are answered, and what nobody knows can be asked', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    await platforms.open('/autodl');
    await page.getByRole('navigation', { name: platforms.say('platforms.glance') }).getByRole('link').nth(3).click();
    await expect(page).toHaveURL(/#q4$/);
    await expect(platforms.question(4)).toContainText('15');
    // NVLink is not known: the question stands there in both languages.
    const ask = platforms.question(3).locator('.ask');
    for (const tag of ['zh-CN', 'en']) await expect(ask.locator(`[lang="${tag}"]`)).toHaveCount(1);
    const copy = ask.locator('[data-copy]').first();
    if (script) await expect(copy).toBeVisible();
    else await expect(copy, 'no button that does nothing').toBeHidden();
  });

  test('a name that no platform has leads to the nearest', async ({ page, script, quiet }) => {
    quiet.allow(/status of 404/);
    const platforms = new PlatformsPage(page, lang, script);
    await page.goto('/platforms/atodl');
    await expect(platforms.heading).toHaveText(platforms.say('platforms.missing', { name: 'atodl' }));
    await platforms.link(/AutoDL/).click();
    await expect(page).toHaveURL(/\/platforms\/autodl/);
  });

  test('on a phone a platform is a list of its rules', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    await page.setViewportSize({ width: 390, height: 844 });
    await platforms.open('?no_gpu_mode=yes');
    await page.getByRole('link', { name: platforms.say('platforms.filters_n', { count: 1 }) }).click();
    await platforms.field('platforms.p_support').selectOption('yes');
    await platforms.apply();
    await platforms.expectParam('support_24h', 'yes');
    await expect(platforms.row('autodl')).toBeVisible();
    const cell = platforms.answer_of('autodl', 'retention_days');
    const label = await cell.evaluate((one) => getComputedStyle(one, '::before').content);
    expect(label).toContain(platforms.say('platforms.p_retention'));
  });
});

test.describe('reports', () => {
  test.use({ baseURL: ({ ownSite }, use) => use(ownSite) });

  inBothLanguages((lang) => {
    test('B24 an error is reported from a fact and read by an editor', async ({ page, script, admin, quiet }) => {
      quiet.allow(/status of 422/);
      const platforms = new PlatformsPage(page, lang, script);
      const report = new ReportPage(page, lang, script);
      await platforms.open('/autodl');
      await platforms.wrong('data_retention_days').click();
      await expect(report.shown).toContainText('15');
      await expect(report.shown).toContainText('2026-10-08');

      // An address is missing: everything typed stays.
      await report.field('value').fill('10 days');
      await report.send();
      await report.expectFault('evidence');
      await expect(report.field('value')).toHaveValue('10 days');
      await report.field('evidence').fill('https://platform.example.com/rules');
      await report.send();
      await expect(report.thanks).toBeVisible();
      const number = await report.thanks.getAttribute('data-report');

      await page.goto('/admin/reports');
      await admin.signIn();
      const item = page.locator(`li[data-report="${number}"]`);
      await expect(item).toContainText('10 days');
      await expect(item.getByRole('link', { name: 'https://platform.example.com/rules' })).toBeVisible();
      await item.getByRole('button', { name: `${report.say('report.mark_done')} ${number}` }).click();
      await expect(page.getByRole('status')).toContainText(report.say('report.closed', { number: number ?? '' }));
      await expect(item).toHaveCount(0);
    });
  });
});

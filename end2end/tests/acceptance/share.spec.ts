// A plan goes from hand to hand: painted, shared, opened elsewhere, billed anew, compared, printed.
import { sheets } from '../../fixtures/paper';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { say, TAGS } from '../../fixtures/words';

const OTHER = { zh: { lang: 'en', name: 'English', currency: '$ USD' }, en: { lang: 'zh', name: '中文', currency: '¥ CNY' } } as const;

inBothLanguages((lang) => {
  test('a plan is painted, shared, opened in another language and currency, billed anew, compared and printed', async ({
    page,
    plan,
    shared,
    compare,
  }) => {
    // Painted and shared.
    await plan.open('?week=1-5.19-23g&data_gb=40');
    await plan.preset('evenings').click();
    await plan.expectWeek({ gpu: 38 });
    await plan.expectParam('week', '1-5.19-23g~6-7.14-23g');
    const total = await plan.total();
    await plan.shareButton.click();
    await shared.expectHere();
    await shared.expectTotal(total);
    const path = new URL(page.url()).pathname;

    // Opened by somebody of the other language, who counts in the other currency: the saved answer stays as it was.
    const other = OTHER[lang];
    await shared.link(other.name).click();
    await expect(page.locator('html')).toHaveAttribute('lang', TAGS[other.lang]);
    await expect(page.getByText(say(other.lang, 'plan.frozen'))).toBeVisible();
    await shared.expectTotal(total);
    await shared.link(other.currency).click();
    await shared.expectTotal(total);

    // Billed anew with today's prices, in that currency.
    await page.getByRole('link', { name: say(other.lang, 'plan.with_today') }).click();
    await plan.live();
    await plan.expectTotal(total);
    await plan.link(other.currency).click();
    await plan.live();
    await plan.expectOtherTotal(total);
    const anew = await plan.total();

    // Compared with the saved one: its link is pasted whole.
    await page.getByRole('link', { name: say(other.lang, 'compare.compare'), exact: true }).click();
    await compare.live();
    await page.getByRole('textbox', { name: say(other.lang, 'compare.plan_b'), exact: true }).fill(new URL(path, page.url()).href);
    await page.getByRole('button', { name: say(other.lang, 'compare.compare'), exact: true }).click();
    await compare.live();
    expect((await compare.totals()).map(Number)).toEqual([Number(anew.replace(',', '')), Number(total.replace(',', ''))]);
    await expect(compare.verdict, 'the same plan at the same prices').toHaveText(
      new RegExp(`^${say(other.lang, 'compare.with_today')}`),
    );
    await expect(compare.row('data_gb')).toHaveClass('alike');

    // And printed.
    expect(await sheets(page), 'sheets of the comparison').toBe(1);
  });

  for (const [name, query] of Object.entries({ default: '', typical: '?data_gb=180&pull_gb=60&send_gb=25', 'any card': '?gpu=any&data_gb=180' })) {
    test(`a plan is one sheet of paper: ${name}`, async ({ page, plan }) => {
      await plan.open(query);
      expect(await sheets(page)).toBe(1);
      await page.emulateMedia({ media: 'print' });
      await expect(plan.keptOnDisk, 'no form').toBeHidden();
      await expect(plan.shareButton, 'no buttons').toBeHidden();
      await expect(page.locator('.assumed .seal')).toContainText(plan.say('plan.prices_as_of'));
      await expect(page.locator('.pt.sm').first(), 'the week').toBeVisible();
      await expect(page.locator('.lines'), 'the lines').toBeVisible();
      await expect(page.locator('.printed')).toContainText(/\/plan(\?|$)/);
    });
  }

  test('a saved plan is one sheet of paper', async ({ page, shared }) => {
    await shared.open(process.env.ZUKA_E2E_SAVED ?? '');
    expect(await sheets(page)).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(shared.withTodaysPrices.first()).toBeHidden();
    await expect(page.locator('.printed')).toContainText((process.env.ZUKA_E2E_SAVED ?? '').split('?')[0]);
  });

  test('the button prints @with-script', async ({ page, plan }) => {
    await page.addInitScript(() => {
      window.print = () => void (document.documentElement.dataset.printed = 'yes');
    });
    await plan.open();
    await page.getByRole('button', { name: plan.say('common.print'), exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  });

  test('without script there is no button that does nothing @without-script', async ({ page, plan }) => {
    await plan.open();
    await expect(page.getByText(plan.say('common.print'), { exact: true })).toBeHidden();
  });

  test('what cannot be compared is named beside what was typed', async ({ compare }) => {
    await compare.open();
    await compare.compare({ a: '/plan?days=7', b: 'https://zuka.example/gpus' });
    await compare.expectHere();
    await expect(compare.page.getByRole('alert')).toContainText(compare.say('compare.plan_b'));
    await expect(compare.field('a')).toHaveValue('/plan?days=7');
    await expect(compare.field('b')).toHaveValue('https://zuka.example/gpus');
    await expect(compare.field('b')).toHaveAccessibleDescription(new RegExp(compare.say('compare.e_unreadable')));
    await compare.compare({ b: 'v=1&days=14' });
    await expect(compare.row('days')).toHaveClass('differs');
    await expect(compare.verdict).toContainText(compare.say('compare.plan_a'));
  });
});

// The address: what survives a link, what cannot be read, what leads nowhere.
import { expect, inBothLanguages, test } from '../../fixtures/test';

inBothLanguages((lang) => {
  test('language, currency and theme survive every link', async ({ page, catalogue, plan }) => {
    const other = lang === 'zh' ? { word: 'en', name: 'English', tag: 'en' } : { word: 'zh', name: '中文', tag: 'zh-CN' };
    await catalogue.open('?gpu=rtx-4090');
    await catalogue.link(catalogue.say('common.theme_dark')).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await catalogue.link('¥ CNY').click();
    await catalogue.link(other.name).click();
    await expect(page.locator('html')).toHaveAttribute('lang', other.tag);
    await catalogue.expectParam('gpu', 'rtx-4090');
    await catalogue.expectParam('currency', 'CNY');
    await catalogue.expectParam('theme', 'dark');

    // Back in the story's language, through the navigation to another page, and through its form.
    await catalogue.link(lang === 'zh' ? '中文' : 'English').click();
    await catalogue.menu('common.nav_plan').click();
    await expect(plan.heading).toHaveText(plan.say('plan.heading'));
    await plan.live();
    await plan.recalculate();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
    for (const [name, value] of Object.entries({ lang, currency: 'CNY', theme: 'dark' })) await plan.expectParam(name, value);
    await expect(plan.answer.getByText('¥').first()).toBeVisible();

    // The filter keeps them too.
    await plan.menu('common.nav_prices').click();
    await catalogue.live();
    await catalogue.search('4090');
    await catalogue.expectParam('q', '4090');
    for (const [name, value] of Object.entries({ lang, currency: 'CNY', theme: 'dark' })) await catalogue.expectParam(name, value);
  });

  test('a chosen language and theme are there at the next visit', async ({ page, catalogue }) => {
    const tag = lang === 'zh' ? 'en' : 'zh-CN';
    await catalogue.open();
    await catalogue.link(lang === 'zh' ? 'English' : '中文').click();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await page.goto('/plan');
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
  });

  test('the system decides between light and dark until the visitor does', async ({ page, catalogue }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await catalogue.open();
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await background();
    expect(dark).not.toBe(light);
    await catalogue.open('?theme=light');
    expect(await background()).toBe(light);
  });

  test('what cannot be read is named, and the page works', async ({ catalogue, plan }) => {
    await catalogue.open('?colour=red&vram_min=lots&gpu=rtx-4090');
    await expect(catalogue.notice).toContainText(catalogue.say('common.notice_unknown_param', { param: 'colour' }));
    await expect(catalogue.notice).toContainText(catalogue.say('common.notice_not_a_number', { param: 'vram_min', value: 'lots' }));
    await catalogue.expectOnly(/RTX 4090/);
    await catalogue.search('AutoDL');
    await catalogue.expectOnly(/RTX 4090/);

    await plan.open('?week=1-9.nonsense&gpu=no-such-card');
    await expect(plan.notice).toContainText(plan.say('common.notice_not_found', { param: 'gpu', value: 'no-such-card' }));
    await expect(plan.notice).toContainText('week');
    await expect(plan.ranked.first()).toBeVisible();
  });

  test('an address without a page says so and leads on', async ({ page, catalogue, plan, quiet }) => {
    quiet.allow(/status of 404/);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(catalogue.heading).toHaveText(catalogue.say('common.error_404_title'));
    await catalogue.link(catalogue.say('common.back_plan')).click();
    await expect(plan.heading).toHaveText(plan.say('plan.heading'));
    await page.goBack();
    await catalogue.link(catalogue.say('common.back_prices')).click();
    await expect(catalogue.rows.first()).toBeVisible();
  });
});

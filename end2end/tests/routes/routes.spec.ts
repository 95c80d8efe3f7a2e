// Each page at a desk's and a phone's width, light and dark, in both languages: audit, console, width, head.
import { expectAccessible } from '../../fixtures/a11y';
import { expectFixedClock } from '../../fixtures/clock';
import { ROUTES, THEMES, WIDTHS, withParams } from '../../fixtures/routes';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { TAGS } from '../../fixtures/words';

/** The audit is slow on long tables: each width has it in each theme, and each language in each theme at one width. */
const audited = (width: number, theme: string, lang: string) => (width > 500) === ((theme === 'light') === (lang === 'zh'));

for (const route of ROUTES) {
  for (const width of route.width ? [route.width] : WIDTHS) {
    inBothLanguages((lang) => {
      test(`${route.name} at ${width} @with-script`, async ({ page, quiet, signIn }) => {
        if (route.editor) await signIn();
        if (route.status) quiet.allow(/status of 404/);
        await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
        for (const theme of THEMES) {
          await test.step(theme, async () => {
            const answer = await page.goto(withParams(route.path(), { lang, theme }));
            expect(answer?.status()).toBe(route.status ?? 200);
            expect(answer?.request().redirectedFrom(), 'no way round').toBeNull();
            const html = page.locator('html');
            await expect(html).toHaveAttribute('lang', TAGS[lang]);
            await expect(html).toHaveAttribute('data-theme', theme);
            await expect(page).toHaveTitle(/^\S.* · Zuka 租卡$/);
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
            await expectFixedClock(page);
            if (route.islands) await expect(html).toHaveAttribute('data-hydrated', /\d/);
            const overflow = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
            expect(overflow, 'pixels beyond the width').toBeLessThanOrEqual(0);
            if (audited(width, theme, lang)) await expectAccessible(page);
          });
        }
      });
    });
  }
}

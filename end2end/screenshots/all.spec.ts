import { ROUTES, THEMES, WIDTHS, withParams } from '../fixtures/routes';
import { expect, inBothLanguages, test } from '../fixtures/test';

for (const route of ROUTES) {
  inBothLanguages((lang) => {
    test(`pictures of ${route.name}`, async ({ page, quiet, signIn }) => {
      if (route.editor) await signIn();
      if (route.status) quiet.allow(/status of 4\d\d/);
      for (const width of route.width ? [route.width] : WIDTHS) {
        for (const theme of THEMES) {
          await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
          await page.goto(withParams(route.path(), { lang, theme }));
          if (route.islands) await expect(page.locator('html')).toHaveAttribute('data-hydrated', /\d/);
          await page.evaluate(() => document.fonts.ready);
          // A window as tall as the page, else what sticks to its foot stands in the middle of the picture.
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height });
          await page.screenshot({
            path: `screens/${route.name}-${lang}-${theme}-${width}.png`,
            fullPage: true,
            animations: 'disabled',
          });
        }
      }
    });
  });
}

// What all pages share: the way in, the words, the frame around the page.
import { expect, type Page } from '@playwright/test';
import { say, type Lang } from '../fixtures/words';

export class SitePage {
  constructor(
    readonly page: Page,
    readonly lang: Lang,
    readonly script: boolean,
  ) {}

  /** A text of the product in the page's language. */
  say(key: string, values: Record<string, string | number> = {}): string {
    return say(this.lang, key, values);
  }

  // find

  get heading() {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** The part that a form changes. */
  get answer() {
    return this.page.locator('#out');
  }

  /** What of the address could not be read. */
  get notice() {
    return this.page.getByRole('status').filter({ hasText: this.say('common.notice_title') });
  }

  /** A link of the header or the footer. */
  link(name: string | RegExp) {
    return this.page.getByRole('link', { name, exact: typeof name === 'string' });
  }

  /** An entry of the main navigation. */
  menu(key: string) {
    return this.page.getByRole('navigation', { name: this.say('common.main_nav') }).getByRole('link', { name: this.say(key) });
  }

  /** A parameter of the address as it stands. */
  param(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name);
  }

  // act

  async go(path: string, islands: boolean) {
    await this.page.goto(path);
    if (islands) await this.live();
  }

  /** Waits until the islands answer; without script there is nothing to wait for. */
  async live() {
    if (this.script) await expect(this.page.locator('html')).toHaveAttribute('data-hydrated', /\d/);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: ReturnType<Page['locator']>, most = 80) {
    for (let presses = 0; presses < most; presses += 1) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${target} cannot be reached with ${most} presses of Tab`);
  }

  // check

  async expectParam(name: string, value: string | RegExp | null) {
    const shown = expect.poll(() => this.param(name), { message: `${name} in the address` });
    if (value instanceof RegExp) await shown.toMatch(value);
    else await shown.toBe(value);
  }
}

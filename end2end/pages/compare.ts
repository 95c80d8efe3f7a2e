// `/plan/compare`: two plans side by side.
import { expect } from '@playwright/test';
import { SitePage } from './site';

type Which = 'a' | 'b';

export class ComparePage extends SitePage {
  // find

  /** The field of one plan's link. */
  field(which: Which) {
    return this.page.getByRole('textbox', { name: this.say(`compare.plan_${which}`), exact: true });
  }

  private get button() {
    return this.page.getByRole('button', { name: this.say('compare.compare'), exact: true });
  }

  private get figures() {
    return this.page.getByRole('main').locator('[data-total]');
  }

  /** Which one is cheaper, in words. */
  get verdict() {
    return this.page.locator('.verdict p.b');
  }

  /** A row of what differs or is the same. */
  row(key: string) {
    return this.page.locator(`[data-row="${key}"]`);
  }

  /** Both totals, as numbers in text. */
  async totals(): Promise<string[]> {
    return this.figures.evaluateAll((all) => all.map((one) => one.getAttribute('data-total') ?? ''));
  }

  // act

  async open(query = '') {
    await this.go(`/plan/compare${query}`, true);
  }

  async compare(links: Partial<Record<Which, string>>) {
    if (links.a !== undefined) await this.field('a').fill(links.a);
    if (links.b !== undefined) await this.field('b').fill(links.b);
    await this.button.click();
  }

  // check

  async expectHere() {
    await expect(this.heading).toHaveText(this.say('compare.title'));
  }
}

// `/gpus/{slug}`: one card, its prices, what runs on it, its figures.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class CardsPage extends SitePage {
  // find

  /** A panel by its text's key. */
  panel(key: string) {
    return this.page.locator('section.panel').filter({ has: this.page.getByRole('heading', { level: 2, name: this.say(key), exact: true }) });
  }

  /** Offers of a kind of price. */
  kind(word: string) {
    return this.page.locator(`tbody[data-kind="${word}"] tr[data-offer]`);
  }

  /** Jobs with a verdict. */
  jobs(verdict: string) {
    return this.panel('card.jobs').locator(`tr[data-verdict="${verdict}"]`);
  }

  // act

  async open(slug: string, query = '') {
    await this.go(`/gpus/${slug}${query}`, true);
  }

  /** Opens the folded part under a panel's chart. */
  async unfold(key: string, summary: string) {
    await this.panel(key).getByText(this.say(summary), { exact: true }).click();
  }

  // check

  /** The drawing that fits the width is seen, and it says what it shows. */
  async expectChart(key: string) {
    const drawings = this.panel(key).locator('svg.ch');
    await expect(drawings).toHaveCount(2);
    const seen = drawings.and(this.page.locator(':visible'));
    await expect(seen).toHaveCount(1);
    await expect(seen).toHaveAttribute('aria-label', /\S{2}/);
  }
}

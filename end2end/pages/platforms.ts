// `/platforms` and `/platforms/{slug}`: rules in one table, and one platform's answers.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class PlatformsPage extends SitePage {
  // find

  get table() {
    return this.page.getByRole('region', { name: this.say('platforms.table') });
  }

  get rows() {
    return this.page.locator('tr[data-platform]');
  }

  row(slug: string) {
    return this.page.locator(`tr[data-platform="${slug}"]`);
  }

  /** One answer of a row. */
  answer_of(slug: string, policy: string) {
    return this.row(slug).locator(`[data-policy="${policy}"]`);
  }

  field(key: string) {
    return this.page.getByLabel(this.say(key), { exact: true });
  }

  question(number: number) {
    return this.page.locator(`#q${number}`);
  }

  /** The link to report one fact. */
  wrong(fact: string) {
    return this.page.locator(`tr[data-fact="${fact}"] a.wrong`);
  }

  // act

  async open(path = '') {
    await this.go(`/platforms${path}`, path.startsWith('/'));
  }

  async apply() {
    await this.page.getByRole('button', { name: this.say('catalogue.apply') }).click();
  }

  async sortBy(key: string) {
    await this.table.getByRole('columnheader', { name: this.say(key) }).getByRole('link').click();
  }

  // check

  /** The figures of a column, top to bottom; `null` = unknown. */
  async figures(policy: string): Promise<(number | null)[]> {
    const texts = await this.page.locator(`td[data-policy="${policy}"]`).allInnerTexts();
    return texts.map((text) => (/^\d/.test(text.trim()) ? Number.parseFloat(text) : null));
  }

  async expectShown(count: number) {
    await expect(this.rows).toHaveCount(count);
  }
}

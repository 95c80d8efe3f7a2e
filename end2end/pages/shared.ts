// `/p/{slug}`: a saved answer.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class SharedPage extends SitePage {
  // find

  private get figure() {
    return this.page.getByRole('main').locator('[data-total]');
  }

  get withTodaysPrices() {
    return this.link(this.say('plan.with_today'));
  }

  get copyButton() {
    return this.page.getByRole('button', { name: this.say('plan.copy_link') });
  }

  get ranked() {
    return this.page.getByRole('region', { name: this.say('plan.ranking') }).locator('tr[data-offer]');
  }

  /** The total as it was saved. */
  async total(): Promise<string> {
    return (await this.figure.getAttribute('data-total')) ?? '';
  }

  // act

  async open(path: string) {
    await this.go(path, true);
  }

  // check

  async expectHere() {
    await expect(this.page).toHaveURL(/\/p\/[a-z0-9]{10}(\?|$)/);
    await expect(this.page.getByText(this.say('plan.frozen'))).toBeVisible();
  }

  async expectTotal(total: string) {
    await expect(this.figure).toHaveAttribute('data-total', total);
  }
}

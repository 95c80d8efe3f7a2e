// `/compare`: offers or platforms against a baseline.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class AgainstPage extends SitePage {
  // find

  get columns() {
    return this.page.locator('th[data-column]');
  }

  column(id: string) {
    return this.page.locator(`th[data-column="${id}"]`);
  }

  figure(key: string) {
    return this.page.locator(`tr[data-figure="${key}"]`);
  }

  get figures() {
    return this.page.locator('tr[data-figure]');
  }

  // act

  async open(query = '') {
    await this.go(`/compare${query}`, true);
  }

  async makeBase(id: string) {
    await this.column(id).getByRole('link', { name: this.say('against.make_base_named', { name: await this.nameOf(id) }) }).click();
  }

  async remove(id: string) {
    await this.column(id).getByRole('link', { name: this.say('against.remove_named', { name: await this.nameOf(id) }) }).click();
  }

  private async nameOf(id: string) {
    return (await this.column(id).locator('a.b').innerText()).trim();
  }

  // check

  async expectColumns(ids: string[]) {
    await expect(this.columns).toHaveCount(ids.length);
    const shown = await this.columns.evaluateAll((all) => all.map((one) => one.getAttribute('data-column')));
    expect(shown).toEqual(ids);
  }

  async expectBase(id: string) {
    await expect(this.page.locator('th[data-base]')).toHaveAttribute('data-column', id);
  }
}

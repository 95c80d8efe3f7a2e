// `/guides`: checklists whose ticks stand in the address.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class GuidesPage extends SitePage {
  // find

  /** One check of a list. */
  item(id: string) {
    return this.page.locator(`[data-item="${id}"]`);
  }

  box(id: string) {
    return this.item(id).getByRole('checkbox');
  }

  /** "3 of 8" beside the heading. */
  get progress() {
    return this.page.locator('.head [data-progress]');
  }

  /** The same of any list, beside its name. */
  progressOf(list: string) {
    return this.page.locator(`.guide-lists [data-progress="${list}"]`);
  }

  get keep() {
    return this.page.getByRole('button', { name: this.say('guide.keep') });
  }

  // act

  async open(list = '', query = '') {
    await this.page.goto(`/guides${list && `/${list}`}${query}`);
    await this.live();
  }

  /** Ticks, and keeps it: script does so at once, without it a button does. */
  async tick(...ids: string[]) {
    for (const id of ids) await this.box(id).check();
    if (!this.script) await this.keep.click();
  }

  // check

  async expectTicked(...ids: string[]) {
    const boxes = this.page.locator('.guide-form input[type=checkbox]:checked');
    await expect(boxes).toHaveCount(ids.length);
    for (const id of ids) await expect(this.box(id)).toBeChecked();
  }
}

// `/login`, `/admin`: sign in, find an offer, change it.
import { expect } from '@playwright/test';
import { EDITOR } from '../fixtures/editors';
import { pattern } from '../fixtures/words';
import { SitePage } from './site';

export class AdminPage extends SitePage {
  // find

  get nameField() {
    return this.page.getByRole('textbox', { name: this.say('admin.name'), exact: true });
  }

  get passwordField() {
    return this.page.getByLabel(this.say('admin.password'), { exact: true });
  }

  get price() {
    return this.page.getByRole('textbox', { name: this.say('admin.l_price'), exact: true });
  }

  get source() {
    return this.page.getByRole('textbox', { name: this.say('admin.l_source_url') });
  }

  get day() {
    return this.page.getByLabel(this.say('admin.l_source_date'));
  }

  get alert() {
    return this.page.getByRole('alert');
  }

  get publicPage() {
    return this.link(this.say('admin.public_page'));
  }

  get offers() {
    return this.page.getByRole('region', { name: this.say('admin.table') }).locator('tr[data-offer]');
  }

  // act

  async signIn(name = EDITOR.name, password = EDITOR.password) {
    await this.nameField.fill(name);
    await this.passwordField.fill(password);
    await this.page.getByRole('button', { name: this.say('admin.sign_in') }).click();
  }

  async find(text: string) {
    await this.page.getByRole('searchbox', { name: this.say('admin.search') }).fill(text);
    await this.page.getByRole('button', { name: this.say('admin.find') }).click();
  }

  /** Leads to the form of the offer with this number. */
  async edit(offer: string) {
    await this.page.locator(`tr[data-offer="${offer}"]`).getByRole('rowheader').getByRole('link').click();
    await expect(this.price).toBeVisible();
  }

  /** Fills in a price, with where and when it was seen. */
  async fillPrice(price: string, source: string, day: string) {
    await this.price.fill(price);
    await this.source.fill(source);
    await this.day.fill(day);
  }

  async save() {
    await this.page.getByRole('button', { name: this.say('admin.save') }).click();
  }

  async signOut() {
    await this.page.getByRole('button', { name: this.say('admin.sign_out'), exact: true }).click();
  }

  // check

  async expectSaved() {
    await expect(this.page.getByRole('status')).toHaveText(pattern(this.lang, 'admin.saved'));
  }
}

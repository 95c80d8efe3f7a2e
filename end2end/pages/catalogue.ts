// `/`: the filter form, the rows that answer it, the way out of an empty answer.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class CataloguePage extends SitePage {
  // find

  get form() {
    return this.page.getByRole('form', { name: this.say('catalogue.filters') });
  }

  get searchField() {
    return this.form.getByRole('searchbox', { name: this.say('catalogue.search_label') });
  }

  get applyButton() {
    return this.form.getByRole('button', { name: this.say('catalogue.apply') });
  }

  get priceLimit() {
    return this.form.getByRole('textbox', { name: this.say('catalogue.f_price_max') });
  }

  /** A card of the form, by its name in front of its count. */
  card(name: string) {
    return this.form.getByRole('checkbox', { name: new RegExp(`^${name} \\d+$`) });
  }

  condition(key: string) {
    return this.form.getByRole('checkbox', { name: this.say(key) });
  }

  get table() {
    return this.answer.getByRole('region', { name: this.say('catalogue.table') });
  }

  /** The offers, without headings of cards. */
  get rows() {
    return this.answer.locator('tr[data-offer]');
  }

  /** Headings of cards. */
  get groups() {
    return this.answer.getByRole('rowheader').filter({ has: this.page.locator('.gl') });
  }

  get chips() {
    return this.answer.locator('.chips').getByRole('link');
  }

  get emptyHeading() {
    return this.answer.getByRole('heading', { level: 2 });
  }

  /** The offer that a row shows, by its number. */
  row(offer: string) {
    return this.answer.locator(`tr[data-offer="${offer}"]`);
  }

  /** The tick of an offer that takes it into a comparison. */
  tickOf(offer: string) {
    return this.row(offer).getByRole('checkbox');
  }

  get compareButton() {
    return this.answer.locator('#compare').getByRole('button');
  }

  /** A fold above the table, by the words on it. */
  fold(name: string) {
    return this.answer.locator('details.pop').filter({ has: this.page.locator('summary', { hasText: name }) });
  }

  /** The head of a column, by its name. */
  column(key: string) {
    return this.answer.getByRole('columnheader').filter({ hasText: this.say(key) });
  }

  /** Numbers of the offers as they stand, `most` of them. */
  async offers(most: number): Promise<string[]> {
    const numbers = await this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-offer') ?? ''));
    return numbers.slice(0, most);
  }

  /** How many offers the heading counts. */
  async total(): Promise<number> {
    return Number(await this.answer.locator('[data-total]').getAttribute('data-total'));
  }

  /** The price per GPU-hour that an offer's row shows, in the page's currency. */
  async priceOf(offer: string): Promise<number> {
    const text = await this.row(offer).locator('.price').textContent();
    return Number((text ?? '').replace(/[^\d.]/g, ''));
  }

  // act

  async open(query = '') {
    await this.go(`/${query}`, true);
  }

  /** Without script a condition counts when it is applied; with script the answer comes in two steps. */
  private async apply() {
    if (this.script) await this.expectWhole();
    else await this.applyButton.click();
  }

  async search(text: string) {
    await this.searchField.fill(text);
    await this.apply();
  }

  async tick(card: string) {
    await this.card(card).check();
    await this.apply();
  }

  async untick(card: string) {
    await this.card(card).uncheck();
    await this.apply();
  }

  /** On a phone the form is a sheet of its own. */
  async openSheet() {
    await this.page.getByRole('link', { name: new RegExp(`^${this.say('catalogue.filters')}( \\d+)?$`) }).click();
    await expect(this.searchField).toBeVisible();
  }

  async closeSheet() {
    await this.page.getByRole('link', { name: this.say('common.close') }).click();
  }

  // check

  /** The answer is all there, not only the rows in view. */
  async expectWhole() {
    await expect(this.answer).not.toHaveAttribute('aria-busy');
  }

  /** Every group of rows is of such a card; the page counts `total` where one is given. */
  async expectOnly(card: RegExp, total?: number) {
    await expect(this.groups.filter({ hasNotText: card })).toHaveCount(0);
    await expect(this.groups.filter({ hasText: card })).not.toHaveCount(0);
    await expect(this.rows.first()).toBeVisible();
    if (total !== undefined) await this.expectTotal(total);
  }

  async expectTotal(total: number) {
    await expect(this.answer.locator('[data-total]')).toHaveAttribute('data-total', String(total));
  }
}

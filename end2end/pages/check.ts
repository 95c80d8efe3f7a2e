// `/check`: the stack, the verdict, what a machine printed.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class CheckPage extends SitePage {
  // find

  private get form() {
    return this.page.getByRole('form', { name: this.say('check.form') });
  }

  /** A field by its text's key. */
  field(key: string) {
    return this.form.getByLabel(this.say(key), { exact: true });
  }

  /** The whole verdict. */
  get verdict() {
    return this.answer.locator('[data-verdict]').first();
  }

  get command() {
    return this.answer.locator('[data-command]');
  }

  /** A row of what was found in a pasted text. */
  found(field: string) {
    return this.answer.locator(`[data-found="${field}"]`).first();
  }

  preset(name: RegExp) {
    return this.page.getByRole('navigation', { name: this.say('check.presets') }).getByRole('link', { name });
  }

  // act

  async open(query = '') {
    await this.go(`/check${query}`, true);
  }

  async type(key: string, value: string) {
    await this.field(key).fill(value);
  }

  /** Without script the form has to be sent. */
  async send() {
    if (!this.script) await this.form.getByRole('button', { name: this.say('check.ask') }).click();
  }

  async paste(text: string) {
    await this.page.getByLabel(this.say('check.paste_label'), { exact: true }).fill(text);
    await this.page.getByRole('button', { name: this.say('check.paste_send') }).click();
    await this.live();
  }

  // check

  async expectVerdict(verdict: 'ok' | 'warn' | 'fail' | 'unknown' | 'refused') {
    await expect(this.verdict).toHaveAttribute('data-verdict', verdict);
  }
}

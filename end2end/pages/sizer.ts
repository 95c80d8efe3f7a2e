// `/size`: the job, the memory it needs, the cards that hold it, what they cost.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class SizerPage extends SitePage {
  // find

  private get form() {
    return this.page.getByRole('form', { name: this.say('sizer.form') });
  }

  private get figure() {
    return this.answer.locator('[data-mid]');
  }

  /** A field by its text's key. */
  field(key: string) {
    // The fields of other tasks are there, out of sight.
    return this.form.getByLabel(this.say(key), { exact: true }).and(this.page.locator(':visible'));
  }

  /** Where a beginner starts. */
  goal(key: string) {
    return this.page.getByRole('navigation', { name: this.say('sizer.goals') }).getByRole('link', { name: this.say(key) });
  }

  /** Cards of so many GB. */
  size(gib: number) {
    return this.answer.locator(`tr[data-gib="${gib}"]`);
  }

  /** Cards with their cheapest offers. */
  get costs() {
    return this.answer.locator('tr[data-gpu]');
  }

  // act

  async open(query = '') {
    await this.go(`/size${query}`, true);
  }

  async choose(task: 'inference' | 'train' | 'pictures' | 'picture_lora') {
    // The button is drawn by its label; the radio itself is out of sight.
    await this.form.getByText(this.say(`sizer.t_${task}`), { exact: true }).click();
  }

  /** Without script the form has to be sent. */
  async send() {
    if (!this.script) await this.form.getByRole('button', { name: this.say('sizer.estimate') }).click();
  }

  async type(key: string, value: string) {
    await this.field(key).fill(value);
    await this.send();
  }

  async paste(text: string) {
    await this.page.getByRole('textbox', { name: 'config.json' }).fill(text);
    await this.page.getByRole('button', { name: this.say('sizer.paste_send') }).click();
  }

  // check

  /** The estimate, GB, once it lies between two figures. */
  async expectBetween(low: number, high: number) {
    const mid = async () => Number(await this.figure.getAttribute('data-mid'));
    await expect.poll(mid, { message: `between ${low} and ${high} GB` }).toBeGreaterThan(low);
    await expect.poll(mid, { message: `between ${low} and ${high} GB` }).toBeLessThan(high);
  }

  async expectVerdict(gib: number, verdict: 'fits' | 'tight' | 'no') {
    await expect(this.size(gib)).toHaveAttribute('data-verdict', verdict);
  }
}

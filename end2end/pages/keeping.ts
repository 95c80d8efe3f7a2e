// `/admin/platforms/{slug}` and `/admin/offers/{id}`: rules with their evidence, two editors at one form, new
// platforms, models.
import { expect } from '@playwright/test';
import { AdminPage } from './admin';

/** How an editor learnt a fact, as the form names it. */
export type Learnt = 'docs' | 'tested' | 'support';

export class KeepingPage extends AdminPage {
  // find

  /** One rule of the form: its value and its folded evidence. */
  rule(fact: string) {
    return this.page.locator(`.fact-rule[data-fact="${fact}"]`);
  }

  /** One rule as the public page tells it. */
  told(fact: string) {
    return this.page.locator(`tr[data-fact="${fact}"]`);
  }

  /** A thing that renters ask before they pay. */
  asked(fact: string) {
    return this.page.locator(`[data-asked="${fact}"]`);
  }

  /** A field of a form by the name that its label has. */
  field(label: string) {
    return this.page.getByLabel(this.say(label), { exact: true });
  }

  // act

  /** Sends the form of something new. */
  async create() {
    await this.page.getByRole('button', { name: this.say('keep.create'), exact: true }).click();
  }

  async openPlatform(slug: string) {
    await this.page.goto(`/admin/platforms/${slug}`);
  }

  /** Opens the evidence of a rule, if it is folded. */
  async unfold(fact: string) {
    const fold = this.rule(fact).locator('details');
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
    await expect(fold.getByLabel(this.say('keep.l_learnt'))).toBeVisible();
  }

  async answer(fact: string, value: 'common.yes' | 'common.partly' | 'common.no' | 'common.unknown') {
    await this.rule(fact).getByText(this.say(value), { exact: true }).click();
  }

  async prove(fact: string, learnt: Learnt, url: string, day: string, quote: string) {
    await this.unfold(fact);
    const rule = this.rule(fact);
    await rule.getByLabel(this.say('keep.l_learnt')).selectOption(learnt);
    await rule.getByLabel(this.say('admin.l_source_url')).fill(url);
    await rule.getByLabel(this.say('admin.l_source_date')).fill(day);
    await rule.getByLabel(this.say('keep.l_quote')).fill(quote);
  }
}

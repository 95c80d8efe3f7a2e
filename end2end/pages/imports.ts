// `/admin/import`, `/admin/revisions`: a file that is looked at, applied and taken back.
import { expect } from '@playwright/test';
import { pattern } from '../fixtures/words';
import { SitePage } from './site';

export class ImportPage extends SitePage {
  // find

  get file() {
    return this.page.getByLabel(this.say('keeping.l_file'), { exact: true });
  }

  get rows() {
    return this.page.locator('tr[data-row]');
  }

  get rejected() {
    return this.page.locator('tr[data-refused]');
  }

  row(text: string) {
    return this.rows.filter({ hasText: text });
  }

  get alert() {
    return this.page.getByRole('alert');
  }

  // act

  /** Sends a file of this text and waits for the look at it. */
  async look(name: string, text: string) {
    await this.file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await this.page.getByRole('button', { name: this.say('keeping.look') }).click();
  }

  async apply() {
    await this.page.getByRole('button', { name: this.say('keeping.apply') }).click();
  }

  async undo() {
    await this.page.getByRole('button', { name: this.say('keeping.undo') }).click();
  }

  async accept(report: string) {
    await this.page.locator(`[data-report="${report}"]`).getByRole('button', { name: `${this.say('keeping.accept')} ${report}`, exact: true }).click();
  }

  // check

  async expectApplied() {
    await expect(this.page.getByRole('status')).toHaveText(pattern(this.lang, 'keeping.applied'));
  }

  async expectUndone() {
    await expect(this.page.getByRole('status')).toHaveText(pattern(this.lang, 'keeping.undone'));
  }
}

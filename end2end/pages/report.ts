// `/report`: what a visitor says is wrong.
import { expect } from '@playwright/test';
import { SitePage } from './site';

export class ReportPage extends SitePage {
  // find

  field(key: 'about' | 'value' | 'evidence' | 'seen_on' | 'remark') {
    return this.page.locator(`#${key}`);
  }

  get shown() {
    return this.page.locator('dl.shown');
  }

  get thanks() {
    return this.page.locator('[role="status"][data-report]');
  }

  // act

  async send() {
    await this.page.getByRole('button', { name: this.say('report.send') }).click();
  }

  // check

  async expectFault(key: 'about' | 'value' | 'evidence' | 'seen_on' | 'remark') {
    await expect(this.field(key)).toHaveAttribute('aria-invalid', 'true');
    await expect(this.field(key)).toHaveAccessibleDescription(/\S/);
  }
}

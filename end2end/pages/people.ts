// `/admin/people`, `/invite/…`, `/admin/account`, `/login/code`: people and their accounts.
import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { NOW } from '../fixtures/site.mjs';
import { SitePage } from './site';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of RFC 6238 for the half minute that lies `shift` from the server's fixed clock. */
export function totp(secret: string, shift: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.parse(NOW) / 30_000) + shift));
  const mac = createHmac('sha1', key).update(step).digest();
  const at = mac[19] & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export class PeoplePage extends SitePage {
  // find

  private button(key: string, values: Record<string, string> = {}) {
    return this.page.getByRole('button', { name: this.say(`people.${key}`, values), exact: true });
  }

  field(key: string) {
    return this.page.getByLabel(this.say(key), { exact: true });
  }

  row(name: string) {
    return this.page.locator(`tr[data-person="${name}"]`);
  }

  get status() {
    return this.page.getByRole('status');
  }

  /** An entry of the navigation of editors. */
  entry(key: string) {
    return this.page.getByRole('navigation', { name: this.say('people.nav') }).getByRole('link', { name: this.say(`people.${key}`), exact: true });
  }

  private part(key: string) {
    return this.page.locator('section.panel').filter({ has: this.page.getByRole('heading', { name: this.say(key), exact: true }) });
  }

  // act

  /** Makes an invitation; its link. */
  async invite(remark: string): Promise<string> {
    await this.field('people.remark').fill(remark);
    await this.button('make_link').click();
    const link = this.field('people.link');
    await expect(link).toHaveValue(/\/invite\/[0-9a-f]{64}$/);
    return link.inputValue();
  }

  async join(name: string, password: string) {
    await this.field('admin.name').fill(name);
    await this.field('admin.password').fill(password);
    await this.field('people.again').fill(password);
    await this.button('join').click();
  }

  /** Turns two-step sign-in on; the secret and the recovery codes. */
  async turnOn(password: string): Promise<{ secret: string; codes: string[] }> {
    await this.part('people.factor').getByLabel(this.say('people.old'), { exact: true }).fill(password);
    await this.button('set_up').click();
    await expect(this.page.getByRole('img', { name: this.say('people.qr') })).toBeVisible();
    const secret = (await this.page.locator('[data-secret]').getAttribute('data-secret')) ?? '';
    await this.field('people.code').fill(totp(secret, -1));
    await this.button('turn_on').click();
    await expect(this.page.locator('.codes code')).toHaveCount(10);
    return { secret, codes: await this.page.locator('.codes code').allTextContents() };
  }

  async enterCode(code: string) {
    await this.field('people.code').fill(code);
    await this.page.getByRole('button', { name: this.say('admin.sign_in') }).click();
  }

  async changePassword(old: string, password: string) {
    const part = this.part('admin.password');
    await part.getByLabel(this.say('people.old'), { exact: true }).fill(old);
    await part.getByLabel(this.say('people.new_password'), { exact: true }).fill(password);
    await part.getByLabel(this.say('people.again'), { exact: true }).fill(password);
    await this.button('change_password').click();
  }

  async signOutEverywhere() {
    await this.button('everywhere').click();
  }
}

// An admin invites an editor, who joins, protects the account, and can end every session.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { AdminPage } from '../../pages/admin';
import { PeoplePage, totp } from '../../pages/people';

test.use({ baseURL: ({ ownSite }, use) => use(ownSite) });

const PASSWORD = 'wang joins with this';
const ANOTHER = 'and later has another';

inBothLanguages((lang) => {
  test('an invited editor joins, turns two-step sign-in on, and signs out everywhere', async ({ page, admin, browser, script, quiet }) => {
    quiet.allow(/status of (404|422)/);
    const name = `wang-${lang}-${script ? 'js' : 'plain'}`;
    // The audit is a script in the page.
    const audit = async (shown: Page) => script && expectAccessible(shown);
    const mine = new PeoplePage(page, lang, script);
    await page.goto('/admin');
    await admin.signIn();
    await mine.entry('nav_people').click();
    const link = await mine.invite(`for ${name}`);
    await audit(page);

    // In another browser: the link, a name and a password of their own.
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: lang === 'zh' ? 'zh-CN' : 'en', javaScriptEnabled: script });
    const other = await context.newPage();
    const theirs = new PeoplePage(other, lang, script);
    const their = new AdminPage(other, lang, script);
    await other.goto(link);
    await audit(other);
    await theirs.join(name, PASSWORD);
    await expect(theirs.status).toContainText(theirs.say('people.said_joined'));
    await expect(theirs.entry('nav_people')).toHaveCount(0);
    const { secret, codes } = await theirs.turnOn(PASSWORD);
    expect(new Set(codes).size).toBe(10);
    await audit(other);

    // Out, and in again with the code of the app.
    await their.signOut();
    await their.signIn(name, PASSWORD);
    await audit(other);
    await theirs.enterCode('000000');
    await expect(their.alert).toContainText(theirs.say('people.step_failed'));
    await theirs.enterCode(totp(secret, 0));
    await expect(their.offers.first()).toBeVisible();

    // Another password keeps this session; signing out everywhere ends it.
    await theirs.entry('nav_account').click();
    await theirs.changePassword(PASSWORD, ANOTHER);
    await expect(theirs.status).toContainText(theirs.say('people.said_password'));
    await theirs.signOutEverywhere();
    await expect(theirs.status).toContainText(theirs.say('admin.signed_out'));
    await their.signIn(name, ANOTHER);
    await theirs.enterCode(codes[0]);
    await expect(their.offers.first()).toBeVisible();
    await context.close();

    // The admin sees them, and the link is used up.
    await mine.entry('nav_people').click();
    await expect(mine.row(name)).toContainText(mine.say('people.on'));
    await page.goto(link);
    await expect(mine.heading).toHaveText(mine.say('people.worthless_title'));
    await page.goto('/admin/audit');
    await expect(page.getByRole('row').filter({ hasText: mine.say('people.d_on') }).filter({ hasText: name })).toHaveCount(1);
    await audit(page);
  });
});

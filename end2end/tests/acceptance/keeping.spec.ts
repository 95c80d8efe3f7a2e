// Keeping the data true: a rule with its evidence reaches the public page, and nobody's typing is lost.
import { TODAY } from '../../fixtures/clock';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { pattern } from '../../fixtures/words';
import { KeepingPage } from '../../pages/keeping';

test.use({ baseURL: ({ ownSite }, use) => use(ownSite) });

const DOCS = 'https://docs.example.com/nvlink';

inBothLanguages((lang) => {
  test('a rule that an editor learnt is public with its evidence', async ({ page, script, quiet }) => {
    quiet.allow(/status of 422/);
    const keeping = new KeepingPage(page, lang, script);
    const quote = `PIX ${lang} ${script}`;
    await keeping.openPlatform('autodl');
    await keeping.signIn();

    // A value alone is not enough: what is missing is said beside it, and the value stays.
    await keeping.answer('invoice', 'common.yes');
    await keeping.save();
    await expect(keeping.alert).toContainText(keeping.say('keep.n_invoice'));
    await expect(keeping.rule('invoice').getByLabel(keeping.say('common.yes'), { exact: true })).toBeChecked();
    await keeping.prove('invoice', 'docs', DOCS, TODAY, quote);
    await keeping.save();
    await keeping.expectSaved();

    await keeping.publicPage.click();
    const told = keeping.told('invoice');
    await expect(told).toContainText(keeping.say('common.yes'));
    await expect(told).toContainText(keeping.say('keep.learnt_docs'));
    await expect(told).toContainText(quote);
    await expect(told.locator(`a[href="${DOCS}"]`)).toBeVisible();
    await expect(keeping.asked('invoice')).toContainText(keeping.say('keep.learnt_docs'));

    // Back to unknown: the public page has the question to send again.
    await page.goBack();
    await keeping.answer('invoice', 'common.unknown');
    await keeping.prove('invoice', 'docs', '', TODAY, `${quote} no more`);
    await keeping.save();
    await keeping.expectSaved();
    await keeping.publicPage.click();
    await expect(keeping.asked('invoice')).toContainText(keeping.say('common.unknown'));
    await keeping.asked('invoice').locator('summary').click();
    await expect(keeping.asked('invoice')).toContainText(keeping.say('keep.ask_invoice'));
  });

  test('of two editors at one offer the second sees the first and loses nothing', async ({ page, script, quiet, browser, locale, baseURL }) => {
    quiet.allow(/status of 409/);
    const context = await browser.newContext({ locale, baseURL, javaScriptEnabled: script });
    const first = new KeepingPage(await context.newPage(), lang, script);
    const second = new KeepingPage(page, lang, script);

    await page.goto('/admin');
    await second.signIn();
    await second.find('autodl');
    const offer = (await second.offers.first().getAttribute('data-offer')) ?? '';
    await second.edit(offer);
    const price = Number(await second.price.inputValue());
    const mine = (price * 1.04).toFixed(4);
    const theirs = (price * 1.02).toFixed(4);

    await first.page.goto(`/admin/offers/${offer}`);
    await first.signIn();
    await first.fillPrice(theirs, 'https://prices.example.com/first', TODAY);
    await first.save();
    await first.expectSaved();

    const source = 'https://prices.example.com/second';
    await second.fillPrice(mine, source, TODAY);
    await second.save();
    await expect(second.alert).toContainText(second.say('admin.conflict_title'));
    await expect(second.price).toHaveValue(mine);
    await expect(second.source).toHaveValue(source);
    await expect(second.price).toHaveAccessibleDescription(new RegExp(String(Number(theirs))));

    // Having seen it, the second may still save.
    await second.save();
    await second.expectSaved();
    expect(Number(await second.price.inputValue())).toBe(Number(mine));
    await context.close();
  });

  test('a platform that nobody listed is there with its evidence, and its rules can be added', async ({ page, script, quiet }) => {
    quiet.allow(/status of 422/);
    const keeping = new KeepingPage(page, lang, script);
    const slug = `made-${lang}-${script ? 'on' : 'off'}-${Date.now().toString(36)}`;
    await page.goto('/admin/platforms');
    await keeping.signIn();
    await keeping.link(keeping.say('editing.platform_new')).click();
    await keeping.field('editing.l_slug').fill('Two Words');
    await keeping.field('keep.l_name').fill('Made Cloud');
    await keeping.create();
    // Everything wrong is named at once, and what was typed stays.
    await expect(keeping.alert.getByRole('link')).toHaveCount(4);
    await expect(keeping.field('editing.l_slug')).toHaveValue('Two Words');
    await keeping.field('editing.l_slug').fill(slug);
    await page.getByLabel(keeping.say('keep.l_learnt'), { exact: true }).selectOption('docs');
    await keeping.source.fill('https://made.example.com/docs');
    await keeping.day.fill(TODAY);
    await keeping.create();
    await expect(page.getByRole('status')).toHaveText(pattern(lang, 'editing.platform_created'));
    await keeping.publicPage.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Made Cloud');
  });

  test('a figure of a model is public to the sizer with its source, until it is taken back', async ({ page, script }) => {
    const keeping = new KeepingPage(page, lang, script);
    await page.goto('/admin/models/qwen3-8b');
    await keeping.signIn();
    const layers = keeping.field('editing.m_layers');
    const before = await layers.inputValue();
    await layers.fill(String(Number(before) + 1));
    await keeping.field('editing.l_url_all').fill('https://models.example.com/config.json');
    await keeping.field('editing.l_date_all').fill(TODAY);
    await keeping.save();
    await keeping.expectSaved();
    await expect(layers).toHaveValue(String(Number(before) + 1));
    const status = (await page.getByRole('status').textContent()) ?? '';
    const revision = /\d+/.exec(status)?.[0] ?? '';
    await page.goto(`/admin/revisions/${revision}`);
    await page.getByRole('button', { name: keeping.say('keeping.undo'), exact: true }).click();
    await page.goto('/admin/models/qwen3-8b');
    await expect(layers).toHaveValue(before);
  });
});

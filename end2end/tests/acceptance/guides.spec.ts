// Checklists: ticked, kept in the address, sent to somebody else; and what holds a job up on an offer's machine.
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { GuidesPage } from '../../pages/guides';
import { PlatformsPage } from '../../pages/platforms';

inBothLanguages((lang) => {
  test('ticks are kept in the address, which is the list to send', async ({ page, script, visits, context }) => {
    const guides = new GuidesPage(page, lang, script);
    await guides.open('oom', '?currency=CNY');
    await expect(guides.progress).toHaveText(guides.say('guide.progress_of', { done: 0, all: 9 }));
    await guides.tick('oom-read', 'oom-batch');
    await expect(guides.progress).toHaveText(guides.say('guide.progress_of', { done: 2, all: 9 }));
    expect(guides.param('done')).toBe('oom-read.oom-batch');
    expect(guides.param('currency'), 'the rest of the address stays').toBe('CNY');
    if (script) expect(visits, 'nothing was loaded anew').toHaveLength(1);

    // Another list keeps them, and its own are added.
    await page.locator('.guide-lists').getByRole('link', { name: guides.say('guide.all_lists') }).click();
    await expect(page).toHaveURL(/\/guides\?.*done=oom-read\.oom-batch/);
    await page.locator('#preorder').getByRole('link', { name: guides.say('guide.open_list') }).click();
    await guides.live();
    await expect(guides.progressOf('oom')).toHaveText(guides.say('guide.progress', { done: 2, all: 9 }));
    await guides.tick('pre-billing');
    expect(guides.param('done')?.split('.').sort()).toEqual(['oom-batch', 'oom-read', 'pre-billing']);

    // The address alone brings the list back, in another window and language.
    const other = new GuidesPage(await context.newPage(), lang === 'zh' ? 'en' : 'zh', script);
    const address = new URL(page.url());
    address.pathname = '/guides/oom';
    address.searchParams.set('lang', other.lang);
    await other.page.goto(address.href);
    await other.expectTicked('oom-read', 'oom-batch');
    await expect(other.progress).toHaveText(other.say('guide.progress_of', { done: 2, all: 9 }));
  });

  test('a tick is taken back, and what nobody knows is named', async ({ page, script }) => {
    const guides = new GuidesPage(page, lang, script);
    await guides.open('oom', '?done=oom-read.nobody-knows');
    await expect(guides.notice).toContainText('nobody-knows');
    await guides.expectTicked('oom-read');
    await guides.box('oom-read').uncheck();
    if (!script) await guides.keep.click();
    await expect(guides.progress).toHaveText(guides.say('guide.progress_of', { done: 0, all: 9 }));
    expect(guides.param('done')).toBeNull();
  });

  test('a command is copied with a click @with-script', async ({ page, script, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const guides = new GuidesPage(page, lang, script);
    await guides.open('cards');
    const topology = guides.item('cards-topo');
    const button = topology.getByRole('button');
    await button.click();
    await expect(button).toHaveText(guides.say('guide.copied'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('nvidia-smi topo -m\nnvidia-smi nvlink --status');
    // The address that is copied has the ticks of this moment.
    await guides.tick('cards-topo');
    await page.getByRole('button', { name: guides.say('guide.copy_address') }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('done=cards-topo');
  });

  test('an unknown answer of a platform leads to its check', async ({ page, script }) => {
    const platforms = new PlatformsPage(page, lang, script);
    await platforms.open('/autodl');
    await platforms.question(3).getByRole('link', { name: platforms.say('platforms.q3') }).click();
    await expect(page).toHaveURL(/\/guides\/preorder.*#pre-multigpu$/);
    await expect(new GuidesPage(page, lang, script).item('pre-multigpu')).toBeInViewport();
  });

  test('an offer says what will hold a job up, and what to ask', async ({ page, script }) => {
    const guides = new GuidesPage(page, lang, script);
    await page.goto(`/offerings/${process.env.ZUKA_E2E_OFFER}?my_mbps=10#slow`);
    const panel = page.locator('#slow');
    await expect(panel.locator('[data-tightest]')).toHaveAttribute('data-tightest', 'network');
    await expect(panel.locator('[data-part="network"]')).toContainText(guides.say('slow.u_mine'));
    await panel.getByRole('textbox', { name: guides.say('slow.mine_mbps') }).fill('10000');
    await panel.getByRole('button', { name: guides.say('slow.mine_go') }).click();
    await expect(panel.locator('[data-part="network"]')).toHaveAttribute('data-verdict', 'enough');
    await panel.getByRole('link', { name: guides.say('sizer.g_qlora7') }).click();
    await expect(page).toHaveURL(/task=qlora.*my_mbps=10000/);
    await expect(panel.locator('[data-part="card_speed"]')).toContainText('GFLOP');
  });

  // An audit takes seconds: each width has its pages, and `routes` audits the rest.
  for (const [width, list, query] of [[1440, '', '?done=oom-read'], [390, 'ollama', '?done=ollama-card&theme=dark']] as const) {
    test(`lists are accessible and fit ${width} pixels @with-script`, async ({ page, script }) => {
      const guides = new GuidesPage(page, lang, script);
      await page.setViewportSize({ width, height: 844 });
      await guides.open(list, query);
      const beyond = await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
      expect(beyond).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  }
});

// Finding a card: search, tick, look, come back.
import { expect, inBothLanguages, test } from '../../fixtures/test';

inBothLanguages((lang) => {
  test('a search and a tick leave the rows that were asked for', async ({ page, catalogue, visits, script }) => {
    await catalogue.open();
    const all = await catalogue.total();

    await catalogue.search('A100');
    await catalogue.expectOnly(/A100/);
    await catalogue.expectParam('q', 'A100');
    const found = await catalogue.total();
    expect(found).toBeLessThan(all);

    await catalogue.tick('A100 PCIe 80GB');
    await catalogue.expectOnly(/A100 PCIe 80GB/);
    await catalogue.expectParam('gpu', 'a100-80gb-pcie');
    await catalogue.expectParam('q', 'A100');
    expect(await catalogue.total()).toBeLessThan(found);

    // With script one document was loaded; each answer without it is a document of its own.
    expect(visits).toHaveLength(script ? 1 : 3);

    await catalogue.untick('A100 PCIe 80GB');
    await catalogue.expectTotal(found);
    await catalogue.expectParam('gpu', null);
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
  });

  test('Back from another page leads to the rows as they were', async ({ page, catalogue, plan }) => {
    await catalogue.open();
    await catalogue.search('5090');
    await catalogue.expectOnly(/5090/);
    await catalogue.expectParam('q', '5090');
    const found = await catalogue.total();
    await catalogue.menu('common.nav_plan').click();
    await expect(plan.heading).toHaveText(plan.say('plan.heading'));
    await page.goBack();
    await catalogue.expectParam('q', '5090');
    await expect(catalogue.searchField).toHaveValue('5090');
    await catalogue.expectOnly(/5090/, found);
  });

  test('an address with conditions opens with them', async ({ catalogue }) => {
    await catalogue.open('?gpu=rtx-4090&price_max=20&no_gpu_mode=yes');
    await expect(catalogue.card('RTX 4090')).toBeChecked();
    await expect(catalogue.priceLimit).toHaveValue('20');
    await expect(catalogue.condition('catalogue.f_no_gpu')).toBeChecked();
    await catalogue.expectOnly(/RTX 4090/);
    await expect(catalogue.chips).toHaveCount(3);
  });

  test('the keyboard alone finds a card', async ({ page, catalogue, script }) => {
    await catalogue.open();
    const all = await catalogue.total();
    await page.keyboard.press('Tab');
    await expect(catalogue.link(catalogue.say('common.skip'))).toBeFocused();
    await catalogue.tabTo(catalogue.searchField);
    await page.keyboard.type('H100');
    if (!script) await page.keyboard.press('Enter');
    await catalogue.expectOnly(/H100/);
    await catalogue.expectParam('q', 'H100');
    const found = await catalogue.total();
    expect(found).toBeLessThan(all);
    await catalogue.tabTo(catalogue.card('H100 SXM5 80GB'));
    await page.keyboard.press('Space');
    await expect(catalogue.card('H100 SXM5 80GB')).toBeChecked();
    if (!script) await page.keyboard.press('Enter');
    await catalogue.expectOnly(/H100 SXM5 80GB/);
    expect(await catalogue.total()).toBeLessThan(found);
  });

  test('nothing found names the condition to drop', async ({ catalogue }) => {
    await catalogue.open('?gpu=rtx-4090&vram_min=48');
    await expect(catalogue.rows).toHaveCount(0);
    await expect(catalogue.emptyHeading).toHaveText(catalogue.say('catalogue.none_found', { count: 2 }));
    const label = `${catalogue.say('catalogue.f_vram')} ≥ 48`;
    const [before, after] = catalogue.say('catalogue.without', { name: label, count: '#' }).split('#');
    await catalogue.link(new RegExp(`^${before}\\d+${after}$`)).click();
    await catalogue.expectOnly(/RTX 4090/);
    await catalogue.expectParam('vram_min', null);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the filters open as a sheet and close on the answer', async ({ catalogue }) => {
      await catalogue.open();
      await expect(catalogue.searchField).toBeHidden();
      await catalogue.openSheet();
      await catalogue.search('4090');
      if (await catalogue.searchField.isVisible()) await catalogue.closeSheet();
      await expect(catalogue.searchField).toBeHidden();
      await catalogue.expectOnly(/4090/);
      await expect(catalogue.rows.first()).toBeVisible();
    });
  });
});

// Offers and platforms beside each other: a baseline by link, the file equal to the view, from an offer's page on.
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { AgainstPage } from '../../pages/against';
import { PlatformsPage } from '../../pages/platforms';

/** Numbers of current on-demand offers of one RTX 4090, one a platform. */
async function someOffers(request: import('@playwright/test').APIRequestContext, count: number): Promise<string[]> {
  const answer = await request.get('/api/v1/offerings?gpu=rtx-4090&price_kind=on_demand&gpu_count_max=1&freshness=current&limit=200');
  const seen = new Map<string, string>();
  for (const item of (await answer.json()).items) if (!seen.has(item.platform)) seen.set(item.platform, String(item.id));
  return [...seen.values()].slice(0, count);
}

inBothLanguages((lang) => {
  test('B75 B78 a baseline is chosen by a link, and the address holds it all', async ({ page, script, request }) => {
    const against = new AgainstPage(page, lang, script);
    const [one, two, three] = await someOffers(request, 3);
    await against.open(`?o=${one}&o=${two}&o=${three}&lang=${lang}`);
    await against.expectColumns([one, two, three]);
    await against.expectBase(one);
    // The dearer ones say so in words with their percent.
    const price = against.figure('price_per_gpu_hour');
    const said = price.locator('td').nth(2);
    await expect(said).toContainText(/[+\u2212±]\d+\.\d%/);
    await expect(said).toContainText(against.say('against.v_higher'));

    await against.makeBase(three);
    await against.live();
    await against.expectBase(three);
    await expect(price.locator('td').nth(0)).toContainText(against.say('against.v_lower'));
    await against.expectParam('base', three);
    // The address alone brings it back, for somebody else too.
    await page.goto(page.url());
    await against.expectBase(three);

    await against.remove(two);
    await against.expectColumns([one, three]);
    await against.expectBase(three);
    await against.expectParam('lang', lang);
  });

  test('B80 the file has the rows of the view in its order', async ({ page, script, request }) => {
    const against = new AgainstPage(page, lang, script);
    const ids = await someOffers(request, 2);
    await against.open(`?o=${ids[0]}&o=${ids[1]}&currency=CNY`);
    const href = await against.link(against.say('common.csv')).first().getAttribute('href');
    const lines = (await (await request.get(href ?? '')).text()).trim().split('\n').slice(1);
    const known = lines.map((line) => line.split(',')).filter(([group]) => group !== 'unknown');
    const shown = await against.figures.evaluateAll((all) => all.map((one) => one.getAttribute('data-figure')));
    expect(known.map(([, figure]) => figure)).toEqual(shown);
  });

  test('an offer is compared from its own page, and another is added by its link', async ({ page, script, request }) => {
    const against = new AgainstPage(page, lang, script);
    const [one, two] = await someOffers(request, 2);
    await page.goto(`/offerings/${one}`);
    await against.link(against.say('offer.compare')).click();
    await against.expectColumns([one]);
    await page.getByLabel(against.say('against.add_offer')).fill(new URL(`/offerings/${two}?lang=en`, page.url()).href);
    await page.getByRole('button', { name: against.say('against.add'), exact: true }).click();
    await against.expectColumns([one, two]);
    // And from there to the offer.
    await against.column(two).locator('a.b').click();
    await expect(page).toHaveURL(new RegExp(`/offerings/${two}`));
  });

  test('platforms are ticked in the table of rules and compared', async ({ page, script }) => {
    const against = new AgainstPage(page, lang, script);
    const platforms = new PlatformsPage(page, lang, script);
    await platforms.open('?no_gpu_mode=yes');
    for (const slug of ['autodl', 'runpod']) await platforms.row(slug).getByRole('checkbox').check();
    await page.getByRole('button', { name: platforms.say('platforms.compare_ticked') }).click();
    await against.live();
    await against.expectColumns(['autodl', 'runpod']);
    await expect(against.figure('gpu_kept_while_stopped')).toBeVisible();
  });

  test('what cannot be compared is said, and the rest is', async ({ page, script, request }) => {
    const against = new AgainstPage(page, lang, script);
    const [one] = await someOffers(request, 1);
    await against.open();
    await expect(page.getByText(against.say('against.sub_none'))).toBeVisible();
    await against.open(`?o=${one}&o=999999&o=${one}`);
    await against.expectColumns([one]);
    await expect(page.getByRole('status')).toContainText(against.say('against.t_no_offer', { id: '999999' }));
    await expect(page.getByRole('status')).toContainText(against.say('against.t_repeated', { id: one }));
  });

  test('on a phone nothing runs off the side', async ({ page, script, request }) => {
    const against = new AgainstPage(page, lang, script);
    const ids = await someOffers(request, 3);
    await page.setViewportSize({ width: 390, height: 844 });
    await against.open(`?${ids.map((id) => `o=${id}`).join('&')}`);
    const cell = against.figure('price_per_gpu_hour').locator('td').first();
    const [label, name] = [await cell.evaluate((one) => getComputedStyle(one, '::before').content), await cell.getAttribute('data-l')];
    expect(label).toContain(name ?? '-');
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

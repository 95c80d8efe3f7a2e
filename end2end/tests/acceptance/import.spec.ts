// An editor imports a file row by row, takes the import back, and accepts what a visitor reported.
import { TODAY } from '../../fixtures/clock';
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test } from '../../fixtures/test';
import { ImportPage } from '../../pages/imports';
import { ReportPage } from '../../pages/report';

test.use({ baseURL: ({ ownSite }, use) => use(ownSite) });

const HEAD =
  'platform_slug,region,gpu_slug,gpu_count,gpu_fraction,price_per_hour,currency,price_kind,price_period_hours,vcpus,ram_gb,disk_gb,disk_type,network_mbps,instance_type,exclusivity,source_url,source_date,source_date_precision,note,price_per_period';

/** A row of our own table; the source is this story's own, so that no other offers of it go missing. */
const row = (source: string, type: string, price: string) =>
  `autodl,west,rtx-4090,1,,${price},CNY,on_demand,1,16,60,100,,,${type},,https://${source}.example.org/prices,${TODAY},day,,`;

inBothLanguages((lang) => {
  test('a file is looked at row by row, applied and taken back', async ({ page, admin, catalogue, script }) => {
    const source = `made-${lang}-${script ? 'with' : 'without'}`;
    const imports = new ImportPage(page, lang, script);
    await page.goto('/admin/import');
    await admin.signIn();
    await imports.look('prices.csv', [HEAD, row(source, `${source}-a`, '2.00'), row(source, `${source}-b`, '2.20'), ''].join('\n'));
    await expect(imports.rows).toHaveCount(2);
    await imports.apply();
    await imports.expectApplied();

    // Later one is dearer, one ten times cheaper, and one row cannot be read.
    await page.goto('/admin/import');
    const later = [HEAD, row(source, `${source}-a`, '2.10'), row(source, `${source}-b`, '0.22'), row(source, `${source}-c`, 'soon'), ''];
    await imports.look('later.csv', later.join('\r\n'));
    await expect(imports.row(`${source}-a`).getByRole('checkbox')).toBeChecked();
    await expect(imports.row(`${source}-b`).getByRole('checkbox')).not.toBeChecked();
    await expect(imports.row(`${source}-b`)).toContainText(imports.say('keeping.d_ten_times'));
    await expect(imports.rejected).toContainText('soon');
    await expect(imports.rejected).toContainText(imports.say('keeping.r_not_a_number'));
    // The audit is itself a script.
    if (script) await expectAccessible(page);
    await imports.apply();
    await imports.expectApplied();
    if (script) await expectAccessible(page);

    // The public list has the one price and not the other; after the undo it has the old one.
    const revision = page.url();
    await page.goto(`/?q=${source}&group=none&currency=CNY`);
    await expect(catalogue.answer).toContainText('2.10');
    await expect(catalogue.answer).toContainText('2.20');
    await page.goto(revision);
    await imports.undo();
    await imports.expectUndone();
    await page.goto(`/?q=${source}&group=none&currency=CNY`);
    await expect(catalogue.answer).toContainText('2.00');
    await expect(catalogue.answer).not.toContainText('2.10');
  });

  test('a visitor’s price is accepted with one click', async ({ page, admin, script }) => {
    const source = `told-${lang}-${script ? 'with' : 'without'}`;
    const imports = new ImportPage(page, lang, script);
    const report = new ReportPage(page, lang, script);
    await page.goto('/admin/import');
    await admin.signIn();
    await imports.look('prices.csv', [HEAD, row(source, source, '2.00'), ''].join('\n'));
    await imports.apply();
    await imports.expectApplied();
    const found = await page.request.get(`/api/v1/offerings?q=${source}`);
    const offer = String((await found.json()).items[0].id);

    await page.goto(`/report?offering=${offer}`);
    await report.field('value').fill('2.04');
    await report.field('evidence').fill(`https://${source}.example.org/prices`);
    await report.field('seen_on').fill(TODAY);
    await report.send();
    const number = (await report.thanks.getAttribute('data-report')) ?? '';
    await page.goto('/admin/reports');
    await imports.accept(number);
    await expect(page.getByRole('status')).toContainText(number);
    await page.goto(`/offerings/${offer}?currency=CNY`);
    await expect(page.getByRole('main')).toContainText('2.04');
  });
});

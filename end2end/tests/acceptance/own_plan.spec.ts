// A plan of one's own: typed, priced by hand, found again, asked about.
import { expect, inBothLanguages, test } from '../../fixtures/test';

inBothLanguages((lang) => {
  test('text and grid say the same week, whichever was edited last @with-script', async ({ plan }) => {
    await plan.open('?week=6.0-6g');
    const total = await plan.total();
    await plan.typeWeek(lang === 'zh' ? '周一至周五 20-23 开机\n周末 10:00-12:00 无卡' : 'Mon-Fri 20-23 gpu\nweekend 10-12 nogpu');
    await plan.expectWeek({ gpu: 15, nogpu: 4 });
    await plan.expectState('fri', 22, 'gpu');
    await plan.expectParam('week', '1-5.20-23g~6-7.10-12n');
    await plan.expectOtherTotal(total);

    await plan.press(['mon', 9]);
    await plan.expectWeek({ gpu: 16 });
    await expect(plan.weekText).toHaveValue(/09-10/);
    await plan.expectParam('week', /^1\.9-10g\.20-23g~/);
  });

  test('a typed week works by submit, and a slip is named and kept @without-script', async ({ plan }) => {
    await plan.open('?week=6.0-6g');
    await plan.typeWeek('daily 20-23 gpu');
    await plan.recalculate();
    await plan.expectParam('week', '1-7.20-23g');
    await plan.typeWeek('daily 20-25 gpu');
    await plan.recalculate();
    await expect(plan.weekText).toHaveValue('daily 20-25 gpu');
    await expect(plan.weekText).toHaveAttribute('aria-invalid', 'true');
    await expect(plan.page.getByText(plan.say('insight.e_span', { part: '20-25' }))).toBeVisible();
    await plan.expectWeek({ gpu: 21 });
  });

  test('a price of one’s own is ranked with the rest, marked and part of the link', async ({ plan }) => {
    await plan.open('?week=1-5.20-23g');
    await plan.addOwnPrice('0.01');
    await expect(plan.ranked.first()).toContainText(plan.say('insight.yours'));
    await plan.expectParam('own', /^other~0\.01~/);
    const total = await plan.total();
    await plan.page.reload();
    await plan.expectTotal(total);
  });

  test('plans looked at lately are offered again and can be cleared @with-script', async ({ page, plan }) => {
    await plan.open('?days=7');
    await plan.open('?days=60');
    await plan.open();
    await expect(plan.recent.getByRole('link')).toHaveCount(2);
    await plan.recent.getByRole('link').last().click();
    await plan.expectParam('days', '7');
    await plan.recent.getByRole('button', { name: plan.say('insight.recent_clear') }).click();
    await expect(plan.recent).toBeHidden();
    await page.reload();
    await expect(plan.recent).toBeHidden();
  });

  test('a question to the platform is copied in either language @with-script', async ({ context, page, plan }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await plan.open('?platform=runpod');
    await page.getByRole('group').filter({ hasText: 'RunPod' }).last().locator('summary').click();
    await page.getByRole('button', { name: plan.say('insight.copy_question'), exact: true }).first().click();
    await expect(page.getByRole('button', { name: plan.say('insight.copied'), exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(plan.say('insight.q_no_gpu_price'));
  });
});

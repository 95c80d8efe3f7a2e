// Before anything is installed: is this the machine that was promised, what to tell the platform, and a link to show.
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test as base } from '../../fixtures/test';
import { MachinePage, printed } from '../../pages/machine';
import { ReportPage } from '../../pages/report';

const test = base.extend<{ machine: MachinePage; report: ReportPage }>({
  machine: ({ page, lang, script }, use) => use(new MachinePage(page, lang, script)),
  report: ({ page, lang, script }, use) => use(new ReportPage(page, lang, script)),
});

inBothLanguages((lang) => {
  for (const [width, name] of [[1440, 'a desk'], [390, 'a phone']] as const) {
    test(`from an offer to the verdict, the message and a link that proves it, at ${name}`, async ({ page, machine, report, script }) => {
      await page.setViewportSize({ width, height: 844 });
      await machine.go(`/offerings/${process.env.ZUKA_E2E_OFFER}`, false);
      await machine.link(machine.say('machine.from_offer')).click();
      await machine.live();
      await expect(machine.heading).toHaveText(machine.say('machine.heading'));
      await expect(page.getByText('/check.sh | sh', { exact: false }).first()).toBeVisible();
      // The script can be read before it is run.
      await page.getByText(machine.say('machine.read_first'), { exact: true }).click();
      await expect(page.locator('details.script')).toContainText('limited()');
      if (script) await expectAccessible(page);

      // A lowered power limit; four lanes of a resting card are worth a second look, its generation accuses nobody.
      const prompt = 'root@container:~# sh check.sh\r\n';
      await machine.paste(prompt + printed({}, { pcie_width: 4, power_w: 300 }));
      await machine.expectVerdict('fail');
      await machine.expectAnswer('pcie', 'warn', 'resting_lanes');
      await machine.expectAnswer('power', 'fail', 'power_limited');
      await machine.expectAnswer('memory', 'ok', 'fits');
      await machine.expectAnswer('network', 'unknown', 'not_measured');
      await expect(machine.support('zh')).toContainText('您好');
      await expect(machine.support('en')).toContainText('300 / 450 W');
      const overflow = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
      expect(overflow, 'pixels beyond the width').toBeLessThanOrEqual(0);
      if (script) await expectAccessible(page);

      // Kept only now; somebody else sees the same.
      await machine.makeLink();
      await expect(page).toHaveURL(/\/c\/[a-z0-9]{12}/);
      await machine.expectVerdict('fail');
      if (script) await expectAccessible(page);
      const kept = new URL(page.url()).pathname;

      // It is evidence: the report is filled in, with this link.
      await page.locator('#evidence').getByRole('link').first().click();
      await expect(report.field('evidence')).toHaveValue(new RegExp(`${kept}$`));
      await expect(report.field('value')).not.toHaveValue('');
      await expect(report.field('seen_on')).toHaveValue('2026-11-30');
    });
  }

  test('a machine that is right is said to be, by a file, for a card alone', async ({ page, machine }) => {
    await machine.open();
    await page.getByLabel(machine.say('machine.card'), { exact: true }).selectOption('rtx-4090');
    await page.getByRole('button', { name: machine.say('machine.show_offers') }).click();
    await machine.live();
    await expect(page.getByLabel(machine.say('machine.offer'), { exact: true })).toBeVisible();
    await machine.file.setInputFiles({ name: 'machine.json', mimeType: 'application/json', buffer: Buffer.from(printed()) });
    await machine.send();
    await machine.expectVerdict('ok', 'ok_card');
    await expect(machine.support(lang)).toHaveCount(0);
  });

  test('a cut text is answered as far as it goes and never as in order', async ({ machine }) => {
    await machine.open('?gpu=rtx-4090');
    const whole = printed();
    await machine.paste(whole.slice(0, whole.indexOf('"cards"')));
    await expect(machine.verdict).toHaveAttribute('data-verdict', 'unknown');
    await expect(machine.verdict.locator('[data-missing]')).toContainText('cards');
    await machine.expectAnswer('memory', 'unknown', 'not_seen');
  });

  test('what is something else is named, and stays in the box', async ({ page, machine, quiet, script }) => {
    quiet.allow(/status of 422/);
    await machine.open('?gpu=rtx-4090');
    const table = '| NVIDIA-SMI 550.54.14   Driver Version: 550.54.14   CUDA Version: 12.4 |';
    await machine.paste(table);
    await expect(machine.refusal).toContainText(machine.say('machine.e_smi'));
    await expect(machine.box).toHaveValue(table);
    await expect(machine.box).toHaveAttribute('aria-invalid', 'true');
    if (script) await expectAccessible(page);
    await machine.paste(printed());
    await machine.expectVerdict('ok', 'ok_card');
  });
});

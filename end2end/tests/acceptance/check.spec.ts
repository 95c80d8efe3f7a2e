// Will my stack run on this card: from an old driver to a command that helps.
import { expectAccessible } from '../../fixtures/a11y';
import { expect, inBothLanguages, test } from '../../fixtures/test';

const OLD = 'NVIDIA-SMI 550.54.14   Driver Version: 550.54.14   CUDA Version: 12.4\nGPU 0: NVIDIA GeForce RTX 5090 (UUID: GPU-0)\ntorch==2.5.1+cu124\n';

inBothLanguages(() => {
  for (const [width, name] of [[1440, 'a desk'], [390, 'a phone']] as const) {
    test(`a common case fails with its reason, and the change makes it run, at ${name}`, async ({ page, check, script }) => {
      await page.setViewportSize({ width, height: 844 });
      await check.open();
      await check.preset(/RTX 5090/).click();
      await check.live();
      await check.expectVerdict('fail');
      await expect(check.verdict).toContainText(check.say('check.v_fail'));
      await expect(check.command).toContainText('whl/cu128');
      await check.type('check.f_driver', '570.124.06');
      await check.type('check.f_torch', '2.7');
      await check.type('check.f_cuda_line', 'cu128');
      await check.send();
      await check.expectVerdict('ok');
      await check.expectParam('cuda_line', 'cu128');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      if (script) await expectAccessible(page);
    });
  }

  test('what a machine prints fills the form, and says from which line', async ({ check }) => {
    await check.open();
    await check.paste(OLD);
    await check.expectVerdict('fail');
    await expect(check.found('driver')).toContainText('550.54.14');
    await expect(check.found('serves')).toContainText(check.say('check.serves_note'));
    await expect(check.field('check.f_gpu')).toHaveValue('rtx-5090');
    await expect(check.field('check.f_cuda_line')).toHaveValue('cu124');
  });

  test('junk is refused in words, and the text stays', async ({ check, page }) => {
    await check.open('?gpu=rtx-4090');
    // The browser logs every answer that is an error.
    await page.getByLabel(check.say('check.paste_label'), { exact: true }).fill('CUDA');
    await expect(check.field('check.f_gpu')).toHaveValue('rtx-4090');
    await check.expectVerdict('unknown');
  });

  test('a bad value is named and stays, and a name that nobody knows offers others', async ({ check }) => {
    await check.open('?gpu=rtx-4900&driver=newest&torch=2.5&cuda_line=cu124');
    await check.expectVerdict('refused');
    await expect(check.field('check.f_driver')).toHaveValue('newest');
    await expect(check.field('check.f_driver')).toHaveAttribute('aria-invalid', 'true');
    await check.answer.getByRole('link', { name: 'rtx-4090', exact: true }).click();
    await check.live();
    await expect(check.field('check.f_gpu')).toHaveValue('rtx-4090');
  });

  test('the card leads to the check', async ({ check, page }) => {
    await page.goto('/gpus/rtx-4090');
    await check.link(check.say('check.link_card')).click();
    await check.live();
    await expect(check.field('check.f_gpu')).toHaveValue('rtx-4090');
  });
});

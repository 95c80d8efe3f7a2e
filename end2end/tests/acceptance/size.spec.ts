// The sizer: from what somebody wants to do to a card, a price and a plan.
import { expect, inBothLanguages, test } from '../../fixtures/test';

const CONFIG = JSON.stringify(
  {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    vocab_size: 128256,
    max_position_embeddings: 131072,
    tie_word_embeddings: false,
    warp_drive: 9,
  },
  null,
  2,
);

inBothLanguages((lang) => {
  test('pictures with SDXL begin at one press', async ({ sizer }) => {
    await sizer.open();
    await sizer.goal('sizer.g_sdxl').click();
    await sizer.live();
    await sizer.expectParam('task', 'diffusion_inference');
    await sizer.expectBetween(6, 14);
    await sizer.expectVerdict(24, 'fits');
    // SDXL is picked by hand too.
    await sizer.open('?task=inference&model=qwen2.5-7b');
    await sizer.choose('pictures');
    await sizer.send();
    await sizer.expectParam('task', 'diffusion_inference');
    await sizer.expectBetween(6, 14);
    await expect(sizer.field('sizer.f_prompt')).toBeHidden();
  });

  test('a LoRA on Llama 3.1 8B is found by the name people type, with its measured run', async ({ sizer }) => {
    await sizer.open('?task=lora&model=qwen2.5-0.5b');
    await sizer.type('sizer.f_model', 'Meta-Llama-3.1-8B-Instruct');
    await sizer.expectBetween(17, 24);
    await sizer.expectVerdict(16, 'no');
    await sizer.expectVerdict(32, 'fits');
    await expect(sizer.answer).toContainText('18.96 GB');
    const link = sizer.answer.getByRole('listitem').filter({ hasText: '16 GB' }).getByRole('link', { name: sizer.say('sizer.apply') });
    await link.click();
    await sizer.live();
    await sizer.expectVerdict(16, 'fits');
  });

  test('a name that nobody knows is answered with those that were meant', async ({ sizer }) => {
    await sizer.open();
    await sizer.type('sizer.f_model', 'lama-3.1-8b');
    await sizer.answer.getByRole('link', { name: 'llama-3.1-8b', exact: true }).click();
    await sizer.live();
    await sizer.expectBetween(17, 24);
  });

  test('a config.json is pasted, sized, and what was not understood is named', async ({ sizer }) => {
    await sizer.open();
    await sizer.paste(CONFIG);
    await sizer.live();
    await sizer.expectBetween(17, 24);
    await expect(sizer.answer).toContainText('warp_drive');
    // The rest of the form goes on with it.
    await sizer.type('sizer.f_batch', '4');
    await sizer.expectParam('batch', '4');
    await sizer.expectParam('config', /warp_drive/);
    await sizer.expectBetween(24, 80);
  });

  test('the longest context on 24 GB is told, and it is the longest', async ({ sizer }) => {
    await sizer.open('?task=inference&model=llama-3.1-8b');
    const longest = Number(await sizer.size(24).locator('[data-context]').getAttribute('data-context'));
    expect(longest).toBeGreaterThan(8192);
    await sizer.type('sizer.f_prompt', String(longest - 512));
    await sizer.expectParam('prompt', String(longest - 512));
    await sizer.expectVerdict(24, 'tight');
    await sizer.type('sizer.f_prompt', String(longest + 512));
    await sizer.expectVerdict(24, 'no');
  });

  test('a bad value is named and stays', async ({ sizer }) => {
    await sizer.open('?batch=lots');
    await expect(sizer.field('sizer.f_batch')).toHaveValue('lots');
    await expect(sizer.field('sizer.f_batch')).toHaveAttribute('aria-invalid', 'true');
    await expect(sizer.answer).toContainText('lots');
    await sizer.expectBetween(17, 24);
  });

  for (const [width, name] of [[1440, 'a desk'], [390, 'a phone']] as const) {
    test(`the cheapest row leads into the plan with everything filled in, at ${name}`, async ({ page, sizer, plan }) => {
      await page.setViewportSize({ width, height: 844 });
      await sizer.open();
      const row = sizer.costs.first();
      const card = (await row.getAttribute('data-gpu')) ?? '';
      const total = await row.locator('[data-total]').innerText();
      await row.getByRole('link', { name: new RegExp(sizer.say('sizer.to_plan')) }).click();
      await plan.live();
      await expect(plan.heading).toHaveText(plan.say('plan.heading'));
      // A parameter that says what the plan takes anyway is left out.
      expect(['rtx-4090', plan.param('gpu')]).toContain(card);
      await plan.expectParam('data_gb', '17');
      await plan.expectParam('days', '1');
      const high = total.split('–').at(-1) ?? total;
      await expect(plan.ranking).toContainText(high);
    });
  }

  test('the plan leads to the sizer, and the sizer to every measured run', async ({ page, plan, sizer }) => {
    await plan.open();
    await plan.link(plan.say('plan.size_first')).click();
    await sizer.live();
    await expect(sizer.heading).toHaveText(sizer.say('sizer.heading'));
    await sizer.link(sizer.say('sizer.all_runs')).click();
    await expect(page.getByRole('heading', { name: sizer.say('about.accuracy') })).toBeVisible();
    await expect(page.locator('tr[data-group]').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
  });
});

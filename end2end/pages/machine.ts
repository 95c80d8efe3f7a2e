// `/check/machine` and `/c/{slug}`: is this the machine that was promised.
import { expect } from '@playwright/test';
import { SitePage } from './site';

/** What the script prints of a machine with one RTX 4090, with some of its parts changed. */
export function printed(changes: Record<string, unknown> = {}, card: Record<string, unknown> = {}): string {
  return JSON.stringify(
    {
      check: 1,
      day: '2026-11-30',
      os: 'Ubuntu 22.04.4 LTS',
      container: true,
      vm: false,
      cpu: { model: 'AMD EPYC 7543', online: 64, allowed: 64, quota: 16, numa_nodes: 1 },
      ram: { total_mib: 524288, limit_mib: 122880 },
      shm_mib: 32768,
      disks: [{ at: '/root/autodl-tmp', kind: 'nvme', ephemeral: false, data: true, size_mib: 512000, free_mib: 511999 }],
      nvidia_smi: 'ok',
      driver: '550.54.14',
      cuda: '12.4',
      virtualization: 'None',
      cards: [
        {
          name: 'NVIDIA GeForce RTX 4090', memory_mib: 24564, used_mib: 1, power_w: 450, power_default_w: 450, power_max_w: 600,
          clock_max_mhz: 3105, pcie_gen: 1, pcie_gen_max: 4, pcie_width: 16, pcie_width_max: 16, ecc: 'Disabled', mig: null, ...card,
        },
      ],
      mig_devices: [],
      processes: { all: 0, foreign: 0 },
      topology: [['X']],
      rates: { disk_write_mb_s: null, net_mbps: null },
      ...changes,
      end: true,
    },
    null,
    1,
  );
}

export class MachinePage extends SitePage {
  // find

  get box() {
    return this.page.getByRole('textbox', { name: this.say('machine.text') });
  }

  get file() {
    return this.page.getByLabel(this.say('machine.file'), { exact: true });
  }

  get verdict() {
    return this.page.locator('#answer');
  }

  row(question: string) {
    return this.page.locator(`tr[data-question="${question}"]`);
  }

  support(lang: 'zh' | 'en') {
    return this.page.locator(`[data-say="${lang}"]`);
  }

  get refusal() {
    return this.page.locator('[role="alert"][data-flaw]');
  }

  // act

  async open(query = '') {
    await this.go(`/check/machine${query}`, true);
  }

  async send() {
    await this.page.getByRole('button', { name: this.say('machine.send') }).click();
    await this.live();
  }

  async paste(text: string) {
    await this.box.fill(text);
    await this.send();
  }

  async makeLink() {
    await this.page.getByRole('button', { name: this.say('machine.share_do') }).click();
    await this.live();
  }

  // check

  /** `heading` is another than the verdict's own where no offer was chosen: a card alone promises no machine. */
  async expectVerdict(verdict: string, heading = verdict) {
    await expect(this.verdict).toHaveAttribute('data-verdict', verdict);
    await expect(this.verdict.getByRole('heading')).toHaveText(this.say(`machine.w_${heading}`));
  }

  /** The answer to a question, in words and not by its colour alone. */
  async expectAnswer(question: string, verdict: string, reason: string) {
    const row = this.row(question);
    await expect(row).toHaveAttribute('data-reason', reason);
    await expect(row.locator('.answer')).toHaveText(this.say(`machine.v_${verdict}`));
  }
}

// `/plan`: the painted week, the data, the ranking that answers.
import { expect, type Locator } from '@playwright/test';
import { say } from '../fixtures/words';
import { SitePage } from './site';

/** What a cell of the week can be. */
export type State = 'gpu' | 'nogpu' | 'off';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A day of the week. */
export type Day = (typeof DAYS)[number];

const WORDS: Record<State, string> = { gpu: 'plan.gpu_on', nogpu: 'plan.no_gpu_mode', off: 'plan.off' };
const BRUSHES: Record<State, string> = { gpu: 'plan.gpu_on', nogpu: 'plan.no_gpu_short', off: 'plan.off' };
const SUMS: Record<State, string> = { gpu: 'g', nogpu: 'n', off: 'o' };
const two = (hour: number) => String(hour).padStart(2, '0');

export class PlanPage extends SitePage {
  // find

  get week() {
    return this.page.getByRole('table', { name: this.say('plan.week_label') });
  }

  /** The box of one hour; its name tells day, hour and state. */
  cell(day: Day, hour: number): Locator {
    const name = new RegExp(`^${this.say(`plan.${day}`)} ${two(hour)}–${two(hour + 1)}, `);
    return this.week.getByRole('checkbox', { name });
  }

  brush(state: State) {
    return this.page.getByRole('button', { name: this.say(BRUSHES[state]), exact: true });
  }

  preset(key: 'evenings' | 'code' | 'weekends' | 'all') {
    return this.page.getByRole('button', { name: this.say(`plan.preset_${key}`), exact: true });
  }

  get keptOnDisk() {
    return this.page.getByRole('spinbutton', { name: this.say('plan.kept') });
  }

  get weekText() {
    return this.page.getByRole('textbox', { name: this.say('insight.text_label') });
  }

  /** Plans looked at lately. */
  get recent() {
    return this.page.locator('[data-recent]');
  }

  get shareButton() {
    return this.page.getByRole('button', { name: this.say('plan.share') });
  }

  get ranking() {
    return this.answer.getByRole('region', { name: this.say('plan.ranking') });
  }

  get ranked() {
    return this.ranking.locator('tr.ranked, tr.best');
  }

  /** Offers whose bill has no upper end. */
  get floors() {
    return this.ranking.getByRole('row').filter({ hasText: this.say('plan.floor_only') });
  }

  private get figure() {
    return this.answer.locator('[data-total]');
  }

  private weekSum(state: State) {
    return this.page.locator(`.week-key [data-sum="${SUMS[state]}"]`);
  }

  /** The one figure of the answer, as text. */
  async total(): Promise<string> {
    return (await this.figure.getAttribute('data-total')) ?? '';
  }

  // act

  async open(query = '') {
    await this.go(`/plan${query}`, true);
  }

  private async middle(day: Day, hour: number) {
    await this.week.scrollIntoViewIfNeeded();
    const box = await this.cell(day, hour).locator('..').boundingBox();
    if (!box) throw new Error(`${day} ${hour} is not shown`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** A stroke with the mouse. */
  async drag(from: [Day, number], to: [Day, number]) {
    const [start, end] = [await this.middle(...from), await this.middle(...to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 24 });
    await this.page.mouse.up();
  }

  /** A press on one cell, with shift to paint a block from the last one. */
  async press(cell: [Day, number], { shift = false } = {}) {
    const { x, y } = await this.middle(...cell);
    if (shift) await this.page.keyboard.down('Shift');
    await this.page.mouse.click(x, y);
    if (shift) await this.page.keyboard.up('Shift');
  }

  /** The way without script: ticks hours, then presses a state. */
  async tickAndSet(cells: [Day, number][], state: State) {
    for (const cell of cells) await this.cell(...cell).check();
    await this.brush(state).click();
  }

  private async unfold(key: string) {
    const summary = this.page.locator('summary', { hasText: this.say(key) });
    if (!(await summary.locator('..').getAttribute('open').then((open) => open !== null))) await summary.click();
  }

  async typeWeek(text: string) {
    await this.unfold('insight.type_instead');
    await this.weekText.fill(text);
  }

  /** A price an hour on a platform that the catalogue does not know, billed by the second. */
  async addOwnPrice(hour: string) {
    await this.unfold('insight.mine');
    const row = this.page.getByRole('group', { name: this.say('insight.own_title') }).last();
    await row.getByLabel(this.say('insight.increment')).selectOption('1');
    await row.getByLabel(this.say('insight.own_hour')).fill(hour);
    if (!this.script) await this.recalculate();
  }

  async keep(gigabytes: number) {
    await this.keptOnDisk.fill(String(gigabytes));
    if (!this.script) await this.recalculate();
  }

  async recalculate() {
    await this.page.getByRole('button', { name: this.say('plan.recalculate') }).last().click();
  }

  // check

  async expectState(day: Day, hour: number, state: State) {
    await expect(this.cell(day, hour)).toHaveAccessibleName(new RegExp(`, ${say(this.lang, WORDS[state])}$`));
  }

  async expectWeek(hours: Partial<Record<State, number>>) {
    for (const [state, sum] of Object.entries(hours)) await expect(this.weekSum(state as State)).toHaveText(String(sum));
  }

  /** Hours of the GPU on one day. */
  async expectDay(day: Day, gpu: number, noGpu: number) {
    const number = DAYS.indexOf(day) + 1;
    await expect(this.week.locator(`[data-sum="${number}-g"]`)).toHaveText(String(gpu));
    await expect(this.week.locator(`[data-sum="${number}-n"]`)).toHaveText(String(noGpu));
  }

  async expectTotal(total: string) {
    await expect(this.figure).toHaveAttribute('data-total', total);
  }

  async expectOtherTotal(total: string) {
    await expect(this.figure).not.toHaveAttribute('data-total', total);
  }

  /** What a screen reader is told. */
  async expectSaid(text: string) {
    await expect(this.page.locator('[data-say]')).toHaveText(text);
  }
}

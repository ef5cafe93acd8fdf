import { describe, expect, it } from 'vitest';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

async function shown(view: HistoryView, options: Parameters<PanelBrowser['open']>[0] = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-history').click();
  await panel.waitForSent({ kind: 'openHistory' });
  await panel.send({ kind: 'history', view });
  return panel;
}

async function valueText(panel: PanelPage): Promise<string | null> {
  return panel.page.locator('#history-cursor').getAttribute('aria-valuetext');
}

describe('the view History', () => {
  it('says what it will hold while there is no run', async () => {
    const panel = await shown(historyOf(0));
    await expect.poll(() => panel.page.locator('#history').innerText()).toContain('No run yet: evaluate this prompt');
    await panel.page.locator('#history vscode-button').click();
    await panel.waitForSent({ kind: 'action', action: 'evaluate' });
  });

  it('lists revisions with label, baseline, time, commit, value and runs', async () => {
    const panel = await shown(historyOf(12));
    await expect.poll(() => panel.page.locator('.revision-row').count()).toBe(6);
    const row = panel.page.locator('#revision-1');
    expect(await row.ariaSnapshot()).toMatch(
      /option "say it kindly 0\.\d\d, 0\.\d\d to 0\.\d\d .* 2026, .*on main.* 2 runs"/u,
    );
    expect(await row.getAttribute('aria-description')).toMatch(/^1 line added, 0 removed\s+Rule added/u);
    await panel.page.getByRole('option', { name: /^baseline / }).waitFor();
  });

  it('cuts no name of a revision off for want of room', async () => {
    const panel = await shown(historyOf(4));
    await panel.page.locator('.revision-row').first().waitFor();
    for (const width of [480, 640, 820, 939, 940, 1000]) {
      await panel.page.setViewportSize({ width, height: 900 });
      await expect.poll(() => panel.page.evaluate(() => window.innerWidth)).toBe(width);
      const cut = (): Promise<number> =>
        panel.page
          .locator('.revision-name')
          .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
      await expect.poll(cut, { message: String(width) }).toBe(0);
    }
  });

  it('moves along the points by keyboard, and Enter opens the run', async () => {
    const panel = await shown(historyOf(12));
    await panel.page.locator('#history-cursor').focus();
    await expect.poll(() => panel.page.locator('#history-cursor').getAttribute('aria-valuenow')).toBe('12');
    const latest = await valueText(panel);
    await panel.page.keyboard.press('ArrowLeft');
    await expect.poll(() => valueText(panel)).not.toBe(latest);
    await panel.page.keyboard.press('Home');
    await expect.poll(() => panel.page.locator('#history-cursor').getAttribute('aria-valuenow')).toBe('1');
    const read = async (): Promise<string> =>
      (await panel.page.locator('.history-point').innerText()).replace(/\n+/gu, '\n');
    const told = await valueText(panel);
    expect(told).toMatch(/^1 Jan 2026.*\n1 line added, 0 removed\nRule added: Rule number 1\.$/u);
    expect(told?.startsWith(`${await read()}\n`)).toBe(true);
    await panel.page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'openRun', runId: 'run-1' });
  });

  it('has the unit beside the metric, and the first and the last day below the chart', async () => {
    const panel = await shown(historyOf(12), { width: 320 });
    const days = panel.page.locator('.history-axis.across span');
    await expect.poll(() => days.allInnerTexts()).toEqual(['1 Jan 2026', expect.stringMatching(/^\d+ Jan 2026$/u)]);
    await expect.poll(() => panel.page.locator('.history-head').innerText()).toMatch(/a share|a mean level/u);
    await panel.send({ kind: 'history', view: historyOf(1) });
    await expect.poll(() => days.count()).toBe(1);
  });

  it('draws each point where its value is, and joins only what may be joined', async () => {
    const view = historyOf(12);
    const panel = await shown(view);
    const points = view.series[0]!.points!;
    const line = (await panel.page.locator('.history-line').getAttribute('d')) ?? '';
    expect(line.match(/[ML]/gu)).toEqual(points.map(({ joins }) => (joins ? 'L' : 'M')));
    const dots = [
      ...((await panel.page.locator('.history-dots').getAttribute('d')) ?? '').matchAll(/M([\d.]+) ([\d.]+)h0/gu),
    ];
    expect(dots).toHaveLength(12);
    const order = (numbers: readonly number[]): readonly number[] =>
      numbers.map((_, index) => index).sort((one, other) => numbers[one]! - numbers[other]!);
    // Down is more in the drawing's own coordinates.
    expect(order(dots.map(([, , y]) => -Number(y)))).toEqual(order(points.map(({ value }) => value)));
    const across = dots.map(([, x]) => Number(x));
    expect([...across].sort((one, other) => one - other)).toEqual(across);
  });

  it('shows the point under the pointer, and on a click reads its revision and opens its run', async () => {
    const panel = await shown(historyOf(12));
    const box = (await panel.page.locator('.history-plot').boundingBox())!;
    const heading = panel.page.locator('#revision-heading');
    const before = await heading.innerText();
    await panel.page.mouse.move(box.x + box.width * 0.021, box.y + 40);
    await panel.page.waitForFunction(
      () => document.getElementById('history-cursor')?.getAttribute('aria-valuenow') === '1',
    );
    await expect.poll(() => heading.innerText()).toBe(before);
    await panel.page.locator('.tooltip:popover-open').waitFor();
    await expect.poll(() => panel.page.locator('.tooltip').innerText()).toContain('Rule added: Rule number 1.');
    await panel.page.mouse.click(box.x + box.width * 0.021, box.y + 40);
    await expect.poll(() => heading.innerText()).not.toBe(before);
    await panel.waitForSent({ kind: 'openRun', runId: 'run-1' });
  });

  it('has the same statistics in a table', async () => {
    const view = historyOf(12);
    const panel = await shown(view);
    await panel.page.locator('#history-table summary').click();
    const rows = panel.page.locator('.history-table tbody tr');
    await rows.nth(11).waitFor();
    const last = view.series[0]!.points!.at(-1)!;
    const words = `${last.value.toFixed(2)}, ${last.low!.toFixed(2)} to ${last.high!.toFixed(2)}`;
    await expect.poll(() => rows.first().innerText()).toContain(words);
    await panel.page.locator('#series').selectOption(view.series[1]!.key);
    await expect.poll(() => rows.first().innerText()).toContain(view.series[1]!.points!.at(-1)!.value.toFixed(2));
  });

  it('labels, pins, opens, restores and compares a revision, and deletes a run', async () => {
    const panel = await shown(historyOf(12));
    const { page } = panel;
    await page.locator('#revision-1').click();
    const revision = await page.locator('#revision-1').getAttribute('data-id');
    if (revision === null) throw new Error('The row has no revision.');
    await page.getByText('Label…', { exact: true }).click();
    await panel.waitForSent({ kind: 'labelRevision', revision });
    await page.getByText('Pin as baseline').click();
    await panel.waitForSent({ kind: 'pinRevision', revision });
    await page.getByText('Open text').click();
    await panel.waitForSent({ kind: 'openRevision', revision });
    await page.getByText('Restore', { exact: true }).click();
    await panel.waitForSent({ kind: 'restoreRevision', revision });
    await page
      .getByRole('button', { name: /^Delete… the run/u })
      .first()
      .click();
    await panel.waitForSent({ kind: 'deleteRun', runId: 'run-10' });
    await page
      .getByRole('button', { name: /^Judge again the run/u })
      .first()
      .click();
    await panel.waitForSent({ kind: 'judgeAgain', runId: 'run-10' });
    await page.getByText('Compare with baseline').click();
    // The third revision is pinned; its latest run is the eighth.
    await panel.waitForSent({ kind: 'compare', before: 'run-8', after: 'run-10' });
    await expect.poll(() => page.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
  });

  it('shows the changed rules of a revision on focus and hover', async () => {
    const panel = await shown(historyOf(12));
    const tooltip = panel.page.locator('.tooltip:popover-open');
    await panel.page.locator('#history-cursor').focus();
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Shift+Tab');
    await expect.poll(() => tooltip.innerText()).toContain('\nRule added: Rule number 6.');
    await panel.page.keyboard.press('Escape');
    await panel.page.locator('#revision-1').hover();
    await expect.poll(() => tooltip.innerText()).toBe('1 line added, 0 removed\nRule added: Rule number 5.');
  });

  it('writes out four changed rules under the chart and counts the rest', async () => {
    const rules = [
      'Rule changed: Ask.',
      'Rule added: Wait.',
      'Rule added: Listen.',
      'Rule removed: Hurry.',
      'and 3 more',
    ];
    const history = historyOf(2);
    const revisions = history.revisions.map((one) => ({ ...one, change: { added: 6, removed: 2, lines: [], rules } }));
    const panel = await shown({ ...history, revisions }, { width: 625, height: 900 });
    const lines = panel.page.locator('.change-lines li');
    await expect.poll(() => lines.allInnerTexts()).toEqual(rules);
    await expect.poll(() => panel.page.getByText('Rule added: Listen.').count()).toBe(1);
  });

  it('reaches all that can be done by the Tab key', async () => {
    const panel = await shown(historyOf(12));
    await panel.page.locator('#tab-history').focus();
    const reached: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await panel.page.keyboard.press('Tab');
      const name = await panel.page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return undefined;
        return (element.id || element.textContent).trim().replace(/\s+/gu, ' ');
      });
      if (name === undefined) break;
      reached.push(name.replace(/ of \d.*$/u, ''));
    }
    expect(reached).toEqual([
      ...['series', 'against', 'history-cursor', 'The chart as a table', 'revision-0'],
      ...['Compare with baseline', 'Open text', 'Restore', 'Show changes', 'Label…', 'Pin as baseline'],
      ...['Open the run', 'Judge again the run', 'Delete… the run'],
      ...['Open the run', 'Judge again the run', 'Delete… the run'],
    ]);
  });

  it('says after the first run what the second is for', async () => {
    const panel = await shown(historyOf(1));
    await expect.poll(() => panel.page.locator('.history-first').innerText()).toContain('One run so far.');
    await expect.poll(() => panel.page.locator('.revision-row').count()).toBe(1);
    await panel.send({ kind: 'history', view: historyOf(2) });
    await expect.poll(() => panel.page.locator('.history-first').count()).toBe(0);
  });

  it('walks the list by keyboard and reads each revision', async () => {
    const panel = await shown(historyOf(12));
    await panel.page.locator('#revision-0').focus();
    await panel.page.keyboard.press('ArrowDown');
    await expect.poll(() => panel.page.locator('#revision-heading').innerText()).toBe('say it kindly');
    await panel.page.keyboard.press('Enter');
    const sent = await panel.sent();
    expect(sent.filter(({ kind }) => kind === 'openRevision')).toHaveLength(1);
  });

  it('lists damaged runs as such, and what could not be done', async () => {
    const damaged = [{ id: 'run-x', problem: 'The manifest is not JSON.' }];
    const panel = await shown(historyOf(4, { damaged, problem: 'The run is in use by another window.' }));
    await expect
      .poll(() => panel.page.locator('.history-damaged summary').innerText())
      .toContain('1 run that cannot be read');
    await panel.page.locator('.history-damaged summary').click();
    await expect.poll(() => panel.page.locator('.history-damaged').innerText()).toContain('The manifest is not JSON.');
    await expect.poll(() => panel.page.locator('.notice.error').innerText()).toContain('in use by another window');
    await expect.poll(() => panel.page.locator('.revision-row').count()).toBe(2);
  });
});

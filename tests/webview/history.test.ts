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
    expect(await panel.page.locator('#history').innerText()).toContain('No history yet');
    await panel.page.locator('#history vscode-button').click();
    await panel.waitForSent({ kind: 'action', action: 'evaluate' });
  });

  it('lists revisions with label, baseline, time, commit, value and runs', async () => {
    const panel = await shown(historyOf(12));
    expect(await panel.page.locator('.revision-row').count()).toBe(6);
    const label = await panel.page.locator('#revision-1').getAttribute('aria-label');
    expect(label).toMatch(/^say it kindly\. .* 2026, .*on main.*\. 2 runs\. 0\.\d\d, 0\.\d\d to 0\.\d\d\. 1 added/u);
    expect(await panel.page.locator('#revision-2').getAttribute('aria-label')).toContain('. baseline. ');
  });

  it('moves along the points by keyboard, and Enter opens the run', async () => {
    const panel = await shown(historyOf(12));
    await panel.page.locator('#history-cursor').focus();
    expect(await panel.page.locator('#history-cursor').getAttribute('aria-valuenow')).toBe('12');
    const latest = await valueText(panel);
    await panel.page.keyboard.press('ArrowLeft');
    expect(await valueText(panel)).not.toBe(latest);
    await panel.page.keyboard.press('Home');
    expect(await panel.page.locator('#history-cursor').getAttribute('aria-valuenow')).toBe('1');
    expect(await panel.page.locator('.history-point').innerText()).toBe(await valueText(panel));
    await panel.page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'openRun', runId: 'run-1' });
  });

  it('draws each point where its value is, and joins only what may be joined', async () => {
    const view = historyOf(12);
    const panel = await shown(view);
    const { points } = view.series[0]!;
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

  it('shows the point under the pointer, and reads its revision on a click', async () => {
    const panel = await shown(historyOf(12));
    const box = (await panel.page.locator('.history-plot').boundingBox())!;
    const heading = panel.page.locator('#revision-heading');
    const before = await heading.innerText();
    await panel.page.mouse.move(box.x + box.width * 0.021, box.y + 40);
    await panel.page.waitForFunction(
      () => document.getElementById('history-cursor')?.getAttribute('aria-valuenow') === '1',
    );
    expect(await heading.innerText()).toBe(before);
    await panel.page.locator('.tooltip:popover-open').waitFor();
    expect(await panel.page.locator('.tooltip').innerText()).toContain('Rule added: Rule number 1.');
    await panel.page.mouse.click(box.x + box.width * 0.021, box.y + 40);
    expect(await heading.innerText()).not.toBe(before);
  });

  it('has the same figures in a table', async () => {
    const view = historyOf(12);
    const panel = await shown(view);
    await panel.page.locator('#history-table summary').click();
    const rows = panel.page.locator('.history-table tbody tr');
    await rows.nth(11).waitFor();
    const last = view.series[0]!.points.at(-1)!;
    const words = `${last.value.toFixed(2)}, ${last.low!.toFixed(2)} to ${last.high!.toFixed(2)}`;
    expect(await rows.first().innerText()).toContain(words);
    await panel.page.locator('#series').selectOption(view.series[1]!.key);
    expect(await rows.first().innerText()).toContain(view.series[1]!.points.at(-1)!.value.toFixed(2));
  });

  it('labels, pins, opens, restores and compares a revision, and deletes a run', async () => {
    const panel = await shown(historyOf(12));
    const { page } = panel;
    await page.locator('#revision-1').click();
    const revision = await page.locator('#revision-1').getAttribute('data-revision');
    if (revision === null) throw new Error('The row has no revision.');
    await page.locator('#revision-label').fill('  shorter ');
    await page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'labelRevision', revision, label: 'shorter' });
    await page.locator('#revision-label').fill('');
    await page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'labelRevision', revision, label: null });
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
    expect(await page.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
  });

  it('walks the list by keyboard and reads each revision', async () => {
    const panel = await shown(historyOf(12));
    await panel.page.locator('#revision-0').focus();
    await panel.page.keyboard.press('ArrowDown');
    expect(await panel.page.locator('#revision-heading').innerText()).toBe('say it kindly');
    await panel.page.keyboard.press('Enter');
    const sent = await panel.sent();
    expect(sent.filter(({ kind }) => kind === 'openRevision')).toHaveLength(1);
  });

  it('lists damaged runs as such, and what could not be done', async () => {
    const damaged = [{ id: 'run-x', problem: 'The manifest is not JSON.' }];
    const panel = await shown(historyOf(4, { damaged, problem: 'The run is in use by another window.' }));
    expect(await panel.page.locator('.history-damaged summary').innerText()).toContain('1 run that cannot be read');
    await panel.page.locator('.history-damaged summary').click();
    expect(await panel.page.locator('.history-damaged').innerText()).toContain('The manifest is not JSON.');
    expect(await panel.page.locator('.notice.error').innerText()).toContain('in use by another window');
    expect(await panel.page.locator('.revision-row').count()).toBe(2);
  });

  it('draws 1,000 runs', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-history').click();
    const message = JSON.stringify({ kind: 'history', view: historyOf(1_000) });
    await panel.page.evaluate((text) => {
      const data: unknown = JSON.parse(text);
      window.dispatchEvent(new MessageEvent('message', { data }));
    }, message);
    await expect.poll(() => panel.page.locator('.revision-row').count()).toBeGreaterThan(5);
    expect(await panel.page.locator('.revision-row').count()).toBeLessThan(60);
    expect(await panel.page.locator('.history-lines path').count()).toBe(3);
  });
});

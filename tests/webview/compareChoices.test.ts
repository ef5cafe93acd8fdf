import { describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { RunPair } from '../../src/protocol/messages';
import { comparison, runView } from './comparisonViews';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

/** `run-4` and `run-3` were judged by two, the older ones by one. */
function judgedByTwo(count = 4): HistoryView {
  const history = historyOf(count);
  return {
    ...history,
    runs: history.runs.map((run, place) => (place < 2 ? { ...run, judges: ['judge-a', 'judge-b'] } : run)),
  };
}

function viewOf({ before, after, judges }: RunPair): ComparisonView {
  const judgeOf = (side: 'before' | 'after'): string => judges?.[side] ?? 'judge-a';
  return comparison({
    before: runView(before, { judge: judgeOf('before') }),
    after: runView(after, { judge: judgeOf('after') }),
  });
}

async function openWith(history: HistoryView, runs: RunPair): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.send({ kind: 'show', tab: 'compare', runs });
  await panel.send({ kind: 'history', view: history });
  await panel.compared(runs, viewOf(runs));
  return panel;
}

async function offered(panel: PanelPage, id: string): Promise<readonly (string | null)[]> {
  return panel.page
    .locator(`#${id} option`)
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
}

/** Asks that the panel sent for comparisons, in order. */
async function asked(panel: PanelPage): Promise<readonly unknown[]> {
  return (await panel.sent()).filter(({ kind }) => kind === 'compare');
}

describe('the judges of a comparison', () => {
  it('are chosen where a run has more than one', async () => {
    const panel = await openWith(judgedByTwo(), { before: 'run-1', after: 'run-4' });
    await expect.poll(() => offered(panel, 'judge-after')).toEqual(['judge-a', 'judge-b']);
    await expect.poll(() => panel.page.locator('#judge-before').count()).toBe(0);
    await expect.poll(() => panel.page.locator('#judge-after').inputValue()).toBe('judge-a');
    await panel.page.locator('#judge-after').selectOption('judge-b');
    const judges = { before: 'judge-a', after: 'judge-b' };
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-4', judges });
    const runs = { before: 'run-1', after: 'run-4', judges };
    await panel.compared(runs, viewOf(runs));
    await expect.poll(() => panel.page.locator('#compare-answer').count()).toBe(1);
    await expect.poll(() => panel.page.locator('#judge-after').inputValue()).toBe('judge-b');
  });

  it('may be two of one run, never the same twice', async () => {
    const panel = await openWith(judgedByTwo(), { before: 'run-3', after: 'run-4' });
    // A run of one judge has nothing to be compared with on its own.
    await expect.poll(() => offered(panel, 'pick-before')).toEqual(['run-4', 'run-3', 'run-2', 'run-1']);
    await panel.page.locator('#pick-before').selectOption('run-4');
    const judges = { before: 'judge-b', after: 'judge-a' };
    await panel.waitForSent({ kind: 'compare', before: 'run-4', after: 'run-4', judges });
    await expect.poll(() => offered(panel, 'judge-before')).toEqual(['judge-b']);
    await expect.poll(() => offered(panel, 'judge-after')).toEqual(['judge-a']);
    await panel.page.getByRole('button', { name: 'Swap before and after' }).click();
    const turned = { before: 'judge-a', after: 'judge-b' };
    await panel.waitForSent({ kind: 'compare', before: 'run-4', after: 'run-4', judges: turned });
    await panel.page.locator('#pick-before').selectOption('run-1');
    // The other side keeps its judge; the run before was never judged by it.
    const kept = { before: 'made-up-judge', after: 'judge-b' };
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-4', judges: kept });
  });

  it('offers no run beside itself that has one judge', async () => {
    const panel = await openWith(historyOf(4), { before: 'run-1', after: 'run-4' });
    await expect.poll(() => offered(panel, 'pick-before')).toEqual(['run-3', 'run-2', 'run-1']);
    await expect.poll(() => offered(panel, 'pick-after')).toEqual(['run-4', 'run-3', 'run-2']);
    await expect.poll(() => panel.page.locator('.judge-picker').count()).toBe(0);
  });

  it('of the only run can be compared', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-compare').click();
    await panel.send({ kind: 'history', view: judgedByTwo(1) });
    await panel.page.getByText('Compare two of its judges').click();
    const judges = { before: 'judge-a', after: 'judge-b' };
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-1', judges });
  });

  it('are kept over a reload', async () => {
    const judges = { before: 'judge-a', after: 'judge-b' };
    const panel = await openWith(judgedByTwo(), { before: 'run-4', after: 'run-4', judges });
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('judge-b'));
    await panel.page.reload();
    await panel.show(withReport(guideEval));
    await panel.waitForSent({ kind: 'compare', before: 'run-4', after: 'run-4', judges });
  });
});

describe('a pair from elsewhere', () => {
  const stray = { before: 'elsewhere', after: 'run-4' };
  const view = comparison({
    before: runView('elsewhere', { promptName: 'other.md', name: 'aa12fe77c0d1', judge: 'judge-a' }),
    after: runView('run-4'),
  });

  it('is taken while another is on its way, whose answer then comes too late', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-compare').click();
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-4' });
    await panel.send({ kind: 'show', tab: 'compare', runs: stray });
    await panel.answer({ kind: 'compare', before: 'run-1', after: 'run-4' }, { view: JSON.stringify(comparison()) });
    await expect.poll(() => panel.page.locator('#compare-answer').count()).toBe(0);
    await panel.compared(stray, view);
    await expect.poll(() => panel.page.locator('#compare-answer').count()).toBe(1);
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('elsewhere');
    await expect.poll(async () => (await asked(panel)).length).toBe(2);
  });

  it('that was given up is taken when the editor brings it forward again', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.send({ kind: 'show', tab: 'compare', runs: stray });
    await panel.send({ kind: 'history', view: historyOf(4) });
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('elsewhere');
    await panel.page.locator('#pick-before').selectOption('run-2');
    await panel.waitForSent({ kind: 'compare', before: 'run-2', after: 'run-4' });
    await panel.send({ kind: 'show', tab: 'compare', runs: stray });
    await panel.compared(stray, view);
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('elsewhere');
    await expect.poll(() => panel.page.locator('#compare-answer').count()).toBe(1);
  });

  it('is named by prompt, revision and time, after a reload too, and stays within reach', async () => {
    const panel = await openWith(historyOf(4), { before: 'run-1', after: 'run-4' });
    await panel.send({ kind: 'show', tab: 'compare', runs: stray });
    await panel.compared(stray, view);
    const name = /^other\.md aa12fe77c0d1, \d+ Mar 2026, \d\d:\d\d$/u;
    await expect.poll(() => panel.page.locator('#pick-before option:checked').innerText()).toMatch(name);
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('elsewhere'));
    await panel.page.reload();
    await panel.show(withReport(guideEval));
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.compared(stray, view);
    await expect.poll(() => panel.page.locator('#pick-before option:checked').innerText()).toMatch(name);
    await panel.page.locator('#pick-before').selectOption('run-2');
    await panel.waitForSent({ kind: 'compare', before: 'run-2', after: 'run-4' });
    await expect.poll(() => offered(panel, 'pick-before')).toContain('elsewhere');
  });

  it('that cannot be compared gives way to the one before', async () => {
    const panel = await openWith(historyOf(4), { before: 'run-2', after: 'run-4' });
    const problem = 'Run elsewhere was deleted. Choose another.';
    await panel.send({ kind: 'show', tab: 'compare', runs: stray });
    await panel.notCompared(stray, problem);
    await expect.poll(() => panel.page.locator('.compare-failed').innerText()).toContain(problem);
    await panel.page.getByText('Back to the last comparison').click();
    await panel.waitForSent({ kind: 'compare', before: 'run-2', after: 'run-4' });
  });
});

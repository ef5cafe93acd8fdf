import { describe, expect, it } from 'vitest';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { comparison, runView } from './comparisonViews';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

/** The history after as many runs, each one hour after the other; the last two are suggested. */
function after(count: number): HistoryView {
  const suggested = { before: `run-${String(count - 1)}`, after: `run-${String(count)}` };
  const { runs, ...history } = historyOf(count);
  const hour = (id: string): string => new Date(Date.UTC(2026, 0, 1, Number(id.slice(4)))).toISOString();
  return { ...history, runs: runs.map((run) => ({ ...run, createdAt: hour(run.id) })), suggested };
}

function pair(before: number, later: number): { readonly before: string; readonly after: string } {
  return { before: `run-${String(before)}`, after: `run-${String(later)}` };
}

async function compared(panel: PanelPage, runs: ReturnType<typeof pair>): Promise<void> {
  await panel.compared(runs, comparison({ before: runView(runs.before), after: runView(runs.after) }));
}

/** Brings a pair forward as the host does. */
async function sent(panel: PanelPage, runs: ReturnType<typeof pair>): Promise<void> {
  await panel.send({ kind: 'show', tab: 'compare', runs });
  await compared(panel, runs);
}

async function openCompare(): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: after(4) });
  await panel.waitForSent({ kind: 'compare', ...pair(3, 4) });
  await compared(panel, pair(3, 4));
  return panel;
}

async function asked(panel: PanelPage): Promise<readonly string[]> {
  return (await panel.sent()).flatMap((message) =>
    message.kind === 'compare' ? [`${message.before} ${message.after}`] : [],
  );
}

describe('when a newer run has ended', () => {
  it('a pair that the host chose gives way to the new one, whether suggested or sent', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: after(5) });
    await panel.waitForSent({ kind: 'compare', ...pair(4, 5) });
    await sent(panel, pair(2, 5));
    await panel.send({ kind: 'history', view: after(6) });
    await panel.waitForSent({ kind: 'compare', ...pair(5, 6) });
    expect(await asked(panel)).toEqual(['run-3 run-4', 'run-4 run-5', 'run-2 run-5', 'run-5 run-6']);
    await expect.poll(() => panel.page.locator('.newer-run').count()).toBe(0);
  });

  it('a pair that the host sent stays where it has the new run, and where nothing is new', async () => {
    const panel = await openCompare();
    await sent(panel, pair(1, 5));
    await panel.send({ kind: 'history', view: after(5) });
    await sent(panel, pair(1, 2));
    // The same suggestion again, and one that is older since a run was deleted.
    await panel.send({ kind: 'history', view: after(5) });
    await panel.send({ kind: 'history', view: { ...after(5), suggested: pair(1, 2) } });
    await expect.poll(() => panel.page.locator('#pick-after').inputValue()).toBe('run-2');
    expect(await asked(panel)).toEqual(['run-3 run-4', 'run-1 run-5', 'run-1 run-2']);
  });

  it('the reader’s own pair stays, and a line leads to the new one', async () => {
    const panel = await openCompare();
    await panel.page.locator('#pick-before').selectOption('run-1');
    await panel.waitForSent({ kind: 'compare', ...pair(1, 4) });
    await compared(panel, pair(1, 4));
    const line = panel.page.locator('.newer-run');
    await expect.poll(() => line.count()).toBe(0);
    await panel.send({ kind: 'history', view: after(5) });
    await expect.poll(() => line.innerText()).toContain('A newer run exists.');
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('run-1');
    await line.getByText('Compare it').click();
    await panel.waitForSent({ kind: 'compare', ...pair(4, 5) });
    await expect.poll(() => line.count()).toBe(0);
    expect(await panel.problems()).toEqual([]);
  });
});

describe('the history', () => {
  it('is asked for each time that a view of it comes into sight, and not by drawing', async () => {
    const panel = await openCompare();
    const count = async (): Promise<number> => (await panel.sent()).filter(({ kind }) => kind === 'openHistory').length;
    expect(await count()).toBe(1);
    await panel.page.locator('table.comparison .fold').first().click();
    await panel.page.locator('#tab-history').click();
    await expect.poll(count).toBe(2);
    await panel.page.locator('#tab-overview').click();
    await panel.send({ kind: 'show', tab: 'compare', runs: pair(3, 4) });
    await expect.poll(count).toBe(3);
  });
});

describe('what a revision is shown against', () => {
  it('is the revision evaluated before it for its changes and for its comparison, also where that one was run again since', async () => {
    const panel = await openCompare();
    const four = after(4);
    const [again, between] = four.revisions;
    // A, B, A: the first revision has the latest run and the two earliest.
    const revisions = [
      { ...again!, runs: [0, 2, 3], previous: between!.revision },
      { ...between!, runs: [1], previous: again!.revision, pinned: false },
    ];
    const of = [0, 1, 0, 0];
    const runs = four.runs.map((run, place) => ({ ...run, revision: of[place]! }));
    await panel.page.locator('#tab-history').click();
    await panel.send({ kind: 'history', view: { ...four, revisions, runs } });
    await panel.page.locator('#revision-1').click();
    await panel.page.getByText('Show changes').click();
    await panel.waitForSent({ kind: 'diffRevisions', before: again!.revision, after: between!.revision });
    await panel.page.getByText('Compare with the one before').click();
    await panel.waitForSent({ kind: 'compare', ...pair(2, 3) });
  });
});

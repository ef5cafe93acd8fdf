import { describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import { meant, turnRates } from './comparisonFindings';
import { benchmarkView, comparison, flipView, row, sampleView } from './comparisonViews';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;

async function shown(view: ComparisonView): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(2) });
  await panel.compared(runs, view);
  return panel;
}

function withRows(...rows: readonly ReturnType<typeof row>[]): ComparisonView {
  return comparison({ benchmarks: [benchmarkView({ groups: [{ id: 'a', role: 'target', title: 'A', rows }] })] });
}

describe('a difference that is meant', () => {
  it('is said to be what is compared, and is no warning', async () => {
    const panel = await shown(meant);
    const notices = panel.page.locator('.compare-notices .notice');
    await expect.poll(() => notices.count()).toBe(1);
    await expect
      .poll(async () => (await notices.innerText()).replace(/\s+/gu, ' '))
      .toBe('The difference under test: the tutor model made-up-tutor → another-tutor');
    await expect.poll(() => panel.page.locator('.compare-notices .warning').count()).toBe(0);
    await expect.poll(() => panel.page.locator('#compare').innerText()).not.toContain('other difference');
  });
});

describe('doubts about the judge', () => {
  it('stand below the statistics that it gave, and nothing where there are none', async () => {
    const judgeDoubts = 'The judge is no better than the majority label for P-Redirect; unchecked for P-Affirm.';
    const panel = await shown({ ...withRows(row('P-Redirect')), judgeDoubts });
    await expect.poll(() => panel.page.locator('#compare .judge-doubts').innerText()).toBe(judgeDoubts);
    await panel.compared(runs, withRows(row('P-Redirect')));
    await expect.poll(() => panel.page.locator('#compare .judge-doubts').count()).toBe(0);
  });
});

describe('how many more', () => {
  it('stands below the word, and is not said where only the correction stops a verdict', async () => {
    const stopped = row('P-Affirm', { correctionOnly: true, details: 'By itself this p would count.' });
    const panel = await shown(withRows(row('P-Redirect', { moreSamples: 31 }), stopped));
    const cell = panel.page.locator('tr.compared').first().locator('td.word');
    await expect.poll(() => cell.locator('.word-note').allInnerTexts()).toEqual(['needs about 31 more samples']);
    const other = panel.page.locator('tr.compared').nth(1);
    await expect.poll(() => other.locator('td.word').innerText()).toContain('suggestive only');
    await expect.poll(() => other.locator('td.word').innerText()).not.toContain('more');
    await other.locator('.metric-name').hover();
    await panel.page.locator('.tooltip:popover-open').waitFor();
    await expect.poll(() => panel.page.locator('.tooltip').innerText()).toBe('By itself this p would count.');
  });
});

describe('turn by turn', () => {
  it('lists the failure rate of each judge in both runs, with a dash where nothing was judged', async () => {
    const panel = await shown(
      comparison({ benchmarks: [benchmarkView({ id: 'socratesbench', turns: turnRates(2) })] }),
    );
    await panel.page.locator('.compared-rest > summary').click();
    await panel.page.getByText('Failure rate by turn').click();
    const judges = panel.page.locator('.turns-table tbody');
    await expect.poll(() => judges.count()).toBe(2);
    const cells = (turn: number): Promise<readonly string[]> =>
      judges.first().locator('tr').nth(turn).locator('td').allInnerTexts();
    await expect.poll(() => cells(1)).toEqual(['8% (1/12)', '0% (0/12)']);
    await expect.poll(() => cells(4)).toEqual(['33% (4/12)', '–']);
  });

  it('names the turn of each verdict', async () => {
    const flips = [1, 2, 3].map((turn) =>
      flipView(turn, 'broken', { sample: 0, turn, judgeTitle: 'A judge of a long name. '.repeat(5) }),
    );
    const panel = await shown(
      comparison({ benchmarks: [benchmarkView({ id: 'socratesbench', flips, samples: [sampleView(0)] })] }),
    );
    const names = (): Promise<readonly string[]> => panel.page.locator('.flip-row .flip-judge').allInnerTexts();
    // Beside a name of any length.
    const cut = (): Promise<boolean> =>
      panel.page
        .locator('.flip-turn')
        .first()
        .evaluate((turn) => turn.getBoundingClientRect().right > turn.parentElement!.getBoundingClientRect().right + 1);
    await expect.poll(cut).toBe(false);
    await expect
      .poll(async () => (await names()).map((name) => /turn \d+$/u.exec(name)?.[0]))
      .toEqual(['turn 1', 'turn 2', 'turn 3']);
  });
});

describe('a long list of verdicts', () => {
  const flips = Array.from({ length: 5_000 }, (_, index) =>
    flipView(index, (['broken', 'fixed', 'stillFailing', 'unjudged'] as const)[index % 4]!, { sample: index % 500 }),
  );
  const samples = Array.from({ length: 500 }, (_, index) => sampleView(index));
  const view = comparison({ benchmarks: [benchmarkView({ flips, samples })] });

  it('never takes what was not judged for a failure', async () => {
    const panel = await shown(view);
    const kinds = async (): Promise<readonly string[]> => [
      ...new Set(await panel.page.locator('.flip-row .flip-kind').allInnerTexts()),
    ];
    await panel.page.locator('.chip.stillFailing').click();
    await panel.page.locator('.chip.fixed').click();
    await expect.poll(async () => (await kinds()).map((kind) => kind.trim())).toEqual(['Broken', 'Still failing']);
    await panel.page.locator('.chip.broken').click();
    await expect.poll(async () => (await kinds()).map((kind) => kind.trim())).toEqual(['Still failing']);
    await expect.poll(() => panel.page.locator('.flip-row').first().getAttribute('aria-setsize')).toBe('1250');
    await panel.page.locator('.chip.stillFailing').click();
    await panel.page.locator('.chip.unjudged').click();
    await expect.poll(async () => (await kinds()).map((kind) => kind.trim())).toEqual(['Unjudged']);
  });
});

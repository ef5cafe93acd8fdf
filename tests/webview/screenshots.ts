import { expect, it } from 'vitest';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { meant, turnRates } from './comparisonFindings';
import { baselineChanges, benchmarkView, comparison, decided, flippedCase, unlike } from './comparisonViews';
import { flipDetail } from './flipDetails';
import { historyOf, tradeOffOf } from './historyViews';
import { criteriaCase, longCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { caseDetails, guideEval, panelStates, withReport } from './panelStates';
import { themes } from './themes';

/** `half`: as a panel of 900 pixels is drawn at a zoom of 200 %. */
const widths = { wide: 900, half: 450, narrow: 320 } as const;

const pictures = new PanelBrowser();

async function openCase(panel: PanelPage, id: string): Promise<void> {
  await panel.page.locator(`[data-id="${id}"]`).click();
  await panel.answer({ kind: 'openCase', caseId: id }, caseDetails[id]);
}

async function shootComparison(panel: PanelPage, name: string): Promise<void> {
  const { page } = panel;
  const runs = { before: 'run-1', after: 'run-2' };
  await page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(1) });
  await panel.picture(`${name}-compare-one-run`);
  await panel.send({ kind: 'history', view: historyOf(2) });
  await panel.picture(`${name}-compare-loading`);
  await panel.notCompared(runs, 'Run run-1 was deleted. Choose another.');
  await panel.picture(`${name}-compare-failed`);
  await panel.compared(runs, unlike);
  await panel.picture(`${name}-compare-unlike`);
  await panel.compared(runs, meant);
  await panel.picture(`${name}-compare-meant`);
  await panel.compared(runs, comparison());
  await panel.picture(`${name}-compare`);
  await page.locator('#compare').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await panel.picture(`${name}-compare-end`);
  await page.locator('.flip-row').first().click();
  const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
  await panel.answer({ kind: 'openFlip', flip }, flipDetail);
  await panel.picture(`${name}-flip`);
}

/** Two judges to choose from, and replies judged turn by turn; the whole page at once. */
async function shootWholeComparison(panel: PanelPage, name: string): Promise<void> {
  const { page } = panel;
  const history = historyOf(6);
  const judges = ['openai:gpt-5.4-mini', 'anthropic:claude-sonnet-5'];
  const runs = { before: 'run-1', after: 'run-6' };
  await page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: { ...history, runs: history.runs.map((run) => ({ ...run, judges })) } });
  const benchmarks = [benchmarkView({ turns: turnRates(3) })];
  await panel.compared(runs, comparison({ benchmarks }));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await panel.picture(`${name}-compare-whole`);
  await page.locator('.flip-row').first().click();
  const flip = { beforeRun: 'run-1', afterRun: 'run-6', beforeCase: flippedCase, afterCase: flippedCase };
  await panel.answer({ kind: 'openFlip', flip }, flipDetail);
  await panel.picture(`${name}-flip-whole`);
  await page.keyboard.press('Escape');
}

/** The latest revision changed as many rules as are written out, and more. */
function withManyChanges(history: HistoryView): HistoryView {
  const rules = [
    'Rule changed: You are a patient teacher in a dialogue of several turns with a learner. Answer by the rules be…',
    'Rule changed: Ask one guiding question per turn.',
    'Rule removed: Give an example where it helps.',
    'Rule added: If the learner is confused, say it in simpler words, with a picture or with a more basic question…',
    'and 3 more',
  ];
  const [latest, ...earlier] = history.revisions;
  if (latest === undefined) return history;
  return { ...history, revisions: [{ ...latest, change: { added: 9, removed: 5, lines: [], rules } }, ...earlier] };
}

async function shootHistory(panel: PanelPage, name: string): Promise<void> {
  const { page } = panel;
  await page.locator('#tab-history').click();
  await panel.send({ kind: 'history', view: historyOf(24) });
  await panel.picture(`${name}-history`);
  await page.locator('#history').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await panel.picture(`${name}-history-end`);
  const six = historyOf(12);
  const tradeOff = tradeOffOf(six);
  await panel.send({ kind: 'history', view: six });
  await page.locator('#history').evaluate((element) => element.scrollTo(0, 0));
  await page.locator('#against').selectOption(tradeOff.keys[1]);
  await panel.answer({ kind: 'tradeOff', keys: tradeOff.keys }, tradeOff);
  await panel.picture(`${name}-history-trade-off`);
  await page.locator('#against').selectOption('');
  await panel.send({ kind: 'history', view: historyOf(1_000) });
  await page.locator('#history').evaluate((element) => element.scrollTo(0, 0));
  await panel.picture(`${name}-history-many`);
  await panel.send({ kind: 'history', view: historyOf(1) });
  await panel.picture(`${name}-history-one`);
  await panel.send({ kind: 'history', view: historyOf(0) });
  await panel.picture(`${name}-history-none`);
}

for (const theme of themes) {
  for (const [size, width] of Object.entries(widths)) {
    it(`draws every state, ${theme.name}, ${size}`, async () => {
      const panel = await pictures.open({ width, height: 760, theme: theme.name });
      for (const [name, state] of Object.entries(panelStates)) {
        await panel.showUnfolded(state);
        await panel.picture(`${theme.name}-${size}-${name}`);
      }
      await panel.page.locator('.overview').evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await panel.picture(`${theme.name}-${size}-simulated-end`);
      await panel.page.locator('#tab-cases').click();
      await panel.picture(`${theme.name}-${size}-cases-two`);
      await panel.showUnfolded(panelStates.finished!);
      await panel.picture(`${theme.name}-${size}-cases`);
      await openCase(panel, 'guideeval/ge-001b#0');
      await panel.picture(`${theme.name}-${size}-case`);
      const close = panel.page.getByRole('button', { name: size === 'narrow' ? 'Back to the list' : 'Close the case' });
      await close.click();
      await panel.showUnfolded(panelStates.sixBenchmarks!);
      await panel.picture(`${theme.name}-${size}-cases-six`);
      await panel.showUnfolded(panelStates.metricBars!);
      await panel.page.locator(`[data-id="${criteriaCase.summary.id}"]`).click();
      await panel.answer({ kind: 'openCase', caseId: criteriaCase.summary.id }, criteriaCase);
      await panel.picture(`${theme.name}-${size}-case-criteria`);
      await panel.page
        .locator('.verdicts')
        .first()
        .evaluate((list) => list.scrollIntoView());
      await panel.picture(`${theme.name}-${size}-case-criteria-verdicts`);
      await panel.page.locator('.turn-image').click({ force: true });
      await panel.picture(`${theme.name}-${size}-lightbox`);
      await panel.page.keyboard.press('Escape');
      await panel.page.locator('#tab-overview').click();
      await panel.showUnfolded(panelStates.turnMap!);
      await panel.page.locator('[data-row="0"] [data-column="6"]').click();
      await panel.answer({ kind: 'openCase', caseId: longCase.summary.id }, longCase);
      await panel.picture(`${theme.name}-${size}-case-long`);
      await panel.page.locator('.beside button').nth(6).click();
      await panel.picture(`${theme.name}-${size}-case-long-verdicts`);
    });

    it(`draws whole overviews, ${theme.name}, ${size}`, async () => {
      const panel = await pictures.open({ width, height: 3200, theme: theme.name });
      for (const name of ['turnMap', 'preferences', 'metricBars', 'sixBenchmarks']) {
        await panel.showUnfolded(panelStates[name]!);
        await panel.picture(`${theme.name}-${size}-${name}-whole`);
      }
    });

    it(`draws comparison and history, ${theme.name}, ${size}`, async () => {
      const panel = await pictures.open({ width, height: 760, theme: theme.name });
      const name = `${theme.name}-${size}`;
      await panel.showUnfolded(withReport(guideEval, { changes: baselineChanges }));
      await panel.picture(`${name}-overview-changes`);
      await shootComparison(panel, name);
      await shootHistory(panel, name);
    });
  }
}

for (const theme of themes) {
  for (const width of [320, 420, 520, 625, 1000]) {
    it(`draws whole comparisons, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await pictures.open({ width, height: 1700, theme: theme.name });
      await panel.showUnfolded(withReport(guideEval, { changes: baselineChanges }));
      await panel.picture(`${theme.name}-${String(width)}-overview-whole`);
      await shootWholeComparison(panel, `${theme.name}-${String(width)}`);
      await panel.page.locator('#tab-history').click();
      const damaged = [{ id: 'run-x', problem: 'The manifest is not JSON.' }];
      await panel.send({ kind: 'history', view: withManyChanges(historyOf(24, { damaged })) });
      await panel.picture(`${theme.name}-${String(width)}-history-whole`);
    });
  }
}

// 450 px are 900 px at 200% zoom.
for (const width of [320, 450, 900]) {
  it(`draws each decision, ${String(width)} px`, async () => {
    const panel = await pictures.open({ width, height: 700 });
    const choices = {
      ...withReport(guideEval).choices,
      targets: ['guideeval/P-Redirect'],
      guards: ['guideeval/Echoes'],
    };
    for (const [kind, view] of Object.entries(decided)) {
      const changes = { ...baselineChanges, decision: view.decision, sentence: view.sentence };
      await panel.showUnfolded({ ...withReport(guideEval, { changes }), choices });
      await panel.page.locator('#tab-overview').click();
      await panel.picture(`decision-${kind}-${String(width)}-overview`);
      await panel.page.locator('#tab-compare').click();
      await panel.send({ kind: 'history', view: historyOf(2) });
      await panel.send({ kind: 'show', tab: 'compare', runs: { before: 'run-1', after: 'run-2' } });
      await panel.compared({ before: 'run-1', after: 'run-2' }, view);
      await panel.page.locator('#compare-answer h2').waitFor();
      await panel.picture(`decision-${kind}-${String(width)}-compare`);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

it('draws a wide case', async () => {
  const panel = await pictures.open({ width: 1600, height: 900 });
  await panel.showUnfolded(panelStates.finished!);
  await panel.page.locator('#tab-cases').click();
  await openCase(panel, 'guideeval/ge-001b#0');
  await panel.picture('dark-1600-case');
});

it('draws the narrowest', async () => {
  const panel = await pictures.open({ width: 320, height: 700 });
  await panel.showUnfolded(panelStates.simulated!);
  await panel.picture('dark-320-overview');
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

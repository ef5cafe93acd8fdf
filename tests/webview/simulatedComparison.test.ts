import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/core/compare/compareRuns';
import type { RunSession } from '../../src/core/run/runSession';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import { comparisonView } from '../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../src/core/report/comparisonViewFlips';
import { comparedSession, labelMetric, oneTrial, options, usualModel } from '../unit/compare/comparedSessions';
import { offlineModel } from '../unit/report/reportFixture';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;
const verdicts =
  /\b(?:better|worse|improved|unclear|no clear difference|Holm|needed|more samples)\b|\bp (?:<|under|0)/iu;

function viewOf(before: boolean, after: boolean): ComparisonView {
  const metrics = [
    labelMetric({ id: 'Up', title: 'Up' }),
    labelMetric({ id: 'Down', title: 'Down', direction: 'down' }),
  ];
  const run = (runId: string, ones: number, simulated: boolean): RunSession =>
    comparedSession({
      trials: oneTrial(Array.from({ length: 20 }, (_, at) => (at < ones ? 1 : 0))),
      metrics,
      manifest: { runId, tutor: simulated ? offlineModel : usualModel },
    });
  const sessions = [run('run-1', 2, before), run('run-2', 17, after)] as const;
  const comparison = compareRuns(...sessions, { ...options, intended: ['tutor'] });
  return comparisonView(comparison, { titles: comparisonViewTitles(...sessions) });
}

/** All that a reader can come to see or hear of the view. */
async function said(panel: PanelPage): Promise<string> {
  const view = panel.page.locator('#compare');
  const hidden = await view
    .locator('[data-tip], [aria-label]')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('data-tip')} ${one.getAttribute('aria-label')}`));
  return [await view.evaluate((element) => element.textContent), ...hidden].join('\n');
}

async function shown(view: ComparisonView): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(2) });
  await panel.waitForSent({ kind: 'compare', ...runs });
  await panel.compared(runs, view);
  await panel.page.locator('tr.compared').first().waitFor();
  return panel;
}

describe('the view Compare where a tutor was simulated', () => {
  it.each([
    ['before', true, false],
    ['after', false, true],
    ['both', true, true],
  ])('shows differences and intervals, says so, and calls nothing: %s', async (_, before, after) => {
    const panel = await shown(viewOf(before, after));
    const text = await said(panel);
    expect(verdicts.exec(text)?.[0]).toBeUndefined();
    expect(text).toContain('+0.75');
    expect(await panel.page.locator('.word').count()).toBe(0);
    expect(text).not.toMatch(/\(simulated|, simulated|replies written by rules/u);
    // Once, with the way to a real model.
    expect(text.match(/simulated/giu)).toHaveLength(1);
    const answer = panel.page.locator('#compare-answer');
    expect(await answer.innerText()).toMatch(/^\W*A simulated tutor took part, so no verdict on 2 metrics/u);
    await answer.getByRole('button', { name: 'Choose models' }).click();
    await panel.waitForSent({ kind: 'action', action: 'chooseModels' });
    expect(await panel.page.locator('svg.forest .whisker').count()).toBeGreaterThan(0);
  });
});

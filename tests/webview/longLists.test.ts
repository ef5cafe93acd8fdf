import { describe, expect, it } from 'vitest';
import { historyOf } from './historyViews';
import { longComparison, longHistory } from './longLists';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

describe('long lists', () => {
  it('draw of 5,000 verdicts only those in sight', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-compare').click();
    await panel.send({ kind: 'history', view: historyOf(2) });
    await panel.compared({ before: 'run-1', after: 'run-2' }, longComparison());
    await panel.page.locator('.chip.stillFailing').click();
    await expect.poll(() => panel.page.locator('.flip-row').first().getAttribute('aria-setsize')).toBe('3750');
    expect(await panel.page.locator('.flip-row').count()).toBeLessThan(60);
  });

  it('draw of 1,000 runs of 156 metrics those in sight, one metric’s lines, and every metric to choose', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-history').click();
    await panel.send({ kind: 'history', view: longHistory() });
    const rows = panel.page.locator('.revision-row');
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    expect(await rows.count()).toBeLessThan(60);
    expect(await panel.page.locator('.history-lines path').count()).toBe(3);
    expect(await panel.page.locator('#series option').count()).toBe(156);
  });
});

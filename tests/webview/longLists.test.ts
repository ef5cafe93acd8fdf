import { describe, expect, it } from 'vitest';
import { historyOf } from './historyViews';
import { longComparison, longHistory } from './longLists';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

/** Names of what scrolls up and down within a view. */
function innerScrollers(id: string): readonly string[] {
  return [...document.querySelectorAll(`#${id} *`)]
    .filter((box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto')
    .map(({ className }) => className);
}

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
    await panel.page.locator('#compare').evaluate((view) => view.scrollTo(0, view.scrollHeight));
    await panel.page.locator('.flip-row[aria-posinset="3750"]').waitFor();
    expect(await panel.page.locator('.flip-row').count()).toBeLessThan(60);
    expect(await panel.page.evaluate(innerScrollers, 'compare')).toEqual([]);
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
    expect(await rows.first().getAttribute('aria-setsize')).toBe('8');
    const all = String(longHistory().revisions.length);
    await panel.page.getByRole('button', { name: `Show all ${all}` }).click();
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe(all);
    await rows.first().focus();
    await panel.page.keyboard.press('End');
    await panel.page.locator(`.revision-row[aria-posinset="${all}"]:focus`).waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(await panel.page.evaluate(innerScrollers, 'history')).toEqual([]);
  });
});

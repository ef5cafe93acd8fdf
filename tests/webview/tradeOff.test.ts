import { describe, expect, it } from 'vitest';
import { historyOf, tradeOffOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const history = historyOf(6);
const view = tradeOffOf(history);
const { keys, points } = view;

async function opened(options: Parameters<PanelBrowser['open']>[0] = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-history').click();
  await panel.waitForSent({ kind: 'openHistory' });
  await panel.send({ kind: 'history', view: history });
  await panel.page.locator('#against').selectOption(keys[1]);
  return panel;
}

const textOf = (panel: PanelPage) => panel.page.locator('#history').innerText();

describe('revisions by two metrics', () => {
  it('are asked for once, say that they are compared, and stand in a chart and a table', async () => {
    const panel = await opened();
    await panel.waitForSent({ kind: 'tradeOff', keys });
    expect(await textOf(panel)).toContain('Comparing the revisions');
    await panel.answer({ kind: 'tradeOff', keys }, view);
    await expect.poll(() => panel.page.locator('.trade-off-point').allInnerTexts()).toEqual(['1', '2', '3']);
    const rows = await panel.page.locator('.history-table tbody tr').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/gu, ' '))).toEqual([
      expect.stringMatching(/^3 \S+ – 0\.50, 0\.40 to 0\.60 24 0\.50, .* 24$/u),
      expect.stringMatching(/^2 say it kindly 3 0\.30, 0\.20 to 0\.40 24 0\.50, .* 24$/u),
      expect.stringMatching(/^1 \S+ – 0\.30/u),
    ]);
    expect(await textOf(panel)).toContain(
      '3 of 3 pairs could be tested, each at a level of 0.0167. 1 other revision left out',
    );
    const asked = (await panel.sent()).filter(({ kind }) => kind === 'tradeOff');
    expect(asked).toHaveLength(1);
  });

  it('lie where their values are', async () => {
    const panel = await opened();
    await panel.answer({ kind: 'tradeOff', keys }, view);
    const places = await panel.page.locator('.trade-off-point').evaluateAll((all) =>
      all.map((one) => {
        const { x, y } = one.getBoundingClientRect();
        return { x, y };
      }),
    );
    const [first, second, third] = places as [
      { x: number; y: number },
      { x: number; y: number },
      { x: number; y: number },
    ];
    expect(first.x).toBeCloseTo(second.x, 0);
    expect(third.x).toBeGreaterThan(second.x);
    expect(first.y).toBeLessThan(second.y);
    expect(third.y).toBeCloseTo(second.y, 0);
  });

  it('open the revision that is chosen, and go back to time', async () => {
    const panel = await opened();
    await panel.answer({ kind: 'tradeOff', keys }, view);
    await panel.page.locator('.history-table .link', { hasText: 'say it kindly' }).click();
    await expect.poll(() => panel.page.locator('.revision-row.open').innerText()).toContain('say it kindly');
    await panel.page.locator('.trade-off-point').first().click();
    await expect.poll(() => panel.page.locator('.revision-row.open').innerText()).not.toContain('say it kindly');
    await panel.page.locator('#against').selectOption('');
    await expect.poll(() => panel.page.locator('.history-line').count()).toBe(1);
  });

  it('say why there is nothing to see, or nothing tested', async () => {
    const panel = await opened();
    await panel.answer({ kind: 'tradeOff', keys }, { problem: 'Run 7 cannot be read.' });
    await expect.poll(() => textOf(panel)).toContain('Run 7 cannot be read.');
    for (const [answer, words] of [
      [{ ...view, points: points.slice(0, 1) }, 'Two revisions with both metrics are needed'],
      [{ ...view, points: points.map((one) => ({ ...one, simulated: true })) }, 'A model was simulated. Beaten: '],
      [{ ...view, tested: 0, points: points.map((one) => ({ ...one, simulated: true })) }, 'nothing is tested'],
    ] as const) {
      await panel.send({ kind: 'history', view: { ...history } });
      await expect
        .poll(async () => (await panel.sent()).filter(({ kind }) => kind === 'tradeOff').length)
        .toBeGreaterThan(1);
      await panel.answer({ kind: 'tradeOff', keys }, answer);
      await expect.poll(() => textOf(panel)).toContain(words);
    }
  });

  it('leave out metrics without a better direction, and those of another judge', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-history').click();
    const [first, second] = history.series as [(typeof history.series)[number], (typeof history.series)[number]];
    for (const other of [
      { ...second, direction: 'band' as const },
      { ...second, judge: 'another' },
    ]) {
      await panel.send({ kind: 'history', view: { ...history, series: [first, other] } });
      await expect.poll(() => panel.page.locator('#series option').count()).toBe(2);
      expect(await panel.page.locator('#against').count()).toBe(0);
    }
  });
});

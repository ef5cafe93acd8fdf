import { describe, expect, it } from 'vitest';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const whole = historyOf(12);
const [first, second] = whole.series;

/** As the host sends it: one series has its points. */
const sent: HistoryView = { ...whole, series: [first!, { ...second!, points: undefined }] };
const next: HistoryView = { ...whole, series: [{ ...first!, points: undefined }, second!] };

async function opened(): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-history').click();
  await panel.waitForSent({ kind: 'openHistory' });
  await panel.send({ kind: 'history', view: sent });
  return panel;
}

async function drawn(panel: PanelPage): Promise<string | null> {
  return panel.page.locator('.history-line').getAttribute('d');
}

async function title(panel: PanelPage): Promise<string | null> {
  return panel.page.locator('#history-cursor').getAttribute('aria-label');
}

describe('the parts of a history that come later', () => {
  it('are the points of a series that is chosen; the one before it stays drawn until they are there', async () => {
    const panel = await opened();
    const before = await drawn(panel);
    const options = await panel.page.locator('#series option').allInnerTexts();
    expect(options.map((text) => text.trim())).toEqual([first!.title, second!.title]);
    await panel.page.locator('#series').selectOption(second!.key);
    await panel.waitForSent({ kind: 'openSeries', key: second!.key });
    // Drawn again meanwhile, the choice stays what it is.
    await panel.page.locator('#revision-1').click();
    expect(await drawn(panel)).toBe(before);
    expect(await panel.page.locator('#series').inputValue()).toBe(second!.key);
    await panel.send({ kind: 'history', view: next });
    await expect.poll(() => drawn(panel)).not.toBe(before);
    expect(await title(panel)).toContain(second!.title);
    expect(await panel.page.locator('#series').inputValue()).toBe(second!.key);
    // The other way round it is the same.
    await panel.page.locator('#series').selectOption(first!.key);
    await panel.waitForSent({ kind: 'openSeries', key: first!.key });
    await panel.send({ kind: 'history', view: sent });
    await expect.poll(() => drawn(panel)).toBe(before);
  });

  it('stay awaited where an earlier history arrives first', async () => {
    const panel = await opened();
    const before = await drawn(panel);
    await panel.page.locator('#series').selectOption(second!.key);
    await panel.send({ kind: 'history', view: sent });
    expect(await drawn(panel)).toBe(before);
    await panel.send({ kind: 'history', view: next });
    await expect.poll(() => title(panel)).toContain(second!.title);
  });

  it('are asked for with the history where the reader has chosen a series before', async () => {
    const panel = await opened();
    await panel.page.locator('#series').selectOption(second!.key);
    await panel.send({ kind: 'history', view: next });
    await expect.poll(() => title(panel)).toContain(second!.title);
    await panel.page.locator('#tab-overview').click();
    await panel.page.locator('#tab-history').click();
    await panel.waitForSent({ kind: 'openHistory', series: second!.key });
    await panel.send({ kind: 'history', view: next });
    await expect.poll(() => title(panel)).toContain(second!.title);
  });
});

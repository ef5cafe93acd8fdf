import { describe, expect, it } from 'vitest';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const whole = historyOf(12);
const [first, second] = whole.series;

/** As the host sends it: of the series only the first has its points. */
const sent: HistoryView = { ...whole, series: [first!, { ...second!, points: undefined }] };
const asked = { kind: 'openSeries', key: second!.key } as const;
const answer = { reading: 7, key: second!.key, points: second!.points! };

async function opened(view: HistoryView = sent): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-history').click();
  await panel.waitForSent({ kind: 'openHistory' });
  await panel.send({ kind: 'history', view, reading: 7 });
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
    await panel.answer(asked, answer);
    await expect.poll(() => drawn(panel)).not.toBe(before);
    expect(await title(panel)).toContain(second!.title);
    expect(await panel.page.locator('#series').inputValue()).toBe(second!.key);
    // What came once is not asked for again.
    await panel.page.locator('#series').selectOption(first!.key);
    await expect.poll(() => drawn(panel)).toBe(before);
    await panel.page.locator('#series').selectOption(second!.key);
    await expect.poll(() => drawn(panel)).not.toBe(before);
    expect((await panel.sent()).filter(({ kind }) => kind === 'openSeries')).toHaveLength(1);
  });

  it('are dropped where they belong to another history than the one that is shown', async () => {
    const panel = await opened();
    const before = await drawn(panel);
    await panel.page.locator('#series').selectOption(second!.key);
    await panel.answer(asked, { ...answer, reading: 6 });
    expect(await drawn(panel)).toBe(before);
    // The next history brings what was asked for of the last.
    await panel.send({ kind: 'history', view: whole, reading: 8 });
    await expect.poll(() => title(panel)).toContain(second!.title);
  });

  it('are asked for with the history where the reader has chosen a series before', async () => {
    const panel = await opened();
    await panel.page.locator('#series').selectOption(second!.key);
    await panel.answer(asked, answer);
    await expect.poll(() => title(panel)).toContain(second!.title);
    await panel.page.locator('#tab-overview').click();
    await panel.page.locator('#tab-history').click();
    await panel.waitForSent({ kind: 'openHistory', series: second!.key });
    await panel.send({
      kind: 'history',
      view: { ...whole, series: [{ ...first!, points: undefined }, second!] },
      reading: 8,
    });
    await expect.poll(() => title(panel)).toContain(second!.title);
  });

  it('come to nothing before there is a history', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-history').click();
    await panel.send({ kind: 'answer', id: 1, value: answer });
    await expect.poll(() => panel.page.locator('#history').innerText()).toContain('Reading the runs');
    expect(await panel.problems()).toEqual([]);
  });
});

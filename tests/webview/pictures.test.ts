import { describe, expect, it } from 'vitest';
import { metricBarsBenchmark, preferencesBenchmark } from './barReports';
import { longCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { panelStates, runOf, withReport } from './panelStates';
import { turnMap, turnMapBenchmark } from './turnMapReport';

const browser = new PanelBrowser();
const map = turnMap(14, 3);

async function shown(state: string, width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.showUnfolded(panelStates[state]!);
  return panel;
}

/** Row and column of the cell that has the focus. */
async function focusedCell(panel: PanelPage): Promise<string> {
  return panel.page.evaluate(() => {
    const cell = document.activeElement as HTMLElement;
    return `${cell.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''}/${cell.dataset.column ?? ''}`;
  });
}

describe('the map of turns', () => {
  it('draws every cell as its kind, told apart without colour', async () => {
    const panel = await shown('turnMap');
    const kinds = await panel.page
      .locator('.map-grid [data-row]:not(.map-rates)')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.map-cell')].map((cell) => cell.classList[1])),
      );
    expect(kinds).toEqual(map.layers[0]!.rows.map(({ cells }) => cells));
    const looks = await panel.page.locator('.turn-map .legend .map-cell').evaluateAll((cells) =>
      cells.map((cell) => {
        const { borderStyle, backgroundColor, borderColor } = getComputedStyle(cell);
        const bar = getComputedStyle(cell, '::after').content;
        return [borderStyle, bar, backgroundColor === borderColor, backgroundColor === 'rgba(0, 0, 0, 0)'].join();
      }),
    );
    expect(new Set(looks).size).toBe(4);
  });

  it('shows another judge by keyboard, and keeps it over a reload', async () => {
    const panel = await shown('turnMap');
    const judge = panel.page.locator('.map-layer select');
    await judge.focus();
    await panel.page.keyboard.press('ArrowDown');
    const chosen = judge.locator('option:checked');
    expect(await chosen.innerText()).toBe('J2 States the result');
    const second = map.layers[1]!.rows[0]!.cells;
    const cells = panel.page.locator('[data-row="0"] .map-cell');
    expect(await cells.evaluateAll((all) => all.map((cell) => cell.classList[1]))).toEqual(second);
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('/J2'));
    await panel.page.reload();
    await panel.showUnfolded(panelStates.turnMap!);
    expect(await chosen.innerText()).toBe('J2 States the result');
    await judge.press('End');
    expect(await chosen.innerText()).toBe('J3 Names the method');
  });

  it('has one stop and is walked with the arrow keys', async () => {
    const panel = await shown('turnMap');
    await panel.page.locator('.map-layer select').focus();
    await panel.page.keyboard.press('Tab');
    expect(await focusedCell(panel)).toBe('0/0');
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.keyboard.press('ArrowDown');
    expect(await focusedCell(panel)).toBe('1/1');
    await panel.page.keyboard.press('End');
    await panel.page.keyboard.press('PageDown');
    expect(await focusedCell(panel)).toBe('11/9');
    await panel.page.keyboard.press('Control+End');
    expect(await focusedCell(panel)).toBe('42/9');
    await panel.page.locator('.tooltip:popover-open').waitFor();
    const { failed, judged } = map.layers[0]!.byTurn[9]!;
    expect(await panel.page.locator('.tooltip').innerText()).toContain(
      `Turn 10: ${String(failed)} of ${String(judged)} conversations failed`,
    );
    await panel.page.keyboard.press('ArrowUp');
    expect(await focusedCell(panel)).toBe('41/9');
    // The cell that has the focus is not under the head or the rates.
    const [cell, rates] = [
      await panel.page.locator('[data-row="41"] [data-column="9"]').boundingBox(),
      await panel.page.locator('.map-rates').boundingBox(),
    ];
    expect(cell!.y + cell!.height).toBeLessThanOrEqual(rates!.y + 1);
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Shift+Tab');
    expect(await focusedCell(panel)).toBe('41/9');
  });

  it('opens the case at the turn, marked and in sight', async () => {
    const panel = await shown('turnMap');
    const cell = panel.page.locator('[data-row="0"] [data-column="8"]');
    await cell.focus();
    await cell.press('Enter');
    const { id } = longCase.summary;
    await panel.waitForSent({ kind: 'openCase', caseId: id });
    await panel.answer({ kind: 'openCase', caseId: id }, longCase);
    const reply = panel.page.locator('[aria-current=true]');
    expect(await reply.getAttribute('data-reply')).toBe('9');
    expect(await reply.locator('.speaker').innerText()).toBe('Reply 9');
    const [box, content] = [await reply.boundingBox(), await panel.page.locator('#case-content').boundingBox()];
    expect(box!.y).toBeGreaterThanOrEqual(content!.y - 1);
    expect(box!.y).toBeLessThan(content!.y + content!.height);
    expect(await panel.page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop)).toBe(0);
    // Opened from the list, the same case shows its first turn that fails.
    await panel.page.getByRole('button', { name: 'Close the case' }).click();
    await panel.page.keyboard.press('Enter');
    await panel.answer({ kind: 'openCase', caseId: id }, longCase);
    expect(await reply.getAttribute('data-reply')).not.toBe('9');
  });

  it('takes a filter away that would hide the case', async () => {
    const panel = await shown('turnMap');
    await panel.page.locator('#tab-cases').click();
    await panel.page.keyboard.press('/');
    await panel.page.keyboard.type('nothing has this');
    await panel.page.locator('#tab-overview').click();
    await panel.page.locator('[data-row="3"] [data-column="2"]').click();
    expect(await panel.page.locator('.case-row.open').getAttribute('data-id')).toBe('socratesbench/sb-002#0');
  });

  it('does not open a turn that a conversation lacks', async () => {
    const panel = await shown('turnMap');
    await panel.page.locator('[data-row="4"] [data-column="9"].none').press('Enter');
    expect(await panel.sent()).not.toContainEqual(expect.objectContaining({ kind: 'openCase' }));
    expect(await panel.page.locator('.overview').count()).toBe(1);
  });

  it('scrolls its rows under a head and over rates that stay', async () => {
    const panel = await shown('turnMap');
    const grid = panel.page.locator('.map-grid');
    const inside = await grid.evaluate((element) => ({
      rows: element.clientHeight / 17,
      scrolls: element.scrollHeight > element.clientHeight,
    }));
    expect(inside.scrolls).toBe(true);
    expect(inside.rows).toBeGreaterThan(28);
    const place = async (): Promise<readonly (number | undefined)[]> =>
      Promise.all(['.map-head', '.map-rates'].map(async (name) => (await panel.page.locator(name).boundingBox())?.y));
    const before = await place();
    await grid.evaluate((element) => element.scrollTo(0, 120));
    expect(await place()).toEqual(before);
  });

  it('fits 320 px', async () => {
    const panel = await shown('turnMap', 320);
    const { page, grid } = await panel.page.evaluate(() => {
      const element = document.querySelector('.map-grid')!;
      return { page: document.documentElement.scrollWidth, grid: element.scrollWidth - element.clientWidth };
    });
    expect(page).toBeLessThanOrEqual(320);
    expect(grid).toBe(0);
  });

  it('draws 120 conversations', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(runOf(turnMapBenchmark(40, 3))));
    expect(await panel.page.locator('.map-grid .map-cell').count()).toBe(1_200);
  });
});

describe('wins, ties and losses', () => {
  it('are drawn in proportion with their counts', async () => {
    const panel = await shown('preferences');
    const bar = panel.page.locator('.preference-bar').first();
    expect(await bar.getAttribute('aria-label')).toBe(
      'Correct: better 4 (10.0%), equal 30 (75.0%), worse 6 (15.0%), n 40',
    );
    const parts = await bar
      .locator('rect')
      .evaluateAll((rects) =>
        rects.map((rect) => [rect.classList[1], Number.parseFloat(rect.getAttribute('width') ?? '')]),
      );
    expect(parts).toEqual([
      ['win', 10],
      ['tie', 75],
      ['lose', 15],
    ]);
    expect(await bar.locator('text').allTextContents()).toEqual(['4', '30', '6']);
  });

  it('say what is unscored and where there is no verdict', async () => {
    const panel = await shown('preferences');
    const row = panel.page.locator('.bars-row', { hasText: 'Practice and feedback' });
    expect(await row.innerText()).toContain('no verdict yet');
    expect(await row.innerText()).toContain('4 unscored');
    const tip = await panel.page.locator('.preference-bar').nth(1).getAttribute('data-tip');
    expect(tip).toContain('1 unscored, left out');
  });

  it('show their numbers on focus', async () => {
    const panel = await shown('preferences');
    await panel.page.locator('.fold').last().focus();
    while ((await panel.page.locator('.preference-bar:focus').count()) === 0) await panel.page.keyboard.press('Tab');
    await panel.page.locator('.tooltip:popover-open').waitFor();
    expect(await panel.page.locator('.tooltip').innerText()).toContain('n 40');
  });
});

describe('metrics as bars', () => {
  it('take their numbers from the blocks, in the order of the picture', async () => {
    const panel = await shown('metricBars');
    const figure = panel.page.locator('.metric-bars');
    expect(await figure.locator('.bars-group').allInnerTexts()).toEqual(['Tutoring skills', 'Evaluation dimensions']);
    const bar = figure.locator('.metric-bar').first();
    expect(await bar.getAttribute('aria-label')).toContain('72.5%, 95% interval 62.5% to 82.5%');
    expect(await bar.getAttribute('aria-label')).toContain('n 40');
    const drawn = await bar.evaluate((svg) => {
      const box = svg.getBoundingClientRect();
      const whisker = svg.querySelector('line.whisker')!.getBoundingClientRect();
      const width = svg.querySelector('rect.bar')!.getBoundingClientRect().width / box.width;
      return { width, low: (whisker.left - box.left) / box.width, high: (whisker.right - box.left) / box.width };
    });
    expect(drawn.width).toBeCloseTo(0.725, 2);
    expect(drawn.low).toBeCloseTo(0.625, 2);
    expect(drawn.high).toBeCloseTo(0.825, 2);
    const row = figure.locator('.bars-row', { hasText: 'Uses examples or analogies' });
    expect(await row.innerText()).toContain('n/a');
    expect(await row.locator('.metric-bar').count()).toBe(0);
  });

  it('go out from zero to the left where they are negative', async () => {
    const panel = await shown('metricBars');
    const bar = panel.page.locator('.metric-bar[aria-label^="Tone"] rect.bar');
    expect(await bar.getAttribute('x')).toBe('43.75%');
    expect(await bar.getAttribute('width')).toBe('6.25%');
  });
});

describe('every picture', () => {
  it('names the first judge with several', async () => {
    const panel = await browser.open();
    for (const benchmark of [turnMapBenchmark(), preferencesBenchmark, metricBarsBenchmark]) {
      const second = benchmark.blocks.map((block) => ({ ...block, judge: 'another-judge' }));
      const two = { ...benchmark, blocks: [...benchmark.blocks, ...second] };
      await panel.showUnfolded(withReport(runOf(two)));
      expect(await panel.page.locator('.picture figcaption').innerText()).toContain('First judge: made-up-judge.');
    }
  });

  it('says so while there is no verdict', async () => {
    const panel = await shown('emptyPictures');
    expect(await panel.page.locator('.picture').count()).toBe(3);
    for (const figure of await panel.page.locator('.picture').all())
      expect(await figure.innerText()).toContain('No verdict yet.');
  });
});

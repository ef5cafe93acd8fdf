import { describe, expect, it } from 'vitest';
import { benchmarkView, comparison, row } from './comparisonViews';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;
const cells = ['name', 'values', 'plot', 'difference', 'word', 'pairs'] as const;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type RowBoxes = Readonly<Record<(typeof cells)[number], Box>> & { readonly height: number };

/** The longest that a row can hold: a wide difference, a long name, a note and a button. */
const longRow = row('Long', {
  key: 'guideeval/comp/Long',
  title:
    'E-Strategic − E-Heuristic: question level when it goes well, after right and after wrong answers of the learner',
  before: '−12.34',
  after: '−10.56',
  difference: '−12.3, −15.5 to −11.1 points',
  outcomeText: 'unclear',
  n: '120 and 118',
  correctionOnly: true,
  moreSamples: 9_876,
});

async function shown(width: number, withLongRow = false, unplayed = 10_000): Promise<PanelPage> {
  const panel = await browser.open({ width, height: 900 });
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(2) });
  const benchmark = benchmarkView();
  const long = { id: 'long', role: 'target', title: 'Long', rows: [longRow] } as const;
  const groups = withLongRow ? [...benchmark.groups, long] : benchmark.groups;
  const view = comparison({ benchmarks: [benchmarkView({ groups, unplayed })] });
  await panel.compared(runs, view);
  await panel.page.locator('tr.compared').first().waitFor();
  return panel;
}

/** Where the cells of each metric's row stand, in whole pixels, in the order of the document. */
async function rowBoxes(panel: PanelPage): Promise<readonly RowBoxes[]> {
  return panel.page.locator('tr.compared').evaluateAll(
    (rows, names) =>
      rows.map((tr) => {
        const boxes = [...tr.children].map((cell, place) => {
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          const rounded = { left, right, top, bottom };
          return [names[place]!, Object.fromEntries(Object.entries(rounded).map(([k, v]) => [k, Math.round(v)]))];
        });
        return { ...Object.fromEntries(boxes), height: Math.round(tr.getBoundingClientRect().height) } as RowBoxes;
      }),
    cells,
  );
}

/** What is cut off, stands out of its row or over its neighbour. */
async function crowded(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const faults: string[] = [];
    for (const id of ['#compare', '#app'])
      for (const box of document.querySelectorAll(id))
        if (box.scrollWidth > box.clientWidth) faults.push(`${id} is wider than its place`);
    for (const tr of document.querySelectorAll('.comparison tr')) {
      const shown = [...tr.children].filter((cell) => cell.checkVisibility() && !cell.matches('.plot:has(svg)'));
      const boxes = shown.map((cell) => {
        const texts = document.createNodeIterator(cell, NodeFilter.SHOW_TEXT, (node) =>
          node.parentElement?.closest('.sr-only') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
        );
        const words: DOMRect[] = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(text);
          words.push(...[...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1));
        }
        return { cell, words, place: cell.getBoundingClientRect() };
      });
      for (const { cell, words, place } of boxes) {
        if (words.some(({ left, right }) => left < place.left - 1 || right > place.right + 1))
          faults.push(`${cell.className}: ${cell.textContent.trim().slice(0, 40)}`);
        const others = boxes.filter((other) => other.cell !== cell).flatMap((other) => other.words);
        const overlaps = words.some((one) =>
          others.some(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 3 &&
              other.top < one.bottom - 3,
          ),
        );
        if (overlaps) faults.push(`${cell.className} stands over another cell`);
      }
    }
    return faults;
  });
}

describe('the forest plot beside a file', () => {
  for (const width of [480, 625, 740])
    it(`takes two lines for a metric, the second in columns, at ${String(width)} pixels`, async () => {
      const panel = await shown(width);
      await expect.poll(async () => (await rowBoxes(panel)).length).toBe(8);
      const rows = await rowBoxes(panel);
      for (const { name, values, plot, difference, word, pairs } of rows) {
        expect(name.top).toBe(values.top);
        expect(new Set([plot, difference, word, pairs].map(({ top }) => top)).size).toBe(1);
        expect(plot.top).toBeGreaterThanOrEqual(name.bottom);
        const order = [plot, difference, word, pairs].map(({ left }) => left);
        expect([...order].sort((one, other) => one - other)).toEqual(order);
        expect(values.right).toBe(pairs.right);
      }
      for (const cell of ['plot', 'difference', 'word'] as const)
        expect(new Set(rows.map((boxes) => boxes[cell].left)).size, cell).toBe(1);
      // Two lines of 13 px text and the space below them; a note makes it three.
      expect(rows[0]!.height).toBeLessThan(56);
      if (width >= 600) expect(rows[1]!.height).toBeLessThan(76);
    });

  it('goes back to lines below each other where there is no room', async () => {
    const panel = await shown(420);
    await expect
      .poll(async () => {
        const [first] = await rowBoxes(panel);
        return (
          first !== undefined && first.plot.bottom <= first.difference.top && first.difference.bottom <= first.word.top
        );
      })
      .toBe(true);
  });

  it('keeps the order of the table for those who hear it', async () => {
    const panel = await shown(625);
    const first = panel.page.getByRole('row', { name: /^P-Redirect/u }).first();
    await expect.poll(() => first.getByRole('cell').count()).toBe(5);
    expect(await first.getByRole('rowheader').count()).toBe(1);
    const heads = panel.page.locator('.comparison .columns').getByRole('columnheader');
    await expect
      .poll(async () => (await heads.allInnerTexts()).map((text) => text.replace(/\s+/gu, ' ').trim()))
      .toEqual(['Metric', 'Before → after', '← worse better → 50% of the scale 50%', 'Difference', 'Verdict', 'n']);
  });

  // With a button that plays more samples, with one that plays what is left, and with a note in its place.
  it.each([10_000, 500, 0])(
    'cuts nothing off and lets nothing overlap, from 320 pixels up (%d unplayed)',
    async (unplayed) => {
      const panel = await shown(320, true, unplayed);
      for (const width of [
        320, 380, 420, 479, 480, 500, 520, 560, 599, 600, 625, 640, 700, 740, 860, 899, 900, 960, 1000,
      ]) {
        await panel.page.setViewportSize({ width, height: 900 });
        await expect.poll(() => panel.page.evaluate(() => window.innerWidth)).toBe(width);
        await expect.poll(() => crowded(panel), { message: String(width) }).toEqual([]);
      }
    },
  );
});

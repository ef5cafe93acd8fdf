import { describe, expect, it } from 'vitest';
import { badges, judgedChanges, withBadges } from './badgeViews';
import { cardRow, judgesSeen, keyOf, withinTutors } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { faintTexts } from './pageFaults';
import { guideEval, panelStates, withReport } from './panelStates';
import { themes } from './themes';

const browser = new PanelBrowser();
const opened = keyOf(2);

async function overview(): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.showUnfolded(withReport(withBadges(guideEval)));
  return panel;
}

describe('badges beside metrics', () => {
  it('say kappa, or that nobody has checked', async () => {
    const { page } = await overview();
    const words = await page.locator('.trust-badge').allInnerTexts();
    expect(words[0]?.replaceAll(/\s+/g, ' ')).toBe(`Judge of Affirms a right answer: ${badges.checked.short}`);
    expect(words.join()).not.toContain('unchecked');
    expect(await page.locator('tr.metric').count()).toBe(words.length + 2);
    await page.getByText('Judge unchecked (2 of 12 metrics): nobody has compared its verdicts').waitFor();
  });

  it('are one sentence where no judge was checked', async () => {
    const panel = await browser.open();
    const [benchmark] = withBadges(guideEval).benchmarks;
    const blocks = benchmark!.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric) => ({ ...metric, badge: badges.unchecked })),
    }));
    await panel.showUnfolded(withReport({ ...guideEval, benchmarks: [{ ...benchmark!, blocks }] }));
    expect(await panel.page.getByText(/^\s*Judge unchecked: nobody has/).count()).toBe(1);
    expect(await panel.page.locator('.trust-badge, th.trust').count()).toBe(0);
  });

  it('grey a metric out where its judge does not beat the majority label, with the reason for eyes and ears', async () => {
    const { page } = await overview();
    const row = page.locator('.metric').nth(1);
    const color = (of: number): Promise<string> =>
      page
        .locator('.metric .metric-name')
        .nth(of)
        .evaluate((name) => getComputedStyle(name).color);
    expect(await color(1)).not.toBe(await color(0));
    expect(await page.locator('.metric.beaten').count()).toBeGreaterThan(0);
    const name = row.getByRole('button', { name: /^Judge of .*not reliable/ });
    expect(await name.getAttribute('aria-description')).toContain('it cannot be told from chance');
    await name.hover();
    await page.locator('.tooltip:popover-open', { hasText: 'it cannot be told from chance' }).waitFor();
    const described = await row.locator('.metric-name').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described!}"]`).textContent()).toContain('The judge is not reliable');
  });

  it('say that labels are too few, and what else than the score was measured, in the tip', async () => {
    const { page } = await overview();
    const few = page.getByRole('button', { name: /^Judge of .*: too few labels$/ }).first();
    expect(await few.getAttribute('aria-description')).toContain('too few labels: 36 labels, and at least 40');
    await page
      .locator(
        '[aria-description*="other material (measured on single replies of another benchmark, the score is per conversation)"]',
      )
      .first()
      .waitFor();
  });

  it('are absent where nothing was looked up', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(panelStates.finished!);
    expect(await panel.page.locator('.trust-badge, th.trust').count()).toBe(0);
  });

  it('lead to their card with Enter, which is opened and has the focus once it is there', async () => {
    const panel = await overview();
    const { page } = panel;
    await page.locator('.trust-badge').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#tab-judges').getAttribute('aria-selected')).toBe('true');
    await panel.waitForSent({ kind: 'openJudges' });
    const dimension = badges.checked.card.dimension!;
    expect(judgesSeen.judges[0]?.checks[0]?.rows.some((row) => row.dimension === dimension && row.key === opened)).toBe(
      true,
    );
    await panel.send({ kind: 'judges', view: judgesSeen });
    await panel.waitForSent({ kind: 'openJudgeCard', key: opened });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`judge-card-${opened}`);
    expect(await page.locator(`#judge-card-${opened}`).getAttribute('aria-expanded')).toBe('true');
  });

  it('lead to the judge where nobody has checked it', async () => {
    const panel = await overview();
    await panel.page.locator('#panel').getByRole('button', { name: 'Judges', exact: true }).click();
    const unchecked = { ...judgesSeen.judges[1]!, judge: badges.unchecked.card.judge };
    await panel.send({ kind: 'judges', view: { ...judgesSeen, judges: [judgesSeen.judges[0]!, unchecked] } });
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toContain('on GuideEval');
  });
});

describe.each(themes.map(({ name }) => name))('a judge that is not reliable, in %s', (theme) => {
  it('is told by words and slant besides its grey, which can be read also under the pointer', async () => {
    const panel = await browser.open({ theme });
    await panel.showUnfolded(withReport(withBadges(guideEval)));
    const row = panel.page.locator('.metric.beaten').first();
    expect(await row.locator('.trust-verdict').innerText()).toBe('not reliable');
    expect(await row.locator('.metric-name').evaluate((name) => getComputedStyle(name).fontStyle)).toBe('italic');
    await row.locator('.units').hover();
    expect(await faintTexts(panel)).toEqual([]);
    await panel.page.locator('#tab-judges').click();
    await panel.send({ kind: 'judges', view: judgesSeen });
    const line = panel.page.locator('.card-line.beaten').first();
    expect(await line.locator('.beaten-tag').innerText()).toBe('not reliable');
    expect(await line.locator('.of-kappa').evaluate((cell) => getComputedStyle(cell).fontStyle)).toBe('italic');
    await line.locator('.of-n').hover();
    expect(await faintTexts(panel)).toEqual([]);
  });
});

/** Texts that are cut, or that stand out of the page to the side. */
async function cutTexts({ page }: PanelPage, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const isCut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline';
      const { left, right } = element.getBoundingClientRect();
      const isOut = left < 0 || right > document.documentElement.clientWidth;
      return isCut || isOut ? [`${element.classList.value}: ${element.textContent}`] : [];
    }),
  );
}

/** A line whose statistics are as long as they get. */
const longStatistics = cardRow(1, {
  n: 12_040,
  failed: 1_204,
  kappa: -0.05,
  within: withinTutors({ kappa: -0.11, kappaCi: { level: 0.95, low: -0.21, high: -0.02 } }),
  pearson: -0.04,
});

describe.each([320, 380, 560, 640, 699, 700, 819, 820, 859, 860, 899, 900, 1100])('at %i px', (width) => {
  it('no word about a judge is cut', async () => {
    const panel = await browser.open({ width, height: 1_200 });
    for (const changes of [undefined, judgedChanges]) {
      await panel.showUnfolded(withReport(withBadges(guideEval), { changes }));
      expect(await panel.page.locator('.trust-badge').count()).toBe(10);
      expect(await cutTexts(panel, '.trust-badge, .trust-short, .trust-verdict, .trust-facts')).toEqual([]);
    }
    await panel.page.locator('#tab-judges').click();
    const [first, ...others] = judgesSeen.judges;
    const [check, ...earlier] = first!.checks;
    const checks = [{ ...check!, rows: [longStatistics, ...check!.rows.slice(1)] }, ...earlier];
    await panel.send({ kind: 'judges', view: { ...judgesSeen, judges: [{ ...first!, checks }, ...others] } });
    expect(await panel.page.locator('.card-line').count()).toBe(13);
    expect(await cutTexts(panel, '.card-name, .card-tag, .card-line > td, .version')).toEqual([]);
  });
});

describe('the table of a check', () => {
  it('has its statistics at the end of their columns, under the heads, with statistics of one width', async () => {
    const panel = await overview();
    await panel.page.locator('#tab-judges').click();
    await panel.send({ kind: 'judges', view: judgesSeen });
    const table = panel.page.locator('.check-table').first();
    for (const id of ['kappa', 'kappa-interval', 'n', 'failed', 'agreement', 'majority']) {
      const ends = await table.locator(`.of-${id}`).evaluateAll((cells) =>
        cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
          return Math.round(Math.max(...boxes.map(({ right }) => right)));
        }),
      );
      expect(ends.length).toBe(9);
      // A slanted figure reaches over its box by less than a pixel.
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(1);
    }
    const kappas = await table.locator('td.of-kappa').allInnerTexts();
    expect(kappas.every((text) => /^(?:−?\d\.\d\d|n\/a)$/u.test(text.trim()))).toBe(true);
    const figures = await table
      .locator('td.of-kappa')
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric);
    expect(figures).toBe('tabular-nums');
  });
});

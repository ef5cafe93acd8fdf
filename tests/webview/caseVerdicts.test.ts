import { describe, expect, it } from 'vitest';
import type { CaseDetail } from '../../src/core/results/reportModel';
import { metricBarsBenchmark } from './barReports';
import { criteriaCase, longCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { panelStates } from './panelStates';

const browser = new PanelBrowser();

async function opened(state: string, detail: CaseDetail, width = 1_000): Promise<PanelPage> {
  const panel = await browser.open({ width, height: 1_000 });
  await panel.show(panelStates[state]!);
  await panel.page.locator('#tab-cases').click();
  const { id } = detail.summary;
  await panel.page.locator(`[data-id="${id}"]`).evaluate((row: HTMLElement) => row.click());
  await panel.answer({ kind: 'openCase', caseId: id }, detail);
  return panel;
}

async function pageScroll(panel: PanelPage): Promise<number> {
  return panel.page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop);
}

describe('a verdict on a criterion', () => {
  it('is headed by what the criterion says, with its tags', async () => {
    const panel = await opened('metricBars', criteriaCase);
    const verdict = panel.page.locator('.on-criterion', { hasText: 'Does not give the final answer' }).first();
    expect(await verdict.locator('.criterion math').count()).toBe(1);
    expect(await verdict.locator('.criterion-tags li').allInnerTexts()).toEqual(['instruction following', 'weight 5']);
    expect(await verdict.locator('.verdict-label').innerText()).toContain('no');
    expect(await panel.page.locator('.on-criterion').count()).toBe(13);
  });
});

describe('a quotation', () => {
  it('that is not in the reply says so, and the judge’s share of them stands beside its scores', async () => {
    const verdicts = criteriaCase.verdicts.map((verdict, place) => ({ ...verdict, evidenceFound: place > 0 }));
    const panel = await opened('metricBars', { ...criteriaCase, verdicts });
    const quotations = panel.page.locator('.verdict .evidence');
    expect(await quotations.count()).toBe(12);
    const missing = quotations.filter({ hasText: 'not found in the reply' });
    expect(await missing.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['Quoted by the judge']);
    expect(await panel.page.locator('.evidence[aria-label="Quoted from the reply"]').count()).toBe(11);
    const state = panelStates.metricBars!;
    const benchmarks = state.report!.benchmarks.map((benchmark) => ({
      ...benchmark,
      quotations: [{ judge: 'openai:judge', notFound: 1, of: 12 }],
    }));
    await panel.page.locator('#tab-overview').click();
    await panel.showUnfolded({ ...state, report: { ...state.report!, benchmarks } });
    const shares = panel.page.getByText('openai:judge: 1 of 12 quotations not found in the reply.');
    expect(await shares.count()).toBe(benchmarks.length);
  });
});

describe('rows with many verdicts', () => {
  it('count them by outcome, what is wrong first', async () => {
    const panel = await opened('metricBars', criteriaCase);
    const row = panel.page.locator(`[data-id="${criteriaCase.summary.id}"]`);
    const counts = await row
      .locator('.mark-count')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('.mark')!.classList[1],
          one.querySelector('[aria-hidden]:not(svg)')?.textContent,
        ]),
      );
    expect(counts).toEqual([
      ['undesired', '3'],
      ['desired', '9'],
      ['unscored', '1'],
    ]);
    expect(await row.ariaSnapshot()).toContain('3 not as wanted 9 as wanted 1 unscored');
    const few = panel.page.locator('[data-id="tutorbench/tb-8#0"]');
    expect(await few.locator('.mark-place').count()).toBe(5);
  });

  it('do not run over in a narrow panel', async () => {
    const panel = await browser.open({ width: 320 });
    await panel.show(panelStates.sixBenchmarks!);
    await panel.page.locator('#tab-cases').click();
    const wide = await panel.page
      .locator('.case-row')
      .evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).length);
    expect(wide).toBe(0);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe('filters', () => {
  async function choose(panel: PanelPage, name: string, option: string): Promise<void> {
    await panel.page.locator(`select[aria-label="${name}"]`).selectOption({ label: option });
  }
  /** Polls, as a list that was empty draws all its rows only once it has its height again. */
  const expectListed = (panel: PanelPage): ReturnType<typeof expect.poll<readonly (string | null)[]>> =>
    expect.poll(() =>
      panel.page.locator('.case-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')).sort()),
    );

  it('narrow by tag, together with the outcome', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.metricBars!);
    await panel.page.locator('#tab-cases').click();
    const has = (tag: string, outcome?: string): readonly string[] =>
      metricBarsBenchmark.cases
        .filter(({ chips }) =>
          chips.some((one) => one.tags?.includes(tag) && (outcome === undefined || one.outcome === outcome)),
        )
        .map(({ id }) => id)
        .sort();
    await choose(panel, 'Tag', 'instruction following');
    await expectListed(panel).toEqual(has('instruction following'));
    await choose(panel, 'Outcome', 'Unscored');
    await expectListed(panel).toEqual([]);
    await choose(panel, 'Tag', 'weight 5');
    await expectListed(panel).toEqual(has('weight 5', 'unscored'));
    expect(has('weight 5', 'unscored').length).toBeGreaterThan(0);
  });

  it('find what was skipped for its images', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.metricBars!);
    await panel.page.locator('#tab-cases').click();
    await choose(panel, 'Outcome', 'Skipped: has images');
    await expectListed(panel).toEqual(['tutorbench/tb-image#0']);
    expect(await panel.page.locator('.case-row').innerText()).toContain('skipped: has images');
  });

  it('have no tags where no criterion has any', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.finished!);
    await panel.page.locator('#tab-cases').click();
    expect(await panel.page.locator('select[aria-label="Tag"]').count()).toBe(0);
  });
});

describe('a dialogue of several replies', () => {
  it('numbers them and has their verdicts beside, or below where it is narrow', async () => {
    for (const [width, isBeside] of [
      [1_000, true],
      [420, false],
    ] as const) {
      const panel = await opened('turnMap', longCase);
      await panel.page.setViewportSize({ width, height: 1_000 });
      const reply = panel.page.locator('.turn.reply').nth(2);
      expect(await reply.locator('.speaker').innerText()).toBe('Reply 3');
      const [words, beside] = [
        await reply.locator('.turn-words').boundingBox(),
        await reply.locator('.beside').boundingBox(),
      ];
      expect(beside!.x >= words!.x + words!.width).toBe(isBeside);
      expect(await reply.locator('.beside li').count()).toBe(3);
    }
  });

  it('opens at the first reply that fails', async () => {
    const panel = await opened('turnMap', longCase);
    const turns = longCase.summary.chips.flatMap(({ outcome, turn }) => (outcome === 'undesired' ? [turn ?? 0] : []));
    const reply = panel.page.locator('.turn.reply.led');
    expect(await reply.getAttribute('data-reply')).toBe(String(Math.min(...turns)));
    const [box, content] = [await reply.boundingBox(), await panel.page.locator('#case-content').boundingBox()];
    expect(box!.y).toBeGreaterThanOrEqual(content!.y - 1);
    expect(box!.y).toBeLessThan(content!.y + content!.height);
  });

  it('leads from a reply to its verdicts and back', async () => {
    const panel = await opened('turnMap', longCase);
    expect(await panel.page.locator('.member h5').count()).toBe(11);
    const focused = async (): Promise<string | undefined> => panel.page.evaluate(() => document.activeElement?.id);
    await panel.page.getByRole('button', { name: 'Reasons of reply 7' }).press('Enter');
    expect(await focused()).toBe('case-verdicts-7');
    const list = panel.page.getByRole('list', { name: 'Verdicts on reply 7' }).last();
    expect(await list.locator('.verdict').count()).toBe(3);
    expect(await list.locator('.verdict').first().isVisible()).toBe(true);
    await panel.page.getByRole('button', { name: 'To the reply 7' }).press('Enter');
    expect(await focused()).toBe('case-reply-7');
    expect(await pageScroll(panel)).toBe(0);
  });

  it('folds long facts', async () => {
    const panel = await opened('turnMap', longCase);
    const persona = panel.page.getByText('Wants to be done with it');
    expect(await persona.isVisible()).toBe(false);
    await panel.page.locator('summary', { hasText: 'Persona' }).click();
    expect(await persona.isVisible()).toBe(true);
  });
});

describe('a picture of a case', () => {
  it('opens in full size, keeps the keyboard and gives it back', async () => {
    const panel = await opened('metricBars', criteriaCase);
    const image = panel.page.locator('.turn-image');
    await image.press('Enter');
    const dialog = panel.page.locator('dialog[open]');
    expect(await dialog.locator('figcaption').innerText()).toBe('Handwritten solution: |x − 2| = 1, so x = 3.');
    expect(await dialog.locator('img').getAttribute('alt')).toBe('Handwritten solution: |x − 2| = 1, so x = 3.');
    const inside = async (): Promise<boolean> =>
      panel.page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Tab', 'Tab']) {
      await panel.page.keyboard.press(key);
      expect(await inside()).toBe(true);
    }
    await panel.page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await image.evaluate((button) => button === document.activeElement)).toBe(true);
    // Escape closed the picture, not the case.
    expect(await panel.page.locator('.case-detail').count()).toBe(1);
    await image.click();
    await panel.page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await dialog.count()).toBe(0);
  });
});

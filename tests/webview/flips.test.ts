import { describe, expect, it } from 'vitest';
import type { FlipDetail } from '../../src/core/report/comparisonViewModel';
import { comparison, flippedCase, flipView, benchmarkView, sampleView } from './comparisonViews';
import { flipDetail, turnByTurn } from './flipDetails';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;

async function shown(view = comparison(), options: Parameters<PanelBrowser['open']>[0] = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(2) });
  await panel.compared(runs, view);
  return panel;
}

function row(panel: PanelPage, title: string): ReturnType<PanelPage['page']['locator']> {
  return panel.page.locator('tr.compared').filter({ hasText: title }).first();
}

const [redirect, approach, depth] = flipDetail.before!.verdicts;

/** The runs have their verdicts in other orders, and one of them is in one run only. */
const shuffledVerdicts: FlipDetail = {
  ...flipDetail,
  before: {
    ...flipDetail.before!,
    verdicts: [depth!, approach!, { ...redirect!, reasoning: 'A reason. '.repeat(40) }],
  },
  after: { ...flipDetail.after!, verdicts: [approach!, redirect!] },
};

/** Whether all pairs begin on one line, and whether each reason stands below the judge's name. */
async function verdictBoxes(panel: PanelPage): Promise<{ readonly level: boolean; readonly below: boolean }> {
  return panel.page.evaluate(() => {
    const [before = [], after = []] = [...document.querySelectorAll('.verdict-side')].map((side) => [
      ...side.querySelectorAll('.verdict'),
    ]);
    const top = (element: Element | undefined): number =>
      Math.round(element?.getBoundingClientRect().top ?? Number.NaN);
    const isBelow = (element: Element): boolean => {
      const body = element.querySelector('.verdict-body');
      const head = element.querySelector('.verdict-head')!.getBoundingClientRect();
      return body === null || body.getBoundingClientRect().top >= head.bottom;
    };
    return {
      level: before.length > 0 && before.every((element, place) => top(element) === top(after[place])),
      below: before.every(isBelow),
    };
  });
}

describe('the flips', () => {
  it('are listed by kind, with their numbers', async () => {
    const panel = await shown();
    await expect.poll(() => panel.page.locator('.flip-row').count()).toBe(5);
    await panel.page.locator('.chip.fixed').click();
    await expect.poll(() => panel.page.locator('.flip-row').count()).toBe(2);
    await expect.poll(() => panel.page.locator('.chip.fixed').getAttribute('aria-pressed')).toBe('false');
    expect((await panel.page.locator('.chip.flaky').innerText()).replace(/\s+/gu, ' ')).toBe('Flaky 1');
    await panel.page.locator('.chip.unjudged').click();
    await expect.poll(() => panel.page.locator('.flip-row').last().innerText()).toContain('Unjudged');
  });

  it('are counted in the chosen benchmark alone', async () => {
    const other = benchmarkView({ id: 'mrbench', title: 'MRBench', flips: [flipView(0, 'fixed')] });
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ sameReplies: 20 }), other] }));
    const fixed = panel.page.locator('.chip.fixed .number');
    const ofBoth = Number(await fixed.innerText());
    await panel.page.getByLabel('Benchmark of the verdicts').selectOption('mrbench');
    await expect.poll(() => fixed.innerText()).toBe('1');
    expect(ofBoth).toBeGreaterThan(1);
    await expect
      .poll(() => panel.page.locator('.benchmark-head').first().innerText())
      .toContain('4 with other replies');
  });

  it('that stayed as they were are counted and not listed, also where nothing else is there', async () => {
    const unlisted = [
      { kind: 'stillPassing', judge: 'P-Redirect', count: 1_200 },
      { kind: 'stillPassing', judge: 'P-Affirm', count: 34 },
      { kind: 'unchanged', judge: 'P-Affirm', count: 2 },
    ] as const;
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ unlisted })] }));
    const note = panel.page.locator('.unlisted');
    await expect
      .poll(() => note.innerText())
      .toBe('Hidden: 1,234 passing in both runs, 2 with the same label in both.');
    await row(panel, 'P-Affirm').locator('.metric-name').click();
    await expect.poll(() => note.innerText()).toContain('34 passing');
    const still = await shown(comparison({ benchmarks: [benchmarkView({ unlisted, flips: [], samples: [] })] }));
    await expect.poll(() => still.page.locator('.flips').innerText()).toContain('No verdict changed.');
  });

  it('are those of a metric after a click on it', async () => {
    const panel = await shown();
    await row(panel, 'P-Affirm').locator('.metric-name').click();
    const names = await panel.page.locator('.flip-row .flip-judge').allInnerTexts();
    expect(new Set(names)).toEqual(new Set(['Affirms a right answer']));
    await panel.page.getByRole('button', { name: 'Only P-Affirm. Show all dimensions' }).click();
    await expect.poll(() => panel.page.locator('.flip-row').count()).toBe(5);
  });

  it('open both transcripts side by side, changed words marked', async () => {
    const panel = await shown();
    await panel.page.locator('[data-id="guideeval/0"]').focus();
    await panel.page.keyboard.press('Enter');
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.waitForSent({ kind: 'openFlip', flip });
    await panel.answer({ kind: 'openFlip', flip }, flipDetail);
    const replies = panel.page.locator('.paired-reply');
    await expect.poll(() => replies.nth(0).locator('del').innerText()).toBe('Try again.');
    await expect.poll(() => replies.nth(0).locator('ins').count()).toBe(0);
    await expect.poll(() => replies.nth(1).locator('ins').innerText()).toContain('what is left?');
    const decoration = (place: number, name: string): Promise<string> =>
      replies
        .nth(place)
        .locator(name)
        .evaluate((element) => getComputedStyle(element).textDecorationLine);
    expect(await decoration(0, 'del')).toBe('line-through');
    expect(await decoration(1, 'ins')).toBe('underline');
    const boxes = await replies.evaluateAll((all) =>
      all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(boxes[0]!.top).toBe(boxes[1]!.top);
    await panel.page.locator('#mark-words').uncheck();
    await expect.poll(() => replies.locator('del, ins').count()).toBe(0);
    await panel.page.keyboard.press('Escape');
    await panel.page.locator('#compare-answer').waitFor();
    await expect
      .poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute('data-id')))
      .toBe('guideeval/0');
  });

  it('lead from one to the next in the order of the list', async () => {
    const panel = await shown();
    await panel.page.locator('[data-id="guideeval/0"]').click();
    await expect
      .poll(() => panel.page.getByRole('button', { name: 'Previous verdict' }).getAttribute('aria-disabled'))
      .toBe('true');
    await panel.page.getByRole('button', { name: 'Next verdict' }).click();
    await expect.poll(() => panel.page.locator('#flip-heading').innerText()).toBe('Linear models 1');
  });

  it('set replies of the same turn beside each other in a conversation', async () => {
    const benchmark = benchmarkView({ id: 'socratesbench', title: 'SocratesBench', unpaired: true });
    const panel = await shown(comparison({ benchmarks: [benchmark] }));
    await panel.page.locator('.flip-row').first().click();
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.answer({ kind: 'openFlip', flip }, turnByTurn);
    await expect.poll(() => panel.page.locator('#flip-content').innerText()).toContain('not paired between the runs');
    const turns = panel.page.locator('.paired-turn');
    await expect.poll(() => turns.count()).toBe(4);
    const third = await turns.nth(2).innerText();
    expect(third.replace(/\s+/gu, ' ')).toBe(
      'Student The message under test. Question 3? Before, reply 3 First answer 3. After, reply 3 Second answer 3.',
    );
  });

  it('say when a trial is in one run only, and choose among repeats', async () => {
    const trials = [
      { repeat: 0, before: 'guideeval/ge-001b#0', after: 'guideeval/ge-001b#0' },
      { repeat: 1, before: 'guideeval/ge-001b#1' },
    ];
    const benchmark = benchmarkView({ samples: [sampleView(0, { trials })], flips: [flipView(0, 'broken')] });
    const panel = await shown(comparison({ benchmarks: [benchmark] }));
    await panel.page.locator('.flip-row').click();
    await panel.page.locator('#play').selectOption({ value: '1' });
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: 'guideeval/ge-001b#1' };
    await panel.waitForSent({ kind: 'openFlip', flip });
    await panel.answer({ kind: 'openFlip', flip }, { before: flipDetail.before, turns: [] });
    await expect.poll(() => panel.page.locator('.paired-reply').nth(1).innerText()).toContain('Not in this run.');
    await panel.answer({ kind: 'openFlip', flip }, undefined);
    await expect.poll(() => panel.page.locator('#flip-content').innerText()).toContain('Neither run has this case');
  });

  it('stand judge beside judge, the flipped verdict first, each reason below where a column is narrow', async () => {
    const panel = await shown(comparison(), { width: 670, height: 900 });
    await panel.page.locator('.flip-row').first().click();
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.answer({ kind: 'openFlip', flip }, shuffledVerdicts);
    const names = (side: string): Promise<readonly string[]> =>
      panel.page.locator(`ul[aria-label="Verdicts ${side}"] .verdict-title`).allInnerTexts();
    await expect
      .poll(() => names('before'))
      .toEqual(['Notices a wrong answer', 'Question depth', 'Changes the approach']);
    await expect.poll(() => names('after')).toEqual(await names('before'));
    const absent = panel.page.locator('ul[aria-label="Verdicts after"] .verdict').nth(1);
    await expect.poll(() => absent.innerText()).toMatch(/^Question depth\s+no verdict in this run$/u);
    await expect.poll(() => verdictBoxes(panel)).toEqual({ level: true, below: true });
    await panel.page.setViewportSize({ width: 1300, height: 900 });
    await expect.poll(() => verdictBoxes(panel)).toEqual({ level: true, below: false });
    await panel.page.setViewportSize({ width: 420, height: 900 });
    await expect.poll(() => verdictBoxes(panel)).toEqual({ level: false, below: true });
  });

  it('list the verdicts of a conversation reply by reply, beginning with the flipped one', async () => {
    const turned = (detail: FlipDetail['before']): FlipDetail['before'] => {
      const [one] = detail!.verdicts;
      return { ...detail!, verdicts: [1, 2, 3].map((turn) => ({ ...one!, turn, label: `label ${String(turn)}` })) };
    };
    const benchmark = benchmarkView({ samples: [sampleView(0)], flips: [flipView(0, 'broken', { turn: 2 })] });
    const panel = await shown(comparison({ benchmarks: [benchmark] }));
    await panel.page.locator('.flip-row').click();
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    const detail = { ...turnByTurn, before: turned(turnByTurn.before), after: turned(turnByTurn.after) };
    await panel.answer({ kind: 'openFlip', flip }, detail);
    const heads = panel.page.locator('.verdict-side').last().locator('h4');
    await expect.poll(() => heads.allInnerTexts()).toHaveLength(3);
    const read = async (): Promise<readonly string[]> =>
      (await heads.allInnerTexts()).map((text) => text.replace(/\s+/gu, ' ').replace(/ To the reply.*$/u, ''));
    await expect.poll(read).toEqual(['Reply 2', 'Reply 1', 'Reply 3']);
    const first = panel.page.getByRole('list', { name: 'Verdicts before, reply 2' });
    await expect.poll(() => first.innerText()).toContain('label 2');
    await heads.first().getByRole('button').click();
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.id)).toBe('after-reply-2');
  });

  it('are listed however many there are', async () => {
    const samples = Array.from({ length: 500 }, (_, index) => sampleView(index));
    const flips = Array.from({ length: 15_220 }, (_, index) =>
      flipView(index, index % 3 === 0 ? 'fixed' : 'broken', { sample: index % 500 }),
    );
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ samples, flips })] }));
    await expect.poll(() => panel.page.locator('.flip-row').count()).toBeLessThan(60);
    await panel.page.locator('.chip.fixed').click();
    await panel.page.locator('.flip-row').first().focus();
    await panel.page.keyboard.press('End');
    await expect
      .poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute('aria-posinset')))
      .toBe(String(flips.filter(({ kind }) => kind === 'broken').length));
  });
});

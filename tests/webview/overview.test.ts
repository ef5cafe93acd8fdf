import { describe, expect, it } from 'vitest';
import { fixFirst } from '../../src/core/results/failureGroups';
import { baselineChanges, decided } from './comparisonViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, panelStates, partOf, twoBenchmarks, withReport } from './panelStates';

const browser = new PanelBrowser();

async function overview(): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.showUnfolded(withReport(guideEval));
  return panel;
}

function row(panel: PanelPage, id: string, index = 0): ReturnType<PanelPage['page']['locator']> {
  return panel.page.locator('tr.metric').filter({ hasText: id }).nth(index);
}

describe('the overview', () => {
  it('writes each unit in its own form', async () => {
    const panel = await overview();
    expect(await row(panel, 'P-Affirm').locator('.value').innerText()).toBe('0.42');
    expect(await row(panel, 'E-Strategic').locator('.value').innerText()).toBe('1.67');
    await panel.showUnfolded(withReport(twoBenchmarks));
    expect(await row(panel, 'coherence').locator('.value').innerText()).toMatch(/^\d+\.\d%$/u);
  });

  it('shows counts of a small proportion and what was left out', async () => {
    const panel = await overview();
    const cells = row(panel, 'O-Advance');
    expect((await cells.locator('.value').innerText()).replace(/\s+/gu, ' ')).toBe('4/5 0.80');
    expect(await cells.locator('.units').innerText()).toMatch(/^5 of 6/u);
    expect(await cells.locator('.units').getAttribute('data-tip')).toContain('1 left out');
  });

  it('draws an interval where its numbers are, and says them', async () => {
    const panel = await overview();
    const bar = row(panel, 'O-Advance').locator('.interval-bar');
    const metric = guideEval.benchmarks[0]!.blocks[0]!.metrics.find((item) => item.id === 'O-Advance')!;
    const { low, high } = metric.ci!;
    expect(await bar.getAttribute('aria-label')).toBe(
      `0.80, 95% interval ${low.toFixed(2)} to ${high.toFixed(2)}, scale 0.00 to 1.00`,
    );
    const drawn = await bar.evaluate((svg) => {
      const line = svg.querySelector('line.whisker')!.getBoundingClientRect();
      const box = svg.getBoundingClientRect();
      return { low: (line.left - box.left) / box.width, high: (line.right - box.left) / box.width };
    });
    expect(drawn.low).toBeCloseTo(low, 2);
    expect(drawn.high).toBeCloseTo(high, 2);
  });

  it('shades the wanted band, and marks zero on a signed scale', async () => {
    const panel = await overview();
    expect(await row(panel, 'E-Heuristic').locator('rect.band').count()).toBe(1);
    expect(await row(panel, 'E-Heuristic').locator('rect.bar').count()).toBe(0);
    expect(await row(panel, 'ESA').locator('line.zero').getAttribute('x1')).toBe('50.00%');
    expect(await row(panel, 'P-Affirm').locator('line.zero').count()).toBe(0);
  });

  it('folds the sentences that a simulated tutor understood, and those that it did not', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(panelStates.simulated!);
    const list = panel.page.locator('.understood');
    expect(await list.locator('li').first().isVisible()).toBe(false);
    await list.locator('summary').click();
    expect(await list.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Line 1: .*new to fractions.* not understood$/u),
      expect.stringMatching(/^Line 3: .*final answer.* holds back the answer$/u),
      expect.stringMatching(/^Line 4: .*one question at a time$/u),
    ]);
    await panel.showUnfolded(panelStates.nothingUnderstood!);
    await expect.poll(() => panel.page.locator('tr.metric, .picture').count()).toBe(0);
    await panel.page.getByRole('button', { name: 'Read the replies' }).first().click();
    await expect.poll(() => panel.page.locator('.case-row').count()).toBeGreaterThan(0);
  });

  it('says why there is no number', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(panelStates.running!);
    expect(await row(panel, 'ESA').locator('.value').innerText()).toBe('n/a');
    expect(await row(panel, 'ESA').locator('.interval').innerText()).toBe('nothing judged yet');
  });

  it('names a metric by its title, and tells its id on hover only', async () => {
    const panel = await browser.open();
    const report = JSON.stringify(guideEval).replaceAll('"id":"E-Strategic"', '"id":"eStrategicMean"');
    await panel.showUnfolded(withReport(JSON.parse(report) as typeof guideEval));
    const name = row(panel, 'Question depth after success').locator('.metric-name');
    expect(await name.innerText()).toBe('Question depth after success');
    expect(await name.getAttribute('data-tip')).toMatch(/^eStrategicMean\. /u);
  });

  it('explains a metric on hover, on focus and to a screen reader', async () => {
    const panel = await overview();
    const name = row(panel, 'P-Redirect').locator('.metric-name');
    const description = await name.evaluate(
      (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(description).toContain('Mean score of the replies to wrong answers');
    expect(description).toContain('0.00 to 1.00');
    await name.hover();
    await panel.page.locator('.tooltip:popover-open').waitFor();
    expect(await panel.page.locator('.tooltip').innerText()).toContain('higher is better');
    await panel.page.keyboard.press('Escape');
    expect(await panel.page.locator('.tooltip:popover-open').count()).toBe(0);
    await panel.page.locator('.fold').first().focus();
    await panel.page.keyboard.press('Tab');
    await panel.page.locator('.tooltip:popover-open').waitFor();
    expect(await panel.page.locator('.tooltip').innerText()).toContain('P-Affirm');
  });

  it('closes a note by keyboard, over a reload too, until its text changes, also one that says why nothing runs', async () => {
    const panel = await browser.open();
    const noted = (message: string) => withReport({ ...guideEval, warnings: [{ kind: 'coverage', message }] });
    await panel.showUnfolded(noted('Half is in.'));
    const close = panel.page.getByRole('button', { name: 'Dismiss: Half is in.' });
    await close.focus();
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => close.count()).toBe(0);
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('tab-overview');
    await panel.page.reload();
    await panel.showUnfolded(noted('Half is in.'));
    expect(await panel.page.locator('.notice').count()).toBe(0);
    await panel.show(noted('More is in.'));
    await panel.page.getByRole('button', { name: 'Dismiss: More is in.' }).waitFor();
    await panel.show(panelStates.untrusted!);
    await panel.page.getByText('Manage workspace trust').waitFor();
    await panel.page.getByRole('button', { name: /^Dismiss: This workspace is in Restricted Mode/ }).click();
    await expect.poll(() => panel.page.getByText('Manage workspace trust').count()).toBe(0);
    // The next start says it again.
    await panel.show({ ...panelStates.untrusted!, phase: { kind: 'starting' } });
    await panel.page.getByText('Manage workspace trust').waitFor();
  });

  it('folds a group and keeps it folded over a reload', async () => {
    const panel = await overview();
    const before = await panel.page.locator('tr.metric').count();
    await panel.page.locator('.fold').first().click();
    const after = await panel.page.locator('tr.metric').count();
    expect(after).toBe(before - 7);
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('acc_err'));
    await panel.page.reload();
    await panel.showUnfolded(withReport(guideEval));
    expect(await panel.page.locator('tr.metric').count()).toBe(after);
    expect(await panel.page.locator('.fold').first().getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    { unscored: 'all', answer: /^No verdict could be used: \d+ cases unscored\.$/u },
    {
      unscored: 'all of a case',
      answer: /^None of \d+ judged cases has a failing verdict\. Unscored: 1 case without any usable verdict\.$/u,
    },
    {
      unscored: 'one of a case',
      answer: /^None of \d+ judged cases has a failing verdict\. Unscored: 1 case without some verdicts\.$/u,
    },
  ])('does not count what is unscored as passed: $unscored', async ({ unscored, answer }) => {
    const [report] = guideEval.benchmarks;
    const cases = report!.cases.map((summary, place) => ({
      ...summary,
      chips: summary.chips.map((chip, slot) => {
        const isUnread = unscored === 'all' || (place === 0 && (unscored === 'all of a case' || slot === 0));
        return { ...chip, outcome: isUnread ? ('unscored' as const) : ('desired' as const) };
      }),
    }));
    const panel = await browser.open();
    await panel.showUnfolded(withReport({ ...guideEval, benchmarks: [{ ...report!, cases }] }));
    await expect.poll(() => panel.page.locator('p.answer').innerText()).toMatch(answer);
  });

  it('leads from a metric to the cases that fail it', async () => {
    const panel = await overview();
    await row(panel, 'O-Reconfigure').locator('.metric-name').click();
    const failing = guideEval.benchmarks[0]!.cases.filter((summary) =>
      summary.chips.some((chip) => chip.judge === 'O-Reconfigure' && chip.outcome === 'undesired'),
    );
    expect(failing.length).toBeGreaterThan(0);
    const ids = await panel.page
      .locator('.case-row')
      .evaluateAll((rows) => rows.map((element) => element.getAttribute('data-id')));
    expect([...ids].sort()).toEqual(failing.map((summary) => summary.id).sort());
  });

  it('leads from a metric that nothing can fail to its cases, and says so', async () => {
    const [report] = guideEval.benchmarks;
    const judged = row(await overview(), 'O-Reconfigure');
    expect(await judged.locator('.sr-only').first().textContent()).toMatch(/ Shows the cases that fail it\.$/u);
    const cases = report!.cases.map((summary) => ({
      ...summary,
      chips: summary.chips.map((chip) =>
        chip.judge === 'O-Reconfigure' ? { ...chip, outcome: 'neutral' as const } : chip,
      ),
    }));
    const panel = await browser.open();
    await panel.showUnfolded(withReport({ ...guideEval, benchmarks: [{ ...report!, cases }] }));
    const level = row(panel, 'O-Reconfigure');
    await expect.poll(() => level.locator('.sr-only').first().textContent()).toMatch(/ Shows its cases\.$/u);
    await level.locator('.metric-name').click();
    const asked = cases.filter(({ chips }) => chips.some(({ judge }) => judge === 'O-Reconfigure'));
    expect(asked.length).toBeGreaterThan(0);
    await expect.poll(() => panel.page.locator('.case-row').count()).toBe(asked.length);
  });

  it('has a judge column only with several judges', async () => {
    const panel = await overview();
    expect(await panel.page.locator('td.judge').count()).toBe(0);
    await panel.showUnfolded(withReport(twoBenchmarks));
    const table = panel.page.locator('table.several-judges');
    expect(await table.count()).toBe(1);
    expect(await table.locator('tr.metric').first().locator('td.judge').innerText()).toBe('judge-a');
  });

  it('draws the levels of each group in proportion', async () => {
    const panel = await overview();
    const picture = guideEval.benchmarks[0]!.pictures[0]!;
    if (picture.kind !== 'levelsByGroup') throw new Error('The sample report begins with another picture.');
    const [first] = picture.groups;
    const label = await panel.page.locator('.levels-bar').first().getAttribute('aria-label');
    expect(label).toBe(
      `accurate: ${picture.levels.map((level, index) => `${level}: ${String(first!.counts[index])}`).join(', ')}`,
    );
    const shares = await panel.page
      .locator('.levels-bar')
      .first()
      .locator('rect')
      .evaluateAll((rects) => rects.map((rect) => Number.parseFloat(rect.getAttribute('width') ?? '')));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 6);
  });

  it('draws each picture of a benchmark, with its lowest and highest level in the outer shades', async () => {
    const panel = await overview();
    const drawn = await panel.page.locator('.picture').evaluateAll((figures) =>
      figures.map((figure) => ({
        title: figure.querySelector('strong')?.textContent,
        legend: [...figure.querySelectorAll('.legend rect')].map((rect) => rect.getAttribute('class')),
        bars: [...figure.querySelectorAll('.levels-bar')].map((bar) => bar.getAttribute('aria-label')),
      })),
    );
    const shades = (...numbers: readonly number[]): readonly string[] =>
      numbers.map((shade) => `level level-${String(shade)}`);
    expect(drawn).toMatchObject([
      { title: 'Question depth by state', legend: shades(0, 1, 2, 3) },
      {
        title: 'How clearly right and wrong are noticed',
        legend: shades(0, 2, 3),
        bars: [
          'accurate: 0 not recognised: 3, 0.5 implied: 1, 1 said openly: 2',
          'erroneous: 0 not recognised: 1, 0.5 implied: 0, 1 said openly: 5',
        ],
      },
    ]);
  });

  it('names the judge of a picture only with several judges', async () => {
    const panel = await overview();
    const words = panel.page.locator('.picture figcaption').nth(1);
    expect(await words.innerText()).not.toContain('judge');
    const [benchmark] = guideEval.benchmarks;
    const second = benchmark!.blocks.map((block) => ({ ...block, judge: 'another-judge' }));
    const benchmarks = [{ ...benchmark!, blocks: [...benchmark!.blocks, ...second] }];
    await panel.showUnfolded(withReport({ ...guideEval, benchmarks }));
    expect(await words.innerText()).toContain('12 replies. First judge: made-up-judge.');
  });

  it('comes back to where it was scrolled', async () => {
    const panel = await browser.open({ height: 420 });
    await panel.showUnfolded(withReport(twoBenchmarks));
    await panel.page.locator('.overview').evaluate((element) => element.scrollTo(0, 300));
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"overview":300'));
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator('#tab-overview').click();
    expect(await panel.page.locator('.overview').evaluate((element) => element.scrollTop)).toBe(300);
    await panel.page.reload();
    await panel.showUnfolded(withReport(twoBenchmarks));
    expect(await panel.page.locator('.overview').evaluate((element) => element.scrollTop)).toBe(300);
  });

  it('shows why a run stopped above the scores, which a scroll moves away at 200 % zoom', async () => {
    const panel = await browser.open({ width: 340, height: 350 });
    await panel.showUnfolded(panelStates.running!);
    await panel.page.locator('.overview').evaluate((element) => element.scrollTo(0, 300));
    await panel.show(panelStates.overBudget!);
    const notice = panel.page.locator('.overview .notice', { hasText: 'Stopped at a cap' });
    await expect.poll(() => notice.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(
      await panel.page
        .locator('.notices')
        .first()
        .evaluate((one) => getComputedStyle(one).overflowY),
    ).toBe('visible');
    await panel.page.locator('.overview').evaluate((element) => element.scrollTo(0, 300));
    await expect.poll(() => notice.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(0);
  });
});

describe('changes from the baseline', () => {
  it('stand beside the metrics that have one, in a column that is there with the baseline', async () => {
    const panel = await overview();
    expect(await panel.page.locator('.metrics .change').count()).toBe(0);
    const running = { phase: { kind: 'running' }, changes: { against: 'say it kindly', metrics: [] } } as const;
    await panel.showUnfolded(withReport(guideEval, running));
    expect(await panel.page.locator('.metrics th.change').innerText()).toBe('Change from say it kindly');
    await panel.showUnfolded(withReport(guideEval, { changes: baselineChanges }));
    const [first] = guideEval.benchmarks[0]!.blocks[0]!.metrics;
    const cell = row(panel, first!.id).locator('td.change');
    expect((await cell.innerText()).trim()).toMatch(/^\+0\.21\s+better$/u);
    expect(await cell.getAttribute('data-tip')).toBe('+0.21, 0.08 to 0.34, better, against say it kindly');
    expect(await panel.page.locator('tr.metric td.change svg').count()).toBe(baselineChanges.metrics.length);
  });

  it('name the baseline in their head and say the word, however wide the panel is', async () => {
    const panel = await overview();
    await panel.showUnfolded(withReport(guideEval, { changes: baselineChanges }));
    for (const width of [320, 520, 900]) {
      await panel.page.setViewportSize({ width, height: 800 });
      const head = panel.page.locator('.metrics thead .change').first();
      await expect.poll(() => head.innerText(), { message: String(width) }).toBe('Change from say it kindly');
      const fits = (): Promise<boolean> => head.evaluate((element) => element.scrollWidth <= element.clientWidth);
      await expect.poll(fits, { message: String(width) }).toBe(true);
      await expect
        .poll(() => panel.page.locator('.change-word').allInnerTexts())
        .toEqual(['better', 'worse', 'unclear']);
    }
  });
});

describe('the answer', () => {
  const adopted = decided.adopt;
  const changes = {
    ...baselineChanges,
    at: '2026-03-01T10:00:00',
    decision: adopted.decision!,
    sentence: adopted.sentence,
  };

  it('is the decision, then what is weakest, and leads to the comparison', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval, { changes }));
    const answer = panel.page.locator('.overview-answer');
    expect((await answer.locator('h2').innerText()).trim()).toBe(adopted.sentence);
    expect(await answer.locator('p').innerText()).toBe(
      'Since say it kindly, 1 Mar 2026, 10:00. Next weakest: right answers are not confirmed, 3 of 6. Compare',
    );
    await answer.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => panel.page.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
  });

  it('says what a comparison without a decision shows', async () => {
    const panel = await browser.open();
    const undecided = { ...baselineChanges, at: changes.at, sentence: 'Too few samples to tell.' };
    await panel.show(withReport(guideEval, { changes: undecided }));
    const answer = panel.page.locator('.overview-answer');
    expect(await answer.locator('h2').innerText()).toMatch(/^Weakest: /u);
    expect(await answer.innerText()).toContain(
      'Since say it kindly, 1 Mar 2026, 10:00: Too few samples to tell. Compare',
    );
  });

  it('offers to judge what was not judged, below the scores', async () => {
    const panel = await browser.open();
    const warnings = [
      { kind: 'saved', message: 'Judged for targets and guards only: 6 judge calls not made.' },
    ] as const;
    await panel.show(withReport({ ...guideEval, warnings }));
    const note = panel.page.getByRole('list', { name: 'Notes on this run, below' }).locator('li');
    await note.getByRole('button', { name: 'Judge the rest' }).click();
    await expect.poll(() => panel.sent()).toContainEqual({ kind: 'action', action: 'judgeRest' });
  });

  it('is what is weakest where nothing is compared', async () => {
    const panel = await browser.open();
    const answer = panel.page.locator('.overview-answer');
    await panel.show(withReport(guideEval));
    expect(await answer.innerText()).toMatch(
      /^Weakest: right answers are not confirmed, 3 of 6\s+8 of 23 judged cases fail\.$/u,
    );
    await panel.show(withReport(partOf(guideEval, 9), { phase: { kind: 'running' } }));
    expect(await answer.locator('h2').innerText()).toMatch(/^Weakest so far: /u);
    const benchmarks = guideEval.benchmarks.map((one) => ({ ...one, failures: [] }));
    await panel.show(withReport({ ...guideEval, benchmarks }));
    expect(await answer.innerText()).toBe('8 of 23 judged cases fail');
    expect(await panel.page.locator('.fix-first').count()).toBe(0);
    await answer.getByRole('button').click();
    await expect.poll(() => panel.page.locator('.case-row').count()).toBe(8);
  });

  it('comes before what to fix, the benchmarks and the notes, without a scroll', async () => {
    for (const [width, height] of [
      [320, 640],
      [450, 400],
      [900, 700],
    ] as const) {
      const panel = await browser.open({ width, height });
      await panel.show(withReport(guideEval, { changes }));
      const tops = await panel.page.evaluate(() =>
        ['.header', '.tabs', '.overview-answer', '.fix-first', '.benchmarks', '.overview .notices'].map(
          (name) => document.querySelector(name)!.getBoundingClientRect().top,
        ),
      );
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      expect(tops[3]).toBeLessThan(height - 60);
      for (const box of ['html', '.overview'])
        expect(await panel.page.locator(box).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
  });
});

describe('what to fix first', () => {
  it('shows what the student said, the reply and the rule, and opens the prompt there', async () => {
    const panel = await browser.open();
    await panel.show(withReport(twoBenchmarks));
    const items = panel.page.locator('.fix-first li');
    expect(await items.count()).toBe(3);
    const affirm = items.filter({ hasText: 'Right answers are not confirmed' });
    expect(await affirm.locator('.fix-words').innerText()).toMatch(/ 3 of 6 · GuideEval\s+\S.* → \S.*$/u);
    await affirm.getByRole('button', { name: 'Rule 1, line 3' }).press('Enter');
    await panel.waitForSent({ kind: 'openLine', line: 3 });
    const tone = items.filter({ hasText: 'The tone hurts' });
    expect(await tone.locator('.fix-rule').innerText()).toBe('No rule speaks of this. Add one?');
    await tone.getByRole('button', { name: 'Add one?' }).press('Enter');
    await panel.waitForSent({ kind: 'action', action: 'openPrompt' });
    await panel.show(withReport(twoBenchmarks, { fixFirst: fixFirst(twoBenchmarks) }));
    await expect.poll(() => items.locator('.fix-rule').allInnerTexts()).toEqual(['', '', '']);
  });

  it('quotes formulas without the marks of display mathematics', async () => {
    const [group] = fixFirst(twoBenchmarks);
    const example = { ...group!.example, quote: 'So $$x + 1 = 4$$ means $x = 3$?' };
    const panel = await browser.open();
    await panel.show(withReport(twoBenchmarks, { fixFirst: [{ ...group!, example }] }));
    expect(await panel.page.locator('.fix-example q').first().innerText()).toContain('So x + 1 = 4 means $x = 3$?');
  });

  it('has no number at the cases where none fails', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    const badge = panel.page.locator('#tab-cases .badge');
    await expect.poll(() => badge.count()).toBe(1);
    const benchmarks = guideEval.benchmarks.map((one) => ({
      ...one,
      cases: one.cases.map((each) => ({ ...each, chips: each.chips.filter(({ outcome }) => outcome !== 'undesired') })),
    }));
    await panel.show(withReport({ ...guideEval, benchmarks }));
    await expect.poll(() => badge.count()).toBe(0);
  });

  it('opens the failing cases of a group, which stay chosen over a reload', async () => {
    const panel = await browser.open();
    await panel.show(withReport(twoBenchmarks));
    const [group] = twoBenchmarks.benchmarks[0]!.failures!;
    const open = panel.page.locator('.fix-first li', { hasText: 'Right answers' }).locator('vscode-button');
    expect(await open.innerText()).toBe(`Open ${String(group!.cases.length)}`);
    await open.press('Enter');
    const shown = async (): Promise<readonly (string | null)[]> =>
      panel.page.locator('.case-row').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-id')).sort());
    await expect.poll(shown).toEqual([...group!.cases].sort());
    const chosen = panel.page.locator('select[aria-label="Failure"]');
    const value = (): Promise<string> => chosen.evaluate((one) => (one as HTMLElement & { value: string }).value);
    await expect.poll(value).toBe(group!.failure);
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"failure":"right'));
    await panel.page.reload();
    await panel.show(withReport(twoBenchmarks));
    await expect.poll(shown).toEqual([...group!.cases].sort());
    await panel.page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => chosen.count()).toBe(0);
  });
});

describe('the header', () => {
  it('says once that a run is simulated, which leads to the models', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.simulated!);
    await panel.page.locator('.header').getByRole('button', { name: 'simulated', exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'chooseModels' });
    await panel.show(panelStates.finished!);
    await panel.page.locator('.header').getByRole('button', { name: 'made-up-tutor', exact: true }).click();
  });

  it.each([210, 320])('keeps its words on one line in a column of %d pixels', async (width) => {
    const panel = await browser.open({ width, height: 400 });
    await panel.show(panelStates.simulated!);
    const header = panel.page.locator('.header');
    for (const name of ['simulated', 'Evaluate again']) {
      const box = await header.getByRole('button', { name, exact: true }).boundingBox();
      expect(box?.height).toBeLessThan(32);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    expect((await header.getByRole('heading').boundingBox())?.width).toBeGreaterThan(60);
  });

  it.each([480, 510, 700])('is one line high at %d pixels, with a simulated judge and an edit', async (width) => {
    const panel = await browser.open({ width, height: 400 });
    const run = { ...guideEval.run, tutor: 'openai:rules', simulated: true, simulatedParts: ['judge' as const] };
    await panel.show(withReport({ ...guideEval, run }, { editedSinceRun: true }));
    const heightOf = async (part: string): Promise<number> => (await panel.page.locator(part).boundingBox())!.height;
    expect(await heightOf('.header .title')).toBeLessThan(32);
    expect(await heightOf('.header')).toBeLessThan(50);
    const button = (await panel.page.locator('.run-button').boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(width);
  });

  it('keeps the facts behind a button that works by keyboard', async () => {
    const panel = await browser.open({ width: 320, height: 400 });
    await panel.show(panelStates.finished!);
    const about = panel.page.locator('#about');
    expect(await about.isVisible()).toBe(false);
    await panel.page.locator('#open-about').press('Enter');
    expect(await about.innerText()).toContain('$0.31');
    const box = (await about.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    await panel.page.keyboard.press('Tab');
    expect(await panel.page.evaluate(() => document.activeElement?.textContent.trim())).toBe('GuideEval');
    await panel.page.keyboard.press('Escape');
    expect(await about.isVisible()).toBe(false);
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('open-about');
  });
});

describe('a line of a benchmark', () => {
  it.each([
    { outcomes: ['better', 'worse', 'noEvidence'], words: '1 better 1 worse' },
    { outcomes: ['noEvidence', 'noEvidence', 'tooFew'], words: 'no clear difference' },
    { outcomes: ['simulated', 'simulated', 'simulated'], words: '' },
    { outcomes: ['exploratory', 'exploratory', 'exploratory'], words: '' },
  ] as const)('says what changed in words: $words', async ({ outcomes, words }) => {
    const metrics = baselineChanges.metrics.map((one, index) => ({
      ...one,
      outcome: outcomes[index]!,
      outcomeText: outcomes[index]!,
    }));
    const panel = await browser.open();
    await panel.show(withReport(guideEval, { changes: { ...baselineChanges, metrics } }));
    const change = panel.page.locator('.benchmark-change');
    expect((await change.innerText()).replaceAll(/\s+/gu, ' ').trim()).toBe(words);
    await panel.showUnfolded(withReport(guideEval, { changes: { ...baselineChanges, metrics } }));
    expect(await panel.page.locator('td.change', { hasText: 'simulated' }).count()).toBe(0);
  });
});

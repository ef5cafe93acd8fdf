import { describe, expect, it } from 'vitest';
import { comparison, benchmarkView, decided, unlike } from './comparisonViews';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;
const history = historyOf(2);

async function openCompare(options: Parameters<PanelBrowser['open']>[0] = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  return panel;
}

async function shown(view = comparison(), options: Parameters<PanelBrowser['open']>[0] = {}): Promise<PanelPage> {
  const panel = await openCompare(options);
  await panel.send({ kind: 'history', view: history });
  await panel.waitForSent({ kind: 'compare', ...runs });
  await panel.compared(runs, view);
  return panel;
}

function row(panel: PanelPage, title: string): ReturnType<PanelPage['page']['locator']> {
  return panel.page.locator('tr.compared').filter({ hasText: title }).first();
}

describe('the view Compare before there is anything', () => {
  it('asks for the history when it comes into sight, and once for the suggested pair', async () => {
    const panel = await openCompare();
    await panel.waitForSent({ kind: 'openHistory' });
    await expect.poll(() => panel.page.locator('.compare').innerText()).toContain('Reading the runs');
    await panel.send({ kind: 'history', view: history });
    await panel.waitForSent({ kind: 'compare', ...runs });
    await expect.poll(() => panel.page.locator('.compare').innerText()).toContain('Comparing…');
    await panel.page.locator('#tab-overview').click();
    await panel.page.locator('#tab-compare').click();
    const kinds = (await panel.sent()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'openHistory')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'compare')).toHaveLength(1);
  });

  it('says what two runs are good for when there are fewer', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(0) });
    await expect.poll(() => panel.page.locator('.compare').innerText()).toContain('No run yet: evaluate this prompt');
    await panel.send({ kind: 'history', view: historyOf(1) });
    await expect.poll(() => panel.page.locator('.compare').innerText()).toContain('One run so far');
    await panel.page.locator('.compare vscode-button').click();
    await panel.waitForSent({ kind: 'action', action: 'evaluate' });
  });

  it('draws what arrives, texts of all tongues included', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: history });
    const sentence = 'Better at “Führung” 好 👩‍🏫, from thousands of verdicts.';
    await panel.compared(runs, comparison({ sentence, decision: undefined }));
    await expect.poll(() => panel.page.locator('#compare-answer p').first().innerText()).toBe(sentence);
  });

  it('is compared again by other limits, and stays as it was until then', async () => {
    const panel = await shown();
    await panel.send({ kind: 'compareAgain' });
    await expect.poll(async () => (await panel.sent()).filter(({ kind }) => kind === 'compare').length).toBe(2);
    await expect
      .poll(() => panel.page.locator('#compare-answer').innerText())
      .toMatch(/^Trade-off\s+Better at P-Redirect/u);
    await panel.compared(runs, comparison({ sentence: 'By other limits.' }));
    await expect.poll(() => panel.page.locator('#compare-answer').innerText()).toContain('By other limits.');
  });

  it('shows what failed, and tries again', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: history });
    await panel.notCompared(runs, 'Run run-1 was deleted. Choose another.');
    await expect.poll(() => panel.page.locator('.compare-failed').innerText()).toContain('Run run-1 was deleted.');
    await panel.page.getByText('Try again').click();
    const asked = (await panel.sent()).filter(({ kind }) => kind === 'compare');
    expect(asked).toHaveLength(2);
  });

  it('says so when the runs have no sample in common', async () => {
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ both: 0, flips: [], samples: [] })] }));
    await expect.poll(() => panel.page.locator('.compare-empty').innerText()).toContain('The runs share no samples');
    await expect.poll(() => panel.page.locator('table.comparison').count()).toBe(0);
  });
});

describe('the pair', () => {
  it('is chosen in the pickers and turned round', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.compared({ before: 'run-1', after: 'run-4' }, comparison());
    await panel.page.locator('#pick-before').selectOption('run-2');
    await panel.waitForSent({ kind: 'compare', before: 'run-2', after: 'run-4' });
    await panel.page.getByRole('button', { name: 'Swap before and after' }).click();
    await panel.waitForSent({ kind: 'compare', before: 'run-4', after: 'run-2' });
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('run-4');
  });

  it('has seconds in its names where the runs are of the same minute, and else none', async () => {
    const panel = await openCompare();
    const known = historyOf(4);
    const times = ['2026-03-01T10:07:09.000Z', '2026-03-01T10:07:02.000Z', '2026-03-01T10:05:40.000Z'];
    const timed = known.runs.map((run, place) => ({ ...run, repliesAt: times[place] ?? run.repliesAt }));
    await panel.send({ kind: 'history', view: { ...known, runs: timed } });
    await panel.page.locator('#pick-before').selectOption('run-3');
    const name = (side: string): Promise<string> => panel.page.locator(`#pick-${side} option:checked`).innerText();
    await expect.poll(() => name('before')).toMatch(/:07:02$/u);
    await expect.poll(() => name('after')).toMatch(/:07:09$/u);
    await panel.page.locator('#pick-before').selectOption('run-2');
    await expect.poll(() => name('before')).toMatch(/ \d\d:05$/u);
    await expect.poll(() => name('after')).toMatch(/ \d\d:07$/u);
  });

  it('drops an answer about a pair that is no longer asked for', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-4' });
    await panel.page.locator('#pick-before').selectOption('run-3');
    const value = { view: JSON.stringify(comparison({ sentence: 'Late.' })) };
    await panel.answer({ kind: 'compare', before: 'run-1', after: 'run-4' }, value);
    await expect.poll(() => panel.page.locator('.compare').innerText()).toContain('Comparing…');
    await panel.compared({ before: 'run-3', after: 'run-4' }, comparison());
    await expect.poll(() => panel.page.locator('#compare-answer').innerText()).not.toContain('Late.');
  });

  it('follows the host to another pair, and stays there over a reload', async () => {
    const panel = await shown();
    const other = { before: 'elsewhere', after: 'run-2' };
    const view = comparison();
    await panel.send({ kind: 'show', tab: 'compare', runs: other });
    await panel.compared(other, { ...view, before: { ...view.before, id: 'elsewhere', promptName: 'other.md' } });
    await expect.poll(() => panel.page.locator('#pick-before').inputValue()).toBe('elsewhere');
    await expect.poll(() => panel.page.locator('#pick-before option:checked').innerText()).toContain('other.md');
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('elsewhere'));
    await panel.page.reload();
    await panel.show(withReport(guideEval));
    await panel.waitForSent({ kind: 'compare', ...other });
  });
});

describe('the forest plot', () => {
  it('gives the answer first, and a line per metric', async () => {
    const panel = await shown();
    await expect
      .poll(() => panel.page.locator('#compare-answer').innerText())
      .toMatch(/^Trade-off\s+Better at P-Redirect/u);
    await expect.poll(() => panel.page.locator('tr.compared').count()).toBe(8);
    const cells = await row(panel, 'P-Redirect').locator('td').allInnerTexts();
    expect(cells.map((text) => text.trim()).filter((text) => text !== '')).toEqual([
      '0.50 → 0.71',
      '+0.21, 0.08 to 0.34',
      'better',
      '24',
    ]);
  });

  it('draws differences about zero, right being better', async () => {
    const panel = await shown();
    const drawn = async (title: string): Promise<Record<string, string | null>> =>
      row(panel, title)
        .locator('.forest')
        .evaluate((svg) => ({
          at: svg.querySelector('.dot')!.getAttribute('cx'),
          low: svg.querySelector('.whisker')!.getAttribute('x1'),
        }));
    // The widest interval ends at 0.34, so the axis goes to half of the scale on either side.
    expect(await drawn('P-Redirect')).toEqual({ at: '71.00%', low: '58.00%' });
    expect(await drawn('Leaks')).toEqual({ at: '70.00%', low: '81.00%' });
  });

  it('says how many would settle it, and nothing where that is not known', async () => {
    const panel = await shown();
    const notes = (title: string): Promise<readonly string[]> =>
      row(panel, title).locator('td.word .word-note').allInnerTexts();
    expect(await notes('P-Affirm')).toEqual(['needs about 31 more samples']);
    for (const [unplayed, note] of [
      [0, 'needs about 31 more samples; all have been used'],
      [undefined, 'needs about 31 more samples'],
    ] as const) {
      await panel.compared(runs, comparison({ benchmarks: [benchmarkView({ unplayed })] }));
      await expect.poll(() => notes('P-Affirm')).toEqual([note]);
      expect(await notes('O-Advance')).toEqual(['needs over 10,000 more samples']);
      expect(await notes('P-Redirect')).toEqual([]);
    }
  });

  it('opens with the decision, then targets and guards with their margin, and folds what decides nothing', async () => {
    const panel = await shown();
    expect(await panel.page.locator('#compare-answer h2').innerText()).toBe('Trade-off');
    const heads = panel.page.locator('table.comparison .fold');
    const titles = await heads.allInnerTexts();
    expect(titles.map((title) => title.replace(/\s+/gu, ' ').trim())).toEqual(['Targets', 'Guards']);
    expect(await row(panel, 'Echoes').locator('td.word').innerText()).toMatch(/no worse\s+margin 0\.10/u);
    expect(await row(panel, 'E-Heuristic').count()).toBe(0);
    await panel.page.locator('.compared-rest summary').first().click();
    await row(panel, 'E-Heuristic').waitFor();
    expect(await row(panel, 'E-Heuristic').locator('td.word').innerText()).toBe('');
    expect(await row(panel, 'E-Heuristic').locator('td.difference').innerText()).toMatch(/\+0\.02,\s−0\.08 to 0\.12/u);
    await heads.first().click();
    await expect.poll(() => row(panel, 'P-Redirect').count()).toBe(0);
    await row(panel, 'Echoes').locator('.metric-name').hover();
    await panel.page.locator('.tooltip:popover-open').waitFor();
    await expect.poll(() => panel.page.locator('.tooltip').innerText()).toContain('1.000 after the correction');
  });

  it('keeps the new text or restores the earlier one, where both are this prompt’s', async () => {
    const history = historyOf(4, { suggested: runs });
    const [later, earlier] = history.revisions.map(({ revision }) => revision);
    const view = comparison();
    const own = { ...view, before: { ...view.before, revision: earlier! }, after: { ...view.after, revision: later! } };
    const panel = await shown(own);
    await panel.send({ kind: 'history', view: history });
    const answer = panel.page.locator('#compare-answer');
    await answer.getByText('Keep', { exact: true }).click();
    await panel.waitForSent({ kind: 'pinRevision', revision: later! });
    await answer.getByText('Restore', { exact: true }).click();
    await panel.waitForSent({ kind: 'restoreRevision', revision: earlier! });
    const pinned = history.revisions.map((one, index) => ({ ...one, pinned: index === 0 }));
    await panel.send({ kind: 'history', view: { ...history, revisions: pinned } });
    await expect.poll(() => answer.locator('vscode-button').allInnerTexts()).toEqual(['Restore']);
    await panel.compared(runs, comparison());
    await expect.poll(() => answer.locator('vscode-button').count()).toBe(0);
  });

  it('offers to play a baseline again that was chosen for its score', async () => {
    const line = 'Not settled: run the baseline again first';
    const decision = { kind: 'notSettled', title: 'Not settled', line, needsBaseline: true } as const;
    const panel = await shown(comparison({ decision, sentence: `${line}.` }));
    await panel.page.locator('#compare-answer').getByText('Run the baseline again', { exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'runBaselineAgain' });
  });

  it('says that it stopped early and what was saved, and goes on or judges the rest on request', async () => {
    const stopped = 'Decided after 62 of 124 units: this size is probably too large.';
    const panel = await shown(
      comparison({
        ...{ stoppedEarly: stopped, saved: { calls: 312, usd: 0.8 } },
        ...{ canJudgeRest: true, remaining: { samples: 124, calls: 372 } },
      }),
    );
    const answer = panel.page.locator('#compare-answer');
    await expect.poll(() => answer.innerText()).toContain(`${stopped} Finish the run for the size.`);
    expect(await answer.innerText()).toContain('Saved 312 calls ($0.80): only what decides was judged.');
    await answer.getByText('Run the remaining 124 samples (372 calls)').click();
    await panel.waitForSent({ kind: 'runRemaining', ...runs });
    await answer.getByText('Judge the rest').click();
    await panel.waitForSent({ kind: 'judgeRest', ...runs });
    await panel.page.locator('#open-about').click();
    await panel.page.locator('.choices').getByText('targets the headline metrics').click();
    await panel.waitForSent({ kind: 'action', action: 'chooseTargets' });
    await panel.compared(runs, comparison());
    await expect.poll(() => answer.getByText('Run the remaining').count()).toBe(0);
  });

  it('says that targets were named after the run', async () => {
    const panel = await shown(decided.chosenAfterwards);
    await expect.poll(() => panel.page.locator('#compare-answer h2').innerText()).toBe('Chosen afterwards');
    const notices = panel.page.locator('.compare-notices');
    expect(await notices.innerText()).toContain('named after the run: read the result as exploratory.');
    // Each note can be closed, and stays closed.
    const count = await notices.locator('.notice').count();
    await notices.getByRole('button', { name: /^Dismiss: .*named after the run/ }).click();
    await expect.poll(() => panel.page.locator('.compare-notices .notice').count()).toBe(count - 1);
  });

  it('names what differs besides the prompt, and judges the old replies again', async () => {
    const panel = await shown(unlike);
    await expect
      .poll(() => panel.page.locator('.compare-notices').innerText())
      .toContain('Judge model: made-up-judge → another-judge.');
    await expect
      .poll(() => panel.page.locator('.compare-content > .disclosure:not(.compared-rest) summary').innerText())
      .toContain('1 other difference');
    await panel.page.getByText('Judge the old replies again').click();
    await panel.waitForSent({ kind: 'judgeAgain', runId: 'run-1', like: 'run-2' });
  });

  it('judges the side again whose judging is old, either of them where both are, and neither where it would not help', async () => {
    const panel = await shown({ ...unlike, staleSide: 'after' });
    const buttons = panel.page.locator('.compare-notices .notice-buttons vscode-button');
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Judge the new replies again']);
    await buttons.click();
    await panel.waitForSent({ kind: 'judgeAgain', runId: 'run-2', like: 'run-1' });
    await panel.compared(runs, { ...unlike, staleSide: 'both' });
    await expect
      .poll(() => buttons.allInnerTexts())
      .toEqual(['Judge the old replies again', 'Judge the new replies again']);
    await buttons.first().hover();
    await expect
      .poll(() => panel.page.locator('.tooltip:popover-open').innerText())
      .toContain('judge one, then the other');
    await panel.compared(runs, { ...unlike, staleSide: undefined });
    await expect.poll(() => buttons.count()).toBe(0);
  });

  it('lists samples of one run, folded', async () => {
    const panel = await shown();
    await panel.page.locator('.compared-rest > summary').click();
    const samples = panel.page.locator('.compared-rest .disclosure');
    await expect.poll(() => samples.locator('summary').innerText()).toBe('3 samples left out of the comparison');
    await samples.locator('summary').click();
    await expect.poll(() => samples.innerText()).toContain('Only before: Is it 12?, I am lost.');
  });
});

describe('the prompt’s change', () => {
  it('names rules, marks words, folds what is unchanged, and leads to the diff editor', async () => {
    const panel = await shown();
    const diff = panel.page.locator('.prompt-diff');
    await expect
      .poll(() => diff.locator('.rule-changes').innerText())
      .toContain('Rule 3 added: Never give the final answer.');
    await diff.locator('.disclosure > summary').click();
    await expect.poll(() => diff.locator('.diff-fold summary').innerText()).toBe('7 unchanged lines');
    await expect.poll(() => diff.locator('.diff-line.removed mark').innerText()).toBe('ask another question');
    await expect.poll(() => diff.locator('.diff-line.added ins').first().innerText()).toContain('say so kindly first');
    await diff.getByText('Open in the diff editor').click();
    await panel.waitForSent({ kind: 'diffRevisions', before: 'sha256:3f2a91c40b11', after: 'sha256:90aa12fe77c0' });
  });

  it('says that there is none', async () => {
    const panel = await shown(comparison({ samePrompt: true, prompt: undefined }));
    await expect.poll(() => panel.page.locator('.prompt-diff').innerText()).toContain('Both runs have the same prompt');
    await expect.poll(() => panel.page.locator('.prompt-diff vscode-button').count()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import {
  comparison,
  flipDetail,
  flippedCase,
  flipView,
  benchmarkView,
  sampleView,
  turnByTurn,
  unlike,
} from './comparisonViews';
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
  await panel.send({ kind: 'comparison', runs, view });
  return panel;
}

function row(panel: PanelPage, title: string): ReturnType<PanelPage['page']['locator']> {
  return panel.page.locator('tr.compared').filter({ hasText: title }).first();
}

describe('the view Compare before there is anything', () => {
  it('asks for the history once, and for the suggested pair', async () => {
    const panel = await openCompare();
    await panel.waitForSent({ kind: 'openHistory' });
    expect(await panel.page.locator('#compare').innerText()).toContain('Reading the runs');
    await panel.send({ kind: 'history', view: history });
    await panel.waitForSent({ kind: 'compare', ...runs });
    expect(await panel.page.locator('#compare').innerText()).toContain('Comparing…');
    await panel.page.locator('#tab-history').click();
    await panel.page.locator('#tab-compare').click();
    const kinds = (await panel.sent()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'openHistory')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'compare')).toHaveLength(1);
  });

  it('says what two runs are good for when there are fewer', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(0) });
    expect(await panel.page.locator('#compare').innerText()).toContain('Nothing to compare yet');
    await panel.send({ kind: 'history', view: historyOf(1) });
    expect(await panel.page.locator('#compare').innerText()).toContain('One run so far');
    await panel.page.locator('#compare vscode-button').click();
    await panel.waitForSent({ kind: 'action', action: 'evaluate' });
  });

  it('shows what failed, and tries again', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: history });
    await panel.send({ kind: 'comparison', runs, view: undefined, problem: 'Run run-1 was deleted. Choose another.' });
    expect(await panel.page.locator('.compare-failed').innerText()).toContain('Run run-1 was deleted.');
    await panel.page.getByText('Try again').click();
    const asked = (await panel.sent()).filter(({ kind }) => kind === 'compare');
    expect(asked).toHaveLength(2);
  });

  it('says so when the runs have no sample in common', async () => {
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ both: 0, flips: [], samples: [] })] }));
    expect(await panel.page.locator('.compare-empty').innerText()).toContain('no sample in common');
    expect(await panel.page.locator('table.comparison').count()).toBe(0);
  });
});

describe('the pair', () => {
  it('is chosen in the pickers and turned round', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.send({ kind: 'comparison', runs: { before: 'run-1', after: 'run-4' }, view: comparison() });
    await panel.page.locator('#pick-before').selectOption('run-2');
    await panel.waitForSent({ kind: 'compare', before: 'run-2', after: 'run-4' });
    await panel.page.getByRole('button', { name: 'Swap before and after' }).click();
    await panel.waitForSent({ kind: 'compare', before: 'run-4', after: 'run-2' });
    expect(await panel.page.locator('#pick-before').inputValue()).toBe('run-4');
  });

  it('drops an answer about a pair that is no longer asked for', async () => {
    const panel = await openCompare();
    await panel.send({ kind: 'history', view: historyOf(4) });
    await panel.page.locator('#pick-before').selectOption('run-3');
    await panel.send({ kind: 'comparison', runs: { before: 'run-1', after: 'run-4' }, view: comparison() });
    expect(await panel.page.locator('#compare-answer').count()).toBe(0);
    await panel.send({ kind: 'comparison', runs: { before: 'run-3', after: 'run-4' }, view: comparison() });
    expect(await panel.page.locator('#compare-answer').count()).toBe(1);
  });

  it('follows the host to another pair, and stays there over a reload', async () => {
    const panel = await shown();
    const other = { before: 'elsewhere', after: 'run-2' };
    const view = comparison();
    await panel.send({
      kind: 'comparison',
      runs: other,
      view: { ...view, before: { ...view.before, id: 'elsewhere', promptName: 'other.md' } },
    });
    expect(await panel.page.locator('#pick-before').inputValue()).toBe('elsewhere');
    expect(await panel.page.locator('#pick-before option:checked').innerText()).toContain('other.md');
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('elsewhere'));
    await panel.page.reload();
    await panel.show(withReport(guideEval));
    await panel.waitForSent({ kind: 'compare', ...other });
  });
});

describe('the forest plot', () => {
  it('gives the answer first, and a line per metric', async () => {
    const panel = await shown();
    expect(await panel.page.locator('#compare-answer').innerText()).toMatch(/^Worse at E-Strategic/u);
    expect(await panel.page.locator('tr.compared').count()).toBe(7);
    const cells = await row(panel, 'P-Redirect').locator('td').allInnerTexts();
    expect(cells.map((text) => text.trim()).filter((text) => text !== '')).toEqual([
      '0.50 → 0.71',
      '+0.21, 0.08 to 0.34',
      'better',
      '24',
    ]);
  });

  it('draws differences about zero, right being better, with the noise band', async () => {
    const panel = await shown();
    const drawn = async (title: string): Promise<Record<string, string | null>> =>
      row(panel, title)
        .locator('.forest')
        .evaluate((svg) => ({
          at: svg.querySelector('.dot')!.getAttribute('cx'),
          low: svg.querySelector('.whisker')!.getAttribute('x1'),
          noise: svg.querySelector('.noise')?.getAttribute('width') ?? null,
        }));
    // The widest interval ends at 0.34, so the axis goes to half of the scale on either side.
    expect(await drawn('P-Redirect')).toEqual({ at: '71.00%', low: '58.00%', noise: '8.00%' });
    expect(await drawn('Leaks')).toEqual({ at: '70.00%', low: '81.00%', noise: null });
  });

  it('offers the samples that would settle it, where that is a number to run', async () => {
    const panel = await shown();
    await row(panel, 'P-Affirm').getByRole('button', { name: 'Run 31 more samples for P-Affirm' }).click();
    await panel.waitForSent({ kind: 'runMore', benchmark: 'guideeval', count: 31 });
    expect(await row(panel, 'O-Advance').locator('td.word').innerText()).toContain('over 10,000 more');
    expect(await row(panel, 'O-Advance').locator('td.word button').count()).toBe(0);
  });

  it('leaves out what is not called, folds, and says p on hover', async () => {
    const panel = await shown();
    await panel.page.locator('#only-called').check();
    expect(await panel.page.locator('tr.compared').count()).toBe(3);
    await panel.page.locator('#only-called').uncheck();
    await panel.page.locator('table.comparison .fold').first().click();
    expect(await panel.page.locator('tr.compared').count()).toBe(3);
    expect(await panel.page.locator('table.comparison .fold').first().innerText()).toContain('4 metrics, 3 called');
    await row(panel, 'O-Advance').locator('.metric-name').hover();
    await panel.page.locator('.tooltip:popover-open').waitFor();
    expect(await panel.page.locator('.tooltip').innerText()).toContain('1.000 after Holm’s correction');
  });

  it('names what differs besides the prompt, and judges the old replies again', async () => {
    const panel = await shown(unlike);
    expect(await panel.page.locator('.compare-notices').innerText()).toContain(
      'Judge model: made-up-judge → another-judge.',
    );
    expect(await panel.page.locator('.compare-content > .disclosure summary').innerText()).toContain(
      '1 other difference',
    );
    await panel.page.getByText('Judge the old replies again').click();
    await panel.waitForSent({ kind: 'judgeAgain', runId: 'run-1', like: 'run-2' });
  });

  it('lists samples of one run, folded', async () => {
    const panel = await shown();
    const samples = panel.page.locator('.compared-benchmark .disclosure');
    expect(await samples.locator('summary').innerText()).toBe('3 samples left out of the comparison');
    await samples.locator('summary').click();
    expect(await samples.innerText()).toContain('Only before: ge-090, ge-091');
  });
});

describe('the flips', () => {
  it('are listed by kind, with their numbers', async () => {
    const panel = await shown();
    expect(await panel.page.locator('.flip-row').count()).toBe(5);
    await panel.page.locator('.chip.fixed').click();
    expect(await panel.page.locator('.flip-row').count()).toBe(2);
    expect(await panel.page.locator('.chip.fixed').getAttribute('aria-pressed')).toBe('false');
    expect((await panel.page.locator('.chip.flaky').innerText()).replace(/\s+/gu, ' ')).toBe('Flaky 1');
    await panel.page.locator('.chip.unjudged').click();
    expect(await panel.page.locator('.flip-row').last().innerText()).toContain('Unjudged');
  });

  it('are those of a metric after a click on it', async () => {
    const panel = await shown();
    await row(panel, 'P-Affirm').locator('.metric-name').click();
    const names = await panel.page.locator('.flip-row .flip-judge').allInnerTexts();
    expect(new Set(names)).toEqual(new Set(['Affirms what is right']));
    await panel.page.getByRole('button', { name: 'Only P-Affirm. Show all dimensions' }).click();
    expect(await panel.page.locator('.flip-row').count()).toBe(5);
  });

  it('open both transcripts side by side, changed words marked', async () => {
    const panel = await shown();
    await panel.page.locator('[data-flip="guideeval/0"]').focus();
    await panel.page.keyboard.press('Enter');
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.waitForSent({ kind: 'openFlip', flip });
    await panel.send({ kind: 'flip', flip, detail: flipDetail });
    const replies = panel.page.locator('.paired-reply');
    expect(await replies.nth(0).locator('del').innerText()).toBe('Try again.');
    expect(await replies.nth(0).locator('ins').count()).toBe(0);
    expect(await replies.nth(1).locator('ins').innerText()).toContain('what is left?');
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
    expect(await replies.locator('del, ins').count()).toBe(0);
    await panel.page.keyboard.press('Escape');
    await panel.page.locator('#compare-answer').waitFor();
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute('data-flip'))).toBe('guideeval/0');
  });

  it('lead from one to the next in the order of the list', async () => {
    const panel = await shown();
    await panel.page.locator('[data-flip="guideeval/0"]').click();
    expect(await panel.page.getByRole('button', { name: 'Previous verdict' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await panel.page.getByRole('button', { name: 'Next verdict' }).click();
    expect(await panel.page.locator('#flip-heading').innerText()).toBe('Linear models 1');
  });

  it('set replies of the same turn beside each other in a conversation', async () => {
    const benchmark = benchmarkView({ id: 'socratesbench', title: 'SocratesBench', unpaired: true });
    const panel = await shown(comparison({ benchmarks: [benchmark] }));
    await panel.page.locator('.flip-row').first().click();
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.send({ kind: 'flip', flip, detail: turnByTurn });
    expect(await panel.page.locator('#flip-content').innerText()).toContain('no partner in the other run');
    const turns = panel.page.locator('.paired-turn');
    expect(await turns.count()).toBe(4);
    const third = await turns.nth(2).innerText();
    expect(third.replace(/\s+/gu, ' ')).toBe(
      'Student The message under test. Question 3? Before, reply 3 First answer 3. After, reply 3 Second answer 3.',
    );
  });

  it('say when a play is in one run only, and choose among repeats', async () => {
    const plays = [
      { repeat: 0, before: 'guideeval/ge-001b#0', after: 'guideeval/ge-001b#0' },
      { repeat: 1, before: 'guideeval/ge-001b#1' },
    ];
    const benchmark = benchmarkView({ samples: [sampleView(0, { plays })], flips: [flipView(0, 'broken')] });
    const panel = await shown(comparison({ benchmarks: [benchmark] }));
    await panel.page.locator('.flip-row').click();
    await panel.page.locator('#play').selectOption({ value: '1' });
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: 'guideeval/ge-001b#1' };
    await panel.waitForSent({ kind: 'openFlip', flip });
    await panel.send({ kind: 'flip', flip, detail: { before: flipDetail.before, turns: [] } });
    expect(await panel.page.locator('.paired-reply').nth(1).innerText()).toContain('Not played in this run.');
    await panel.send({ kind: 'flip', flip, detail: undefined });
    expect(await panel.page.locator('#flip-content').innerText()).toContain('Neither run has this case');
  });

  it('are listed however many there are', async () => {
    const samples = Array.from({ length: 500 }, (_, index) => sampleView(index));
    const flips = Array.from({ length: 15_220 }, (_, index) =>
      flipView(index, index % 3 === 0 ? 'fixed' : 'broken', { sample: index % 500 }),
    );
    const panel = await shown(comparison({ benchmarks: [benchmarkView({ samples, flips })] }));
    expect(await panel.page.locator('.flip-row').count()).toBeLessThan(60);
    await panel.page.locator('.chip.fixed').click();
    await panel.page.locator('.flip-row').first().focus();
    await panel.page.keyboard.press('End');
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe(
      String(flips.filter(({ kind }) => kind === 'broken').length),
    );
  });
});

describe('the prompt’s change', () => {
  it('names rules, marks words, folds what is unchanged, and leads to the diff editor', async () => {
    const panel = await shown();
    const diff = panel.page.locator('.prompt-diff');
    expect(await diff.locator('.rule-changes').innerText()).toContain('Rule added: Never give the final answer.');
    expect(await diff.locator('.diff-fold summary').innerText()).toBe('7 unchanged lines');
    expect(await diff.locator('.diff-line.removed mark').innerText()).toBe('ask another question');
    expect(await diff.locator('.diff-line.added ins').first().innerText()).toContain('say so kindly first');
    await diff.getByText('Open in the diff editor').click();
    await panel.waitForSent({ kind: 'diffRevisions', before: 'sha256:3f2a91c40b11', after: 'sha256:90aa12fe77c0' });
  });

  it('says that there is none', async () => {
    const panel = await shown(comparison({ samePrompt: true, prompt: undefined }));
    expect(await panel.page.locator('.prompt-diff').innerText()).toContain('Both runs have the same prompt');
    expect(await panel.page.locator('.prompt-diff vscode-button').count()).toBe(0);
  });
});

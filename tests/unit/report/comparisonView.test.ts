import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '../../../src/core/compare/comparison';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { comparisonSentence } from '../../../src/core/compare/comparisonSentence';
import { caseDetail } from '../../../src/core/results/caseDetail';
import {
  comparisonView,
  comparisonViewChanges,
  comparisonViewPair,
  type ComparisonViewParts,
  comparisonViewPrompt,
} from '../../../src/core/report/comparisonView';
import type { ComparisonRowView, ComparisonView } from '../../../src/core/report/comparisonViewModel';
import { comparisonViewRow } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import { changedLines } from '../../../src/core/history/changedLines';
import {
  comparedSession,
  judge,
  labelMetric,
  oneTrial,
  options,
  usualModel,
  type ComparedRunParts,
} from '../compare/comparedSessions';

const worse = oneTrial([0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
const better = oneTrial([1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);

function viewOf(
  before: ComparedRunParts,
  after: ComparedRunParts,
  parts: Partial<ComparisonViewParts> = {},
): ComparisonView {
  const sessions = [before, after].map((parts, place) =>
    comparedSession({ ...parts, manifest: { runId: `run-${place + 1}`, ...parts.manifest } }),
  ) as [ReturnType<typeof comparedSession>, ReturnType<typeof comparedSession>];
  return comparisonView(compareRuns(...sessions, options), { titles: comparisonViewTitles(...sessions), ...parts });
}

function onlyRow(view: ComparisonView): ComparisonRowView {
  const rows = view.benchmarks.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

const scope = { benchmark: 'guideeval', block: '', samples: 40, tested: 6 };

function metric(change: Partial<MetricComparison>): MetricComparison {
  return {
    id: 'P-Redirect',
    title: 'Redirects',
    explain: 'Share that redirect.',
    unit: 'share',
    direction: 'up',
    scale: [0, 1],
    judges: ['P-Redirect'],
    role: 'target',
    before: { value: 0.5, n: 20, excluded: 0 },
    after: { value: 0.55, n: 21, excluded: 0 },
    design: 'paired',
    pairs: 20,
    compared: { before: 0.5, after: 0.55 },
    difference: 0.05,
    interval: { low: -0.1, high: 0.2, level: 0.95 },
    test: 'mcnemar',
    p: 0.4,
    pCorrected: 0.8,
    outcome: 'noEvidence',
    detectable: 0.3,
    needed: 50,
    ...change,
  };
}

describe('comparisonView', () => {
  it('says the answer, the values, the word and the evidence of a row', () => {
    const view = viewOf({ trials: worse }, { trials: better });
    const row = onlyRow(view);
    expect(view.sentence).toContain('Adopt: better at Label');
    expect(row).toMatchObject({ outcome: 'better', outcomeText: 'better', before: '0.10', after: '0.90', n: '10' });
    expect(row.difference).toMatch(/^\+0\.80, 0\.37 to 0\.92$/u);
    expect(row.details).toContain('Mean label.');
    expect(row.details).toContain('p 0.008, 0.008 after the correction (exact McNemar test).');
    expect(row.details).toContain('8 improved, 2 stayed, 0 got worse.');
    expect(row.forest?.at).toBeCloseTo(0.8, 10);
    expect(row.forest?.good).toBe('right');
  });

  it('lists what became of each verdict with the words of its sample, each sample once', () => {
    const { flips, samples, unlisted } = viewOf({ trials: worse }, { trials: better }).benchmarks[0]!;
    expect(flips.map(({ kind }) => kind)).toEqual([...new Array<string>(8).fill('fixed'), 'stillFailing']);
    expect(samples).toHaveLength(9);
    // The one that passes in both runs is counted and not listed.
    expect(unlisted).toEqual([{ kind: 'stillPassing', judge: 'Helps', count: 1 }]);
    const flip = flips.find(({ kind }) => kind === 'fixed')!;
    expect(flip).toMatchObject({ before: '0', after: '1' });
    const sample = samples[flip.sample]!;
    expect(sample.quote).toBe(`I think ${sample.id}`);
    expect(sample.trials).toEqual([
      { repeat: 0, before: `guideeval/${sample.id}#0`, after: `guideeval/${sample.id}#0` },
    ]);
    expect(new Set(flips.map(({ id }) => id)).size).toBe(flips.length);
  });

  it('pairs trials by repeat, and leaves the side open that one run does not have', () => {
    const { samples, flips, loneRepeats } = viewOf(
      { trials: { a: [0, 0, 1] }, repeats: 3 },
      { trials: { a: [1, 1] }, repeats: 2 },
    ).benchmarks[0]!;
    expect(samples[0]!.trials.map(({ repeat, before, after }) => [repeat, before, after])).toEqual([
      [0, 'guideeval/a#0', 'guideeval/a#0'],
      [1, 'guideeval/a#1', 'guideeval/a#1'],
      [2, 'guideeval/a#2', undefined],
    ]);
    expect(flips[0]).toMatchObject({ kind: 'flaky', before: '0, 0, 1', after: '1' });
    expect(loneRepeats).toEqual({ before: 1, after: 0 });
  });

  it('says what is left to play and which run to judge again, as far as the host knows', () => {
    const remaining = { left: new Map([['guideeval', 4]] as const), samples: 6, calls: 40 };
    const view = viewOf({ trials: worse }, { trials: better }, { remaining, staleSide: 'after', canJudgeRest: true });
    expect(view).toMatchObject({ staleSide: 'after', remaining: { samples: 6, calls: 40 }, canJudgeRest: true });
    expect(view.benchmarks[0]?.unplayed).toBe(4);
    const saved = { tutor: 20, judge: 60, usd: 0.5 };
    const running = viewOf({ trials: worse }, { trials: better }, { remaining, isRunning: true, saved });
    expect(running).toMatchObject({ canJudgeRest: false, saved: { calls: 80, usd: 0.5 } });
    const none = viewOf({ trials: worse }, { trials: better }, { remaining: { ...remaining, samples: 0 } });
    const unknown = viewOf({ trials: worse }, { trials: better });
    expect([unknown.staleSide, unknown.benchmarks[0]!.unplayed]).toEqual([undefined, undefined]);
    for (const one of [running, none, unknown]) expect(one.remaining).toBeUndefined();
  });

  it('lists samples of one run only, and never pairs them', () => {
    const benchmark = viewOf({ trials: { a: [1], b: [0] } }, { trials: { b: [1], c: [0] } }).benchmarks[0]!;
    expect(benchmark).toMatchObject({ both: 1, beforeOnly: ['I think a'], afterOnly: ['I think c'], changed: [] });
    expect(benchmark.samples.map(({ id }) => id)).toEqual(['b']);
  });

  it('names what differs besides the prompt, and says which of it can be mended', () => {
    const version = (name: string): ComparedRunParts => ({
      trials: worse,
      version: name,
      entry: { judgeVersions: { Helps: name } },
    });
    const view = viewOf(version('Helps@11111111'), version('Helps@22222222'));
    expect(view.comparable).toBe(false);
    expect(view.differences).toMatchObject([
      {
        kind: 'judgeVersion',
        before: 'Helps@11111111',
        after: 'Helps@22222222',
        breaks: true,
        remedy: 'judgeAgain',
        benchmark: view.benchmarks[0]!.title,
      },
    ]);
    expect(view.differences[0]!.name).toMatch(/^The judge’s prompt “.+”$/u);
    expect(onlyRow(view)).toMatchObject({
      outcome: 'notComparable',
      details: expect.stringContaining('No verdict: the judge') as string,
    });
  });

  it('tells what is meant from what stands in the way', () => {
    const other = { ...usualModel, model: 'other' };
    const sessions = [
      comparedSession({ trials: worse }),
      comparedSession({ trials: better, manifest: { tutor: other } }),
    ] as const;
    const titles = comparisonViewTitles(...sessions);
    const plain = comparisonView(compareRuns(...sessions, options), { titles });
    expect(plain).toMatchObject({ comparable: false, differences: [{ kind: 'tutor', intended: false }] });
    const meant = comparisonView(compareRuns(...sessions, { ...options, intended: ['tutor'] }), { titles });
    expect(meant).toMatchObject({ comparable: true, differences: [{ kind: 'tutor', breaks: true, intended: true }] });
  });

  it('is plain data', () => {
    const view = viewOf({ trials: worse }, { trials: better });
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  it('uses the sentence of the comparison itself', () => {
    const sessions = [comparedSession({ trials: worse }), comparedSession({ trials: better })] as const;
    const comparison = compareRuns(...sessions, options);
    const view = comparisonView(comparison, {
      titles: comparisonViewTitles(...sessions),
      labels: new Map([['sha256:aa', 'kinder']]),
    });
    expect(view.sentence).toBe(comparisonSentence(comparison));
    expect(view.before.name).toBe('kinder');
    expect(view.samePrompt).toBe(true);
  });
});

describe('comparisonViewRow', () => {
  it('turns needed units into samples by the ratio of both', () => {
    // 30 units more of 20; each unit takes two samples.
    expect(comparisonViewRow(metric({}), scope).moreSamples).toBe(60);
    // Where trials of one sample are the units, other samples are no more of them.
    expect(comparisonViewRow(metric({ design: 'unpaired', pairs: 0, needed: 18 }), scope).moreSamples).toBeUndefined();
    expect(comparisonViewRow(metric({ needed: 12 }), scope).moreSamples).toBeUndefined();
    expect(comparisonViewRow(metric({ outcome: 'better' }), scope).moreSamples).toBeUndefined();
    expect(comparisonViewRow(metric({ needed: undefined }), scope).moreSamples).toBeUndefined();
  });

  it('says points of percentages', () => {
    const row = comparisonViewRow(metric({ unit: 'percent', detectable: 30 }), scope);
    expect(row.details).toContain('this many units can show is 30.0 points.');
  });

  it('does not ask for more samples where only the correction stops a verdict', () => {
    const row = comparisonViewRow(metric({ p: 0.02, pCorrected: 0.12, needed: 50 }), scope);
    expect(row).toMatchObject({ correctionOnly: true, outcomeText: 'unclear' });
    expect(row.moreSamples).toBeUndefined();
    expect(row.details).toContain('not after the correction for 6 targets');
    expect(row.details).not.toContain('would be found four times');
    expect(comparisonViewRow(metric({ p: 0.05, pCorrected: 0.3 }), scope).correctionOnly).toBe(false);
    expect(comparisonViewRow(metric({ p: 0.02, pCorrected: 0.04, outcome: 'better' }), scope).correctionOnly).toBe(
      false,
    );
  });

  it('puts the good side of a metric that should go down to the left of its own scale', () => {
    const row = comparisonViewRow(metric({ direction: 'down', difference: -0.2 }), scope);
    expect(row.forest).toMatchObject({ at: -0.2, good: 'left' });
  });

  it('has n/a and no place in the plot without a difference', () => {
    const row = comparisonViewRow(
      metric({
        compared: { before: undefined, after: 0.4 },
        difference: undefined,
        interval: undefined,
        p: undefined,
        pCorrected: undefined,
        outcome: 'notComparable',
        obstacle: 'noValue',
      }),
      { ...scope, reason: 'the first run has no value for it' },
    );
    expect(row).toMatchObject({ before: 'n/a', after: '0.40', difference: 'n/a' });
    expect(row.forest).toBeUndefined();
    expect(row.details).toContain('No verdict: the first run has no value for it.');
  });
});

describe('comparisonViewPrompt', () => {
  it('marks the words that changed within a line and numbers lines from 1', () => {
    const { lines, added, removed } = comparisonViewPrompt(
      changedLines(
        'Be kind.\nAsk one question in each turn.',
        'Be kind.\nAsk two questions in each turn.\nStop there.',
      ),
    );
    expect({ added, removed }).toEqual({ added: 2, removed: 1 });
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', 1, 1],
      ['removed', 2, undefined],
      ['added', undefined, 2],
      ['added', undefined, 3],
    ]);
    const marked = (place: number): readonly string[] =>
      lines[place]!.parts.filter((part) => part.marked).map(({ text }) => text);
    expect(marked(1)).toEqual(['one question']);
    expect(marked(2)).toEqual(['two questions']);
    expect(marked(3)).toEqual([]);
    expect(lines.map(({ parts }) => parts.map(({ text }) => text).join(''))).toEqual([
      'Be kind.',
      'Ask one question in each turn.',
      'Ask two questions in each turn.',
      'Stop there.',
    ]);
  });

  it('names rules that came, went or changed', () => {
    const { rules } = comparisonViewPrompt(
      changedLines('- Never give the final answer.', '- Never give the final answer.\n- Ask one question per turn.'),
    );
    expect(rules).toEqual([{ kind: 'added', number: 2, after: expect.stringContaining('Ask one question') as string }]);
  });

  it('sends a bounded number of lines and says how many are left out', () => {
    const text = Array.from({ length: 2_500 }, (_, place) => `Line ${place}`).join('\n');
    const view = comparisonViewPrompt(changedLines(text, text));
    expect(view.lines).toHaveLength(2_000);
    expect(view.omitted).toBe(500);
  });
});

describe('comparisonViewPair', () => {
  it('sets the replies of one turn against each other, word by word', () => {
    const session = comparedSession({ trials: { a: [0], b: [1] } });
    const [before, after] = ['a', 'b'].map((id) => caseDetail(session, `guideeval/${id}#0`));
    const pair = comparisonViewPair(before, after);
    expect(pair.turns).toEqual([
      {
        turn: 1,
        segments: [
          { kind: 'same', text: 'Reply to ' },
          { kind: 'removed', text: 'a' },
          { kind: 'added', text: 'b' },
          { kind: 'same', text: ', 0.' },
        ],
      },
    ]);
    expect(comparisonViewPair(undefined, after)).toEqual({ before: undefined, after, turns: [] });
  });
});

describe('comparisonViewChanges', () => {
  it('gives each metric with a difference by the names that the report uses', () => {
    const metrics = [labelMetric({ id: 'In', block: 'right' }), labelMetric({ id: 'Out' })];
    const before = comparedSession({ trials: worse, metrics });
    const after = comparedSession({ trials: better, metrics });
    const changes = comparisonViewChanges(compareRuns(before, after, options), 'first');
    expect(changes.against).toBe('first');
    expect(changes.metrics).toMatchObject([
      { benchmark: 'guideeval', block: 'right', metric: 'In', judge, outcome: 'better', short: '+0.80' },
      { benchmark: 'guideeval', block: '', metric: 'Out', judge },
    ]);
    expect(changes.metrics[0]!.text).toMatch(/^\+0\.80, /u);
  });
});

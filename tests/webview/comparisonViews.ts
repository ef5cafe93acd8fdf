import type {
  BaselineChanges,
  BenchmarkComparisonView,
  ComparedRunView,
  ComparisonRowView,
  ComparisonView,
  DecisionKind,
  FlipSampleView,
  FlipView,
} from '../../src/core/report/comparisonViewModel';
import { guideEval } from './panelStates';

/** Made up: no run gave these statistics. */
export function runView(id: string, change: Partial<ComparedRunView> = {}): ComparedRunView {
  return {
    id,
    name: id === 'run-1' ? '3f2a91c40b11' : 'say it kindly',
    revision: id === 'run-1' ? 'sha256:3f2a91c40b11' : 'sha256:90aa12fe77c0',
    promptName: 'made-up.tutor.md',
    promptPath: 'prompts/made-up.tutor.md',
    createdAt: id === 'run-1' ? '2026-03-01T10:00:00.000Z' : '2026-03-02T11:30:00.000Z',
    tutor: 'made-up-tutor',
    judge: 'made-up-judge',
    simulated: false,
    ...change,
  };
}

export function row(id: string, change: Partial<ComparisonRowView> = {}): ComparisonRowView {
  return {
    key: `guideeval/acc_err/${id}`,
    id,
    title: id,
    judges: [id],
    unit: 'share',
    outcome: 'noEvidence',
    outcomeText: 'unclear',
    before: '0.50',
    after: '0.52',
    difference: '+0.02, −0.08 to 0.12',
    n: '24',
    details: `What ${id} counts. p 0.700, 1.000 after the correction (exact McNemar test).`,
    correctionOnly: false,
    forest: { at: 0.02, low: -0.08, high: 0.12, good: 'right' },
    ...change,
  };
}

const rows: readonly ComparisonRowView[] = [
  row('P-Redirect', {
    outcome: 'better',
    outcomeText: 'better',
    before: '0.50',
    after: '0.71',
    difference: '+0.21, 0.08 to 0.34',
    forest: { at: 0.21, low: 0.08, high: 0.34, good: 'right' },
  }),
  row('P-Affirm', { moreSamples: 31 }),
  row('E-Strategic', {
    outcome: 'worse',
    outcomeText: 'worse',
    before: '2.41',
    after: '2.08',
    difference: '−0.33, −0.55 to −0.11',
    forest: { at: -0.11, low: -0.18, high: -0.04 },
  }),
  row('Leaks', {
    outcome: 'better',
    outcomeText: 'better',
    before: '0.30',
    after: '0.10',
    difference: '−0.20, −0.31 to −0.09',
    forest: { at: -0.2, low: -0.31, high: -0.09, good: 'left' },
  }),
  row('O-Advance', { key: 'guideeval/comp/O-Advance', moreSamples: 25_000 }),
  row('OSA', { key: 'guideeval/comp/OSA', outcome: 'tooFew', outcomeText: 'too few', n: '4' }),
  row('Tone', {
    key: 'guideeval/comp/Tone',
    outcome: 'notComparable',
    outcomeText: 'not comparable',
    before: 'n/a',
    difference: 'n/a',
    n: '0',
    forest: undefined,
  }),
];

const guards: readonly ComparisonRowView[] = [
  row('Echoes', {
    outcome: 'notWorse',
    outcomeText: 'no worse',
    difference: '+0.01, −0.04 to 0.06',
    margin: 'margin 0.10',
    forest: { at: 0.01, low: -0.04, high: 0.06, good: 'right' },
  }),
];

const others: readonly ComparisonRowView[] = ['E-Elaborate', 'E-Heuristic'].map((id) =>
  row(id, { key: `guideeval/comp/${id}`, outcome: 'exploratory', outcomeText: '' }),
);

export const flippedCase = 'guideeval/ge-001b#0';

export function sampleView(index: number, change: Partial<FlipSampleView> = {}): FlipSampleView {
  const id = index === 0 ? 'ge-001b' : `ge-${String(index)}`;
  const trial = { repeat: 0, before: `guideeval/${id}#0`, after: `guideeval/${id}#0` };
  return {
    id,
    title: `Linear models ${String(index)}`,
    quote: `It is ${String(index)} euro`,
    group: 'erroneous',
    trials: [trial],
    ...change,
  };
}

export function flipView(index: number, kind: FlipView['kind'], change: Partial<FlipView> = {}): FlipView {
  return {
    id: `guideeval/${String(index)}`,
    kind,
    sample: index,
    judge: index % 2 === 0 ? 'P-Redirect' : 'P-Affirm',
    judgeTitle: index % 2 === 0 ? 'Notices a wrong answer' : 'Affirms a right answer',
    before: kind === 'fixed' ? '0' : '1',
    after: kind === 'fixed' ? '1' : '0',
    replies: ['Yes, that is right! Shall we go on?', 'Hm, where does the second euro come from?'],
    ...change,
  };
}

const kinds: readonly FlipView['kind'][] = [
  ...['broken', 'broken', 'fixed', 'fixed', 'fixed', 'movedDown', 'movedUp', 'changed', 'flaky'],
  ...['stillFailing', 'stillPassing', 'unchanged', 'unjudged'],
] as FlipView['kind'][];

export function benchmarkView(change: Partial<BenchmarkComparisonView> = {}): BenchmarkComparisonView {
  return {
    id: 'guideeval',
    title: 'GuideEval',
    groups: [
      { id: 'targets', role: 'target', title: 'Targets', rows },
      { id: 'guards', role: 'guard', title: 'Guards', rows: guards },
      { id: 'comp', role: 'exploratory', title: 'Exploratory: Comprehension and confusion', rows: others },
    ],
    unpaired: false,
    both: 24,
    beforeOnly: ['Is it 12?', 'I am lost.'],
    afterOnly: ['ge-101'],
    changed: [],
    loneRepeats: { before: 0, after: 0 },
    duplicates: 0,
    unplayed: 10_000,
    samples: kinds.map((_, index) => sampleView(index)),
    turns: [],
    flips: kinds.map((kind, index) => flipView(index, kind)),
    ...change,
  };
}

const plain = (text: string): readonly { readonly text: string; readonly marked: boolean }[] => [
  { text, marked: false },
];

export function comparison(change: Partial<ComparisonView> = {}): ComparisonView {
  return {
    before: runView('run-1'),
    after: runView('run-2'),
    sentence:
      'Trade-off: better at P-Redirect (+0.21, 0.08 to 0.34) and Leaks against worse at E-Strategic (−0.33, −0.55 to −0.11); no clear difference on two.',
    decision: {
      kind: 'tradeOff',
      title: 'Trade-off',
      line: 'Trade-off: better at P-Redirect against worse at E-Strategic',
    },
    notices: [],
    samePrompt: false,
    comparable: true,
    method: '95% intervals from 2,000 resamples; p-values corrected for 6 targets.',
    differences: [],
    benchmarks: [benchmarkView()],
    prompt: {
      added: 2,
      removed: 1,
      omitted: 0,
      rules: [{ kind: 'added', number: 3, after: 'Never give the final answer.' }],
      lines: [
        ...Array.from({ length: 9 }, (_, index) => ({
          kind: 'same' as const,
          before: index + 1,
          after: index + 1,
          parts: plain(`Line ${String(index + 1)} of the prompt, unchanged.`),
        })),
        {
          kind: 'removed',
          before: 10,
          parts: [
            { text: 'If the student is wrong, ', marked: false },
            { text: 'ask another question', marked: true },
            { text: '.', marked: false },
          ],
        },
        {
          kind: 'added',
          after: 10,
          parts: [
            { text: 'If the student is wrong, ', marked: false },
            { text: 'say so kindly first', marked: true },
            { text: '.', marked: false },
          ],
        },
        { kind: 'added', after: 11, parts: plain('Never give the final answer.') },
      ],
    },
    ...change,
  };
}

/** Two runs that another judge judged. */
const uncalled = {
  outcome: 'notComparable',
  outcomeText: 'not comparable',
  moreSamples: undefined,
} as const;

export const unlike = comparison({
  benchmarks: [
    benchmarkView({
      groups: benchmarkView().groups.map((group) => ({
        ...group,
        rows: group.rows.map((one) => ({ ...one, ...uncalled })),
      })),
    }),
  ],
  comparable: false,
  decision: undefined,
  staleSide: 'before',
  sentence: 'Not comparable: the judge differs (made-up-judge → another-judge).',
  differences: [
    {
      kind: 'judgeModel',
      name: 'Judge model',
      before: 'made-up-judge',
      after: 'another-judge',
      breaks: true,
      remedy: 'judgeAgain',
      intended: false,
      meaning: 'The judge differs, so scores may differ although the replies are alike.',
    },
    {
      kind: 'seed',
      name: 'Seed',
      before: '1',
      after: '2',
      breaks: false,
      remedy: 'none',
      intended: false,
      meaning: 'The seeds differ. That is sampling noise, which intervals account for.',
    },
  ],
});

const [firstBlock] = guideEval.benchmarks[0]!.blocks;

/** Changes of some metrics of the sample run from a baseline. */
export const baselineChanges: BaselineChanges = {
  against: 'say it kindly',
  metrics: (['better', 'worse', 'noEvidence'] as const).map((outcome, index) => ({
    benchmark: 'guideeval',
    block: firstBlock!.id,
    metric: firstBlock!.metrics[index]!.id,
    judge: firstBlock!.judge,
    outcome,
    outcomeText: outcome === 'noEvidence' ? 'unclear' : outcome,
    text: ['+0.21, 0.08 to 0.34', '−0.33, −0.55 to −0.11', '+0.02, −0.08 to 0.12'][index]!,
    short: ['+0.21', '−0.33', '+0.02'][index]!,
  })),
};

type Target = Parameters<typeof row>[1];

function decidedView(
  kind: DecisionKind,
  title: string,
  reason: string,
  targets: readonly (readonly [string, Target])[],
  guard: Target,
  change: Partial<ComparisonView> = {},
): ComparisonView {
  const groups = [
    { id: 'targets', role: 'target', title: 'Targets', rows: targets.map(([id, one]) => row(id, one)) },
    { id: 'guards', role: 'guard', title: 'Guards', rows: [row('Echoes', { margin: 'margin 0.10', ...guard })] },
    { id: 'comp', role: 'exploratory', title: 'Exploratory: Comprehension and confusion', rows: others },
  ] as const;
  const line = `${title}: ${reason.split(' (')[0] ?? ''}`;
  return comparison({
    sentence: `${title}: ${reason}`,
    decision: { kind, title, line },
    benchmarks: [benchmarkView({ groups })],
    method: '95% intervals from 2,000 resamples; p-values not corrected, as one target was tested.',
    ...change,
  });
}

const risen = {
  outcome: 'better',
  outcomeText: 'better',
  before: '0.50',
  after: '0.71',
  difference: '+0.21, 0.08 to 0.34',
  forest: { at: 0.21, low: 0.08, high: 0.34, good: 'right' },
} as const;
const fallen = {
  outcome: 'worse',
  outcomeText: 'worse',
  before: '0.71',
  after: '0.50',
  difference: '−0.21, −0.34 to −0.08',
  forest: { at: -0.21, low: -0.34, high: -0.08, good: 'right' },
} as const;
const held = { outcome: 'notWorse', outcomeText: 'no worse', difference: '+0.01, −0.04 to 0.06' } as const;

/** Made up: one comparison for each decision. */
export const decided: Readonly<Record<DecisionKind, ComparisonView>> = {
  adopt: decidedView(
    'adopt',
    'Adopt',
    'better at P-Redirect (+0.21, 0.08 to 0.34), no worse on Echoes.',
    [['P-Redirect', risen]],
    held,
    {
      stoppedEarly: 'Decided after 62 of 124 units: this size is probably too large.',
      ...{ saved: { calls: 312, usd: 0.8 }, canJudgeRest: true, remaining: { samples: 124, calls: 372 } },
    },
  ),
  reject: decidedView(
    'reject',
    'Reject',
    'worse at P-Redirect (−0.21, −0.34 to −0.08), no worse on Echoes.',
    [['P-Redirect', fallen]],
    held,
  ),
  tradeOff: decidedView(
    'tradeOff',
    'Trade-off',
    'better at P-Redirect (+0.21, 0.08 to 0.34) against worse at Echoes (−0.21, −0.34 to −0.08).',
    [['P-Redirect', risen]],
    fallen,
  ),
  notSettled: decidedView(
    'notSettled',
    'Not settled',
    'needs about 31 more samples (93 calls, $0.40); no clear difference on P-Redirect; no worse on Echoes.',
    [['P-Redirect', { moreSamples: 31 }]],
    held,
    { remaining: { samples: 60, calls: 180 }, saved: { calls: 84, usd: 0.21 } },
  ),
  chosenAfterwards: decidedView(
    'chosenAfterwards',
    'Chosen afterwards',
    'better at P-Redirect (+0.21, 0.08 to 0.34), no worse on Echoes.',
    [['P-Redirect', risen]],
    held,
    { notices: ['Targets or guards were named after the run: read the result as exploratory.'] },
  ),
};

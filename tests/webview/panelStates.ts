import { readFileSync } from 'node:fs';
import { readPromptFile } from '../../src/core/prompt/promptFile';
import { promptRules } from '../../src/core/prompt/promptRules';
import { fixFirst } from '../../src/core/results/failureGroups';
import type {
  BenchmarkPicture,
  BenchmarkReport,
  CaseDetail,
  CaseSummary,
  RunReport,
} from '../../src/core/results/reportModel';
import type { PanelState } from '../../src/protocol/panelState';
import { metricBarsBenchmark, preferencesBenchmark } from './barReports';
import { sixBenchmarks } from './sixBenchmarks';
import { turnMapBenchmark } from './turnMapReport';

const folder = new URL('../../test-fixtures/reports/', import.meta.url);

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

/** What some dimensions fail at, made up. */
const failuresOf = {
  'P-Affirm': { failure: 'right answers are not confirmed', topic: 'right' },
  'O-Reconfigure': { failure: 'lost students get the same approach again', topic: 'lost' },
  coherence: { failure: 'the reply does not fit what the student said', topic: 'student' },
  tutor_tone: { failure: 'the tone hurts', topic: 'tone' },
} as const;

const rules = promptRules(readPromptFile('', '# Coach\n\n- If it is right, say so.\n- If they are lost, help.\n'));

function withFailures(report: RunReport): RunReport {
  const benchmarks = report.benchmarks.map((one): BenchmarkReport => {
    const failures = Object.entries(failuresOf).flatMap(([judge, aspect]) => {
      const judged = one.cases.filter(({ chips }) => chips.some((chip) => chip.judge === judge));
      const failing = judged.filter(({ chips }) =>
        chips.some((chip) => chip.judge === judge && chip.outcome === 'undesired'),
      );
      return failing.length === 0 ? [] : [{ ...aspect, of: judged.length, cases: failing.map(({ id }) => id) }];
    });
    return { ...one, failures };
  });
  return { ...report, benchmarks };
}

/** A finished run of one benchmark, made up. */
export const guideEval = withFailures((read('guideEval.json') as { report: RunReport }).report);
/** Two benchmarks, two judges, simulated, made up. */
export const twoBenchmarks = withFailures((read('twoBenchmarksSimulated.json') as { report: RunReport }).report);
export const caseDetails = (read('guideEvalCases.json') as { details: Record<string, CaseDetail> }).details;

/** One benchmark alone in a finished run. */
export function runOf(...benchmarks: readonly BenchmarkReport[]): RunReport {
  return { ...guideEval, warnings: [], benchmarks };
}

/** The same run of a prompt in which the simulated tutor understood nothing. */
function withoutScores(report: RunReport): RunReport {
  const sentences = [{ line: 1, text: 'Haz una sola pregunta en cada turno.' }];
  const message =
    'Simulated: the replies come from rules, not from a model. The simulation reads plain rules in English and did not understand the prompt’s one sentence, so there are no scores.';
  return {
    ...report,
    run: { ...report.run, understood: { understood: 0, of: 1, sentences } },
    warnings: [{ kind: 'simulated', message }],
    benchmarks: report.benchmarks.map((benchmark) => ({
      ...benchmark,
      verdicts: 0,
      judgeFailed: 0,
      blocks: [],
      pictures: [],
      cases: benchmark.cases.map((one) => ({ ...one, chips: [], badness: undefined })),
    })),
  };
}

/** Pictures that were planned before any verdict: what they look like while there is nothing to draw. */
function withoutVerdicts(benchmark: BenchmarkReport): BenchmarkReport {
  return {
    ...benchmark,
    blocks: benchmark.blocks.slice(0, 1),
    pictures: benchmark.pictures.map((picture): BenchmarkPicture => {
      switch (picture.kind) {
        case 'turnMap':
          return { ...picture, layers: picture.layers.map((layer) => ({ ...layer, rows: [], byTurn: [] })) };
        case 'preferences':
          return { ...picture, groups: [] };
        case 'levelsByGroup':
        case 'metricBars':
          return picture;
      }
    }),
  };
}

const empty: PanelState = {
  promptName: 'made-up.tutor.md',
  promptPath: 'prompts/made-up.tutor.md',
  editedSinceRun: false,
  trusted: true,
  phase: { kind: 'empty' },
  choices: { benchmarks: ['GuideEval'], tutor: 'made-up-tutor', judges: ['made-up-judge'], limit: undefined },
  report: undefined,
};

export function withReport(report: RunReport, change: Partial<PanelState> = {}): PanelState {
  return { ...empty, phase: { kind: 'done' }, report, fixFirst: fixFirst(report, rules), ...change };
}

function withRun(report: RunReport, run: Partial<RunReport['run']>): RunReport {
  return { ...report, run: { ...report.run, ...run } };
}

/** The run as it stood after the first `done` cases. */
export function partOf(report: RunReport, done: number): RunReport {
  const planned = report.benchmarks.reduce((sum, benchmark) => sum + benchmark.planned, 0);
  const progress = { replies: { done, planned }, judgements: { done: done * 3, planned: planned * 3 } };
  const waiting = (summary: CaseSummary, index: number): CaseSummary =>
    index < done ? summary : { ...summary, status: 'waiting', chips: [], badness: undefined, reply: '' };
  return {
    ...withRun(report, { status: 'running', progress, wallMs: 9_200 }),
    warnings: [],
    benchmarks: report.benchmarks.map((benchmark) => ({
      ...benchmark,
      completed: Math.min(done, benchmark.planned),
      noReply: 0,
      refused: 0,
      notApplicable: 0,
      judgeFailed: 0,
      cases: benchmark.cases.map(waiting),
      blocks: benchmark.blocks.map((block) => ({
        ...block,
        metrics: block.metrics.map((metric, index) =>
          done === 0 || index > 4
            ? { ...metric, value: undefined, ci: undefined, hits: undefined, n: 0, excluded: 0 }
            : { ...metric, n: 3, excluded: 0, hits: undefined },
        ),
      })),
      pictures: [],
      verdicts: done * 3,
    })),
  };
}

const nothingDone = (report: RunReport): RunReport => ({
  ...report,
  warnings: [],
  benchmarks: report.benchmarks.map((benchmark) => ({
    ...benchmark,
    completed: 0,
    verdicts: 0,
    noReply: 0,
    refused: 0,
    notApplicable: 0,
    judgeFailed: 0,
    failed: benchmark.planned,
    cases: benchmark.cases.map((summary) => ({
      ...summary,
      status: 'failed' as const,
      chips: [],
      badness: undefined,
      reply: '',
    })),
    blocks: [],
    pictures: [],
  })),
});

const failedRun: Partial<RunReport['run']> = {
  status: 'failed',
  statusDetail: 'The first 24 calls were refused: the key was not accepted (401).',
  progress: { replies: { done: 0, planned: 24 }, judgements: { done: 0, planned: 0 } },
  wallMs: 2_100,
  totals: { ...guideEval.run.totals, cost: { ...guideEval.run.totals.cost, usd: 0 } },
};

/** Every state that the panel can be in, by name. */
export const panelStates: Readonly<Record<string, PanelState>> = {
  empty,
  untrusted: { ...empty, trusted: false },
  starting: { ...empty, phase: { kind: 'starting' } },
  runningFirst: withReport(partOf(guideEval, 0), { phase: { kind: 'running' } }),
  running: withReport(partOf(guideEval, 9), { phase: { kind: 'running' } }),
  cancelling: withReport(partOf(guideEval, 9), { phase: { kind: 'cancelling' } }),
  cancelled: withReport(withRun(partOf(guideEval, 9), { status: 'cancelled' })),
  overBudget: withReport(
    withRun(partOf(guideEval, 9), { status: 'overBudget', statusDetail: 'The limit of $0.50 was reached.' }),
  ),
  failed: withReport(withRun(nothingDone(guideEval), failedRun)),
  failedMidway: withReport(
    withRun(partOf(guideEval, 9), {
      status: 'failed',
      statusDetail: 'The server cannot be reached. Other calls failed, too; resume the run later.',
    }),
  ),
  blocked: {
    ...empty,
    phase: {
      kind: 'blocked',
      problems: [
        { message: 'No API key for OpenAI is stored.', action: { label: 'Set API key', command: 'setApiKey' } },
        {
          message:
            'The prompt uses {{student_name}}, which GuideEval does not offer. Remove it, or pick another benchmark.',
          action: { label: 'Open prompt', command: 'openPrompt' },
        },
      ],
    },
  },
  finished: withReport(guideEval),
  edited: withReport(guideEval, { editedSinceRun: true }),
  simulated: withReport(twoBenchmarks, {
    choices: {
      benchmarks: ['GuideEval', 'MRBench'],
      tutor: 'offline/simulated-tutor',
      judges: ['judge-a', 'judge-b'],
      limit: 20,
    },
  }),
  nothingUnderstood: withReport(withoutScores(twoBenchmarks)),
  turnMap: withReport(runOf(turnMapBenchmark())),
  preferences: withReport(runOf(preferencesBenchmark)),
  metricBars: withReport(runOf(metricBarsBenchmark)),
  emptyPictures: withReport(
    runOf(...[turnMapBenchmark(1, 1), preferencesBenchmark, metricBarsBenchmark].map(withoutVerdicts)),
  ),
  sixBenchmarks: withReport(sixBenchmarks(guideEval, twoBenchmarks)),
};

/** A finished run of `count` cases, copied from the sample run; their titles are numbered. */
export function manyCases(count: number): RunReport {
  const [benchmark] = guideEval.benchmarks;
  if (benchmark === undefined) throw new Error('The sample report has no benchmark.');
  const cases = Array.from({ length: count }, (_, index): CaseSummary => {
    const original = benchmark.cases[index % benchmark.cases.length]!;
    const sampleId = `many-${String(index)}`;
    return {
      ...original,
      id: `guideeval/${sampleId}#0`,
      sampleId,
      title: `Case ${String(index + 1)}`,
      pairId: undefined,
    };
  });
  return { ...guideEval, benchmarks: [{ ...benchmark, samples: count, planned: count, completed: count, cases }] };
}

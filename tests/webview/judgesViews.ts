import type {
  DisagreementView,
  JudgeCardDetail,
  JudgeCardRow,
  JudgesView,
  MetricBadge,
  ViewedJudge,
} from '../../src/core/report/judgesViewModel';
import type { RunReport } from '../../src/core/report/reportModel';

/** A card's key: hexadecimal, as the host makes them. */
export function keyOf(count: number): string {
  return (0xa0 + count).toString(16).padStart(32, '0');
}

/** A row of a made-up card that beats the majority label, with the given members in the place of its own. */
export function cardRow(count: number, change: Partial<JudgeCardRow> = {}): JudgeCardRow {
  return {
    key: keyOf(count),
    dimension: `dimension_${String(count)}`,
    title: `Dimension ${String(count)}`,
    question: 'Does the reply give the student something to do next?',
    status: 'checked',
    n: 1_204,
    failed: 0,
    clusters: 192,
    agreement: 0.812,
    deviation: 0.24,
    kappa: 0.41,
    kappaCi: { low: 0.33, high: 0.48, level: 0.95 },
    macroF1: 0.61,
    pearson: 0.52,
    majority: { label: 'Yes', agreement: 0.71, macroF1: 0.28 },
    version: `dimension_${String(count)}@1a2b3c4d`,
    older: false,
    heldOut: 0,
    counts: true,
    ...change,
  };
}

const titles = [
  'Mistake identification',
  'Mistake location',
  'Revealing of the answer',
  'Providing guidance',
  'Actionability',
  'Coherence',
  'Tutor tone',
  'Human-likeness',
];

const ofModel = titles.map((title, place) =>
  cardRow(place + 1, {
    title,
    dimension: title.toLowerCase().replaceAll(/\W/g, '_'),
    kappa: 0.58 - 0.07 * place,
    kappaCi: { low: 0.5 - 0.07 * place, high: 0.66 - 0.07 * place, level: 0.95 },
    ...(place === 5
      ? {
          status: 'beaten',
          kappa: 0.04,
          kappaCi: { low: -0.03, high: 0.12, level: 0.95 },
          reason: 'it cannot be told from chance (kappa 0.04, −0.03 to 0.12)',
        }
      : {}),
    ...(place === 6 ? { older: true, version: 'tutor_tone@99887766' } : {}),
    ...(place === 7
      ? {
          kappa: undefined,
          kappaCi: undefined,
          pearson: undefined,
          status: 'beaten',
          reason: 'people and judge use one label only, which tells nothing',
        }
      : {}),
    ...(place === 2 ? { failed: 3 } : {}),
  }),
);

const learned: ViewedJudge = {
  key: '["offline","mrbench"]',
  judge: 'offline',
  benchmark: 'mrbench',
  benchmarkTitle: 'MRBench',
  simulated: false,
  checks: [
    {
      runId: '',
      at: '2026-03-04T00:00:00.000Z',
      gold: { name: 'MRBench V1, V2 and V3, cross-validated', format: 'mrbench' },
      rows: titles.slice(0, 4).map((title, place) => cardRow(20 + place, { title, heldOut: 1_204 })),
    },
  ],
  unchecked: titles.slice(4),
};

/** Checked and unchecked judges, a calibration that was cut off, and an earlier check. Made up. */
export const judgesSeen: JudgesView = {
  judges: [
    {
      key: '["openai:gpt-4.1-mini at http://localhost:11434/v1","mrbench"]',
      judge: 'openai:gpt-4.1-mini at http://localhost:11434/v1',
      benchmark: 'mrbench',
      benchmarkTitle: 'MRBench',
      simulated: false,
      inRun: 'openai:gpt-4.1-mini',
      checks: [
        {
          runId: '20260304-050607-abcd',
          at: '2026-03-04T05:06:07.000Z',
          gold: { name: 'MRBench_V1.json', format: 'mrbench' },
          rows: ofModel,
        },
        {
          runId: '20260104-050607-efgh',
          at: '2026-01-04T05:06:07.000Z',
          gold: { name: 'mrbench.jsonl', format: 'hand-labels' },
          rows: [cardRow(40, { title: 'Actionability', n: 36, clusters: 12, counts: false })],
        },
      ],
      unchecked: [],
    },
    {
      key: '["openai:gpt-4.1-mini","guideeval"]',
      judge: 'openai:gpt-4.1-mini',
      benchmark: 'guideeval',
      benchmarkTitle: 'GuideEval',
      simulated: false,
      inRun: 'openai:gpt-4.1-mini',
      checks: [],
      unchecked: ['P-Affirm', 'P-Redirect'],
    },
    learned,
  ],
  unfinished: [
    {
      runId: '20260305-010203-wxyz',
      at: '2026-03-05T01:02:03.000Z',
      benchmarkTitle: 'TutorBench',
      judges: ['anthropic:claude-haiku-4-5'],
      gold: 'tutorbench.jsonl',
      statusText: 'cancelled',
      goesOn: false,
    },
  ],
  problems: [],
};

/** What is there before anybody checked anything. */
export const judgesUnseen: JudgesView = {
  judges: judgesSeen.judges.filter(({ benchmark }) => benchmark === 'guideeval'),
  unfinished: [],
  problems: [],
};

function disagreement(count: number): DisagreementView {
  return {
    sampleId: `3711-05b6ce71-${String(count)}`,
    quote: 'They need 70 / 24 = 2.92 boxes, so three boxes.',
    tutor: 'Phi3',
    human: 'No',
    judge: 'Yes',
    ...(count % 2 === 0 ? { humanReason: 'It praises and leaves the student where they were.' } : {}),
    judgeReason: 'The reply asks the student to look at the number of pencils in a box again.',
    labelledBy: count % 2 === 0 ? ['Ada'] : [],
    reply: 'You are close! Think about how many pencils are in **one** box: $24 \\div 3$. What do you get?',
  };
}

/** An opened card with more disagreements than are sent. */
export const cardDetail: JudgeCardDetail = {
  confusion: {
    labels: ['Yes', 'To some extent', 'No'],
    counts: [
      [812, 60, 14],
      [71, 66, 40],
      [22, 19, 97],
    ],
    failed: [1, 0, 2],
  },
  disagreements: { total: 226, listed: Array.from({ length: 24 }, (_, place) => disagreement(place)) },
};

const place = { judge: 'openai:gpt-4.1-mini at http://localhost:11434/v1', benchmark: 'mrbench' };

/** Badges of every kind. */
export const badges: Readonly<Record<'checked' | 'beaten' | 'unchecked' | 'older', MetricBadge>> = {
  checked: {
    status: 'checked',
    short: 'κ 0.41',
    n: 1204,
    facts: '2026-03-04',
    full: 'κ 0.41, n 1,204, 2026-03-04',
    place: { ...place, dimension: 'mistake_location' },
  },
  beaten: {
    status: 'beaten',
    short: 'κ 0.04 !',
    n: 1204,
    facts: '2026-03-04',
    reason: 'it cannot be told from chance (kappa 0.04, −0.03 to 0.12)',
    full: 'κ 0.04, n 1,204, 2026-03-04; not to be relied on: it cannot be told from chance (kappa 0.04, −0.03 to 0.12)',
    place: { ...place, dimension: 'coherence' },
  },
  unchecked: {
    status: 'unchecked',
    short: 'unchecked',
    n: 0,
    facts: '',
    full: 'unchecked',
    place: { ...place, benchmark: 'guideeval' },
  },
  older: {
    status: 'checked',
    short: 'κ 0.12',
    n: 36,
    facts: '2026-01-04, simulated judge, out of fold, older wording',
    full: 'κ 0.12, n 36, 2026-01-04, simulated judge, out of fold, older wording',
    place,
  },
};

/** The report with badges beside its metrics, every kind in turn. */
export function withBadges(report: RunReport): RunReport {
  const kinds = Object.values(badges);
  let count = 0;
  return {
    ...report,
    benchmarks: report.benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.map((block) => ({
        ...block,
        metrics: block.metrics.map((metric) => ({ ...metric, badge: kinds[count++ % kinds.length]! })),
      })),
    })),
  };
}

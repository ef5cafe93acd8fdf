import { mrJudges } from '../../src/core/benchmarks/mrbench/judges';
import type { JudgeCardRow, JudgesView, ViewedJudge } from '../../src/core/report/judgesViewModel';
import { judgedRow, type JudgedCounts } from './judgedRows';

/** A card's key: hexadecimal, as the host makes them. */
export function keyOf(count: number): string {
  return (0xa0 + count).toString(16).padStart(32, '0');
}

/** What a judge said of 1,204 replies to 192 dialogues, dimension by dimension. Made up. */
export const judged: readonly JudgedCounts[] = [
  {
    dimension: 'mistake_identification',
    counts: [
      [920, 31, 24],
      [38, 41, 22],
      [20, 17, 91],
    ],
    clusters: 192,
  },
  {
    dimension: 'mistake_location',
    counts: [
      [812, 60, 14],
      [71, 66, 40],
      [22, 19, 97],
    ],
    failed: [1, 0, 2],
    clusters: 192,
  },
  {
    dimension: 'revealing_of_the_answer',
    counts: [
      [231, 9, 48],
      [6, 12, 8],
      [39, 11, 840],
    ],
    clusters: 192,
  },
  {
    dimension: 'providing_guidance',
    counts: [
      [560, 141, 32],
      [92, 143, 60],
      [25, 61, 90],
    ],
    clusters: 192,
  },
  {
    dimension: 'actionability',
    counts: [
      [540, 83, 87],
      [46, 70, 62],
      [71, 62, 183],
    ],
    clusters: 192,
  },
  // No more than chance gives.
  {
    dimension: 'coherence',
    counts: [
      [802, 118, 56],
      [84, 17, 8],
      [95, 15, 9],
    ],
    clusters: 192,
  },
  {
    dimension: 'tutor_tone',
    counts: [
      [301, 137, 0],
      [170, 592, 0],
      [0, 4, 0],
    ],
    clusters: 192,
  },
  {
    dimension: 'human_likeness',
    counts: [
      [1204, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    clusters: 192,
  },
];

/** The lines of the first judge, in the order of the dimensions. */
export const ofModel = judged.map((one, place) =>
  judgedRow(
    keyOf(place + 1),
    one,
    one.dimension === 'tutor_tone' ? { older: true, judgeVersion: 'tutor_tone@99887766' } : {},
  ),
);

/** A line of a card that beats the majority label, with the given members in the place of its own. */
export function cardRow(count: number, change: Partial<JudgeCardRow> = {}): JudgeCardRow {
  return { ...ofModel[0]!, key: keyOf(count), ...change };
}

/** Statistics within tutors, with the given members in the place of the card's own. */
export function withinTutors(change: Partial<NonNullable<JudgeCardRow['within']>>): JudgeCardRow['within'] {
  const { n, failed, clusters, agreement, kappa, kappaCi, macroF1 } = cardRow(0);
  const statistics = { n, failed, clusters, agreement, kappa, kappaCi, macroF1 };
  return { ...statistics, tutors: [], withoutOne: null, majority: null, ...change };
}

/** Labels that somebody gave by hand, too few to tell. */
export const handLabelled: JudgedCounts = {
  dimension: 'actionability',
  counts: [
    [16, 2, 1],
    [2, 4, 1],
    [1, 2, 7],
  ],
  clusters: 12,
};

/** The line of those labels. */
export const byHand = judgedRow(keyOf(40), handLabelled, { counts: false });

const shipped: ViewedJudge = {
  key: '["offline","mrbench"]',
  judge: 'offline',
  benchmark: 'mrbench',
  benchmarkTitle: 'MRBench',
  simulated: false,
  checks: [
    {
      runId: '',
      at: '2026-03-04T00:00:00.000Z',
      gold: { name: 'MRBench V1, V2 and V3', format: 'mrbench', by: 'people' },
      rows: judged
        .slice(0, 5)
        .map((one, place) => judgedRow(keyOf(20 + place), one, { judgeVersion: 'actionability@7f3a2c1d' })),
    },
  ],
  unchecked: mrJudges.slice(5).map(({ title }) => title),
};

/** The judge as settings name it. */
export const judgeInRun = 'openai:gpt-4.1-mini';
/** The same with its server. */
export const server = 'openai:gpt-4.1-mini at http://localhost:11434/v1';

/** Checked and unchecked judges, a calibration that was cut off, and an earlier check. Made up. */
export const judgesSeen: JudgesView = {
  judges: [
    {
      key: JSON.stringify([server, 'mrbench']),
      judge: server,
      benchmark: 'mrbench',
      benchmarkTitle: 'MRBench',
      simulated: false,
      inRun: judgeInRun,
      checks: [
        {
          runId: '20260304-050607-abcd',
          at: '2026-03-04T05:06:07.000Z',
          gold: { name: 'MRBench_V1.json', format: 'mrbench', by: 'people' },
          rows: ofModel,
        },
        {
          runId: '20260104-050607-efgh',
          at: '2026-01-04T05:06:07.000Z',
          gold: { name: 'mrbench.jsonl', format: 'hand-labels', by: 'people' },
          rows: [byHand],
        },
      ],
      unchecked: [],
    },
    {
      key: JSON.stringify([server, 'guideeval']),
      judge: server,
      benchmark: 'guideeval',
      benchmarkTitle: 'GuideEval',
      simulated: false,
      inRun: judgeInRun,
      checks: [],
      unchecked: ['P-Affirm', 'P-Redirect'],
    },
    shipped,
  ],
  unfinished: [
    {
      runId: '20260305-010203-wxyz',
      at: '2026-03-05T01:02:03.000Z',
      benchmarkTitle: 'TutorBench',
      judges: ['anthropic:claude-haiku-4-5'],
      gold: 'tutorbench.jsonl',
      statusText: 'cancelled',
      isUnderWay: false,
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

/** The same with the judge that comes with the program, which was checked elsewhere. */
export const judgesShipped: JudgesView = { ...judgesUnseen, judges: [...judgesUnseen.judges, shipped] };

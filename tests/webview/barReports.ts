import type {
  BenchmarkReport,
  MetricBarsPicture,
  PreferencePicture,
  VerdictChip,
} from '../../src/core/results/reportModel';
import { chip, madeUpBenchmark, madeUpCase, percentMetric } from './madeUpMetrics';

const row = (
  label: string,
  win: number,
  tie: number,
  lose: number,
  unscored = 0,
): PreferencePicture['groups'][number]['rows'][number] => ({ label, win, tie, lose, unscored });

const preferences: PreferencePicture = {
  kind: 'preferences',
  title: 'Better, equal or worse than the reference reply',
  explain: 'Replies counted by verdict, criterion by criterion.',
  judge: 'made-up-judge',
  groups: [
    {
      label: 'General',
      rows: [row('Correct', 4, 30, 6), row('Relevant to what was said', 12, 20, 7, 1), row('Clear', 1, 38, 1)],
    },
    {
      label: 'Principles',
      rows: [
        row('Challenge', 20, 8, 12),
        row('Explanation', 0, 12, 28),
        row('Modelling', 40, 0, 0),
        row('Practice and feedback', 0, 0, 0, 4),
      ],
    },
    { label: 'Overall', rows: [row('The reply as a whole', 16, 9, 13, 2)] },
  ],
};

export const preferencesBenchmark: BenchmarkReport = madeUpBenchmark(
  {
    id: 'kmp-dialogue',
    title: 'KMP-Dialogue',
    question: 'Is the reply better than a teacher’s?',
    judges: [{ id: 'preference', title: 'Preference', question: 'Which reply is better?', version: 'preference@1' }],
  },
  {
    blocks: [
      {
        id: 'overall',
        title: 'Overall',
        judge: 'made-up-judge',
        metrics: [percentMetric('overall', 42.1), percentMetric('general', 31.5)],
      },
      {
        id: 'principles',
        title: 'Principles',
        judge: 'made-up-judge',
        metrics: ['challenge', 'explanation', 'modelling', 'practice', 'questioning', 'feedback'].map((id, index) =>
          percentMetric(id, 20 + index * 9),
        ),
      },
    ],
    pictures: [preferences],
    cases: Array.from({ length: 12 }, (_, index) =>
      madeUpCase('kmp-dialogue', `kd-${String(index)}`, [
        chip('preference', index % 3 === 0 ? 'undesired' : 'desired'),
      ]),
    ),
  },
);

const metricBars: MetricBarsPicture = {
  kind: 'metricBars',
  title: 'What the replies are good at',
  explain: 'Pass rate of the criteria by tutoring skill and by evaluation dimension, with the interval of each.',
  judge: 'made-up-judge',
  blocks: ['skill', 'dimension'],
};

const criterionTags = ['explicit', 'instruction following', 'weight 5', 'emotional'] as const;

/** Thirteen verdicts on criteria: more than a row of the list has room for. */
export const criterionChips: readonly VerdictChip[] = Array.from({ length: 13 }, (_, index) =>
  chip('criteria', index % 4 === 1 ? 'undesired' : index === 6 ? 'unscored' : 'desired', {
    judgeTitle: 'Criteria',
    criterionId: `c${String(index + 1).padStart(2, '0')}`,
    tags: [criterionTags[index % 4] ?? '', 'weight 5'],
  }),
);

export const metricBarsBenchmark: BenchmarkReport = madeUpBenchmark(
  {
    id: 'tutorbench',
    title: 'TutorBench',
    question: 'Does the reply meet what experts ask of it?',
    judges: [{ id: 'criteria', title: 'Criteria', question: 'Is the criterion met?', version: 'criteria@1' }],
  },
  {
    blocks: [
      {
        id: 'headline',
        title: 'All samples',
        judge: 'made-up-judge',
        metrics: [percentMetric('ARR_w', 55.2, { title: 'Weighted rubric score' })],
      },
      {
        id: 'dimension',
        title: 'Evaluation dimensions',
        judge: 'made-up-judge',
        metrics: [
          percentMetric('tone', -12.5, { title: 'Tone before clipping', scale: [-100, 100] }),
          percentMetric('accuracy', 70, { scale: [-100, 100] }),
        ],
      },
      {
        id: 'skill',
        title: 'Tutoring skills',
        judge: 'made-up-judge',
        metrics: [
          percentMetric('guiding', 72.5, { title: 'Asks questions that guide thinking' }),
          percentMetric('identifying', 38, { title: 'Identifies the core difficulty' }),
          percentMetric('examples', undefined, { title: 'Uses examples or analogies' }),
          percentMetric('alternatives', 100, {
            title: 'Presents alternative solutions',
            n: 4,
            ci: { low: 51, high: 100, level: 0.95 },
          }),
        ],
      },
    ],
    pictures: [metricBars],
    cases: [
      ...Array.from({ length: 9 }, (_, index) =>
        madeUpCase('tutorbench', `tb-${String(index)}`, criterionChips.slice(0, 13 - index), { group: 'adaptive' }),
      ),
      madeUpCase('tutorbench', 'tb-image', [], { group: 'assessment', status: 'notApplicable', badness: undefined }),
    ],
  },
);

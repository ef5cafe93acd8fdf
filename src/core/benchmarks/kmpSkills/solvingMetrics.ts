import { meanOf } from '../meanOf';
import type { MeanMetric, MetricDefinition, MetricHead } from '../metric';
import { dimensionsOf, dimensionTitles, type GenerationDimension } from './generationDimensions';
import { generationVerdicts, meanOverPlays, resultsOf, solvedShare } from './playVerdicts';
import type { GenSample, KmpSkillsSample } from './samples';
import { passShare } from './skillScores';

const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;

const questions = ['First', 'Second', 'Third'];

const socratic =
  'A prompt that forbids the tutor to solve anything scores low here; that is expected and no defect of the prompt.';

/** Accuracy at each of the three questions; the third comes first, as it is the one that the paper prints. */
export const solvingMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [3, 1, 2].map(
  (turn): MeanMetric<KmpSkillsSample> => ({
    kind: 'mean',
    id: `fqa_turn_${turn}`,
    block: 'fqa',
    title: `${questions[turn - 1] ?? ''} question solved${turn === 3 ? ' (headline)' : ''}`,
    explain: `Share of chains whose question ${turn} has the right final answer, whatever happened at the others. ${socratic}`,
    ...percent,
    judges: ['solution'],
    observe: (results) =>
      resultsOf(results, 'fqa').map((result) => ({ unit: result.sample.id, value: solvedShare(result, turn) })),
  }),
);

/** Pass rates of generated problems of one type: last problem, both, and per dimension of the last one. */
export function generationMetrics(
  task: GenSample['task'],
  judge: string,
): readonly MetricDefinition<KmpSkillsSample>[] {
  const rows: readonly (Pick<MetricHead, 'id' | 'title' | 'explain'> & Counted)[] = [
    {
      id: 'pass_rate',
      title: 'Pass rate of the last problem (headline)',
      explain: 'Mean over samples of the share of dimensions that the second generated problem passes.',
      turns: [2],
    },
    {
      id: 'pass_rate_both',
      title: 'Pass rate of both problems',
      explain: 'Mean over samples of the share of dimensions passed, both generated problems averaged.',
      turns: [1, 2],
    },
    ...dimensionsOf(task).map((dimension) => ({
      id: dimension,
      title: dimensionTitles[dimension],
      explain: 'Share of last generated problems that pass this dimension; it fails unless established.',
      turns: [2],
      dimension,
    })),
  ];
  return rows.map(({ turns, dimension, ...head }): MeanMetric<KmpSkillsSample> => ({
    kind: 'mean',
    ...head,
    block: task,
    ...percent,
    judges: [judge],
    observe: (results) =>
      resultsOf(results, task).map(({ sample, repeats }) => ({
        unit: sample.id,
        value: meanOverPlays(repeats, (play) => {
          const shares = turns.flatMap((turn) => {
            const verdicts = generationVerdicts(sample, play, turn);
            return passShare(dimension === undefined ? verdicts : { [dimension]: verdicts[dimension] }) ?? [];
          });
          return meanOf(shares);
        }),
      })),
  }));
}

interface Counted {
  /** Turns whose generated problems count. */
  readonly turns: readonly number[];
  /** All dimensions where absent. */
  readonly dimension?: GenerationDimension;
}

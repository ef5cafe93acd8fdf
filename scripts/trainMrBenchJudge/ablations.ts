import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { dimensionIds, labelsOf, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import { dimensionScores, kappaWithinModels } from './cardStatistics';
import { crossValidate, eight, type CrossValidated, type EightLabels } from './crossValidate';
import type { LabelledReply } from './gatherReplies';
import type { AllHeldOut } from './heldOutChances';
import { mix } from './procedure';
import type { TrainingReply } from './trainingReply';

const heads: readonly (readonly [title: string, mix: Triple])[] = [
  ['logistic regression on words and pairs of words', [1, 0, 0]],
  ['kernel ridge regression on the features', [0, 1, 0]],
  ['boosted trees on the features', [0, 0, 1]],
  ['the three models together', mix],
];

/** How far each of the models comes alone, beside the commonest label, as Markdown. */
export function ablationsTable(
  labelled: readonly LabelledReply[],
  replies: readonly TrainingReply[],
  held: AllHeldOut,
): string {
  const common = eight((dimension) => commonest(dimension, labelled));
  const same = (labels: readonly EightLabels[]): CrossValidated => ({ newProblem: labels, newTutor: labels });
  const rows: readonly (readonly [string, CrossValidated])[] = [
    ['the commonest label', same(labelled.map(() => common))],
    ...heads.map(([title, own]) => [title, crossValidate(replies, held, own)] as const),
  ];
  const head = [
    'model',
    'macro-F1',
    'kappa',
    'Pearson',
    'within',
    'macro-F1, tutor seen',
    'kappa',
    'Pearson',
    'within',
  ];
  const lines = rows.map(([title, { newProblem, newTutor }]) => [
    title,
    ...meansOf(labelled, newTutor),
    ...meansOf(labelled, newProblem),
  ]);
  return [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Means over the dimensions, – where one is undefined; kappa within language models, all and without Phi3. */
function meansOf(replies: readonly LabelledReply[], labels: readonly EightLabels[]): readonly string[] {
  const judged = replies.flatMap((reply, row) => {
    const own = labels[row];
    return own === undefined ? [] : [{ reply, labels: own }];
  });
  const scores = dimensionIds.map((dimension) => dimensionScores(dimension, judged));
  const pooled = (['macroF1', 'kappa', 'pearson'] as const).map((statistic) =>
    meanOf(scores.map((one) => one[statistic])),
  );
  const within = [[], ['Phi3']].map((without) =>
    meanOf(dimensionIds.map((dimension) => kappaWithinModels(dimension, judged, without))),
  );
  return [...pooled, `${within[0] ?? ''} (${within[1] ?? ''})`];
}

function meanOf(values: readonly (number | null | undefined)[]): string {
  const known = values.flatMap((value) => value ?? []);
  if (known.length < values.length) return '–';
  return (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(2);
}

function commonest(dimension: DimensionId, replies: readonly LabelledReply[]): MrLabel {
  const count = (label: MrLabel): number => replies.filter(({ labels }) => labels[dimension] === label).length;
  const [first] = [...labelsOf(dimension)].sort((left, right) => count(right) - count(left));
  return first ?? labelsOf(dimension)[0];
}

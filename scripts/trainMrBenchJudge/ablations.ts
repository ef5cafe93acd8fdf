import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { dimensionIds, labelsOf, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import { simulateJudge } from '../../src/core/benchmarks/mrbench/offlineJudges';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import { dimensionScores } from './cardFigures';
import { mixes } from './chooseDecision';
import { crossValidateMixes, type EightLabels } from './crossValidate';
import { gatherReplies, type LabelledReply } from './gatherReplies';
import { outerFolds } from './procedure';
import { trainingFiles } from './trainingFiles';
import { trainingReply } from './trainingReply';

/** What came of it: a table in Markdown, or the paths of data that are not there. */
export type Ablations =
  | { readonly kind: 'measured'; readonly table: string }
  | { readonly kind: 'missing'; readonly files: readonly string[] };

const heads: readonly (readonly [title: string, mixes: readonly Triple[]])[] = [
  ['logistic regression on words and pairs of words', [[1, 0, 0]]],
  ['kernel ridge regression on the features', [[0, 1, 0]]],
  ['boosted trees on the features', [[0, 0, 1]]],
  ['the three models together', mixes],
];

/**
 * Cross-validates the procedure with each of its models alone and with all of them, beside the commonest label and the word lists; `root` is the
 * repository. Writes nothing.
 */
export function ablations(root: string, say: (line: string) => void): Ablations {
  const folder = path.join(root, '..', 'shared', 'data', 'mrbench');
  const missing = trainingFiles.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) return { kind: 'missing', files: missing.map((name) => `../shared/data/mrbench/${name}`) };
  const { replies } = gatherReplies(
    trainingFiles.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') })),
  );
  const learned = crossValidateMixes(
    replies.map(trainingReply),
    heads.map(([, tried]) => tried),
    (fold) => say(`Fold ${fold + 1} of ${outerFolds} is done.`),
  );
  const common = eight((dimension) => commonest(dimension, replies));
  const rows: readonly (readonly [string, readonly EightLabels[]])[] = [
    ['the commonest label', replies.map(() => common)],
    ['rules: the word lists that it replaced', replies.map((reply) => eight((dimension) => byRules(dimension, reply)))],
    ...heads.map(([title], place) => [title, learned[place] ?? []] as const),
  ];
  const lines = rows.map(([title, labels]) => [title, ...meansOf(replies, labels)]);
  const head = ['model', 'macro-F1', 'kappa', 'Pearson'];
  const table = [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return { kind: 'measured', table };
}

/** Means over the dimensions; – where one of them is not defined. */
function meansOf(replies: readonly LabelledReply[], labels: readonly EightLabels[]): readonly string[] {
  const judged = replies.flatMap((reply, row) => {
    const own = labels[row];
    return own === undefined ? [] : [{ reply, labels: own }];
  });
  const scores = dimensionIds.map((dimension) => dimensionScores(dimension, judged));
  return (['macroF1', 'kappa', 'pearson'] as const).map((figure) => {
    const values = scores.flatMap((one) => one[figure] ?? []);
    if (values.length < scores.length) return '–';
    return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
  });
}

function commonest(dimension: DimensionId, replies: readonly LabelledReply[]): MrLabel {
  const count = (label: MrLabel): number => replies.filter(({ labels }) => labels[dimension] === label).length;
  const [first] = [...labelsOf(dimension)].sort((left, right) => count(right) - count(left));
  return first ?? labelsOf(dimension)[0];
}

const answer = z.object({ label: z.string() });

function byRules(dimension: DimensionId, { history, reply, solution }: LabelledReply): MrLabel {
  const given = { history, reply, solution: rubrics[dimension].seesSolution ? solution : undefined };
  const { label } = answer.parse(JSON.parse(simulateJudge(dimension, given)));
  const known = labelsOf(dimension).find((one) => one === label);
  if (known === undefined) throw new Error(`The word lists gave “${label}”.`);
  return known;
}

function eight(labelOf: (dimension: DimensionId) => MrLabel): EightLabels {
  return {
    mistake_identification: labelOf('mistake_identification'),
    mistake_location: labelOf('mistake_location'),
    revealing_of_the_answer: labelOf('revealing_of_the_answer'),
    providing_guidance: labelOf('providing_guidance'),
    actionability: labelOf('actionability'),
    coherence: labelOf('coherence'),
    tutor_tone: labelOf('tutor_tone'),
    human_likeness: labelOf('human_likeness'),
  };
}

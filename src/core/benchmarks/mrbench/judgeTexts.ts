import { untrustedNotice, untrustedNoticeAbove } from '../../judging/fence';
import { dimensionIds, labelsOf, type DimensionId } from './labels';
import { rubrics } from './rubrics';

const role =
  'You are an objective critic of how a tutor answers a student who has made a mistake in mathematics or is confused. You are ' +
  'given their previous conversation and the tutor’s reply to it';

/** What all judges of one dimension have in common; it stands above the material. */
export const sharedText = [
  `${role}, and you decide one question about that reply, and only this one. Do not assess the reply in general.`,
  untrustedNoticeAbove,
].join('\n\n');

/** The question of one dimension; `withSolution` says that a worked solution may be among the material. */
export function questionText(dimension: DimensionId, withSolution: boolean): string {
  return [
    rubricText(dimension),
    ...(withSolution
      ? ['A worked solution may be among the material. Use it to check facts; the student has not seen it.']
      : []),
    'First write one sentence of feedback on this question alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object: {"feedback": "<one sentence>", "label": ${labelChoice(dimension)}}`,
  ].join('\n\n');
}

/** The text of the judge that decides all eight dimensions in one call. */
export function textOfAll(withSolution: boolean): string {
  const seeing = dimensionIds.filter((id) => rubrics[id].seesSolution).join(', ');
  const keys = dimensionIds.map((id) => `  "${id}": {"feedback": "<one sentence>", "label": ${labelChoice(id)}}`);
  return [
    `${role}, and you decide eight questions about that reply. Take each as if the others did not exist: a reply may do well ` +
      'on one and fail on the next. Do not assess the reply in general.',
    ...dimensionIds.map((id) => `## ${id}\n${rubricText(id)}`),
    ...(withSolution
      ? [
          `A worked solution may be among the material. Use it to check facts for ${seeing}, and for nothing else; the student has not seen it.`,
        ]
      : []),
    'For each question first write one sentence of feedback on it alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object that has these eight keys:\n{\n${keys.join(',\n')}\n}`,
    untrustedNotice,
  ].join('\n\n');
}

function rubricText(dimension: DimensionId): string {
  const { question, definition, levels } = rubrics[dimension];
  const labels = labelsOf(dimension).map((label, index) => `- "${label}": ${levels[index] ?? ''}`);
  return `Question: ${question}\n${definition}\nLabels:\n${labels.join('\n')}`;
}

function labelChoice(dimension: DimensionId): string {
  return labelsOf(dimension)
    .map((label) => `"${label}"`)
    .join(' | ');
}

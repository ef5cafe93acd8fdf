import type { DifferenceKind, RunDifference } from './runDifferences';

/** Kinds that are one question: another model is another version too. */
const questions: readonly (readonly DifferenceKind[])[] = [
  ['tutor', 'tutorVersion', 'decoding'],
  ['judgeModel', 'judgeVersion'],
  ['student'],
  ['placement'],
  ['policy'],
];

/**
 * What a comparison of one prompt with itself is about: where the runs differ in one thing only, that thing is what somebody
 * wants to know. Nothing is meant where the prompt differs too, or where there are several answers to the question why.
 */
export function intendedDifferences(
  differences: readonly RunDifference[],
  samePrompt: boolean,
): readonly DifferenceKind[] {
  if (!samePrompt) return [];
  const kinds = differences.filter(({ breaks }) => breaks).map(({ kind }) => kind);
  return kinds.length === 0 ? [] : (questions.find((question) => kinds.every((kind) => question.includes(kind))) ?? []);
}

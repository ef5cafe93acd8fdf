import type { VerdictSlot } from '../../judging/verdict';
import type { LabelGuide } from '../labelGuide';
import { dimensionIds, labelsOf } from './labels';
import { rubrics } from './rubrics';
import type { MrSample } from './samples';

/** The rubric of a dimension, as the judges have it. */
export function mrLabelGuide({ judge }: VerdictSlot, { groundTruthSolution }: MrSample): LabelGuide | undefined {
  const dimension = dimensionIds.find((id) => id === judge);
  if (dimension === undefined) return undefined;
  const { question, definition, levels, seesSolution } = rubrics[dimension];
  const choices = labelsOf(dimension).map((label, place) => ({ label, title: label, meaning: levels[place] ?? '' }));
  const isGiven = seesSolution && groundTruthSolution !== undefined;
  const facts = isGiven ? [{ label: 'Worked solution', value: groundTruthSolution }] : [];
  return { question, definition, choices, facts };
}

import { useCaseIds, type TbUseCase } from '../../../src/core/benchmarks/tutorbench/samples';

interface HardSamples {
  readonly kind: string;
  readonly useCases: readonly TbUseCase[];
  readonly numbers: readonly number[];
}

/**
 * Samples that were written to make a tutor that was told nothing more than to be helpful miss important criteria, by
 * what tempts it.
 */
export const hardSamples: readonly HardSamples[] = [
  // The student wants to find the rest alone; such a tutor solves it.
  { kind: 'hint', useCases: ['active_learning'], numbers: [5, 9, 10, 15, 19, 20, 24, 25, 30, 32, 44, 45, 55, 57, 58] },
  // The student asks to be told; such a tutor tells.
  { kind: 'presses', useCases: ['active_learning'], numbers: [31, 52, 54, 61] },
  // The work looks right from line to line, or passes the tests that the student made.
  {
    kind: 'hidden slip',
    useCases: ['assessment_feedback', 'active_learning'],
    numbers: [28, 37, 46, 48, 49, 50, 56, 58, 60, 62],
  },
  // The result is right in spite of an error; such a tutor confirms it.
  { kind: 'right end', useCases: ['assessment_feedback'], numbers: [35, 41, 42] },
  // The question rests on something that is not so; such a tutor answers it.
  { kind: 'premise', useCases: ['adaptive_explanation'], numbers: [36, 47] },
  // A misconception told with reasons and without doubt.
  { kind: 'confident', useCases: useCaseIds, numbers: [4, 17, 32, 33, 34, 38, 39, 40, 43, 44, 51, 53, 55, 56, 59] },
  // Three questions at once; such a tutor loses one.
  { kind: 'several questions', useCases: ['adaptive_explanation'], numbers: [38, 39, 40] },
  // Fear or frustration shows; such a tutor goes on to the matter.
  { kind: 'feelings', useCases: useCaseIds, numbers: [14, 17, 24, 33, 43, 45, 59] },
];

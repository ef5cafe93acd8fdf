import type { CaseDetail, CaseTurn, CaseVerdict } from '../../src/core/results/reportModel';
import { criterionChips, metricBarsBenchmark } from './barReports';
import { turnMapBenchmark } from './turnMapReport';

/** A red rectangle of 240 by 120 pixels. */
export const pixels =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAPAAAAB4CAIAAABD1OhwAAAA9UlEQVR42u3SAQkAAAjAsPcvrTVEBktw3hS8IQGGBkODocHQGBoMDYYGQ4OhMTQYGgwNhgZDY2gwNBgaDA2GxtBgaDA0GBoMjaHB0GBoMDQYGkODocHQYGgwNIYGQ4OhwdAYGgwNhgZDg6ExNBgaDA2GBkNjaDA0GBoMDYbG0GBoMDQYGgyNocHQYGgwNBgaQ4OhwdBgaDA0hgZDg6HB0CABhgZDg6HB0BgaDA2GBkODoTE0GBoMDYYGQ2NoMDQYGgwNhsbQYGgwNBgaDI2hwdBgaDA0GBpDg6HB0GBoMDSGBkODocHQGBoMDYYGQ4OhMTQYGo5ZelYWEc2csxEAAAAASUVORK5CYII=';

const criteria = [
  'Names the sign error in the second line.',
  'Does **not** give the final answer $x = 3$.',
  'Asks one question that the student can answer from what is on the page, without going back to the definition of the absolute value or to the case distinction of the first part.',
] as const;

const tutorBench = metricBarsBenchmark.cases[0]!;

/** A case with an image and thirteen criteria. Made up. */
export const criteriaCase: CaseDetail = {
  summary: tutorBench,
  system: 'You are a patient tutor.',
  turns: [
    {
      speaker: 'student',
      text: 'I solved it as on the picture. Is that right?',
      role: 'pivot',
      images: [{ source: pixels, alt: 'Handwritten solution: |x − 2| = 1, so x = 3.' }],
    },
    { speaker: 'tutor', text: 'Look at the sign in your second line.', role: 'reply', turn: 1, images: [] },
  ],
  rawReplies: [],
  verdicts: criterionChips.map((one, index): CaseVerdict => ({
    ...one,
    unit: 'criterion',
    criterion: criteria[index % criteria.length],
    question: 'Is the criterion met?',
    attempts: one.outcome === 'unscored' ? 3 : 1,
    version: 'criteria@1',
    ...(one.outcome === 'unscored'
      ? { problem: 'No readable verdict after 3 attempts.' }
      : { reasoning: 'It points at the line.', evidence: 'the sign in your second line' }),
  })),
  facts: [
    { label: 'Use case', value: 'assessment' },
    { label: 'Reference reply', value: 'First compare both sides, then think of the two cases.\n'.repeat(6) },
  ],
};

const socrates = turnMapBenchmark().cases[0]!;

const script: readonly CaseTurn[] = Array.from({ length: 10 }, (_, index): readonly CaseTurn[] => [
  { speaker: 'student', text: `Question ${String(index + 1)}: what now?`, role: 'pivot', turn: index + 1, images: [] },
  {
    speaker: 'tutor',
    text: `Answer ${String(index + 1)}: what do you think happens to the other side? ${'Say it in your words. '.repeat(4)}`,
    role: 'reply',
    turn: index + 1,
    images: [],
  },
]).flat();

/** A conversation of ten turns with three verdicts on each reply and one on the whole. Made up. */
export const longCase: CaseDetail = {
  summary: socrates,
  system: 'You are a patient tutor.',
  turns: script,
  rawReplies: [],
  verdicts: [
    ...socrates.chips.map((one): CaseVerdict => ({
      ...one,
      unit: 'message',
      question: 'Does the reply give in?',
      attempts: 1,
      version: `${one.judge}@1`,
      ...(one.outcome === 'unscored' ? { problem: 'No readable verdict.' } : { reasoning: 'It asks back.' }),
    })),
    {
      judge: 'J4',
      judgeTitle: 'Consistent to the end',
      judgeModel: 'made-up-judge',
      label: 'yes',
      outcome: 'desired',
      unit: 'conversation',
      question: 'Is the tutor consistent?',
      attempts: 1,
      version: 'J4@1',
      reasoning: 'The same line throughout.',
    },
  ],
  facts: [{ label: 'Persona', value: `Impatient. ${'Wants to be done with it before the bus comes. '.repeat(5)}` }],
};

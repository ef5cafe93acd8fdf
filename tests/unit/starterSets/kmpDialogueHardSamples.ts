interface HardSamples {
  readonly kind: string;
  readonly numbers: readonly number[];
}

/**
 * Dialogues that were written to be hard for a tutor that was told nothing more than to be helpful, by what tempts it.
 */
export const hardSamples: readonly HardSamples[] = [
  // What is amiss lies open before the tutor, and the reply is to ask; such a tutor tells.
  { kind: 'tempts to tell', numbers: [1, 6, 11, 19, 21, 32] },
  // A misconception, told with a reason and without doubt; such a tutor explains it away or says the answer.
  { kind: 'confident', numbers: [40, 42, 44, 45, 49, 50, 51, 53, 54, 55, 58, 60, 61] },
  // The answers sound right, or are half right; such a tutor confirms them or tells the rest.
  { kind: 'looks right', numbers: [37, 62] },
  // The calculation is right, what follows from it is not.
  { kind: 'hidden', numbers: [35] },
  // The result is right and the way to it is not; such a tutor praises it.
  { kind: 'right end', numbers: [34] },
  // A sound way of the student’s own; such a tutor replaces it by the usual one.
  { kind: 'unusual way', numbers: [39, 48] },
  // A slip stands at the beginning, and the last words are right.
  { kind: 'early slip', numbers: [57] },
  // The student asks to be told.
  { kind: 'presses', numbers: [36, 59] },
  // Thanks and an "I see" that do not come from understanding.
  { kind: 'polite', numbers: [46] },
  // The student closes the matter with a claim that is not so.
  { kind: 'thinks it is done', numbers: [43, 56] },
  // Three questions at once; such a tutor loses one or answers all of them at length.
  { kind: 'several questions', numbers: [63] },
];

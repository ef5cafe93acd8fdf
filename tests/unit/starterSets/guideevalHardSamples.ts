import type { Sample } from './guideevalFile.ts';

interface HardSamples {
  readonly kind: string;
  readonly state: Sample['state'];
  /** Numbers of the pairs; the member with this state is the hard one. */
  readonly pairs: readonly number[];
}

/**
 * Samples that were written to be hard for a tutor that was told nothing more than to be helpful, by what tempts it.
 */
export const hardSamples: readonly HardSamples[] = [
  // There is nothing left to do: such a tutor praises, repeats the solution and stops.
  {
    kind: 'bare end',
    state: 'accurate',
    pairs: [13, 39, 49, 53, 69, 74, 76, 78, 80, 83, 93, 95, 96, 162, 165, 172, 181, 183, 193, 202, 214, 227, 228],
  },
  {
    kind: 'bare end',
    state: 'comprehension',
    pairs: [
      2, 14, 18, 22, 24, 42, 50, 99, 100, 101, 102, 104, 106, 110, 113, 114, 119, 120, 123, 124, 126, 127, 134, 137,
      139, 144, 156, 158, 160, 170, 179, 185, 187, 189, 191, 198, 220, 225, 233, 236,
    ],
  },
  { kind: 'wants to be done', state: 'accurate', pairs: [9, 27, 31, 62, 65, 79, 84, 85, 149, 155, 184, 197, 209, 239] },
  {
    kind: 'wants to be done',
    state: 'comprehension',
    pairs: [10, 16, 20, 46, 131, 146, 157, 192, 203, 204, 213, 219, 222],
  },
  { kind: 'presses', state: 'accurate', pairs: [61, 72, 73, 145, 221] },
  { kind: 'presses', state: 'erroneous', pairs: [31, 61, 72, 73, 145, 149, 197, 221] },
  // The answer is right, and such a tutor may take the way to it, or how it is written, for an error.
  { kind: 'wrong method', state: 'accurate', pairs: [37, 70, 71, 91, 98, 135, 212, 224, 238] },
  { kind: 'unusual form', state: 'accurate', pairs: [88, 89, 90, 92, 143, 148, 159, 232] },
  {
    kind: 'confident',
    state: 'erroneous',
    pairs: [3, 64, 67, 70, 71, 74, 75, 77, 81, 82, 92, 94, 97, 135, 153, 162, 168, 180, 190, 195, 217, 229],
  },
  // A slip, a number that was carried over wrongly, or a wrong rule that often works.
  {
    kind: 'looks right',
    state: 'erroneous',
    pairs: [
      23, 63, 65, 66, 68, 69, 76, 78, 83, 84, 93, 98, 155, 159, 165, 171, 177, 178, 183, 193, 202, 209, 214, 237, 238,
    ],
  },
  // A polite word that such a tutor takes for an understanding.
  {
    kind: 'hidden',
    state: 'confusion',
    pairs: [
      4, 12, 36, 48, 99, 101, 104, 112, 113, 117, 118, 121, 124, 128, 131, 134, 150, 152, 163, 169, 194, 199, 203, 204,
      206, 211, 215, 218, 235,
    ],
  },
  // Such a tutor asks what is unclear, or says the same again.
  {
    kind: 'vague',
    state: 'confusion',
    pairs: [8, 40, 54, 107, 111, 114, 127, 129, 133, 158, 160, 185, 191, 198, 207, 210],
  },
];

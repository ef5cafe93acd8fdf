import { bareName } from '../../benchmark/judging/readAnswer';

export const dimensionIds = [
  'mistake_identification',
  'mistake_location',
  'revealing_of_the_answer',
  'providing_guidance',
  'actionability',
  'coherence',
  'tutor_tone',
  'human_likeness',
] as const;
export type DimensionId = (typeof dimensionIds)[number];

/** Rubric order: the position of a label, from 1, is its code. 1 is usually the best level. */
export const extentLabels = ['Yes', 'To some extent', 'No'] as const;
export const revealingLabels = ['Yes (correct)', 'Yes (incorrect)', 'No'] as const;
export const toneLabels = ['Encouraging', 'Neutral', 'Offensive'] as const;

export type MrLabel = (typeof extentLabels)[number] | (typeof revealingLabels)[number] | (typeof toneLabels)[number];

export function labelsOf(dimension: DimensionId): readonly [MrLabel, MrLabel, MrLabel] {
  if (dimension === 'revealing_of_the_answer') return revealingLabels;
  return dimension === 'tutor_tone' ? toneLabels : extentLabels;
}

export function desiredLabel(dimension: DimensionId): MrLabel {
  return labelsOf(dimension)[dimension === 'revealing_of_the_answer' ? 2 : 0];
}

export function labelCode(dimension: DimensionId, label: unknown): number | undefined {
  const index = labelsOf(dimension).findIndex((known) => known === label);
  return index === -1 ? undefined : index + 1;
}

/** `undefined` if no label has this code. Never rounds. */
export function labelOfCode(dimension: DimensionId, code: number): MrLabel | undefined {
  return labelsOf(dimension)[code - 1];
}

/** Revealing has three spellings (data, README, paper). A bare “Yes” is invalid: is the answer right or not? */
export function readLabel(dimension: DimensionId, text: string): MrLabel | undefined {
  if (text.length > 100) return undefined;
  const plain = text
    .toLowerCase()
    .replace(/[\s\u00A0_]+/g, ' ')
    .replace(/^[ "'“”‘’*`]+/, '')
    .replace(/(?<![ "'“”‘’*`.])[ "'“”‘’*`.]+$/, '');
  const exact = labelsOf(dimension).find((label) => label.toLowerCase() === plain);
  if (exact !== undefined || dimension !== 'revealing_of_the_answer') return exact;
  const words = plain
    .replace(/[(),:–—-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const revealed = /^yes (?:and |but )?(?:(?:the )?(?:revealed )?answer is )?(correct|incorrect)$/.exec(words);
  if (revealed === null) return undefined;
  return revealed[1] === 'correct' ? 'Yes (correct)' : 'Yes (incorrect)';
}

/** The dimension of an annotation key. Ignores case, blanks, underscores and hyphens (`humanlikeness`). */
export function dimensionOf(key: string): DimensionId | undefined {
  return dimensionIds.find((id) => bareName(id) === bareName(key));
}

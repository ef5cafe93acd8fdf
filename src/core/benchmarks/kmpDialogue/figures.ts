import type { Part } from '../../statistics/hiddenSpread';
import { principles, type Principle } from '../kmpbench/principles';
import { criteria, criterionLevels, type CriterionLevel } from './criteria';

/**
 * One sample's win shares 0..1, repeats averaged: one place for each of `criteria`; `undefined` where the criterion does not
 * apply or has no verdict.
 */
export type WinShares = readonly (number | undefined)[];

/** Where the criteria of each level stand in `WinShares`. */
const places: ReadonlyMap<CriterionLevel, readonly number[]> = new Map(
  criterionLevels.map((level) => [
    level,
    criteria.flatMap((criterion, place) => (criterion.level === level ? [place] : [])),
  ]),
);

/**
 * A level's accuracy in percent: the mean of its criteria's win rates, each over the samples that have a verdict on it; criteria
 * without any are left out. Undefined when none has one.
 */
export function levelAccuracy(level: CriterionLevel, samples: readonly WinShares[]): number | undefined {
  let rates = 0;
  let covered = 0;
  for (const place of places.get(level) ?? []) {
    let sum = 0;
    let count = 0;
    for (const shares of samples) {
      const share = shares[place];
      if (share === undefined) continue;
      sum += share;
      count += 1;
    }
    if (count === 0) continue;
    rates += sum / count;
    covered += 1;
  }
  return covered === 0 ? undefined : (100 * rates) / covered;
}

/** The win rates that a level's accuracy, times `share`, is made of. */
export function levelParts(level: CriterionLevel, samples: readonly WinShares[], share = 1): readonly Part[] {
  const columns = (places.get(level) ?? []).map((place) => samples.map((shares) => shares[place]));
  const covered = columns.filter((values) => values.some((value) => value !== undefined)).length;
  return columns.map((values) => ({ values, slope: (100 * share) / Math.max(1, covered), scale: [0, 1] }));
}

/** The same of the mean of the covered principles. */
export function principleParts(samples: readonly WinShares[], share = 1): readonly Part[] {
  const covered = Math.max(1, principlesCovered(levelAccuracies(samples)));
  return principles.flatMap((principle) => levelParts(principle, samples, share / covered));
}

/** The same of `overallAccuracy`. */
export function overallParts(samples: readonly WinShares[]): readonly Part[] {
  return [...levelParts('general', samples, 1 / 2), ...principleParts(samples, 1 / 2)];
}

/** The general level and each principle's, in percent; undefined for a principle without a verdict. */
export interface LevelAccuracies {
  readonly general: number | undefined;
  readonly principles: Readonly<Record<Principle, number | undefined>>;
}

/** Each level over the samples that have a verdict on one of its criteria. */
export function levelAccuracies(samples: readonly WinShares[]): LevelAccuracies {
  return {
    general: levelAccuracy('general', samples),
    principles: {
      challenge: levelAccuracy('challenge', samples),
      explanation: levelAccuracy('explanation', samples),
      modelling: levelAccuracy('modelling', samples),
      practice: levelAccuracy('practice', samples),
      questioning: levelAccuracy('questioning', samples),
      feedback: levelAccuracy('feedback', samples),
    },
  };
}

/** How many principles have a value, 0..6. */
export function principlesCovered({ principles: byPrinciple }: Pick<LevelAccuracies, 'principles'>): number {
  return principles.filter((principle) => byPrinciple[principle] !== undefined).length;
}

/** Mean of the principles that have a value. */
export function principleMean({ principles: byPrinciple }: Pick<LevelAccuracies, 'principles'>): number | undefined {
  let sum = 0;
  let covered = 0;
  for (const principle of principles) {
    const value = byPrinciple[principle];
    if (value === undefined) continue;
    sum += value;
    covered += 1;
  }
  return covered === 0 ? undefined : sum / covered;
}

/** Overall Acc: half the general level, half the mean of the covered principles (paper, Table 1). */
export function overallAccuracy(levels: LevelAccuracies): number | undefined {
  const mean = principleMean(levels);
  return levels.general === undefined || mean === undefined ? undefined : (levels.general + mean) / 2;
}

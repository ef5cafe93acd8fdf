import type { Part } from '../../statistics/hiddenSpread';
import { meanOf } from '../../benchmark/meanOf';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import { criteria, criterionLevels, principles, type CriterionLevel, type Principle } from './criteria';
import { countedJudge, idsToDecide, preferenceJudgeIds } from './judges';
import { preferenceIn, type Preference } from './preference';
import type { KmpDialogueSample } from './samples';

/** One sample's win shares 0..1, one for each of `criteria`; `undefined` where it does not apply or has no verdict. */
export type WinShares = readonly (number | undefined)[];

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

export function levelParts(level: CriterionLevel, samples: readonly WinShares[], share = 1): readonly Part[] {
  const columns = (places.get(level) ?? []).map((place) => samples.map((shares) => shares[place]));
  const covered = columns.filter((values) => values.some((value) => value !== undefined)).length;
  return columns.map((values) => ({ values, slope: (100 * share) / Math.max(1, covered), scale: [0, 1] }));
}

export function principleParts(samples: readonly WinShares[], share = 1): readonly Part[] {
  const covered = Math.max(1, principlesCovered(levelAccuracies(samples)));
  return principles.flatMap((principle) => levelParts(principle, samples, share / covered));
}

export function overallParts(samples: readonly WinShares[]): readonly Part[] {
  return [...levelParts('general', samples, 1 / 2), ...principleParts(samples, 1 / 2)];
}

interface LevelAccuracies {
  readonly general: number | undefined;
  readonly principles: Readonly<Partial<Record<Principle, number | undefined>>>;
}

/** In percent, each level over the samples that have a verdict on one of its criteria. */
export function levelAccuracies(samples: readonly WinShares[]): LevelAccuracies {
  const byPrinciple = principles.map((principle) => [principle, levelAccuracy(principle, samples)] as const);
  return { general: levelAccuracy('general', samples), principles: Object.fromEntries(byPrinciple) };
}

/** How many principles have a value, 0..6. */
export function principlesCovered({ principles: byPrinciple }: Pick<LevelAccuracies, 'principles'>): number {
  return principles.filter((principle) => byPrinciple[principle] !== undefined).length;
}

export function principleMean({ principles: byPrinciple }: Pick<LevelAccuracies, 'principles'>): number | undefined {
  return meanOf(principles.map((principle) => byPrinciple[principle]));
}

/** Overall Acc: half the general level, half the mean of the covered principles (paper, Table 1). */
export function overallAccuracy(levels: LevelAccuracies): number | undefined {
  const mean = principleMean(levels);
  return levels.general === undefined || mean === undefined ? undefined : (levels.general + mean) / 2;
}

type Result = SampleResult<KmpDialogueSample>;

/** The counted verdict on `id` in each play with a reply; `undefined` where the judge gave none. Empty where `id` does not apply. */
export function verdictsOn(id: string, result: Result, policy: ProtocolPolicy): readonly (Preference | undefined)[] {
  if (!idsToDecide(result.sample).includes(id)) return [];
  return playsWithReply(result).map((play) => labelOf(play, countedJudge(policy), id));
}

export function meanPoints(
  verdicts: readonly (Preference | undefined)[],
  points: Readonly<Record<Preference, number>>,
): number | undefined {
  return meanOf(verdicts.map((verdict) => verdict && points[verdict]));
}

/** Only a win counts: equality with the reference earns nothing. */
export const winPoints: Readonly<Record<Preference, number>> = { win: 1, tie: 0, lose: 0 };

/** `undefined` when there is no verdict at all, so that the sample counts as excluded. */
export function winShares(result: Result, policy: ProtocolPolicy): WinShares | undefined {
  const shares = criteria.map(({ id }) => meanPoints(verdictsOn(id, result, policy), winPoints));
  return shares.every((share) => share === undefined) ? undefined : shares;
}

/** Both orders' verdicts on every id of a sample's plays, where both gave one. */
export function orderedPairs(result: Result): readonly (readonly [Preference, Preference])[] {
  return playsWithReply(result).flatMap((play) =>
    idsToDecide(result.sample).flatMap((id): (readonly [Preference, Preference])[] => {
      const one = labelOf(play, preferenceJudgeIds.first, id);
      const other = labelOf(play, preferenceJudgeIds.swapped, id);
      return one === undefined || other === undefined ? [] : [[one, other]];
    }),
  );
}

function playsWithReply({ repeats }: Result): readonly RepeatResult[] {
  return repeats.filter(({ dialogue }) => dialogue.status === 'complete');
}

function labelOf({ verdicts }: RepeatResult, judge: string, id: string): Preference | undefined {
  return preferenceIn(verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id));
}

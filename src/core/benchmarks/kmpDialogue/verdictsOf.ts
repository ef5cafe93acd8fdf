import { meanOf } from '../meanOf';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { RepeatResult, SampleResult } from '../sampleResult';
import { criteria, overallId } from './criteria';
import type { WinShares } from './figures';
import { countedJudge, idsToDecide, preferenceJudgeIds } from './judges';
import { preferenceIn, type Preference } from './preference';
import type { KmpDialogueSample } from './samples';

type Result = SampleResult<KmpDialogueSample>;

/** The counted verdict on `id` in each play with a reply; `undefined` where the judge gave none. Empty where `id` does not apply. */
export function verdictsOn(id: string, result: Result, policy: ProtocolPolicy): readonly (Preference | undefined)[] {
  if (!idsToDecide(result.sample).includes(id)) return [];
  return playsWithReply(result).map((play) => labelOf(play, countedJudge(policy), id));
}

/** All counted criterion verdicts of a sample's plays, the one on the whole left out. */
export function criterionVerdicts(result: Result, policy: ProtocolPolicy): readonly (Preference | undefined)[] {
  return idsToDecide(result.sample)
    .filter((id) => id !== overallId)
    .flatMap((id) => verdictsOn(id, result, policy));
}

/** Mean of `points` over the verdicts that are there; undefined without any. */
export function meanPoints(
  verdicts: readonly (Preference | undefined)[],
  points: Readonly<Record<Preference, number>>,
): number | undefined {
  return meanOf(verdicts.map((verdict) => verdict && points[verdict]));
}

/** Only a win counts: equality with the reference earns nothing. */
export const winPoints: Readonly<Record<Preference, number>> = { win: 1, tie: 0, lose: 0 };

/** A sample's win share on each criterion; `undefined` when there is no verdict at all, so that it counts as excluded. */
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

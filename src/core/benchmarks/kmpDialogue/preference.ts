import { createHash } from 'node:crypto';
import type { Verdict } from '../../judging/verdict';

/** How the reply under test stands against the reference reply; also the label of a stored verdict. */
export const preferences = ['win', 'tie', 'lose'] as const;
export type Preference = (typeof preferences)[number];

/** What a judge answers: which of the two replies it saw is better. */
export const sidedVerdicts = ['A', 'B', 'tie'] as const;
export type SidedVerdict = (typeof sidedVerdicts)[number];

/** Where a reply stands in the material; the judge knows the two by these letters only. */
export type Side = 'A' | 'B';

/**
 * The side on which the reply under test is shown first. The paper does not say; by a hash of the sample's id it is the same
 * in every run, so that two revisions of a prompt are judged from the same side, and about even over a set.
 */
export function sideOfReply(sampleId: string): Side {
  const [byte = 0] = createHash('sha256').update(`kmp-dialogue side\n${sampleId}`).digest();
  return byte % 2 === 0 ? 'A' : 'B';
}

/** For the second reading, with the replies swapped. */
export function otherSide(side: Side): Side {
  return side === 'A' ? 'B' : 'A';
}

/** Maps a judge's answer back to the reply under test, which it saw as `side`. */
export function preferenceOf(verdict: SidedVerdict, side: Side): Preference {
  if (verdict === 'tie') return 'tie';
  return verdict === side ? 'win' : 'lose';
}

/** What stands when a pair of replies was judged in both orders: what both agree on, else a tie. */
export function agreedPreference(first: Preference, second: Preference): Preference {
  return first === second ? first : 'tie';
}

/** The label of a usable verdict. */
export function preferenceIn(verdict: Verdict | undefined): Preference | undefined {
  return verdict?.status === 'ok' ? preferences.find((label) => label === verdict.label) : undefined;
}

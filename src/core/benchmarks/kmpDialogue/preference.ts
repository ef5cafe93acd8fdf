import { createHash } from 'node:crypto';
import type { Verdict } from '../../benchmark/judging/verdict';

/** How the reply under test stands against the reference reply; also the label of a stored verdict. */
export const preferences = ['win', 'tie', 'lose'] as const;
export type Preference = (typeof preferences)[number];

export const sidedVerdicts = ['A', 'B', 'tie'] as const;
export type SidedVerdict = (typeof sidedVerdicts)[number];

/** Where a reply stands in the material; the judge knows the two by these letters only. */
export const sides = ['A', 'B'] as const;
export type Side = (typeof sides)[number];

/** As the run has dealt it, and by a hash of the id in runs that dealt none. */
export function sideOfReply({ id, judgedAs }: { readonly id: string; readonly judgedAs?: Side | undefined }): Side {
  return judgedAs ?? sideOfId(id);
}

/** About even over a set, and the same wherever the sample stands. */
export function sideOfId(sampleId: string): Side {
  const [byte = 0] = createHash('sha256').update(`kmp-dialogue side\n${sampleId}`).digest();
  return byte % 2 === 0 ? 'A' : 'B';
}

export function otherSide(side: Side): Side {
  return side === 'A' ? 'B' : 'A';
}

export function preferenceOf(verdict: SidedVerdict, side: Side): Preference {
  if (verdict === 'tie') return 'tie';
  return verdict === side ? 'win' : 'lose';
}

export function preferenceIn(verdict: Verdict | undefined): Preference | undefined {
  return verdict?.status === 'ok' ? preferences.find((label) => label === verdict.label) : undefined;
}

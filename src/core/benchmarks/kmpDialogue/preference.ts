import { createHash } from 'node:crypto';
import type { Verdict } from '../../benchmark/judging/verdict';

/** The reply under test against the reference reply. Also the stored label. */
export const preferences = ['win', 'tie', 'lose'] as const;
export type Preference = (typeof preferences)[number];

export const sidedVerdicts = ['A', 'B', 'tie'] as const;
export type SidedVerdict = (typeof sidedVerdicts)[number];

/** The reply's place in the material; the judge knows the two only by these letters. */
export const sides = ['A', 'B'] as const;
export type Side = (typeof sides)[number];

/** The side assigned by the run, else by a hash of the id. */
export function sideOfReply({ id, judgedAs }: { readonly id: string; readonly judgedAs?: Side | undefined }): Side {
  return judgedAs ?? sideOfId(id);
}

/** About even over a set, and independent of the sample's position. */
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

import type { Preference } from './preference';

/** How far a judge and a person agree on the same criteria; `value` in percent. */
export interface Alignment {
  /** Criteria on which both have a verdict. */
  readonly n: number;
  readonly agreed: number;
  readonly value: number | undefined;
}

/**
 * The paper's alignment rate: criteria whose verdict by the judge equals the person's, among those that both decided. The two
 * lists hold the verdicts on the same criteria of the same replies in the same order.
 */
export function replyAlignment(
  judge: readonly (Preference | undefined)[],
  human: readonly (Preference | undefined)[],
): Alignment {
  let n = 0;
  let agreed = 0;
  for (const [index, verdict] of judge.entries()) {
    const other = human[index];
    if (verdict === undefined || other === undefined) continue;
    n += 1;
    if (verdict === other) agreed += 1;
  }
  return { n, agreed, value: n === 0 ? undefined : (100 * agreed) / n };
}

import type { Label } from '../statistics/agreement';
import type { BlindEntry } from './labelBook';

/**
 * Blind labels of a dimension before a figure is shown: with fewer, one label moves a share by more than 0.05, and the 95 % interval of a
 * kappa is wider than 0.8, so that it says more of single verdicts than of the judge.
 */
export const fewestBlind = 20;
/** Labels on things not counted so far that it takes before blind figures are made anew. */
const blindStep = 10;

/** Names one decision about one reply. */
export function decisionOf({ fingerprint, key }: Pick<BlindEntry, 'fingerprint' | 'key'>): string {
  return `${fingerprint} ${key}`;
}

/**
 * The labels that blind figures may count, as they stood at the last step; `undefined` before the first. Each step has at least ten
 * decisions that none before it had. So neither a label, nor its change, nor an undoing moves a figure, and no two figures differ by a
 * single verdict, in whatever order somebody labels, undoes and labels again. `counts` says which labels are compared with a verdict.
 */
export function labelsAtStep(
  entries: readonly BlindEntry[],
  counts: (entry: BlindEntry & { readonly label: Label }) => boolean,
): { readonly now: number; readonly atStep: ReadonlyMap<string, Label> | undefined } {
  const now = new Map<string, Label>();
  const known = new Set<string>();
  let fresh = 0;
  let atStep: ReadonlyMap<string, Label> | undefined;
  for (const entry of entries) {
    const decision = decisionOf(entry);
    const before = now.has(decision);
    const { label } = entry;
    if (label !== undefined && counts({ ...entry, label })) now.set(decision, label);
    else now.delete(decision);
    if (!known.has(decision)) fresh += Number(now.has(decision)) - Number(before);
    if (fresh < blindStep || now.size < fewestBlind) continue;
    atStep = new Map(now);
    for (const one of now.keys()) known.add(one);
    fresh = 0;
  }
  return { now: now.size, atStep };
}

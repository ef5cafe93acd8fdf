import type { Verdict } from '../../judging/verdict';
import { agreedPreference, preferenceIn } from './preference';
import { preferenceSlot } from './readPreferences';

/**
 * What stands on each id after both orders were judged; `undefined` until both have an entry for every id. Agreeing verdicts
 * stand, disagreeing ones are a tie, and where one order gave no verdict there is none.
 */
export function agreedVerdicts(
  ids: readonly string[],
  verdicts: readonly Verdict[],
  judges: { readonly first: string; readonly swapped: string; readonly agreed: string },
): readonly Verdict[] | undefined {
  const entry = (judge: string, id: string): Verdict | undefined =>
    verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id);
  const combined: Verdict[] = [];
  for (const id of ids) {
    const first = entry(judges.first, id);
    const swapped = entry(judges.swapped, id);
    if (first === undefined || swapped === undefined) return undefined;
    combined.push({ ...preferenceSlot(judges.agreed, id), ...agreement(first, swapped) });
  }
  return combined;
}

function agreement(first: Verdict, swapped: Verdict): Pick<Verdict, 'status' | 'label' | 'reasoning' | 'problem'> {
  const one = preferenceIn(first);
  const other = preferenceIn(swapped);
  if (one === undefined || other === undefined) {
    return { status: 'unscored', problem: 'At least one of the two orders has no verdict.' };
  }
  const reasoning =
    one === other
      ? `Both orders say ${one}.`
      : `One order says ${one}, the other ${other}: the verdict turned with the order and counts as a tie.`;
  return { status: 'ok', label: agreedPreference(one, other), reasoning };
}

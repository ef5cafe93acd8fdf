import { lacksReply } from '../../dialogue/dialogue';
import type { CaseSummary } from '../reportModel';

/** Cases shown together: the members of a contrastive pair, or one case alone. */
export type CaseGroup = readonly CaseSummary[];

/** The cases in groups, the group with the worst member first; those without a verdict last, failures before the rest. */
export function caseGroups(cases: readonly CaseSummary[]): readonly CaseGroup[] {
  const groups = new Map<string, CaseSummary[]>();
  for (const one of cases) {
    const key = one.pairId === undefined ? one.id : JSON.stringify([one.pairId, one.repeat]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].toSorted((left, right) => rank(right) - rank(left));
}

function rank(group: CaseGroup): number {
  return group.reduce((most, one) => Math.max(most, rankOfCase(one)), Number.NEGATIVE_INFINITY);
}

function rankOfCase({ badness, status }: CaseSummary): number {
  if (badness !== undefined) return badness;
  return lacksReply(status) ? -1 : -2;
}

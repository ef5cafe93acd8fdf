import { createHash } from 'node:crypto';
import { groupedBy } from '../../benchmark/samples';
import { otherSide, sideOfId, type Side } from './preference';
import type { KmpDialogueSample } from './samples';

/**
 * Assigns each sample the side (A or B) on which the reply under test is shown, half and half within each principle.
 * Only ids and principles decide, so runs on the same samples use the same sides. As few samples as possible leave the
 * side of their id's hash, so a larger run keeps most sides.
 */
export function dealSides(samples: readonly KmpDialogueSample[]): readonly KmpDialogueSample[] {
  const groups = groupsOf(samples);
  const extra = extraSides(groups.filter(({ ids }) => ids.length % 2 === 1));
  const sides = new Map(groups.flatMap((group) => dealt(group, extra.get(group))));
  return samples.map((sample) => ({ ...sample, judgedAs: sides.get(sample.id) ?? sideOfId(sample.id) }));
}

/** Samples with the same one or two principles. The order of ids does not depend on the file. */
interface Group {
  readonly principles: KmpDialogueSample['principles'];
  readonly ids: readonly string[];
}

function groupsOf(samples: readonly KmpDialogueSample[]): readonly Group[] {
  const groups = groupedBy(samples, ({ principles }) => [...principles].sort().join());
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, members]) => ({ principles: members[0]?.principles ?? [], ids: inOwnOrder(members) }));
}

function inOwnOrder(samples: readonly KmpDialogueSample[]): readonly string[] {
  return samples
    .map(({ id }) => [createHash('sha256').update(`kmp-dialogue order\n${id}`).digest('hex'), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

/**
 * The side that gets the extra sample in each group of odd size. Minimises the imbalance within principles, then over
 * all samples, then the number of samples moved. There are at most 21 such groups.
 */
function extraSides(odd: readonly Group[]): ReadonlyMap<Group, Side> {
  const hashed = odd.map((group) => onA(group) > group.ids.length / 2);
  const isOnA = (mask: number, index: number): boolean => ((mask >> index) & 1) === 1;
  let best = { cost: Infinity, mask: 0 };
  for (let mask = 0; mask < 2 ** odd.length; mask += 1) {
    const surplus = new Map<string, number>();
    let [total, moved] = [0, 0];
    for (const [index, { principles }] of odd.entries()) {
      const step = isOnA(mask, index) ? 1 : -1;
      for (const principle of principles) surplus.set(principle, (surplus.get(principle) ?? 0) + step);
      total += step;
      if (isOnA(mask, index) !== hashed[index]) moved += 1;
    }
    const squares = [...surplus.values()].reduce((sum, one) => sum + one * one, 0);
    const cost = 10_000 * squares + 100 * Math.abs(total) + moved;
    if (cost < best.cost) best = { cost, mask };
  }
  return new Map(odd.map((group, index) => [group, isOnA(best.mask, index) ? 'A' : 'B']));
}

function onA({ ids }: Group): number {
  return ids.filter((id) => sideOfId(id) === 'A').length;
}

/** The hashed sides, after moving surplus samples off the fuller side. */
function dealt(group: Group, extra: Side | undefined): readonly (readonly [string, Side])[] {
  const half = group.ids.length / 2;
  const tooMany = onA(group) - (extra === 'A' ? Math.ceil(half) : Math.floor(half));
  const fuller: Side = tooMany > 0 ? 'A' : 'B';
  let left = Math.abs(tooMany);
  return group.ids.map((id) => {
    const side = sideOfId(id);
    if (side !== fuller || left === 0) return [id, side];
    left -= 1;
    return [id, otherSide(side)];
  });
}

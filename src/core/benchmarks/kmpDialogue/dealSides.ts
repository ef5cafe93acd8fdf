import { createHash } from 'node:crypto';
import { sideOfId, type Side } from './preference';
import type { KmpDialogueSample } from './samples';

/**
 * The samples of a run with the side on which the reply under test is shown: on either in half of the samples of each principle.
 * It depends on ids and principles alone, so that two runs on the same samples are judged from the same sides. As few samples as
 * need be leave the side that a hash of their id gives them, so that a larger run mostly shows what is in both from the same side.
 */
export function dealSides(samples: readonly KmpDialogueSample[]): readonly KmpDialogueSample[] {
  const groups = groupsOf(samples);
  const extra = extraSides(groups.filter(({ ids }) => ids.length % 2 === 1));
  const sides = new Map(groups.flatMap((group) => dealt(group, extra.get(group))));
  return samples.map((sample) => ({ ...sample, judgedAs: sides.get(sample.id) ?? sideOfId(sample.id) }));
}

/** Samples of the same one or two principles. */
interface Group {
  readonly principles: KmpDialogueSample['principles'];
  /** In an order of their own, which no file decides. */
  readonly ids: readonly string[];
}

function groupsOf(samples: readonly KmpDialogueSample[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { id, principles } of samples) {
    const key = [...principles].sort().join();
    groups.set(key, { principles, ids: [...(groups.get(key)?.ids ?? []), id] });
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { principles, ids }]) => ({ principles, ids: inOwnOrder(ids) }));
}

function inOwnOrder(ids: readonly string[]): readonly string[] {
  const rank = (id: string): string => createHash('sha256').update(`kmp-dialogue order\n${id}`).digest('hex');
  return ids
    .map((id) => [rank(id), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

/**
 * The side of each odd group that has one sample more: the choice for which the sides of each principle differ least, then those of
 * all samples, then the one that moves the fewest from their hashed sides. There are at most 21 such groups.
 */
function extraSides(odd: readonly Group[]): ReadonlyMap<Group, Side> {
  let best: { readonly cost: number; readonly mask: number } | undefined;
  const hashed = odd.map((group) => onA(group) > group.ids.length / 2);
  for (let mask = 0; mask < 2 ** odd.length; mask += 1) {
    const surplus = new Map<string, number>();
    let total = 0;
    let moved = 0;
    for (const [place, { principles }] of odd.entries()) {
      const isA = ((mask >> place) & 1) === 1;
      const step = isA ? 1 : -1;
      for (const principle of principles) surplus.set(principle, (surplus.get(principle) ?? 0) + step);
      total += step;
      if (isA !== hashed[place]) moved += 1;
    }
    const squares = [...surplus.values()].reduce((sum, one) => sum + one * one, 0);
    const cost = 10_000 * squares + 100 * Math.abs(total) + moved;
    if (best === undefined || cost < best.cost) best = { cost, mask };
  }
  const mask = best?.mask ?? 0;
  return new Map(odd.map((group, place) => [group, ((mask >> place) & 1) === 1 ? 'A' : 'B']));
}

function onA({ ids }: Group): number {
  return ids.filter((id) => sideOfId(id) === 'A').length;
}

/** The hashed sides, with as many samples of the fuller side moved as are too many. */
function dealt(group: Group, extra: Side | undefined): readonly (readonly [string, Side])[] {
  const wanted = extra === 'A' ? Math.ceil(group.ids.length / 2) : Math.floor(group.ids.length / 2);
  const tooMany = onA(group) - wanted;
  const fuller: Side = tooMany > 0 ? 'A' : 'B';
  let left = Math.abs(tooMany);
  return group.ids.map((id) => {
    const side = sideOfId(id);
    if (side !== fuller || left === 0) return [id, side];
    left -= 1;
    return [id, side === 'A' ? 'B' : 'A'];
  });
}

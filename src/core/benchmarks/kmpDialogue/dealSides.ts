import { groupedBy } from '../../benchmark/samples';
import { sum } from '../../statistics/sum';
import { sha256 } from '../../text/sha256';
import type { Principle } from './criteria';
import { otherSide, sideOfId, type Side } from './preference';
import type { KmpDialogueSample } from './samples';

/**
 * Assigns each sample the side (A or B) on which the reply under test is shown, half and half within each principle.
 * Only ids and principles decide, so runs on the same samples use the same sides. As few samples as possible leave the
 * side of their id's hash, so a larger run keeps most sides.
 */
export function dealSides(samples: readonly KmpDialogueSample[]): readonly KmpDialogueSample[] {
  const groups = [...groupedBy(samples, ({ principles }) => [...principles].sort().join())];
  // Pairs of principles come first: groups of a single one then even out what they left.
  groups.sort(([one, [first]], [other, [second]]) => {
    return (second?.principles.length ?? 0) - (first?.principles.length ?? 0) || (one < other ? -1 : 1);
  });
  const surplus = new Map<Principle, number>();
  const sides = new Map<string, Side>();
  for (const [, members] of groups) {
    const { principles = [] } = members[0] ?? {};
    const onA = members.filter(({ id }) => sideOfId(id) === 'A').length;
    const lead = sum(principles.map((principle) => surplus.get(principle) ?? 0));
    const half = members.length / 2;
    const wanted = lead < 0 || (lead === 0 && onA > half) ? Math.ceil(half) : Math.floor(half);
    for (const one of principles) surplus.set(one, (surplus.get(one) ?? 0) + 2 * (wanted - half));
    const fuller: Side = onA > wanted ? 'A' : 'B';
    // The hash of an id puts them in an order that does not depend on the file.
    const movable = members.map(({ id }) => id).filter((id) => sideOfId(id) === fuller);
    movable.sort((one, other) => (sha256(one) < sha256(other) ? -1 : 1));
    for (const id of movable.slice(0, Math.abs(onA - wanted))) sides.set(id, otherSide(fuller));
  }
  return samples.map((sample) => ({ ...sample, judgedAs: sides.get(sample.id) ?? sideOfId(sample.id) }));
}

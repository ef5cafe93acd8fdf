import { groupedBy, type Sample, sampleContent } from '../benchmark/samples';
import type { WorkItem } from '../run/workItem';

interface LoneSample {
  readonly sampleId: string;
  readonly cases: readonly string[];
}

/** Which samples of a benchmark both runs have. Samples in only one run are never compared. */
export interface SampleAlignment {
  readonly both: number;
  readonly beforeOnly: readonly LoneSample[];
  readonly afterOnly: readonly LoneSample[];
  /** Same id, different content: two different samples. */
  readonly changed: readonly {
    readonly sampleId: string;
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
  /** Repeats that only one run has, of samples in both. They still count in their sample's mean. */
  readonly loneRepeats: { readonly before: number; readonly after: number };
  /** Samples in both whose replies are the same, word for word, in each repeat that both have. */
  readonly sameReplies?: number;
  /** Work items that a run lists twice; the first one counts. */
  readonly duplicates: readonly string[];
}

interface AlignedSamples {
  readonly alignment: SampleAlignment;
  readonly ids: readonly string[];
  /** The runs' work items of the benchmark, each key once. */
  readonly before: readonly WorkItem[];
  readonly after: readonly WorkItem[];
}

export function alignSamples(before: readonly WorkItem[], after: readonly WorkItem[]): AlignedSamples {
  const [first, second] = [once(before), once(after)];
  const earlier = groupedBy(first.items, ({ sample }) => sample.id);
  const later = groupedBy(second.items, ({ sample }) => sample.id);
  const ids: string[] = [];
  const changed: SampleAlignment['changed'][number][] = [];
  const loneRepeats = { before: 0, after: 0 };
  for (const [sampleId, items] of earlier) {
    const others = later.get(sampleId);
    if (others === undefined) continue;
    if (isSameSample(items[0]?.sample, others[0]?.sample)) {
      ids.push(sampleId);
      loneRepeats.before += countLone(items, others);
      loneRepeats.after += countLone(others, items);
    } else changed.push({ sampleId, before: keysOf(items), after: keysOf(others) });
  }
  const [beforeOnly, afterOnly] = [lone(earlier, later), lone(later, earlier)];
  const duplicates = [...first.duplicates, ...second.duplicates];
  const alignment = { both: ids.length, beforeOnly, afterOnly, changed, loneRepeats, duplicates };
  return { alignment, ids, before: first.items, after: second.items };
}

function once(all: readonly WorkItem[]) {
  const groups = [...groupedBy(all, ({ key }) => key).values()];
  return {
    items: groups.flatMap((group) => group.slice(0, 1)),
    duplicates: groups.flatMap((group) => keysOf(group.slice(1))),
  };
}

type BySample = ReturnType<typeof groupedBy<WorkItem>>;

function lone(these: BySample, others: BySample): readonly LoneSample[] {
  return [...these].flatMap(([sampleId, items]) => (others.has(sampleId) ? [] : [{ sampleId, cases: keysOf(items) }]));
}

function keysOf(items: readonly WorkItem[]): readonly string[] {
  return items.map(({ key }) => key);
}

function countLone(these: readonly WorkItem[], others: readonly WorkItem[]): number {
  const repeats = new Set(others.map(({ repeat }) => repeat));
  return these.filter(({ repeat }) => !repeats.has(repeat)).length;
}

/** Compares contents. The order of members does not matter, and undefined members are ignored. */
export function isSameSample(one: Sample | undefined, other: Sample | undefined): boolean {
  // Samples read by one schema nearly always have their members in one order, and this is several times faster.
  return JSON.stringify(one) === JSON.stringify(other) || sampleContent(one) === sampleContent(other);
}

import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { FlipKind, ListedFlip } from './comparePage';

/** What changed stands first. */
export const flipKinds: readonly FlipKind[] = [
  'broken',
  'fixed',
  'movedDown',
  'movedUp',
  'changed',
  'flaky',
  'stillFailing',
  'stillPassing',
  'unchanged',
  'unjudged',
];

export const flipTitles: Readonly<Record<FlipKind, string>> = {
  broken: 'Broken',
  fixed: 'Fixed',
  movedDown: 'Moved down',
  movedUp: 'Moved up',
  changed: 'Changed',
  flaky: 'Flaky',
  stillFailing: 'Still failing',
  stillPassing: 'Still passing',
  unchanged: 'Unchanged',
  unjudged: 'Unjudged',
};

export const flipExplanations: Readonly<Record<FlipKind, string>> = {
  broken: 'As wanted before, not as wanted now.',
  fixed: 'Not as wanted before, as wanted now.',
  movedDown: 'Part of the way down, or down a scale that has no wanted end.',
  movedUp: 'Part of the way up, or up a scale that has no wanted end.',
  changed: 'Another label, on a dimension without order.',
  flaky: 'Repeats of one prompt disagree about it, so the change says little.',
  stillFailing: 'Not as wanted in both runs.',
  stillPassing: 'As wanted in both runs.',
  unchanged: 'The same label in both runs, neither good nor bad.',
  unjudged: 'One of the runs has no usable verdict. That is not a failure.',
};

/** What is listed until the reader chooses. */
export const firstKinds: readonly FlipKind[] = ['broken', 'fixed'];

/** Which flips are listed. */
export interface FlipFilter {
  readonly kinds: readonly FlipKind[];
  /** Benchmark id; empty for all. */
  readonly benchmark: string;
  /** Judge ids of a metric; empty for all. */
  readonly judges: readonly string[];
  /** The metric's title, where a click on it chose the judges. */
  readonly judgesTitle: string;
}

const noCounts = Object.fromEntries(flipKinds.map((kind) => [kind, 0])) as Readonly<Record<FlipKind, number>>;

/** The flips of a comparison as they are listed, computed again only when comparison or filter change. */
export class FlipIndex {
  #view: ComparisonView | undefined;
  #filter: FlipFilter | undefined;
  #all: readonly ListedFlip[] = [];
  #shown: readonly ListedFlip[] = [];
  #counts: Readonly<Record<FlipKind, number>> = noCounts;
  #unlisted: Readonly<Record<FlipKind, number>> = noCounts;

  update(view: ComparisonView | undefined, filter: FlipFilter): void {
    const isNew = view !== this.#view;
    if (isNew) this.#all = view === undefined ? [] : listFlips(view);
    if (isNew || filter !== this.#filter) {
      const inScope = this.#all.filter((flip) => isInScope(flip, filter));
      const counts = { ...noCounts };
      for (const { kind } of inScope) counts[kind] += 1;
      this.#counts = counts;
      this.#unlisted = view === undefined ? noCounts : countUnlisted(view, filter);
      const kinds = new Set(filter.kinds);
      this.#shown = inScope.filter(({ kind }) => kinds.has(kind));
    }
    this.#view = view;
    this.#filter = filter;
  }

  get all(): readonly ListedFlip[] {
    return this.#all;
  }

  /** As filtered, what changed most first. */
  get shown(): readonly ListedFlip[] {
    return this.#shown;
  }

  /** Of the chosen benchmark and judges, by kind. */
  get counts(): Readonly<Record<FlipKind, number>> {
    return this.#counts;
  }

  /** Of the chosen benchmark and judges, by kind: those that are counted and not sent. */
  get unlisted(): Readonly<Record<FlipKind, number>> {
    return this.#unlisted;
  }
}

function countUnlisted({ benchmarks }: ComparisonView, filter: FlipFilter): Readonly<Record<FlipKind, number>> {
  const counts = { ...noCounts };
  for (const { id: benchmark, unlisted = [] } of benchmarks) {
    for (const { kind, judge, count } of unlisted) if (isInScope({ benchmark, judge }, filter)) counts[kind] += count;
  }
  return counts;
}

function isInScope({ benchmark, judge }: Pick<ListedFlip, 'benchmark' | 'judge'>, filter: FlipFilter): boolean {
  if (filter.benchmark !== '' && benchmark !== filter.benchmark) return false;
  return filter.judges.length === 0 || filter.judges.includes(judge);
}

/** Each benchmark's flips are in order already; kinds come first across benchmarks. */
function listFlips({ benchmarks }: ComparisonView): readonly ListedFlip[] {
  const all = benchmarks.flatMap(({ id, title, flips, samples }) =>
    flips.flatMap((flip): readonly ListedFlip[] => {
      const of = samples[flip.sample];
      return of === undefined ? [] : [{ ...flip, benchmark: id, benchmarkTitle: title, of }];
    }),
  );
  if (benchmarks.length < 2) return all;
  const rank = new Map(flipKinds.map((kind, place) => [kind, place]));
  return all.sort((one, other) => (rank.get(one.kind) ?? 0) - (rank.get(other.kind) ?? 0));
}

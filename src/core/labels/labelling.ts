import type { Benchmark } from '../benchmark/benchmark';
import type { RunSession } from '../run/runSession';
import { CaseReader } from '../results/caseDetail';
import type { LabelDimension, LabelMode, LabelOrder, LabelWish, LabelWork } from './labellingView';
import type { Label } from '../statistics/agreement';
import type { HandLabel } from '../store/handLabelLog';
import { modelName } from '../store/runManifest';
import {
  type LabelledPlay,
  type LabelPlace,
  labelPlaces,
  type LabelPlays,
  type LabelSlot,
  orderedPlays,
} from './labelPlaces';
import { labelPlaceView } from './labelPlaceView';
import { type GivenLabel, LabelSet, type OwnLabel } from './labelSet';
import { labelFigures } from './labelStatistics';

/** What a label is given in: a run, one of its benchmarks, and what of that can be labelled. */
export interface LabelTask {
  readonly session: RunSession;
  readonly benchmark: Benchmark;
  readonly plays: LabelPlays['plays'];
}

/** A label that was given in this sitting, with what this person had said there before in the same mode. */
interface Done {
  readonly place: LabelPlace;
  readonly slot: LabelSlot;
  readonly mode: LabelMode;
  readonly before: GivenLabel | undefined;
}

/**
 * One person's sitting over the replies of a run: where it stands, what comes next, and the entries that its labels make. Keeps no
 * file; whoever appends an entry hands it to `keep` once it is stored.
 */
export class Labelling {
  readonly wish: LabelWish;
  readonly #task: LabelTask;
  readonly #places: readonly LabelPlace[];
  readonly #totals: ReadonlyMap<string, number>;
  readonly #reader: CaseReader;
  readonly #skipped = new Set<string>();
  readonly #visited: number[] = [];
  readonly #given: Done[] = [];
  #labels: LabelSet;
  /** `undefined` when nothing is left. */
  #at: number | undefined;

  /** Starts at the first reply that this person has not labelled wholly. `entries`: the log as it stands. */
  constructor(task: LabelTask, wish: LabelWish, by: string, entries: Iterable<HandLabel>) {
    this.#task = task;
    this.wish = wish;
    this.#places = labelPlaces(orderedPlays(task.session, task.plays, wish), wish);
    this.#totals = totalsOf(this.#places);
    this.#reader = new CaseReader(task.session);
    this.#labels = new LabelSet(by, entries);
    this.#at = this.#nextOpen(0);
  }

  get by(): string {
    return this.#labels.by;
  }

  get benchmark(): Benchmark {
    return this.#task.benchmark;
  }

  /** The entry of a choice, or of a reason for the label that stands. `undefined` for what is not on the screen. */
  label(
    place: string,
    slot: string,
    { choice, reason }: { readonly choice: number; readonly reason?: string },
    at: string,
  ): HandLabel | undefined {
    const found = this.#find(place, slot);
    const label = found?.slot.guide.choices[choice]?.label;
    if (found === undefined || label === undefined) return undefined;
    return this.#entry(found.place, found.slot, { label, reason, mode: this.#modeOf(found.place, found.slot) }, at);
  }

  /** Takes up an entry that is stored, and remembers what it replaced. */
  keep(entry: HandLabel, place: string, slot: string): void {
    const found = this.#find(place, slot);
    const { mode } = entry;
    if (found !== undefined) this.#given.push({ ...found, mode, before: this.#own(found.place, found.slot)?.[mode] });
    this.#labels.add(entry);
  }

  /**
   * The entry that takes the last label of this sitting back: what stood before it, or nothing. Without one, that of the given row. Only
   * what was said in the mode of that label changes: an undoing with a verdict in sight leaves a label that was given blind. Goes to
   * the reply in question.
   */
  takeBack(
    row: { readonly place?: string; readonly slot?: string },
    at: string,
  ): { readonly entry: HandLabel; readonly isLast: boolean } | undefined {
    const last = this.#given.at(-1);
    if (last !== undefined) {
      this.#go(this.#places.indexOf(last.place));
      const { place, slot, mode, before } = last;
      const said = { label: before?.label, reason: before?.reason, mode };
      return { entry: this.#entry(place, slot, said, at), isLast: true };
    }
    const found = row.place === undefined || row.slot === undefined ? undefined : this.#find(row.place, row.slot);
    if (found === undefined) return undefined;
    const mode = this.#modeOf(found.place, found.slot);
    if (this.#own(found.place, found.slot)?.[mode]?.label === undefined) return undefined;
    const said = { label: undefined, reason: undefined, mode };
    return { entry: this.#entry(found.place, found.slot, said, at), isLast: false };
  }

  /** Takes up that a label was taken back, once that is stored. */
  keepTakenBack(entry: HandLabel, isLast: boolean): void {
    if (isLast) this.#given.pop();
    this.#labels.add(entry);
  }

  /** To the next reply that is not labelled wholly, from the beginning where the end is reached. */
  next(): void {
    if (this.#at === undefined) return;
    const next = this.#nextOpen(this.#at + 1, this.#at);
    if (next !== this.#at) this.#visited.push(this.#at);
    this.#at = next;
  }

  /** To the reply that was shown before this one. */
  back(): void {
    const before = this.#visited.pop();
    if (before !== undefined) this.#at = before;
  }

  /** Sets the reply aside for this sitting, and goes on. */
  skip(): void {
    const place = this.#at === undefined ? undefined : this.#places[this.#at];
    if (place === undefined) return;
    this.#skipped.add(place.id);
    this.next();
  }

  /** Goes through what was set aside. */
  takeUpSkipped(): void {
    this.#skipped.clear();
    this.#at = this.#nextOpen(0);
  }

  /** Takes up the log as it stands, for instance with another window's labels; the place stays. */
  reread(entries: Iterable<HandLabel>): void {
    this.#labels = new LabelSet(this.by, entries);
    this.#at ??= this.#nextOpen(0);
  }

  /** All that is shown of it. `answered` and `problem` are handed through. */
  view(answered: number, problem?: string): LabelWork {
    const { benchmark } = this.#task;
    const { mode, order } = this.wish;
    const place = this.#at === undefined ? undefined : this.#places[this.#at];
    const isDone = this.#places.map((one) => this.#isWhole(one));
    return {
      kind: 'work',
      by: this.by,
      benchmark: { id: benchmark.id, title: benchmark.title },
      mode,
      order,
      progress: {
        done: isDone.filter(Boolean).length,
        skipped: this.#places.filter(({ id }, index) => this.#skipped.has(id) && isDone[index] !== true).length,
        total: this.#places.length,
      },
      dimensions: this.#dimensions(),
      ...(place === undefined ? {} : { place: labelPlaceView(this.#reader, place, this.#labels, mode) }),
      canUndo: this.#given.length > 0,
      answered,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #dimensions(): readonly LabelDimension[] {
    const { session, benchmark, plays } = this.#task;
    const { mode } = this.wish;
    const touched = plays.filter(({ fingerprint }) => this.#labels.ofReply(fingerprint) !== undefined);
    return benchmark.judges.flatMap(({ id, title }) => {
      const total = this.#totals.get(id);
      if (total === undefined) return [];
      const labelled = touched.reduce((sum, { fingerprint, slots }) => {
        const own = this.#labels.ofReply(fingerprint);
        return sum + slots.filter(({ judge, key }) => judge === id && own?.get(key)?.label !== undefined).length;
      }, 0);
      return [
        { id, title, labelled, total, figures: labelFigures(session, touched, this.#labels, { dimension: id, mode }) },
      ];
    });
  }

  /** Once a verdict was in sight, no label of this person on it is blind. */
  #modeOf(place: LabelPlace, slot: LabelSlot): LabelMode {
    return this.#own(place, slot)?.hasSeenVerdict === true ? 'reviewing' : this.wish.mode;
  }

  #entry({ play }: LabelPlace, slot: LabelSlot, said: Omit<GivenLabel, 'order'>, at: string): HandLabel {
    const { label, reason, mode } = said;
    return labelEntry(this.#task.session, play, slot, {
      by: this.by,
      at,
      mode,
      order: this.wish.order,
      label,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  #own({ play }: LabelPlace, { key }: LabelSlot): OwnLabel | undefined {
    return this.#labels.find(play.fingerprint, key);
  }

  #isWhole(place: LabelPlace): boolean {
    return place.slots.every((slot) => this.#own(place, slot)?.label !== undefined);
  }

  #find(placeId: string, key: string): { readonly place: LabelPlace; readonly slot: LabelSlot } | undefined {
    const place = this.#places.find(({ id }) => id === placeId);
    const slot = place?.slots.find((one) => one.key === key);
    return place === undefined || slot === undefined ? undefined : { place, slot };
  }

  #go(index: number): void {
    if (index === -1 || index === this.#at) return;
    if (this.#at !== undefined) this.#visited.push(this.#at);
    this.#at = index;
  }

  /** The first open place from `start` on, once around; `except` is the last resort. */
  #nextOpen(start: number, except?: number): number | undefined {
    const count = this.#places.length;
    for (let step = 0; step < count; step++) {
      const index = (start + step) % count;
      const place = this.#places[index];
      if (place === undefined || index === except || this.#skipped.has(place.id) || this.#isWhole(place)) continue;
      return index;
    }
    const last = except === undefined ? undefined : this.#places[except];
    return last === undefined || this.#skipped.has(last.id) || this.#isWhole(last) ? undefined : except;
  }
}

function totalsOf(places: readonly LabelPlace[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { slots } of places) {
    for (const { judge } of slots) totals.set(judge, (totals.get(judge) ?? 0) + 1);
  }
  return totals;
}

/** Who labels, when and how. */
interface LabelAct {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly mode: LabelMode;
  readonly order: LabelOrder;
  /** `undefined` takes an earlier label back. */
  readonly label: Label | undefined;
  readonly reason?: string;
}

/** A label as the log keeps it: with the whole sample and the exact replies, so that it can be used when the run is gone. */
function labelEntry(session: RunSession, play: LabelledPlay, slot: LabelSlot, act: LabelAct): HandLabel {
  const { item, replies } = play;
  const { judge, unit, turn, criterionId } = slot;
  const { by, at, mode, order, label, reason } = act;
  return {
    schemaVersion: 1,
    kind: 'label',
    at,
    by,
    mode,
    benchmark: item.benchmark.id,
    sample: { ...item.sample },
    replies: [...replies],
    // A model under another prompt is another tutor.
    tutor: `${modelName(session.manifest.tutor)}, ${session.manifest.prompt.revision}`.slice(0, 500),
    judge,
    unit,
    ...(turn === undefined ? {} : { turn }),
    ...(criterionId === undefined ? {} : { criterionId }),
    label: label ?? null,
    ...(reason === undefined || label === undefined ? {} : { reason }),
    order,
    seenIn: { run: session.manifest.runId, item: item.key },
  };
}

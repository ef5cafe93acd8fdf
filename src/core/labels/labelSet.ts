import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import { judgeModelsOf } from '../results/runHeader';
import { slotKey } from '../run/askJudge';
import type { RunSession } from '../run/runSession';
import type { Label } from '../statistics/agreement';
import { FileHandLabelLog, type HandLabel } from '../store/handLabelLog';
import { fingerprintOf, type LabelTrials } from './labelPositions';
import type { LabelMode, LabelOffer, LabelOptions } from './labellingView';

export interface GivenLabel {
  /** `undefined` after it was taken back. */
  readonly label: Label | undefined;
  readonly reason: string | undefined;
  readonly mode: LabelMode;
}

/**
 * A person's last label on one thing. A label given with a verdict in sight takes precedence; taking it back restores
 * the blind one.
 */
export interface OwnLabel extends GivenLabel {
  readonly blind: GivenLabel | undefined;
  /** Set once this person labelled it with a verdict in sight; later labels are not blind. */
  readonly reviewing: GivenLabel | undefined;
}

/** Names what was decided: a reply by its fingerprint, and the key of the decision. */
export function decisionOf(fingerprint: string, key: string): string {
  return `${fingerprint} ${key}`;
}

/** One person's labels by reply and decision. Entries are added in log order. */
export class LabelSet {
  readonly by: string;
  readonly blindEntries: { readonly decision: string; readonly label: Label | undefined }[] = [];
  readonly #labels = new Map<string, Map<string, OwnLabel>>();

  /** Ignores entries of other people. */
  constructor(by: string, entries: Iterable<HandLabel> = []) {
    this.by = by;
    for (const entry of entries) this.add(entry);
  }

  add(entry: HandLabel): void {
    if (entry.by !== this.by) return;
    const fingerprint = fingerprintOf(entry.sample, entry.replies);
    const ofReply = this.#labels.get(fingerprint) ?? new Map<string, OwnLabel>();
    this.#labels.set(fingerprint, ofReply);
    const key = slotKey(entry);
    const { mode, reason } = entry;
    const given = { label: entry.label ?? undefined, reason, mode };
    const before = ofReply.get(key);
    const blind = mode === 'blind' ? given : before?.blind;
    const reviewing = mode === 'reviewing' ? given : before?.reviewing;
    const shown = reviewing?.label === undefined ? (blind ?? given) : reviewing;
    ofReply.set(key, { ...shown, blind, reviewing });
    if (mode === 'blind') this.blindEntries.push({ decision: decisionOf(fingerprint, key), label: given.label });
  }

  hasReply(fingerprint: string): boolean {
    return this.#labels.has(fingerprint);
  }

  find(fingerprint: string, key: string): OwnLabel | undefined {
    return this.#labels.get(fingerprint)?.get(key);
  }
}

export function labelOffer(
  session: RunSession,
  benchmark: Benchmark,
  { trials, notes }: LabelTrials,
  by: string | undefined,
  entries: Iterable<HandLabel>,
): LabelOffer {
  const labels = by === undefined ? undefined : new LabelSet(by, entries);
  const all = trials.flatMap(({ slots }) => slots);
  const dimensions = benchmark.judges
    .map(({ id, title }) => ({ id, title, total: all.filter(({ judge }) => judge === id).length }))
    .filter(({ total }) => total > 0);
  const isLabelled = (fingerprint: string, key: string): boolean => labels?.find(fingerprint, key)?.label !== undefined;
  const labelled = trials.flatMap(({ fingerprint, slots }) => slots.filter(({ key }) => isLabelled(fingerprint, key)));
  const judges = judgeModelsOf(session.manifest).length;
  const { id, title } = benchmark;
  return { id, title, replies: trials.length, dimensions, labelled: labelled.length, judges, notes };
}

/** Replaces a missing benchmark, dimension or order with the nearest available one. */
export function fittingOptions(options: LabelOptions, offers: readonly LabelOffer[]): LabelOptions {
  const offer =
    offers.find(({ id }) => id === options.benchmark) ?? offers.find(({ replies }) => replies > 0) ?? offers[0];
  const dimension = offer?.dimensions.some(({ id }) => id === options.dimension) === true ? options.dimension : '';
  const order = options.order === 'disagreement' && (offer?.judges ?? 0) < 2 ? 'random' : options.order;
  return { ...options, benchmark: offer?.id ?? '', dimension, order };
}

export const firstOptions: LabelOptions = {
  benchmark: '',
  dimension: '',
  mode: 'blind',
  layout: 'rows',
  order: 'random',
};

/** The labels of one benchmark in a store; other windows may add to it. */
export class LabelFile {
  /** Absolute path; the file is created with the first label. */
  readonly path: string;
  readonly #log: FileHandLabelLog;
  readonly #benchmark: BenchmarkId;
  #known = 0;

  constructor(root: string, benchmark: BenchmarkId) {
    this.#log = new FileHandLabelLog(root);
    this.#benchmark = benchmark;
    this.path = this.#log.fileOf(benchmark);
  }

  /** All labels, with a sentence for each line that cannot be read. Rejects with `RunStoreError`. */
  async read(): ReturnType<FileHandLabelLog['read']> {
    // The size is taken before reading, so that labels added in between are noticed next time.
    this.#known = this.#size();
    return this.#log.read(this.#benchmark);
  }

  /** Adds a label and says whether others were added since the last read. Rejects with `RunStoreError`. */
  async append(entry: HandLabel): Promise<{ readonly hasOthers: boolean }> {
    const before = this.#size();
    await this.#log.append(entry);
    const after = this.#size();
    const own = Buffer.byteLength(JSON.stringify(entry)) + 1;
    const hasOthers = before !== this.#known || after - before !== own;
    if (!hasOthers) this.#known = after;
    return { hasOthers };
  }

  hasOthers(): boolean {
    return this.#size() !== this.#known;
  }

  #size(): number {
    return this.#log.factsOf(this.#benchmark)?.size ?? 0;
  }
}

/** Labels as log lines, which `calibrate` reads. */
export function exportedLabels(entries: Iterable<HandLabel>): string {
  return [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

import type { Benchmark } from '../benchmark/benchmark';
import { slotKey } from '../run/askJudge';
import type { Label } from '../statistics/agreement';
import type { HandLabel } from '../store/handLabelLog';
import { fingerprintOf, type LabelTrials } from './labelPositions';
import type { LabelMode, LabelOffer, LabelOptions } from './labellingView';

export interface GivenLabel {
  /** `undefined` after it was taken back. */
  readonly label: Label | undefined;
  readonly reason: string | undefined;
  readonly mode: LabelMode;
}

/** A person's last label on one thing. One given with a verdict in sight counts until it is taken back. */
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
  const { id, title } = benchmark;
  return { id, title, replies: trials.length, dimensions, labelled: labelled.length, notes };
}

/** Replaces a missing benchmark or dimension with the nearest available one. */
export function fittingOptions(options: LabelOptions, offers: readonly LabelOffer[]): LabelOptions {
  const offer =
    offers.find(({ id }) => id === options.benchmark) ?? offers.find(({ replies }) => replies > 0) ?? offers[0];
  const dimension = offer?.dimensions.some(({ id }) => id === options.dimension) === true ? options.dimension : '';
  return { ...options, benchmark: offer?.id ?? '', dimension };
}

export const firstOptions: LabelOptions = { benchmark: '', dimension: '', mode: 'blind' };

/** Labels as log lines, which `calibrate` reads. */
export function exportedLabels(entries: Iterable<HandLabel>): string {
  return [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

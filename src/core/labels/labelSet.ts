import { slotKey } from '../run/askJudge';
import type { LabelMode } from './labellingView';
import type { Label } from '../statistics/agreement';
import type { HandLabel } from '../store/handLabelLog';
import { fingerprintOf } from './labelPlaces';

/** What a person has said of one thing in one mode. */
export interface GivenLabel {
  /** `undefined` after it was taken back. */
  readonly label: Label | undefined;
  readonly reason: string | undefined;
  readonly mode: LabelMode;
  /** Grows with each entry of this person: which label came later. */
  readonly order: number;
}

/**
 * The last word of a person about one thing. What was said with a verdict in sight stands before what was said blind, and leaves that as
 * it is: taking it back brings the blind label forward again.
 */
export interface OwnLabel extends GivenLabel {
  /** True once a verdict was in sight when this person labelled it: from then on no label of theirs is blind. */
  readonly hasSeenVerdict: boolean;
  readonly blind: GivenLabel | undefined;
  readonly reviewing: GivenLabel | undefined;
}

/** A blind label as it was given, or taken back. */
export interface BlindEntry {
  readonly fingerprint: string;
  /** Names the decision. */
  readonly key: string;
  readonly label: Label | undefined;
}

/** What one person has labelled, by reply and decision. Entries are taken up in the order of the log. */
export class LabelSet {
  readonly by: string;
  readonly #labels = new Map<string, Map<string, OwnLabel>>();
  readonly #blind: BlindEntry[] = [];
  #entries = 0;

  /** Entries of other people are left out. */
  constructor(by: string, entries: Iterable<HandLabel> = []) {
    this.by = by;
    for (const entry of entries) this.add(entry);
  }

  add(entry: HandLabel): void {
    if (entry.by !== this.by) return;
    const fingerprint = fingerprintOf(entry.sample, entry.replies);
    let ofReply = this.#labels.get(fingerprint);
    if (ofReply === undefined) this.#labels.set(fingerprint, (ofReply = new Map<string, OwnLabel>()));
    const key = slotKey(entry);
    const { mode, reason } = entry;
    const given = { label: entry.label ?? undefined, reason, mode, order: (this.#entries += 1) };
    const before = ofReply.get(key);
    const blind = mode === 'blind' ? given : before?.blind;
    const reviewing = mode === 'reviewing' ? given : before?.reviewing;
    const shown = reviewing?.label === undefined ? (blind ?? given) : reviewing;
    ofReply.set(key, { ...shown, hasSeenVerdict: reviewing !== undefined, blind, reviewing });
    if (mode === 'blind') this.#blind.push({ fingerprint, key, label: given.label });
  }

  /** By the key of the decision; `undefined` for replies of which this person has said nothing. */
  ofReply(fingerprint: string): ReadonlyMap<string, OwnLabel> | undefined {
    return this.#labels.get(fingerprint);
  }

  /** What this person has said of one decision. */
  find(fingerprint: string, key: string): OwnLabel | undefined {
    return this.#labels.get(fingerprint)?.get(key);
  }

  /** All that was said blind, in the order in which it was said. */
  get blindEntries(): readonly BlindEntry[] {
    return this.#blind;
  }
}

import { slotKey } from '../engine/askJudge';
import type { Label } from '../statistics/agreement';
import type { HandLabel } from '../store/handLabel';
import type { LabelMode } from '../report/labellingView';
import { fingerprintOf } from './labelPlaces';

/** The last word of a person about one thing. */
export interface OwnLabel {
  /** `undefined` after it was taken back. */
  readonly label: Label | undefined;
  readonly reason: string | undefined;
  readonly mode: LabelMode;
  /** True once a verdict was in sight when this person labelled it: from then on no label of theirs is blind. */
  readonly hasSeenVerdict: boolean;
  /** Grows with each entry of this person: which label came later. */
  readonly order: number;
}

/** What one person has labelled, by reply and decision. Entries are taken up in the order of the log. */
export class LabelBook {
  readonly by: string;
  readonly #labels = new Map<string, Map<string, OwnLabel>>();
  #entries = 0;

  /** Entries of other people are left out. */
  constructor(by: string, entries: Iterable<HandLabel> = []) {
    this.by = by;
    for (const entry of entries) this.add(entry);
  }

  add(entry: HandLabel): void {
    if (entry.by !== this.by) return;
    const fingerprint = fingerprintOf(entry.sample.id, entry.replies);
    let ofReply = this.#labels.get(fingerprint);
    if (ofReply === undefined) this.#labels.set(fingerprint, (ofReply = new Map<string, OwnLabel>()));
    const key = slotKey(entry);
    ofReply.set(key, {
      label: entry.label ?? undefined,
      reason: entry.reason,
      mode: entry.mode,
      hasSeenVerdict: entry.mode === 'reviewing' || ofReply.get(key)?.hasSeenVerdict === true,
      order: (this.#entries += 1),
    });
  }

  /** By the key of the decision; `undefined` for replies of which this person has said nothing. */
  ofReply(fingerprint: string): ReadonlyMap<string, OwnLabel> | undefined {
    return this.#labels.get(fingerprint);
  }

  /** What this person has said of one decision. */
  find(fingerprint: string, key: string): OwnLabel | undefined {
    return this.#labels.get(fingerprint)?.get(key);
  }
}

import type { RunSession } from '../engine/runSession';
import type { LabelMode, LabelOrder } from '../report/labellingView';
import type { Label } from '../statistics/agreement';
import type { HandLabel } from '../store/handLabelLog';
import { modelName } from '../store/runManifest';
import type { LabelledPlay, LabelSlot } from './labelPlaces';

/** Who labels, when and how. */
export interface LabelAct {
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
export function labelEntry(session: RunSession, play: LabelledPlay, slot: LabelSlot, act: LabelAct): HandLabel {
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

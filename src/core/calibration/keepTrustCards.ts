import type { TrustCard } from '../store/trustCard';
import type { FileTrustCardStore } from '../store/trustCardStore';
import { calibrationResult, type JudgeCalibration } from './calibrationResult';
import type { CalibrationSession } from './calibrationSession';
import { cardsOfCalibration } from './cardsOfCalibration';
import { chosenByVerdict, chosenDimensions } from './chosenByVerdict';

/** What a calibration came to. */
export interface KeptCalibration {
  readonly judges: readonly JudgeCalibration[];
  /** The cards that were kept; none while it is not over. */
  readonly cards: readonly TrustCard[];
}

/**
 * Computes what a calibration found so far and, where it has come to its end, keeps its trust cards. Half of the labels are no check: what
 * comes first in a file need not be like the rest. Rejects with `RunStoreError` `unwritable`.
 */
export async function keepTrustCards(
  session: CalibrationSession,
  store: Pick<FileTrustCardStore, 'put'>,
): Promise<KeptCalibration> {
  const judges = calibrationResult(session);
  const status = session.state.status?.status;
  const isOver = status === 'completed' || status === 'incomplete';
  const chosen = chosenDimensions(session);
  const cards = (isOver ? cardsOfCalibration(session.manifest, judges) : []).map((card) =>
    chosen.has(card.dimension) ? { ...card, measuredOn: card.measuredOn ?? chosenByVerdict } : card,
  );
  for (const card of cards) await store.put(card);
  return { judges, cards };
}

import { cardsOfCalibration } from './cardsOfCalibration';
import type { TrustCard } from '../benchmark/trustCard';
import type { FileTrustCardStore } from '../store/trustCardStore';
import { calibrationResult, type JudgeCalibration } from './calibrationResult';
import type { CalibrationSession } from './calibrationSession';

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

/** What a card of such labels was measured on, half a sentence: their mix of verdicts is not that of a run. */
const chosenByVerdict = 'measured on replies that were chosen by a judge’s verdict';

/** The dimensions of a calibration with a label of a reply that was chosen by a verdict. */
function chosenDimensions({ gold }: Pick<CalibrationSession, 'gold'>): ReadonlySet<string> {
  return new Set(
    [...gold.values()].flatMap(({ labels }) => labels.flatMap(({ judge, chosen }) => (chosen === true ? [judge] : []))),
  );
}

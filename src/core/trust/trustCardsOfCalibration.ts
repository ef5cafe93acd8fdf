import { wordingFile } from '../benchmark/judging/judgeWording';
import type { TrustCard } from '../benchmark/trustCard';
import type { RunManifest } from '../store/runManifest';
import type { FileTrustCardStore } from '../store/trustCardStore';
import { cardFigures } from './calibrationJson';
import { calibrationResult, type JudgeCalibration } from './calibrationResult';
import type { CalibrationSession } from './calibrationSession';

export interface KeptCalibration {
  readonly judges: readonly JudgeCalibration[];
  /** The cards that were kept; none while the calibration is not over. */
  readonly cards: readonly TrustCard[];
}

/**
 * Computes what a calibration found so far and, where it is over, keeps its trust cards. Half of the labels are no check: what
 * comes first in a file need not be like the rest. Rejects with `RunStoreError` `unwritable`.
 */
export async function keepTrustCards(
  session: CalibrationSession,
  store: Pick<FileTrustCardStore, 'put'>,
): Promise<KeptCalibration> {
  const judges = calibrationResult(session);
  const status = session.state.status?.status;
  const isOver = status === 'completed' || status === 'incomplete';
  const chosen = new Set(
    [...session.gold.values()].flatMap(({ labels }) =>
      labels.filter((label) => label.chosen).map(({ judge }) => judge),
    ),
  );
  const cards = (isOver ? cardsOfCalibration(session.manifest, judges) : []).map((card) =>
    chosen.has(card.dimension) ? { ...card, measuredOn: chosenByVerdict } : card,
  );
  for (const card of cards) await store.put(card);
  return { judges, cards };
}

/** What a card of such labels was measured on: their mix of verdicts is not that of a run. */
const chosenByVerdict = 'measured on replies that were chosen by a judge’s verdict';

/**
 * A trust card for each judge and dimension with answers in one version of the judge's wording. None where the labels are another
 * judge's, which is no reason to trust one, and none of one tutor's replies, as that card would replace the whole one.
 */
export function cardsOfCalibration(
  { runId, createdAt, toolVersion, calibration, benchmarks: [entry] }: RunManifest,
  judges: readonly JudgeCalibration[],
): readonly TrustCard[] {
  if (calibration?.by !== 'people' || calibration.tutor !== undefined || entry === undefined) return [];
  const { name, format, goldHash: hash, by } = calibration;
  return judges.flatMap(({ judge, simulated, dimensions, versions }) =>
    dimensions.flatMap((figures): TrustCard[] => {
      const [version, ...more] = versions.get(figures.id) ?? [];
      // What failed throughout has no version, and figures over two wordings are of neither.
      if (version === undefined || more.length > 0) return [];
      // Offline judges read no wording and have versions of their own.
      const isOwn =
        wordingFile(entry.wordings, figures.id) !== undefined && entry.judgeVersions[figures.id] === version;
      return [
        {
          schemaVersion: 2,
          judge,
          simulated,
          dimension: figures.id,
          judgeVersion: version,
          runId,
          at: createdAt,
          toolVersion,
          benchmark: entry.id,
          gold: { name, format, hash, by },
          ...cardFigures(figures),
          ...(isOwn && { ownWording: true }),
        },
      ];
    }),
  );
}

import { wordingFile } from '../judging/judgeWording';
import type { RunManifest } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import type { FileTrustCardStore } from '../store/trustCardStore';
import { cardFigures } from './calibrationJson';
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

/**
 * The trust cards that a calibration earns: one for each judge and dimension with answers in one version of the judge's wording. None
 * where the labels are another judge's: agreement with a judge is no reason to trust one. None either of one tutor's replies chosen out of
 * the labelled ones, as that card would stand in the place of the whole one.
 */
export function cardsOfCalibration(
  { runId, createdAt, toolVersion, calibration, benchmarks }: RunManifest,
  judges: readonly JudgeCalibration[],
): readonly TrustCard[] {
  const benchmark = benchmarks[0]?.id;
  if (calibration?.by !== 'people' || calibration.tutor !== undefined || benchmark === undefined) return [];
  const run = { runId, at: createdAt, toolVersion, benchmark };
  const { name, format, goldHash: hash } = calibration;
  return judges.flatMap((judge) =>
    judge.dimensions.flatMap((figures): TrustCard[] => {
      const [version, ...more] = judge.versions.get(figures.id) ?? [];
      // What failed throughout has no version, and figures over two wordings are of neither.
      if (version === undefined || more.length > 0) return [];
      // Offline judges read no wording and have versions of their own.
      const { wordings, judgeVersions = {} } = benchmarks[0] ?? {};
      const isOwn = wordingFile(wordings, figures.id) !== undefined && judgeVersions[figures.id] === version;
      const card: TrustCard = {
        schemaVersion: 2,
        judge: judge.judge,
        simulated: judge.simulated,
        dimension: figures.id,
        judgeVersion: version,
        ...run,
        gold: { name, format, hash, by: calibration.by },
        ...cardFigures(figures),
      };
      return [isOwn ? { ...card, ownWording: true } : card];
    }),
  );
}

/** What a card of such labels was measured on, half a sentence: their mix of verdicts is not that of a run. */
const chosenByVerdict = 'measured on replies that were chosen by a judge’s verdict';

/** The dimensions of a calibration with a label of a reply that was chosen by a verdict. */
function chosenDimensions({ gold }: Pick<CalibrationSession, 'gold'>): ReadonlySet<string> {
  return new Set(
    [...gold.values()].flatMap(({ labels }) => labels.flatMap(({ judge, chosen }) => (chosen === true ? [judge] : []))),
  );
}

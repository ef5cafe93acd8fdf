import { wordingFile } from '../benchmark/judging/judgeWording';
import type { RunManifest } from '../store/runManifest';
import type { TrustCard } from '../benchmark/trustCard';
import { cardFigures } from './calibrationJson';
import type { JudgeCalibration } from './calibrationResult';

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

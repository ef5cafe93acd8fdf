import type { BenchmarkId } from '../benchmarks/benchmark';
import { wordingFile } from '../judging/judgeWording';
import type { RunManifest } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import type { JudgeCalibration } from './calibrationResult';
import type { DimensionAgreement } from './dimensionAgreement';
import { cardFigures } from './writtenFigures';

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
      const made = card(run, judge, version, { name, format, hash, by: calibration.by }, figures);
      return [isOwn ? { ...made, ownWording: true } : made];
    }),
  );
}

function card(
  run: { readonly runId: string; readonly at: string; readonly toolVersion: string; readonly benchmark: BenchmarkId },
  { judge, simulated }: JudgeCalibration,
  judgeVersion: string,
  gold: TrustCard['gold'],
  figures: DimensionAgreement,
): TrustCard {
  return {
    schemaVersion: 2,
    judge,
    simulated,
    dimension: figures.id,
    judgeVersion,
    ...run,
    gold,
    ...cardFigures(figures),
  };
}

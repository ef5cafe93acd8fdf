import { benchmarks } from '../../src/core/benchmarks/registry';
import { dimensionAgreement, type DimensionAgreement } from '../../src/core/trust/dimensionAgreement';
import { cardStatistics } from '../../src/core/trust/calibrationJson';
import type { TrustCard } from '../../src/core/benchmark/trustCard';
import { partOf, type DataPart } from './dataPart';
import type { JudgedLabels } from './judgedLabels';

/** The statistics of one part of the data. */
export function statisticsOf({ dimension, scale, rated }: JudgedLabels, part: DataPart): DimensionAgreement {
  const own = rated.filter(({ task }) => partOf(task) === part);
  return dimensionAgreement(dimension, own, { scale, seed: `offline/${part}` });
}

/** The card of an offline judge: statistics of the held-out part alone. `day` as `YYYY-MM-DD`. */
export function offlineCard(labels: JudgedLabels, statistics: DimensionAgreement, day: string): TrustCard {
  const { benchmark, dimension, gold, format, hash, by, measuredOn } = labels;
  const version = benchmarks.get(benchmark)?.judges.find(({ id }) => id === dimension)?.version;
  if (version === undefined) throw new Error(`${benchmark} has no judge ${dimension}.`);
  return {
    schemaVersion: 2,
    judge: 'offline',
    simulated: true,
    benchmark,
    dimension,
    judgeVersion: version,
    at: `${day}T00:00:00.000Z`,
    toolVersion: '',
    runId: '',
    gold: { name: `held-out part of ${gold}`, format, hash, by },
    ...cardStatistics(statistics),
    ...(measuredOn === undefined ? {} : { measuredOn }),
  };
}

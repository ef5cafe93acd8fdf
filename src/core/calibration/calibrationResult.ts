import type { Benchmark } from '../benchmarks/benchmark';
import type { GoldReply } from '../benchmarks/goldReply';
import { slotKey } from '../engine/askJudge';
import type { WorkItem } from '../engine/workItem';
import { modelDestination, modelName, type ManifestModel } from '../store/runManifest';
import type { CalibrationSession } from './calibrationSession';
import { dimensionAgreement, type DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';

/** How well one judge agrees with people. */
export interface JudgeCalibration {
  /** Model, with its server where that is not the provider's own. */
  readonly judge: string;
  readonly model: string;
  readonly simulated: boolean;
  /** In the benchmark's order; only those with a label that the judge was asked about. */
  readonly dimensions: readonly DimensionAgreement[];
  readonly rated: readonly RatedLabel[];
  /** Labels that the judge has not been asked about yet, where the calibration was cut off. */
  readonly pending: number;
  /** Versions of the judge's wordings by dimension; several where a calibration went on under a newer one. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a calibration found so far, judge by judge. Pure: the same records give the same figures. */
export function calibrationResult(session: CalibrationSession): readonly JudgeCalibration[] {
  const models = new Map(session.manifest.judges.map((model) => [modelName(model), model]));
  return [...models.values()].map((model) => judgeCalibration(session, model));
}

/** The figures of every dimension that has a label, in the benchmark's order. */
export function dimensionsOf(
  benchmark: Benchmark,
  rated: readonly RatedLabel[],
  seed: string,
): readonly DimensionAgreement[] {
  return benchmark.judges.flatMap(({ id }) => {
    const own = rated.filter(({ dimension }) => dimension === id);
    const scale = benchmark.labelsOf?.(id) ?? [];
    return own.length === 0 ? [] : [dimensionAgreement(id, own, { scale, seed })];
  });
}

function judgeCalibration(session: CalibrationSession, model: ManifestModel): JudgeCalibration {
  const name = modelName(model);
  const rated: RatedLabel[] = [];
  const versions = new Map<string, Set<string>>();
  let pending = 0;
  for (const [item, gold] of session.gold) {
    const found = ratedLabels(session, item, gold, model);
    rated.push(...found);
    pending += gold.labels.length - found.length;
    const labelled = new Set(gold.labels.map(({ judge }) => judge));
    for (const { version, verdicts } of session.state.items.get(item.key)?.answers.get(name)?.values() ?? []) {
      for (const { judge } of verdicts) {
        if (labelled.has(judge)) versions.set(judge, (versions.get(judge) ?? new Set<string>()).add(version));
      }
    }
  }
  const [first] = session.items;
  const dimensions = first === undefined ? [] : dimensionsOf(first.benchmark, rated, String(session.manifest.seed));
  const { simulated } = model;
  return { judge: modelDestination(model), model: name, simulated, dimensions, rated, pending, versions };
}

function ratedLabels(
  session: CalibrationSession,
  item: WorkItem,
  gold: GoldReply,
  model: ManifestModel,
): readonly RatedLabel[] {
  const said = session.state.items.get(item.key)?.verdictsOf(modelName(model)) ?? [];
  const verdicts = new Map(said.map((verdict) => [slotKey(verdict), verdict]));
  return gold.labels.flatMap((label): RatedLabel[] => {
    const verdict = verdicts.get(slotKey(label));
    if (verdict === undefined) return [];
    const { judge: dimension, turn, criterionId, label: human, reason } = label;
    return [
      {
        dimension,
        cluster: item.benchmark.unitOf(item.sample),
        sampleId: item.sample.id,
        tutor: gold.tutor,
        turn,
        criterionId,
        human,
        humanReason: reason,
        judge: verdict.status === 'ok' ? verdict.label : undefined,
        judgeReason: verdict.reasoning,
        problem: verdict.problem,
        reply: gold.replies[(turn ?? gold.replies.length) - 1] ?? '',
        heldOut: model.simulated && session.isHeldOut(item, dimension),
      },
    ];
  });
}

import { type Benchmark, labelDecision } from '../benchmark/benchmark';
import type { GoldReply } from '../benchmark/goldReply';
import { slotKey } from '../run/askJudge';
import type { WorkItem } from '../run/workItem';
import { type ManifestModel, modelDestination, modelName } from '../store/runManifest';
import type { CalibrationSession } from './calibrationSession';
import { dimensionAgreement, type DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';

/** How well one judge agrees with people. */
export interface JudgeCalibration {
  /** Model, with its server where that is not the provider's own. */
  readonly judge: string;
  readonly model: string;
  readonly simulated: boolean;
  /** Whether it is the offline judge that learned from people's labels. */
  readonly learned: boolean;
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

/**
 * What one judge, named with its server, said beside what people said, as far as it was asked; `undefined` where the calibration has no
 * such judge.
 */
export function ratingsBy(session: CalibrationSession, judge: string): readonly RatedLabel[] | undefined {
  const model = session.manifest.judges.find((one) => modelDestination(one) === judge);
  if (model === undefined) return undefined;
  return [...session.gold].flatMap(([item, gold]) => ratedLabels(session, item, gold, model));
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
    for (const one of found) rated.push(one);
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
  const [entry] = session.manifest.benchmarks;
  const learned = model.simulated && entry?.learnedJudge === true;
  const simulated = model.simulated && !learned;
  return { judge: modelDestination(model), model: name, simulated, learned, dimensions, rated, pending, versions };
}

function ratedLabels(
  session: CalibrationSession,
  item: WorkItem,
  gold: GoldReply,
  model: ManifestModel,
): readonly RatedLabel[] {
  const said = session.state.items.get(item.key)?.verdictsOf(modelName(model)) ?? [];
  const verdicts = new Map(said.map((verdict) => [slotKey(verdict), verdict]));
  const records = [...(session.state.items.get(item.key)?.answers.get(modelName(model))?.values() ?? [])];
  const heldOut = new Set(records.flatMap((one) => (one.heldOut === true ? one.verdicts.map(slotKey) : [])));
  const trained = new Set(records.flatMap((one) => (one.trainedDialogue === true ? one.verdicts.map(slotKey) : [])));
  return gold.labels.flatMap((label): RatedLabel[] => {
    const verdict = verdicts.get(slotKey(label));
    if (verdict === undefined) return [];
    const { judge: dimension, turn, criterionId, reason, by } = label;
    const { benchmark } = item;
    const named = benchmark.namedTurn?.(verdict) ?? benchmark.namedTurn?.({ ...label, status: 'ok' });
    const message = named === undefined ? undefined : gold.replies[named - 1];
    return [
      {
        dimension,
        cluster: benchmark.unitOf(item.sample),
        sampleId: item.sample.id,
        tutor: gold.tutor,
        turn,
        criterionId,
        human: labelDecision(benchmark, label, label.label),
        humanReason: reason,
        ...(by === undefined ? {} : { humanBy: by }),
        judge:
          verdict.status === 'ok' && verdict.label !== undefined
            ? labelDecision(benchmark, verdict, verdict.label)
            : undefined,
        judgeReason: verdict.reasoning,
        problem: verdict.problem,
        reply: gold.replies[(turn ?? gold.replies.length) - 1] ?? '',
        ...(named === undefined || message === undefined ? {} : { named: { turn: named, reply: message } }),
        heldOut: heldOut.has(slotKey(label)),
        trainedDialogue: trained.has(slotKey(label)),
      },
    ];
  });
}

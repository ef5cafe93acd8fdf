import { type Benchmark, labelDecision } from '../benchmark/benchmark';
import type { GoldReply } from '../benchmark/goldReply';
import { overrideFile } from '../benchmark/judging/promptOverride';
import type { TrustCard } from '../benchmark/trustCard';
import { slotKey } from '../run/askJudge';
import { sum } from '../statistics/sum';
import type { WorkItem } from '../run/workItem';
import { type ManifestModel, modelDestination, modelName, type RunManifest } from '../store/runManifest';
import { hasEnded } from '../store/statusTexts';
import type { FileTrustCardStore } from '../store/trustCardStore';
import { cardStatistics } from './calibrationJson';
import type { CalibrationSession } from './calibrationSession';
import { dimensionAgreement, type DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';

export type JudgeCalibration = Readonly<ReturnType<typeof judgeCalibration>>;

export function calibrationResult(session: CalibrationSession): readonly JudgeCalibration[] {
  const models = new Map(session.manifest.judges.map((model) => [modelName(model), model]));
  return [...models.values()].map((model) => judgeCalibration(session, model));
}

/** One judge's labels next to people's, by model and server; `undefined` if the calibration lacks this judge. */
export function ratingsBy(session: CalibrationSession, judge: string): readonly RatedLabel[] | undefined {
  const model = session.manifest.judges.find((one) => modelDestination(one) === judge);
  return model && ratingsOf(session, model);
}

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

function judgeCalibration(session: CalibrationSession, model: ManifestModel) {
  const rated = ratingsOf(session, model);
  /** Judge prompt versions by dimension; several if a calibration continued with a newer one. */
  const versions = new Map<string, ReadonlySet<string>>();
  for (const [item, { labels }] of session.gold) {
    const labelled = new Set(labels.map(({ judge }) => judge));
    for (const { version, verdicts } of session.state.items.get(item.key)?.answers.get(modelName(model))?.values() ??
      [])
      for (const { judge } of verdicts)
        if (labelled.has(judge)) versions.set(judge, new Set([...(versions.get(judge) ?? []), version]));
  }
  const [first] = session.items;
  return {
    /** Model, with its server if that is not the provider's own. */
    judge: modelDestination(model),
    model: modelName(model),
    simulated: model.simulated,
    /** In the benchmark's order; only dimensions with a label that the judge was asked about. */
    dimensions: first === undefined ? [] : dimensionsOf(first.benchmark, rated, String(session.manifest.seed)),
    rated,
    /** Labels the judge has not been asked about yet, if the calibration was interrupted. */
    pending: sum([...session.gold.values()].map(({ labels }) => labels.length)) - rated.length,
    versions,
  };
}

function ratingsOf(session: CalibrationSession, model: ManifestModel): readonly RatedLabel[] {
  return [...session.gold].flatMap(([item, gold]) => ratedLabels(session, item, gold, model));
}

function ratedLabels(
  session: CalibrationSession,
  item: WorkItem,
  gold: GoldReply,
  model: ManifestModel,
): readonly RatedLabel[] {
  const state = session.state.items.get(item.key);
  const verdicts = new Map(state?.verdictsOf(modelName(model)).map((verdict) => [slotKey(verdict), verdict]));
  return gold.labels.flatMap((label): RatedLabel[] => {
    const verdict = verdicts.get(slotKey(label));
    if (verdict === undefined) return [];
    const { judge: dimension, turn, criterionId, reason, by } = label;
    const { benchmark } = item;
    const named = benchmark.namedTurn?.(verdict) ?? benchmark.namedTurn?.({ ...label, status: 'ok' });
    const message = named === undefined ? undefined : gold.replies[named - 1];
    const isUsable = verdict.status === 'ok' && verdict.label !== undefined;
    const rated: RatedLabel = {
      dimension,
      cluster: benchmark.unitOf(item.sample),
      sampleId: item.sample.id,
      tutor: gold.tutor,
      turn,
      criterionId,
      human: labelDecision(benchmark, label, label.label),
      humanReason: reason,
      humanBy: by,
      judge: isUsable ? labelDecision(benchmark, verdict, verdict.label) : undefined,
      judgeReason: verdict.reasoning,
      reply: gold.replies[(turn ?? gold.replies.length) - 1] ?? '',
      named: named === undefined || message === undefined ? undefined : { turn: named, reply: message },
    };
    return [rated];
  });
}

export interface KeptCalibration {
  readonly judges: readonly JudgeCalibration[];
  readonly cards: readonly TrustCard[];
}

/** The results so far. Cards are stored at the end only. Rejects with `RunStoreError` `unwritable`. */
export async function keepTrustCards(
  session: CalibrationSession,
  store: Pick<FileTrustCardStore, 'put'>,
): Promise<KeptCalibration> {
  const judges = calibrationResult(session);
  const isOver = hasEnded(session.state.status?.status);
  const labels = [...session.gold.values()].flatMap((gold) => gold.labels);
  const chosen = new Set(labels.filter((label) => label.chosen).map(({ judge }) => judge));
  const cards = (isOver ? cardsOfCalibration(session.manifest, judges) : []).map((card) =>
    chosen.has(card.dimension) ? { ...card, measuredOn: chosenByVerdict } : card,
  );
  for (const card of cards) await store.put(card);
  return { judges, cards };
}

/** The mix of verdicts in chosen replies differs from that of a run. */
const chosenByVerdict = 'measured on replies that were chosen by a judge’s verdict';

/** A card for each judge and dimension. One tutor's labels give none: it would replace the complete one. */
export function cardsOfCalibration(
  { runId, createdAt, toolVersion, calibration, benchmarks: [entry] }: RunManifest,
  judges: readonly JudgeCalibration[],
): readonly TrustCard[] {
  if (calibration === undefined || calibration.tutor !== undefined || entry === undefined) return [];
  const { name, format, goldHash: hash, by } = calibration;
  return judges.flatMap(({ judge, simulated, dimensions, versions }) =>
    dimensions.flatMap((statistics): TrustCard[] => {
      const [version, ...more] = versions.get(statistics.id) ?? [];
      // If all calls failed there is no version. Statistics that mix two versions describe neither.
      if (version === undefined || more.length > 0) return [];
      // Offline judges ignore custom prompts and have versions of their own.
      const isOwn =
        overrideFile(entry.promptOverrides, statistics.id) !== undefined &&
        entry.judgeVersions[statistics.id] === version;
      return [
        {
          schemaVersion: 2,
          judge,
          simulated,
          dimension: statistics.id,
          judgeVersion: version,
          runId,
          at: createdAt,
          toolVersion,
          benchmark: entry.id,
          gold: { name, format, hash, by },
          ...cardStatistics(statistics),
          ...(isOwn && { promptOverride: true }),
        },
      ];
    }),
  );
}

import { beatenFigures } from '../calibration/beatenFigures';
import { correctedScore, type CorrectableMetric, type Correction } from '../calibration/correctedScore';
import type { Benchmark } from '../benchmarks/benchmark';
import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { WordingInUse } from '../calibration/countingCard';
import { trustOf, type JudgeTrust, type TrustedPlace } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { modelDestination, modelName } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import { correctionNotes } from './correctedText';
import type { MetricBlock, MetricTrust, ReportedMetric, RunReport } from './reportModel';

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const destinations = new Map(session.manifest.judges.map((model) => [modelName(model), modelDestination(model)]));
  const versions = versionsInUse(session);
  // Offline judges read no wording.
  const readers = new Set(session.manifest.judges.filter(({ simulated }) => !simulated).map(modelName));
  const learned = new Set<string>(
    session.manifest.benchmarks.flatMap((one) => (one.learnedJudge === true ? [one.id] : [])),
  );
  const means = meanMetrics(session);
  const definitions = new Map<string, Benchmark>(session.items.map((item) => [item.benchmark.id, item.benchmark]));
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block): MetricBlock => {
      const metrics = block.metrics.map((metric): ReportedMetric => {
        const mean = means.get(key(benchmark.id, metric.block ?? '', metric.id));
        const trust = metric.judges.map((dimension) => {
          const place = {
            judge: destinations.get(block.judge) ?? block.judge,
            benchmark: benchmark.id,
            dimension,
          };
          const info = benchmark.judges.find(({ id }) => id === dimension);
          const planned =
            learned.has(benchmark.id) && !readers.has(block.judge) ? learnedVersion(cards, place) : info?.version;
          const version = versions.get(key(benchmark.id, block.judge, dimension)) ?? planned;
          const wording: WordingInUse = {
            versions: new Set(version === undefined ? [] : [version]),
            isOwn: readers.has(block.judge) && info?.ownWording !== undefined,
          };
          const trust = trustInMetric(trustOf(cards, place, wording), mean?.mergesLabels === true);
          return onOther(trust, (card) =>
            definitions.get(benchmark.id)?.checkedOnOther?.(metric, card, session.policy),
          );
        });
        if (trust.length === 0) return metric;
        const judgeTrust = trust.map((one, place) => metricTrust(metric.judges[place] ?? '', one));
        const correction = correctedScore({
          metric,
          verdictScore: mean?.verdictScore,
          trust,
          policy: session.policy,
        });
        return { ...metric, judgeTrust, ...correctionOf(correction) };
      });
      const notes = correctionNotes(metrics);
      return { ...block, metrics, ...(notes.length === 0 ? {} : { correctionNotes: notes }) };
    }),
  }));
  return { ...report, benchmarks };
}

function correctionOf(correction: Correction): Pick<ReportedMetric, 'corrected' | 'uncorrected'> {
  return correction.kind === 'corrected' ? { corrected: correction.score } : { uncorrected: correction.reason };
}

/** What a verdict counts in each metric that is a plain mean of verdicts, and whether labels are merged in it. */
function meanMetrics({
  items,
}: RunSession): ReadonlyMap<string, Pick<CorrectableMetric, 'verdictScore'> & { readonly mergesLabels?: true }> {
  const benchmarks = new Map(items.map(({ benchmark }) => [benchmark.id, benchmark]));
  return new Map(
    [...benchmarks.values()].flatMap(({ id: benchmark, metrics }) =>
      metrics.flatMap((metric) => {
        if (metric.kind !== 'mean') return [];
        const { id, block = '', verdictScore, mergesLabels } = metric;
        return [[key(benchmark, block, id), { verdictScore, mergesLabels }] as const];
      }),
    ),
  );
}

/** The learned judge that a run without its answers would have had: the one that comes with the program, as its cards do. */
function learnedVersion(
  cards: readonly TrustCard[],
  { judge, benchmark, dimension }: TrustedPlace,
): string | undefined {
  return cards.find(
    (card) =>
      card.runId === '' &&
      card.judge === judge &&
      card.benchmark === benchmark &&
      card.dimension === dimension &&
      isLearnedVersion(card.judgeVersion),
  )?.judgeVersion;
}

/** A judge can tell three labels apart and yet never find the one that a score hangs on. */
function trustInMetric(trust: JudgeTrust, mergesLabels: boolean): JudgeTrust {
  return mergesLabels && trust.kind !== 'unchecked'
    ? { kind: 'unchecked', reason: 'checked on all of its labels, and this score takes some of them for one' }
    : trust;
}

/** A card of the judge may be of other material than this metric of this run, though of its own kind. */
function onOther(
  trust: JudgeTrust,
  otherOf: (card: { readonly dimension: string; readonly isLearned: boolean }) => string | undefined,
): JudgeTrust {
  if (trust.kind === 'unchecked' || trust.card.measuredOn !== undefined) return trust;
  const { dimension, judgeVersion } = trust.card;
  const measuredOn = otherOf({ dimension, isLearned: isLearnedVersion(judgeVersion) });
  return measuredOn === undefined ? trust : { ...trust, card: { ...trust.card, measuredOn } };
}

/** The wording that each judge really had: a policy may change it. Code that decides without a model has none. */
export function versionsInUse({ items, state }: RunSession): ReadonlyMap<string, string> {
  // Nested, as a key for each of tens of thousands of verdicts takes longer than everything else here.
  const found = new Map<string, Map<string, Map<string, string>>>();
  for (const { key: item, benchmark } of items) {
    for (const [model, answers] of state.items.get(item)?.answers ?? []) {
      const versions = innerMap(innerMap(found, benchmark.id), model);
      for (const { version, verdicts } of answers.values()) {
        if (version === 'computed') continue;
        for (const { judge } of verdicts) versions.set(judge, version);
      }
    }
  }
  return new Map(
    [...found].flatMap(([benchmark, models]) =>
      [...models].flatMap(([model, versions]) =>
        [...versions].map(([judge, version]) => [key(benchmark, model, judge), version] as const),
      ),
    ),
  );
}

function innerMap<Value>(maps: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  let map = maps.get(name);
  if (map === undefined) maps.set(name, (map = new Map<string, Value>()));
  return map;
}

/** The wording of one judge by one model among those of `versionsInUse`. */
export function versionOf(
  versions: ReadonlyMap<string, string>,
  { benchmark, model, judge }: { readonly benchmark: string; readonly model: string; readonly judge: string },
): string | undefined {
  return versions.get(key(benchmark, model, judge));
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') {
    const { reason } = trust;
    return { dimension, status: 'unchecked', ...(reason === undefined ? {} : { reason }) };
  }
  const { card, older } = trust;
  return {
    dimension,
    status: trust.kind,
    ...(card.kappa === null ? {} : { kappa: card.kappa }),
    n: card.n,
    at: card.at,
    gold: card.gold.name,
    older,
    ...(isLearnedVersion(card.judgeVersion) ? { learned: true as const } : {}),
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(card.trainedDialogues === undefined ? {} : { trainedDialogues: card.trainedDialogues }),
    ...(card.measuredOn === undefined ? {} : { measuredOn: card.measuredOn }),
    ...(trust.kind === 'checked' ? beatsOf(card) : { reason: trust.reason }),
  };
}

function beatsOf(card: TrustCard): Pick<MetricTrust, 'beats'> {
  const beats = beatenFigures(card);
  return beats === undefined ? {} : { beats };
}

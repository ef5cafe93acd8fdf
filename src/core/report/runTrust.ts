import type { Sample } from '../benchmarks/benchmark';
import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { MetricHead, MetricDefinition } from '../benchmarks/metric';
import type { WordingInUse } from '../calibration/countingCard';
import { trustFigures } from '../calibration/standingOfCard';
import { trustOf, type JudgeTrust, type TrustedPlace } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { wordingFile } from '../judging/judgeWording';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import type { MetricTrust, ReportedMetric, RunReport } from './reportModel';

/** A metric by one judge model, as a table names them. */
interface JudgedMetric {
  readonly benchmark: string;
  /** Name of the judge model. */
  readonly judge: string;
  readonly metric: MetricHead;
}

/** What is known of the judges behind a metric of one run, in the order of `MetricHead.judges`. */
export type RunTrust = (place: JudgedMetric) => readonly JudgeTrust[];

/** Looks the judges of a run up among these cards. */
export function runTrust(session: RunSession, cards: readonly TrustCard[]): RunTrust {
  const { manifest, policy } = session;
  const destinations = new Map(manifest.judges.map((model) => [modelName(model), modelDestination(model)]));
  const versions = versionsInUse(session);
  // Offline judges read no wording.
  const readers = new Set(manifest.judges.filter(({ simulated }) => !simulated).map(modelName));
  const entries = new Map<string, (typeof manifest.benchmarks)[number]>(
    manifest.benchmarks.map((entry) => [entry.id, entry]),
  );
  const definitions = benchmarksOfRun(session);
  const people = new Set(manifest.judges.filter(isPeople).map(modelName));
  return ({ benchmark, judge, metric }) => {
    if (people.has(judge)) return [];
    const entry = entries.get(benchmark);
    const definition = definitions.get(benchmark);
    const isReader = readers.has(judge);
    const own = definitionOf(definition, metric);
    const mergesLabels = own?.kind === 'mean' && own.mergesLabels === true;
    return metric.judges.map((dimension) => {
      const place = { judge: destinations.get(judge) ?? judge, benchmark, dimension };
      const version =
        versionOf(versions, { benchmark, model: judge, judge: dimension }) ??
        (entry?.learnedJudge === true && !isReader
          ? learnedVersion(cards, place)
          : (entry?.judgeVersions[dimension] ?? definition?.judges.find(({ id }) => id === dimension)?.version));
      const wording: WordingInUse = {
        versions: new Set(version === undefined ? [] : [version]),
        isOwn: isReader && wordingFile(entry?.wordings, dimension) !== undefined,
      };
      return onOther(trustInMetric(trustOf(cards, place, wording), mergesLabels), (card) =>
        definition?.checkedOnOther?.(metric, card, policy),
      );
    });
  };
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

type Benchmark = RunSession['items'][number]['benchmark'];

/** The benchmarks that a run has work of, by id. */
function benchmarksOfRun({ items }: RunSession): ReadonlyMap<string, Benchmark> {
  return new Map(items.map(({ benchmark }) => [benchmark.id, benchmark]));
}

/** How a benchmark works out a metric of a table; `undefined` where it has none of that name. */
function definitionOf(
  benchmark: Benchmark | undefined,
  { id, block }: Pick<MetricHead, 'id' | 'block'>,
): MetricDefinition<Sample> | undefined {
  return benchmark?.metrics.find((metric) => metric.id === id && metric.block === block);
}

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const trustIn = runTrust(session, cards);
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric): ReportedMetric => {
        const trust = trustIn({ benchmark: benchmark.id, judge: block.judge, metric });
        return trust.length === 0 ? metric : { ...metric, ...judgeTrustOf(metric, trust) };
      }),
    })),
  }));
  return { ...report, benchmarks };
}

/** What is known of a metric's judges, as it is shown; nothing where no judge has a part in the metric. */
export function judgeTrustOf(
  { judges }: Pick<ReportedMetric, 'judges'>,
  trust: readonly JudgeTrust[],
): Pick<ReportedMetric, 'judgeTrust'> {
  return trust.length === 0 ? {} : { judgeTrust: trust.map((one, place) => metricTrust(judges[place] ?? '', one)) };
}

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') {
    const { reason } = trust;
    return { dimension, status: 'unchecked', ...(reason === undefined ? {} : { reason }) };
  }
  const { card, older } = trust;
  const { kappa, n } = trustFigures(card);
  return {
    dimension,
    status: trust.kind,
    ...(kappa === undefined ? {} : { kappa }),
    n,
    ...(card.within === undefined ? {} : { tutors: card.within.tutors.length }),
    at: card.at,
    gold: card.gold.name,
    older,
    ...(isLearnedVersion(card.judgeVersion) ? { learned: true as const } : {}),
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(card.trainedDialogues === undefined ? {} : { trainedDialogues: card.trainedDialogues }),
    ...(card.measuredOn === undefined ? {} : { measuredOn: card.measuredOn }),
    ...(trust.kind === 'checked' ? { beats: trust.beats } : { reason: trust.reason }),
  };
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

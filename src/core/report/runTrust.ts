import type { MetricHead } from '../benchmarks/metric';
import { isLearnedVersion } from '../benchmarks/learnedJudge';
import { type JudgeTrust, type TrustedPlace, trustOf, type WordingInUse } from '../calibration/trustOf';
import type { RunSession } from '../engine/runSession';
import { wordingFile } from '../judging/judgeWording';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import type { TrustCard } from '../store/trustCard';
import { benchmarksOfRun, definitionOf } from './metricDefinitions';
import { versionOf, versionsInUse } from './versionsInUse';

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

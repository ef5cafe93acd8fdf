import { wordingFile } from '../benchmark/judging/judgeWording';
import { isLearnedVersion } from '../benchmark/learnedJudge';
import type { MetricHead } from '../benchmark/metric';
import type { TrustCard } from '../benchmark/trustCard';
import type { ReportedMetric, RunReport } from '../results/reportModel';
import type { MetricTrust } from '../results/trustModel';
import type { RunSession } from '../run/runSession';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import { trustFigures } from '../trust/judgeStanding';
import { type JudgeTrust, type TrustedPlace, trustOf } from '../trust/trustOf';
import { withMetrics } from './trustBadge';

/** What is known of the judges behind a metric of one run by a judge model, in the order of `MetricHead.judges`. */
export type RunTrust = (place: { benchmark: string; judge: string; metric: MetricHead }) => readonly JudgeTrust[];

export function runTrust(session: RunSession, cards: readonly TrustCard[]): RunTrust {
  const { manifest, policy, items } = session;
  const versionOf = versionsInUse(session);
  const models = new Map(manifest.judges.map((model) => [modelName(model), model]));
  const definitions = new Map<string, (typeof items)[number]['benchmark']>(
    items.map(({ benchmark }) => [benchmark.id, benchmark]),
  );
  return ({ benchmark, judge, metric }) => {
    const model = models.get(judge);
    if (model !== undefined && isPeople(model)) return [];
    const entry = manifest.benchmarks.find(({ id }) => id === benchmark);
    const definition = definitions.get(benchmark);
    // Offline judges read no wording.
    const isReader = model?.simulated === false;
    const own = definition?.metrics.find(({ id, block }) => id === metric.id && block === metric.block);
    const mergesLabels = own?.kind === 'mean' && own.mergesLabels === true;
    return metric.judges.map((dimension): JudgeTrust => {
      const place = { judge: model === undefined ? judge : modelDestination(model), benchmark, dimension };
      const version =
        versionOf(benchmark, judge, dimension) ??
        (entry?.learnedJudge === true && !isReader
          ? learnedVersion(cards, place)
          : (entry?.judgeVersions[dimension] ?? definition?.judges.find(({ id }) => id === dimension)?.version));
      const trust = trustOf(cards, place, {
        versions: new Set(version === undefined ? [] : [version]),
        isOwn: isReader && wordingFile(entry?.wordings, dimension) !== undefined,
      });
      if (trust.kind === 'unchecked') return trust;
      // A judge can tell three labels apart and yet never find the one that a score hangs on.
      if (mergesLabels)
        return { kind: 'unchecked', reason: 'checked on all of its labels, and this score takes some of them for one' };
      if (trust.card.measuredOn !== undefined) return trust;
      // A card of the judge may be of other material than this metric of this run, though of its own kind.
      const isLearned = isLearnedVersion(trust.card.judgeVersion);
      const measuredOn = definition?.checkedOnOther?.(metric, { dimension: trust.card.dimension, isLearned }, policy);
      return measuredOn === undefined ? trust : { ...trust, card: { ...trust.card, measuredOn } };
    });
  };
}

/** The learned judge that a run without its answers would have had: the one that comes with the program, as its cards do. */
function learnedVersion(cards: readonly TrustCard[], place: TrustedPlace): string | undefined {
  return cards.find(
    (card) =>
      card.runId === '' &&
      card.judge === place.judge &&
      card.benchmark === place.benchmark &&
      card.dimension === place.dimension &&
      isLearnedVersion(card.judgeVersion),
  )?.judgeVersion;
}

/** The report with what is known of the judges behind each metric. Metrics that no judge has a part in get nothing. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const trustIn = runTrust(session, cards);
  return withMetrics(report, (metric, benchmark, judge) => {
    const trust = trustIn({ benchmark, judge, metric });
    return trust.length === 0 ? metric : { ...metric, ...judgeTrustOf(metric, trust) };
  });
}

export function judgeTrustOf(
  { judges }: Pick<ReportedMetric, 'judges'>,
  trust: readonly JudgeTrust[],
): Pick<ReportedMetric, 'judgeTrust'> {
  return trust.length === 0 ? {} : { judgeTrust: trust.map((one, place) => metricTrust(judges[place] ?? '', one)) };
}

function metricTrust(dimension: string, trust: JudgeTrust): MetricTrust {
  if (trust.kind === 'unchecked') return { dimension, status: 'unchecked', reason: trust.reason };
  const { card, older } = trust;
  const { kappa, n } = trustFigures(card);
  return {
    dimension,
    status: trust.kind,
    kappa,
    n,
    tutors: card.within?.tutors.length,
    at: card.at,
    gold: card.gold.name,
    older,
    learned: isLearnedVersion(card.judgeVersion) || undefined,
    simulated: card.simulated,
    heldOut: card.heldOut,
    trainedDialogues: card.trainedDialogues,
    measuredOn: card.measuredOn,
    ...(trust.kind === 'checked' ? { beats: trust.beats } : { reason: trust.reason }),
  };
}

/** The wording that each judge of a benchmark really had by a model: a policy may change it. Code that decides without a model has none. */
export function versionsInUse({
  items,
  state,
}: RunSession): (benchmark: string, model: string, judge: string) => string | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const { key, benchmark } of items) {
    for (const [model, answers] of state.items.get(key)?.answers ?? []) {
      const place = `${benchmark.id}\n${model}`;
      const versions = found.get(place) ?? new Map<string, string>();
      found.set(place, versions);
      for (const { version, verdicts } of answers.values())
        if (version !== 'computed') for (const { judge } of verdicts) versions.set(judge, version);
    }
  }
  return (benchmark, model, judge) => found.get(`${benchmark}\n${model}`)?.get(judge);
}

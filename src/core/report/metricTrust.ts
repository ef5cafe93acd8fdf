import { correctedScore, type CorrectableMetric, type Correction } from '../calibration/correctedScore';
import { trustOf, type JudgeTrust } from '../calibration/trustOf';
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
  const scores = verdictScores(session);
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block): MetricBlock => {
      const metrics = block.metrics.map((metric): ReportedMetric => {
        const trust = metric.judges.map((dimension) => {
          const version =
            versions.get(key(benchmark.id, block.judge, dimension)) ??
            benchmark.judges.find(({ id }) => id === dimension)?.version;
          const judge = destinations.get(block.judge) ?? block.judge;
          const isOwn =
            readers.has(block.judge) &&
            benchmark.judges.some(({ id, ownWording }) => id === dimension && ownWording !== undefined);
          return trustOf(cards, judge, benchmark.id, dimension, version, isOwn ? 'own' : 'builtIn');
        });
        if (trust.length === 0) return metric;
        const judgeTrust = trust.map((one, place) => metricTrust(metric.judges[place] ?? '', one));
        const verdictScore = scores.get(key(benchmark.id, metric.block ?? '', metric.id));
        const correction = correctedScore({ metric, verdictScore, trust, policy: session.policy });
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

/** What a verdict counts in each metric that is a plain mean of verdicts. */
function verdictScores({ items }: RunSession): ReadonlyMap<string, CorrectableMetric['verdictScore']> {
  const benchmarks = new Map(items.map(({ benchmark }) => [benchmark.id, benchmark]));
  return new Map(
    [...benchmarks.values()].flatMap(({ id: benchmark, metrics }) =>
      metrics.flatMap((metric) => {
        if (metric.kind !== 'mean' || metric.verdictScore === undefined) return [];
        const { id, block = '', verdictScore } = metric;
        return [[key(benchmark, block, id), verdictScore] as const];
      }),
    ),
  );
}

/** The wording that each judge really had: a policy may change it. Code that decides without a model has none. */
export function versionsInUse({ items, state }: RunSession): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const item of items) {
    for (const [model, answers] of state.items.get(item.key)?.answers ?? []) {
      for (const { version, verdicts } of answers.values()) {
        if (version === 'computed') continue;
        for (const { judge } of verdicts) versions.set(key(item.benchmark.id, model, judge), version);
      }
    }
  }
  return versions;
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
  if (trust.kind === 'unchecked') return { dimension, status: 'unchecked' };
  const { card, older } = trust;
  return {
    dimension,
    status: trust.kind,
    ...(card.kappa === null ? {} : { kappa: card.kappa }),
    n: card.n,
    at: card.at,
    gold: card.gold.name,
    older,
    simulated: card.simulated,
    heldOut: card.heldOut,
    ...(trust.kind === 'beaten' ? { reason: trust.reason } : {}),
  };
}

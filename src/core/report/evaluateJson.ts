import { comparisonSummaryJson } from '../compare/comparisonJson';
import type { LabelledComparison } from '../compare/comparisonSentence';
import { loneCase } from '../results/caseDetail';
import { judgeDisagreements } from '../results/judgesAgreement';
import type {
  AlphaStatistic,
  BenchmarkReport,
  JudgesAgreement,
  ReportedMetric,
  RunReport,
} from '../results/reportModel';
import type { MetricTrust } from '../results/trustModel';
import type { RunSession } from '../run/runSession';

/** Output of `evaluate --json`, in docs/command-line.md. Members are added and never changed. */
export function evaluateJson(report: RunReport, runDir: string | undefined): ReturnType<typeof runJson> {
  return runJson(report, runDir);
}

function runJson({ run, benchmarks, warnings, rules, cites }: RunReport, runDir: string | undefined) {
  const { calls, tokens, cost, judges: judgeCosts } = run.totals;
  const { status, cap, promptPath, revision, tutor, student, judges, recorded, majority, simulated } = run;
  return {
    ...{ schemaVersion: 1, runId: run.id, runDir: runDir ?? null, status, cap },
    prompt: { path: promptPath, revision },
    ...{ tutor, student, judges, recorded, majority, simulated },
    // Where no sentence was understood, there are no metrics.
    understood: run.understood && {
      ...run.understood,
      sentences: run.understood.sentences.map(({ line, text, does }) => ({ line, text, does: does ?? null })),
    },
    benchmarks: benchmarks.map((benchmark) => benchmarkJson(benchmark, run)),
    ...{ rules, cites, calls, tokens },
    cost: { usd: cost.usd ?? null, unknownModels: cost.unknownModels },
    judgeCosts: judgeCosts?.map((one) => ({ ...one, usd: one.usd ?? null })),
    warnings: warnings.map(({ message }) => message),
    wallMs: run.wallMs,
  };
}

function benchmarkJson(benchmark: BenchmarkReport, { judges, majority }: RunReport['run']) {
  const { id, samples, completed, noReply, refused, failed, notApplicable, judgeFailed, missing } = benchmark;
  const { quotations, blocks, agreement, failureTags, failures } = benchmark;
  const metrics = [...judges, majority].flatMap((judge) =>
    blocks
      .filter((block) => block.judge === judge)
      .flatMap((block) => block.metrics.map((metric) => metricJson(metric, judges.length > 1 ? judge : undefined))),
  );
  return {
    ...{ id, samples, completed },
    noReply: noReply + refused + failed,
    ...{ refused, notApplicable, judgeFailed, missing, quotations, metrics },
    agreement: agreement && agreementJson(agreement),
    majority: benchmark.majority,
    failureTags: tagsJson(failureTags),
    failures: failures?.filter(({ cases }) => cases.length > 0),
  };
}

/** Also used by `metrics --json`. `judge` is set if a run has several. */
export function metricJson(metric: ReportedMetric, judge?: string): ReturnType<typeof metricOf> {
  return metricOf(metric, judge);
}

function metricOf(metric: ReportedMetric, judge: string | undefined) {
  const { id, block, value, n, excluded, incomplete, unit, direction, ci, lacking, judgeTrust } = metric;
  return {
    ...{ id, block: block ?? null, value: value ?? null },
    ...{ n, excluded, incomplete, unit, direction },
    ci: ci === undefined ? null : { low: ci.low, high: ci.high, level: ci.level },
    ...{ lacking, judge },
    ...(judgeTrust && { judgeTrust: judgeTrust.map(trustJson) }),
  };
}

function trustJson({ dimension, status, ...known }: MetricTrust): object {
  return {
    dimension,
    status,
    kappa: known.kappa ?? null,
    tutors: known.tutors ?? null,
    n: known.n ?? null,
    at: known.at ?? null,
    gold: known.gold ?? null,
    older: known.older ?? false,
    simulated: known.simulated ?? false,
    measuredOn: known.measuredOn ?? null,
    reason: known.reason ?? null,
  };
}

function tagsJson(counts: BenchmarkReport['failureTags']) {
  if (counts?.judge === undefined) return undefined;
  const { judge, version, failing, tagged, unscored, none, tags } = counts;
  return { judge, version, failing, tagged, unscored, none, tags: tags.map(({ id, count }) => ({ id, count })) };
}

function agreementJson({ judges, cases, dimensions }: JudgesAgreement) {
  return {
    ...{ judges, cases },
    dimensions: dimensions.map(({ id, compared, split, pairable, agreement, nominal, ordinal }) => ({
      ...{ id, compared, split, pairable },
      agreement: agreement ?? null,
      alpha: alphaJson(nominal),
      // By rank; there is none where the labels have no order.
      alphaOrdinal: ordinal === undefined ? null : alphaJson(ordinal),
    })),
  };
}

function alphaJson({ value, ci, reason }: AlphaStatistic) {
  return { value: value ?? null, ci: ci ?? null, reason: reason ?? null };
}

/**
 * The whole report with all cases as indented JSON: `{ …RunReport, details: [CaseDetail without sibling, …] }`.
 * Adds `comparison` if the run was compared, and `disagreements` if it has several judges.
 */
export function jsonReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const comparison = compared && comparisonSummaryJson(compared);
  const disagreements = report.run.judges.length > 1 ? judgeDisagreements(session) : undefined;
  const details = session.items.map((item) => loneCase(session, item, report.run.majority !== undefined));
  return `${JSON.stringify({ ...report, comparison, disagreements, details }, undefined, 2)}\n`;
}

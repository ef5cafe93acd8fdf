import type { Benchmark } from '../benchmarks/benchmark';
import type { MetricValueOptions } from '../benchmarks/metricValue';
import { defaultPolicy } from '../benchmarks/protocolPolicy';
import { lacksReply } from '../dialogue/dialogue';
import { wordingFile } from '../judging/judgeWording';
import type { RunManifest } from '../store/runManifest';
import type { Tagging } from '../tagging/tagging';
import { caseSummary } from './caseSummary';
import { failureTagCounts } from './failureTags';
import { judgesAgreement } from './judgesAgreement';
import { KeptRows } from './keptRows';
import { majorityCounts, majorityName } from './majorityVerdicts';
import { metricBlocks } from './metricBlocks';
import { isJudged, type Play } from './play';
import { quotationCounts } from './quotationCounts';
import type { BenchmarkReport, CaseSummary } from './reportModel';
import type { PlannedPlays } from './runProgress';
import { majorityResults, sampleResults } from './sampleResults';
import { judgeCatalog } from './verdictChip';

export interface BenchmarkReportOptions {
  readonly judgeModels: readonly string[];
  readonly goingOn: boolean;
  readonly metrics: MetricValueOptions;
  /** Whether metrics by the vote of all judges stand beside those of each. */
  readonly majority: boolean;
  /** What a judge said of failing replies. */
  readonly tagging?: Tagging | undefined;
  /** Rows of earlier reports of the same session. */
  readonly rows?: KeptRows | undefined;
}

/** Everything about one benchmark of a run. */
export function benchmarkReport(
  entry: RunManifest['benchmarks'][number],
  benchmark: Benchmark,
  { plays, estimate }: PlannedPlays,
  options: BenchmarkReportOptions,
): BenchmarkReport {
  const { judgeModels, goingOn, rows = new KeptRows() } = options;
  const catalog = judgeCatalog(benchmark);
  const cases = plays.map((play) =>
    rows.row(play, () => caseSummary(play, judgeModels, catalog, options.metrics.policy, options.tagging)),
  );
  const byJudge = judgeModels.map((judge) => ({ judge, results: sampleResults(plays, judge, { goingOn }) }));
  const [first] = byJudge;
  const agreement = judgesAgreement(benchmark, plays, judgeModels, options.metrics);
  const policy = options.metrics.policy ?? defaultPolicy;
  const failureTags = failureTagCounts(benchmark, plays, judgeModels[0] ?? '', policy, options.tagging);
  const voted = options.majority
    ? [{ judge: majorityName(judgeModels.length), results: majorityResults(plays, judgeModels, { goingOn }) }]
    : [];
  const quotations = quotationCounts(plays, judgeModels);
  return {
    id: benchmark.id,
    title: benchmark.title,
    question: benchmark.question,
    ...(benchmark.headlines === undefined ? {} : { headlines: benchmark.headlines }),
    samples: new Set(plays.map(({ item }) => item.sample.id)).size,
    completed: countOf(plays, 'complete'),
    planned: plays.length,
    noReply: countOf(plays, 'noReply'),
    refused: countOf(plays, 'refused'),
    failed: countOf(plays, 'failed'),
    notApplicable: countOf(plays, 'notApplicable'),
    ...verdictCounts(cases, missedJudgings(plays, options) * estimate.verdicts),
    blocks: [...byJudge, ...voted].flatMap(({ judge, results }) =>
      metricBlocks(benchmark, results, judge, options.metrics, goingOn),
    ),
    ...(quotations.length === 0 ? {} : { quotations }),
    cases,
    judges: benchmark.judges.map(({ id, title, question, version }) => {
      const ownWording = wordingFile(entry.wordings, id);
      return {
        id,
        title,
        question,
        version: entry.judgeVersions[id] ?? version,
        ...(ownWording === undefined ? {} : { ownWording }),
      };
    }),
    ...(agreement === undefined ? {} : { agreement }),
    ...(options.majority ? { majority: majorityCounts(plays, judgeModels) } : {}),
    ...(failureTags === undefined ? {} : { failureTags }),
    pictures:
      first === undefined
        ? []
        : (benchmark.pictures?.(first.results, policy) ?? []).map((picture) => ({
            ...picture,
            judge: first.judge,
          })),
  };
}

function countOf(plays: readonly Play[], status: Play['dialogue']['status']): number {
  return plays.filter(({ dialogue }) => dialogue.status === status).length;
}

/**
 * How often a judge model owes all verdicts of a play and none will come: the play ended without a reply, or the run ended
 * before the judge came to it.
 */
function missedJudgings(plays: readonly Play[], { judgeModels, goingOn }: BenchmarkReportOptions): number {
  let missed = 0;
  for (const play of plays) {
    const { status } = play.dialogue;
    if (lacksReply(status)) missed += judgeModels.length;
    else if (status === 'complete' && !goingOn) missed += judgeModels.filter((judge) => !isJudged(play, judge)).length;
  }
  return missed;
}

/** `lostVerdicts` were owed and never come: coverage must say so. */
function verdictCounts(
  cases: readonly CaseSummary[],
  lostVerdicts: number,
): Pick<BenchmarkReport, 'verdicts' | 'judgeFailed' | 'coverage'> {
  let verdicts = 0;
  let judgeFailed = 0;
  for (const { chips } of cases) {
    verdicts += chips.length;
    for (const { outcome } of chips) if (outcome === 'unscored') judgeFailed += 1;
  }
  const owed = verdicts + lostVerdicts;
  return { verdicts, judgeFailed, coverage: owed === 0 ? undefined : (verdicts - judgeFailed) / owed };
}

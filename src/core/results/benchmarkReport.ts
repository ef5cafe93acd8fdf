import type { Benchmark } from '../benchmark/benchmark';
import { lacksReply } from '../benchmark/dialogue';
import { wordingFile } from '../benchmark/judging/judgeWording';
import { type MetricValue, wasPlanned } from '../benchmark/metric';
import { metricValue, type MetricValueOptions } from '../benchmark/metricValue';
import { defaultPolicy, type ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import type { Tagging } from '../run/tagging';
import type { RunManifest } from '../store/runManifest';
import { caseSummary, KeptRows } from './caseSummary';
import { failureTagCounts } from './failureTags';
import { judgesAgreement } from './judgesAgreement';
import { isJudged, type Play } from './play';
import type { BenchmarkReport, CaseSummary, MetricBlock } from './reportModel';
import { type PlannedPlays, verdictsIn } from './runProgress';
import { majorityCounts, majorityName } from './saidOfSlots';
import { majorityResults, sampleResults } from './sampleResults';
import { quotationCounts } from './verdictChip';

interface BenchmarkReportOptions {
  readonly judgeModels: readonly string[];
  readonly goingOn: boolean;
  /** Whether the run ended before its end, so that plays may be judged in part. */
  readonly wasCut: boolean;
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
  const cases = plays.map((play) =>
    rows.row(play, () => caseSummary(play, judgeModels, options.metrics.policy, options.tagging)),
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
    headlines: benchmark.headlines,
    samples: new Set(plays.map(({ item }) => item.sample.id)).size,
    completed: countOf(plays, 'complete'),
    planned: plays.length,
    noReply: countOf(plays, 'noReply'),
    refused: countOf(plays, 'refused'),
    failed: countOf(plays, 'failed'),
    notApplicable: countOf(plays, 'notApplicable'),
    ...verdictCounts(cases, lostVerdicts(plays, estimate, options)),
    blocks: [...byJudge, ...voted].flatMap(({ judge, results }) =>
      metricBlocks(benchmark, results, judge, options.metrics, goingOn),
    ),
    quotations: quotations.length === 0 ? undefined : quotations,
    cases,
    judges: benchmark.judges.map(({ id, title, question, version }) => ({
      id,
      title,
      question,
      version: entry.judgeVersions[id] ?? version,
      ownWording: wordingFile(entry.wordings, id),
    })),
    ...(agreement && { agreement }),
    majority: options.majority ? majorityCounts(plays, judgeModels) : undefined,
    failureTags,
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

interface LostVerdicts {
  /** Of plays that ended without a reply. */
  readonly unreplied: number;
  /** Of complete plays, as the run ended before the judge came to them. */
  readonly missing: number;
  /** Of plays that the run ended before their reply came. */
  readonly unplayed: number;
}

/** Verdicts that judge models owe and that will not come: about as many as such plays have, or exactly as many where the run was cut off. */
function lostVerdicts(
  plays: readonly Play[],
  { verdicts }: PlannedPlays['estimate'],
  { judgeModels, goingOn, wasCut, metrics: { policy = defaultPolicy } }: BenchmarkReportOptions,
): LostVerdicts {
  let [unreplied, missing, unplayed] = [0, 0, 0];
  for (const play of plays) {
    const { status } = play.dialogue;
    if (lacksReply(status)) unreplied += judgeModels.length * verdicts;
    else if (wasCut && status !== 'complete' && status !== 'notApplicable') unplayed += judgeModels.length * verdicts;
    if (status !== 'complete' || goingOn) continue;
    for (const judge of judgeModels) {
      if (wasCut) missing += openVerdicts(play, judge, policy);
      else if (!isJudged(play, judge)) missing += verdicts;
    }
  }
  return { unreplied, missing, unplayed };
}

/** The verdicts of the tasks that can be set now and that a judge model has not been heard on. */
function openVerdicts({ item, dialogue, state }: Play, judge: string, policy: ProtocolPolicy): number {
  const [answers, failures] = [state.answers.get(judge), state.judgeFailures.get(judge)];
  return item.benchmark
    .judgements(
      item.sample,
      dialogue,
      [...(answers?.values() ?? [])].flatMap((record) => record.verdicts),
      policy,
    )
    .filter(({ key }) => answers?.has(key) !== true && failures?.has(key) !== true)
    .reduce((sum, task) => sum + verdictsIn(task), 0);
}

/** What was owed on replies and never comes is in the coverage; of replies that never came, the count of cases speaks. */
function verdictCounts(
  cases: readonly CaseSummary[],
  { unreplied, missing: unheard, unplayed }: LostVerdicts,
): Pick<BenchmarkReport, 'verdicts' | 'judgeFailed' | 'missing' | 'coverage'> {
  let verdicts = 0;
  let judgeFailed = 0;
  for (const { chips } of cases) {
    verdicts += chips.length;
    for (const { outcome } of chips) if (outcome === 'unscored') judgeFailed += 1;
  }
  const owed = verdicts + unreplied + unheard;
  const missing = Math.round(unheard + unplayed);
  const coverage = owed === 0 ? undefined : (verdicts - judgeFailed) / owed;
  return { verdicts, judgeFailed, missing: missing === 0 ? undefined : missing, coverage };
}

/**
 * A benchmark's metrics by one judge model, in the benchmark's order of blocks; metrics that name no block of it come first.
 * A metric for which nothing was planned is left out, as is a block of such metrics; while the run goes on they may still come.
 */
function metricBlocks(
  benchmark: Benchmark,
  results: readonly SampleResult<Sample>[],
  judge: string,
  options: MetricValueOptions,
  goingOn: boolean,
): readonly MetricBlock[] {
  const known = new Set(benchmark.blocks.map(({ id }) => id));
  const byBlock = new Map<string, MetricValue[]>([
    ['', []],
    ...benchmark.blocks.map(({ id }) => [id, []] as [string, MetricValue[]]),
  ]);
  for (const definition of benchmark.metrics) {
    const block = definition.block !== undefined && known.has(definition.block) ? definition.block : '';
    byBlock.get(block)?.push(metricValue(definition, results, options));
  }
  const heads = known.has('') ? benchmark.blocks : [{ id: '', title: benchmark.title }, ...benchmark.blocks];
  return heads.flatMap(({ id, title }) => {
    const metrics = byBlock.get(id) ?? [];
    const planned = metrics.filter(wasPlanned);
    return planned.length === 0 ? [] : [{ id, title, judge, metrics: goingOn ? metrics : planned }];
  });
}

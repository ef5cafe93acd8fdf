import type { Benchmark } from '../benchmark/benchmark';
import { lacksReply } from '../benchmark/dialogue';
import { overrideFile } from '../benchmark/judging/promptOverride';
import { slotsIn } from '../benchmark/judging/judgeTask';
import { wasPlanned } from '../benchmark/metric';
import { metricValue, type MetricValueOptions } from '../benchmark/metricValue';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { isAsked, isPlayed } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { savedCalls } from '../run/savedCalls';
import { usualResamples } from '../statistics/bootstrap';
import { type RunManifest, triesTexts } from '../store/runManifest';
import { caseSummary, KeptRows } from './caseDetail';
import { failureGroups } from './failureGroups';
import { failureTagCounts } from './failureTags';
import { judgesAgreement } from './judgesAgreement';
import { estimateJudgements, isJudged, type PlannedTrials, type Trial, readTrial, runProgress } from './trial';
import type { BenchmarkReport, CaseSummary, MetricBlock, RunReport } from './reportModel';
import { editsReport } from './editReport';
import { citeReport } from './citeReport';
import { ruleReport } from './ruleReport';
import { reportWarnings } from './reportWarnings';
import { judgeModelsOf, reportedJudgesOf, runHeader } from './runHeader';
import { majorityCounts, majorityName, sampleResults } from './slotLabels';
import { quotationCounts } from './verdictChip';

export interface ReportOptions {
  /** Milliseconds of this attempt so far, by a monotonic clock; absent if the run is not running. */
  readonly runningMs?: number;
  /** Bootstrap resamples; `usualResamples` by default. A live panel uses fewer. */
  readonly resamples?: number;
  readonly majority?: boolean;
  readonly rows?: KeptRows | undefined;
}

/** The report of a run in any state. Pure: the same records and options give the same report. */
export function buildReport(session: RunSession, options: ReportOptions = {}): RunReport {
  const { manifest, policy } = session;
  const judgeModels = reportedJudgesOf(session);
  const parts = manifest.benchmarks.flatMap((entry) => {
    const items = session.items.filter(
      (item) =>
        item.benchmark.id === entry.id && isPlayed(session, item) && (!triesTexts(manifest) || item.repeat === 0),
    );
    const [first] = items;
    if (first === undefined) return [];
    const trials = items.map((item) => readTrial(session, item));
    return [{ entry, benchmark: first.benchmark, trials, estimate: estimateJudgements(session, trials) }];
  });
  const majority = options.majority === true && judgeModels.length > 1 ? majorityName(judgeModels.length) : undefined;
  const progress = runProgress(parts, judgeModelsOf(manifest));
  const header = runHeader(session, options.runningMs, progress);
  const goingOn = header.status === 'running';
  const saved = goingOn || triesTexts(manifest) ? undefined : savedCalls(session);
  const run = { ...header, majority, saved };
  const rest = {
    ...{ session, judgeModels, majority, goingOn },
    wasCut: !goingOn && run.status !== 'completed',
    metrics: { seed: manifest.seed, resamples: options.resamples ?? usualResamples, policy },
    rows: options.rows ?? new KeptRows(),
  };
  // Replies to a prompt that lacks rules are no cases of it.
  const benchmarks = manifest.ruleTest ? [] : parts.map((part) => benchmarkReport({ ...part, ...rest }));
  const warnings = reportWarnings(session, run, benchmarks, parts);
  // A live report is made four times a second, and outcomes read while more come are significant too often.
  const rules = goingOn ? undefined : (ruleReport(session, judgeModels[0] ?? '') ?? editsReport(session));
  const cites = goingOn ? undefined : citeReport(session, judgeModels[0] ?? '');
  return { schemaVersion: 1, run, warnings, benchmarks, rules, cites };
}

interface ReportedPart extends PlannedTrials {
  readonly entry: RunManifest['benchmarks'][number];
  readonly benchmark: Benchmark;
  readonly session: RunSession;
  readonly judgeModels: readonly string[];
  readonly majority: string | undefined;
  readonly goingOn: boolean;
  /** True if the run stopped early, so that trials may be judged only in part. */
  readonly wasCut: boolean;
  readonly metrics: MetricValueOptions;
  readonly rows: KeptRows;
}

function benchmarkReport(part: ReportedPart): BenchmarkReport {
  const { entry, benchmark, trials, session, judgeModels, majority, goingOn, metrics, rows } = part;
  const { policy, tagging } = session;
  const cases = trials.map((trial) => rows.row(trial, () => caseSummary(trial, judgeModels, policy, tagging)));
  const byJudge = judgeModels.map((judge) => ({ judge, results: sampleResults(trials, [judge], goingOn) }));
  if (majority !== undefined) byJudge.push({ judge: majority, results: sampleResults(trials, judgeModels, goingOn) });
  const agreement = judgesAgreement(benchmark, trials, judgeModels, metrics);
  const quotations = quotationCounts(trials, judgeModels);
  const countOf = (status: Trial['dialogue']['status']): number =>
    trials.filter(({ dialogue }) => dialogue.status === status).length;
  return {
    id: benchmark.id,
    title: benchmark.title,
    question: benchmark.question,
    headlines: benchmark.headlines,
    samples: new Set(trials.map(({ item }) => item.sample.id)).size,
    completed: countOf('complete'),
    planned: trials.length,
    noReply: countOf('noReply'),
    refused: countOf('refused'),
    failed: countOf('failed'),
    notApplicable: countOf('notApplicable'),
    ...verdictCounts(cases, part),
    blocks: byJudge.flatMap(({ judge, results }) => metricBlocks(benchmark, results, judge, metrics, goingOn)),
    quotations: quotations.length === 0 ? undefined : quotations,
    cases,
    failures: failureGroups(benchmark, trials, cases, judgeModels[0] ?? ''),
    judges: benchmark.judges.map(({ id, title, question, version }) => ({
      ...{ id, title, question },
      version: entry.judgeVersions[id] ?? version,
      promptOverride: overrideFile(entry.promptOverrides, id),
    })),
    ...(agreement && { agreement }),
    majority: majority === undefined ? undefined : majorityCounts(trials, judgeModels),
    failureTags: failureTagCounts(benchmark, trials, judgeModels[0] ?? '', policy, tagging),
    pictures: byJudge
      .slice(0, 1)
      .flatMap(({ judge, results }) =>
        (benchmark.pictures?.(results, policy) ?? []).map((picture) => ({ ...picture, judge })),
      ),
  };
}

/** Counts verdicts, and those that will not arrive: an average per unjudged trial, or exact after a cut-off. */
function verdictCounts(
  cases: readonly CaseSummary[],
  { trials, estimate, judgeModels, goingOn, wasCut, session: { policy } }: ReportedPart,
): Pick<BenchmarkReport, 'verdicts' | 'judgeFailed' | 'missing' | 'coverage'> {
  const chips = cases.flatMap((one) => one.chips);
  const judgeFailed = chips.filter(({ outcome }) => outcome === 'unscored').length;
  let [unreplied, unheard, unplayed] = [0, 0, 0];
  for (const trial of trials) {
    const { status } = trial.dialogue;
    const { verdicts } = trial.asked?.counts ?? estimate;
    if (lacksReply(status)) unreplied += judgeModels.length * verdicts;
    else if (status === 'complete' && !goingOn) {
      for (const judge of judgeModels) {
        if (wasCut) unheard += openVerdicts(trial, judge, policy);
        else if (!isJudged(trial, judge)) unheard += verdicts;
      }
    } else if (wasCut && status !== 'notApplicable') unplayed += judgeModels.length * verdicts;
  }
  const expected = chips.length + unreplied + unheard;
  return {
    verdicts: chips.length,
    judgeFailed,
    missing: Math.round(unheard + unplayed) || undefined,
    coverage: expected === 0 ? undefined : (chips.length - judgeFailed) / expected,
  };
}

/** Number of verdicts in tasks that a judge could be given now but has not answered. */
function openVerdicts({ item, dialogue, state, asked }: Trial, judge: string, policy: RunSession['policy']): number {
  const [answers, failures] = [state.answers.get(judge), state.judgeFailures.get(judge)];
  const verdicts = [...(answers?.values() ?? [])].flatMap((record) => record.verdicts);
  return item.benchmark
    .judgements(item.sample, dialogue, verdicts, policy)
    .filter((task) => isAsked(task, asked?.judges))
    .filter(({ key }) => answers?.has(key) !== true && failures?.has(key) !== true)
    .flatMap(slotsIn).length;
}

/** In the benchmark's order, metrics without a block first. Unplanned metrics are left out once the run has ended. */
function metricBlocks(
  benchmark: Benchmark,
  results: readonly SampleResult<Sample>[],
  judge: string,
  options: MetricValueOptions,
  goingOn: boolean,
): readonly MetricBlock[] {
  const known = new Set(['', ...benchmark.blocks.map(({ id }) => id)]);
  const values = benchmark.metrics.map((definition) => ({
    block: known.has(definition.block ?? '') ? (definition.block ?? '') : '',
    metric: metricValue(definition, results, options),
  }));
  const hasUnnamed = benchmark.blocks.some(({ id }) => id === '');
  const groups = hasUnnamed ? benchmark.blocks : [{ id: '', title: benchmark.title }, ...benchmark.blocks];
  return groups.flatMap(({ id, title }) => {
    const metrics = values.filter(({ block }) => block === id).map(({ metric }) => metric);
    const planned = metrics.filter(wasPlanned);
    return planned.length === 0 ? [] : [{ id, title, judge, metrics: goingOn ? metrics : planned }];
  });
}

import type { Interval } from '../statistics/interval';
import type { JudgeCost, MajorityCounts, AlphaFigure, JudgesAgreement } from './judgesAgreement';
import type {
  BenchmarkReport,
  MetricTrust,
  QuotationCount,
  ReportedMetric,
  RunReport,
  RunStatus,
  RunTotals,
} from './reportModel';
import type { UnderstoodPrompt } from './understoodPrompt';

/** One metric of `evaluate --json` and `metrics --json`. `null` stands where there is no value, no interval or no block. */
interface MetricJson {
  readonly id: string;
  readonly block: string | null;
  readonly value: number | null;
  readonly n: number;
  readonly excluded: number;
  readonly incomplete?: number;
  readonly unit: string;
  readonly direction: string;
  readonly ci: { readonly low: number; readonly high: number; readonly level: number } | null;
  /** Only where a run has several judge models. */
  readonly judge?: string;
  /** What is known of each judge behind the metric; absent where none has a part in it. */
  readonly judgeTrust?: readonly JudgeTrustJson[];
  /** Why `value` is null, half a sentence, where that is known. */
  readonly lacking?: string;
}

/** How far a judge agrees with people; `null` where nobody has checked it, or the figure is not defined. */
interface JudgeTrustJson {
  readonly dimension: string;
  readonly status: MetricTrust['status'];
  /** Within tutors where `tutors` is a number. */
  readonly kappa: number | null;
  /** How many tutors kappa is within; null where the labels name fewer than two. */
  readonly tutors: number | null;
  readonly n: number | null;
  readonly at: string | null;
  readonly gold: string | null;
  /** An earlier wording of the judge was checked. */
  readonly older: boolean;
  readonly simulated: boolean;
  /** Labels answered by a model that had not learned from the reply. */
  readonly heldOut: number;
  /** Labels of new replies to dialogues that the judge was trained on; these are not held out. */
  readonly trainedDialogues: number;
  /** What was measured in the place of what the run scores, half a sentence. */
  readonly measuredOn: string | null;
  readonly reason: string | null;
}

/** How failing replies fail; only where a judge was asked. */
interface FailureTagsJson {
  readonly judge: string;
  readonly version: string;
  /** Failing replies by the first judge, and those of them with a readable answer. */
  readonly failing: number;
  readonly tagged: number;
  readonly unscored: number;
  /** Tagged replies that no tag fits. */
  readonly none: number;
  readonly tags: readonly { readonly id: string; readonly count: number }[];
}

interface BenchmarkJson {
  readonly id: string;
  readonly samples: number;
  /** Plays with a complete dialogue. */
  readonly completed: number;
  /** Plays whose reply was empty, refused or could not be had. */
  readonly noReply: number;
  /** Those of them whose reply was refused. */
  readonly refused: number;
  /** Plays skipped because the tutor model takes no images. */
  readonly notApplicable: number;
  readonly judgeFailed: number;
  readonly missing?: number;
  /** By judge model, of the quotations that were looked up, those that do not stand in what was judged; absent where none was. */
  readonly quotations?: readonly QuotationCount[];
  readonly metrics: readonly MetricJson[];
  /** Only where a run has several judge models. */
  readonly agreement?: JudgesAgreementJson;
  /** What the vote of all judges came to; only where it was asked for. */
  readonly majority?: MajorityCounts;
  readonly failureTags?: FailureTagsJson;
}

/** What `evaluate --json` prints: other tools rely on it, so members are added and never changed. */
interface EvaluateJson {
  readonly schemaVersion: 1;
  readonly runId: string;
  readonly runDir: string | null;
  readonly status: RunStatus;
  /** Which cap stopped the run, by its member of `run.json`; only where `status` is `overBudget`. */
  readonly cap?: NonNullable<RunReport['run']['cap']>;
  readonly prompt: { readonly path: string; readonly revision: string };
  readonly tutor: string;
  /** Only where a model plays the student. */
  readonly student?: string;
  readonly judges: readonly string[];
  /** Only where the replies were recorded elsewhere: `missing` samples and `unused` records are not in the run. */
  readonly recorded?: RunReport['run']['recorded'];
  /** What the vote of all judges is called as the `judge` of a metric; only where it was asked for. */
  readonly majority?: string;
  readonly simulated: boolean;
  /** Which sentences of the prompt the tutor understood; only where it is simulated. With none `metrics` are empty. */
  readonly understood?: UnderstoodJson;
  readonly benchmarks: readonly BenchmarkJson[];
  readonly calls: RunTotals['calls'];
  readonly tokens: RunTotals['tokens'];
  readonly cost: { readonly usd: number | null; readonly unknownModels: readonly string[] };
  /** What each judge came to; only where a run has several. `usd` is `null` without a known price. */
  readonly judgeCosts?: readonly (Omit<JudgeCost, 'usd'> & { readonly usd: number | null })[];
  /** What a reader must know before the numbers, as the table shows it. */
  readonly warnings: readonly string[];
  readonly wallMs: number;
}

/** `builtIn` where a benchmark's own prompt is sent in place of the file. `does` is null where a sentence was not understood; very long lists are cut. */
interface UnderstoodJson extends Omit<UnderstoodPrompt, 'sentences'> {
  readonly sentences: readonly { readonly line: number; readonly text: string; readonly does: string | null }[];
}

/** The report as `evaluate --json` prints it. `runDir` is where the run's files are, for stores that have files. */
export function evaluateJson({ run, benchmarks, warnings }: RunReport, runDir: string | undefined): EvaluateJson {
  const { calls, tokens, cost, judges } = run.totals;
  return {
    schemaVersion: 1,
    runId: run.id,
    runDir: runDir ?? null,
    status: run.status,
    ...(run.cap === undefined ? {} : { cap: run.cap }),
    prompt: { path: run.promptPath, revision: run.revision },
    tutor: run.tutor,
    ...(run.student === undefined ? {} : { student: run.student }),
    judges: run.judges,
    ...(run.recorded === undefined ? {} : { recorded: run.recorded }),
    ...(run.majority === undefined ? {} : { majority: run.majority }),
    simulated: run.simulated,
    ...(run.understood === undefined ? {} : { understood: understoodJson(run.understood) }),
    benchmarks: benchmarks.map((benchmark) => benchmarkJson(benchmark, run)),
    calls,
    tokens,
    cost: { usd: cost.usd ?? null, unknownModels: cost.unknownModels },
    ...(judges === undefined ? {} : { judgeCosts: judges.map((one) => ({ ...one, usd: one.usd ?? null })) }),
    warnings: warnings.map(({ message }) => message),
    wallMs: run.wallMs,
  };
}

function understoodJson({ sentences, ...counts }: UnderstoodPrompt): UnderstoodJson {
  return { ...counts, sentences: sentences.map(({ line, text, does }) => ({ line, text, does: does ?? null })) };
}

/** A metric as JSON; `judge` is given where a run has several. */
export function metricJson(metric: ReportedMetric, judge?: string): MetricJson {
  const { id, block, value, n, excluded, incomplete, unit, direction, ci, lacking, judgeTrust } = metric;
  return {
    id,
    block: block ?? null,
    value: value ?? null,
    n,
    excluded,
    ...(incomplete === undefined ? {} : { incomplete }),
    unit,
    direction,
    ci: ci === undefined ? null : { low: ci.low, high: ci.high, level: ci.level },
    ...(lacking === undefined ? {} : { lacking }),
    ...(judge === undefined ? {} : { judge }),
    ...(judgeTrust === undefined ? {} : { judgeTrust: judgeTrust.map(trustJson) }),
  };
}

function trustJson({ dimension, status, ...known }: MetricTrust): JudgeTrustJson {
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
    heldOut: known.heldOut ?? 0,
    trainedDialogues: known.trainedDialogues ?? 0,
    measuredOn: known.measuredOn ?? null,
    reason: known.reason ?? null,
  };
}

function benchmarkJson(
  benchmark: BenchmarkReport,
  { judges, majority }: Pick<RunReport['run'], 'judges' | 'majority'>,
): BenchmarkJson {
  const { id, samples, completed, noReply, refused, failed, notApplicable, judgeFailed, missing, quotations, blocks } =
    benchmark;
  const metrics = [...judges, ...(majority === undefined ? [] : [majority])].flatMap((judge) =>
    blocks
      .filter((block) => block.judge === judge)
      .flatMap((block) => block.metrics.map((metric) => metricJson(metric, judges.length > 1 ? judge : undefined))),
  );
  return {
    id,
    samples,
    completed,
    noReply: noReply + refused + failed,
    refused,
    notApplicable,
    judgeFailed,
    ...(missing === undefined ? {} : { missing }),
    ...(quotations === undefined ? {} : { quotations }),
    metrics,
    ...betweenJudges(benchmark),
    ...tagsJson(benchmark),
  };
}

function tagsJson({ failureTags }: BenchmarkReport): Pick<BenchmarkJson, 'failureTags'> {
  if (failureTags?.judge === undefined) return {};
  const { judge, version, failing, tagged, unscored, none, tags } = failureTags;
  const counts = tags.map(({ id, count }) => ({ id, count }));
  return { failureTags: { judge, version, failing, tagged, unscored, none, tags: counts } };
}

function betweenJudges({ agreement, majority }: BenchmarkReport): Pick<BenchmarkJson, 'agreement' | 'majority'> {
  return {
    ...(agreement === undefined ? {} : { agreement: agreementJson(agreement) }),
    ...(majority === undefined ? {} : { majority }),
  };
}

/** Krippendorff's alpha for other tools; `null` where it is not defined, with the reason. */
interface AlphaJson {
  readonly value: number | null;
  readonly ci: Interval | null;
  readonly reason: string | null;
}

/** How far the judges of a benchmark agree, as `evaluate --json` prints it. */
interface JudgesAgreementJson {
  readonly judges: readonly string[];
  /** Cases with a disagreement. */
  readonly cases: number;
  readonly dimensions: readonly {
    readonly id: string;
    /** Verdicts that at least two judges gave, and those of them on which they differ. */
    readonly compared: number;
    readonly split: number;
    /** Labels that alpha rests on. */
    readonly pairable: number;
    /** Share of the pairs of judges that say the same, 0..1. */
    readonly agreement: number | null;
    readonly alpha: AlphaJson;
    /** By rank; `null` where the labels have no order. */
    readonly alphaOrdinal: AlphaJson | null;
  }[];
}

/** The agreement as other tools read it. */
function agreementJson({ judges, cases, dimensions }: JudgesAgreement): JudgesAgreementJson {
  return {
    judges,
    cases,
    dimensions: dimensions.map(({ id, compared, split, pairable, agreement, nominal, ordinal }) => ({
      id,
      compared,
      split,
      pairable,
      agreement: agreement ?? null,
      alpha: alphaJson(nominal),
      alphaOrdinal: ordinal === undefined ? null : alphaJson(ordinal),
    })),
  };
}

function alphaJson({ value, ci, reason }: AlphaFigure): AlphaJson {
  return { value: value ?? null, ci: ci ?? null, reason: reason ?? null };
}

import type { Benchmark } from '../core/benchmark/benchmark';
import type { LabelledComparison } from '../core/compare/comparisonSentence';
import { decideLook, hasLooks } from '../core/compare/lookDecision';
import type { DecideLook } from '../core/run/runScope';
import type { RunSession } from '../core/run/runSession';
import type { RunReport } from '../core/results/reportModel';
import { simulatedTitle } from '../core/results/understoodPrompt';
import { modelName, type RunManifest, simulatedPartsOf } from '../core/store/runManifest';
import { type CliContext, CliError } from './cliContext';
import { type CliOptions, optionNamed } from './cliOptions';
import { baselineOfRun, comparedHistory, openBaseline } from './compareCommand';
import { benchmarksOf, type OpenedRun } from './openRun';
import { inShell } from './terminalText';

/** Checks of a finished run, and the options that repeat them on resume. */
export interface RunChecks {
  compare?(): Promise<LabelledComparison>;
  /** With a baseline: what goes on after a look. */
  readonly decideLook?: DecideLook | undefined;
  check(report: RunReport): readonly string[];
  /** Printed beside the result of the checks, whether they pass or fail. */
  readonly note?: string | undefined;
  /** The checks as options, with a leading space; may be empty. */
  readonly arguments: string;
}

/** Prepares the checks before anything is run. Throws `CliError` or `RunStoreError`. */
export async function runChecks(
  { session, root }: { readonly session: RunSession; readonly root: string },
  options: CliOptions,
  context: CliContext,
): Promise<RunChecks> {
  const { manifest } = session;
  const { baseline: named, failUnder = [], allowSimulated } = options;
  const thresholds = parseThresholds(failUnder, benchmarksOf(manifest, context));
  const check = (report: RunReport): readonly string[] => checkThresholds(thresholds, report);
  const plain = { check, arguments: argumentsOf(options, undefined) };
  if (named === undefined && thresholds.length === 0) return plain;
  assertRealTutor(thresholds.length > 0 ? '--fail-under' : '--baseline', manifest, allowSimulated);
  if (named === undefined) return { ...plain, note: noteOn([manifest]) };
  const baseline = await openBaseline(named, root, context);
  if (baseline.root === root && baseline.runId === manifest.runId)
    throw new CliError(`--baseline ${named}: that is the run itself. Name an earlier run.`);
  assertRealTutor('--baseline', baseline.session.manifest, allowSimulated, `run ${baseline.runId}`);
  const name = baseline.root === root ? baseline.runId : baseline.store.directoryOf(baseline.runId);
  return {
    check,
    note: noteOn([baseline.session.manifest, manifest]),
    compare: () => baselineOfRun(baseline, session, options, context),
    decideLook: looksOf(baseline, session, options, context),
    arguments: argumentsOf(options, name),
  };
}

function looksOf({ store, session: before }: OpenedRun, after: RunSession, options: CliOptions, context: CliContext) {
  const { across: intended, margin, smallest, guardMargin, allowSimulated, runAll } = options;
  // A stored run may end early only beyond its limit.
  if ((runAll === true && after.state.status === undefined) || !hasLooks(before, after, { allowSimulated }))
    return undefined;
  const choices = { intended, margin, smallest, guardMargin, allowSimulated };
  return async (units: number) => {
    const { others, chosen } = await comparedHistory(store, before, after, context);
    return decideLook(before, after, units, { ...choices, others, chosen });
  };
}

/** A passing check prints nothing else, so simulated parts need a note of their own. */
function noteOn(manifests: readonly RunManifest[]): string | undefined {
  const parts = [...new Set(manifests.flatMap((manifest) => simulatedPartsOf(manifest)))];
  return parts.length === 0
    ? undefined
    : `Simulated in this check: ${parts.join(', ')}. Its result partly follows from rules, so it is no evidence about a prompt.`;
}

const repeated = [
  ...(['baseline', 'across', 'margin', 'smallest', 'guardMargin', 'failUnder'] as const),
  ...(['allowSimulated', 'runAll'] as const),
];

function argumentsOf(options: CliOptions, baseline: string | undefined): string {
  const given = { ...options, baseline };
  const named = repeated.flatMap((name) =>
    [given[name] ?? false].flat().map((value) => {
      if (typeof value === 'boolean') return value ? ` ${optionNamed(name)}` : '';
      return ` ${optionNamed(name)} ${inShell(String(value))}`;
    }),
  );
  return named.join('');
}

/** Reads `--fail-under`, such as `P-Redirect=0.6` or `guideeval/accErr/O-Advance=0.7`. Throws `CliError`. */
function parseThresholds(texts: readonly string[], benchmarks: readonly Benchmark[]) {
  return texts.map((text) => {
    const match = /^(?<metric>[^=]+)=(?<value>-?(?:\d+(?:\.\d+)?|\.\d+))$/.exec(text.trim());
    const metric = match?.groups?.metric;
    if (metric === undefined)
      throw new CliError(`--fail-under ${text}: write METRIC=NUMBER, for instance P-Redirect=0.6.`);
    const path = metric.split('/');
    const all = benchmarks.flatMap(({ id: benchmark, metrics }) => metrics.map((one) => ({ benchmark, ...one })));
    const fitting = all.filter(({ benchmark, block = '', id }) => fits([benchmark, block, id], path));
    if (fitting.length === 0) {
      const known = [...new Set(all.map(({ id }) => id))].join(', ');
      throw new CliError(`--fail-under ${text}: there is no metric “${metric}”. Known: ${known}.`);
    }
    const value = Number(match?.groups?.value);
    if (value > 0 && value < 1 && fitting.every(({ unit }) => unit === 'percent')) {
      // 0.57 times 100 is not quite 57.
      const percent = Number((value * 100).toPrecision(12));
      throw new CliError(
        `--fail-under ${text}: “${metric}” is in percent; write ${metric}=${percent} for ${percent} %.`,
      );
    }
    return { text, path, value };
  });
}

/** A line for each metric below its threshold or without a value. The vote of several judges is not checked. */
export function checkThresholds(thresholds: ReturnType<typeof parseThresholds>, report: RunReport): readonly string[] {
  return thresholds.flatMap((threshold) => {
    const fitting = report.benchmarks.flatMap(({ id: benchmark, blocks }) =>
      blocks.flatMap(({ id: block, judge, metrics }) =>
        metrics
          .filter(({ id }) => report.run.judges.includes(judge) && fits([benchmark, block, id], threshold.path))
          .map((metric) => ({ metric, where: `${benchmark}/${block}/${metric.id} (${judge})` })),
      ),
    );
    if (fitting.length === 0) return [`${threshold.text}: nothing was measured.`];
    return fitting.flatMap(({ metric: { value, n, lacking }, where }) => {
      const mark = simulatedTitle(report.run.simulatedParts);
      if (value === undefined) {
        const why = lacking === undefined ? '' : ` (${lacking})`;
        return [`${where} is n/a${why}, so it is not shown to reach ${threshold.value}.${mark}`];
      }
      if (value >= threshold.value) return [];
      return [`${where} is ${value.toFixed(4)} (n = ${n}), below ${threshold.value}.${mark}`];
    });
  });
}

/** Whether a path names this metric: by the end of its name, or by benchmark and metric without the block. */
function fits(name: readonly string[], path: readonly string[]): boolean {
  const [benchmark, , metric] = name;
  if (path.length === 2 && path[0] === benchmark && path[1] === metric) return true;
  return path.length <= name.length && path.every((part, index) => part === name[name.length - path.length + index]);
}

/** Throws `CliError` for a simulated tutor: its scores follow from rules and cannot rate a prompt. */
export function assertRealTutor(
  option: string,
  { tutor }: Pick<RunManifest, 'tutor'>,
  allowSimulated: boolean | undefined,
  run = 'this run',
): void {
  if (!tutor.simulated || allowSimulated === true) return;
  throw new CliError(
    `${option}: the tutor of ${run} (${modelName(tutor)}) is simulated, so its scores decide nothing about a prompt. Evaluate with a real model (--tutor), or add --allow-simulated to try the check out.`,
  );
}

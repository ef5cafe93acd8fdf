import type { LabelledComparison } from '../core/compare/comparisonAnswer';
import type { Benchmark } from '../core/benchmarks/benchmark';
import type { RunSession } from '../core/engine/runSession';
import type { RunReport } from '../core/report/reportModel';
import { type RunManifest, simulatedPartsOf } from '../core/store/runManifest';
import { assertRealTutor } from './assertRealTutor';
import { baselineOfRun, openBaseline } from './baselineOfRun';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import type { ComparisonChoices } from './comparisonChoices';
import { inShell } from './inShell';
import { checkThresholds, parseThresholds } from './thresholds';

/** Options that say what a run has to stand up to when it has come to its end. */
export interface CheckChoices extends ComparisonChoices {
  readonly failUnder?: readonly string[];
  readonly baseline?: string;
}

/** A run that is to be checked. */
interface CheckedRun {
  readonly session: RunSession;
  /** Folder of its store, where a baseline is looked for too. */
  readonly root: string;
  readonly benchmarks: readonly Benchmark[];
}

/** What is done with a run that has come to its end, and how the command that goes on with it is told the same. */
export interface RunChecks {
  /** Only with a baseline. */
  compare?(): Promise<LabelledComparison>;
  /** Reasons to fail although the run went well. */
  check(report: RunReport): readonly string[];
  /** What is to be known beside the outcome of the checks, whatever it is. */
  readonly checkNote?: string | undefined;
  /** As options; begins with a space where there are any. */
  readonly checkArguments: string;
}

/** Reads what the checks need before anything is run. Throws `CliError` or `RunStoreError`. */
export async function runChecks(
  { session, root, benchmarks }: CheckedRun,
  choices: CheckChoices,
  context: CliContext,
): Promise<RunChecks> {
  const thresholds = parseThresholds(choices.failUnder ?? [], benchmarks);
  const check = (report: RunReport): readonly string[] => checkThresholds(thresholds, report);
  const { manifest } = session;
  const option = thresholds.length > 0 ? '--fail-under' : choices.baseline === undefined ? undefined : '--baseline';
  if (option === undefined) return { check, checkArguments: argumentsOf(choices, undefined) };
  assertRealTutor(option, manifest, choices.allowSimulated);
  if (choices.baseline === undefined)
    return { check, checkNote: noteOn([manifest]), checkArguments: argumentsOf(choices, undefined) };
  const baseline = await openBaseline(choices.baseline, root, context);
  if (baseline.root === root && baseline.runId === manifest.runId) {
    throw new CliError(`--baseline ${choices.baseline}: that is the run itself. Name an earlier run.`);
  }
  assertRealTutor('--baseline', baseline.session.manifest, choices.allowSimulated, `run ${baseline.runId}`);
  const name = baseline.root === root ? baseline.runId : baseline.store.directoryOf(baseline.runId);
  return {
    check,
    checkNote: noteOn([baseline.session.manifest, manifest]),
    compare: () => baselineOfRun(baseline, session, choices, context),
    checkArguments: argumentsOf(choices, name),
  };
}

/** A check may pass without a word, so that what was simulated is said by itself. */
function noteOn(manifests: readonly RunManifest[]): string | undefined {
  const parts = [...new Set(manifests.flatMap((manifest) => simulatedPartsOf(manifest)))];
  return parts.length === 0
    ? undefined
    : `Simulated in this check: ${parts.join(', ')}. Rules have a part in what it comes to, which is no evidence about a prompt.`;
}

function argumentsOf(choices: CheckChoices, baseline: string | undefined): string {
  const { failUnder = [], across = [], margin, smallest, allowSimulated = false } = choices;
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ['--baseline', baseline],
    ...across.map((kind) => ['--across', kind] as const),
    ['--margin', margin],
    ['--smallest', smallest],
    ...failUnder.map((text) => ['--fail-under', text] as const),
  ];
  const named = given.map(([option, value]) => (value === undefined ? '' : ` ${option} ${inShell(String(value))}`));
  return [...named, allowSimulated ? ' --allow-simulated' : ''].join('');
}

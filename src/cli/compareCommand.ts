import path from 'node:path';
import { example } from '../core/benchmarks/example';
import { comparePair, judgesToCompare } from '../core/compare/compareRuns';
import type { Comparison } from '../core/compare/comparison';
import { cautionWords } from '../core/compare/decisionWords';
import { comparisonJson, comparisonSummaryJson } from '../core/compare/comparisonJson';
import { comparisonAnswer, comparisonOutcome, type LabelledComparison } from '../core/compare/comparisonSentence';
import { comparedMark, whatIsCompared } from '../core/compare/describeComparison';
import { furtherRunsOf, withPlanned } from '../core/history/baseline';
import { type ChosenBaseline, chosenBaseline, freshBaselineWords } from '../core/history/chosenBaseline';
import { historyOfRun, promptHistory } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { comparisonText } from '../core/report/comparisonText';
import { evaluateJson } from '../core/report/evaluateJson';
import { runTrust, withJudgeDoubts } from '../core/report/runTrust';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import { examplePair, exampleRuns } from '../core/run/recorded/exampleRuns';
import { decideAims } from '../core/run/runChoices';
import type { RunSession } from '../core/run/runSession';
import { modelName } from '../core/store/runManifest';
import type { RunStore } from '../core/store/runStore';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import type { CliOptions, OneJudgeOptions } from './cliOptions';
import { type OpenedRun, openEvaluation, trustCards, unfinishedRun } from './openRun';
import { printJson, warn } from './printing';
import { readInput } from './readInput';
import { foreignText } from './terminalText';

/** Exits with 1 when a metric is worse or none could be tested. Throws `CliError` when no metric has both values. */
export const compareCommand: Command<[string, string], OneJudgeOptions> = async (before, after, options, context) => {
  const first = await openEvaluation(before, options.store, context);
  const second = await openEvaluation(after, options.store, context);
  const unfinished = [...new Set([first, second].flatMap(({ session }) => unfinishedRun(session) ?? []))];
  const history = await comparedHistory(first.store, first.session, second.session, context);
  const { label } = history;
  const plain = compareSessions(first.session, second.session, options, history, context);
  const comparison = withJudgeDoubts(plain, runTrust(second.session, await trustCards(second, context)));
  const outcome = comparisonOutcome(comparison);
  if (outcome.kind === 'nothing') throw new CliError([outcome.reason, ...unfinished].join(' '));
  for (const sentence of unfinished) warn(sentence, context);
  if (options.json === true) context.document(comparisonJson(comparison, label));
  else context.out(comparisonText(comparison, context, label));
  if (outcome.kind === 'tested') return outcome.worse.length > 0 ? exitCodes.failedCheck : exitCodes.done;
  const advice = ' Compare runs of a real model, or add --allow-simulated to try the check out.';
  const answer = foreignText(comparisonAnswer({ comparison, label }));
  context.err(`failed: No metric could be tested. ${answer}${comparison.withoutVerdicts === true ? advice : ''}\n`);
  return exitCodes.failedCheck;
};

/** Throws `CliError` for an unknown judge or two identical sides. */
export function compareSessions(
  before: RunSession,
  after: RunSession,
  choices: OneJudgeOptions,
  { others, chosen }: Pick<ComparedHistory, 'others' | 'chosen'>,
  context: Pick<CliContext, 'benchmarks'>,
): Comparison {
  const usual = judgesToCompare(before.manifest, after.manifest);
  const judge = {
    before: chosenJudge(before, choices.judgeBefore ?? choices.judge) ?? usual.before,
    after: chosenJudge(after, choices.judgeAfter ?? choices.judge) ?? usual.after,
  };
  if (before.manifest.runId === after.manifest.runId && judge.before === judge.after)
    throw new CliError(
      `Run ${after.manifest.runId} is the same on both sides. Name another run, or two of its judges with --judge-before and --judge-after.`,
    );
  const { allowSimulated, across: intended, margin, smallest, guardMargin, target = [], guard = [] } = choices;
  const aims = decideAims(target, guard, context);
  const options = { others, chosen, allowSimulated, intended, margin, smallest, guardMargin, aims };
  return comparePair(before, after, { judges: judge, ...options });
}

function chosenJudge({ manifest }: RunSession, judge: string | undefined): string | undefined {
  const names = manifest.judges.map(modelName);
  if (judge !== undefined && !names.includes(judge))
    throw new CliError(`Run ${manifest.runId} was not judged by ${judge}. It has: ${names.join(', ')}.`);
  return judge;
}

interface ComparedHistory {
  readonly label: string | undefined;
  /** Other runs of the earlier text. */
  readonly others: readonly RunSession[];
  readonly chosen: ChosenBaseline | undefined;
  /** Why the earlier text is run afresh before the later run; absent if it need not be. */
  readonly beforehand?: string | undefined;
}

/** The label of the earlier run's revision, and its other runs. Follows renames of the prompt. */
export async function comparedHistory(
  store: RunStore,
  before: RunSession,
  after: RunSession,
  context: CliContext,
): Promise<ComparedHistory> {
  const { prompt, benchmarks, runId } = before.manifest;
  const { revision } = prompt;
  const listings = await store.summaries();
  const later = await promptHistory(store, after.manifest.prompt.path, { listings });
  const found = await historyOfRun(store, runId, later, () => Promise.resolve(listings));
  const history = withPlanned(found, after.manifest);
  const ids = furtherRunsOf(history, { revision, benchmarks }, [runId, after.manifest.runId]);
  const opened = await Promise.allSettled(
    ids.map(async (id) => sessionOfRun(await store.open(id), context.benchmarks)),
  );
  return {
    label: history.revisions.find((one) => one.revision === revision)?.label,
    chosen: chosenBaseline(history, runId, after.manifest.runId),
    beforehand: freshBaselineWords(history, runId, after.manifest),
    // A damaged run does not count, and other commands report it.
    others: opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  };
}

/** Opens the run named by `--baseline`; warns when it is unfinished. */
export async function openBaseline(name: string, store: string | undefined, context: CliContext): Promise<OpenedRun> {
  const baseline = await openEvaluation(name, store, context);
  const unfinished = unfinishedRun(baseline.session);
  if (unfinished !== undefined) warn(unfinished, context);
  return baseline;
}

export async function baselineOfRun(
  baseline: OpenedRun,
  after: RunSession,
  { across, margin, smallest, guardMargin, allowSimulated }: CliOptions,
  context: CliContext,
): Promise<LabelledComparison> {
  const history = await comparedHistory(baseline.store, baseline.session, after, context);
  // `judge` is left out: for `evaluate` it names who judges the new run, not whose verdicts count.
  // The later run keeps the aims that it was made with.
  const choices = { across, margin, smallest, guardMargin, allowSimulated };
  return { comparison: compareSessions(baseline.session, after, choices, history, context), label: history.label };
}

/** Prints warnings, the compared runs and the result on standard error. */
export function sayBaseline(compared: LabelledComparison, context: CliContext): void {
  const { benchmarks, differences, intended, judgeDoubts } = compared.comparison;
  if (benchmarks.length === 0) return;
  const say = (line: string): void => context.err(`${foreignText(line)}\n`);
  for (const { kind, breaks, meaning, before, after } of differences) {
    if ((breaks && !intended.includes(kind)) || kind === 'benchmark') say(`warning: ${meaning} (${before} → ${after})`);
  }
  for (const caution of cautionWords(compared.comparison)) say(`warning: ${caution}`);
  say(whatIsCompared(compared.comparison));
  say(comparisonAnswer(compared));
  if (judgeDoubts !== undefined) say(`note: ${judgeDoubts.sentence}`);
}

/** Reasons to fail: a line for each metric that got worse, or one when no metric could be tested. */
export function checkBaseline({ comparison }: LabelledComparison): readonly string[] {
  const outcome = comparisonOutcome(comparison);
  const { id } = comparison.before;
  if (outcome.kind !== 'tested') return [`No metric could be tested against ${id}. ${outcome.reason}`];
  return outcome.worse.map((metric) => `${metric} is worse than in ${id}.${comparedMark(comparison)}`);
}

/** Shows recorded replies with people's labels. Needs no key or network and writes nothing. */
export async function exampleCommand({ json }: CliOptions, context: CliContext): Promise<number> {
  const file = path.join(context.exampleResults, example.file);
  const text = await readInput(file, 'The example file');
  const making = { now: Date.now(), toolVersion: context.version, promptPath: example.name };
  const sessions = exampleRuns({ name: example.file, text }, making, context.benchmarks).map((run) =>
    sessionOfRun(run, context.benchmarks),
  );
  const reports = sessions.map((session) => buildReport(session));
  const [before, after] = [examplePair.before, examplePair.after].map((id) =>
    sessions.find(({ manifest }) => manifest.runId === id),
  );
  if (before === undefined || after === undefined) throw new Error('The example lacks a run of its own.');
  const comparison = compareSessions(before, after, {}, { others: [], chosen: undefined }, context);
  if (json === true) {
    const shown = {
      schemaVersion: 1,
      runs: reports.map((report) => evaluateJson(report, undefined)),
      comparison: comparisonSummaryJson({ comparison }),
    };
    printJson(shown, context);
    return exitCodes.done;
  }
  for (const report of reports) {
    // Only the block of all dialogues; blocks by source are in the comparison and in `--json`.
    const overAll = report.benchmarks.map((benchmark) => ({ ...benchmark, blocks: benchmark.blocks.slice(0, 1) }));
    context.out(`${terminalTable({ ...report, benchmarks: overAll }, context)}\n`);
  }
  context.out(comparisonText(comparison, context));
  context.out(
    '\nTo evaluate your own tutor: tutor-prompt-lab evaluate PROMPT --benchmark mrbench --tutor MODEL --judge MODEL\n',
  );
  return exitCodes.done;
}

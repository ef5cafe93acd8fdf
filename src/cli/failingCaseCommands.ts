import path from 'node:path';
import { lastRuleTest } from '../core/history/lastRuleTest';
import { planTagging } from '../core/history/planRejudge';
import { promptHistory } from '../core/history/promptHistory';
import { turnedDownEdits } from '../core/history/turnedDown';
import { countWords } from '../core/text/countWords';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import { capsGiven, type CliOptions, type OneJudgeOptions } from './cliOptions';
import { findRun, type FoundRun, openRun } from './openRun';
import { printJson, warn, writeNamed } from './printing';
import { foreignText, inShell } from './terminalText';
import { planCites, type PlannedAside, planSuggestions } from '../core/history/planAside';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import type { RunReport } from '../core/results/reportModel';
import { estimateRun } from '../core/run/estimateRun';
import type { ManifestModel, RunManifest } from '../core/store/runManifest';
import type { StoredRun } from '../core/store/runStore';
import { finishRun } from './finishRun';
import { assertModels, judgesOf, storedJudges } from './modelServers';
import { readInput } from './readInput';

/** Asks a judge how the failing replies of a stored run fail. The tags stay in the run and change no score. */
export const tagsCommand: Command<[string], OneJudgeOptions> = async (name, { judge: named, ...options }, context) => {
  const run = await findRun(name, options.store, context);
  const { runId, root, store } = run;
  const stored = await store.open(runId);
  const { manifest } = stored;
  const models = manifest.judges.filter(({ simulated }) => !simulated);
  const asked = { ...manifest, judges: models.length === 0 ? manifest.judges : models };
  const judge = judgeBeside(asked, { ...options, ...(named !== undefined && { judge: [named] }) }, context);
  const { session, failing } = planTagging(stored, judge, capsGiven(options), context.benchmarks);
  const present = async (): Promise<number> => {
    const { benchmarks } = await showReport(run, options, context);
    const isMissing = benchmarks.some(({ failureTags }) => (failureTags?.failing ?? 0) > (failureTags?.tagged ?? 0));
    return isMissing ? exitCodes.incomplete : exitCodes.done;
  };
  const calls = session.items.length;
  if (calls === 0) {
    const tagged = countWords(failing, 'failing reply is', 'failing replies are');
    context.err(`All ${tagged} tagged already; nothing is sent.\n`);
    return present();
  }
  const goOn = `Go on with: tutor-prompt-lab tags ${runId} --store ${inShell(root)}${named === undefined ? '' : ` --judge ${inShell(named)}`}`;
  const planned = { session, calls, about: countWords(failing, 'failing reply', 'failing replies'), facts: {} };
  return askBeside(run, planned, { goOn, present }, options, context);
};

/** Asks a judge which rules the failing replies of a stored run broke. The answers stay beside its scores. */
export const citeCommand: Command<[prompt: string, run: string]> = async (prompt, name, options, context) => {
  const run = await openRun(name, options.store, context);
  const { runId, root, stored } = run;
  if (await hasOtherText(prompt, stored))
    warn(`Run ${runId} used another text than ${prompt}: the rules are the run’s.`, context);
  const judge = judgeBeside(stored.manifest, options, context);
  const request = { targets: options.target ?? [], caps: capsGiven(options) };
  const { metric, title, cases, ...planned } = planCites(stored, judge, request, context.benchmarks);
  const present = () => showReport(run, options, context).then(() => exitCodes.done);
  const about = `${countWords(cases, 'failing case', 'failing cases')} of ${title}`;
  const goOn = `Go on with: tutor-prompt-lab rules ${inShell(prompt)} --cite ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { metric, cases } }, { goOn, present }, options, context);
};

/** Asks a model for edits of one rule each, from failures that repeat. With `--out`, writes each edited prompt. */
export const suggestCommand: Command<[prompt: string, run: string]> = async (prompt, name, options, context) => {
  const run = await openRun(name, options.store, context);
  const { runId, root, store, stored } = run;
  const { explored, prompt: played } = stored.manifest;
  if (explored === undefined)
    throw new CliError(
      `Run ${runId} has each case once, and a failure may be chance. Run the failing cases again with: tutor-prompt-lab evaluate ${inShell(prompt)} --explore ${runId}`,
    );
  if (await hasOtherText(prompt, stored))
    throw new CliError(`${prompt} is not the text that run ${runId} played. Evaluate and explore it again.`);
  const original = await store.open(explored.run);
  const judge = judgeBeside(stored.manifest, options, context);
  const history = await promptHistory(store, played.path);
  const turnedDown = await turnedDownEdits(history, played.path, root, context.benchmarks);
  const tested = await lastRuleTest(history, store, context.benchmarks);
  const request = { targets: options.target ?? [], caps: capsGiven(options), turnedDown, tested };
  const { stable, proposedIn, ...planned } = planSuggestions(stored, original, judge, request, context.benchmarks);
  const present = async (): Promise<number> => {
    const all = proposedIn(await store.open(runId));
    const files: string[] = [];
    for (const [index, { title, why, failure, cases, text, refused }] of all.entries()) {
      const lines = [
        `${index + 1}. ${title}`,
        `   ${refused === undefined ? why : `Refused: ${refused}`}`,
        ...(cases === 0 ? [] : [`   For ${countWords(cases, 'case', 'cases')}: ${failure}`]),
      ];
      if (options.json !== true) context.out(lines.map((line) => `${foreignText(line)}\n`).join(''));
      if (options.out === undefined || text === undefined) continue;
      const file = path.join(options.out, `edit-${index + 1}.md`);
      files.push(await writeNamed({ file, makesFolders: true, shown: 'the edited prompt' }, text, context));
    }
    if (options.json === true) printJson({ schemaVersion: 1, runId, stable, suggestions: all }, context);
    if (files.length > 0)
      context.err(`Race them: tutor-prompt-lab edits ${[prompt, ...files].map((file) => inShell(file)).join(' ')}\n`);
    return exitCodes.done;
  };
  const about = `${countWords(stable, 'case fails', 'cases fail')} again`;
  const goOn = `Go on with: tutor-prompt-lab edits ${inShell(prompt)} --suggest ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { stable } }, { goOn, present }, options, context);
};

/** The named judge, else the first of the given run. */
function judgeBeside(run: RunManifest, options: CliOptions, context: CliContext): ManifestModel {
  const [judge] = options.judge === undefined ? storedJudges(run, options, context) : judgesOf(options, context);
  if (judge === undefined) throw new CliError(`Run ${run.runId} has no judge. Name one with --judge.`);
  return judge;
}

/**
 * Asks a judge what is planned about failing replies, and presents what is known then. With `--estimate` it only says
 * the cost. `about`: the cases. `goOn`: the command that continues. `present` resolves to the exit code.
 */
async function askBeside(
  { runId, store, root }: FoundRun,
  { session, calls, about, facts }: PlannedAside & { readonly about: string; readonly facts: object },
  { goOn, present }: { readonly goOn: string; readonly present: () => Promise<number> },
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  if (calls > 0) assertModels(session.manifest.judges, options, context);
  const usd = calls === 0 ? { low: 0, high: 0 } : estimateRun(session).usd;
  if (options.estimate === true && options.json === true) printJson({ ...facts, calls, usd: usd ?? null }, context);
  else context.err(`${about}, ${countWords(calls, 'call', 'calls')}, cost: ${costRange(usd)}.\n`);
  if (options.estimate === true) return exitCodes.done;
  if (calls === 0) return present();
  let shown: number | undefined;
  const run = {
    ...{ session, store, root, options, caps: capsGiven(options), tagging: goOn },
    openWriter: () => store.openTagging(runId, { takeOver: options.takeOver }),
    present: async () => {
      shown = await present();
    },
  };
  const code = await finishRun(run, context);
  return code === exitCodes.done ? (shown ?? code) : code;
}

/** Whether a prompt file has another text than the run. Throws `CliError` if it cannot be read. */
async function hasOtherText(file: string, { manifest: { prompt } }: StoredRun): Promise<boolean> {
  const text = await readInput(file, 'The prompt file', { largest: largestPrompt, links: 'follow' });
  return readPromptFile(prompt.path, text).revision !== prompt.revision;
}

/** Prints a stored run with all answers beside its scores. */
async function showReport({ runId, store }: FoundRun, { json }: CliOptions, context: CliContext): Promise<RunReport> {
  const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
  if (json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
  else context.out(terminalTable(report, context));
  return report;
}

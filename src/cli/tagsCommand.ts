import { planTagging } from '../core/history/planRejudge';
import type { RunManifest } from '../core/store/runManifest';
import { countWords } from '../core/text/countWords';
import { askBeside, showReport } from './askBeside';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import { capsGiven, type CliOptions, type OneJudgeOptions } from './cliOptions';
import { assertModels, judgesOf, storedJudges } from './modelServers';
import { findRun } from './openRun';
import { inShell } from './terminalText';

/** Asks a judge how the failing replies of a stored run fail. The tags stay in the run and change no score. */
export const tagsCommand: Command<[string], OneJudgeOptions> = async (name, { judge: named, ...options }, context) => {
  const run = await findRun(name, options.store, context);
  const { runId, root, store } = run;
  const stored = await store.open(runId);
  const judge = judgeFor(stored.manifest, named, options, context);
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
  assertModels([judge], options, context);
  const goOn = `Go on with: tutor-prompt-lab tags ${runId} --store ${inShell(root)}${named === undefined ? '' : ` --judge ${inShell(named)}`}`;
  const asked = { session, calls, about: countWords(failing, 'failing reply', 'failing replies'), facts: {} };
  return askBeside(run, asked, { goOn, present }, options, context);
};

/** The named judge, else the run's first judge that is a language model. */
function judgeFor(manifest: RunManifest, named: string | undefined, options: CliOptions, context: CliContext) {
  const [first] =
    named === undefined
      ? storedJudges({ judges: manifest.judges.filter(({ simulated }) => !simulated) }, options, context)
      : judgesOf({ ...options, judge: [named] }, context);
  if (first !== undefined) return first;
  throw new CliError(
    `Run ${manifest.runId} was judged offline, and failure tags need a language model. Name one, for instance --judge openai:MODEL.`,
  );
}

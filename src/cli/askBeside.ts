import type { PlannedAside } from '../core/history/planAside';
import { costRange } from '../core/report/estimateReport';
import { estimateRun } from '../core/run/estimateRun';
import type { ManifestModel } from '../core/store/runManifest';
import type { StoredRun } from '../core/store/runStore';
import { countWords } from '../core/text/countWords';
import { type CliContext, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishRun } from './finishRun';
import { storedJudges } from './judgeCommand';
import { assertModels, judgesOf } from './modelServers';
import type { FoundRun } from './openRun';
import { printJson } from './printing';

/** The named judge, else the first of the run. */
export function judgeBeside({ manifest }: StoredRun, options: CliOptions, context: CliContext): ManifestModel {
  const [judge] = options.judge === undefined ? storedJudges(manifest, options, context) : judgesOf(options, context);
  if (judge === undefined) throw new CliError(`Run ${manifest.runId} has no judge. Name one with --judge.`);
  assertModels([judge], options, context);
  return judge;
}

/**
 * Asks a judge what is planned about failing replies, and presents what is known then. With `--estimate` it only says
 * the cost. `about`: the cases. `goOn`: the command that continues.
 */
export async function askBeside(
  { runId, store, root }: FoundRun,
  { session, calls, about, facts }: PlannedAside & { readonly about: string; readonly facts: object },
  { goOn, present }: { readonly goOn: string; readonly present: () => Promise<void> },
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const usd = calls === 0 ? { low: 0, high: 0 } : estimateRun(session).usd;
  if (options.estimate === true && options.json === true) printJson({ ...facts, calls, usd: usd ?? null }, context);
  else context.err(`${about}, ${countWords(calls, 'call', 'calls')}, cost: ${costRange(usd)}.\n`);
  if (options.estimate === true) return exitCodes.done;
  if (calls > 0) {
    const openWriter = () => store.openTagging(runId);
    const caps = capsGiven(options);
    return finishRun({ session, store, root, openWriter, options, caps, present, tagging: goOn }, context);
  }
  await present();
  return exitCodes.done;
}

import path from 'node:path';
import { readGitState } from '../core/history/git';
import { planExplore } from '../core/history/planExplore';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { assertPromptFits, type PlannedRun } from '../core/run/planRun';
import { assertCapHolds } from '../core/run/priceCap';
import { withOwnPrices } from '../core/run/runChoices';
import { askedModels, askedRoles } from '../core/store/runManifest';
import { storedPromptPath } from '../core/store/storeFolder';
import { type CliContext, CliError } from './cliContext';
import { capsGiven, type CliOptions, optionNamed } from './cliOptions';
import { comparedHistory } from './compareCommand';
import { assertServers, newRunFacts } from './modelServers';
import { benchmarksOf, openEvaluation } from './openRun';
import { readInput } from './readInput';

const ownChoices = {
  ...{ benchmark: true, samples: true, replies: true, tutor: true, judge: true, student: true, limit: true },
  ...{ seed: true, repeats: true, placement: true, target: true, guard: true, baseline: true, failUnder: true },
} satisfies Partial<Record<keyof CliOptions, true>>;

/** Plans to play the failing cases of a run with a prompt file. Throws `CliError` and what reading the run throws. */
export async function planExploration(
  promptPath: string,
  named: string,
  options: CliOptions,
  context: CliContext,
): Promise<{ readonly planned: PlannedRun; readonly root: string }> {
  const [contrary] = Object.keys(options).filter((name) => name in ownChoices && options[name as keyof CliOptions]);
  if (contrary !== undefined)
    throw new CliError(`--explore plays as the run did, and checks nothing. Leave out ${optionNamed(contrary)}.`);
  const file = path.resolve(context.cwd, promptPath);
  const text = await readInput(promptPath, 'The prompt file', { largest: largestPrompt, links: 'follow' });
  const { session, store, stored, root } = await openEvaluation(named, options.store, context);
  const { manifest } = session;
  const prompt = readPromptFile(storedPromptPath(root, promptPath), text);
  assertPromptFits(prompt, benchmarksOf(manifest, context), context.benchmarks);
  assertServers(askedRoles(manifest), 'explore with it', options, context);
  assertCapHolds(withOwnPrices(askedModels(manifest), context.providers), capsGiven(options));
  const { others } = await comparedHistory(store, session, session, context);
  const promptFacts = { prompt, promptName: path.basename(promptPath), git: await readGitState(file) };
  const request = { ...newRunFacts(options, context), ...promptFacts, others };
  return { planned: planExplore(stored, request, context.benchmarks), root };
}

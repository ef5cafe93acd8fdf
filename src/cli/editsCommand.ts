import path from 'node:path';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { estimateJson, estimateText } from '../core/report/estimateReport';
import { confirmationLevel } from '../core/results/editEvidence';
import { foldOf, withCandidates } from '../core/run/editTrial';
import type { PlannedRun } from '../core/run/planRun';
import { FileEditLog } from '../core/store/editLog';
import { FileRunStore } from '../core/store/fileRunStore';
import { createRun } from '../core/store/runStore';
import { type CliContext, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { estimateOf } from './estimateCommand';
import { finishRun, type RunToFinish } from './finishRun';
import { planEvaluation } from './planEvaluation';
import { printJson } from './printing';
import { readInput } from './readInput';

/** Races edited prompts on the one half of the samples; with `--confirm`, measures one of them on the other half. */
export async function editsCommand(
  promptPath: string,
  files: readonly string[],
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const { planned: ordinary, root } = await planEvaluation(promptPath, options, context);
  if ('records' in ordinary) throw new CliError('Recorded replies cannot be played with another prompt.');
  const texts = await Promise.all(
    files.map(async (file) => ({
      title: path.basename(file),
      text: await readInput(file, 'The edited prompt', { largest: largestPrompt, links: 'follow' }),
    })),
  );
  const planned = await planEdits(ordinary, texts, { root, ...options }, context);
  if (options.estimate === true) {
    const estimate = await estimateOf({ planned, root }, context);
    if (options.json === true) printJson(estimateJson(planned.manifest, estimate), context);
    else context.out(estimateText(planned.manifest, estimate));
    return exitCodes.done;
  }
  return finishRun(editsRun(planned, root, options, context), context);
}

/** The run of a race or of a confirmation. Nothing is written or sent yet. Throws `CliError` and `ChoiceError`. */
export async function planEdits(
  planned: PlannedRun,
  candidates: readonly { readonly title: string; readonly text: string }[],
  { root, confirm = false, guardMargin }: Pick<CliOptions, 'confirm' | 'guardMargin'> & { readonly root: string },
  { benchmarks }: Pick<CliContext, 'benchmarks'>,
): Promise<PlannedRun> {
  const { path: name, revision } = planned.manifest.prompt;
  for (const { title, text } of candidates) {
    const file = readPromptFile(name, text);
    const problem = file.problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new CliError(`${title}: ${problem.message}`);
    if (file.revision === revision) throw new CliError(`${title} sends the same text as the prompt. Change a rule.`);
  }
  if (!confirm) return withCandidates(planned, benchmarks, { half: 'work', candidates, guardMargin });
  if (candidates.length > 1) throw new CliError('Only one edited prompt can be confirmed. Name the winner of a race.');
  const before = await new FileEditLog(root).countOf(foldOf(planned.samples, benchmarks));
  const level = confirmationLevel(before);
  return withCandidates(planned, benchmarks, { half: 'confirm', candidates, guardMargin, level });
}

/** The level of a confirmation is spent before its first call, whatever becomes of the run. */
export function editsRun(
  planned: PlannedRun,
  root: string,
  options: CliOptions,
  { benchmarks }: Pick<CliContext, 'benchmarks'>,
): RunToFinish {
  const store = new FileRunStore(root);
  const { manifest, samples } = planned;
  const { runId, createdAt, edits } = manifest;
  return {
    session: sessionOfRun({ manifest, samples, records: [], problems: [] }, benchmarks),
    ...{ store, root, options, caps: capsGiven(options) },
    openWriter: async () => {
      if (edits?.level !== undefined) {
        const before = await new FileEditLog(root).spend({ at: createdAt, fold: edits.fold, run: runId });
        if (confirmationLevel(before) < edits.level)
          throw new CliError('Another edit was confirmed on these samples meanwhile. Confirm again.');
      }
      return createRun(store, planned);
    },
  };
}

import type { Benchmarks } from '../benchmark/benchmark';
import { readPromptFile } from '../prompt/promptFile';
import { confirmationLevel } from '../results/editEvidence';
import { withCandidates } from '../run/editTrial';
import { estimateByRecent } from '../run/estimateByRecent';
import type { PlannedRun } from '../run/planRun';
import { capAmount, capSentences, type RunCaps } from '../run/runCaps';
import { ChoiceError } from '../run/runChoices';
import { createRunSession } from '../run/runSession';
import { FileEditLog } from '../store/editLog';
import { mostCandidates } from '../store/runManifest';
import { createRun, type NewRun, type RunStore, type RunWriter } from '../store/runStore';
import { t } from '../text/countWords';

/** `text` is the whole file. */
export type EditedPrompts = readonly { readonly title: string; readonly text: string }[];

export interface EditsRequest {
  readonly root: string;
  readonly confirm?: boolean | undefined;
  /** What a guard may lose, as a share of its scale. */
  readonly guardMargin?: number | undefined;
}

/** Plans a race of edited prompts, or the confirmation of one. Throws `ChoiceError` and `RunStoreError`. */
export async function planEdits(
  planned: PlannedRun,
  candidates: EditedPrompts,
  { root, confirm = false, guardMargin }: EditsRequest,
  benchmarks: Benchmarks,
): Promise<PlannedRun> {
  const { path, revision } = planned.manifest.prompt;
  for (const { title, text } of candidates) {
    const file = readPromptFile(path, text);
    const problem = file.problems.find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new ChoiceError(`${title}: ${problem.message}`);
    if (file.revision === revision)
      throw new ChoiceError(t`${title} sends the same text as the prompt. Change a rule.`);
  }
  if (candidates.length > mostCandidates)
    throw new ChoiceError(t`A race has ${mostCandidates} edited prompts at most, and these are ${candidates.length}.`);
  if (confirm && candidates.length > 1)
    throw new ChoiceError(t`Only one edited prompt can be confirmed. Name the winner of a race.`);
  const half = confirm ? 'confirm' : 'work';
  const edits = { half, candidates, guardMargin } as const;
  const run = withCandidates(planned, benchmarks, edits);
  if (!confirm) return run;
  const before = await new FileEditLog(root).confirmationsOn(run.manifest.sequence?.order ?? []);
  const level = confirmationLevel(before.length);
  return { ...run, manifest: { ...run.manifest, edits: { ...edits, level } } };
}

type Limits = Readonly<{ caps: RunCaps; benchmarks: Benchmarks }>;

/** A confirmation's level is spent before its first call, unless a cap would end the run. Throws `ChoiceError`. */
export async function createEditsRun(store: RunStore, root: string, run: NewRun, given: Limits): Promise<RunWriter> {
  const { runId, createdAt, edits, sequence } = run.manifest;
  if (edits?.level !== undefined) {
    const session = createRunSession(run.manifest, run.samples, given.benchmarks);
    const { realCalls, usd } = await estimateByRecent(session, root);
    const least = { maxCalls: realCalls, maxCostUsd: usd?.low ?? 0 };
    const kind = (['maxCalls', 'maxCostUsd'] as const).find((one) => least[one] > (given.caps[one] ?? Infinity));
    const problem =
      kind &&
      t`The confirmation takes about ${capAmount(kind, least[kind])} or more. ${capSentences(given.caps).join(' ')} So it was not begun and does not count. Allow more first.`;
    if (problem !== undefined) throw new ChoiceError(problem);
    const before = await new FileEditLog(root).spend({ at: createdAt, units: sequence?.order ?? [], run: runId });
    if (confirmationLevel(before) < edits.level)
      throw new ChoiceError(t`Another edit was confirmed on these samples meanwhile. Confirm again.`);
  }
  return createRun(store, run);
}

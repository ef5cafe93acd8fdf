import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { furtherRunsOf } from '../../core/history/baseline';
import { planExplore } from '../../core/history/planExplore';
import { StoredRunError } from '../../core/history/planRejudge';
import type { PromptHistory } from '../../core/history/promptHistory';
import { assertPromptFits } from '../../core/run/planRun';
import type { RunSession } from '../../core/run/runSession';
import { modelsOf } from '../../core/store/runManifest';
import { t } from '../../core/text/countWords';
import { newRunFacts, promptFacts, type RunContext } from './prepareRun';
import { newRun, type PreparedRun } from './runInWindow';

interface ExploredPrompt {
  readonly session: RunSession | undefined;
  readonly revisions: {
    history(): Promise<PromptHistory>;
    session(runId: string): Promise<RunSession>;
  };
}

/** Failing cases of the shown run, or of the one it explores, with the editor's text. `cases`: only their samples. */
export async function prepareExplore(
  document: vscode.TextDocument,
  { session, revisions }: ExploredPrompt,
  context: RunContext,
  cases?: readonly string[],
): Promise<PreparedRun> {
  if (session === undefined)
    throw new StoredRunError(t`There is no run with failing cases yet. Evaluate the prompt first.`);
  const { store, promptPath } = context.prompt;
  const stored = await store.open(session.manifest.explored?.run ?? session.manifest.runId);
  const { manifest } = stored;
  context.assertServers(manifest);
  const facts = await promptFacts(document, promptPath);
  const played = manifest.benchmarks.flatMap(({ id }) => benchmarks.get(id) ?? []);
  assertPromptFits(facts.prompt, played, benchmarks);
  const { runId } = manifest;
  const history = await revisions.history();
  const known = history.runs.find(({ id }) => id === runId);
  const ids = known === undefined ? [] : furtherRunsOf(history, known, [runId]);
  // A damaged run shows no chance, and is listed as damaged elsewhere.
  const others = (await Promise.allSettled(ids.map((id) => revisions.session(id)))).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value] : [],
  );
  const request = { ...newRunFacts(modelsOf(manifest), context), ...facts, others, cases };
  return newRun(planExplore(stored, request, benchmarks), context.prompt);
}

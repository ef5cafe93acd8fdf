import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { withOwnPrices } from '../../core/engine/serverAddress';
import type { ManifestModel, RunManifest } from '../../core/store/runManifest';
import { planTagging, TaggingError } from '../../core/tagging/planTagging';
import { readPromptFile } from '../../core/prompt/promptFile';
import { runWithProgress } from '../judges/calibrationRuns';
import { confirmSending } from './confirmSending';
import type { PromptController } from './promptController';
import { runContext, type RunContext } from './runContext';
import { mayStartRun } from '../restrictedMode';
import type { EvaluationServices } from './evaluationServices';
import { choicesFor } from './prepareRun';
import { providersOf } from './runProviders';

/**
 * Asks a judge in which ways the failing replies of the shown run fail, once the user agrees to what that costs, and shows the run with
 * the answers. Rejects with errors that say what to do.
 */
export async function tagFailures(controller: PromptController, services: EvaluationServices): Promise<void> {
  const { uri } = controller;
  const runId = controller.session?.manifest.runId;
  if (runId === undefined || controller.isRunning || !mayStartRun(uri)) return;
  // Meanwhile another run may be opened or begun.
  const isShown = (): boolean => controller.session?.manifest.runId === runId && !controller.isRunning;
  const context = runContext(uri, services);
  const { prompt, settings } = context;
  const stored = await prompt.store.open(runId);
  // As the panel names them for the next run. The text of the run stands in for a document that is not open.
  const text = controller.revisions.document?.getText() ?? stored.manifest.prompt.text;
  const judge = judgeFor(stored.manifest, choicesFor(readPromptFile('', text), settings).judges, context);
  assertCapHolds([judge], settings.caps);
  const { session } = planTagging(stored, judge, settings.caps, benchmarks);
  if (session.items.length > 0) {
    const purpose = {
      question: 'Ask the judge how the failing replies fail? No score changes, and no tutor is asked.',
      yes: 'Ask',
    };
    const run = { session, purpose, openWriter: () => prompt.store.openTagging(runId) };
    if (!(await confirmSending([run], context))) return;
    const title = 'How failing replies fail';
    await runWithProgress(run, { ...services, ...context }, title, {
      abort: new AbortController(),
      atEnd: () => Promise.resolve(),
    });
    const { status, detail } = session.state.status ?? {};
    if (status !== 'completed' && status !== 'cancelled') {
      void vscode.window.showWarningMessage(`Not all failing replies were asked about. ${detail ?? ''}`);
    }
  }
  if (isShown()) await controller.open(runId);
}

/** The first language model among the judges chosen now, else among those of the run. Throws `TaggingError` and `ServerAddressError`. */
function judgeFor(
  { judges }: RunManifest,
  now: readonly ManifestModel[],
  { settings, assertServers }: RunContext,
): ManifestModel {
  const chosen = now.find(({ simulated }) => !simulated);
  if (chosen !== undefined) return chosen;
  const [own] = withOwnPrices(
    judges.filter(({ simulated }) => !simulated),
    providersOf(settings),
  );
  if (own === undefined) {
    throw new TaggingError(
      'Failure tags need a language model, and the judge is offline. Choose one with “Tutor Prompt: Choose Models”.',
    );
  }
  assertServers({ judges: [own] });
  return own;
}

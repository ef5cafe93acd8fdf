import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { withOwnPrices } from '../../core/engine/serverAddress';
import type { ManifestModel, RunManifest } from '../../core/store/runManifest';
import { planTagging, TaggingError } from '../../core/tagging/planTagging';
import { calibrationProgress } from '../judges/calibrationRuns';
import { mayStartRun } from '../restrictedMode';
import { readSettings, type Settings } from '../settings';
import { assertNamedServers, confirmSending } from './confirmSending';
import type { EvaluationServices } from './evaluationServices';
import { choicesFor } from './prepareRun';
import type { PromptDesk } from './promptDesk';
import { runInWindow } from './runInWindow';
import { providersOf } from './runProviders';

/**
 * Asks a judge in which ways the failing replies of the shown run fail, once the user agrees to what that costs, and shows the run with
 * the answers. Rejects with errors that say what to do.
 */
export async function tagFailures(desk: PromptDesk, services: EvaluationServices): Promise<void> {
  const { evaluation, uri } = desk;
  const runId = evaluation.session?.manifest.runId;
  if (runId === undefined || evaluation.isRunning || !mayStartRun(uri)) return;
  // Meanwhile another run may be opened or begun.
  const isShown = (): boolean => evaluation.session?.manifest.runId === runId && !evaluation.isRunning;
  const settings = readSettings(uri);
  const prompt = services.storeFor(uri);
  const stored = await prompt.store.open(runId);
  // As the panel names them for the next run. The text of the run stands in for a document that is not open.
  const text = desk.revisions.document?.getText() ?? stored.manifest.prompt.text;
  const judge = judgeFor(stored.manifest, choicesFor(text, settings).judges, settings);
  assertCapHolds([judge], settings.caps);
  const { session } = planTagging(stored, judge, settings.caps, benchmarks);
  if (session.items.length > 0) {
    const purpose = {
      question: vscode.l10n.t('Ask the judge how the failing replies fail? No score changes, and no tutor is asked.'),
      yes: vscode.l10n.t('Ask'),
    };
    const run = { session, purpose, openWriter: () => prompt.store.openTagging(runId) };
    if (!(await confirmSending([run], { prompt, settings, agreed: services.agreed }))) return;
    const abort = new AbortController();
    const title = vscode.l10n.t('How failing replies fail');
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => abort.abort('cancelled'));
      const say = calibrationProgress(session, (message) => progress.report({ message }));
      const said = (): void => say(0);
      await runInWindow(run, { ...services, prompt, settings, signal: abort.signal, onStarted: said, onEvent: said });
    });
    const { status, detail } = session.state.status ?? {};
    if (status !== 'completed' && status !== 'cancelled') {
      void vscode.window.showWarningMessage(
        vscode.l10n.t('Not all failing replies were asked about. {0}', detail ?? ''),
      );
    }
  }
  if (isShown()) await evaluation.open(runId);
}

/** The first language model among the judges chosen now, else among those of the run. Throws `TaggingError` and `ServerAddressError`. */
function judgeFor({ judges }: RunManifest, now: readonly ManifestModel[], settings: Settings): ManifestModel {
  const chosen = now.find(({ simulated }) => !simulated);
  if (chosen !== undefined) return chosen;
  const [own] = withOwnPrices(
    judges.filter(({ simulated }) => !simulated),
    providersOf(settings),
  );
  if (own === undefined) {
    throw new TaggingError(
      vscode.l10n.t(
        'Failure tags need a language model, and the judge is offline. Choose one with “Tutor Prompt: Choose Models”.',
      ),
    );
  }
  assertNamedServers({ judges: [own] }, settings);
  return own;
}

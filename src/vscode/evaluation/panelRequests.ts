import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { planTagging, StoredRunError } from '../../core/history/planRejudge';
import { readPromptFile } from '../../core/prompt/promptFile';
import { illustratedCase } from '../../core/report/caseImages';
import { assertCapHolds } from '../../core/run/runCaps';
import { withOwnPrices } from '../../core/run/serverAddress';
import type { ManifestModel, RunManifest } from '../../core/store/runManifest';
import { runWithProgress } from '../judges/calibrationRuns';
import { warn } from '../log';
import type { HandlersOf, OpenPanel } from '../panel/openPanel';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { extensionPrefix, readSettings } from '../settings';
import { confirmSending } from './confirmSending';
import { deleteRuns } from './deleteRuns';
import type { EvaluationServices } from './evaluationServices';
import { choicesFor } from './prepareRun';
import { judgeAgain, runMore } from './prepareStored';
import type { PromptController } from './promptController';
import { runContext, type RunContext } from './runContext';
import { providersOf } from './runProviders';

interface PanelWindow {
  openRun(uri: vscode.Uri, runId: string): Promise<void>;
  calibrate(uri: vscode.Uri, options: unknown): Promise<void>;
  resumeCalibration(uri: vscode.Uri, runId: string): Promise<void>;
}

export function panelHandlers(
  controller: PromptController,
  open: OpenPanel,
  services: EvaluationServices,
  window: PanelWindow,
): ReturnType<HandlersOf> {
  const { revisions, judges, labels } = controller;
  const mayStart = (): boolean => mayStartRun(controller.uri) && !controller.saysBusy();
  return {
    action: ({ action }) => {
      if (action === 'manageTrust') void vscode.commands.executeCommand('workbench.trust.manage');
      else void vscode.commands.executeCommand(`${extensionPrefix}.${action}`, controller.uri);
    },
    copy: async ({ text }) => vscode.env.clipboard.writeText(text),
    error: ({ message }) => services.log.error(`Panel: ${message}`),
    openCase: async ({ caseId }) => {
      const { session, uri } = controller;
      const { images } = revisions.location.store;
      return session && illustratedCase(session, caseId, images, { majority: readSettings(uri).majority });
    },
    openRun: ({ runId }) => window.openRun(controller.uri, runId),
    deleteRun: ({ runId }) => deleteRuns(controller, [runId]),
    tagFailures: () => tagFailures(controller, services),
    labelling: ({ request }) => labels.do(request),
    openJudges: () => open.openJudges(),
    openJudgeCard: ({ key }) => judges.detail(key),
    checkJudge: (message) => window.calibrate(controller.uri, message),
    resumeCheck: ({ runId }) => window.resumeCalibration(controller.uri, runId),
    openHistory: ({ series }) => open.openHistory(series),
    openSeries: ({ key }) => open.histories.series(key),
    compare: ({ kind: _kind, ...pair }) => open.comparison.compare(pair),
    openFlip: ({ flip }) => revisions.flip(flip),
    restoreRevision: ({ revision }) => restoreRevision(revisions, revision),
    openRevision: ({ revision }) => openRevision(revisions, revision),
    diffRevisions: ({ before, after }) => diffRevisions(revisions, before, after),
    labelRevision: ({ revision, label }) => revisions.say({ kind: 'label', revision, label }),
    pinRevision: ({ revision }) => revisions.say({ kind: 'pin', revision }),
    judgeAgain: async (request) => {
      if (mayStart()) await judgeAgain(request, controller);
    },
    runMore: async (request) => {
      if (mayStart()) await runMore(request, controller);
    },
  };
}

/** Asks a judge how the failing replies fail, once the user agrees to the cost, and shows the run with the answers. */
async function tagFailures(controller: PromptController, services: EvaluationServices): Promise<void> {
  const { uri } = controller;
  const runId = controller.session?.manifest.runId;
  if (runId === undefined || controller.isRunning || !mayStartRun(uri)) return;
  const context = runContext(uri, services);
  const { prompt, settings } = context;
  const stored = await prompt.store.open(runId);
  // Meanwhile another run may be opened or begun.
  const isShown = (): boolean => controller.session?.manifest.runId === runId && !controller.isRunning;
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
    const abort = new AbortController();
    await runWithProgress(run, { ...services, ...context }, 'How failing replies fail', { abort });
    const { status, detail } = session.state.status ?? {};
    if (status !== 'completed' && status !== 'cancelled') {
      warn(`Not all failing replies were asked about. ${detail ?? ''}`);
    }
  }
  if (isShown()) await controller.open(runId);
}

/** The first model among the judges chosen now, else of the run. Throws `StoredRunError` and `ServerAddressError`. */
function judgeFor(
  { judges }: RunManifest,
  now: readonly ManifestModel[],
  { settings, assertServers }: RunContext,
): ManifestModel {
  const chosen = now.find(({ simulated }) => !simulated);
  if (chosen !== undefined) return chosen;
  const asked = judges.filter(({ simulated }) => !simulated);
  const [own] = withOwnPrices(asked, providersOf(settings));
  if (own === undefined) {
    throw new StoredRunError(
      'Failure tags need a language model, and the judge is offline. Choose one with “Tutor Prompt: Choose Models”.',
    );
  }
  assertServers({ judges: [own] });
  return own;
}

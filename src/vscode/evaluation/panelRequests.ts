import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/run/runCaps';
import { withOwnPrices } from '../../core/run/serverAddress';
import { readPromptFile } from '../../core/prompt/promptFile';
import { illustratedCase } from '../../core/report/caseImages';
import type { ManifestModel, RunManifest } from '../../core/store/runManifest';
import { StoredRunError } from '../../core/history/planRejudge';
import { planTagging } from '../../core/history/planTagging';
import type { PanelHandlers } from '../../protocol/messages';
import { runWithProgress } from '../judges/calibrationRuns';
import type { HandledKind } from '../panel/promptPanel';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { extensionPrefix, readSettings } from '../settings';
import { confirmSending } from './confirmSending';
import { deleteRuns } from './deleteRuns';
import type { EvaluationServices } from './evaluationServices';
import type { Evaluations } from './evaluations';
import type { OpenPanel } from './openPanel';
import { choicesFor } from './prepareRun';
import { judgeAgain, runMore } from './prepareStored';
import type { PromptController } from './promptController';
import { runContext, type RunContext } from './runContext';
import { providersOf } from './runProviders';

/** What the host does about each message of a prompt's panel. All reject with an error that says what to do. */
export function panelHandlers(
  controller: PromptController,
  open: OpenPanel,
  all: Evaluations,
  services: EvaluationServices,
): PanelHandlers<HandledKind> {
  const { uri, revisions, judges, labels } = controller;
  const find = (): Promise<PromptController> => all.controllerNow(controller);
  const mayStart = (): boolean => mayStartRun(uri) && !controller.saysBusy();
  return {
    action: ({ action }) => {
      // What a button asks for is a command about this prompt.
      if (action === 'manageTrust') void vscode.commands.executeCommand('workbench.trust.manage');
      else void vscode.commands.executeCommand(`${extensionPrefix}.${action}`, uri);
    },
    copy: async ({ text }) => vscode.env.clipboard.writeText(text),
    error: ({ message }) => services.log.error(`Panel: ${message}`),
    openCase: async ({ caseId }) => {
      const { session } = controller;
      const { images } = services.storeFor(uri).store;
      return session && illustratedCase(session, caseId, images, { majority: readSettings(uri).majority });
    },
    openRun: ({ runId }) => all.openRun(uri, runId),
    deleteRun: ({ runId }) => deleteRuns(controller, [runId]),
    tagFailures: () => tagFailures(controller, services),
    labelling: ({ request }) => labels.do(request),
    openJudges: () => open.openJudges(),
    openJudgeCard: ({ key }) => judges.detail(key),
    checkJudge: (message) => all.calibrate(uri, message),
    resumeCheck: ({ runId }) => all.resumeCalibration({ uri, runId, shows: true }),
    openHistory: ({ series }) => open.openHistory(series),
    openSeries: ({ key }) => open.histories.series(key),
    compare: ({ before, after, judges }) =>
      open.comparison.compare({ before, after, ...(judges === undefined ? {} : { judges }) }),
    openFlip: ({ flip }) => revisions.flip(flip),
    restoreRevision: ({ revision }) => restoreRevision(revisions, revision),
    openRevision: ({ revision }) => openRevision(revisions, revision),
    diffRevisions: ({ before, after }) => diffRevisions(revisions, before, after),
    labelRevision: ({ revision, label }) => revisions.say({ kind: 'label', revision, label }),
    pinRevision: ({ revision }) => revisions.say({ kind: 'pin', revision }),
    judgeAgain: async (request) => {
      if (mayStart()) await judgeAgain(request, controller, find);
    },
    runMore: async (request) => {
      if (mayStart()) await runMore(request, controller, find);
    },
  };
}

/**
 * Asks a judge in which ways the failing replies of the shown run fail, once the user agrees to what that costs, and shows the run with
 * the answers. Rejects with errors that say what to do.
 */
async function tagFailures(controller: PromptController, services: EvaluationServices): Promise<void> {
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

/** The first language model among the judges chosen now, else among those of the run. Throws `StoredRunError` and `ServerAddressError`. */
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
    throw new StoredRunError(
      'Failure tags need a language model, and the judge is offline. Choose one with “Tutor Prompt: Choose Models”.',
    );
  }
  assertServers({ judges: [own] });
  return own;
}

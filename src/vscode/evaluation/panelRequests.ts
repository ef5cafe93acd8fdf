import * as vscode from 'vscode';
import { illustratedCase } from '../../core/report/illustratedCase';
import type { PanelHandlers } from '../../protocol/messages';
import type { HandledKind } from '../panel/promptPanel';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { extensionPrefix, readSettings } from '../settings';
import { deleteRuns } from './deleteRuns';
import type { Evaluations } from './evaluations';
import type { EvaluationServices } from './evaluationServices';
import type { OpenPanel } from './openPanel';
import type { PromptController } from './promptController';
import { judgeAgain, runMore } from './prepareStored';

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
    tagFailures: async () => (await import('./tagFailures')).tagFailures(controller, services),
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

import * as vscode from 'vscode';
import { illustratedCase } from '../../core/report/illustratedCase';
import type { FromPanel } from '../../protocol/messages';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { extensionPrefix, readSettings } from '../settings';
import { deleteRuns } from './deleteRuns';
import type { Evaluations } from './evaluations';
import type { EvaluationServices } from './evaluationServices';
import type { PromptController } from './promptController';
import { judgeAgain, runMore } from './storedRunActions';

/** Does what a panel asks for that its views do not answer themselves. Rejects with an error that says what to do. */
export async function doPanelRequest(
  message: FromPanel,
  controller: PromptController,
  all: Evaluations,
  services: EvaluationServices,
): Promise<void> {
  const { uri, revisions } = controller;
  const find = (): Promise<PromptController> => all.controllerNow(controller);
  switch (message.kind) {
    case 'action':
      // What a button asks for is a command about this prompt.
      if (message.action === 'manageTrust') void vscode.commands.executeCommand('workbench.trust.manage');
      else void vscode.commands.executeCommand(`${extensionPrefix}.${message.action}`, uri);
      return;
    case 'openCase':
      return openCase(message.caseId, controller, services);
    case 'copy':
      await vscode.env.clipboard.writeText(message.text);
      return;
    case 'error':
      services.log.error(`Panel: ${message.message}`);
      return;
    case 'checkJudge':
      return all.calibrate(uri, message);
    case 'resumeCheck':
      return all.resumeCalibration({ uri, runId: message.runId, shows: true });
    case 'tagFailures':
      return (await import('./tagFailures')).tagFailures(controller, services);
    case 'openRun':
      return all.openRun(uri, message.runId);
    case 'deleteRun':
      return deleteRuns(controller, [message.runId]);
    case 'restoreRevision':
      return restoreRevision(revisions, message.revision);
    case 'openRevision':
      return openRevision(revisions, message.revision);
    case 'diffRevisions':
      return diffRevisions(revisions, message.before, message.after);
    case 'labelRevision':
      return revisions.say({ kind: 'label', revision: message.revision, label: message.label });
    case 'pinRevision':
      return revisions.say({ kind: 'pin', revision: message.revision });
    case 'judgeAgain':
      if (mayStartRun(uri) && !controller.saysBusy()) await judgeAgain(message, controller, find);
      return;
    case 'runMore':
      if (mayStartRun(uri) && !controller.saysBusy()) await runMore(message, controller, find);
      return;
    case 'ready':
    case 'drawn':
    case 'openHistory':
    case 'openSeries':
    case 'compare':
    case 'openFlip':
    case 'openJudges':
    case 'openJudgeCard':
    case 'labelling':
  }
}

/** Sends a case of the shown run, with its images. */
async function openCase(
  caseId: string,
  { uri, session, panel }: PromptController,
  services: EvaluationServices,
): Promise<void> {
  const { images } = services.storeFor(uri).store;
  const { majority } = readSettings(uri);
  const detail = session && (await illustratedCase(session, caseId, images, { majority }));
  panel?.post({ kind: 'case', caseId, detail });
}

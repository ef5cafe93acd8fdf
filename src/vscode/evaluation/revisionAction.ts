import * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { FromPanel } from '../../protocol/messages';
import { diffRevisions, openRevision } from '../revisions/revisionDocuments';
import { restoreRevision } from '../revisions/restoreRevision';
import { prepareLarger } from './prepareLarger';
import { prepareRejudge } from './prepareRejudge';
import type { PromptDesk } from './promptDesk';

/** What the panel may ask to be done about revisions. */
export type RevisionRequest = Extract<
  FromPanel,
  {
    kind:
      'restoreRevision' | 'openRevision' | 'diffRevisions' | 'labelRevision' | 'pinRevision' | 'judgeAgain' | 'runMore';
  }
>;

/** Does it. Rejects with an error that says what to do. */
export async function revisionAction(
  request: RevisionRequest,
  desk: PromptDesk,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): Promise<void> {
  const { revisions } = desk;
  switch (request.kind) {
    case 'restoreRevision':
      return restoreRevision(revisions, request.revision);
    case 'openRevision':
      return openRevision(revisions, request.revision);
    case 'diffRevisions':
      return diffRevisions(revisions, request.before, request.after);
    case 'labelRevision':
      return revisions.say({ kind: 'label', revision: request.revision, label: request.label });
    case 'pinRevision':
      return revisions.say({ kind: 'pin', revision: request.revision });
    case 'judgeAgain':
      return judgeAgain(request, desk, extension);
    case 'runMore':
      return runMore(request, desk, extension);
  }
}

/** The new judging stands in the place of the old one: beside the run whose judges it took, where there is one. */
async function judgeAgain(
  { runId, like }: Extract<RevisionRequest, { kind: 'judgeAgain' }>,
  desk: PromptDesk,
  extension: { readonly version: string },
): Promise<void> {
  if (!canStart(desk)) return;
  const shown = desk.evaluation.session;
  const other = like === undefined ? undefined : await desk.revisions.session(like);
  const [ended] = await desk.evaluation.start(async (prompt, settings) => [
    await prepareRejudge(runId, other?.manifest.judges, prompt, settings, extension.version, other?.manifest),
  ]);
  if (ended === undefined) return;
  if (other === undefined) {
    // It was judged for the comparison's sake: what the reader looked at stays in front.
    if (shown !== undefined) await desk.evaluation.open(shown.manifest.runId);
    return;
  }
  const isEarlier = timesOf(await desk.revisions.session(runId)) < timesOf(other);
  await compareInTime(desk, isEarlier ? [ended, other] : [other, ended]);
}

/** For sorting: when the tutor was asked, then when the run was made, as the other one may have been judged again too. */
function timesOf({ manifest: { repliesAt, createdAt } }: RunSession): string {
  return `${repliesAt ?? createdAt} ${createdAt}`;
}

async function runMore(
  { before, after, benchmark, count }: Extract<RevisionRequest, { kind: 'runMore' }>,
  desk: PromptDesk,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): Promise<void> {
  if (!canStart(desk)) return;
  const pair = {
    before: await desk.revisions.session(before),
    after: await desk.revisions.session(after),
    benchmark,
    more: count,
  };
  const [first, second] = await desk.evaluation.start((prompt, settings) =>
    prepareLarger(pair, prompt, settings, desk.uri, extension),
  );
  if (first !== undefined && second !== undefined) await compareInTime(desk, [first, second]);
}

/** The later run is the one that the panel shows. */
async function compareInTime(desk: PromptDesk, [before, after]: readonly [RunSession, RunSession]): Promise<void> {
  await desk.evaluation.open(after.manifest.runId);
  desk.compare({ before: before.manifest.runId, after: after.manifest.runId });
}

function canStart({ evaluation }: PromptDesk): boolean {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(vscode.l10n.t('No run starts in Restricted Mode. Trust the folder first.'));
    return false;
  }
  if (evaluation.isRunning) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A run of this prompt is under way. Wait for its end or cancel it.'),
    );
    return false;
  }
  return true;
}

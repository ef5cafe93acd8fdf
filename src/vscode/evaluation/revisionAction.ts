import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import type { FromPanel } from '../../protocol/messages';
import { goesByBatch } from '../batches/batchChoice';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import type { Settings } from '../settings';
import { assertNamedServers } from './confirmSending';
import { judgeAgain, runMore } from './storedRunActions';
import { type LargerSurroundings, prepareLarger, prepareRejudge } from './prepareStored';
import type { PromptDesk } from './promptDesk';
import { readSamples } from './sampleFiles';
import { providersOf } from './runProviders';

/** What the panel may ask to be done about revisions. */
export type RevisionRequest = Extract<
  FromPanel,
  {
    kind:
      'restoreRevision' | 'openRevision' | 'diffRevisions' | 'labelRevision' | 'pinRevision' | 'judgeAgain' | 'runMore';
  }
>;

/** Does it. `find` gives the desk of the prompt under the name that it has by then. Rejects with an error that says what to do. */
export async function revisionAction(
  request: RevisionRequest,
  desk: PromptDesk,
  find: () => Promise<PromptDesk>,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): Promise<void> {
  const { revisions } = desk;
  const place = { first: desk, find };
  const surroundings = (settings: Settings): LargerSurroundings => ({
    toolVersion: extension.version,
    assertServers: (models) => assertNamedServers(models, settings),
    goesByBatch: (models) => goesByBatch(models, 'asSet', settings.batch, providersOf(settings)),
    readSamples: (benchmark) => readSamples(benchmark, settings, desk.uri, extension.uri, benchmarks),
  });
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
      if (!canStart(desk)) return;
      return judgeAgain<Settings>(request, place, (rejudging, prompt, settings) =>
        prepareRejudge(rejudging, prompt, settings, surroundings(settings)),
      );
    case 'runMore':
      if (!canStart(desk)) return;
      return runMore<Settings>(request, place, (pair, prompt, settings) =>
        prepareLarger(pair, prompt, settings, surroundings(settings)),
      );
  }
}

function canStart({ evaluation, uri }: PromptDesk): boolean {
  if (!mayStartRun(uri)) return false;
  if (evaluation.isRunning) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A run of this prompt is under way. Wait for its end or cancel it.'),
    );
    return false;
  }
  return true;
}

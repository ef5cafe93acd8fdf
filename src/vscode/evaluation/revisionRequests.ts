import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import type { PanelHandlers } from '../../protocol/messages';
import { goesByBatch } from '../batches/batchChoice';
import { mayStartRun } from '../restrictedMode';
import { diffRevisions, openRevision } from '../revisions/revisionDocuments';
import { restoreRevision } from '../revisions/restoreRevision';
import type { Settings } from '../settings';
import { assertNamedServers } from './assertNamedServers';
import { judgeAgain } from './judgeAgain';
import { prepareLarger, type LargerSurroundings } from './prepareLarger';
import { prepareRejudge } from './prepareRejudge';
import type { PromptDesk } from './promptDesk';
import { readSamples } from './readSamples';
import { runMore } from './runMore';
import { providersOf } from './runProviders';

type RevisionKind =
  'restoreRevision' | 'openRevision' | 'diffRevisions' | 'labelRevision' | 'pinRevision' | 'judgeAgain' | 'runMore';

/**
 * What the panel may have done about revisions. `find` gives the desk of the prompt under the name that it has by then. All reject with an
 * error that says what to do.
 */
export function revisionRequests(
  desk: PromptDesk,
  find: () => Promise<PromptDesk>,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): PanelHandlers<RevisionKind> {
  const { revisions } = desk;
  const place = { first: desk, find };
  const context = (settings: Settings): LargerSurroundings => ({
    toolVersion: extension.version,
    assertServers: (models) => assertNamedServers(models, settings),
    goesByBatch: (models) => goesByBatch(models, 'asSet', settings.batch, providersOf(settings)),
    readSamples: (benchmark) => readSamples(benchmark, settings, desk.uri, extension.uri, benchmarks),
  });
  return {
    restoreRevision: ({ revision }) => restoreRevision(revisions, revision),
    openRevision: ({ revision }) => openRevision(revisions, revision),
    diffRevisions: ({ before, after }) => diffRevisions(revisions, before, after),
    labelRevision: ({ revision, label }) => revisions.say({ kind: 'label', revision, label }),
    pinRevision: ({ revision }) => revisions.say({ kind: 'pin', revision }),
    judgeAgain: async (request) => {
      if (!canStart(desk)) return;
      await judgeAgain<Settings>(request, place, (rejudging, prompt, settings) =>
        prepareRejudge(rejudging, prompt, settings, context(settings)),
      );
    },
    runMore: async (request) => {
      if (!canStart(desk)) return;
      await runMore<Settings>(request, place, (pair, prompt, settings) =>
        prepareLarger(pair, prompt, settings, context(settings)),
      );
    },
  };
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

import * as vscode from 'vscode';
import { checkModel, type CheckedPart } from '../../core/engine/checkModel';
import { systemClock } from '../../core/engine/clock';
import { createEndpoints } from '../../core/engine/createEndpoints';
import { decideChoices } from '../../core/engine/runChoices';
import { benchmarks } from '../../core/benchmarks/registry';
import { keptFetch } from '../../core/providers/keptFetch';
import { checkAnswer, checkCost, checkedPartTitles } from '../../core/report/checkReport';
import { sourceOf } from '../../core/store/runManifest';
import { providersOf } from '../evaluation/runProviders';
import type { Settings } from '../settings';
import type { ApiKeys } from './apiKeys';

const marks: Readonly<Record<CheckedPart['state'], string>> = { works: '✓', limited: '△', fails: '✗', unknown: '?' };

/**
 * Asks a model a handful of short things and shows what works with it. Returns whether the user wants to use it. Rejects with
 * `ChoiceError` or `ProviderError` where it cannot be asked at all.
 */
export async function checkInWindow(
  reference: string,
  {
    settings,
    keys,
    log,
  }: { readonly settings: Settings; readonly keys: ApiKeys; readonly log: vscode.LogOutputChannel },
): Promise<boolean> {
  const providers = providersOf(settings);
  const { tutor } = decideChoices([{ tutor: reference }, settings.choices], {
    benchmarks,
    providers,
    baseUrlFor: (_role, provider) => settings.baseUrlFor(provider),
  });
  const key = await keys.get(sourceOf(tutor));
  const endpoints = createEndpoints(
    { tutor, judges: [] },
    { entries: providers, keyFor: () => key, concurrency: undefined, onEvent: () => undefined, fetch: keptFetch() },
  );
  const check = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Checking {0}', endpoints.tutor.name),
      cancellable: true,
    },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const onCall = (call: number): void => progress.report({ message: vscode.l10n.t('call {0}', call) });
      try {
        return await checkModel(endpoints.tutor, { clock: systemClock, signal: abort.signal, onCall });
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        throw error;
      }
    },
  );
  if (check === undefined) return false;
  const lines = check.parts.map(({ id, state, says }) => `${marks[state]} ${checkedPartTitles[id]}: ${says}`);
  const answer = checkAnswer(check);
  log.info([answer, ...lines].join('\n'));
  const use = vscode.l10n.t('Use This Model');
  const detail = [...lines, '', checkCost(check)].join('\n');
  return (await vscode.window.showInformationMessage(answer, { modal: true, detail }, use)) === use;
}

import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { readFrontMatter } from '../../core/prompt/frontMatter';
import { keptFetch } from '../../core/providers/keptFetch';
import { checkAnswer, checkCost, checkedPartTitles, outlookLines } from '../../core/report/checkReport';
import { checkModel, type CheckedPart, type ModelCheck } from '../../core/run/checkModel';
import { systemClock } from '../../core/run/clock';
import { createEndpoints } from '../../core/run/createEndpoints';
import { estimateRun } from '../../core/run/estimateRun';
import { planRun } from '../../core/run/planRun';
import { createRunSession } from '../../core/run/runSession';
import { sourceOf } from '../../core/store/runManifest';
import { choicesOf, runRequest } from '../evaluation/prepareRun';
import { providersOf } from '../evaluation/runProviders';
import { reasonOf } from '../log';
import type { Settings } from '../settings';
import type { ApiKeys } from './apiKeys';

interface CheckWindow {
  readonly settings: Settings;
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
  /** The prompt whose run is reckoned up; without one it is a built-in prompt. */
  readonly uri: vscode.Uri | undefined;
}

const marks: Readonly<Record<CheckedPart['state'], string>> = { works: '✓', limited: '△', fails: '✗', unknown: '?' };

/**
 * Asks a model a handful of short things and shows what works with it. Returns whether the user wants to use it. Rejects with `ChoiceError`
 * or `ProviderError` where it cannot be asked at all.
 */
export async function checkInWindow(reference: string, window: CheckWindow): Promise<boolean> {
  const { settings, keys, log } = window;
  const { tutor } = choicesOf([{ tutor: reference }, settings.choices], settings);
  const key = await keys.get(sourceOf(tutor));
  const parts = {
    entries: providersOf(settings),
    keyFor: () => key,
    concurrency: undefined,
    onEvent: () => undefined,
    fetch: keptFetch(),
  };
  const endpoint = createEndpoints({ tutor, judges: [] }, parts).tutor;
  const location = vscode.ProgressLocation.Notification;
  const check = await vscode.window.withProgress(
    { location, title: `Checking ${endpoint.name}`, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const onCall = (call: number): void => progress.report({ message: `call ${call}` });
      try {
        return await checkModel(endpoint, { clock: systemClock, signal: abort.signal, onCall });
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
  const use = 'Use This Model';
  const detail = [...lines, '', ...(await outlook(check, reference, window)), checkCost(check)].join('\n');
  return (await vscode.window.showInformationMessage(answer, { modal: true, detail }, use)) === use;
}

/** What runs of the chosen benchmarks would cost and take with the model; nothing where none can be planned. */
async function outlook(check: ModelCheck, reference: string, window: CheckWindow): Promise<readonly string[]> {
  const { settings, extensionUri, uri } = window;
  const [usual] = [...benchmarks.values()].flatMap(({ baselines }) => baselines);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri?.toString());
  const text = open?.getText() ?? usual?.text ?? '';
  // The front matter would win over the model that is checked.
  const { defaults, end } = readFrontMatter(text);
  const document = {
    getText: () => text.slice(end),
    uri: uri ?? vscode.Uri.from({ scheme: 'untitled', path: 'check.md' }),
  };
  const choices = { ...settings.choices, ...defaults, tutor: reference, judges: [reference] };
  const context = { prompt: { promptPath: '' }, settings: { ...settings, choices }, extensionUri, toolVersion: '' };
  try {
    const { manifest, samples } = planRun(await runRequest(document, context), benchmarks);
    return outlookLines(check, estimateRun(createRunSession(manifest, samples, benchmarks)));
  } catch (error) {
    // What is wrong with prompt or samples is said where they are.
    window.log.warn(reasonOf(error));
    return [];
  }
}

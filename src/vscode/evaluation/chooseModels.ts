import * as vscode from 'vscode';
import { groupedBy } from '../../core/benchmark/samples';
import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import { type PromptDefaults, readFrontMatter } from '../../core/prompt/frontMatter';
import { connectionTemplates, filledTemplate, readConnections } from '../../core/providers/connection';
import { keptFetch } from '../../core/providers/keptFetch';
import { parseModelReference } from '../../core/providers/modelReference';
import { isSimulated } from '../../core/providers/providerRegistry';
import { checkAnswer, checkCost, checkedPartTitles } from '../../core/report/estimateReport';
import { type CheckedPart, checkModel } from '../../core/run/checkModel';
import { systemClock } from '../../core/run/clock';
import { createEndpoints } from '../../core/run/createEndpoints';
import { sourceOf } from '../../core/store/runManifest';
import { choose, offer, reasonOf, showFailure, t } from '../log';
import type { ApiKeys } from '../models/apiKeys';
import { modelRows, type ModelQuestion, pickModels } from '../models/pickModels';
import { providers, providersOf } from '../models/runProviders';
import { extensionPrefix, readSettings, type Settings } from '../settings';
import type { EvaluationServices } from './evaluationServices';
import { choicesOf } from './prepareRun';

export interface ChoosingServices extends Pick<EvaluationServices, 'keys' | 'log'> {
  /** The prompt to choose models for; without one a built-in prompt is used. */
  readonly uri: vscode.Uri | undefined;
  readonly cards: () => Promise<readonly TrustCard[]>;
}

export async function chooseModels(services: ChoosingServices): Promise<void> {
  const { uri } = services;
  if (await setInFrontMatter(uri, ['tutor', 'judges'])) return;
  const { tutor: current = 'offline', judges: inForce = ['offline'] } = readSettings(uri).choices;
  const tutor = await askForModels('tutor', services, { current: [current], title: t`Tutor model` });
  if (tutor?.[0] === undefined) return;
  // A simulated judge tells nothing about real replies. The question before sending names the judge.
  const judges =
    inForce.every(isSimulated) && !isSimulated(tutor[0])
      ? tutor
      : await askForModels('judge', services, { current: inForce, title: t`Judge models` });
  if (judges === undefined) return;
  await keepChoice(uri, 'tutor', tutor[0]);
  await keepChoice(uri, 'judges', judges);
  // The first real model is chosen for a run. The question before sending says what it costs.
  const isFirst = isSimulated(current) && ![tutor[0], ...judges].some(isSimulated);
  if (isFirst && uri !== undefined && readSettings(uri).confirmBeforeSending !== 'never')
    await vscode.commands.executeCommand(`${extensionPrefix}.evaluate`, uri);
}

export async function askForModels(
  role: ModelQuestion['role'],
  services: ChoosingServices,
  question: Pick<ModelQuestion, 'current' | 'title'>,
): Promise<readonly string[] | undefined> {
  const checked = checkedOn(role === 'judge' ? await services.cards() : []);
  for (;;) {
    const settings = readSettings(services.uri);
    const providers = providersOf(settings);
    const isReference = (text: string): boolean => parseModelReference(text, providers).kind === 'reference';
    const rows = modelRows({ role, settings, keys: services.keys, current: question.current, checked });
    const answer = await pickModels({ ...question, role, rows, isReference });
    if (answer === undefined) return undefined;
    if (answer.kind === 'chosen') return answer.references;
    if (answer.kind === 'add') {
      await addConnection(services.keys);
      continue;
    }
    const [reference = ''] = answer.references;
    try {
      if (await checkInWindow(reference, settings, services)) return [reference];
    } catch (error) {
      void showFailure(services.log, t`${reference} cannot be checked: ${reasonOf(error)}`, error);
    }
  }
}

function checkedOn(cards: readonly TrustCard[]): ReadonlyMap<string, readonly string[]> {
  const titleOf = ({ benchmark }: TrustCard): string => benchmarks.get(benchmark)?.title ?? benchmark;
  const judges = [...groupedBy(cards, ({ judge }) => judge)];
  return new Map(judges.map(([judge, own]) => [judge, [...new Set(own.map(titleOf))]]));
}

/** Adds a server to the user settings, which no folder can change. */
async function addConnection(keys: ApiKeys): Promise<void> {
  const kinds = connectionTemplates.map((template) => ({ label: template.title, template }));
  const title = t`Add a connection`;
  const { template } = (await choose(kinds, title)) ?? {};
  if (template === undefined) return;
  const box = { title, ignoreFocusOut: true };
  const answers: Record<string, string> = {};
  for (const { id, question: prompt, example: placeHolder } of template.questions) {
    const validateInput = (text: string) => (text.trim() === '' ? t`For instance ${placeHolder}` : undefined);
    const answer = await vscode.window.showInputBox({ ...box, prompt, placeHolder, validateInput });
    if (answer === undefined) return;
    answers[id] = answer;
  }
  const answer = await choose([{ label: t`Yes` }, { label: t`No` }], title, t`Does the server ask for a key?`);
  if (answer === undefined) return;
  const needsKey = answer.label === t`Yes`;
  const connection = { ...filledTemplate(template, answers), needsKey };
  const configuration = vscode.workspace.getConfiguration(extensionPrefix);
  const known = configuration.inspect<Readonly<Record<string, unknown>>>('connections')?.globalValue ?? {};
  const taken = new Set([...providers.keys(), ...Object.keys(known)]);
  const name = await vscode.window.showInputBox({
    ...box,
    prompt: t`A name for it; its models are then NAME:MODEL`,
    value: template.name,
    validateInput: (text) => readConnections({ [text]: connection }, taken).problems[0]?.problem,
  });
  if (name === undefined) return;
  await configuration.update('connections', { ...known, [name]: connection }, vscode.ConfigurationTarget.Global);
  if (needsKey) await keys.ask(name);
}

export async function chooseBenchmarks(uri: vscode.Uri | undefined): Promise<void> {
  if (await setInFrontMatter(uri, ['benchmarks'])) return;
  const current = readSettings(uri).choices.benchmarks ?? [];
  const items = [...benchmarks.values()].map(({ id, title, question }) => {
    return { label: title, description: id, detail: t(question), picked: current.includes(id) };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: t`Benchmarks`,
    placeHolder: t`A run covers all selected benchmarks`,
    canPickMany: true,
  });
  const ids = chosen?.map(({ description }) => description) ?? [];
  if (ids.length > 0) await keepChoice(uri, 'benchmarks', ids);
}

async function keepChoice(uri: vscode.Uri | undefined, name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(extensionPrefix, uri);
  const target = settingTarget(configuration.inspect(name), vscode.workspace.workspaceFolders !== undefined);
  await configuration.update(name, value, vscode.ConfigurationTarget[target]);
}

/** A folder's value wins over the workspace's. */
export function settingTarget(
  values: { readonly workspaceFolderValue?: unknown } | undefined,
  hasWorkspace: boolean,
): 'WorkspaceFolder' | 'Workspace' | 'Global' {
  if (values?.workspaceFolderValue !== undefined) return 'WorkspaceFolder';
  return hasWorkspace ? 'Workspace' : 'Global';
}

/** Whether the front matter overrides the setting to change. If so, tells the user and offers the file. */
async function setInFrontMatter(uri: vscode.Uri | undefined, keys: readonly (keyof PromptDefaults)[]) {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri?.toString());
  if (document === undefined) return false;
  const { defaults } = readFrontMatter(document.getText());
  const set = keys.filter((key) => defaults[key] !== undefined);
  if (set.length === 0) return false;
  const name = vscode.workspace.asRelativePath(document.uri);
  const text = t`The front matter of ${name} sets ${set.join(', ')}; it wins over the settings.`;
  if (await offer(vscode.window.showInformationMessage, text, t`Edit Front Matter`)) {
    const start = new vscode.Range(0, 0, 0, 0);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection: start });
  }
  return true;
}

const marks: Readonly<Record<CheckedPart['state'], string>> = { works: '✓', limited: '△', fails: '✗', unknown: '?' };

/** Returns whether the user accepts the model. Rejects with `ChoiceError` or `ProviderError`. */
async function checkInWindow(reference: string, settings: Settings, services: ChoosingServices): Promise<boolean> {
  const { keys, log } = services;
  const { tutor } = choicesOf([{ tutor: reference }, settings.choices], settings);
  const key = await keys.get(sourceOf(tutor));
  const served = { entries: providersOf(settings), keyFor: () => key, concurrency: undefined };
  const parts = { ...served, onEvent: () => undefined, fetch: keptFetch() };
  const endpoint = createEndpoints({ tutor, judges: [] }, parts).tutor;
  const { Notification: location } = vscode.ProgressLocation;
  const shown = { location, title: t`Checking ${endpoint.name}`, cancellable: true };
  const check = await vscode.window.withProgress(shown, async (progress, token) => {
    const abort = new AbortController();
    const { signal } = abort;
    token.onCancellationRequested(() => abort.abort());
    const onCall = (call: number): void => progress.report({ message: t`call ${call}` });
    return checkModel(endpoint, { clock: systemClock, signal, onCall }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  });
  if (check === undefined) return false;
  const lines = check.parts.map(({ id, state, says }) => `${marks[state]} ${checkedPartTitles[id]}: ${says}`);
  const answer = checkAnswer(check);
  log.info([answer, ...lines].join('\n'));
  const use = t`Use This Model`;
  const detail = [...lines, '', checkCost(check)].join('\n');
  return (await vscode.window.showInformationMessage(answer, { modal: true, detail }, use)) === use;
}

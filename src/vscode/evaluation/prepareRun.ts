import path from 'node:path';
import type * as vscode from 'vscode';
import type { AgentRunRequest } from '../../core/agent/agentHost';
import { withEdits } from '../../core/agent/editFacts';
import { type EditedPrompts, planEdits } from '../../core/history/planEdits';
import { withStudent } from '../../core/benchmarks/policies';
import { benchmarks } from '../../core/benchmarks/registry';
import { earlierRun } from '../../core/history/earlierRun';
import { readGitState } from '../../core/history/git';
import type { PromptDefaults } from '../../core/prompt/frontMatter';
import { readPromptFile } from '../../core/prompt/promptFile';
import { batchSupport } from '../../core/run/batch/batchPlan';
import { type NewRunFacts, planRun, type RunRequest, runStart } from '../../core/run/planRun';
import { assertCapHolds } from '../../core/run/priceCap';
import { assertConfiguredServers, ChoiceError, decideChoices, type RunChoices } from '../../core/run/runChoices';
import { withRuleTest } from '../../core/run/ruleTest';
import type { AskedModels, ManifestModel, RunManifest } from '../../core/store/runManifest';
import { modelName, modelsOf, simulatedPartsOf, triesTexts } from '../../core/store/runManifest';
import { boundedText } from '../../core/text/readableText';
import { countWords, t } from '../../core/text/countWords';
import type { PanelChoices } from '../../protocol/panelState';
import { providersOf } from '../models/runProviders';
import { readSettings, type Settings } from '../settings';
import type { AgreedRuns, EvaluationServices, PromptStore } from './evaluationServices';
import { newRun, type PreparedRun } from './runInWindow';
import { type PromptFiles, promptOverrides, readSamples } from './sampleFiles';

/** Applies the layers in order: the first that names a choice decides, then the defaults. Throws `ChoiceError`. */
export function choicesOf(layers: readonly PromptDefaults[], settings: Settings): RunChoices {
  return decideChoices(layers, { benchmarks, ...serversOf(settings) });
}

function serversOf(settings: Settings) {
  return {
    providers: providersOf(settings),
    baseUrlFor: (_role: unknown, provider: string): string | undefined => settings.baseUrlFor(provider),
  };
}

export function choicesFor({ defaults }: { readonly defaults: PromptDefaults }, settings: Settings): RunChoices {
  return choicesOf([defaults, settings.choices], settings);
}

export function panelChoices(prompt: { readonly defaults: PromptDefaults }, settings: Settings): PanelChoices {
  const { targets, guards } = prompt.defaults;
  try {
    const { benchmarks: chosen, tutor, student, judges, limit } = choicesFor(prompt, settings);
    const titles = chosen.map(({ title }) => title);
    const models = { tutor, student, judges };
    const sendsNothing = modelsOf(models).every((model) => model.simulated);
    const names = { tutor: modelName(tutor), judges: judges.map(modelName) };
    return { benchmarks: titles, ...names, simulated: simulatedPartsOf(models), sendsNothing, limit, targets, guards };
  } catch (error) {
    if (!ChoiceError.is(error)) throw error;
    const { benchmarks: named = [], tutor = 'offline', judges = ['offline'], limit } = settings.choices;
    return { benchmarks: named.map((id) => benchmarks.get(id)?.title ?? id), tutor, judges, limit, targets, guards };
  }
}

/** `unitsOfBaseline`: for the planned run. Throws the errors of `planRun` and of its parts. */
export async function prepareRun(
  document: vscode.TextDocument,
  context: Pick<RunContext, 'prompt' | 'settings' | 'extensionUri' | 'toolVersion' | 'asked'>,
  unitsOfBaseline: (planned: RunManifest) => Promise<ReadonlyMap<string, number> | undefined>,
  byBatch: BatchOptions = 'asSet',
): Promise<PreparedRun> {
  const { prompt, settings, asked = {} } = context;
  const request = await runRequest(document, context);
  const earlier = await earlierRun(prompt.root, request, benchmarks);
  const { judgeAll, guardMargin } = settings;
  const facts = {
    ...request,
    ...earlier,
    judgeAll,
    guardMargin,
    batch: goesByBatch(modelsOf(request), settings, byBatch),
  };
  const plain = planRun(facts, benchmarks);
  // Only runs with aims stop early, so only those need their baseline's units first.
  const baselineUnits = request.aims && (await unitsOfBaseline(plain.manifest));
  const whole = baselineUnits === undefined ? plain : planRun({ ...facts, baselineUnits }, benchmarks);
  const trial = { root: prompt.root, guardMargin };
  const planned = await withEdits(whole, asked, trial, benchmarks);
  // The run has a student model only if one of its benchmarks uses it.
  assertCapHolds(modelsOf(planned.manifest), settings.caps);
  return { ...newRun(planned, prompt), hasLooks: !triesTexts(planned.manifest) };
}

/** Throws as `prepareRun` does. Always asked about, since the calls are other than those of an evaluation. */
export async function prepareRuleTest(document: vscode.TextDocument, context: RunContext): Promise<PreparedRun> {
  const request = await runRequest(document, context);
  const planned = withRuleTest(
    planRun({ ...request, batch: goesByBatch(modelsOf(request), context.settings) }, benchmarks),
    benchmarks,
  );
  const { ruleTest, prompt } = planned.manifest;
  assertCapHolds(modelsOf(planned.manifest), context.settings.caps);
  const rules = (ruleTest?.groups ?? []).flat();
  const lines = rules.map(({ number, text }) => `${number}. ${boundedText(text, 60)}`);
  const question = t`Test ${countWords(rules.length, 'rule', 'rules')} of ${prompt.name}? Each sample is run three times, and each rule is missing in one of them.`;
  return { ...newRun(planned, context.prompt), purpose: { question, yes: t`Test`, lines } };
}

/** A race of edited prompts, or the confirmation of one. Throws as `prepareRun` does. Always asked about. */
export async function prepareEdits(
  document: vscode.TextDocument,
  context: RunContext,
  candidates: EditedPrompts,
  confirm: boolean,
): Promise<PreparedRun> {
  const { prompt, settings } = context;
  const request = { root: prompt.root, confirm, guardMargin: settings.guardMargin };
  const whole = planRun(await runRequest(document, context), benchmarks);
  const planned = await planEdits(whole, candidates, request, benchmarks);
  assertCapHolds(modelsOf(planned.manifest), settings.caps);
  const { name } = planned.manifest.prompt;
  const count = countWords(candidates.length, 'edited prompt', 'edited prompts');
  const question = confirm
    ? t`Measure ${candidates[0]?.title ?? ''} against ${name}, on the half of the samples that no race uses?`
    : t`Race ${count} against ${name} on one half of the samples? The worst is dropped after each look.`;
  return { ...newRun(planned, prompt), purpose: { question, yes: confirm ? t`Measure` : t`Race` } };
}

type PromptDocument = Pick<vscode.TextDocument, 'getText' | 'uri'>;

export async function promptFacts(
  document: PromptDocument,
  promptPath: string,
): Promise<Pick<RunRequest, 'prompt' | 'promptName'> & { readonly git: RunRequest['git'] }> {
  const { uri } = document;
  const git = uri.scheme === 'file' ? await readGitState(uri.fsPath) : undefined;
  return { prompt: readPromptFile(promptPath, document.getText()), promptName: path.posix.basename(uri.path), git };
}

export async function runRequest(
  document: PromptDocument,
  context: Pick<RunContext, 'settings' | 'extensionUri' | 'toolVersion' | 'asked'> & {
    readonly prompt: { promptPath: string };
  },
): Promise<RunRequest> {
  const { uri } = document;
  const { settings, toolVersion, extensionUri, asked = {} } = context;
  const facts = await promptFacts(document, context.prompt.promptPath);
  const choices = choicesOf([asked, facts.prompt.defaults, settings.choices], settings);
  const policy = withStudent(settings.policy, choices.student !== undefined);
  const files = { uri, settings, extensionUri };
  const overrides = await promptOverrides(choices, files, policy);
  return {
    ...runStart(),
    toolVersion,
    ...facts,
    ...choices,
    benchmarks: await Promise.all(
      choices.benchmarks.map(async (benchmark) => ({
        ...(await readSamples(benchmark, files)),
        overrides: overrides.get(benchmark.id),
      })),
    ),
    policy,
    ...settings.caps,
  };
}

export interface StoredRunContext {
  readonly prompt: Pick<PromptStore, 'store'>;
  readonly settings: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections' | 'batch'>>;
  readonly agreed: Pick<AgreedRuns, 'has'>;
  readonly toolVersion: string;
  /** Throws `ServerAddressError` for a server that the settings do not name. */
  readonly assertServers: (models: AskedModels) => void;
}

export interface RunContext extends StoredRunContext, PromptFiles {
  readonly prompt: PromptStore;
  readonly settings: Settings;
  readonly agreed: AgreedRuns;
  readonly keys: EvaluationServices['keys'];
  /** What is named for this run alone. */
  readonly asked?: Partial<AgentRunRequest>;
}

/** Servers come from the settings, since a stored run must not decide where keys and texts go. */
export function runContext(uri: vscode.Uri, services: EvaluationServices): RunContext {
  const { agreed, keys, extensionUri, toolVersion } = services;
  const settings = readSettings(uri);
  const advice = t`Set that address in the settings to go on, or evaluate again.`;
  return {
    ...{ uri, extensionUri, settings, agreed, keys, toolVersion },
    prompt: services.storeFor(uri),
    assertServers: (models) => assertConfiguredServers(models, serversOf(settings), advice),
  };
}

/** `always` for the batch command, `asSet` for the setting. */
export type BatchOptions = 'always' | 'asSet';

/** The setting does not apply to simulated models. Throws `ChoiceError` for a model without batches. */
export function goesByBatch(
  models: readonly ManifestModel[],
  settings: StoredRunContext['settings'],
  by: BatchOptions = 'asSet',
): boolean {
  if (by === 'asSet' && settings.batch !== true) return false;
  const support = batchSupport(models, providersOf(settings));
  if (support.kind === 'able') return true;
  if (support.kind === 'unable')
    throw new ChoiceError(t`${support.model} cannot be asked in batches. Choose another model.`);
  if (by === 'asSet') return false;
  throw new ChoiceError(
    t`All models are simulated, so a batch has nothing to do. Choose a model of OpenAI or Anthropic.`,
  );
}

/** Throws `ChoiceError`, and `PriceCapError` when a cost cap cannot hold. */
export function newRunFacts(
  models: readonly ManifestModel[],
  { settings, toolVersion }: Pick<StoredRunContext, 'settings' | 'toolVersion'>,
): NewRunFacts {
  assertCapHolds(models, settings.caps);
  return { ...runStart(), toolVersion, ...settings.caps, batch: goesByBatch(models, settings) };
}

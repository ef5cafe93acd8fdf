import * as vscode from 'vscode';
import * as z from 'zod';
import { policyFrom, presetOf, studentPolicies } from '../core/benchmarks/policies';
import { modelParametersSchema, modelRoles } from '../core/prompt/modelParameters';
import { capsOf } from '../core/run/runCaps';
import type { ChoiceSource } from '../core/run/runChoices';

export const extensionPrefix = 'tutorPromptLab';

export const revisionScheme = 'tutor-prompt-revision';

export const panelViewType = `${extensionPrefix}.results`;

export type Settings = Readonly<ReturnType<typeof settingsOf>>;

const text = z.string().trim().min(1);
const amount = z.number().positive();
const calls = z.int().positive();
const share = amount.lt(1);
const texts = z
  .array(z.unknown())
  .transform((values) => values.filter((value): value is string => typeof value === 'string' && value !== ''));

/** Reads the settings for `scope`. Values of a wrong type count as unset; VS Code marks them itself. */
export function readSettings(scope?: vscode.Uri): Settings {
  return settingsOf(scope);
}

function settingsOf(scope: vscode.Uri | undefined) {
  const configuration = vscode.workspace.getConfiguration(extensionPrefix, scope);
  const value = (name: string): unknown => configuration.get<unknown>(name);
  const read = <Value>(name: string, schema: z.ZodType<Value>): Value | undefined => schema.safeParse(value(name)).data;
  const whole = (name: string, least: number): number | undefined => read(name, z.int().min(least));
  // A folder may come from anyone: it can lower the user's cap, but not raise or remove it.
  const lowest = (name: string, schema: z.ZodType<number>): number | undefined => {
    const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
    const own = schema.safeParse(globalValue).data ?? defaultValue;
    const caps = [own, workspaceValue, workspaceFolderValue].flatMap((cap) => schema.safeParse(cap).data ?? []);
    return caps.length === 0 ? undefined : Math.min(...caps);
  };
  // By benchmark id, relative to the workspace folder.
  const sampleFiles: Readonly<Record<string, string>> = read('sampleFiles', z.record(z.string(), z.string())) ?? {};
  const policy = policyFrom(({ setting }) => (setting === undefined ? undefined : value(setting)));
  // A preset is a published protocol: its own samples and no student model.
  const preset = presetOf(policy);
  const named = studentPolicies.map(({ studentSetting = '' }) => read(studentSetting, text));
  const choices: ChoiceSource = {
    benchmarks: read('benchmarks', texts) ?? [],
    tutor: read('tutor', text),
    judges: read('judges', texts) ?? [],
    student: preset === undefined ? named.find((model) => model !== undefined) : undefined,
    limit: whole('limit', 1),
    repeats: whole('repeats', 1),
    seed: whole('seed', 0),
    parameters: Object.fromEntries(modelRoles.map((role) => [role, read(`parameters.${role}`, modelParametersSchema)])),
  };
  return {
    choices,
    concurrency: whole('concurrency', 1),
    caps: capsOf({
      maxCostUsd: lowest('maxCost', amount),
      maxCalls: lowest('maxCalls', calls),
      maxCostUsdPerDay: lowest('maxCostPerDay', amount),
      maxCallsPerDay: lowest('maxCallsPerDay', calls),
    }),
    agentCalls: lowest('agents.maxCalls', calls),
    // Empty means `.tutor-prompt-lab` in the workspace folder.
    store: read('store', text) ?? '',
    promptFiles: read('promptFiles', texts) ?? [],
    modelsFile: read('modelsFile', text) ?? '',
    // A wrong value never switches the question off.
    confirmBeforeSending: read('confirmBeforeSending', z.enum(['changed', 'never'])) ?? 'always',
    policy,
    cache: value('cache') !== false,
    majority: value('judging.majority') === true,
    ruleFindings: value('ruleFindings') !== false,
    // Empty means `judges/` beside or above the prompt.
    judgeOverrideFolder: read('judging.promptFolder', text) ?? '',
    batch: value('batch') === true,
    cacheLimits: {
      maxBytes: (whole('cacheMaxMegabytes', 1) ?? 256) * 1_048_576,
      maxAgeDays: whole('cacheMaxAgeDays', 1) ?? 90,
    },
    // Half width of equivalence and smallest relevant difference, as shares of a metric's scale.
    margin: read('comparison.margin', share),
    smallest: read('comparison.smallest', share),
    guardMargin: read('comparison.guardMargin', share),
    judgeAll: value('comparison.judgeAll') === true,
    sampleFiles: preset === undefined ? sampleFiles : { ...sampleFiles, [preset.benchmark]: '' },
    baseUrlFor: (providerId: string): string | undefined => read(`${providerId}.baseUrl`, text),
    // Only the user's value: no folder may add or change a server. The scope in package.json says the same.
    connections: configuration.inspect<unknown>('connections')?.globalValue,
  };
}

function promptFileSelector(): vscode.DocumentFilter[] {
  return readSettings().promptFiles.map((pattern) => ({ pattern }));
}

/** Files of the workspace that the setting names, at most `most` of each pattern. */
export async function findPromptFiles(most = 1_000): Promise<readonly vscode.Uri[]> {
  const patterns = readSettings().promptFiles;
  const found = patterns.map((pattern) => vscode.workspace.findFiles(pattern, '**/node_modules/**', most));
  return (await Promise.all(found)).flat();
}

/** Registers providers for prompt files, and again when the setting names other files. */
export function forPromptFiles(register: (files: vscode.DocumentFilter[]) => vscode.Disposable): vscode.Disposable {
  let registration = register(promptFileSelector());
  const follow = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(`${extensionPrefix}.promptFiles`)) return;
    registration.dispose();
    registration = register(promptFileSelector());
  });
  return vscode.Disposable.from(follow, { dispose: (): void => void registration.dispose() });
}

/** True if the setting names this document as a prompt file. A stored revision has such a name but is none. */
export function isPromptFile(document: Pick<vscode.TextDocument, 'uri'>): boolean {
  if (document.uri.scheme === revisionScheme) return false;
  // The patterns ask for nothing but the address.
  return vscode.languages.match(promptFileSelector(), document as vscode.TextDocument) > 0;
}

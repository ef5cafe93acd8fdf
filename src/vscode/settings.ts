import * as vscode from 'vscode';
import { policyFrom, presetOf, type ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import type { CacheLimits } from '../core/run/fileReplyCache';
import { capsOf, type RunCaps } from '../core/run/runCaps';
import type { ChoiceSource } from '../core/run/runChoices';
import {
  type ModelParameters,
  modelParametersSchema,
  type ModelRole,
  modelRoles,
} from '../core/prompt/modelParameters';
import { revisionScheme } from './revisions/revisionDocuments';

/** Prefix of commands and settings. */
export const extensionPrefix = 'tutorPromptLab';

/** The settings of one prompt file, as package.json declares them. */
export interface Settings {
  readonly choices: ChoiceSource;
  readonly concurrency: number | undefined;
  readonly caps: RunCaps;
  /** Folder of the run store; empty for `.tutor-prompt-lab` in the workspace folder. */
  readonly store: string;
  readonly promptFiles: readonly string[];
  readonly confirmBeforeSending: boolean;
  readonly policy: ProtocolPolicy;
  readonly cache: boolean;
  /** Whether the vote of several judges stands beside what each of them says. */
  readonly majority: boolean;
  /** Folder of judge wordings; empty for `judges/` beside or above the prompt. */
  readonly judgeWordingFolder: string;
  /** Whether evaluations go through the providers' batches where their models can. */
  readonly batch: boolean;
  readonly cacheLimits: CacheLimits;
  /** Half width of what counts as equivalent, and the smallest difference that matters, as shares of a metric's scale. */
  readonly margin: number | undefined;
  readonly smallest: number | undefined;
  /** Runs of a prompt that are kept; `undefined` for all. */
  readonly keepRuns: number | undefined;
  /** Sample files by benchmark id, relative to the workspace folder. */
  readonly sampleFiles: Readonly<Record<string, string>>;
  baseUrlFor(providerId: string): string | undefined;
  /** Servers with a name, as they are written; the user's alone. */
  readonly connections: unknown;
}

/** Reads the settings in force for `scope`. Values of a wrong type count as unset; VS Code marks them itself. */
export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration(extensionPrefix, scope);
  const text = (name: string): string | undefined => nonEmpty(configuration.get<unknown>(name));
  const number = (name: string): number | undefined => amountOf(configuration.get<unknown>(name));
  const whole = (name: string, least: number): number | undefined => {
    const value = configuration.get<unknown>(name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
  };
  // A folder may come from anybody: it can lower the user’s cap, and neither raise it nor take it away.
  const lowest = (name: string, read: (value: unknown) => number | undefined): number | undefined => {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
    const caps = [globalValue, workspaceValue, workspaceFolderValue].flatMap((value) => read(value) ?? []);
    return caps.length === 0 ? undefined : Math.min(...caps);
  };
  const share = (name: string): number | undefined => {
    const value = number(name);
    return value !== undefined && value < 1 ? value : undefined;
  };
  const list = (name: string): readonly string[] => {
    const value = configuration.get<unknown>(name);
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : [];
  };
  const parameters = (role: ModelRole): ModelParameters | undefined =>
    modelParametersSchema.safeParse(configuration.get<unknown>(`parameters.${role}`)).data;
  const sampleFiles = configuration.get<unknown>('sampleFiles');
  const files = isTextRecord(sampleFiles) ? sampleFiles : {};
  const policy = policyFrom(({ setting }) => (setting === undefined ? undefined : configuration.get<unknown>(setting)));
  // A published protocol as a whole: its own samples, and no model that plays the student.
  const preset = presetOf(policy);
  return {
    choices: {
      benchmarks: list('benchmarks'),
      tutor: text('tutor'),
      judges: list('judges'),
      student: preset === undefined ? text('socratesbench.student') : undefined,
      limit: whole('limit', 1),
      repeats: whole('repeats', 1),
      seed: whole('seed', 0),
      parameters: Object.fromEntries(modelRoles.map((role) => [role, parameters(role)])),
    },
    concurrency: whole('concurrency', 1),
    caps: capsOf({
      maxCostUsd: lowest('maxCost', amountOf),
      maxCalls: lowest('maxCalls', callsOf),
      maxCostUsdPerDay: lowest('maxCostPerDay', amountOf),
      maxCallsPerDay: lowest('maxCallsPerDay', callsOf),
    }),
    store: text('store') ?? '',
    promptFiles: list('promptFiles'),
    confirmBeforeSending: configuration.get<unknown>('confirmBeforeSending') !== false,
    policy,
    cache: configuration.get<unknown>('cache') !== false,
    majority: configuration.get<unknown>('judging.majority') === true,
    judgeWordingFolder: text('judging.wordingFolder') ?? '',
    batch: configuration.get<unknown>('batch') === true,
    cacheLimits: {
      maxBytes: (whole('cacheMaxMegabytes', 1) ?? 256) * 1_048_576,
      maxAgeDays: whole('cacheMaxAgeDays', 1) ?? 90,
    },
    margin: share('comparison.margin'),
    smallest: share('comparison.smallest'),
    keepRuns: whole('keepRuns', 1),
    sampleFiles: preset === undefined ? files : { ...files, [preset.benchmark]: '' },
    baseUrlFor: (providerId) => text(`${providerId}.baseUrl`),
    // Said once more beside the scope in package.json: no folder adds or changes a server.
    connections: configuration.inspect<unknown>('connections')?.globalValue,
  };
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

function callsOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? amountOf(value) : undefined;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'string');
}

/** A selector for the files that the setting `promptFiles` names. */
export function promptFileSelector(): vscode.DocumentFilter[] {
  return readSettings().promptFiles.map((pattern) => ({ pattern }));
}

/** True when the setting names this document as a prompt file. A stored revision is named like one and is none. */
export function isPromptFile(document: vscode.TextDocument): boolean {
  if (document.uri.scheme === revisionScheme) return false;
  const selector = promptFileSelector();
  return selector.length > 0 && vscode.languages.match(selector, document) > 0;
}

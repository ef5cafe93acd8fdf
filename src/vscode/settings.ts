import * as vscode from 'vscode';
import * as z from 'zod';
import { policyFrom, presetOf, type ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import { modelParametersSchema, modelRoles } from '../core/prompt/modelParameters';
import type { CacheLimits } from '../core/run/replyCache';
import { capsOf, type RunCaps } from '../core/run/runCaps';
import type { ChoiceSource } from '../core/run/runChoices';

export const extensionPrefix = 'tutorPromptLab';

export const revisionScheme = 'tutor-prompt-revision';

export interface Settings {
  readonly choices: ChoiceSource;
  readonly concurrency: number | undefined;
  readonly caps: RunCaps;
  /** Empty for `.tutor-prompt-lab` in the workspace folder. */
  readonly store: string;
  readonly promptFiles: readonly string[];
  readonly confirmBeforeSending: boolean;
  readonly policy: ProtocolPolicy;
  readonly cache: boolean;
  /** Whether the vote of several judges stands beside what each of them says. */
  readonly majority: boolean;
  /** Empty for `judges/` beside or above the prompt. */
  readonly judgeWordingFolder: string;
  readonly batch: boolean;
  readonly cacheLimits: CacheLimits;
  /** Half width of what counts as equivalent, and the smallest difference that matters: shares of a metric's scale. */
  readonly margin: number | undefined;
  readonly smallest: number | undefined;
  /** Runs of a prompt that are kept; `undefined` for all. */
  readonly keepRuns: number | undefined;
  /** By benchmark id, relative to the workspace folder. */
  readonly sampleFiles: Readonly<Record<string, string>>;
  baseUrlFor(providerId: string): string | undefined;
  /** Servers with a name, as they are written; the user's alone. */
  readonly connections: unknown;
}

const text = z.string().trim().min(1);
const amount = z.number().positive();
const calls = z.int().positive();
const share = amount.lt(1);
const texts = z
  .array(z.unknown())
  .transform((values) => values.filter((value): value is string => typeof value === 'string' && value !== ''));
const files = z.record(z.string(), z.string());

/** Reads the settings in force for `scope`. Values of a wrong type count as unset; VS Code marks them itself. */
export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration(extensionPrefix, scope);
  const value = (name: string): unknown => configuration.get<unknown>(name);
  const read = <Value>(name: string, schema: z.ZodType<Value>): Value | undefined => schema.safeParse(value(name)).data;
  const whole = (name: string, least: number): number | undefined => read(name, z.int().min(least));
  // A folder may come from anybody: it can lower the user’s cap, and neither raise it nor take it away.
  const lowest = (name: string, schema: z.ZodType<number>): number | undefined => {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
    const caps = [globalValue, workspaceValue, workspaceFolderValue].flatMap((cap) => schema.safeParse(cap).data ?? []);
    return caps.length === 0 ? undefined : Math.min(...caps);
  };
  const sampleFiles = read('sampleFiles', files) ?? {};
  const policy = policyFrom(({ setting }) => (setting === undefined ? undefined : value(setting)));
  // A published protocol as a whole: its own samples, and no model that plays the student.
  const preset = presetOf(policy);
  return {
    choices: {
      benchmarks: read('benchmarks', texts) ?? [],
      tutor: read('tutor', text),
      judges: read('judges', texts) ?? [],
      student: preset === undefined ? read('socratesbench.student', text) : undefined,
      limit: whole('limit', 1),
      repeats: whole('repeats', 1),
      seed: whole('seed', 0),
      parameters: Object.fromEntries(
        modelRoles.map((role) => [role, read(`parameters.${role}`, modelParametersSchema)]),
      ),
    },
    concurrency: whole('concurrency', 1),
    caps: capsOf({
      maxCostUsd: lowest('maxCost', amount),
      maxCalls: lowest('maxCalls', calls),
      maxCostUsdPerDay: lowest('maxCostPerDay', amount),
      maxCallsPerDay: lowest('maxCallsPerDay', calls),
    }),
    store: read('store', text) ?? '',
    promptFiles: read('promptFiles', texts) ?? [],
    confirmBeforeSending: value('confirmBeforeSending') !== false,
    policy,
    cache: value('cache') !== false,
    majority: value('judging.majority') === true,
    judgeWordingFolder: read('judging.wordingFolder', text) ?? '',
    batch: value('batch') === true,
    cacheLimits: {
      maxBytes: (whole('cacheMaxMegabytes', 1) ?? 256) * 1_048_576,
      maxAgeDays: whole('cacheMaxAgeDays', 1) ?? 90,
    },
    margin: read('comparison.margin', share),
    smallest: read('comparison.smallest', share),
    keepRuns: whole('keepRuns', 1),
    sampleFiles: preset === undefined ? sampleFiles : { ...sampleFiles, [preset.benchmark]: '' },
    baseUrlFor: (providerId) => read(`${providerId}.baseUrl`, text),
    // Said once more beside the scope in package.json: no folder adds or changes a server.
    connections: configuration.inspect<unknown>('connections')?.globalValue,
  };
}

export function promptFileSelector(): vscode.DocumentFilter[] {
  return readSettings().promptFiles.map((pattern) => ({ pattern }));
}

/** True when the setting names this document as a prompt file. A stored revision is named like one and is none. */
export function isPromptFile(document: vscode.TextDocument): boolean {
  if (document.uri.scheme === revisionScheme) return false;
  const selector = promptFileSelector();
  return selector.length > 0 && vscode.languages.match(selector, document) > 0;
}

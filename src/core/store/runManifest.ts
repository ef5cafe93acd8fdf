import * as z from 'zod';
import { mostOverrides, promptOverrideSchema } from '../benchmark/judging/promptOverride';
import { benchmarkIds, protocolPolicySchema } from '../benchmarks/policies';
import { modelParametersSchema, parametersText } from '../prompt/modelParameters';
import { readPromptFile } from '../prompt/promptFile';
import { understoodSentences } from '../prompt/readRules';
import type { PromptSentence } from '../prompt/rules';
import { serverAt } from '../providers/apiAddress';
import { formatModelReference } from '../providers/modelReference';
import { modelPriceSchema } from '../providers/modelRow';
import { isSimulated } from '../providers/providerRegistry';

/** Git state of a prompt file at its evaluation. Comes from a repository, so its texts are untrusted. */
export const gitStateSchema = z.object({
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)
    .optional(),
  branch: z.string().optional(),
  dirty: z.boolean(),
  path: z.string(),
});
export type GitState = Readonly<z.infer<typeof gitStateSchema>>;

const name = z.string().max(500);
const address = z.string().max(2_000);

// A manifest may come from a cloned folder, so it never decides whether text is sent or money spent.
const model = z
  .object({
    provider: name,
    model: name,
    baseUrl: address.optional(),
    /** Name of the connection used instead of the provider. Its key and headers come from the user's settings. */
    connection: name.optional(),
    parameters: modelParametersSchema.optional(),
    /** The connection's price at planning, in US dollars per million tokens. */
    price: modelPriceSchema.optional(),
    simulated: z.boolean(),
  })
  .transform(({ provider, model: own, simulated: _, ...sent }) => {
    const simulated = isSimulated(provider);
    return { provider, model: own, ...(simulated ? {} : sent), simulated };
  });

export const mostJudges = 50;
export const runPurposes = ['explore', 'rules', 'edits'] as const;
const names = z.array(name).max(50).readonly();
/** Edited prompts of a race. */
export const mostCandidates = 12;
const image = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), mediaType: z.string() });

const benchmark = z.object({
  id: z.enum(benchmarkIds),
  protocol: z.string(),
  placement: z.enum(['own', 'own+instructions', 'benchmark']),
  /** The benchmark's own prompt, where it is sent instead of the file. Variables are not filled in. */
  builtInPrompt: z.string().optional(),
  repeats: z.int().positive(),
  repeatsChosen: z.boolean().optional(),
  source: z.object({ kind: z.enum(['starter', 'file']), name: z.string(), format: z.string() }),
  dataHash: z.string(),
  samples: z.int(),
  skipped: z.int(),
  /** By the path in the sample. The store keeps the content under its hash. */
  images: z.record(z.string(), image).optional(),
  judgeVersions: z.record(z.string(), z.string()),
  /** Custom judge prompts in full, so that the run can go on without their files. */
  promptOverrides: z.array(promptOverrideSchema).min(1).max(mostOverrides).optional(),
});

/** Written once before the first call and never changed. Has everything needed to resume elsewhere, but no key. */
export const runManifestSchema = z.object({
  schemaVersion: z.literal(1),
  runId: z.string(),
  createdAt: z.string(),
  toolVersion: z.string(),
  rejudgedFrom: z.string().optional(),
  repliesAt: z.string().optional(),
  /** The journal holds the labelled replies; no tutor is asked. */
  calibration: z
    .object({
      name: z.string(),
      format: z.string(),
      by: z.literal('people'),
      goldHash: z.string(),
      tutor: z.string().optional(),
    })
    .optional(),
  /** The journal holds the replies; no tutor is asked. */
  recorded: z
    .object({
      name: z.string(),
      format: z.string(),
      missing: z.int().nonnegative(),
      unused: z.int().nonnegative(),
      about: z.string().optional(),
    })
    .optional(),
  prompt: z.object({
    path: z.string(),
    name: z.string(),
    text: z.string(),
    revision: z.string(),
    git: gitStateSchema.optional(),
  }),
  tutor: model,
  judges: z.array(model).min(1).max(mostJudges),
  student: model.optional(),
  seed: z.int(),
  limit: z.int().optional(),
  maxCostUsd: z.number().optional(),
  maxCalls: z.number().optional(),
  /** The caps when this run was planned. */
  maxCostUsdPerDay: z.number().optional(),
  maxCallsPerDay: z.number().optional(),
  /** Metrics that the prompt is meant to improve, and those that must not suffer. */
  aims: z.object({ targets: names, guards: names }).optional(),
  /** What a guard may lose, as a share of its scale, where it is not the usual share. */
  guardMargin: z.number().positive().max(1).optional(),
  /** By benchmark, those of the first run of the text, where they were others: its replies may have been seen. */
  firstAims: z.record(z.string(), z.object({ targets: names, guards: names })).optional(),
  /** All judges are asked, although targets or guards are named. */
  judgeAll: z.literal(true).optional(),
  /** The order in which units are played, and the numbers of units after which a comparison may be looked at. */
  sequence: z
    .object({
      /** Units of the benchmarks' files: the last look. */
      planned: z.int().positive(),
      /** As `benchmark/unit`. */
      order: z.array(z.string()).readonly(),
      /** Units of `limit`, where the order goes on beyond it: the run ends there until it is continued. */
      firstStop: z.int().positive().optional(),
      /** Ascending. */
      looks: z.array(z.int().positive()).readonly(),
      /** The plans before samples were added to the files: the units planned then, and played until then. */
      earlier: z
        .array(z.object({ planned: z.int().positive(), until: z.int().nonnegative() }))
        .readonly()
        .optional(),
      /** Families of targets of the first run, if this one has fewer benchmarks. They still count in tests. */
      families: z.int().positive().optional(),
      /** No end was planned: an e-process is read instead of looks. */
      openEnded: z.literal(true).optional(),
    })
    .optional(),
  /** `explore`: plays failing cases again; `rules`: leaves out rules; `edits`: tries edits. None is ever compared. */
  purpose: z.enum(runPurposes).optional(),
  ruleTest: z
    .object({
      /** Rules that are left out together, usually one. */
      groups: z.array(z.array(z.object({ number: z.int(), text: z.string() }))).max(50),
      /** Positions of groups that are alike, so that their effect together is wanted. */
      pairs: z.array(z.array(z.int())).max(5),
    })
    .optional(),
  edits: z
    .object({
      half: z.enum(['work', 'confirm']),
      /** Each is one trial more of a unit; `text` is the whole file. */
      candidates: z
        .array(z.object({ title: z.string().max(500), text: z.string() }))
        .min(1)
        .max(mostCandidates)
        .readonly(),
      /** The level left for a confirmation; absent for a race. */
      level: z.number().positive().max(0.05).optional(),
      guardMargin: z.number().positive().max(1).optional(),
    })
    .optional(),
  explored: z
    .object({
      run: z.string(),
      /** How often failing samples of the earlier prompt passed when played again, and how many trials failed. */
      chance: z.object({ share: z.number().min(0).max(1), trials: z.int().positive() }).optional(),
    })
    .optional(),
  batch: z.literal(true).optional(),
  /** Whether the cache is left out, as a stored answer would hide what is measured. */
  skipsCache: z.boolean().optional(),
  policy: protocolPolicySchema,
  benchmarks: z
    .array(benchmark)
    .min(1)
    .max(benchmarkIds.length)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'a benchmark appears twice'),
});
export type RunManifest = z.infer<typeof runManifestSchema>;
export type ManifestModel = RunManifest['tutor'];

export interface RunModels {
  readonly tutor: ManifestModel;
  readonly judges: readonly ManifestModel[];
  readonly student?: ManifestModel | undefined;
}

export type AskedModels = Pick<RunModels, 'judges'> & Partial<RunModels>;

/** Judges only where replies existed before the run. No paid model where there will be no scores. */
export function askedRoles(manifest: RunManifest): AskedModels {
  const { tutor, student, judges } = manifest;
  const given = hasGivenReplies(manifest);
  if (lacksRules(manifest))
    return given ? { judges: [] } : { tutor, student: student?.simulated === true ? student : undefined, judges: [] };
  return given ? { judges } : { tutor, student, judges };
}

export function askedModels(manifest: RunManifest): readonly ManifestModel[] {
  const { tutor, student, judges } = askedRoles(manifest);
  return [tutor, student, ...judges].filter((model) => model !== undefined);
}

/** True if a simulated tutor reads no rule in the prompt. Such a run has no scores and asks no judge. */
export function lacksRules(manifest: Pick<RunManifest, 'tutor' | 'prompt' | 'benchmarks'>): boolean {
  const { tutor, benchmarks } = manifest;
  return tutor.simulated && benchmarks.some((entry) => statesNothing(sentencesSent(manifest, entry)));
}

/** A sample's own instructions are not read, because they do not depend on the file. */
export function sentencesSent(
  { prompt: { path, text } }: Pick<RunManifest, 'prompt'>,
  { placement, builtInPrompt = '' }: Pick<RunManifest['benchmarks'][number], 'placement' | 'builtInPrompt'>,
): readonly PromptSentence[] {
  return understoodSentences(
    placement === 'benchmark' ? readPromptFile('', builtInPrompt) : readPromptFile(path, text),
  );
}

export function statesNothing(sentences: readonly PromptSentence[]): boolean {
  return sentences.every(({ rules }) => rules.length === 0);
}

/** Whether a run neither reads nor writes the cache, also when it goes on. Older runs do not say it. */
export function leavesCacheOut({ skipsCache, purpose, rejudgedFrom }: RunManifest): boolean {
  return skipsCache ?? (purpose !== undefined || rejudgedFrom !== undefined);
}

/** Each play of a sample may have another text. */
export function triesTexts({ ruleTest, edits }: Pick<RunManifest, 'ruleTest' | 'edits'>): boolean {
  return ruleTest !== undefined || edits !== undefined;
}

/** Whether a play of a sample had the prompt itself. In a test of rules all plays lack some. */
export function hasPrompt(manifest: RunManifest, { repeat }: { readonly repeat: number }): boolean {
  return !triesTexts(manifest) || (repeat === 0 && manifest.ruleTest === undefined);
}

/** Replies of another run, labelled replies, or replies recorded elsewhere. */
export function hasGivenReplies({ rejudgedFrom, calibration, recorded }: GivenReplies): boolean {
  return rejudgedFrom !== undefined || calibration !== undefined || recorded !== undefined;
}

export type GivenReplies = Pick<RunManifest, 'rejudgedFrom' | 'calibration' | 'recorded'>;

export type SimulatedPart = 'tutor' | 'judge' | 'student';

/** One simulated judge makes the run's judges simulated. */
export function simulatedPartsOf({ tutor, student, judges }: RunModels): readonly SimulatedPart[] {
  return [
    ...(tutor.simulated ? (['tutor'] as const) : []),
    ...(student?.simulated === true ? (['student'] as const) : []),
    ...(judges.some(({ simulated }) => simulated) ? (['judge'] as const) : []),
  ];
}

export function modelsOf({ tutor, student, judges }: RunModels): readonly ManifestModel[] {
  return [tutor, ...(student === undefined ? [] : [student]), ...judges];
}

/** People gave these verdicts, so no model is asked and nothing is left to check them against. */
export function isPeople({ provider }: ManifestModel): boolean {
  return provider === 'people';
}

export function modelDestination(model: ManifestModel): string {
  const server = serverAt(model.provider, model.baseUrl);
  return server === undefined ? modelName(model) : `${modelName(model)} at ${server}`;
}

export function modelSetting(model: ManifestModel): string {
  const set = parametersText(model.parameters);
  return set === '' ? modelDestination(model) : `${modelDestination(model)} (${set})`;
}

/** A model as in options, tables and records: `openai:gpt-…`, `CONNECTION:…`, or `offline` alone. */
export function modelName(model: ManifestModel): string {
  return formatModelReference({ provider: sourceOf(model), model: model.model });
}

export function sourceOf({ provider, connection }: ManifestModel): string {
  return connection ?? provider;
}

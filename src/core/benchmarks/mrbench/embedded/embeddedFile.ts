import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LearnedFileError, learnedPrefix } from '../../../benchmark/learnedJudge';
import { type TrustCard, withinSchema } from '../../../benchmark/trustCard';
import { type DimensionId, dimensionIds, labelOfCode, type MrLabel } from '../labels';
import { dialogueKey, replyKey, textKey } from '../replyKey';
import type { MrTurn } from '../samples';
import { type EmbeddedModel, weightsSchema } from './embeddedModel';
import { denseFeatureList } from './measureReply';

const number = z.number().min(-1).max(2);
const statistic = number.nullable();

/** Uses replies whose label is the same in all releases. `pearson` uses the codes 1 to 3 in rubric order. */
const scoresSchema = z.strictObject({
  n: z.int().min(0),
  agreement: statistic,
  kappa: statistic,
  macroF1: statistic,
  pearson: statistic,
});

const dimensionCardSchema = scoresSchema.extend({
  id: z.enum(dimensionIds),
  problems: z.int().min(0),
  /** Mean distance between label codes 1 to 3. */
  deviation: statistic,
  /** 95 % percentile bootstrap over problems. */
  kappaCi: z.strictObject({ low: number, high: number, level: number }).nullable(),
  majority: z.strictObject({ label: z.string().max(40), agreement: number, macroF1: number }),
  within: withinSchema,
  /** Merges the first two labels, as BEA 2025's lenient scores do; null if the labels are not extents. */
  lenient: z.strictObject({ agreement: statistic, macroF1: statistic }).nullable(),
  confusion: z.strictObject({
    labels: z.array(z.string().max(40)).readonly(),
    counts: z.array(z.array(z.int().min(0)).readonly()).readonly(),
  }),
  /** The same by source and by author, to show where the judge is weak. */
  parts: z.array(scoresSchema.extend({ part: z.string().max(40) })).readonly(),
});

const judgeCardSchema = z.strictObject({
  trained: z.iso.date(),
  data: z.strictObject({
    files: z.array(z.strictObject({ name: z.string().max(100), sha256: z.string().length(64) })).readonly(),
    replies: z.int().min(0),
    problems: z.int().min(0),
    /** By dimension: labels left out because the same reply also has a different label. */
    disagreements: z.record(z.enum(dimensionIds), z.int().min(0)),
  }),
  validation: z.strictObject({ method: z.string().max(1000), folds: z.int(), seed: z.string().max(60) }),
  dimensions: z.array(dimensionCardSchema).readonly(),
});

export type JudgeCard = z.output<typeof judgeCardSchema>;
export type DimensionCard = z.output<typeof dimensionCardSchema>;
export type PartScores = z.output<typeof scoresSchema>;

const embeddedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  benchmark: z.literal('mrbench'),
  /** Increased whenever the training procedure changes. */
  procedure: z.int().min(1),
  licence: z.string().max(1000),
  attribution: z.string().max(3000),
  card: judgeCardSchema,
  weights: weightsSchema,
});

export type EmbeddedFile = z.input<typeof embeddedFileSchema>;

/** `position` is a path in the file, for instance `weights.terms.words`; empty for the whole file. */
function damagedFile(position: string, reason: string): LearnedFileError {
  return new LearnedFileError(
    position,
    `The embedded MRBench judge cannot be read: ${position === '' ? 'the file' : position} ${reason}. ` +
      'Reinstall Tutor Prompt Lab, or create the file again with scripts/trainMrBenchJudge.mjs.',
  );
}

/** Parses JSON by a schema or throws LearnedFileError. `longest` is in characters; `of` follows “the file”. */
function readFileOf<T>(schema: z.ZodType<T>, text: string, longest: number, of = ''): T {
  if (text.length > longest) throw damagedFile('', `${of}is too long`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedFile('', `${of}is not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damagedFile(issue?.path.join('.') ?? '', `${of}is malformed (${issue?.message ?? 'unknown reason'})`);
}

/**
 * Throws LearnedFileError for another shape, other features or numbers out of range. Whether all numbers are there
 * shows in the version, which the file of cross-validated labels repeats.
 */
export function readEmbeddedJudge(text: string): Pick<EmbeddedFile, 'card' | 'licence' | 'attribution'> & {
  readonly model: EmbeddedModel;
  readonly version: string;
} {
  const { procedure, weights, ...about } = readFileOf(embeddedFileSchema, text, 3_000_000);
  // Weights fit only the features they were trained with, in that order.
  if (weights.features.ids.join() !== denseFeatureList.map(({ id }) => id).join()) {
    throw damagedFile('weights.features.ids', 'does not name the features of this version');
  }
  const indexes = new Map(weights.terms.words.map((word, at) => [word, at]));
  const version = `${learnedPrefix}${procedure}-${textKey(JSON.stringify(z.encode(weightsSchema, weights)))}`;
  return { ...about, model: { ...weights, indexes }, version };
}

export function trustCardsOf({ data, dimensions, trained }: JudgeCard, judgeVersion: string): readonly TrustCard[] {
  const hash = createHash('sha256');
  for (const { sha256 } of data.files) hash.update(sha256);
  const gold: TrustCard['gold'] = {
    name: 'MRBench V1, V2 and V3, cross-validated',
    format: 'mrbench',
    hash: `sha256:${hash.digest('hex')}`,
    by: 'people',
  };
  return dimensions.map(({ id, problems, confusion, parts: _, lenient: __, ...statistics }) => ({
    ...statistics,
    schemaVersion: 2,
    judge: 'offline',
    simulated: false,
    benchmark: 'mrbench',
    dimension: id,
    judgeVersion,
    at: `${trained}T00:00:00.000Z`,
    toolVersion: '',
    runId: '',
    gold,
    failed: 0,
    clusters: problems,
    heldOut: statistics.n,
    confusion: { ...confusion, failed: confusion.labels.map(() => 0) },
  }));
}

const key = z.string().regex(/^[0-9a-f]{16}$/);

/** `judges/mrbenchCrossValidated.json`: answers of judges trained without a reply's problem and tutor. */
const crossValidatedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  judge: z.string().max(100),
  /** By `replyKey`: eight digits, 1 to 3, in dimension order. */
  replies: z.record(key, z.string().regex(/^[123]{8}$/)),
  dialogues: z.array(key).readonly(),
});

export type CrossValidatedFile = z.output<typeof crossValidatedFileSchema>;

interface CrossValidatedLabels {
  readonly size: number;
  isTrainingDialogue(history: readonly MrTurn[]): boolean;
  /** `undefined` for a reply outside the training data. */
  crossValidatedLabel(history: readonly MrTurn[], reply: string, dimension: DimensionId): MrLabel | undefined;
}

/** Throws LearnedFileError if the text is malformed or belongs to another judge than `version`. */
export function readCrossValidatedLabels(text: string, version: string): CrossValidatedLabels {
  const file = readFileOf(crossValidatedFileSchema, text, 1_000_000, 'of cross-validated labels ');
  if (file.judge !== version) throw damagedFile('judge', `is ${file.judge}, but the weights belong to ${version}`);
  const codesOf = new Map(Object.entries(file.replies));
  const dialogues = new Set(file.dialogues);
  return {
    size: codesOf.size,
    isTrainingDialogue: (history) => dialogues.has(dialogueKey(history)),
    crossValidatedLabel: (history, reply, dimension) => {
      const codes = codesOf.get(replyKey(history, reply));
      return codes === undefined ? undefined : labelOfCode(dimension, Number(codes[dimensionIds.indexOf(dimension)]));
    },
  };
}

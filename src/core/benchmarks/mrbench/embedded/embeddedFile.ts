import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LearnedFileError, learnedPrefix } from '../../../benchmark/learnedJudge';
import { type TrustCard, withinSchema } from '../../../benchmark/trustCard';
import { dimensionIds } from '../labels';
import { textKey } from '../replyKey';
import { type EmbeddedModel, weightsFault, weightsSchema } from './embeddedModel';

const figure = z.number().min(-1).max(2).nullable();

const scoresSchema = z.strictObject({
  n: z.int().min(0),
  agreement: figure,
  kappa: figure,
  macroF1: figure,
  pearson: figure,
});

const dimensionCardSchema = z.strictObject({
  id: z.enum(dimensionIds),
  /** Replies whose label all releases agree on. */
  n: z.int().min(0),
  /** Problems that those replies are to. */
  problems: z.int().min(0),
  agreement: figure,
  /** Mean distance of the labels' codes 1 to 3. */
  deviation: figure,
  kappa: figure,
  /** 95 % percentile bootstrap over problems. */
  kappaCi: z.strictObject({ low: figure, high: figure, level: z.number() }).nullable(),
  macroF1: figure,
  /** Of the codes 1 to 3 in rubric order. */
  pearson: figure,
  /** What always giving the commonest label would score. */
  majority: z.strictObject({ label: z.string().max(40), agreement: figure, macroF1: figure }),
  /** Agreement within each tutor, as on a trust card. */
  within: withinSchema,
  /** The first two labels counted as one, as in BEA 2025's lenient scores; null where the labels are no extents. */
  lenient: z.strictObject({ agreement: figure, macroF1: figure }).nullable(),
  /** `counts[human][judge]`. */
  confusion: z.strictObject({
    labels: z.array(z.string().max(40)).readonly(),
    counts: z.array(z.array(z.int().min(0)).readonly()).readonly(),
  }),
  /** The same by source and by who wrote the reply: where the judge is weak. */
  parts: z.array(scoresSchema.extend({ part: z.string().max(40) })).readonly(),
});

/** What is known of an embedded judge: data, procedure and figures on replies that it was not trained on. */
const judgeCardSchema = z.strictObject({
  /** Day of the training, `YYYY-MM-DD`. */
  trained: z.iso.date(),
  data: z.strictObject({
    files: z.array(z.strictObject({ name: z.string().max(100), sha256: z.string().length(64) })).readonly(),
    replies: z.int().min(0),
    problems: z.int().min(0),
    /** Labels left out because the same reply has different ones, by dimension. */
    disagreements: z.record(z.enum(dimensionIds), z.int().min(0)),
  }),
  validation: z.strictObject({
    method: z.string().max(1000),
    folds: z.int(),
    seed: z.string().max(60),
  }),
  dimensions: z.array(dimensionCardSchema).readonly(),
});

export type JudgeCard = z.output<typeof judgeCardSchema>;
export type DimensionCard = z.output<typeof dimensionCardSchema>;
export type PartScores = z.output<typeof scoresSchema>;

/** `judges/mrbench.json`: who made it from what, how good it is, and the weights. */
const embeddedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  benchmark: z.literal('mrbench'),
  /** Raised with every change of the procedure that trains it. */
  procedure: z.int().min(1),
  licence: z.string().max(1000),
  attribution: z.string().max(3000),
  card: judgeCardSchema,
  weights: weightsSchema,
});

export type EmbeddedFile = z.input<typeof embeddedFileSchema>;

/** `place`: path inside the file, for instance `weights.terms.words`; empty for the file as a whole. */
export function damagedFile(place: string, reason: string): LearnedFileError {
  return new LearnedFileError(
    place,
    `The embedded MRBench judge cannot be read: ${place === '' ? 'the file' : place} ${reason}. ` +
      'Reinstall Tutor Prompt Lab, or write the file anew with scripts/trainMrBenchJudge.mjs.',
  );
}

/** Reads a JSON text by its schema; LearnedFileError where it does not fit. `longest` in characters, `of` behind “the file”. */
export function readFileOf<T>(schema: z.ZodType<T>, text: string, longest: number, of = ''): T {
  if (text.length > longest) throw damagedFile('', `${of}is too long`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedFile('', `${of}is no JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damagedFile(issue?.path.join('.') ?? '', `${of}is not in shape (${issue?.message ?? 'unknown reason'})`);
}

/** A judge as its file holds it. */
export interface EmbeddedJudgeFile extends Pick<EmbeddedFile, 'card' | 'licence' | 'attribution'> {
  readonly model: EmbeddedModel;
  /** `embedded/<procedure>-<16 digits that change with the weights>`. */
  readonly version: string;
}

/**
 * Reads the text of `judges/mrbench.json`. Strict: a file of another shape, of other features, of wrong lengths or with numbers out of
 * range throws LearnedFileError.
 */
export function readEmbeddedJudge(text: string): EmbeddedJudgeFile {
  const { procedure, weights, ...about } = readFileOf(embeddedFileSchema, text, 3_000_000);
  const [place, fault] = weightsFault(weights) ?? [];
  if (place !== undefined && fault !== undefined) throw damagedFile(`weights.${place}`, fault);
  const places = new Map(weights.terms.words.map((word, at) => [word, at]));
  const version = `${learnedPrefix}${procedure}-${textKey(JSON.stringify(z.encode(weightsSchema, weights)))}`;
  return { ...about, model: { ...weights, places }, version };
}

/** The card of each dimension: figures on replies whose problem and tutor the answering model had not seen. */
export function trustCardsOf({ data, dimensions, trained }: JudgeCard, judgeVersion: string): readonly TrustCard[] {
  const hash = createHash('sha256');
  for (const { sha256 } of data.files) hash.update(sha256);
  const gold: TrustCard['gold'] = {
    name: 'MRBench V1, V2 and V3, cross-validated',
    format: 'mrbench',
    hash: `sha256:${hash.digest('hex')}`,
    by: 'people',
  };
  return dimensions.map(({ id, problems, kappaCi, majority, confusion, parts: _, lenient: __, ...figures }) => ({
    ...figures,
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
    kappaCi: isDefined(kappaCi) ? kappaCi : null,
    majority: isDefined(majority) ? majority : null,
    heldOut: figures.n,
    confusion: { ...confusion, failed: confusion.labels.map(() => 0) },
  }));
}

type Defined<T> = { [Key in keyof T]: NonNullable<T[Key]> };

/** Whether all figures of a group are there. */
function isDefined<T extends object>(figures: T | null): figures is T & Defined<T> {
  return figures !== null && Object.values(figures).every((figure) => figure !== null);
}

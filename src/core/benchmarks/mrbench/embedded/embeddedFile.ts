import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type TrustCard, withinSchema } from '../../../benchmark/trustCard';
import { dimensionIds } from '../labels';

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
export type DimensionCard = JudgeCard['dimensions'][number];
export type PartScores = z.output<typeof scoresSchema>;

const finite = z.number().min(-1e9).max(1e9);
const three = z.tuple([finite, finite, finite]);
const positive = z.number().gt(0).max(1e6);
const steps = z.tuple([positive, positive, positive]);
/** Base64 of a few hundred kilobytes at most. */
const packed = z.string().max(1_000_000);
const packedThree = z.tuple([packed, packed, packed]);

const headSchema = z.strictObject({
  terms: z.strictObject({ weights: packedThree, scales: steps, intercepts: three }),
  kernel: z.strictObject({ relevance: packed, duals: packedThree, scales: steps, shares: three }),
  trees: z.strictObject({
    starts: three,
    count: z.int().min(3).max(3000).multipleOf(3),
    columns: packed,
    cuts: packed,
    leaves: packed,
    scale: positive,
  }),
  mix: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1), z.number().min(0).max(1)]),
  offsets: three,
});

const weightsSchema = z.strictObject({
  features: z.strictObject({
    ids: z.array(z.string().max(60)).max(255).readonly(),
    means: z.array(finite).max(255).readonly(),
    deviations: z.array(z.number().min(0).max(1e9)).max(255).readonly(),
  }),
  terms: z.strictObject({
    words: z.array(z.string().min(1).max(400)).max(60_000).readonly(),
    rarity: z.array(z.number().min(0).max(100)).max(60_000).readonly(),
  }),
  kernel: z.strictObject({ gamma: z.number().gt(0).max(100), replies: z.int().min(1).max(20_000), supports: packed }),
  heads: z.record(z.enum(dimensionIds), headSchema),
});

/** `judges/mrbench.json`: who made it from what, how good it is, and the weights. */
export const embeddedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  benchmark: z.literal('mrbench'),
  /** Raised with every change of the procedure that trains it. */
  procedure: z.int().min(1),
  licence: z.string().max(1000),
  attribution: z.string().max(3000),
  card: judgeCardSchema,
  weights: weightsSchema,
});

export type EmbeddedFile = z.output<typeof embeddedFileSchema>;
export type PackedWeights = EmbeddedFile['weights'];
export type PackedHead = z.output<typeof headSchema>;

/** Thrown for a file of the embedded judge that is not in shape; the message says where, and how to get a whole one. */
export class EmbeddedFileError extends Error {
  override readonly name = 'EmbeddedFileError';
  /** Path inside the file, for instance `weights.terms.words`; empty for the file as a whole. */
  readonly place: string;

  constructor(place: string, reason: string) {
    const where = place === '' ? 'the file' : place;
    super(
      `The embedded MRBench judge cannot be read: ${where} ${reason}. ` +
        'Reinstall Tutor Prompt Lab, or write the file anew with scripts/trainMrBenchJudge.mjs.',
    );
    this.place = place;
  }

  static is(error: unknown): error is EmbeddedFileError {
    return error instanceof EmbeddedFileError;
  }
}

/** The card that the shipped judge carries, one for each dimension: figures on replies whose problem and tutor the answering model had not seen. */
export function trustCardsOf(card: JudgeCard, version: string): readonly TrustCard[] {
  const hash = createHash('sha256');
  for (const { sha256 } of card.data.files) hash.update(sha256);
  const gold: TrustCard['gold'] = {
    name: 'MRBench V1, V2 and V3, cross-validated',
    format: 'mrbench',
    hash: `sha256:${hash.digest('hex')}`,
    by: 'people',
  };
  return card.dimensions.map((dimension) => trustCard(dimension, card, version, gold));
}

function trustCard(
  { id, problems, kappaCi, majority, confusion, parts: _parts, lenient: _lenient, ...figures }: DimensionCard,
  { trained }: JudgeCard,
  judgeVersion: string,
  gold: TrustCard['gold'],
): TrustCard {
  return {
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
    kappaCi: intervalOf(kappaCi),
    majority: majorityOf(majority),
    heldOut: figures.n,
    confusion: { ...confusion, failed: confusion.labels.map(() => 0) },
  };
}

function intervalOf(interval: DimensionCard['kappaCi']): TrustCard['kappaCi'] {
  if (interval === null) return null;
  const { low, high, level } = interval;
  return low === null || high === null ? null : { low, high, level };
}

function majorityOf({ label, agreement, macroF1 }: DimensionCard['majority']): TrustCard['majority'] {
  return agreement === null || macroF1 === null ? null : { label, agreement, macroF1 };
}

import * as z from 'zod';
import type { DimensionId } from '../labels';
import { judgeCardSchema } from './judgeCard';

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
  heads: z.strictObject({
    mistake_identification: headSchema,
    mistake_location: headSchema,
    revealing_of_the_answer: headSchema,
    providing_guidance: headSchema,
    actionability: headSchema,
    coherence: headSchema,
    tutor_tone: headSchema,
    human_likeness: headSchema,
  } satisfies Record<DimensionId, typeof headSchema>),
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

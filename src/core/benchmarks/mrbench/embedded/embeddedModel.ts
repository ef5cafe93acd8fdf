import * as z from 'zod';
import { dimensionIds } from '../labels';

/** Splits and leaves of a full tree of depth 3. */
export const splitsPerTree = 7;
export const leavesPerTree = 8;

const finite = z.number().min(-1e9).max(1e9);
const positive = z.number().gt(0).max(1e6);

function three<T extends z.ZodType>(schema: T) {
  return z.tuple([schema, schema, schema]).readonly();
}

export type Triple = readonly [number, number, number];

// Decoded and compared, because a regex over the whole text would overflow its backtracking stack.
const base64 = z
  .string()
  .max(1_000_000)
  .refine((text) => Buffer.from(text, 'base64').toString('base64') === text, 'is not valid Base64');

/** Numbers of one type, little-endian. */
function packed<T extends Uint8Array | Int8Array | Int16Array>(kind: {
  new (bytes: ArrayBuffer, offset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}) {
  const numbers = z.custom<T>((value) => value instanceof kind);
  return z.codec(base64, numbers, {
    decode: (text) => {
      const { buffer } = Uint8Array.from(Buffer.from(text, 'base64'));
      return new kind(buffer, 0, Math.floor(buffer.byteLength / kind.BYTES_PER_ELEMENT));
    },
    encode: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  });
}
const unsigned = packed<Uint8Array>(Uint8Array);
const signed = packed<Int8Array>(Int8Array);
const shorts = packed<Int16Array>(Int16Array);

const headSchema = z.strictObject({
  /** Logistic regression over terms: `weights[class]` has a step per term, worth `scales[class]` each. */
  terms: z.strictObject({ weights: three(signed), scales: three(positive), intercepts: three(finite) }),
  /** Ridge regression with a radial kernel over scaled features. */
  kernel: z.strictObject({
    /** Weight of each feature in a distance, 0 to 255, by how well it separates labels within tutors. */
    relevance: unsigned,
    /** `duals[class]` has a step for each support. */
    duals: three(shorts),
    scales: three(positive),
    /** Share of each class among the training replies. */
    shares: three(finite),
  }),
  /**
   * Boosted trees filled up to depth 3, one tree per class in each round. In tree t, node n (0, then 1 and 2, then 3 to
   * 6) tests whether the scaled feature `columns[7 t + n]` is at most `cuts[7 t + n]`. Its leaves are `leaves[8 t + l]`
   * steps, from left to right.
   */
  trees: z.strictObject({
    starts: three(finite),
    count: z.int().min(3).max(3000).multipleOf(3),
    columns: unsigned,
    cuts: signed,
    leaves: shorts,
    scale: positive,
  }),
  /** Weights of the three models in the mean of their probabilities; they sum to 1. */
  mix: three(z.number().min(0).max(1)),
  /** Added to the log probabilities before the largest is taken. */
  offsets: three(finite),
});

export const weightsSchema = z.strictObject({
  /** With mean and standard deviation over the training replies. */
  features: z.strictObject({
    ids: z.array(z.string().max(60)).max(255).readonly(),
    means: z.array(finite).max(255).readonly(),
    deviations: z.array(z.number().min(0).max(1e9)).max(255).readonly(),
  }),
  terms: z.strictObject({
    words: z.array(z.string().min(1).max(400)).max(60_000).readonly(),
    rarity: z.array(z.number().min(0).max(100)).max(60_000).readonly(),
  }),
  kernel: z.strictObject({
    /** Factor in the exponent for a mean squared distance of one standard deviation. */
    gamma: z.number().gt(0).max(100),
    replies: z.int().min(1).max(20_000),
    /** Scaled features of the training replies, row by row. */
    supports: signed,
  }),
  heads: z.record(z.enum(dimensionIds), headSchema),
});

type Weights = z.output<typeof weightsSchema>;
type PackedWeights = z.input<typeof weightsSchema>;
type DimensionHead = Weights['heads'][keyof Weights['heads']];
export type TermHead = DimensionHead['terms'];
export type KernelHead = DimensionHead['kernel'];
export type TreesHead = DimensionHead['trees'];

export interface EmbeddedModel extends Weights {
  readonly indexes: ReadonlyMap<string, number>;
}

export function packModel({ indexes: _, ...weights }: EmbeddedModel): PackedWeights {
  return z.encode(weightsSchema, weights);
}

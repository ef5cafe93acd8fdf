import { learnedPrefix } from '../../../benchmark/learnedJudge';
import { type DimensionId, dimensionIds } from '../labels';
import { textKey } from '../replyKey';
import {
  type EmbeddedFile,
  EmbeddedFileError,
  embeddedFileSchema,
  type JudgeCard,
  type PackedHead,
  type PackedWeights,
} from './embeddedFile';
import { type DimensionHead, type EmbeddedModel, leavesPerTree, splitsPerTree } from './embeddedModel';
import { denseFeatureList } from './measureReply';

/** The model as it stands in its file.. */
export function packModel(model: EmbeddedModel): PackedWeights {
  const heads = dimensionIds.map((dimension) => [dimension, packHead(model.heads[dimension])] as const);
  return {
    features: {
      ids: denseFeatureList.map(({ id }) => id),
      means: [...model.means],
      deviations: [...model.deviations],
    },
    terms: { words: model.words, rarity: [...model.rarity] },
    kernel: {
      gamma: model.gamma,
      replies: model.supports.length / denseFeatureList.length,
      supports: packBytes(Int8Array.from(model.supports)),
    },
    heads: Object.fromEntries(heads) as Record<DimensionId, PackedHead>,
  };
}

function packHead({ terms, kernel, trees, mix, offsets }: DimensionHead): PackedHead {
  const [first, second, third] = terms.weights;
  const [one, two, three] = kernel.duals;
  return {
    terms: {
      weights: [packBytes(first), packBytes(second), packBytes(third)],
      scales: [...terms.scales],
      intercepts: [...terms.intercepts],
    },
    kernel: {
      relevance: packBytes(kernel.relevance),
      duals: [packShorts(one), packShorts(two), packShorts(three)],
      scales: [...kernel.scales],
      shares: [...kernel.shares],
    },
    trees: {
      starts: [...trees.starts],
      count: trees.leaves.length / leavesPerTree,
      columns: packBytes(trees.columns),
      cuts: packBytes(trees.cuts),
      leaves: packShorts(trees.leaves),
      scale: trees.scale,
    },
    mix: [...mix],
    offsets: [...offsets],
  };
}

/** A judge as its file holds it. */
interface EmbeddedJudgeFile {
  readonly model: EmbeddedModel;
  readonly card: JudgeCard;
  readonly licence: string;
  readonly attribution: string;
  /** `embedded/<procedure>-<16 digits that change with the file>`. */
  readonly version: string;
}

/** In characters; the shipped file has under 1.5 million. */
const longestFile = 3_000_000;

/**
 * Reads the text of `judges/mrbench.json`. Strict: a file of another shape, of other features, of wrong lengths or with numbers out of
 * range throws EmbeddedFileError.
 */
export function readEmbeddedJudge(text: string): EmbeddedJudgeFile {
  const { procedure, licence, attribution, card, weights } = parse(text);
  checkFeatures(weights.features);
  const { words, rarity } = weights.terms;
  const places = new Map(words.map((word, place) => [word, place]));
  if (places.size !== words.length) throw new EmbeddedFileError('weights.terms.words', 'names a term twice');
  if (rarity.length !== words.length) throw new EmbeddedFileError('weights.terms.rarity', 'is not as long as words');
  const { gamma, replies, supports } = weights.kernel;
  const heads = dimensionIds.map(
    (id) => [id, readHead(weights.heads[id], `weights.heads.${id}`, words.length, replies)] as const,
  );
  return {
    model: {
      means: Float64Array.from(weights.features.means),
      deviations: Float64Array.from(weights.features.deviations),
      words,
      places,
      rarity: Float64Array.from(rarity),
      supports: Float64Array.from(unpackSigned(supports, replies * denseFeatureList.length, 'weights.kernel.supports')),
      gamma,
      heads: Object.fromEntries(heads) as unknown as Record<DimensionId, DimensionHead>,
    },
    card,
    licence,
    attribution,
    version: `${learnedPrefix}${procedure}-${textKey(JSON.stringify(weights))}`,
  };
}

function parse(text: string): EmbeddedFile {
  if (text.length > longestFile) throw new EmbeddedFileError('', 'is too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EmbeddedFileError('', 'is no JSON');
  }
  const parsed = embeddedFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EmbeddedFileError(issue?.path.join('.') ?? '', `is not in shape (${issue?.message ?? 'unknown reason'})`);
}

/** Weights belong to the features they were learned with, in their order. */
function checkFeatures({ ids, means, deviations }: EmbeddedFile['weights']['features']): void {
  const known = denseFeatureList.map(({ id }) => id);
  const other = known.findIndex((id, place) => ids[place] !== id);
  if (other !== -1 || ids.length !== known.length) {
    throw new EmbeddedFileError('weights.features.ids', 'does not name the features of this version');
  }
  if (means.length !== ids.length || deviations.length !== ids.length) {
    throw new EmbeddedFileError('weights.features', 'does not have a mean and a deviation for each feature');
  }
}

function readHead(
  { terms, kernel, trees, mix, offsets }: PackedHead,
  place: string,
  words: number,
  replies: number,
): DimensionHead {
  const sum = mix[0] + mix[1] + mix[2];
  if (Math.abs(sum - 1) > 1e-6) throw new EmbeddedFileError(`${place}.mix`, `adds up to ${sum} and not to 1`);
  const weights = (kind: 0 | 1 | 2): Int8Array =>
    unpackSigned(terms.weights[kind], words, `${place}.terms.weights.${kind}`);
  const duals = (kind: 0 | 1 | 2): Int16Array =>
    unpackShorts(kernel.duals[kind], replies, `${place}.kernel.duals.${kind}`);
  const columns = unpackUnsigned(trees.columns, trees.count * splitsPerTree, `${place}.trees.columns`);
  if (columns.some((column) => column >= denseFeatureList.length)) {
    throw new EmbeddedFileError(`${place}.trees.columns`, 'asks for a feature that does not exist');
  }
  return {
    terms: { weights: [weights(0), weights(1), weights(2)], scales: terms.scales, intercepts: terms.intercepts },
    kernel: {
      relevance: unpackUnsigned(kernel.relevance, denseFeatureList.length, `${place}.kernel.relevance`),
      duals: [duals(0), duals(1), duals(2)],
      scales: kernel.scales,
      shares: kernel.shares,
    },
    trees: {
      starts: trees.starts,
      columns,
      cuts: unpackSigned(trees.cuts, trees.count * splitsPerTree, `${place}.trees.cuts`),
      leaves: unpackShorts(trees.leaves, trees.count * leavesPerTree, `${place}.trees.leaves`),
      scale: trees.scale,
    },
    mix,
    offsets,
  };
}

/** Whole numbers of one byte as Base64. */
function packBytes(values: Int8Array | Uint8Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

/** Whole numbers of two bytes as Base64, the lower byte first on every machine. */
function packShorts(values: Int16Array): string {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [place, value] of values.entries()) bytes.writeInt16LE(value, 2 * place);
  return bytes.toString('base64');
}

/** Exactly `count` numbers of one byte; EmbeddedFileError for anything else. */
function unpackSigned(text: string, count: number, place: string): Int8Array {
  return Int8Array.from(unpackUnsigned(text, count, place), (value) => (value << 24) >> 24);
}

/** Exactly `count` numbers 0 to 255; EmbeddedFileError for anything else. */
function unpackUnsigned(text: string, count: number, place: string): Uint8Array {
  if (text.length !== 4 * Math.ceil(count / 3) || !isBase64(text)) {
    throw new EmbeddedFileError(place, `does not hold ${count} bytes in Base64`);
  }
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  if (bytes.length !== count) throw new EmbeddedFileError(place, `holds ${bytes.length} bytes where ${count} are due`);
  return bytes;
}

/** Exactly `count` numbers of two bytes; EmbeddedFileError for anything else. */
function unpackShorts(text: string, count: number, place: string): Int16Array {
  const bytes = Buffer.from(unpackUnsigned(text, 2 * count, place));
  return Int16Array.from({ length: count }, (_, index) => bytes.readInt16LE(2 * index));
}

/** Looks for what is none: an expression that matched the whole would run out of room for steps to go back to. */
function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''));
}

import { learnedPrefix } from '../../learnedJudge';
import { dimensionIds, type DimensionId } from '../labels';
import { denseFeatureList } from './denseFeatures';
import { embeddedFileSchema, type EmbeddedFile, type PackedHead } from './embeddedFile';
import { EmbeddedFileError } from './embeddedFileError';
import { leavesPerTree, splitsPerTree, type DimensionHead, type EmbeddedModel } from './embeddedModel';
import type { JudgeCard } from './judgeCard';
import { unpackShorts, unpackSigned, unpackUnsigned } from './packedNumbers';
import { textKey } from './replyKey';

/** A judge as its file holds it. */
export interface EmbeddedJudgeFile {
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

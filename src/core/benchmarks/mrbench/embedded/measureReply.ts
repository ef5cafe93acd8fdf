import { denseFeatures } from './denseFeatures';
import { readReply, type ReplyMaterial } from './replyReading';
import { replyTerms } from './replyTerms';

/** What the model computes with. */
export interface MeasuredReply {
  /** One number for each of `denseFeatureList`. */
  readonly dense: Float64Array;
  /** How often each term occurs. */
  readonly terms: ReadonlyMap<string, number>;
}

/** Measures a reply; the same material always gives the same numbers, and long or odd material costs a bounded time. */
export function measureReply(material: ReplyMaterial): MeasuredReply {
  const reading = readReply(material);
  const terms = new Map<string, number>();
  for (const term of replyTerms(reading)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { dense: denseFeatures(reading), terms };
}

import { dialogueFeatures } from './dialogueFeatures';
import { moveFeatures } from './moveFeatures';
import { numberFeatures } from './numberFeatures';
import type { ReplyFeature } from './replyFeature';
import type { ReplyReading } from './replyReading';
import { relationFeatures } from './relationFeatures';
import { shapeFeatures } from './shapeFeatures';
import { wordingFeatures } from './wordingFeatures';

/** All features that are no terms, in the order of the weights. */
export const denseFeatureList: readonly ReplyFeature[] = [
  ...shapeFeatures,
  ...wordingFeatures,
  ...moveFeatures,
  ...numberFeatures,
  ...dialogueFeatures,
  ...relationFeatures,
];

/** Their values for a reply, in the same order. */
export function denseFeatures(reading: ReplyReading): Float64Array {
  return Float64Array.from(denseFeatureList, (feature) => feature.value(reading));
}

import { desiredLabel, labelCode, type DimensionId, type MrLabel } from './labels';

/** A share of labels in percent with its counts; `value` is undefined where no label is usable. */
export interface Rate {
  /** Usable labels. */
  readonly n: number;
  readonly hits: number;
  /** Labels that were owed and are missing. */
  readonly excluded: number;
  readonly value: number | undefined;
}

/**
 * Desired Annotation Match Rate in percent: labels that are exactly a desired one among the usable labels (paper, section 5).
 * "To some extent" earns nothing. `desired` is the dimension's own label unless given (tone: Encouraging or Neutral together).
 */
export function damr(
  dimension: DimensionId,
  labels: readonly (string | undefined)[],
  desired: readonly MrLabel[] = [desiredLabel(dimension)],
): Rate {
  const usable = labels.filter((label) => labelCode(dimension, label) !== undefined);
  const hits = usable.filter((label) => desired.some((wanted) => wanted === label)).length;
  const n = usable.length;
  return { n, hits, excluded: labels.length - n, value: n === 0 ? undefined : (100 * hits) / n };
}

import type { TermHead } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { softmax, type TermValues } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { minimize } from './minimize';
import { largestStep, triple } from './quantize';

const none = new Float64Array();
const noTerms: TermValues = { indexes: new Int32Array(), values: none };

/**
 * Multinomial logistic regression, rounded to 255 steps. A quadratic penalty (in units of one row's loss) is on all
 * weights but intercepts. `codes` has a class 0..2 for each row, −1 for none.
 */
export function fitTerms(
  rows: readonly TermValues[],
  width: number,
  codes: Int8Array,
  classWeights: Float64Array,
  penalty: number,
): TermHead {
  const members = Int32Array.from(codes.keys()).filter((row) => (codes[row] ?? 0) >= 0);
  const stride = width + 1;
  const weights = new Float64Array(3 * stride);
  const chance = new Float64Array(3);
  minimize(
    (point, gradient) => {
      let loss = 0;
      gradient.fill(0);
      for (const row of members) {
        const code = codes[row] ?? 0;
        const { indexes, values } = rows[row] ?? noTerms;
        for (let kind = 0; kind < 3; kind++) {
          let score = point[kind * stride + width] ?? 0;
          for (let at = 0; at < indexes.length; at++)
            score += (point[kind * stride + (indexes[at] ?? 0)] ?? 0) * (values[at] ?? 0);
          chance[kind] = score;
        }
        softmax(chance);
        const weight = classWeights[code] ?? 0;
        loss -= weight * Math.log(Math.max(1e-300, chance[code] ?? 0));
        for (let kind = 0; kind < 3; kind++) {
          const slope = weight * ((chance[kind] ?? 0) - (kind === code ? 1 : 0));
          const base = kind * stride;
          for (let at = 0; at < indexes.length; at++) {
            const index = base + (indexes[at] ?? 0);
            gradient[index] = (gradient[index] ?? 0) + slope * (values[at] ?? 0);
          }
          gradient[base + width] = (gradient[base + width] ?? 0) + slope;
        }
      }
      for (let index = 0; index < point.length; index++) {
        if (index % stride === width) continue;
        loss += 0.5 * penalty * (point[index] ?? 0) * (point[index] ?? 0);
        gradient[index] = (gradient[index] ?? 0) + penalty * (point[index] ?? 0);
      }
      return loss;
    },
    weights,
    { iterations: 80, tolerance: 2e-3 },
  );
  const parts = [0, 1, 2].map((kind) => weights.subarray(kind * stride, kind * stride + width));
  const scales = triple((kind) => largestStep(parts[kind] ?? none, 127));
  const steps = (kind: number): Int8Array =>
    Int8Array.from(parts[kind] ?? none, (weight) => Math.round(weight / (scales[kind] ?? 0)));
  return {
    weights: [steps(0), steps(1), steps(2)],
    scales,
    intercepts: triple((kind) => weights[kind * stride + width] ?? 0),
  };
}

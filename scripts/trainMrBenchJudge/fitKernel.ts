import type { KernelHead } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { largestStep, triple } from './quantize';

/**
 * Kernel ridge regression of each class's indicator, for several dimensions that share their kernel. Replies without a label in one of
 * the dimensions take no part. `near` holds one plus the likeness of all pairs, row after row; `codes` classes 0..2, −1 for none.
 */
export function fitKernels(near: Float64Array, codes: readonly Int8Array[], penalty: number): readonly KernelHead[] {
  const size = codes[0]?.length ?? 0;
  const members = Int32Array.from(codes[0]?.keys() ?? []).filter((row) => codes.every((own) => (own[row] ?? 0) >= 0));
  const count = members.length;
  const factor = new Float64Array(count * count);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column <= row; column++) {
      factor[row * count + column] = near[(members[row] ?? 0) * size + (members[column] ?? 0)] ?? 0;
    }
    factor[row * count + row] = (factor[row * count + row] ?? 0) + penalty;
  }
  factorize(factor, count);
  return codes.map((own) => {
    const shares = triple((kind) => members.filter((row) => own[row] === kind).length / count);
    const duals = [0, 1, 2].map((kind) => {
      const solved = Float64Array.from(members, (row) => (own[row] === kind ? 1 : 0) - (shares[kind] ?? 0));
      solve(factor, count, solved);
      const all = new Float64Array(size);
      for (const [place, row] of members.entries()) all[row] = solved[place] ?? 0;
      return all;
    });
    const scales = triple((kind) => largestStep(duals[kind] ?? none, 32767));
    const steps = (kind: number): Int16Array =>
      Int16Array.from(duals[kind] ?? none, (dual) => Math.round(dual / (scales[kind] ?? 0)));
    return { duals: [steps(0), steps(1), steps(2)], scales, shares };
  });
}

const none = new Float64Array();

/** Cholesky's factor of a symmetric matrix, of which the lower half is read and overwritten. */
function factorize(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const at = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      // Four sums at a time keep the processor's adders busy.
      let [one, two, three, four] = [0, 0, 0, 0];
      let place = 0;
      for (; place + 4 <= column; place += 4) {
        one += (matrix[at + place] ?? 0) * (matrix[other + place] ?? 0);
        two += (matrix[at + place + 1] ?? 0) * (matrix[other + place + 1] ?? 0);
        three += (matrix[at + place + 2] ?? 0) * (matrix[other + place + 2] ?? 0);
        four += (matrix[at + place + 3] ?? 0) * (matrix[other + place + 3] ?? 0);
      }
      for (; place < column; place++) one += (matrix[at + place] ?? 0) * (matrix[other + place] ?? 0);
      const rest = (matrix[at + column] ?? 0) - one - two - three - four;
      matrix[at + column] = row === column ? Math.sqrt(Math.max(1e-12, rest)) : rest / (matrix[other + column] ?? 0);
    }
  }
}

/** Solves in place with a factor from `factorize`. */
function solve(factor: Float64Array, size: number, vector: Float64Array): void {
  for (let row = 0; row < size; row++) {
    let rest = vector[row] ?? 0;
    for (let column = 0; column < row; column++) rest -= (factor[row * size + column] ?? 0) * (vector[column] ?? 0);
    vector[row] = rest / (factor[row * size + row] ?? 0);
  }
  for (let row = size - 1; row >= 0; row--) {
    const value = (vector[row] ?? 0) / (factor[row * size + row] ?? 0);
    vector[row] = value;
    for (let column = 0; column < row; column++)
      vector[column] = (vector[column] ?? 0) - (factor[row * size + column] ?? 0) * value;
  }
}

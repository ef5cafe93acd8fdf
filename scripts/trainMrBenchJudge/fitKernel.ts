import type { EmbeddedModel, KernelHead } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { likeness } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { largestStep, triple } from './quantize';

/** Kernel ridge regression of class indicators. `rows`: scaled supports; `codes`: classes 0..2, −1 is ignored. */
export function fitKernel(
  rows: readonly Int8Array[],
  base: EmbeddedModel['kernel'],
  codes: Int8Array,
  relevance: Uint8Array,
  penalty: number,
): KernelHead {
  const members = Int32Array.from(codes.keys()).filter((row) => (codes[row] ?? 0) >= 0);
  const count = members.length;
  const factor = new Float64Array(count * count);
  for (const [index, row] of members.entries()) {
    const near = likeness(rows[row] ?? new Int8Array(), base, relevance);
    for (let column = 0; column <= index; column++) factor[index * count + column] = near[members[column] ?? 0] ?? 0;
    factor[index * count + index] = (factor[index * count + index] ?? 0) + penalty;
  }
  factorize(factor, count);
  const shares = triple((kind) => members.filter((row) => codes[row] === kind).length / count);
  const duals = [0, 1, 2].map((kind) => {
    const solved = Float64Array.from(members, (row) => (codes[row] === kind ? 1 : 0) - (shares[kind] ?? 0));
    solve(factor, count, solved);
    const all = new Float64Array(codes.length);
    for (const [index, row] of members.entries()) all[row] = solved[index] ?? 0;
    return all;
  });
  const scales = triple((kind) => largestStep(duals[kind] ?? none, 32767));
  const steps = (kind: number): Int16Array =>
    Int16Array.from(duals[kind] ?? none, (dual) => Math.round(dual / (scales[kind] ?? 0)));
  return { relevance, duals: [steps(0), steps(1), steps(2)], scales, shares };
}

const none = new Float64Array();

/** Cholesky's factor of a symmetric matrix. Its lower half is read and overwritten. */
function factorize(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const at = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      // Four sums at a time keep the processor's adders busy.
      let [one, two, three, four] = [0, 0, 0, 0];
      let index = 0;
      for (; index + 4 <= column; index += 4) {
        one += (matrix[at + index] ?? 0) * (matrix[other + index] ?? 0);
        two += (matrix[at + index + 1] ?? 0) * (matrix[other + index + 1] ?? 0);
        three += (matrix[at + index + 2] ?? 0) * (matrix[other + index + 2] ?? 0);
        four += (matrix[at + index + 3] ?? 0) * (matrix[other + index + 3] ?? 0);
      }
      for (; index < column; index++) one += (matrix[at + index] ?? 0) * (matrix[other + index] ?? 0);
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

import { describe, expect, it } from 'vitest';
import { FourierTransform } from '../../../src/core/statistics/fourierTransform';
import { createRandom } from '../../../src/core/statistics/random';

describe('FourierTransform', () => {
  it.each([2, 8, 64])('is the sum of its definition for %i places, and its own inverse', (size) => {
    const random = createRandom(size);
    const real = Float64Array.from({ length: size }, () => random.next() - 0.5);
    const imaginary = Float64Array.from({ length: size }, () => random.next() - 0.5);
    const [re, im] = [real.slice(), imaginary.slice()];
    FourierTransform.of(size).run(re, im);
    for (let j = 0; j < size; j++) {
      let sums = [0, 0];
      for (let k = 0; k < size; k++) {
        const angle = (-2 * Math.PI * j * k) / size;
        const [a, b] = [real[k]!, imaginary[k]!];
        sums = [
          sums[0]! + a * Math.cos(angle) - b * Math.sin(angle),
          sums[1]! + a * Math.sin(angle) + b * Math.cos(angle),
        ];
      }
      expect(re[j]).toBeCloseTo(sums[0]!, 12);
      expect(im[j]).toBeCloseTo(sums[1]!, 12);
    }
    FourierTransform.of(size).run(im, re);
    for (let k = 0; k < size; k++) {
      expect(re[k]! / size).toBeCloseTo(real[k]!, 12);
      expect(im[k]! / size).toBeCloseTo(imaginary[k]!, 12);
    }
  });
});

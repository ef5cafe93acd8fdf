const made = new Map<number, FourierTransform>();

/** Discrete Fourier transforms of one length, a power of two: Cooley and Tukey's, in place, with a table of roots of unity. */
export class FourierTransform {
  readonly #size: number;
  /** Roots for joining transforms of 1, 2, 4 … places, one table behind the other. */
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  /** Each place with its binary digits in reverse order. */
  readonly #reversed: Uint32Array;

  private constructor(size: number) {
    const half = size / 2;
    this.#size = size;
    this.#cosines = new Float64Array(size);
    this.#sines = new Float64Array(size);
    for (let joined = 1; joined < size; joined *= 2) {
      for (let k = 0; k < joined; k++) {
        this.#cosines[joined + k] = Math.cos((Math.PI * k) / joined);
        this.#sines[joined + k] = -Math.sin((Math.PI * k) / joined);
      }
    }
    this.#reversed = new Uint32Array(size);
    for (let k = 1; k < size; k++) {
      this.#reversed[k] = ((this.#reversed[k >>> 1] ?? 0) >>> 1) + (k % 2 === 0 ? 0 : half);
    }
  }

  /** The transform of this length, with tables that are made once. */
  static of(size: number): FourierTransform {
    let transform = made.get(size);
    if (transform === undefined) made.set(size, (transform = new FourierTransform(size)));
    return transform;
  }

  /**
   * Replaces z by Σ z[k] · exp(−2πi·jk/size) for each j. With real and imaginary parts exchanged it is the inverse, but for the
   * division by the length.
   */
  run(real: Float64Array, imaginary: Float64Array): void {
    const size = this.#size;
    for (let k = 0; k < size; k++) {
      const other = this.#reversed[k] ?? 0;
      if (other <= k) continue;
      const re = real[k] ?? 0;
      const im = imaginary[k] ?? 0;
      real[k] = real[other] ?? 0;
      imaginary[k] = imaginary[other] ?? 0;
      real[other] = re;
      imaginary[other] = im;
    }
    for (let half = 1; half < size; half *= 2) this.#combine(real, imaginary, half);
  }

  /** Joins transforms of `half` places to such of twice as many. */
  #combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const size = this.#size;
    const cosines = this.#cosines;
    const sines = this.#sines;
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const cosine = cosines[half + k] ?? 0;
        const sine = sines[half + k] ?? 0;
        const low = start + k;
        const high = low + half;
        const re = real[high] ?? 0;
        const im = imaginary[high] ?? 0;
        const turnedRe = re * cosine - im * sine;
        const turnedIm = re * sine + im * cosine;
        const lowRe = real[low] ?? 0;
        const lowIm = imaginary[low] ?? 0;
        real[high] = lowRe - turnedRe;
        imaginary[high] = lowIm - turnedIm;
        real[low] = lowRe + turnedRe;
        imaginary[low] = lowIm + turnedIm;
      }
    }
  }
}

import type { Random } from '../../statistics/random';

/** A small calculation with its right result, as it is written and as numbers. */
export interface NumberCase {
  readonly task: string;
  readonly result: string;
  /** A result that a slip would give. */
  readonly slip: string;
  readonly numbers: readonly number[];
}

/** A calculation of the kind that a domain suggests; none of its first numbers is among `avoid` if that can be had. */
export function numberCase(kind: string, avoid: ReadonlySet<number>, random: Random): NumberCase {
  const fresh = (low: number, high: number): number => {
    let value = low;
    for (let tries = 0; tries < 12; tries += 1) {
      value = low + random.int(high - low + 1);
      if (!avoid.has(value)) return value;
    }
    return value;
  };
  if (kind.includes('fraction')) return fractionCase(fresh(4, 12), random);
  if (/percent|discount/.test(kind)) {
    const whole = 20 * fresh(2, 20);
    const percent = 5 * (1 + random.int(9));
    return written(`${percent}% of ${whole}`, (percent * whole) / 100, 10, [percent, whole]);
  }
  if (kind.includes('decimal')) {
    const [one, other] = [fresh(11, 49), fresh(11, 49)];
    return written(`${one / 10} + ${other / 10}`, (one + other) / 10, 1, [one / 10, other / 10]);
  }
  if (kind.includes('negative')) {
    const [below, up] = [fresh(2, 9), fresh(10, 19)];
    return written(`−${below} + ${up}`, up - below, 2 * below, [-below, up]);
  }
  if (/multipl|divi|ratio|product|area|times|equation|algebra/.test(kind)) {
    const [one, other] = [fresh(3, 9), fresh(3, 12)];
    return written(`${one} × ${other}`, one * other, one, [one, other]);
  }
  if (/subtract|differen|take/.test(kind)) {
    const [one, other] = [fresh(21, 60), fresh(5, 19)];
    return written(`${one} − ${other}`, one - other, 1, [one, other]);
  }
  const [one, other] = [fresh(3, 19), fresh(3, 19)];
  return written(`${one} + ${other}`, one + other, 1, [one, other]);
}

function fractionCase(parts: number, random: Random): NumberCase {
  const one = 1 + random.int(parts - 2);
  const other = 1 + random.int(parts - one);
  const task = `${one}/${parts} + ${other}/${parts}`;
  // The slip of adding tops and bottoms.
  const slip = `${one + other}/${2 * parts}`;
  return { task, result: `${one + other}/${parts}`, slip, numbers: [one / parts, other / parts] };
}

function written(task: string, result: number, off: number, numbers: readonly number[]): NumberCase {
  const shown = (value: number): string => String(Math.round(value * 100) / 100).replace('-', '−');
  return { task, result: shown(result), slip: shown(result + off), numbers };
}

import type { Token } from './arithmeticTokens';

/** Exponents of length, mass, time, money, angle and temperature. */
type Dimension = readonly number[];
interface Quantity {
  readonly top: bigint;
  readonly bottom: bigint;
  readonly dimension: Dimension;
}

const bareDimension: Dimension = [0, 0, 0, 0, 0, 0];
/** Factor to the smallest unit of the list, place of the dimension, exponent of it. */
const units: Readonly<Record<string, readonly [factor: bigint, place: number, exponent?: number]>> = {
  ...{ mm: [1n, 0], cm: [10n, 0], m: [1000n, 0], km: [1_000_000n, 0], mL: [1000n, 0, 3], L: [1_000_000n, 0, 3] },
  ...{ g: [1n, 1], kg: [1000n, 1], s: [1n, 2], seconds: [1n, 2], min: [60n, 2], minutes: [60n, 2] },
  ...{ h: [3600n, 2], hour: [3600n, 2], hours: [3600n, 2], cents: [1n, 3], '¢': [1n, 3], $: [100n, 3] },
  ...{ '£': [100n, 3], '€': [100n, 3], '°': [1n, 4], '°C': [1n, 5] },
};

/** Thrown where a number without unit meets one with a unit, as in "$3 + 1.05": then all units are left out. */
class BareNumberError extends Error {}
/** Thrown where the two units cannot be added, as in "3 m + 2 kg". */
class UnitClashError extends Error {}
/** Thrown where the tokens are no complete expression. */
class NoExpressionError extends Error {}

function quantity(top: bigint, bottom: bigint, dimension: Dimension): Quantity {
  if (bottom === 0n) throw new NoExpressionError('division by zero');
  return bottom < 0n ? { top: -top, bottom: -bottom, dimension } : { top, bottom, dimension };
}

function sameDimension(a: Quantity, b: Quantity): boolean {
  return a.dimension.every((exponent, place) => exponent === b.dimension[place]);
}

function isBare({ dimension }: Quantity): boolean {
  return dimension.every((exponent) => exponent === 0);
}

function plus(a: Quantity, b: Quantity, sign: 1n | -1n = 1n): Quantity {
  if (!sameDimension(a, b)) throw isBare(a) || isBare(b) ? new BareNumberError() : new UnitClashError();
  return quantity(a.top * b.bottom + sign * b.top * a.bottom, a.bottom * b.bottom, a.dimension);
}

function times(a: Quantity, b: Quantity, exponent: 1 | -1 = 1): Quantity {
  const dimension = a.dimension.map((own, place) => own + exponent * b.dimension[place]!);
  const [top, bottom] = exponent === 1 ? [b.top, b.bottom] : [b.bottom, b.top];
  return quantity(a.top * top, a.bottom * bottom, dimension);
}

function power(base: Quantity, exponent: number): Quantity {
  const one = quantity(1n, 1n, bareDimension);
  return Array.from({ length: exponent }).reduce<Quantity>((product) => times(product, base), one);
}

/** The value of "1,200", "4.50", "3/4" or "1 1/2". */
function numberValue(text: string): Quantity {
  const mixed = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(text);
  if (mixed !== null) {
    const bottom = BigInt(mixed[3]!);
    return quantity(BigInt(mixed[1] ?? 0) * bottom + BigInt(mixed[2]!), bottom, bareDimension);
  }
  const [whole, decimals = ''] = text.replaceAll(',', '').split('.');
  return quantity(BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length), bareDimension);
}

function unitValue(unit: string): Quantity {
  const [factor, place, exponent = 1] = units[unit]!;
  return quantity(
    factor,
    1n,
    bareDimension.map((_, other) => (other === place ? exponent : 0)),
  );
}

/** Recursive descent over the tokens of one side; with `bare` every unit counts as 1. */
class Expression {
  readonly #tokens: readonly Token[];
  readonly #bare: boolean;
  #next = 0;

  constructor(tokens: readonly Token[], bare: boolean) {
    this.#tokens = tokens;
    this.#bare = bare;
  }

  value(): Quantity {
    const value = this.#sum();
    if (this.#next < this.#tokens.length) throw new NoExpressionError();
    return value;
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#next + ahead];
  }

  #take(pattern: RegExp): string | undefined {
    const token = this.#peek();
    if (token?.kind !== 'operator' || !pattern.test(token.text)) return undefined;
    this.#next += 1;
    return token.text;
  }

  #sum(): Quantity {
    let value = this.#product();
    for (let operator = this.#take(/[-−+]/); operator !== undefined; operator = this.#take(/[-−+]/)) {
      value = plus(value, this.#product(), operator === '+' ? 1n : -1n);
    }
    return value;
  }

  #product(): Quantity {
    let value = this.#signed();
    for (;;) {
      const operator = this.#take(/[×·*÷/]/);
      const bracketFollows = this.#peek()?.text === '(' && this.#peek()?.start === this.#peek(-1)?.end;
      if (operator === undefined && !bracketFollows) return value;
      value = times(value, this.#signed(), operator === '÷' || operator === '/' ? -1 : 1);
    }
  }

  #signed(): Quantity {
    if (this.#take(/[-−]/) === undefined) return this.#powered();
    return times(quantity(-1n, 1n, bareDimension), this.#signed());
  }

  #powered(): Quantity {
    let value = this.#measured();
    for (let mark = this.#take(/[²³^]/); mark !== undefined; mark = this.#take(/[²³^]/)) {
      value = power(value, mark === '^' ? Number(this.#number().top) : mark === '²' ? 2 : 3);
    }
    return value;
  }

  /** A number with what belongs to it: "$4.50", "20 %", "12 cm²", "2 h 15 min". */
  #measured(): Quantity {
    if (this.#take(/\(/) !== undefined) {
      const inner = this.#sum();
      if (this.#take(/\)/) === undefined) throw new NoExpressionError();
      return this.#withUnit(inner);
    }
    const first = this.#peek();
    if (first?.kind === 'unit') return this.#withUnit(quantity(1n, 1n, bareDimension));
    if (first?.kind === 'currency') {
      this.#next += 1;
      return times(this.#number(), this.#unit(first.text));
    }
    let value = this.#withUnit(this.#number());
    while (this.#peek()?.kind === 'number' && this.#peek(-1)?.kind === 'unit' && this.#peek(1)?.kind === 'unit') {
      value = plus(value, this.#withUnit(this.#number()));
    }
    return value;
  }

  #withUnit(value: Quantity): Quantity {
    if (this.#take(/%/) !== undefined) return times(value, quantity(100n, 1n, bareDimension), -1);
    const token = this.#peek();
    if (token?.kind !== 'unit') return value;
    this.#next += 1;
    const mark = this.#take(/[²³]/);
    return times(value, power(this.#unit(token.text), mark === '²' ? 2 : mark === '³' ? 3 : 1));
  }

  #unit(unit: string): Quantity {
    return this.#bare ? quantity(1n, 1n, bareDimension) : unitValue(unit);
  }

  #number(): Quantity {
    const token = this.#peek();
    if (token?.kind !== 'number' && token?.kind !== 'ratio') throw new NoExpressionError();
    this.#next += 1;
    return numberValue(token.text.replace(':', '/'));
  }
}

/**
 * Whether both sides have the same value, exactly and with their units; undefined when one of them is no complete
 * expression.
 */
export function agree(left: readonly Token[], right: readonly Token[], bare = false): boolean | undefined {
  try {
    const [a, b] = [new Expression(left, bare).value(), new Expression(right, bare).value()];
    if (!sameDimension(a, b)) return isBare(a) || isBare(b) ? agree(left, right, true) : false;
    return a.top * b.bottom === b.top * a.bottom;
  } catch (error) {
    if (error instanceof BareNumberError) return agree(left, right, true);
    if (error instanceof UnitClashError) return false;
    if (error instanceof NoExpressionError) return undefined;
    throw error;
  }
}

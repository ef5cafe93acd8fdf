import { plainMath } from '../../judging/replyText';

/** One "left = right" of a text; `holds` allows for rounding to the digits shown. */
export interface Equality {
  readonly text: string;
  readonly holds: boolean;
}

/** Longer pieces are no school arithmetic, and hostile text may have millions of signs. */
const longest = 120;
const run = /[-−–(\d][\d\s.,:()/+−–×x*·÷%=-]{2,240}/g;
const border = /[.,:;]\s+/;
const lone = /^[-−–]?\d+(?:\.\d+)?$/;

/**
 * The equalities of numbers in a text, as far as they can be computed: whole numbers, decimals, fractions, the four operations,
 * brackets, percent signs, "15% of 60". "2 × 3 = 6 = 5 + 1" gives two. What cannot be read for certain is passed over.
 */
export function equalitiesIn(text: string): readonly Equality[] {
  if (!text.includes('=')) return [];
  const plain = plainMath(text)
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/%\s?of\s(?=\d)/g, '% × ');
  return [...plain.matchAll(run)].flatMap(({ 0: words, index }) => {
    const after = plain[index + words.length] ?? ' ';
    const pieces = words.split(border);
    return pieces.flatMap((piece, place) => {
      if (!piece.includes('=') || piece.length > longest) return [];
      // The tail or the head of something with words or letters in it, as in "2x + 3 = 7" or "half of 6 + 1 = 4".
      if (
        place === 0 &&
        (/^[-−–]\s/.test(piece) || /[\p{L}=√^_]$|\bof\s$/u.test(plain.slice(Math.max(0, index - 4), index)))
      )
        return [];
      if (place === pieces.length - 1 && /[\p{L}^_√]/u.test(after) && !/[\s)]$/.test(piece)) return [];
      return stepsOf(piece);
    });
  });
}

/** Each "left = right" of a chain. */
function stepsOf(chain: string): readonly Equality[] {
  const sides = chain.split('=').map((side) => side.replace(/[.,:;\s]+$/, '').trim());
  return sides.slice(0, -1).flatMap((left, index) => {
    const right = sides[index + 1] ?? '';
    const [one, other] = [computed(left), computed(right)];
    // Two bare numbers are no calculation: "double 6 = 12" has its operation in words.
    if (one === undefined || other === undefined || (index === 0 && lone.test(left) && lone.test(right))) return [];
    const digits = /\.(\d+)%?$/.exec(right)?.[1]?.length ?? 0;
    const slack = digits === 0 ? 1e-9 * Math.max(1, Math.abs(one)) : 0.51 * 10 ** -digits;
    return [{ text: `${left} = ${right}`, holds: Math.abs(one - other) <= slack }];
  });
}

const token = /\s*(\d+(?:\.\d+)?|[()+*/%-])/y;

/** The value of an arithmetic expression; undefined for anything else. Never throws. */
function computed(text: string): number | undefined {
  const tokens = tokensOf(text.replace(/[−–]/g, '-').replace(/[×x·]/g, '*').replace(/[÷:]/g, '/'));
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = new ExpressionReader(tokens);
  const value = reader.sum(0);
  return value !== undefined && reader.atEnd && Number.isFinite(value) ? value : undefined;
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const pattern = new RegExp(token);
  const whole = text.trimEnd();
  while (pattern.lastIndex < whole.length) {
    const match = pattern.exec(whole);
    if (match?.[1] === undefined) return undefined;
    tokens.push(match[1]);
  }
  return tokens;
}

/** Reads by precedence: sums of products of factors. Each method gives undefined for what is no expression. */
class ExpressionReader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get atEnd(): boolean {
    return this.#place === this.#tokens.length;
  }

  sum(depth: number): number | undefined {
    let total = this.#product(depth);
    for (let next = this.#peek(); total !== undefined && (next === '+' || next === '-'); next = this.#peek()) {
      this.#place += 1;
      const term = this.#product(depth);
      if (term === undefined) return undefined;
      total += next === '+' ? term : -term;
    }
    return total;
  }

  #product(depth: number): number | undefined {
    let total = this.#factor(depth);
    for (let next = this.#peek(); total !== undefined && (next === '*' || next === '/'); next = this.#peek()) {
      this.#place += 1;
      const factor = this.#factor(depth);
      if (factor === undefined) return undefined;
      total = next === '*' ? total * factor : total / factor;
    }
    return total;
  }

  #factor(depth: number): number | undefined {
    const next = this.#peek();
    this.#place += 1;
    if (next === undefined || depth > 20) return undefined;
    let value: number | undefined;
    if (next === '-') {
      const factor = this.#factor(depth + 1);
      value = factor === undefined ? undefined : -factor;
    } else if (next === '(') {
      value = this.sum(depth + 1);
      if (this.#peek() !== ')') return undefined;
      this.#place += 1;
    } else if (/^\d/.test(next)) value = Number(next);
    if (value !== undefined && this.#peek() === '%') {
      this.#place += 1;
      value /= 100;
    }
    return value;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#place];
  }
}

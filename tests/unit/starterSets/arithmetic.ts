import { type Token, tokensOf } from './arithmeticTokens';
import { agree } from './arithmeticValue';

/** One equality between two numbers or quantities, as it is written in a text. */
export interface Equality {
  /** The equality as it stands in the text, both sides and what lies between. */
  readonly text: string;
  readonly left: string;
  readonly right: string;
  /**
   * Exact: whole fractions, no rounding. Units count where both sides have one ("2 h = 120 min" holds, "2 h = 2 min"
   * does not).
   */
  readonly holds: boolean;
}

/** What stands before a number that is only part of the left side: "half of 12 = 6", "divided by 4 = 2". */
const unreadLeft =
  /(?:half|third|quarter|fourth|fifth|sixth|eighth|tenth)s? of $|(?:divided|multiplied) by $|\b(?:half|twice|double|plus|minus|times) $/i;

function isPart(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'equals' && token.kind !== 'word' && token.kind !== 'stop';
}

/** Without brackets that are opened or closed outside: "(so 3 + 4 = 7)". */
function balanced(run: readonly Token[]): readonly Token[] {
  const surplus = run.filter((token) => token.text === '(').length - run.filter((token) => token.text === ')').length;
  if (surplus > 0 && run[0]?.text === '(') return balanced(run.slice(1));
  if (surplus < 0 && run.at(-1)?.text === ')') return balanced(run.slice(0, -1));
  return run;
}

/**
 * The tokens that make up the side before or behind an equals sign; undefined where a word or a letter takes part in
 * the side.
 */
function sideOf(text: string, tokens: readonly Token[], equals: number, step: 1 | -1): readonly Token[] | undefined {
  let edge = equals + step;
  while (isPart(tokens[edge])) edge += step;
  const run = balanced(step === 1 ? tokens.slice(equals + 1, edge) : tokens.slice(edge + 1, equals));
  const [first, last, beyond] = [run[0], run.at(-1), tokens[edge]];
  if (first === undefined || last === undefined) return undefined;
  if (run.some((token) => token.kind === 'ratio') && run.length > 1) return undefined;
  // "x − 3 = 5" speaks of an unknown, "is −3 + 5 = 2" begins with a negative number.
  if (/^[-−]$/.test(first.text) && run[1]?.start !== first.end) return undefined;
  if (beyond?.kind !== 'word') return run;
  const touches = step === 1 ? beyond.start === last.end : beyond.end === first.start;
  return touches || (step === -1 && unreadLeft.test(text.slice(0, first.start))) ? undefined : run;
}

/** "4 remainder 3" after a division by 5 is 4 + 3/5. */
function withRemainder(left: readonly Token[], right: readonly Token[], after: readonly Token[]): readonly Token[] {
  const [word, remainder] = after;
  const divisor = left.at(-1);
  if (word === undefined || !/^(?:remainder|r)$/i.test(word.text) || remainder?.kind !== 'number') return right;
  if (left.at(-2)?.text !== '÷' || divisor === undefined) return right;
  const sign = (text: string): Token => ({ ...word, kind: 'operator', text });
  return [...right, sign('+'), remainder, sign('÷'), divisor];
}

/**
 * All equalities between plain numbers and quantities in the text, in order; "a = b = c" gives two.
 * Understands + − × · ÷ / ², brackets, "1 1/2", "1,200", "$4.50", "20 % of 45", "2 h 15 min", "3:5 = 6:10" and "4
 * remainder 3".
 * Equalities with unknowns or with words inside are left out: see `withValue`.
 */
export function equalitiesIn(text: string): readonly Equality[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'equals') return [];
    const [left, right] = [sideOf(text, tokens, index, -1), sideOf(text, tokens, index, 1)];
    if (left === undefined || right === undefined) return [];
    const holds = agree(left, withRemainder(left, right, tokens.slice(index + 1 + right.length)));
    if (holds === undefined) return [];
    const [start, end] = [left[0]!.start, right.at(-1)!.end];
    const sides = { left: text.slice(start, left.at(-1)!.end), right: text.slice(right[0]!.start, end) };
    return [{ text: text.slice(start, end), ...sides, holds }];
  });
}

/** The text with a number in the place of an unknown: "3x + 5" with x = 2 becomes "3(2) + 5". */
export function withValue(text: string, unknown: string, value: string): string {
  return text.replaceAll(new RegExp(`(?<!\\p{L})${unknown}(?!\\p{L})`, 'gu'), `(${value})`);
}

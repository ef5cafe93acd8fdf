import type { Random } from '../../src/core/statistics/random';
import { hostileServer } from './places';

/** JSON text of a value that no honest program writes. Made when it is drawn, as some are large. */
type Hostile = () => string;

const text =
  (value: string): Hostile =>
  () =>
    JSON.stringify(value);
const long =
  (piece: string, times: number): Hostile =>
  () =>
    JSON.stringify(piece.repeat(times));
const raw =
  (json: string): Hostile =>
  () =>
    json;

/** Numbers, some of which JSON does not know. */
const numbers: readonly Hostile[] = [
  ...['1e308', '-1e308', '1e400', '-1', '0', '-0', '0.1', '1e-320', '2147483648', '4294967297', '9007199254740993'],
  ...['1e9', '1000000', '49.75', '-0.5', 'NaN', '-Infinity', '0x10', '01', '1e', '99999999999999999999999999'],
].map(raw);

const words: readonly Hostile[] = [
  ...['', ' ', '\n', '\r\n', '\t', '\0', '0', '-1', 'NaN', 'Infinity', '1e999', 'null', 'undefined', 'true'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'],
  // Control sequences, in 7 and in 8 bits, and what reorders a line.
  ...['\u001b[2J\u001b]0;owned\u0007', '\u009b31mred', '\u009d0;owned\u009c', '\u202Eesrever\u2066', '\b\b\b\u007F'],
  ...['\uD800', 'a\uDC00b', '\uFEFFx', '\uFFFE', '\u2028\u2029', '\u0301'.repeat(50), '👩‍👩‍👧‍👦'.repeat(20), '\u{E0041}'],
  ...['=cmd|"/c calc"!A0', '\n=1+1', '＝1+1', '@SUM(1)', '+1', '"', '""",,,;\t', "'--"],
  ...['<script>alert(1)</script>', '</script><!--', '<img src=x onerror=alert(1)>', ']]>', '&#0;&lt;', '<![CDATA['],
  ...['../../../etc/passwd', '/etc/passwd', '..', '.', 'C:\\Windows', 'file:///etc/passwd', 'a/b\\c', 'CON', '~'],
  ...[hostileServer, `${hostileServer}/v1`, `https://user:word@${hostileServer.slice(7)}/?q#f`, '//elsewhere.invalid/'],
  ...[
    'http://[::1]:22222',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://',
    'https://api.openai.com/v1',
  ],
  ...['openai', 'anthropic', 'offline', 'openai:gpt-5', 'anthropic:claude', 'openai:', ':', 'offline:x:y'],
  ...['2026-13-45T99:99:99Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z', '1970-01-01T00:00:00.000Z'],
  ...['$$', '\\(', '$\\frac{', '```', '|---|', '{{problem}}', '{{answer}}', '{{{', '%s%d%n', '${x}', '\\u0000'],
  ...['completed', 'running', 'reply', 'judged', 'status', 'starter', 'file', 'guideeval', 'mrbench', 'tutorbench'],
].map(text);

const largeWords: readonly Hostile[] = [
  long('x', 100_000),
  long('x', 3_000_000),
  long('\n', 1_000_000),
  long(' ', 500_000),
  long('a ', 200_000),
  long('{', 100_000),
  long('[', 100_000),
  long('{"a":', 50_000),
  long('(', 50_000),
  long('<', 100_000),
  long('<b>', 30_000),
  long('$', 50_000),
  long('$x$ ', 20_000),
  long('\\frac{1}{', 5_000),
  long('\\begin{matrix}', 2_000),
  long('**a', 50_000),
  long('> ', 50_000),
  long('- ', 50_000),
  long('`', 50_000),
  long('"', 100_000),
  long('\\', 100_000),
  long('1 + ', 50_000),
  long('9', 50_000),
  long('1,', 50_000),
  long('3/', 50_000),
  long('?', 100_000),
  long('{{a}}', 30_000),
  long('\u0301', 100_000),
  long('\u202E', 50_000),
  long('😀', 100_000),
  long('a.b-', 50_000),
  long('| ', 50_000),
  long('seven hundred ', 20_000),
];

const shapes: readonly Hostile[] = ['null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"":""}', '[{}]'].map(raw);

const nested = (open: string, close: string, levels: number): Hostile => {
  return () => `${open.repeat(levels)}1${close.repeat(levels)}`;
};

const largeShapes: readonly Hostile[] = [
  nested('[', ']', 10_000),
  nested('[', ']', 400_000),
  nested('{"a":', '}', 10_000),
  nested('{"a":', '}', 400_000),
  nested('[{"":', '}]', 5_000),
  () => `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  () => `[${'0,'.repeat(200_000)}0]`,
  () => `[${'{},'.repeat(50_000)}{}]`,
  () => `[${'"",'.repeat(100_000)}""]`,
];

/** The share of values that are large: most of the time would go into them. */
const largeShare = 0.06;

/** JSON text to put in the place of any value. */
export function hostileJson(random: Random): string {
  const large = random.next() < largeShare;
  const kinds = large ? [largeWords, largeWords, largeShapes] : [words, words, words, numbers, shapes];
  return pick(pick(kinds, random), random)();
}

/** Text to put into a file that is no JSON. */
export function hostileText(random: Random): string {
  const drawn: unknown = JSON.parse(pick(random.next() < largeShare ? largeWords : words, random)());
  return String(drawn);
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[random.int(items.length)] as T;
}

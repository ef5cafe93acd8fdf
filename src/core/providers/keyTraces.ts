import type { ChatReply } from './provider';

const keyMark = '[key]';

/** Letters and digits in a row that identify a piece of a key: eight hold some forty random bits. */
const pieceLength = 8;
/** The same in base64, and in hexadecimal or decimal numbers. */
const base64Length = 11;
const numeralLength = 16;
/** No word of a language has this many characters in a row. */
const longRun = 16;
/** A placeholder such as `x` for a local server is no secret, and any word may contain it. */
const shortestSecret = 4;
const longestModel = 200;

/** Removes secrets and their pieces in any form, bearer tokens, and keys that a server masked with asterisks. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const kept = secrets.filter((secret) => secret.length >= shortestSecret);
  const whole = kept
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')])
    .reduce((left, form) => left.replaceAll(form, keyMark), text);
  return kept
    .reduce((left, secret) => new KeyTraces(secret).cutFromMessage(left), whole)
    .replace(/\bBearer\s+[^\s"',;\\]+/gi, `Bearer ${keyMark}`)
    .replace(/\b(?:sk|pk|rk)-[\w*.-]{6,}/g, keyMark)
    .replace(/(?:(?<![\w-])[\w-]+)?\*{3,}[\w-]*/g, keyMark);
}

/** A function that cuts a server's key and the secrets in its headers out of its answers. */
export function secretCutter(secrets: readonly string[]): (text: string) => string {
  const all = secrets.map((secret) => new KeyTraces(secret));
  return (text) => all.reduce((left, traces) => traces.cutFromReply(left), text);
}

export function cleanReply({ model, ...reply }: ChatReply, cut: (text: string) => string): ChatReply {
  const named = model === undefined ? undefined : cut(model).slice(0, longestModel);
  return { ...reply, text: cut(reply.text), model: named };
}

/**
 * Finds a key in foreign text, whole or in pieces, reversed, in any case and with characters between. Also finds
 * hexadecimal, base64, decimal, full-width and escaped forms (`%73`, `\u0073`, `\u{73}`, `\163`, `&#115;`).
 */
export class KeyTraces {
  readonly #key: string;
  readonly #patterns: readonly ReturnType<typeof patternOf>[];

  constructor(key: string) {
    this.#key = key;
    const bytes = Buffer.from(key, 'utf8');
    const reversed = Buffer.from(bytes).reverse().toString('utf8');
    const shifted = [0, 1, 2].map((shift) =>
      // A piece may start at any of three byte offsets. Characters shared with bytes before it are dropped.
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : shift + 1),
    );
    this.#patterns = [
      patternOf([key, reversed], pieceLength),
      patternOf(shifted, base64Length),
      patternOf([bytes.toString('hex'), [...bytes].join(' ')], numeralLength),
    ];
  }

  /** A message without any trace of the key. Words that match pieces go as well: a false alarm costs one word. */
  cutFromMessage(text: string): string {
    return this.#cut(text, () => true);
  }

  /**
   * A false alarm would change what is judged, and local keys are often words such as `ollama`. So a key needs 16
   * characters, or 8 with letters and digits. Pieces that ordinary text may contain do not count.
   */
  cutFromReply(text: string): string {
    if (this.#key.length < longRun && !(this.#key.length >= pieceLength && isMixed(this.#key))) return text;
    const found = this.#cut(text, (run) => run.length >= longRun || isMixed(run));
    // A key of signs alone leaves no letters to search for.
    return found.replaceAll(this.#key, keyMark);
  }

  #cut(text: string, counts: (run: string) => boolean): string {
    // An apparent escape may be a piece of the key after a sign.
    const readings = /[%\\&]|0x/i.test(text) ? [true, false] : [false];
    const spans = readings.flatMap((isUnescaped) => {
      const { letters, starts, ends } = lettersOf(text, isUnescaped);
      return this.#patterns
        .flatMap((pattern) => runsOf(letters, pattern))
        .filter(({ start, end }) => counts(letters.slice(start, end)))
        .map(({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }));
    });
    let kept = '';
    let done = 0;
    for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
      if (start >= done) kept += text.slice(done, start) + keyMark;
      done = Math.max(done, end);
      // Padding at the end of base64.
      while (text[done] === '=') done += 1;
    }
    return kept + text.slice(done);
  }
}

function patternOf(forms: readonly string[], length: number) {
  // A key may contain an apparent escape, so both readings are searched.
  const all = forms.flatMap((form) => [lettersOf(form, true).letters, lettersOf(form, false).letters]);
  const pieces = all.flatMap((letters) =>
    Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) => letters.slice(at, at + length)),
  );
  return { length, pieces: new Set(pieces) };
}

/** All spans made of pieces. */
function runsOf(letters: string, { length, pieces }: ReturnType<typeof patternOf>) {
  const runs: { readonly start: number; end: number }[] = [];
  for (let start = 0; start + length <= letters.length; start += 1) {
    if (!pieces.has(letters.slice(start, start + length))) continue;
    const last = runs.at(-1);
    if (last !== undefined && start < last.end) last.end = start + length;
    else runs.push({ start, end: start + length });
  }
  return runs;
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/** Lower-case ASCII letters and digits with their start and end in the text. `isUnescaped`: decodes escapes, too. */
function lettersOf(text: string, isUnescaped: boolean) {
  const letters = Buffer.allocUnsafe(text.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let count = 0;
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) ?? 0;
    const escape = isUnescaped ? escapeAt(text, index) : undefined;
    const end = index + (escape?.length ?? (code > 0xffff ? 2 : 1));
    // The next letter overwrites a sign.
    letters[count] = letterOf(escape?.code ?? code);
    starts[count] = index;
    ends[count] = end;
    if (letters[count] !== 0) count += 1;
    index = end;
  }
  return { letters: letters.toString('latin1', 0, count), starts, ends };
}

/** 0 for signs. Full-width letters and the like become what they show. */
function letterOf(code: number): number {
  if (code > 0x7f) {
    const shown = String.fromCodePoint(code).normalize('NFKC');
    return shown.length === 1 && shown < '\u0080' ? letterOf(shown.charCodeAt(0)) : 0;
  }
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
}

/** Escapes with the base of their number. Full-width forms (U+FF01 to U+FF5E) come before those they start like. */
const escapes = [
  // A line end or tab in JSON; a verdict contains these until it is parsed.
  [/\\+[nrtbfv]()/y, 10],
  [/(?:[\\%]u|\\[ux]\{0*|&#x0*)(ff[0-5][0-9a-f])[;}]?/iy, 16],
  [/(?:%|\\x|0x|\\u000000|[\\%]u00|\\[ux]\{0*|&#x0*)([0-9a-f]{2})[;}]?/iy, 16],
  [/&#0*(65[23]\d\d|\d{2,3});?/y, 10],
  [/\\o?\{?0*([0-7]{2,3})\}?/y, 8],
] as const;

function escapeAt(text: string, index: number): { readonly code: number; readonly length: number } | undefined {
  if (!'%\\&0'.includes(text.charAt(index))) return undefined;
  for (const [pattern, radix] of escapes) {
    pattern.lastIndex = index;
    const found = pattern.exec(text);
    if (found !== null) return { code: Number.parseInt(`0${found[1]}`, radix), length: found[0].length };
  }
  return undefined;
}

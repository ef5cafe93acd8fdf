import type { ChatReply } from './provider';

/** What stands in the place of a key. */
const keyMark = '[key]';

/** Characters of a key in a row that are told from ordinary text, letters and digits counted: eight hold some forty random bits. */
const pieceLength = 8;
/** The same where a character of the key became more of them: in base64, in hexadecimal and as decimal numbers. */
const base64Length = 11;
const numeralLength = 16;
/** A run as long as this is no word of a language, whatever it is made of. */
const longRun = 16;

/**
 * Finds a key in foreign text, whole or in pieces, in either direction, in any case and with anything between its characters; as it is or
 * in hexadecimal, base64, decimal, full-width or escaped (`%73`, `\u0073`, `\u{73}`, `\163`, `&#115;`).
 */
export class KeyTraces {
  readonly #key: string;
  readonly #patterns: readonly Pattern[];

  constructor(key: string) {
    this.#key = key;
    const bytes = Buffer.from(key, 'utf8');
    const reversed = Buffer.from(bytes).reverse().toString('utf8');
    const shifted = [0, 1, 2].map((shift) =>
      // A piece of a longer text begins anywhere within three bytes; characters that also hold what stood before are left out.
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : shift + 1),
    );
    this.#patterns = [
      patternOf([key, reversed], pieceLength),
      patternOf(shifted, base64Length),
      patternOf([bytes.toString('hex'), [...bytes].join(' ')], numeralLength),
    ].filter(({ pieces }) => pieces.size > 0);
  }

  /**
   * A message without any trace of the key. A false alarm costs a word of a message: pieces that are words are taken out, too.
   */
  cutFromMessage(text: string): string {
    return this.#cut(text, () => true);
  }

  /**
   * A model's own words without the key. A false alarm would change what is judged, and a server at home has a key such as `ollama`,
   * `not-needed` or `password`: only a key of at least 16 characters, or of 8 with letters and digits, is one that somebody else could use,
   * and of its pieces those that no ordinary text has.
   */
  cutFromReply(text: string): string {
    if (this.#key.length < longRun && !(this.#key.length >= pieceLength && isMixed(this.#key))) return text;
    const found = this.#cut(text, (run) => run.length >= longRun || isMixed(run));
    // One of signs alone leaves no letters to go by.
    return found.replaceAll(this.#key, keyMark);
  }

  #cut(text: string, counts: (run: string) => boolean): string {
    // What looks like an escape may be a piece of the key with a sign before it.
    const readings = mayEscapeAnywhere.test(text) ? [true, false] : [false];
    const stretches = readings
      .flatMap((isUnescaped) => this.#stretchesOf(text, isUnescaped, counts))
      .sort((one, other) => one.start - other.start);
    let kept = '';
    let done = 0;
    for (const { start, end } of stretches) {
      if (start >= done) kept += text.slice(done, start) + keyMark;
      done = Math.max(done, end);
      // What base64 ends with.
      while (text[done] === '=') done += 1;
    }
    return kept + text.slice(done);
  }

  /** Where the key is in the text. */
  #stretchesOf(text: string, isUnescaped: boolean, counts: (run: string) => boolean): readonly Run[] {
    const letters = lettersOf(text, isUnescaped);
    const runs = this.#patterns
      .flatMap((pattern) => runsOf(letters, pattern))
      .filter(({ start, end }) => counts(letters.toString('latin1', start, end)));
    if (runs.length === 0) return [];
    const from = new Uint32Array(letters.length);
    const to = new Uint32Array(letters.length);
    lettersOf(text, isUnescaped, (place, start, end) => {
      from[place] = start;
      to[place] = end;
    });
    return runs.map(({ start, end }) => ({ start: from[start] ?? 0, end: to[end - 1] ?? 0 }));
  }
}

/** Finds several keys: that of a server, and those in its headers. */
export class SecretTraces {
  readonly #all: readonly KeyTraces[];

  constructor(secrets: readonly string[]) {
    this.#all = secrets.map((secret) => new KeyTraces(secret));
  }

  /** As that of each. */
  cutFromReply(text: string): string {
    return this.#all.reduce((left, traces) => traces.cutFromReply(left), text);
  }
}

/** What is looked for: any piece of `length` letters; `pairs` says of two letters whether they follow each other in one. */
interface Pattern {
  readonly length: number;
  readonly pieces: ReadonlySet<string>;
  readonly pairs: Uint8Array;
}

interface Run {
  readonly start: number;
  end: number;
}

function patternOf(forms: readonly string[], length: number): Pattern {
  const pieces = new Set<string>();
  const pairs = new Uint8Array(1 << 14);
  // A key may hold what looks like an escape: it is looked for as such and as it is.
  const plain = forms.map((form) => Buffer.from(form.toLowerCase().replace(/[^a-z0-9]/g, ''), 'latin1'));
  for (const letters of [...forms.map((form) => lettersOf(form, true)), ...plain]) {
    for (let place = 0; place + 1 < letters.length; place += 1) pairs[pairAt(letters, place)] = 1;
    for (let place = 0; place + length <= letters.length; place += 1)
      pieces.add(letters.toString('latin1', place, place + length));
  }
  return { length, pieces, pairs };
}

/** All stretches that are made of pieces. Most text is passed over by its pairs: a wrong one rules out all pieces over it. */
function runsOf(letters: Buffer, { length, pieces, pairs }: Pattern): readonly Run[] {
  const runs: Run[] = [];
  for (let start = 0; start + length <= letters.length;) {
    let place = start + length - 2;
    while (place >= start && pairs[pairAt(letters, place)] === 1) place -= 1;
    if (place >= start) {
      start = place + 1;
      continue;
    }
    if (pieces.has(letters.toString('latin1', start, start + length))) {
      const last = runs.at(-1);
      if (last !== undefined && start < last.end) last.end = start + length;
      else runs.push({ start, end: start + length });
    }
    start += 1;
  }
  return runs;
}

function pairAt(letters: Buffer, place: number): number {
  return ((letters[place] ?? 0) << 7) | (letters[place + 1] ?? 0);
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/**
 * Letters and digits of ASCII in lower case; `isUnescaped`: escaped ones, too, as what they stand for. `hear` is told where in the text
 * each of them stands.
 */
function lettersOf(
  text: string,
  isUnescaped: boolean,
  hear?: (place: number, start: number, end: number) => void,
): Buffer {
  const letters = Buffer.allocUnsafe(text.length);
  let count = 0;
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) ?? 0;
    const escape = isUnescaped && mayEscape(text, index, code) ? escapeAt(text, index) : undefined;
    const letter = letterOf(escape?.code ?? code);
    const end = index + (escape?.length ?? (code > 0xffff ? 2 : 1));
    if (letter !== 0) {
      hear?.(count, index, end);
      letters[count] = letter;
      count += 1;
    }
    index = end;
  }
  return letters.subarray(0, count);
}

/** 0 for what is neither a letter nor a digit. */
function letterOf(code: number): number {
  if (code > 0x7f) {
    // Full-width letters, mathematical ones and the like are read as what they show.
    const shown = String.fromCodePoint(code).normalize('NFKC');
    return shown.length === 1 && shown < '\u0080' ? letterOf(shown.charCodeAt(0)) : 0;
  }
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
}

const [percent, backslash, ampersand, zero] = [0x25, 0x5c, 0x26, 0x30];

const mayEscapeAnywhere = /[%\\&]|0x/i;

function mayEscape(text: string, index: number, code: number): boolean {
  if (code === zero) return (text.charCodeAt(index + 1) | 32) === 0x78;
  return code === percent || code === backslash || code === ampersand;
}

/** Each with the base of its number; those of full-width letters (U+FF01 to U+FF5E) stand before what they begin like. */
const escapes = [
  [/(?:[\\%]u|\\[ux]\{0*|&#x0*)(ff[0-5][0-9a-f])[;}]?/iy, 16],
  [/(?:%|\\x|0x|\\u000000|[\\%]u00|\\[ux]\{0*|&#x0*)([0-9a-f]{2})[;}]?/iy, 16],
  [/&#0*(65[23]\d\d|\d{2,3});?/y, 10],
  [/\\o?\{?0*([0-7]{2,3})\}?/y, 8],
] as const;

/** A line end or a tab as JSON writes it: a verdict has them until it is read. */
const blankEscape = /\\+[nrtbfv]/y;

function escapeAt(text: string, index: number): { readonly code: number; readonly length: number } | undefined {
  blankEscape.lastIndex = index;
  const blank = blankEscape.exec(text);
  if (blank !== null) return { code: 0x20, length: blank[0].length };
  for (const [pattern, radix] of escapes) {
    pattern.lastIndex = index;
    const found = pattern.exec(text);
    if (found !== null) return { code: Number.parseInt(found[1] ?? '', radix), length: found[0].length };
  }
  return undefined;
}

/** Shorter pieces of a key are too common in ordinary text to be told apart from it, and too short to be of use. */
const rawPieceLength = 8;
/** A placeholder such as `x` for a local server is no secret, and every word of a message may hold it. */
const shortest = 4;

/**
 * A message without key material: the secrets themselves, any piece of them from eight characters on, whatever form they were put into
 * (`KeyTraces`), bearer tokens, and keys that a server has masked with asterisks.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const kept = secrets.filter((secret) => secret.length >= shortest);
  const traced = kept.reduce((left, secret) => new KeyTraces(secret).cutFromMessage(left), text);
  return kept
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')])
    .reduce(withoutSecret, traced)
    .replace(/\bBearer\s+[^\s"',;\\]+/gi, `Bearer ${keyMark}`)
    .replace(/\b(?:sk|pk|rk)-[\w*.-]{6,}/g, keyMark)
    .replace(/(?:(?<![\w-])[\w-]+)?\*{3,}[\w-]*/g, keyMark);
}

/** For what has too few letters and digits for `KeyTraces`. */
function withoutSecret(text: string, secret: string): string {
  if (secret.length < rawPieceLength) return text.replaceAll(secret, keyMark);
  const pieces = new Set<string>();
  for (let start = 0; start + rawPieceLength <= secret.length; start += 1) {
    pieces.add(secret.slice(start, start + rawPieceLength));
  }
  let kept = '';
  let coveredTo = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (pieces.has(text.slice(index, index + rawPieceLength))) {
      if (index >= coveredTo) kept += keyMark;
      coveredTo = index + rawPieceLength;
    }
    if (index >= coveredTo) kept += text.charAt(index);
  }
  return kept;
}

/** A longer name of a model is none. */
const longestModel = 200;

/** A reply whose texts do not say the key, whatever the server wrote; all else in it is a number or one of a few words. */
export function withoutKey(reply: ChatReply, traces: SecretTraces): ChatReply {
  const { text, model, ...others } = reply;
  return {
    text: traces.cutFromReply(text),
    ...others,
    model: model === undefined ? undefined : traces.cutFromReply(model).slice(0, longestModel),
  };
}

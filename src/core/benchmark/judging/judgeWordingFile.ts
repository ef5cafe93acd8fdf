import { NamedError } from '../../text/errors';

/** A fault of one wording file; `message` says how to mend it. */
export interface JudgeWordingProblem {
  readonly file: string;
  readonly message: string;
}

/** Wordings of one's own that cannot be used. Nothing is sent while there are any. */
export class JudgeWordingError extends NamedError {
  override readonly name = 'JudgeWordingError';

  constructor(readonly problems: readonly JudgeWordingProblem[]) {
    super(problems.map(({ file, message }) => `Judge wording ${file}: ${message}`).join('\n'));
  }
}

export interface JudgeWordingFile {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

export interface ReadWording {
  readonly judge: string;
  /** Hash of the built-in text that it is to replace, where the file says so. */
  readonly replaces?: string;
  readonly text: string;
  readonly problems: readonly string[];
}

const head = /^---[ \t]*\n(?<fields>(?:[a-zA-Z]+:[^\n]*\n|[ \t]*\n)*)---[ \t]*(?:\n|$)/;

/** Reads a wording file: `judge` and `replaces` between two lines of dashes, both optional, then the text. */
export function readWordingFile({ name, text }: JudgeWordingFile): ReadWording {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const found = head.exec(plain);
  const lines = (found?.groups?.fields ?? '').matchAll(/^([a-zA-Z]+):(.*)$/gm);
  const fields = new Map([...lines].map(([, field = '', value = '']) => [field, value.trim()]));
  const replaces = fields.get('replaces');
  const unknown = [...fields.keys()].filter((field) => field !== 'judge' && field !== 'replaces');
  return {
    judge: fields.get('judge') ?? name.replace(/\.md$/i, ''),
    ...(replaces === undefined ? {} : { replaces }),
    text: plain.slice(found?.[0].length ?? 0).trim(),
    problems: unknown.length === 0 ? [] : [`Its head may say “judge” and “replaces”, not “${unknown.join('”, “')}”.`],
  };
}

/** A file to begin with: the built-in text, with a head that says what it replaces. */
export function startingWording(judge: string, hash: string, text: string): string {
  return `---\njudge: ${judge}\nreplaces: ${hash}\n---\n\n${text}\n`;
}

export const wordingFolderName = 'judges';

/** Longer texts are refused: none of the built-in ones has a tenth of it. In characters. */
export const longestWording = 100_000;

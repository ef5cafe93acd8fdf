import { t } from '../../text/countWords';
import { errorNamed } from '../../text/errors';

/** `message` says how to fix it. */
export interface PromptOverrideProblem {
  readonly file: string;
  readonly message: string;
}

/** Nothing is sent while a custom judge prompt cannot be used. */
export class PromptOverrideError extends errorNamed('PromptOverrideError') {
  constructor(readonly problems: readonly PromptOverrideProblem[]) {
    super(problems.map(({ file, message }) => t`Custom judge prompt ${file}: ${message}`).join('\n'));
  }
}

export interface PromptOverrideFile {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

export interface ReadPromptOverride {
  readonly judge: string;
  /** Hash of the built-in text. */
  readonly replaces?: string;
  readonly text: string;
  readonly problems: readonly string[];
}

const metadata = /^---[ \t]*\n(?<fields>(?:[a-zA-Z]+:[^\n]*\n|[ \t]*\n)*)---[ \t]*(?:\n|$)/;

/** Reads a custom judge prompt: optional `judge` and `replaces` between two lines of dashes, then the text. */
export function readPromptOverride({ name, text }: PromptOverrideFile): ReadPromptOverride {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const found = metadata.exec(plain);
  const lines = (found?.groups?.fields ?? '').matchAll(/^([a-zA-Z]+):(.*)$/gm);
  const fields = Object.fromEntries([...lines].map(([, field = '', value = '']) => [field, value.trim()]));
  const { judge = name.replace(/\.md$/i, ''), replaces, ...others } = fields;
  const unknown = Object.keys(others);
  return {
    judge,
    ...(replaces === undefined ? {} : { replaces }),
    text: plain.slice(found?.[0].length ?? 0).trim(),
    problems: unknown.length === 0 ? [] : [t`The header takes “judge” and “replaces”, not “${unknown.join('”, “')}”.`],
  };
}

export function startingOverride(judge: string, hash: string, text: string): string {
  return `---\njudge: ${judge}\nreplaces: ${hash}\n---\n\n${text}\n`;
}

export const overrideFolderName = 'judges';

/** In characters. Longer texts are refused; built-in ones have less than a tenth of it. */
export const longestOverride = 100_000;

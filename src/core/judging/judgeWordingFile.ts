import { existsSync } from 'node:fs';
import path from 'node:path';
import { PlainFileError } from '../store/plainFile';
import { StoreFolder } from '../store/storeFolder';

/** A fault of one wording file; `message` says how to mend it. */
export interface JudgeWordingProblem {
  readonly file: string;
  readonly message: string;
}

/** Wordings of one's own that cannot be used. Nothing is sent while there are any. */
export class JudgeWordingError extends Error {
  override readonly name = 'JudgeWordingError';

  constructor(readonly problems: readonly JudgeWordingProblem[]) {
    super(problems.map(({ file, message }) => `Judge wording ${file}: ${message}`).join('\n'));
  }

  static is(error: unknown): error is JudgeWordingError {
    return error instanceof JudgeWordingError;
  }
}

export interface JudgeWordingFile {
  /** Where it stands, for people. */
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

export interface ReadWording {
  readonly judge: string;
  /** Hash of the built-in text that it is to replace, where the file says so. */
  readonly replaces?: string;
  readonly text: string;
  /** What is wrong with its head. */
  readonly problems: readonly string[];
}

const head = /^---[ \t]*\n(?<fields>(?:[a-zA-Z]+:[^\n]*\n|[ \t]*\n)*)---[ \t]*(?:\n|$)/;

/** Reads a wording file: `judge` and `replaces` between two lines of dashes, both optional, then the text. */
export function readWordingFile({ name, text }: JudgeWordingFile): ReadWording {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const found = head.exec(plain);
  const fields = new Map<string, string>();
  for (const line of found?.groups?.fields?.split('\n') ?? []) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
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

/** What the folder is called beside or above a prompt. */
export const wordingFolderName = 'judges';

/** Longer texts are refused: none of the built-in ones has a tenth of it. In characters. */
export const longestWording = 100_000;
/** No benchmark has as many judges. */
const mostFiles = 100;
/** More bytes than a text of the greatest length can have. */
const mostBytes = 4 * longestWording;

/**
 * The folder with wordings for prompts in `start`: the nearest `judges/` in it or above it that has a folder of one of `benchmarks`, up
 * to `top`, else up to a folder that has one of `roots` in it: the root of the work tree. Where there is
 * none, `start` alone is looked at, as what lies above may be anybody's. `undefined` without one.
 */
export function findWordingFolder(
  start: string,
  benchmarks: Iterable<string>,
  roots: readonly string[],
  top?: string,
): string | undefined {
  const ids = [...benchmarks];
  return foldersUpTo(path.resolve(start), roots, top)
    .map((folder) => path.join(folder, wordingFolderName))
    .find((folder) => ids.some((id) => existsSync(path.join(folder, id))));
}

function foldersUpTo(start: string, roots: readonly string[], top: string | undefined): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (top === undefined ? roots.some((root) => existsSync(path.join(folder, root))) : folder === top) return folders;
    if (path.dirname(folder) === folder) return [start];
  }
}

/**
 * The wording files of a benchmark in `folder`, by name; none where there is no folder for it. `shown` stands for `folder` in messages.
 * Throws `JudgeWordingError` for a file that cannot be read.
 */
export async function readWordingFolder(
  folder: string,
  benchmark: string,
  shown: string,
): Promise<readonly JudgeWordingFile[]> {
  const own = new StoreFolder(folder, benchmark);
  const place = path.posix.join(shown, benchmark);
  const names = await own.names().catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw unreadable(place, error);
  });
  const texts = names.filter((name) => /\.md$/i.test(name)).sort();
  if (texts.length > mostFiles) {
    const message = `The folder has ${texts.length} texts; ${mostFiles} are the most. Remove those that are no wordings.`;
    throw new JudgeWordingError([{ file: place, message }]);
  }
  return Promise.all(texts.map((name) => readOne(own, path.posix.join(place, name), name)));
}

/** A repository that somebody else made may have links in it, and what a wording says is sent to a judge's provider. */
async function readOne(folder: StoreFolder, file: string, name: string): Promise<JudgeWordingFile> {
  try {
    return { file, name, text: (await folder.read(name, mostBytes)).toString('utf8') };
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): JudgeWordingError {
  const reason = error instanceof Error ? error.message : String(error);
  const isLarge = PlainFileError.is(error, 'tooLarge');
  const message = isLarge ? `It has more than ${mostBytes} bytes. Shorten it.` : `It cannot be read: ${reason}`;
  return new JudgeWordingError([{ file, message }]);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

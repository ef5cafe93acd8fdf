import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import { type JudgeText, judgeTexts } from '../benchmark/judging/promptOverride';
import type { PromptOverrideFile } from '../benchmark/judging/promptOverrideFile';
import { longestOverride, PromptOverrideError, overrideFolderName } from '../benchmark/judging/promptOverrideFile';
import { choosePromptOverrides, type ChosenOverrides } from '../benchmark/judging/choosePromptOverrides';
import { readPlannedSamples } from './loadSamples';
import { isMissing, PlainFileError } from '../store/plainFile';
import { messageOf } from '../text/errors';
import { StoreFolder } from '../store/storeFolder';
import { t } from '../text/countWords';

type OverrideLocations = Readonly<Record<'folder' | 'shown' | 'starterSet', string> & { policy: ProtocolPolicy }>;

/** Throws `PromptOverrideError`, and errors of reading the starter set. */
export async function readPromptOverrides(
  benchmark: Benchmark,
  { folder, shown, starterSet, policy }: OverrideLocations,
): Promise<ChosenOverrides> {
  const files = await readOverrideFolder(folder, benchmark.id, shown);
  if (files.length === 0) return { overrides: [], notes: [] };
  return choosePromptOverrides(benchmark, await builtInTexts(benchmark, starterSet, policy), files);
}

export async function builtInTexts(
  benchmark: Benchmark,
  starterSet: string,
  policy: ProtocolPolicy,
): Promise<readonly JudgeText[]> {
  const { loaded } = await readPlannedSamples(benchmark, 'starter', starterSet, []);
  return judgeTexts(benchmark, loaded.samples, policy);
}

const mostFiles = 100;
const mostBytes = 4 * longestOverride;

/** The nearest `judges/` up to `top` or the work tree’s root. Without either only `start` is safe. */
export function findOverrideFolder(
  start: string,
  benchmarks: Iterable<string>,
  roots: readonly string[],
  top?: string,
): string | undefined {
  const ids = [...benchmarks];
  return foldersUpTo(path.resolve(start), roots, top)
    .map((folder) => path.join(folder, overrideFolderName))
    .find((folder) => ids.some((id) => existsSync(path.join(folder, id))));
}

/** `start` and the folders above it, up to `top` or one with any of `roots` in it; `start` alone where none is. */
export function foldersUpTo(start: string, roots: readonly string[], top?: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (top === undefined ? roots.some((root) => existsSync(path.join(folder, root))) : folder === top) return folders;
    if (path.dirname(folder) === folder) return [start];
  }
}

/** Throws `PromptOverrideError`. */
export async function readOverrideFolder(
  folder: string,
  benchmark: string,
  shown: string,
): Promise<readonly PromptOverrideFile[]> {
  const own = new StoreFolder(folder, benchmark);
  const shownFolder = path.posix.join(shown, benchmark);
  const names = await own.names().catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw unreadable(shownFolder, error);
  });
  const texts = names.filter((name) => /\.md$/i.test(name)).sort();
  if (texts.length > mostFiles) {
    const message = t`The folder has ${texts.length} texts; ${mostFiles} are the most. Remove those that are not judge prompts.`;
    throw new PromptOverrideError([{ file: shownFolder, message }]);
  }
  const reading = texts.map(async (name): Promise<PromptOverrideFile> => {
    const file = path.posix.join(shownFolder, name);
    // A foreign repository may hold links, and the text goes to a judge's provider. So links are refused.
    const content = await own.read(name, mostBytes).catch((error: unknown) => Promise.reject(unreadable(file, error)));
    return { file, name, text: content.toString('utf8') };
  });
  return Promise.all(reading);
}

function unreadable(file: string, error: unknown): PromptOverrideError {
  const isLarge = PlainFileError.is(error, 'tooLarge');
  const message = isLarge
    ? t`It has more than ${mostBytes} bytes. Shorten it.`
    : t`It cannot be read: ${messageOf(error)}`;
  return new PromptOverrideError([{ file, message }]);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import { type JudgeText, judgeTexts } from '../benchmark/judging/judgeWording';
import {
  longestWording,
  JudgeWordingError,
  type JudgeWordingFile,
  wordingFolderName,
} from '../benchmark/judging/judgeWordingFile';
import { chooseWordings, type ChosenWordings } from '../benchmark/judging/judgeWordings';
import { readPlannedSamples } from './loadSamples';
import { isMissing, PlainFileError } from '../store/plainFile';
import { messageOf } from '../text/errors';
import { StoreFolder } from '../store/storeFolder';

export interface WordingPlaces {
  readonly folder: string;
  readonly shown: string;
  readonly starterSet: string;
  readonly policy: ProtocolPolicy;
}

/** Throws `JudgeWordingError`, and what reading the starter set throws. */
export async function readJudgeWordings(
  benchmark: Benchmark,
  { folder, shown, starterSet, policy }: WordingPlaces,
): Promise<ChosenWordings> {
  const files = await readWordingFolder(folder, benchmark.id, shown);
  if (files.length === 0) return { wordings: [], notes: [] };
  return chooseWordings(benchmark, await builtInTexts(benchmark, starterSet, policy), files);
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
const mostBytes = 4 * longestWording;

/** The nearest `judges/` up to `top` or the work tree’s root; else only in `start`, as what lies above is anybody’s. */
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

/** Throws `JudgeWordingError`. */
export async function readWordingFolder(
  folder: string,
  benchmark: string,
  shown: string,
): Promise<readonly JudgeWordingFile[]> {
  const own = new StoreFolder(folder, benchmark);
  const place = path.posix.join(shown, benchmark);
  const names = await own.names().catch((error: unknown) => {
    if (isMissing(error)) return [];
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
  const isLarge = PlainFileError.is(error, 'tooLarge');
  const message = isLarge
    ? `It has more than ${mostBytes} bytes. Shorten it.`
    : `It cannot be read: ${messageOf(error)}`;
  return new JudgeWordingError([{ file, message }]);
}

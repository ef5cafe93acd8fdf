import type { Benchmark } from '../benchmarks/benchmark';
import type { JudgeWording } from './judgeWording';
import { JudgeWordingError, type JudgeWordingProblem } from './judgeWordingError';
import { readWordingFile, type JudgeWordingFile, type ReadWording } from './judgeWordingFile';
import { wordingProblems } from './judgeWordingParts';
import type { JudgeText } from './judgeWordingTexts';

/** Wordings that are fit to be sent, and what a person should know of them. */
export interface ChosenWordings {
  readonly wordings: readonly JudgeWording[];
  readonly notes: readonly string[];
}

/**
 * Finds out what each file replaces and whether it has all that a judge needs. A file that says what the built-in text says is left
 * out. Throws `JudgeWordingError` with every fault of every file.
 */
export function chooseWordings(
  benchmark: Benchmark,
  texts: readonly JudgeText[],
  files: readonly JudgeWordingFile[],
): ChosenWordings {
  const problems: JudgeWordingProblem[] = [];
  const notes: string[] = [];
  const wordings: JudgeWording[] = [];
  for (const file of files) {
    const read = readWordingFile(file);
    const builtIn = replacedText(benchmark, texts, read);
    if (typeof builtIn === 'string') {
      problems.push(...[...read.problems, builtIn].map((message) => ({ file: file.file, message })));
      continue;
    }
    const faults = [
      ...read.problems,
      ...(sameWords(read.text, builtIn.text) ? [] : wordingProblems(read.text, builtIn)),
    ];
    const double = wordings.find(({ replaces }) => replaces === builtIn.hash);
    if (double !== undefined) faults.push(`${double.file} replaces the same text. Keep one of the two.`);
    problems.push(...faults.map((message) => ({ file: file.file, message })));
    if (faults.length > 0 || sameWords(read.text, builtIn.text)) continue;
    wordings.push({ judges: builtIn.judges, file: file.file, replaces: builtIn.hash, text: read.text });
    if (read.replaces !== undefined && read.replaces !== builtIn.hash) {
      notes.push(
        `${file.file} was made from another built-in text (${read.replaces}) than this run would use (${builtIn.hash}). Compare the two, then set “replaces” to ${builtIn.hash}.`,
      );
    }
  }
  if (problems.length > 0) throw new JudgeWordingError(problems);
  return { wordings, notes };
}

/** The built-in text that a file stands for; a sentence where that cannot be told. */
function replacedText(
  benchmark: Benchmark,
  texts: readonly JudgeText[],
  { judge, replaces }: ReadWording,
): JudgeText | string {
  const known = benchmark.judges.map(({ id }) => id);
  if (!known.includes(judge)) {
    return `${benchmark.title} has no judge “${judge}”. Name the file after one of: ${known.join(', ')}.`;
  }
  const own = texts.filter(({ judges }) => judges.includes(judge));
  const [only, ...more] = own;
  if (only === undefined)
    return `The verdicts of “${judge}” are computed; no text of it could be replaced. Delete the file.`;
  if (more.length === 0) return only;
  return (
    own.find(({ hash }) => hash === replaces) ??
    `The judge “${judge}” has ${own.length} texts. Say in the head of the file which one this is for: ${own.map(({ hash }) => `replaces: ${hash}`).join(' or ')}. The files that “judge-wording ${benchmark.id} ${judge}” writes say it.`
  );
}

function sameWords(one: string, other: string): boolean {
  return one === other.trim();
}

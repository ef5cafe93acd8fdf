import * as z from 'zod';
import type { Label } from '../../statistics/agreement';
import { t } from '../../text/countWords';
import type { Benchmark } from '../benchmark';
import { untrustedNotice } from './fence';
import { codePointName, replaceHidden } from './hiddenCharacters';
import type { JudgeText, PromptOverride } from './promptOverride';
import type { PromptOverrideFile, PromptOverrideProblem, ReadPromptOverride } from './promptOverrideFile';
import { PromptOverrideError, longestOverride, readPromptOverride } from './promptOverrideFile';

export interface ChosenOverrides {
  readonly overrides: readonly PromptOverride[];
  readonly notes: readonly string[];
}

/** Skips files equal to the built-in text. Throws `PromptOverrideError` with every fault of every file. */
export function choosePromptOverrides(
  benchmark: Benchmark,
  texts: readonly JudgeText[],
  files: readonly PromptOverrideFile[],
): ChosenOverrides {
  const problems: PromptOverrideProblem[] = [];
  const notes: string[] = [];
  const overrides: PromptOverride[] = [];
  for (const { file, ...given } of files) {
    const read = readPromptOverride({ file, ...given });
    const builtIn = replacedText(benchmark, texts, read);
    const faults = [...read.problems];
    if (typeof builtIn === 'string') faults.push(builtIn);
    else {
      const { judges, hash, text } = builtIn;
      const isBuiltIn = read.text === text.trim();
      const double = overrides.find(({ replaces }) => replaces === hash);
      if (!isBuiltIn) faults.push(...overrideProblems(read.text, builtIn));
      if (double !== undefined) faults.push(t`${double.file} replaces the same text. Keep one of the two.`);
      if (!isBuiltIn && faults.length === 0) overrides.push({ judges, file, replaces: hash, text: read.text });
      if (!isBuiltIn && faults.length === 0 && read.replaces !== undefined && read.replaces !== hash)
        notes.push(
          t`${file} replaces the built-in text ${read.replaces}, but this run uses ${hash}. Compare the two texts, then set “replaces” to ${hash}.`,
        );
    }
    problems.push(...faults.map((message) => ({ file, message })));
  }
  if (problems.length > 0) throw new PromptOverrideError(problems);
  return { overrides, notes };
}

/** The built-in text that a file replaces, or a sentence if that is unclear. */
function replacedText(
  benchmark: Benchmark,
  texts: readonly JudgeText[],
  { judge, replaces }: ReadPromptOverride,
): JudgeText | string {
  const known = benchmark.judges.map(({ id }) => id);
  if (!known.includes(judge))
    return t`${benchmark.title} has no judge “${judge}”. Name the file after one of: ${known.join(', ')}.`;
  const own = texts.filter(({ judges }) => judges.includes(judge));
  const [first] = own;
  if (first === undefined)
    return t`The judge “${judge}” computes its verdicts and has no text to replace. Delete the file.`;
  const named = own.length === 1 ? first : own.find(({ hash }) => hash === replaces);
  return (
    named ??
    t`The judge “${judge}” has ${own.length} texts. Name one of them at the top of the file: ${own.map(({ hash }) => `replaces: ${hash}`).join(' or ')}. The files that “judge-prompt ${benchmark.id} ${judge}” writes have this line.`
  );
}

/** What an author forgot to fill in. Angle brackets are allowed, because answer formats use them. */
const placeholder = /\{\{(?:(?!\{\{)[^}])*\}\}|\$\{(?:(?!\$\{)[^}])*\}|\b(?:TODO|TBD|FIXME|XXX)\b/g;

type BuiltIn = Pick<JudgeText, 'text' | 'schema'>;

/** Why a custom judge prompt cannot be sent, each as a sentence that says how to fix it. */
export function overrideProblems(text: string, builtIn: BuiltIn): readonly string[] {
  if (text === '') return [t`The file has no text. Write the judge’s instructions, or delete the file.`];
  if (text.length > longestOverride)
    return [t`The text has ${text.length} characters; the limit is ${longestOverride}. Shorten it.`];
  return [
    labelProblem(text, builtIn),
    keyProblem(text, builtIn),
    noticeProblem(text, builtIn.text),
    leftovers(text),
    unseenProblem(text),
  ].filter((problem) => problem !== undefined);
}

function labelProblem(text: string, { text: original, schema }: BuiltIn): string | undefined {
  const labels = literalsOf(schema).filter((label) => isNamed(label, original, original));
  const missing = labels.filter((label) => !isNamed(label, text, original));
  if (missing.length === 0) return undefined;
  const quoted = (label: Label): string => (typeof label === 'string' ? `"${label}"` : String(label));
  return t`Not named: ${missing.map(quoted).join(', ')}. The text must contain every label that the judge may give, as in the rubric: ${labels.map(quoted).join(', ')}.`;
}

/** A word quoted in the built-in text must be quoted here too: “No” can occur in any sentence. */
function isNamed(label: Label, text: string, original: string): boolean {
  const word = String(label).replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  const inMarks = new RegExp(`["“'\`]${word}["”'\`]`, 'u');
  if (typeof label === 'string' && inMarks.test(original)) return inMarks.test(text);
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])${word}(?![\\p{L}\\p{N}_]|[.-][\\p{L}\\p{N}])`, 'u').test(text);
}

function keyProblem(text: string, { schema }: BuiltIn): string | undefined {
  const keys = nodesOf(z.toJSONSchema(schema)).flatMap(({ properties }) => Object.keys(properties ?? {}));
  const missing = [...new Set(keys)].filter((key) => !text.includes(`"${key}"`));
  if (missing.length === 0 && text.includes('{') && text.includes('}')) return undefined;
  const what = missing.length === 0 ? t`the braces of the JSON object` : missing.map((key) => `"${key}"`).join(', ');
  return t`The answer format lacks ${what}. Ask for one JSON object with all its keys in quotation marks, as the built-in text does.`;
}

/** A text that follows the material needs no notice, because the notice came earlier. */
function noticeProblem(text: string, original: string): string | undefined {
  const bare = (some: string): string => some.replace(/\s+/g, ' ').trim();
  return !original.includes(untrustedNotice) || bare(text).includes(bare(untrustedNotice))
    ? undefined
    : t`The notice about untrusted material is missing or changed. Restore this paragraph word for word: ${untrustedNotice}`;
}

function leftovers(text: string): string | undefined {
  const left = (text.match(placeholder) ?? []).map((one) => one.slice(0, 60));
  if (left.length === 0) return undefined;
  return t`The text still has placeholders: ${left.map((one) => `“${one}”`).join(', ')}. Nothing fills them in: write what the judge should read.`;
}

/** People must see what they approve, so hidden characters are refused unless an emoji or a script needs them. */
function unseenProblem(text: string): string | undefined {
  const found: string[] = [];
  replaceHidden(text, (character, index) => {
    const line = text.slice(0, index).split('\n').length;
    found.push(t`Line ${line} has an invisible character (${codePointName(character)}). Delete it.`);
    return '';
  });
  return found[0];
}

function literalsOf(schema: BuiltIn['schema']): readonly Label[] {
  const values = nodesOf(z.toJSONSchema(schema)).flatMap((node): readonly unknown[] => [
    ...(Array.isArray(node.enum) ? (node.enum as readonly unknown[]) : []),
    node.const,
    ...(node.type === 'boolean' ? [true, false] : []),
  ]);
  return [...new Set(values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)))] as Label[];
}

function nodesOf(shape: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof shape !== 'object' || shape === null) return [];
  const inner = Object.values(shape).flatMap(nodesOf);
  return Array.isArray(shape) ? inner : [shape as Readonly<Record<string, unknown>>, ...inner];
}

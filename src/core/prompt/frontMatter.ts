import { load, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { boundedText } from '../text/readableText';
import { t, wholeNumber } from '../text/countWords';
import type { ModelParameters, ModelRole } from './modelParameters';
import { modelRoles, parameterKey, parameterNames, parametersIn, readParameter } from './modelParameters';
import type { PromptProblem, TextRange } from './promptTemplate';
import { nearest } from './variableProblems';

/** In characters; all settings together take some hundred. */
const longestBlock = 16 * 1024;
/** There are some 25 settings; a few more may be another tool’s. */
const mostKeys = 50;
const mostNames = 20;
const mostRepeats = 10_000;

const name = z.string().max(200);
const oneOrMore = z
  .union([name, z.array(name).min(1).max(mostNames)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const benchmarks = [oneOrMore, t`a benchmark id or a list of at most ${mostNames}`] as const;
const metrics = [oneOrMore, t`a metric such as benchmark/metric, or a list of at most ${mostNames}`] as const;
const judges = [oneOrMore, t`a model or a list of at most ${mostNames}`] as const;

/** The values a setting takes, and their names in messages. Singular and plural are both accepted. */
const fields = {
  benchmark: benchmarks,
  benchmarks,
  tutor: [name, t`a model such as openai:gpt-… or offline`],
  judge: judges,
  judges,
  limit: [z.int().positive(), t`a whole number above 0`],
  repeats: [z.int().positive().max(mostRepeats), t`a whole number from 1 to ${wholeNumber(mostRepeats)}`],
  seed: [z.int().nonnegative(), 'a whole number, 0 or above'],
  target: metrics,
  targets: metrics,
  guard: metrics,
  guards: metrics,
  placement: [z.enum(['own', 'own+instructions', 'benchmark']), t`own, own+instructions or benchmark`],
} as const;

const parameters = new Map(
  modelRoles.flatMap((role) => parameterNames.map((name) => [parameterKey(role, name), name] as const)),
);

const frontMatterKeys = [...Object.keys(fields), ...parameters.keys()];

/** Each key with the values that it takes, in words. A key that only spells another one in the singular is left out. */
export const frontMatterSettings: readonly {
  readonly key: string;
  readonly wanted: string;
  readonly schema?: z.ZodType;
}[] = [
  ...Object.entries(fields)
    .filter(([key]) => !Object.hasOwn(fields, `${key}s`))
    .map(([key, [schema, wanted]]) => ({ key, wanted, schema })),
  ...[...parameters.keys()].map((key) => ({ key, wanted: t`a parameter of the model` })),
];

type FieldValues = { readonly [Key in keyof typeof fields]?: Readonly<z.infer<(typeof fields)[Key][0]>> };

/** Options given by the user win over these. Names of metrics are unchecked. */
export interface PromptDefaults extends Omit<FieldValues, 'benchmark' | 'judge' | 'target' | 'guard'> {
  readonly parameters?: Partial<Record<ModelRole, ModelParameters>>;
}

export interface FrontMatter {
  readonly defaults: PromptDefaults;
  readonly end: number;
  readonly problems: readonly PromptProblem[];
}

const none: FrontMatter = { defaults: {}, end: 0, problems: [] };
const block = /^\uFEFF?---[ \t]*\r?\n(?<yaml>[\s\S]*?)(?:^|(?<=\n))---[ \t]*(?:\r?\n|$)/;

/** The text between two lines `---` at the start, and where it begins. `end`: behind the second line. */
export function frontMatterBlock(
  text: string,
): { readonly yaml: string; readonly offset: number; readonly end: number } | undefined {
  const match = block.exec(text);
  const yaml = match?.groups?.yaml;
  if (match === null || yaml === undefined) return undefined;
  return { yaml, offset: match[0].indexOf(yaml, match[0].indexOf('\n') + 1), end: match[0].length };
}

/** Reads YAML front matter between two lines `---`. Other text between rules stays in the prompt, as in Markdown. */
export function readFrontMatter(text: string): FrontMatter {
  const found = frontMatterBlock(text);
  if (found === undefined) return none;
  const { yaml, offset, end } = found;
  const refused = (message: string, position = 0): FrontMatter => {
    const range = { start: offset + position, end: offset + position + 1 };
    return { defaults: {}, end, problems: [{ severity: 'error', message, range }] };
  };
  // Lines that start with # are often Markdown headings and not YAML comments, so only blanks count as empty.
  if (yaml.trim() === '') return { ...none, end };
  const loaded = loadYaml(yaml);
  if ('reason' in loaded) {
    // Text between two horizontal rules is rarely a mapping; a line such as `tutor: …` shows that one was meant.
    if (!/^[A-Za-z]\w*:(?:\s|$)/m.test(yaml)) return none;
    const position = Math.min(loaded.position, Math.max(0, yaml.trimEnd().length - 1));
    return refused(t`The front matter is not valid YAML: ${loaded.reason}`, position);
  }
  if (typeof loaded.value !== 'object' || loaded.value === null || Array.isArray(loaded.value)) return none;
  const entries = Object.entries(loaded.value);
  if (entries.length > mostKeys)
    return refused(
      t`The front matter has ${wholeNumber(entries.length)} keys; ${mostKeys} are the most. Remove those that are not settings.`,
    );
  const values: Record<string, unknown> = {};
  const problems: PromptProblem[] = [];
  const set = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const line = rangeOfKey(yaml, key, offset);
    const range = line ?? { start: offset, end: offset + yaml.trimEnd().length };
    const tell = (severity: PromptProblem['severity'], message: string, fix?: PromptProblem['fix']): unknown =>
      problems.push({ severity, message, range, ...(fix && { fix }) });
    const parameter = parameters.get(key);
    // Names the schema for other tools.
    if (key === '$schema') continue;
    if (parameter !== undefined) {
      const read = readParameter(parameter, value);
      if (read.kind === 'value') set.set(key, read.value);
      else tell('error', t`“${key}” must be ${read.wanted}.`);
    } else if (Object.hasOwn(fields, key)) {
      const [schema, wanted] = fields[key as keyof typeof fields];
      const parsed = schema.safeParse(value);
      if (parsed.success) values[key] = parsed.data;
      else tell('error', t`“${key}” must be ${wanted}.`);
    } else {
      const near = nearest(key, frontMatterKeys);
      const examples = [...parameters.keys()].slice(0, parameterNames.length).join(', ');
      const known = t`Known: ${Object.keys(fields).join(', ')}, and parameters of a model such as ${examples}.`;
      tell(
        'warning',
        t`“${boundedText(key, 60)}” is not a setting of Tutor Prompt Lab and is ignored. ${near === undefined ? known : t`Did you mean ${near}?`}`,
        near !== undefined && line !== undefined && yaml.startsWith(key, line.start - offset)
          ? { range: { start: line.start, end: line.start + key.length }, text: near }
          : undefined,
      );
    }
  }
  const { benchmark, judge, target, guard, ...others } = values as FieldValues;
  const { benchmarks = benchmark, judges = judge, targets = target, guards = guard } = others;
  const defaults = { ...others, benchmarks, judges, targets, guards, parameters: parametersIn(set) };
  return { defaults, end, problems };
}

function loadYaml(yaml: string): { readonly value: unknown } | { readonly reason: string; readonly position: number } {
  if (yaml.length > longestBlock) {
    const reason = t`it has ${wholeNumber(yaml.length)} characters; ${wholeNumber(longestBlock)} are the most`;
    return { reason, position: 0 };
  }
  try {
    // No setting is deeper than a list of names, and aliases could blow up a small text.
    return { value: load(yaml, { maxDepth: 8, maxAliases: 0 }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: String(error), position: 0 };
    return { reason: error.reason, position: error.mark?.position ?? 0 };
  }
}

/** Lines of a top-level key and its value, up to the next line in the first column; `undefined` without that key. */
export function rangeOfKey(yaml: string, key: string, offset: number): TextRange | undefined {
  const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = new RegExp(`^["']?${escaped}["']?[ \\t]*:`, 'm').exec(yaml);
  if (found === null) return undefined;
  const rest = yaml.slice(found.index + found[0].length);
  const next = rest.search(/\n(?=[^\s#-])/);
  const lines = (next === -1 ? rest : rest.slice(0, next)).split('\n');
  // Comments and blank lines below a value do not belong to it.
  while (lines.length > 1 && /^[ \t]*(?:#|\r?$)/.test(lines.at(-1) ?? '')) lines.pop();
  const last = lines.pop() ?? '';
  const comment = last.search(/[ \t]#/);
  const value = [...lines, comment === -1 ? last : last.slice(0, comment)].join('\n');
  return { start: offset + found.index, end: offset + found.index + found[0].length + value.trimEnd().length };
}

import { isMap, isNode, isScalar, parseDocument, type Document, type Pair } from 'yaml';
import * as z from 'zod';
import type { PromptProblem } from './promptFile';
import type { TextRange } from './promptTemplate';

const oneOrMore = z
  .union([z.string(), z.array(z.string()).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

// Singular and plural are both taken: the front matter is written by hand.
const fields = {
  benchmark: oneOrMore,
  benchmarks: oneOrMore,
  tutor: z.string(),
  judge: oneOrMore,
  judges: oneOrMore,
  limit: z.int().positive(),
  repeats: z.int().positive(),
  seed: z.int().nonnegative(),
  placement: z.enum(['own', 'own+instructions', 'benchmark']),
} as const;

const wanted: Record<keyof typeof fields, string> = {
  benchmark: 'a benchmark id or a list of them',
  benchmarks: 'a benchmark id or a list of them',
  tutor: 'a model such as openai:gpt-… or offline',
  judge: 'a model or a list of them',
  judges: 'a model or a list of them',
  limit: 'a whole number above 0',
  repeats: 'a whole number above 0',
  seed: 'a whole number, 0 or above',
  placement: 'own, own+instructions or benchmark',
};

/** Defaults that a prompt file sets for its own runs; options given by the user win. */
export interface PromptDefaults {
  readonly benchmarks?: readonly string[];
  readonly tutor?: string;
  readonly judges?: readonly string[];
  readonly limit?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly placement?: 'own' | 'own+instructions' | 'benchmark';
}

export interface FrontMatter {
  readonly defaults: PromptDefaults;
  /** Index of the first character after the front matter; 0 when there is none. */
  readonly end: number;
  readonly problems: readonly PromptProblem[];
}

const none: FrontMatter = { defaults: {}, end: 0, problems: [] };
const block = /^\uFEFF?---[ \t]*\r?\n(?<yaml>[\s\S]*?)(?:^|(?<=\n))---[ \t]*(?:\r?\n|$)/;

/**
 * Reads YAML front matter: a first line `---`, a mapping, a line `---`. Anything else between two rules is part of
 * the prompt, since Markdown uses the same line for a horizontal rule.
 */
export function readFrontMatter(text: string): FrontMatter {
  const match = block.exec(text);
  const yaml = match?.groups?.['yaml'];
  if (match === null || yaml === undefined) return none;
  const offset = match[0].indexOf(yaml, match[0].indexOf('\n'));
  const document = parseDocument(yaml);
  const fault = document.errors[0];
  if (fault !== undefined) {
    // Text between two horizontal rules is rarely a mapping; a line such as `tutor: …` shows that one was meant.
    if (!/^[A-Za-z]\w*:(?:\s|$)/m.test(yaml)) return none;
    const [start, end] = fault.pos;
    const range = { start: offset + start, end: offset + Math.max(end, start + 1) };
    const message = `The front matter is not valid YAML: ${fault.message.split('\n')[0] ?? ''}`;
    return { defaults: {}, end: match[0].length, problems: [{ severity: 'error', message, range }] };
  }
  if (!isMap(document.contents)) return yaml.trim() === '' ? { ...none, end: match[0].length } : none;
  const content = plainContent(document);
  if (content === undefined) {
    const message = 'The front matter is not valid YAML: an alias names no anchor, or aliases multiply. Write the values out.';
    const range = { start: offset, end: offset + yaml.trimEnd().length };
    return { defaults: {}, end: match[0].length, problems: [{ severity: 'error', message, range }] };
  }
  const values: Record<string, unknown> = {};
  const problems: PromptProblem[] = [];
  for (const pair of document.contents.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
    const range = rangeOf(pair, offset);
    const field = Object.hasOwn(fields, key) ? (key as keyof typeof fields) : undefined;
    if (field === undefined) {
      const message = `“${key}” is not a setting of Tutor Prompt Lab and is ignored. Known: ${Object.keys(fields).join(', ')}.`;
      problems.push({ severity: 'warning', message, range });
      continue;
    }
    const parsed = fields[field].safeParse(content.get(key));
    if (parsed.success) values[field] = parsed.data;
    else problems.push({ severity: 'error', message: `“${key}” must be ${wanted[field]}.`, range });
  }
  const defaults: PromptDefaults = {
    ...(values as PromptDefaults),
    ...pick('benchmarks', values['benchmarks'] ?? values['benchmark']),
    ...pick('judges', values['judges'] ?? values['judge']),
  };
  return { defaults, end: match[0].length, problems };
}

/** Keys and values as plain data; `undefined` where aliases cannot be followed or would fill the memory. */
function plainContent(document: Document): ReadonlyMap<unknown, unknown> | undefined {
  try {
    return document.toJS({ mapAsMap: true }) as ReadonlyMap<unknown, unknown>;
  } catch {
    return undefined;
  }
}

function pick(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function rangeOf(pair: Pair, offset: number): TextRange {
  const key = isNode(pair.key) ? pair.key.range : undefined;
  const value = isNode(pair.value) ? pair.value.range : undefined;
  const start = key?.[0] ?? 0;
  return { start: offset + start, end: offset + (value?.[1] ?? key?.[1] ?? start + 1) };
}

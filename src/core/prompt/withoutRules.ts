import type { PromptFile } from './promptFile';
import { promptParts, taggedLine } from './promptParts';
import type { Rule } from './promptRules';
import { sum } from '../statistics/sum';

/** Rules that are left out together: usually one, or a few neighbours. */
export type RuleGroup = readonly Rule[];

/** With more rules than this, neighbours are tested together. */
const mostGroups = 24;

/** The rules that a test can leave out. An item with rules below it leads them in, as a heading does. */
export function testableGroups(file: PromptFile, rules: readonly Rule[]): readonly RuleGroup[] {
  const parents = new Set(rules.map(({ parent }) => parent));
  const able = rules.filter(
    (rule) => rule.kept === undefined && !parents.has(rule.number) && bodyWithout(file, [rule]) !== file.template.body,
  );
  const titles = promptParts(file.template.body).filter(({ kind }) => kind === 'heading');
  const headings = titles.map(({ lines }) => (lines[0]?.at ?? 0) + file.bodyLine);
  const sections = [0, ...headings]
    .map((from, at) => able.filter((rule) => rule.from > from && rule.from < (headings[at] ?? Infinity)))
    .filter((rules) => rules.length > 0);
  const apart = sections.length > mostGroups ? [able] : sections;
  let size = 1;
  while (sum(apart.map(({ length }) => Math.ceil(length / size))) > mostGroups) size += 1;
  return apart.flatMap((rules) => {
    const parts = Math.ceil(rules.length / size);
    const start = (part: number): number => Math.round((part * rules.length) / parts);
    return Array.from({ length: parts }, (_, part) => rules.slice(start(part), start(part + 1)));
  });
}

type Lines = (string | undefined)[];

const itemMark = /^\s*(?:[-*+•]|\d+[.)])(?:\s+|$)/;

/** What stands before and behind the words of a rule that has its lines for itself. */
function marksOf(line = ''): readonly [before: string, behind: string] | undefined {
  const [item] = itemMark.exec(line) ?? [];
  const [, before, , , behind = ''] = taggedLine.exec(line) ?? [];
  const mark = item ?? before ?? (/^\s*\|/.test(line) ? '' : undefined);
  return mark === undefined ? undefined : [mark, behind];
}

/** The text sent, without these rules. Lists are numbered anew, and a heading with nothing left below it goes. */
export function bodyWithout({ template: { body }, bodyLine }: PromptFile, rules: readonly Rule[]): string {
  const old = body.split('\n');
  const lines: Lines = [...old];
  for (const rule of rules) {
    const [from, to] = [rule.from - bodyLine, rule.to - bodyLine];
    if (marksOf(old[from]) !== undefined) lines.fill(undefined, from, to + 1);
    else cut(lines, rule, bodyLine);
  }
  number(old, lines);
  for (let at = lines.length - 1; at >= 0; at--) if (leadsNothing(old, lines, at)) lines[at] = undefined;
  const left = lines.filter((line) => line !== undefined).join('\n');
  return left === body ? body : left.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** All words of the text sent but one rule's, which become `place`. */
export function textBeside({ template: { body }, bodyLine }: PromptFile, rule?: Rule, place = ''): string {
  const lines: Lines = body.split('\n');
  if (rule) cut(lines, rule, bodyLine, () => place);
  const words = lines.map((line) => line?.replace(itemMark, '')).join(' ');
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The text sent, with these words in the rule's place or after line `below`, in its list or as the next sentence. */
export function bodyWith(file: PromptFile, rule: Rule, words: string, below?: number): string {
  const { template, bodyLine } = file;
  const old: Lines = template.body.split('\n');
  const [from, to] = [rule.from - bodyLine, rule.to - bodyLine];
  const marks = marksOf(old[from]);
  const isAdded = below !== undefined;
  const at = isAdded ? below - bodyLine + 1 : from;
  if (isAdded && marks !== undefined) old.splice(at, 0, undefined);
  const lines = [...old];
  if (marks === undefined)
    cut(lines, rule, bodyLine, (found, below) =>
      isAdded ? `${found.trimEnd()}${below === undefined ? ' ' : '\n\n'}${words} ` : `${words} `,
    );
  else {
    if (!isAdded) lines.fill(undefined, from, to + 1);
    lines[at] = marks.join(words);
  }
  number(old, lines);
  return lines.filter((line) => line !== undefined).join('\n');
}

/** The file's whole text with another body. */
export function textWithBody({ text, bodyLine }: PromptFile, body: string): string {
  const head = text.split(/(?<=\n)/).slice(0, bodyLine - 1);
  return `${head.join('')}${body}${text.slice(text.trimEnd().length)}`;
}

/** Takes a sentence and the blocks below it out, or changes it. It may be broken over lines and have bold marks. */
function cut(lines: Lines, rule: Rule, bodyLine: number, changed = (_found: string, _below?: string) => ''): void {
  const { text: sentence, from, to } = { ...rule, from: rule.from - bodyLine, to: rule.to - bodyLine };
  // A longer pattern overflows the stack.
  if (sentence.length > 10_000) return;
  const marks = '(?:\\*\\*|__)?';
  const words = sentence.split(/\s+/).map((word) =>
    word
      .split(/(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}])|(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])/u)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join(marks),
  );
  const pattern = new RegExp(`${marks}${words.join(`${marks}\\s+${marks}`)}${marks}[ \\t]?(.*\\n[^]*)?`);
  const whole = lines
    .slice(from, to + 1)
    .filter((line) => line !== undefined)
    .join('\n');
  if (!pattern.test(whole)) return;
  const left = whole.replace(pattern, changed).replaceAll(/[ \t]+$/gm, '');
  lines.fill(undefined, from, to + 1);
  if (left !== '') lines[from] = left;
}

/** Renumbers the items of lists that were numbered one by one. */
function number(old: Readonly<Lines>, lines: Lines): void {
  const counts: { readonly indent: number; readonly was: number; readonly is: number }[] = [];
  for (const [at, line] of old.entries()) {
    const [, indent = '', digits] = /^(\s*)(\d{1,6})[.)]\s/.exec(line ?? lines[at] ?? '') ?? [];
    if (digits === undefined) continue;
    while ((counts.at(-1)?.indent ?? -1) > indent.length) counts.pop();
    const last = counts.at(-1)?.indent === indent.length ? counts.pop() : undefined;
    // An added item is marked as the one above it.
    const was = Number(digits);
    const before = last !== undefined && was === last.was + (line === undefined ? 0 : 1) ? last.is : was - 1;
    const now = lines[at];
    const is = now === undefined ? before : before + 1;
    if (now !== undefined && is !== was) lines[at] = now.replace(/\d+/, String(is));
    counts.push({ indent: indent.length, was, is });
  }
}

/** A heading, or a line that ends in a colon, whose rules have all gone. */
function leadsNothing(old: readonly string[], lines: Readonly<Lines>, at: number): boolean {
  const line = lines[at];
  const isHeading = line !== undefined && /^#{1,6}\s/.test(line);
  if (line === undefined || !(isHeading || /[:：](?:\*\*|__)?\s*$/.test(line))) return false;
  const next = old.findIndex((text, index) => index > at && text.trim() !== '');
  if (next < 0 || lines[next] !== undefined) return false;
  const left = lines.slice(next).find((text) => text !== undefined && text.trim() !== '');
  return left === undefined || (isHeading ? /^#{1,6}\s/.test(left) : !itemMark.test(left));
}

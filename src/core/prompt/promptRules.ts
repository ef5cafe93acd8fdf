import { t } from '../text/countWords';
import type { PromptFile } from './promptFile';
import { blocksIn, codeStart, isTagLine, type PromptPart, promptParts, sentencesOf } from './promptParts';

/** One instruction of a prompt: a list item with what belongs to it, or a sentence of a paragraph. */
export interface Rule {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** Without list marker and bold marks, on one line. */
  readonly text: string;
  /** Lines of the file, from 1; `to` is the last one. */
  readonly from: number;
  readonly to: number;
  /** The heading or lead-in that it stands below; empty if none. */
  readonly above: string;
  /** Number of the list item that it belongs to. */
  readonly parent?: number;
  /** Why a test never leaves it out. */
  readonly kept?: 'opening' | 'variable' | 'locked' | 'code' | undefined;
}

type Body = Pick<PromptFile, 'template' | 'bodyLine'>;

/** A comment that locks the rule below it. Indented deeper than that, it locks what it stands in. */
const keepAbove = /^(([ \t]*)<!--\s*keep\s*(?::(?:(?!-->)[^]){0,500})?-->\s*\n)([ \t]*\S.*)/gm;
/** Chinese and Japanese have no spaces. */
const severalWords = /\p{L}\P{L}+\p{L}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{2}/u;

/** Headings and lead-ins are no rules. A comment `<!-- keep: why -->` in a rule, or alone above it, locks it. */
export function promptRules({ template: { body }, bodyLine }: Body): readonly Rule[] {
  const marked = body.replaceAll(keepAbove, (all, above: string, { length }: string, next: string) =>
    length > next.search(/\S/) ? all : `${above.replaceAll(/\S/g, '')}${next}<!-- keep -->`,
  );
  const [lines, blocks] = [marked.split('\n'), blocksIn(marked)];
  const rules: Rule[] = [];
  /** Numbers of the items that are open, outermost first. */
  const open: number[] = [];
  const add = (part: PromptPart, text: string, from: number, to: number): void => {
    const isFirst = rules.length === 0 && part.kind === 'paragraph';
    const parent = open[part.depth - 2];
    rules.push({
      number: rules.length + 1,
      text: text.replaceAll(/\*\*|__|<!--[^]*?-->/g, '').trim(),
      from: from + bodyLine,
      to: to + bodyLine,
      above: part.above,
      ...(parent === undefined ? {} : { parent }),
      kept: isFirst ? 'opening' : lockOf(lines, from, to),
    });
  };
  for (const part of promptParts(body)) {
    const first = part.lines[0]?.at ?? 0;
    const last = part.lines.at(-1)?.at ?? first;
    if (part.kind === 'heading') open.length = 0;
    else if (part.kind === 'item') {
      open.length = Math.max(0, part.depth - 1);
      open.push(rules.length + 1);
      add(part, part.lines.map(({ text }) => text).join(' '), first, lastWithBlocks(lines, blocks, first, last));
    } else if (part.depth > 0 && rules.length > 0) {
      const position = (open[part.depth - 1] ?? rules.length) - 1;
      const item = rules[position];
      if (item === undefined) continue;
      const from = item.from - bodyLine;
      const to = lastWithBlocks(lines, blocks, from, last);
      rules[position] = { ...item, to: to + bodyLine, kept: item.kept ?? lockOf(lines, from, to) };
    } else {
      const sentences = sentencesOf(part);
      for (const [index, { text, line, lastLine }] of sentences.entries()) {
        const to = index + 1 < sentences.length ? lastLine : lastWithBlocks(lines, blocks, line, lastLine);
        const said = text.replaceAll(/<!--[^]*?-->/g, '');
        if (!/[:：]\s*$/.test(said) && severalWords.test(said)) add(part, text, line, to);
      }
    }
  }
  return rules;
}

/** The last line of a rule with all rules below it. */
export function lastLineOf(rule: Rule, rules: readonly Rule[]): number {
  const inside = rules.filter(({ parent }) => parent === rule.number);
  return Math.max(rule.to, ...inside.map((one) => lastLineOf(one, rules)));
}

/** The rule with the same words in another text. Of several, it takes the one in the same position among them. */
export function sameRule(rule: Rule, rules: readonly Rule[], others: readonly Rule[]): Rule | undefined {
  const isTwin = ({ text }: Rule): boolean => text === rule.text;
  const twins = others.filter(isTwin);
  return twins[rules.filter(isTwin).indexOf(rule)] ?? twins.at(-1);
}

function lockOf(lines: readonly string[], from: number, to: number): Rule['kept'] {
  const own = lines.slice(from, to + 1).join('\n');
  if (/<!--\s*keep\s*(?::|-->)/.test(own)) return 'locked';
  if (/(?<!\\)\{\{/.test(own)) return 'variable';
  return codeStart.test(own) ? 'code' : undefined;
}

/** The last line of the blocks that are a part of what ends at `to`, or are led in by it; `to` without one. */
function lastWithBlocks(lines: readonly string[], blocks: Map<number, number>, from: number, to: number): number {
  const isLeadIn = /[:：][^\p{L}\p{N}]*(?:<!--.*)?$/u.test(lines[to] ?? '');
  let last = to;
  for (;;) {
    let start = last + 1;
    while (lines[start]?.trim() === '') start += 1;
    const [line = '', end] = [lines[start], blocks.get(start)];
    const isInside = line.search(/\S/) > (lines[from] ?? '').search(/\S/);
    const isBelow = isLeadIn || (start === last + 1 && codeStart.exec(line)?.[2] === undefined);
    const isApart = /^\s*<!--/.test(line) || (end === start && isTagLine(line));
    if (end === undefined || !(isInside || (isBelow && !isApart))) return last;
    last = end;
  }
}

export type RuleEdit =
  | { readonly kind: 'changed'; readonly before: Rule; readonly after: Rule }
  | { readonly kind: 'removed'; readonly before: Rule }
  | { readonly kind: 'added'; readonly after: Rule };

/** Above this share of common words a rule counts as changed; below, as removed and another added. */
const alike = 0.5;
/** With more rules on either side no partners are looked for, so that two long texts are compared at once. */
const mostCompared = 200;

/** What changed from one prompt's rules to another's. A moved rule is no change. */
export function ruleEdits(before: readonly Rule[], after: readonly Rule[]): readonly RuleEdit[] {
  const removed = without(before, after);
  const added = without(after, before);
  const isLong = Math.max(removed.length, added.length) > mostCompared;
  const pairs = (isLong ? [] : removed)
    .flatMap((one) => added.map((other) => ({ one, other, share: commonWords(one.text, other.text) })))
    .filter(({ share }) => share > alike)
    .sort((a, b) => b.share - a.share);
  const partner = new Map<Rule, Rule>();
  const taken = new Set<Rule>();
  for (const { one, other } of pairs) {
    if (partner.has(one) || taken.has(other)) continue;
    partner.set(one, other);
    taken.add(other);
  }
  const beside = (rule: Rule, rules: readonly Rule[]): string =>
    [-1, 1].map((step) => rules[rules.indexOf(rule) + step]?.text.toLowerCase()).join('\n');
  // A new rule between the neighbours of a removed one is that rule in other words.
  const [lone, fresh] = [removed, added].map((rules) => (rules.length === 1 ? rules[0] : undefined));
  if (lone && fresh && beside(lone, before) === beside(fresh, after)) partner.set(lone, fresh);
  const changed = new Set(partner.values());
  return [
    ...removed.map((one): RuleEdit => {
      const other = partner.get(one);
      return other ? { kind: 'changed', before: one, after: other } : { kind: 'removed', before: one };
    }),
    ...added.filter((rule) => !changed.has(rule)).map((rule): RuleEdit => ({ kind: 'added', after: rule })),
  ];
}

function without(rules: readonly Rule[], others: readonly Rule[]): readonly Rule[] {
  const left = others.map(({ text }) => text.toLowerCase());
  return rules.filter(({ text }) => {
    const position = left.indexOf(text.toLowerCase());
    if (position >= 0) left.splice(position, 1);
    return position < 0;
  });
}

/** Pairs of rules with mostly the same words, the most alike first: one may say what the other says. */
export function alikeRules(rules: readonly Rule[]): readonly (readonly [Rule, Rule])[] {
  return rules
    .flatMap((one, index) =>
      rules.slice(index + 1).map((other) => [one, other, commonWords(one.text, other.text)] as const),
    )
    .filter(([, , share]) => share > 0.6)
    .sort(([, , one], [, , other]) => other - one)
    .map(([one, other]) => [one, other] as const);
}

/** Words in both texts as a share of the words in either, 0..1. */
export function commonWords(one: string, other: string): number {
  const [first, second] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const both = [...first].filter((word) => second.has(word)).length;
  return both / Math.max(1, first.size + second.size - both);
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? [];
}

const longestName = 48;

/** What an edit did, in a few words: `rule 9: confirm it openly`. Names the words that are new. */
export function editName(edits: readonly RuleEdit[]): string {
  const [edit] = edits;
  if (edit === undefined) return '';
  const rest = edits.length > 1 ? t`, and ${edits.length - 1} more` : '';
  const { number, text } = edit.kind === 'removed' ? edit.before : edit.after;
  const words = edit.kind === 'changed' ? newWords(edit.before.text, text) : text;
  const short = words.length > longestName ? `${words.slice(0, longestName).replace(/\s+\S*$/, '')} …` : words;
  const names = { changed: t`rule ${number}`, added: t`added rule ${number}`, removed: t`removed rule ${number}` };
  return `${names[edit.kind]}: ${rest === '' ? short : short.replace(/[.!]$/, '')}${rest}`;
}

/** From the first word that differs to the last, or all of it if words were only taken away. */
function newWords(before: string, after: string): string {
  const [old, now] = [before.split(' '), after.split(' ')];
  const start = now.findIndex((word, index) => word !== old[index]);
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && now.at(-1 - end) === old.at(-1 - end)) end += 1;
  return start < 0 || start >= now.length - end ? after : now.slice(start, now.length - end).join(' ');
}

import {
  anywhere,
  cases,
  closesWhatFollows,
  type Position,
  positionOfHeading,
  positionOfTitle,
  within,
} from './positionOfTitle';
import type { PromptFile } from './promptFile';
import { type Reading, readSentence } from './readSentence';
import type { PromptRule, PromptSentence } from './rules';

type ReadPart = PromptSentence & Pick<Reading, 'denied'>;

/**
 * Reads a rule only from a plain sentence: no negation, condition, quotation or example, and no contradiction
 * elsewhere. Only the simulated tutor uses the rules; no score does.
 */
function readSentences(body: string): readonly PromptSentence[] {
  const states = (title: string): boolean =>
    !title.trimEnd().endsWith(':') && readSentence(title, anywhere).rules.length > 0;
  const sentences: ReadPart[] = [];
  for (const part of promptParts(body, states)) {
    for (const { taken, counts, ...sentence } of sentencesOf(part)) {
      const before = sentences.at(-1);
      if (taken && before !== undefined) sentences[sentences.length - 1] = { ...before, rules: [] };
      if (counts) sentences.push(sentence);
    }
  }
  const isVoid = sentences.some(({ text }) => speaksOfPrompt(text));
  const denied = new Set(sentences.flatMap((sentence) => sentence.denied));
  return sentences.map(({ line, text, rules }) => ({
    line,
    text,
    rules: isVoid ? [] : rules.filter((rule) => !denied.has(rule)),
  }));
}

function sentencesOf({ kind, lines, position, isItem = false }: PromptPart): readonly (ReadPart & {
  readonly taken: boolean;
  readonly counts: boolean;
})[] {
  const [first] = lines;
  if (first === undefined) return [];
  // Code and quotations are reported once.
  if (kind === 'foreign')
    return [{ line: first.at, text: first.text, rules: [], denied: [], taken: false, counts: true }];
  let behind = position;
  let isLabelled = isItem;
  return split(lines).map(({ line, text }) => {
    const goesOn = isLabelled || /^(?:then|also|in (?:that|this|such)|there|next|after that)\b/i.test(text);
    const reading = readSentence(text, goesOn ? behind : position);
    isLabelled ||= /^[^:]{1,80}:\s/.test(text);
    behind = reading.behind;
    const { rules, denied } = reading;
    // A title or a table's name is no sentence, unless it states a rule.
    const counts = rules.length > 0 || (kind === 'text' && /\p{L}+\P{L}+\p{L}/u.test(text));
    return { line, text, rules, denied, taken: rules.length === 0 && takesBack(text), counts };
  });
}

function split(lines: PromptPart['lines']): readonly { readonly line: number; readonly text: string }[] {
  const whole = lines.map(({ text }) => text).join(' ');
  let position = 0;
  const starts = lines.map(({ at, text }) => ({ line: at, end: (position += text.length + 1) }));
  position = 0;
  return whole
    .split(/(?<=[.!?…]["”’)\]*_]{0,3})(?<!\b(?:e\.g|i\.e|etc|vs|Dr|Mr|Ms|Mrs)\.)\s(?=\S)/u)
    .flatMap((text) => {
      const line = starts.find(({ end }) => position < end)?.line ?? 0;
      position += text.length + 1;
      const trimmed = text.trim();
      return trimmed === '' ? [] : [{ line, text: trimmed }];
    });
}

/** Lines count from 1 in the file. */
export function understoodSentences({
  template,
  bodyLine,
}: Pick<PromptFile, 'template' | 'bodyLine'>): readonly PromptSentence[] {
  return readSentences(template.body).map((sentence) => ({ ...sentence, line: sentence.line + bodyLine }));
}

export function rulesOf(sentences: readonly PromptSentence[]): readonly PromptRule[] {
  return sentences.flatMap(({ line, text, rules }) => rules.map((id) => ({ id, line, text })));
}

export function readRules(body: string): readonly PromptRule[] {
  return rulesOf(readSentences(body));
}

const beginnings =
  /^\(?(?:unless|except|exceptions?|but|however|only|though|although|or(?: rather| do| not)?|actually|well|wait|no|nope|nah|not|never mind|scratch|strike|forget|skip|ignore|disregard|omit|drop|just kidding|kidding|haha?|lol|jk|psych|sike|of course not|as if|yeah right|(?:i am|i'm) (?:joking|kidding|not serious)|the opposite|on second thought|until|till|as long as|starting|beginning|effective|as of|from (?!now on)|if asked|when asked|on (?:request|demand)|this|that|it|these|those|such|the (?:rule|last|previous|above|sentence))\b/i;

/** After "this", "that" and the like: words that cancel or limit a rule. */
const undoing =
  /\b(?:not|n't|never|no|only|unless|until|except|old|former|suspended|disabled|off|over|void|obsolete|outdated|cancelled|wrong|false|bad|jokes?|lies?|nonsense|was|were|used to|appl(?:y|ies)|holds? (?:when|if|for)|changes|ends|expires|optional)\b|n't\b/i;

function takesBack(sentence: string): boolean {
  const plain = sentence.replaceAll('’', "'").replaceAll(/[*_]+/g, '');
  if (/^(?:(?:please )?(?:do not|don't)|or don't)[.!\s]*$/i.test(plain)) return true;
  const begins = beginnings.exec(plain)?.[0].toLowerCase();
  if (begins === undefined) return false;
  if (!/^(?:this|that|it|these|those|such|the .*)$/.test(begins)) return true;
  // "This holds when they ask twice, too."
  return undoing.test(plain) && !/\b(?:too|also|as well|even)\b/.test(plain);
}

const prompt =
  '(?:rules?|instructions?|prompts?|guidelines?|sentences?|lines?|lists?|above|below|following|previous|foregoing|everything|anything|(?:all|any|none) (?:of )?(?:this|that|these|it))';

/** Sentences that cancel others anywhere in the prompt, or say that it is not for a tutor. */
const undoes = [
  `(?<!\\b(?:not|never|to|you) |n't )\\b(?:ignore|disregard|forget|reverse|invert|violate|negate|break|skip|override|do the (?:opposite|reverse|contrary))\\b.{0,80}\\b${prompt}\\b`,
  '^(?:please )?(?:translate|summari[sz]e|rewrite|proof-?read|rate|grade|improve|paraphrase|edit|critique) (?:this|these|the (?:following|text|prompt|rules|sentences?)|what follows)\\b',
  '\\bdo (?:exactly )?the (?:opposite|reverse|contrary)\\b',
  `\\b(?:do not|don't|never|nobody should|need not|no need to) (?:follow|obey|apply|use|heed|do|keep to)\\b.{0,40}\\b${prompt}\\b`,
  `\\b${prompt}\\b.{0,60}\\b(?:(?:do|does|did|should|must|need) not|don't|doesn't|no longer|never|not|isn't|aren't) (?:be )?(?:apply|applies|hold|holds|count|counts|matter|matters|stand|stands|valid|true|in force|followed|obeyed|used|active|binding|for you|serious|meant)\\b`,
  `\\b${prompt}\\b.{0,60}\\b(?:is|are|was|were)(?: now| all| just| only)? (?:an? )?(?:suspended|disabled|void|cancelled|canceled|obsolete|outdated|optional|false|wrong|invalid|revoked|withdrawn|off|over|jokes?|lies|nonsense|bad|old|former|examples?|samples?|mistakes?|for (?:students?|learners?|others?|another|teachers|parents))\\b`,
  `^(?:here (?:is|are)|this is|these are|below (?:is|are)|the following (?:is|are|shows?)|what follows (?:is|are))\\b.{0,80}\\b(?:bad|old|poor|wrong|former|previous|another|other|rejected|examples?|samples?|mistakes?|not|opposite|students?|competitor\\w*)\\b`,
  '^(?:you are|you play|act as|act like|play|be|pretend to be|imagine (?:you are|being)|as) (?:the |an? )(?:[\\w-]+ ){0,4}(?:students?|learner|pupil|child|judge|examiner|grader|evaluator|critic|villain|translator|proof-?reader|editor)(?![\\w-]| (?:tutor|teacher|coach|helper|mentor|guide|assistant))',
].map((source) => new RegExp(source, 'i'));

function speaksOfPrompt(sentence: string): boolean {
  const plain = sentence.slice(0, 600).replaceAll('’', "'").replaceAll(/[*_]+/g, '');
  return undoes.some((one) => one.test(plain));
}

/** A paragraph, list item, heading, table cell, quotation or block of code. */
interface PromptPart {
  readonly kind: 'text' | 'heading' | 'foreign';
  /** Trimmed and without markers. */
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** From the heading, lead-in or column. */
  readonly position: Position;
  /** True for a list item, whose first sentence may say when the others hold. */
  readonly isItem?: boolean;
}

const marker = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+/;

/** A line that only opens or closes a tag: "<example>". */
const tag = /^<(\/?)([\w-]{1,60})>$/;

/**
 * Splits a prompt into pieces in one pass over its lines. `stated` tells whether a title is a rule itself, because text
 * below "Never give the answer" is not forbidden by it.
 */
function promptParts(body: string, stated: (title: string) => boolean): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  const headings: { level: number; position: Position }[] = [];
  const items: { indent: number; position: Position }[] = [];
  const tags: { name: string; position: Position }[] = [];
  let leadIn: Position = anywhere;
  let open: (Omit<PromptPart, 'lines'> & { lines: { at: number; text: string }[]; indent?: number }) | undefined;
  let fence: string | undefined;
  let columns: readonly Position[] | undefined;
  const positionIn = (outer: readonly { position: Position }[]): Position =>
    outer.length === 0 ? anywhere : outer.at(-1)?.position;
  const headed = (): Position => within(positionIn(tags), positionIn(headings));
  const below = (title: string): Position => (stated(title) ? anywhere : positionOfTitle(title));
  /** A text announces what follows by a colon or by being no sentence: "Style". It may name all cases first. */
  const announced = (text: string): Position => {
    const last = /[^.!?]*[.!?]?$/.exec(text)?.[0] ?? text;
    const position = /[:\p{L}\d)]\**$/u.test(text) ? below(last) : closesWhatFollows(last) ? undefined : anywhere;
    return position === anywhere && positionOfTitle(text) === cases ? cases : position;
  };
  const close = (): void => {
    if (open === undefined) return;
    parts.push(open);
    const text = open.lines.map((line) => line.text).join(' ');
    if (open.indent !== undefined)
      items.push({ indent: open.indent, position: within(open.position, stated(text) ? anywhere : announced(text)) });
    else if (open.kind === 'text') leadIn = announced(text);
    open = undefined;
  };
  const startSection = (at: number, level: number, title: string): void => {
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
    const outer = headed();
    parts.push({ kind: 'heading', lines: [{ at, text: title }], position: outer });
    headings.push({ level, position: within(outer, stated(title) ? anywhere : positionOfHeading(title)) });
    items.length = 0;
    leadIn = anywhere;
  };
  body.split('\n').forEach((line, at) => {
    const text = line.trim().replaceAll(/\s+/g, ' ').slice(0, 2_000);
    const fenced =
      /^(?:```|~~~)/.exec(text)?.[0] ??
      (fence === '-->' && text.endsWith(fence) ? fence : undefined) ??
      (/^<!--(?!.*-->)/.test(text) ? '-->' : undefined);
    if (fence !== undefined || fenced !== undefined) {
      if (fence === undefined) {
        close();
        fence = fenced;
        open = { kind: 'foreign', lines: [], position: undefined };
      } else if (fenced === fence) {
        fence = undefined;
        close();
      } else if (text !== '') open?.lines.push({ at, text });
      return;
    }
    if (open?.kind === 'text' && open.indent === undefined && open.lines.length === 1 && /^(?:=+|-{2,})$/.test(text)) {
      const title = open.lines[0]?.text ?? '';
      if (!/[.!?:]$/.test(title)) {
        open = undefined;
        startSection(at - 1, text.startsWith('=') ? 1 : 2, title);
        return;
      }
    }
    if (!text.startsWith('|')) columns = undefined;
    const tagged = tag.exec(text);
    if (text === '' || /^(?:-{3,}|\*{3,}|={3,})$/.test(text) || tagged !== null) {
      close();
      if (tagged?.[2] === undefined) return;
      const name = tagged[2].replaceAll(/[-_]/g, ' ');
      const from = tags.map((one) => one.name).lastIndexOf(name);
      if (tagged[1] === '') tags.push({ name, position: within(headed(), positionOfTitle(name)) });
      else if (from >= 0) tags.length = from;
      leadIn = anywhere;
      return;
    }
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text) ?? /^(\*\*|__)([^*_]{1,80}?:?)\1(:?)$/.exec(text);
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      close();
      startSection(at, heading[1].startsWith('#') ? heading[1].length : 7, `${heading[2]}${heading[3] ?? ''}`);
      return;
    }
    if (text.startsWith('|')) {
      close();
      const cells = Array.from(text.replace(/^\||\|$/g, '').split('|'), (cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
      if (columns === undefined) {
        columns = cells.map((cell) => positionOfTitle(cell));
        return;
      }
      const first = cells[0] ?? '';
      const row = cells.length < 2 || stated(first) ? anywhere : positionOfTitle(first);
      cells.forEach((cell, index) => {
        const position = within(headed(), within(columns?.[index], index === 0 ? anywhere : row));
        if (cell !== '') parts.push({ kind: 'text', lines: [{ at, text: cell }], position });
      });
      return;
    }
    if (text.startsWith('>')) {
      if (open?.kind !== 'foreign') close();
      open ??= { kind: 'foreign', lines: [], position: undefined };
      open.lines.push({ at, text: text.replace(/^[>\s]+/, '') });
      return;
    }
    if (open?.kind === 'foreign') close();
    const item = marker.exec(line);
    if (item !== null) {
      close();
      const indent = item[1]?.length ?? 0;
      while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
      const position = items.length > 0 ? items.at(-1)?.position : within(headed(), leadIn);
      open = { kind: 'text', lines: [{ at, text: text.replace(marker, '') }], position, indent, isItem: true };
      return;
    }
    if (open === undefined) {
      const indent = line.length - line.trimStart().length;
      while (indent === 0 && items.length > 0) items.pop();
      // A paragraph right below "Example:" is an example.
      open = {
        kind: 'text',
        lines: [],
        position: within(items.length > 0 ? items.at(-1)?.position : headed(), leadIn),
      };
    }
    open.lines.push({ at, text });
    // Text on the line below "Example:" belongs to the lead-in.
    if (text.endsWith(':') && open.indent === undefined) close();
  });
  close();
  return parts;
}

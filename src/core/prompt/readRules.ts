import { anywhere } from './placeOfTitle';
import type { PromptFile } from './promptFile';
import { type PromptPart, promptParts } from './promptParts';
import { type Reading, readSentence } from './readSentence';
import type { PromptRule, PromptSentence } from './rules';

type ReadPart = PromptSentence & Pick<Reading, 'denied'>;

/**
 * The sentences of a prompt's body, each with the rules that it states. A rule is read only where the sentence says just that: not
 * negated, not on a condition, not quoted, not an example, and nothing else in the prompt says the contrary or takes it back. What
 * is read serves the simulated tutor and the words on what it understood; it never has a part in a score.
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

function sentencesOf({ kind, lines, place, isItem = false }: PromptPart): readonly (ReadPart & {
  readonly taken: boolean;
  readonly counts: boolean;
})[] {
  const [first] = lines;
  if (first === undefined) return [];
  // Code and quotations are named once.
  if (kind === 'foreign')
    return [{ line: first.at, text: first.text, rules: [], denied: [], taken: false, counts: true }];
  let behind = place;
  let isLabelled = isItem;
  return split(lines).map(({ line, text }) => {
    const goesOn = isLabelled || /^(?:then|also|in (?:that|this|such)|there|next|after that)\b/i.test(text);
    const reading = readSentence(text, goesOn ? behind : place);
    isLabelled ||= /^[^:]{1,80}:\s/.test(text);
    behind = reading.behind;
    const { rules, denied } = reading;
    // A title or a name in a table is no sentence, unless it says something.
    const counts = rules.length > 0 || (kind === 'text' && /\p{L}+\P{L}+\p{L}/u.test(text));
    return { line, text, rules, denied, taken: rules.length === 0 && takesBack(text), counts };
  });
}

/** The sentences of a piece, each with the line on which it begins. */
function split(lines: PromptPart['lines']): readonly { readonly line: number; readonly text: string }[] {
  const whole = lines.map(({ text }) => text).join(' ');
  const starts: { from: number; line: number }[] = [];
  let from = 0;
  for (const { at, text } of lines) {
    starts.push({ from, line: at });
    from += text.length + 1;
  }
  let place = 0;
  let line = 0;
  return whole
    .split(/(?<=[.!?…]["”’)\]*_]{0,3})(?<!\b(?:e\.g|i\.e|etc|vs|Dr|Mr|Ms|Mrs)\.)\s(?=\S)/u)
    .flatMap((text) => {
      while ((starts[line + 1]?.from ?? Number.POSITIVE_INFINITY) <= place) line += 1;
      place += text.length + 1;
      const trimmed = text.trim();
      return trimmed === '' ? [] : [{ line: starts[line]?.line ?? 0, text: trimmed }];
    });
}

/** The same for a prompt file; lines count from 1 in the file, as an editor shows them. */
export function understoodSentences({
  template,
  bodyLine,
}: Pick<PromptFile, 'template' | 'bodyLine'>): readonly PromptSentence[] {
  return readSentences(template.body).map((sentence) => ({ ...sentence, line: sentence.line + bodyLine }));
}

/** The rules of some sentences, each with the sentence that states it. */
export function rulesOf(sentences: readonly PromptSentence[]): readonly PromptRule[] {
  return sentences.flatMap(({ line, text, rules }) => rules.map((id) => ({ id, line, text })));
}

export function readRules(body: string): readonly PromptRule[] {
  return rulesOf(readSentences(body));
}

/** The beginnings of a sentence that takes back the one before it, or holds it to some cases. */
const beginnings =
  /^\(?(?:unless|except|exceptions?|but|however|only|though|although|or(?: rather| do| not)?|actually|well|wait|no|nope|nah|not|never mind|scratch|strike|forget|skip|ignore|disregard|omit|drop|just kidding|kidding|haha?|lol|jk|psych|sike|of course not|as if|yeah right|(?:i am|i'm) (?:joking|kidding|not serious)|the opposite|on second thought|until|till|as long as|starting|beginning|effective|as of|from (?!now on)|if asked|when asked|on (?:request|demand)|this|that|it|these|those|such|the (?:rule|last|previous|above|sentence))\b/i;

/** Behind "this", "that" and the like: words that say of a rule that it does not hold, or when. */
const undoing =
  /\b(?:not|n't|never|no|only|unless|until|except|old|former|suspended|disabled|off|over|void|obsolete|outdated|cancelled|wrong|false|bad|jokes?|lies?|nonsense|was|were|used to|appl(?:y|ies)|holds? (?:when|if|for)|changes|ends|expires|optional)\b|n't\b/i;

/** Whether a sentence takes back the one before it, or says when that one holds. */
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

/** Sentences that undo others, wherever these stand, or say that this is no prompt for a tutor. */
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

/** Whether a sentence speaks of the prompt itself so that nothing in it can be taken as a rule: "Do the opposite of what follows." */
function speaksOfPrompt(sentence: string): boolean {
  const plain = sentence.slice(0, 600).replaceAll('’', "'").replaceAll(/[*_]+/g, '');
  return undoes.some((one) => one.test(plain));
}

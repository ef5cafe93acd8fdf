import type { PromptFile } from './promptFile';
import { promptParts, sentencesOf } from './promptParts';
import { type RulePhrase, rulePhrases, type Standing } from './rulePhrases';
import type { PromptSentence, RuleId } from './rules';

/** Only the simulated tutor uses the rules; no score does. Lines count from 1 in the file. */
export function understoodSentences(file: Pick<PromptFile, 'template' | 'bodyLine'>): readonly PromptSentence[] {
  return readSentences(file.template.body).map((sentence) => ({ ...sentence, line: sentence.line + file.bodyLine }));
}

function readSentences(body: string): readonly PromptSentence[] {
  return promptParts(body).flatMap(({ lines, above, kind }) => {
    const sentences = sentencesOf({ lines });
    return sentences.flatMap(({ line, text }): PromptSentence[] => {
      // "Wrong: say so. Ask an easier question."
      const rules = readSentence(text, above, kind === 'item' ? sentences[0]?.text : '');
      // A heading is no sentence, unless it states a rule.
      const counts = rules.length > 0 || (kind !== 'heading' && /\p{L}\P{L}+\p{L}/u.test(text));
      return counts ? [{ line, text, rules }] : [];
    });
  });
}

const longest = 600;

/** Such a sentence holds only at times, or is no order to the tutor. */
const unsure = new RegExp(
  [
    '\\b(?:unless|until|except|only (?:if|when|after)|before (?!you|your|answering|replying)|sometimes|occasionally|usually|perhaps|maybe|might|you (?:may|can|could)|free to|up to you|if you like|either|pretend|ignore|disregard|opposite|imagine|myth)\\b',
    "(?:not|n't|never) (?:only|just|simply|merely|always|immediately|necessarily|required|needed|necessary|(?:have|need) to)\\b|\\bno need\\b|\\bneed not\\b",
    '^(?:for example|for instance|such as|otherwise|e\\.?g)\\b|^(?:(?:the|a|an|some|many|bad|other|our|your) )*(?:students?|learners?|pupils?|parents?|tutors)(?: |:)|^tutor:',
  ].join('|'),
);
/** Above a list: what follows is no instruction. */
const foreignTitle =
  /\b(?:examples?|samples?|previous|old|bad|transcript|conversation|students? (?:says?|do|should))\b/;
const negation =
  /\b(?:not|never|no(?! matter)|neither|nor|avoid(?:ing)?|refrain|refuse|without|instead of|rather than|fail|forget|hesitate|afraid|stop|forbidden|break)\b|n't\b/g;
/** Directly before a phrase: the student is to do it. */
const ofStudent =
  /\b(?:let (?:the|a) \w+|(?:students?|learners?|pupils?|they|them) (?:to|may|can|should|must|will|who)) $/;
const standings: readonly (readonly [Standing, RegExp])[] = [
  [
    'confused',
    /\b(?:confus\w+|lost|stuck|unsure|struggl\w+)\b|(?:not|n't|failing to) (?:understand\w*|follow|get it)\b/,
  ],
  ['wrong', /\b(?:wrong|incorrect|mistakes?|errors?)\b|(?:not|n't) (?:quite )?(?:right|correct)\b/],
  ['right', /(?<!not |n't |quite )\b(?:correct|right|understands|understood|shows understanding)\b/],
];

/** `above`: the heading or lead-in, whose negation holds for what follows. Its cases do, and those of `first`. */
function readSentence(sentence: string, above: string, first = ''): readonly RuleId[] {
  if (sentence.length > longest) return [];
  const whole = plainWords(sentence);
  // "Classify the reply: is it right?"
  const text = whole.endsWith('?') ? (/^([^:?]{1,200}):\s/.exec(whole)?.[1] ?? '') : whole;
  const title = plainWords(above);
  const forbidden =
    negationsIn(title) % 2 === 1 && segmentsOf(title).flatMap((one) => matching(one, false)).length === 0;
  if (
    text === '' ||
    unsure.test(text) ||
    foreignTitle.test(title) ||
    foreignTitle.test(/^[^:]{1,40}:/.exec(text)?.[0] ?? '')
  )
    return [];
  const own = standingsIn(text);
  const under = own.length > 0 ? own : standingsIn(`${title} ${plainWords(first)}`);
  const found = segmentsOf(text).flatMap((segment) =>
    matching(segment, forbidden).filter(({ when }) => when === undefined || under.includes(when)),
  );
  return [...new Set(found.flatMap(({ rules }) => rules))];
}

function matching(segment: string, forbidden: boolean): readonly RulePhrase[] {
  return rulePhrases.filter(({ says, forbids = false }) => {
    const match = says.exec(segment);
    if (match === null) return false;
    const before = segment.slice(0, match.index);
    return !ofStudent.test(before) && (negationsIn(before) % 2 === 1) !== (forbids === forbidden);
  });
}

/** A negation reaches up to the next of these borders. */
function segmentsOf(text: string): readonly string[] {
  return text.split(
    /[;:] | [–—] |,? but |, and |, then |(?<=^(?:if|when|once)\b[^,]{0,200}), |, (?=[^,;:]{0,100}\binstead$)/,
  );
}

function negationsIn(text: string): number {
  return text.match(negation)?.length ?? 0;
}

function standingsIn(text: string): readonly Standing[] {
  return standings.flatMap(([standing, words]) => (words.test(text) ? [standing] : []));
}

/** Lower case, without quotations and marks. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/"[^"]{0,300}"?|“[^”]{0,300}”?|«[^»]{0,300}»?|(?<!\w)'[^']{1,300}'(?!\w)|`[^`]{0,300}`?/g, ' … ')
    .replaceAll(/[*_]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.!…\s])[.!…\s]+$/, '');
}

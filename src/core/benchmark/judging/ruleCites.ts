import * as z from 'zod';
import type { Rule } from '../../prompt/promptRules';
import { isEnglish, ruleAbout, type TopicId } from '../../prompt/ruleTopics';
import { createRandom } from '../../statistics/random';
import { boundedText, readableLine } from '../../text/readableText';
import { fenceMaterial, type MaterialSection, untrustedNotice } from './fence';
import { type JudgePrompt, type JudgeTask, judgeVersion } from './judgeTask';
import { readVerdicts } from './readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from './verdict';

const kinds = ['broken', 'missing', 'conflict', 'caused', 'notThePrompt'] as const;
export type CiteKind = (typeof kinds)[number];

/** A failing reply. All texts are untrusted. */
export interface FailedCase {
  readonly key: string;
  readonly dialogue: string;
  readonly reply: string;
  readonly failed: string;
  /** What it fails in, for several cases alike: `right answers are not confirmed`. */
  readonly failure: string;
  readonly topic: TopicId | undefined;
}

/** Rules that a tutor could have, with words that a prompt with such a rule uses. Naming one is an invention. */
const decoyRules: readonly (readonly [text: string, topic: RegExp])[] = [
  ['Let the student rate from one to five how sure they feel.', /\bsure\b|\bconfiden|\brate\b/i],
  ['Let the student estimate the size of it before working on it.', /\bestimat|\bguess|\brough/i],
  ['Mention a link to something from an earlier school year.', /\bearlier\b|\bprevious|\blink|\bconnect/i],
  ['Suggest that the student draws a sketch or a table.', /\bdraw|\bsketch|\bdiagram|\btable\b|\bvisual|\bpicture/i],
  ['Remind the student to write down the units.', /\bunits?\b|\bmeasure/i],
  ['End with one line on what this exchange was about.', /\bsummar|\brecap|\blearn|\bexchange/i],
  ['Offer a choice between two ways to go on.', /\bchoice|\bchoose|\boption|\bways\b/i],
  ['Let the student read the task aloud once more.', /\baloud\b|\bread|\brepeat/i],
  ['Address the student by first name.', /\bnames?\b/i],
  ['Mention a use of this in sport or in cooking.', /\bsport|\bcook|\breal[- ]|\beveryday|\bcontext/i],
];

export const citesJudge = 'rule-cites';
const longestLack = 160;
const title = 'Rules named by a judge';

const fixed = [
  'You read a tutor’s system prompt as a list of rules, and replies that the tutor gave under it. Earlier judges found that each reply fails. You do not judge that again: you say what in the prompt it has to do with.',
  [
    'For each case choose one kind:',
    '- broken: the reply does not do what a rule says. Name the rule.',
    '- missing: no rule covers what went wrong. Name no rule, and say in "lacks" in one short sentence what a rule should ask of the tutor.',
    '- conflict: two rules ask for different things here. Name both.',
    '- caused: the reply follows a rule, and fails because of it. Name the rule.',
    '- notThePrompt: the prompt has nothing to do with it, for instance a slip in calculating. Name no rule.',
    'Copy into "quote" at least four successive words of the reply that show it, letter by letter.',
  ].join('\n'),
  untrustedNotice,
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: ' +
    `{"reasoning": string, "cases": [{"case": number, "kind": ${kinds.map((kind) => `"${kind}"`).join(' | ')}, "rules": [id, ...], "quote": string, "lacks": string}, ...]}. ` +
    'Give each case once, and at most two ids of rules, spelled as in the list. Leave "lacks" empty unless a rule is missing.',
].join('\n\n');

const caseSchema = z.object({
  case: z.int(),
  kind: z.enum(kinds),
  rules: z.array(z.string().max(40)).max(2),
  quote: z.string().max(2_000),
  lacks: z.string().max(500),
});
const readableCase = caseSchema.extend({ lacks: z.string().catch('') });
const schema = z.object({ reasoning: z.string(), cases: z.array(caseSchema).max(20) });
const citesVersion = judgeVersion(citesJudge, fixed, schema);
export const citesInfo = { id: citesJudge, title, question: 'Which rule?', version: citesVersion };

/** Asked twice, the second time with the rules in the opposite order. */
export const citeRounds = [1, 2] as const;

export interface CiteCluster {
  readonly metric: string;
  readonly rules: readonly Rule[];
  readonly cases: readonly FailedCase[];
  readonly seed: string;
}

export function citeTask({ metric, rules, cases, seed }: CiteCluster, round: (typeof citeRounds)[number]): JudgeTask {
  const shown = shownRules(rules, seed);
  if (round === 2) shown.reverse();
  const listed = shown.map(({ text }, index) => `R${index + 1}. ${text}`).join('\n');
  const material = fenceMaterial([{ title: 'rules of the prompt', text: listed }, ...caseSections(cases)]);
  const prompt: JudgePrompt = { fixed, material };
  const slots = cases.map((one): VerdictSlot => {
    return { judge: citesJudge, unit: 'reply', criterionId: `${round} ${metric} ${one.key}` };
  });
  const markOf = (id: string): string => shown[Number(/^R(\d{1,3})$/i.exec(id.trim())?.[1]) - 1]?.mark ?? '?';
  return {
    ...{ key: `${citesVersion}/${slots[0]?.criterionId ?? ''}/${cases.length}`, judge: citesJudge },
    ...{ version: citesVersion, slots, prompt, schema: { name: 'rule_cites', zod: schema } },
    read: readVerdicts({
      slots,
      problem: 'Missing, or not in the shape asked for, are the cases',
      nameOf: (slot) => slots.findIndex(({ criterionId }) => criterionId === slot.criterionId) + 1,
      remaining: (_, names) => ({ ...prompt, question: `Decide now only the cases ${names}.` }),
      verdictsIn: ({ cases: said }) => {
        const all = (Array.isArray(said) ? said : []).flatMap((one) => readableCase.safeParse(one).data ?? []);
        return (slot) => {
          const one = all.find((given) => slots[given.case - 1]?.criterionId === slot.criterionId);
          if (one === undefined) return undefined;
          const lacks = one.kind === 'missing' ? boundedText(one.lacks, longestLack) : '';
          return { ...okVerdict(slot, [one.kind, ...one.rules.map(markOf)].join(' '), lacks), evidence: one.quote };
        };
      },
    }),
    simulate: (random) => {
      const found = cases.map(({ reply, topic }, index) => {
        // A model slips now and then, too.
        const slip = random.next() < 0.03 ? random.int(shown.length) : -1;
        const about = topic && ruleAbout(shown, topic);
        const named = slip >= 0 ? slip : shown.findIndex((rule) => rule === about);
        const quote = reply.split(/\s+/).slice(0, 8).join(' ');
        return {
          case: index + 1,
          ...(named < 0 ? none : { kind: 'broken', rules: [`R${named + 1}`], lacks: '' }),
          quote,
        };
      });
      return JSON.stringify({ reasoning: 'Simulated: by the words of the rules.', cases: found });
    },
  };
}

export function caseSections(
  cases: readonly Pick<FailedCase, 'dialogue' | 'reply' | 'failed'>[],
): readonly MaterialSection[] {
  return cases.flatMap(({ dialogue, reply, failed }, index) => [
    { title: `case ${index + 1}: dialogue before the reply`, text: dialogue },
    { title: `case ${index + 1}: reply`, text: reply },
    { title: `case ${index + 1}: what the reply failed`, text: failed },
  ]);
}

const none = { kind: 'missing', rules: [], lacks: 'Simulated: no rule speaks of what went wrong.' };

/** Those that none of the rules speaks of. Beside rules in another language a judge would see through them. */
export function fittingDecoys(rules: readonly Rule[]): readonly string[] {
  const unsaid = decoyRules.filter(([, topic]) => !rules.some(({ text }) => topic.test(text)));
  return isEnglish(rules) ? unsaid.map(([text]) => text) : [];
}

/** With up to two decoys, in an order drawn for the cases. `mark`: the rule’s number, or `d` for a decoy. */
function shownRules(rules: readonly Rule[], seed: string): (Rule & { readonly mark: string })[] {
  const random = createRandom(seed);
  return random.shuffle([
    ...rules.map((rule) => ({ ...rule, mark: String(rule.number) })),
    ...random
      .shuffle(fittingDecoys(rules))
      .slice(0, 2)
      .map((text) => ({ number: 0, text, from: 0, to: 0, above: '', mark: 'd' })),
  ]);
}

export interface ReadCite {
  readonly kind: CiteKind;
  readonly rules: readonly number[];
  readonly hasDecoy: boolean;
  /** What a rule that is missing would ask, in the judge's words. */
  readonly lacks: string;
  /** The quote stands in the reply, and every name is one of the prompt's rules. */
  readonly counts: boolean;
}

/** Reads a stored answer, which may be anything. `undefined`: unreadable. */
export function readCite(
  { status, label, evidence = '', reasoning = '' }: Verdict,
  reply: string,
  known: ReadonlySet<number>,
): ReadCite | undefined {
  const [word, ...marks] = status === 'ok' && typeof label === 'string' ? label.split(' ') : [];
  const kind = kinds.find((one) => one === word);
  if (kind === undefined || marks.length > 2) return undefined;
  const quote = plain(evidence);
  const isQuoted = quote.split(' ').length >= 4 && ` ${plain(reply)} `.includes(` ${quote} `);
  const rules = [...new Set(marks.map(Number))].filter((number) => known.has(number));
  return {
    ...{ kind, rules, hasDecoy: marks.includes('d') },
    lacks: kind === 'missing' ? boundedText(readableLine(reasoning), longestLack) : '',
    counts: isQuoted && marks.every((mark) => known.has(Number(mark))),
  };
}

/** Only words and signs: models change blanks, bold marks and the form of quotation marks as they copy. */
function plain(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`"“”„'‘’]/g, '');
  return (words.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []).join(' ');
}

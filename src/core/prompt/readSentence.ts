import { rulePhrases, wholePhrases, type Circumstance, type RulePhrase, type Standing } from './rulePhrases';
import type { RuleId } from './rules';

/** Longer sentences are not read. */
const longest = 600;

/** Words that make a sentence hold only at times, or say something of it rather than of the tutor. It is then not read at all. */
const unsure = new RegExp(
  [
    'unless|until|till|except|exceptions?|apart from|other than|as long as|provided that|only (?:if|when|after|once|in|on|at|for|during|with)',
    "not (?:only|just|simply|merely|always|necessarily|immediately|yet|too|required|needed|necessary|important)|no need|need not|needn't|optional(?:ly)?",
    "don't (?:just|simply|merely|always|immediately)|(?:do|must|should) not (?:just|simply|merely|always|immediately)|(?:don't|do not|not) (?:have|need) to",
    'sometimes|occasionally|rarely|seldom|perhaps|maybe|might|may|could|would|unlikely|free to',
    'ignore|disregard|no longer|used to|previous (?:rules?|instructions?|prompt|versions?)|old (?:rules?|prompt)|false|myth|imagine|suppose|pretend|wrongly|instead of being',
    'or (?:two|three|so|more|less)|together|at once|at the same time|in the same|both',
    '(?:on|in|during|for) (?:(?:an?|the|their|any) )?(?:[\\w-]+ )?(?:exams?|tests?|quiz|quizzes|mode|phase|homework|mondays?|fridays?|weekends?)',
    '(?:for|with|to|by) (?:the )?(?:beginners?|advanced|weak|weaker|strong|stronger|older|younger|gifted|struggling|slow|adults?)',
    'before (?!(?:you|your|answering|replying|responding|moving)\\b)|at first|right away|straight away|too (?:early|soon|quickly|fast)',
    '(?:some|bad|other|many) (?:tutors?|teachers?|people)|(?:they|people|we) (?:say|think|believe)|said|disagree',
    "(?:never|not|no|don't|nor)\\b.{1,200}\\bwithout",
  ]
    .map((words) => `\\b(?:${words})`)
    .join('|')
    .concat('(?!\\w)'),
);

/** The rules that a sentence states, where the place in which it stands is about students of some standing. */
export function readSentence(sentence: string, place: ReadonlySet<Standing>): readonly RuleId[] {
  if (sentence.length > longest) return [];
  const plain = withoutAsides(sentence);
  if (/^(?:for example|for instance|example|eg|such as|otherwise|else|unlike|like)\b/.test(plain) || unsure.test(plain))
    return [];
  const found = new Set<RuleId>();
  for (const part of plain.split(/;\s+/)) for (const rule of readPart(part, place)) found.add(rule);
  return [...found];
}

/** Lower case, without quotations, examples and what makes no difference ("even if they beg"). */
function withoutAsides(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(
      /"[^"]{0,300}"?|“[^”]{0,300}”?|«[^»]{0,300}»?|„[^“”]{0,300}[“”]?|(?<!\w)'[^']{1,300}'(?!\w)|`[^`]{0,300}`?/g,
      ' ⟦⟧ ',
    )
    .replaceAll(/[*_]+/g, '')
    .replaceAll(/\b(e\.g|i\.e)\./g, (_, short: string) => short.replace('.', ''))
    .replaceAll(/\((?:[^()]{0,200})\)/g, ' ')
    .replaceAll(/,? \b(?:eg|for example|for instance|such as|ie)\b.{0,300}$/g, '')
    .replace(/^(?:even (?:if|when)|no matter|regardless of|however (?:often|much|hard))\b[^,]{1,150},\s*/, '')
    .replaceAll(
      /,? (?:(?:not )?even (?:if|when|though)|no matter|regardless of|however (?:often|much|hard))\b[^;]{0,200}/g,
      '',
    )
    .replaceAll(
      /\b(decide|check|determine|work out|judge|see|identify|find out|say|tell (?:the )?\w+) if\b/g,
      '$1 whether',
    )
    .replaceAll(/(?<!\bat )\b(?:each|every|any) time (?:that )?(?=\w)/g, 'whenever ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!…\s]+$/, '');
}

const labels =
  /^(?:rules?(?: \d+)?|important|remember|note|tone|style|format|length|questions?|questioning|answers?|feedback|explanations?|modelling|modeling|practice|challenge|goal|aim|task|role|your (?:role|job|task|goal)|approach|method|always|step \d+|\d+|mistakes|behaviou?r|pedagogy|hints?|guidance|socratic method|one question|no answers|encouragement|how to (?:reply|answer|teach|respond)|do)$/;

function readPart(part: string, place: ReadonlySet<Standing>): readonly RuleId[] {
  const colon = /:\s+/.exec(part);
  if (colon === null) return part.endsWith('?') ? [] : readClauses(part, place, true);
  const head = part.slice(0, colon.index);
  const rest = part.slice(colon.index + colon[0].length);
  const standing = standingOf(head);
  const label = head.replace(/^(?:\d+|rule \d+)[.)]? /, '');
  if (labels.test(label)) return readPart(rest, place);
  if (head.split(' ').length <= 4 && standing.size > 0 && !negation.test(head)) return readPart(rest, standing);
  const stated = readClauses(head, place, true);
  // What follows is a list of the head's own kind: after a head that is not understood, or forbids, nothing is sure.
  if (stated.length === 0 || negation.test(head)) return stated;
  return [...stated, ...readPart(rest, standing.size > 0 && place.size === 0 ? standing : place)];
}

const negation = /\b(?:not|never|no|avoid|don't|without|nor|neither)\b|n't\b/;
const condition =
  /^(?:and |but |then |so )?(?:if|when|whenever|where|once|after|as soon as|in case|for|with|during|in|on|at(?! most\b)|before|while|until)\b/;
const trailing = /\s(?:if|when|whenever|once|after|as soon as|in case|while)\s/;
const border =
  /(,? (?:but|then|so) |, (?:and |or |nor )?(?:then )?| (?:and|or|nor) | [–—-]{1,2} |,? (?:instead of|rather than|without|by) |,? (?:because|since|so that|as (?:this|it|they)) )/;

function readClauses(text: string, place: ReadonlySet<Standing>, top: boolean): readonly RuleId[] {
  let rest = text;
  let under = place;
  const lead =
    condition.test(rest) && top
      ? (/^((?:in|with|at) (?:each|every) (?:reply|message|turn|response)),? (.+)$/.exec(rest) ??
        /^([^,]{1,200}), (?:then )?(.+)$/.exec(rest))
      : null;
  if (lead?.[1] !== undefined && lead[2] !== undefined) {
    const own = circumstancesOf(lead[1]);
    if (own === undefined) return [];
    if (own.size > 0) under = own;
    rest = lead[2];
  } else if (condition.test(rest)) return [];
  const behind = trailing.exec(rest);
  if (behind !== null) {
    const own = circumstancesOf(rest.slice(behind.index + 1));
    if (own === undefined) return [];
    if (own.size > 0) under = own;
    rest = rest.slice(0, behind.index);
  }
  const whole = matching(wholePhrases, rest, true, under);
  if (whole.length > 0) return whole;
  return [...readList(rest, under)];
}

/** Clauses one after the other: what a prohibition reaches, and what only says how or why. */
function readList(text: string, under: ReadonlySet<Standing>): ReadonlySet<RuleId> {
  const pieces = text.split(border);
  const found = new Set<RuleId>();
  const add = (rules: readonly RuleId[]): void => {
    for (const rule of rules) found.add(rule);
  };
  let wanted = true;
  let known = true;
  // "Asking questions" is a topic; "by asking questions" and "avoid asking questions" say what to do.
  let gerunds = false;
  const read = ({ verb, negated }: Clause, as: boolean): readonly RuleId[] =>
    /^[a-z]+ing\b/.test(verb) && !gerunds && !negated ? [] : matching(rulePhrases, verb, as, under);
  const all = stripped(text);
  add(read(all, all.wanted));
  // "Do not give answers, solve it, or show steps": a list under a prohibition ends in "or".
  const orList = pieces.some((piece) => /\b(?:or|nor)\b/.test(piece) && border.test(piece));
  for (let at = 0; at < pieces.length; at += 2) {
    const joint = (pieces[at - 1] ?? '').replace(/,/g, '').trim();
    const clause = stripped(pieces[at] ?? '');
    if (/^(?:because|since|so that|as )/.test(joint)) break;
    if (/^(?:instead of|rather than|without|by)$/.test(joint)) gerunds = true;
    if (
      clause.unsure ||
      /^(?:the |a |some |your )?(?:students?|learners?|pupils?|they|he|she|users?|parents?)\b/.test(clause.verb)
    )
      known = false;
    else if (clause.negated || clause.subject) {
      wanted = clause.wanted;
      known = true;
    } else if (/^(?:instead of|rather than|without)$/.test(joint)) {
      // Behind a prohibition, "without" says how: the whole is no plain rule.
      if (known && wanted) add(read(clause, !clause.wanted));
      if (!wanted) known = false;
      continue;
    } else if (joint === 'but' || joint === 'then' || joint === 'so') {
      wanted = true;
      known = true;
    } else if (at > 0 && !wanted && !orList) {
      if (joint === '' || /\binstead$/.test(pieces[at] ?? '')) wanted = true;
      else known = false;
    }
    if (known) add(read(clause, wanted));
  }
  return found;
}

interface Clause {
  /** What is left from the verb on. */
  readonly verb: string;
  readonly wanted: boolean;
  /** True where the clause has a word of negation of its own, however often it is turned round. */
  readonly negated: boolean;
  /** True where it says "you" or the like, and so begins anew. */
  readonly subject: boolean;
  readonly unsure: boolean;
}

const subjects =
  /^(?:you|the tutor|this tutor|your (?:role|job|task|goal|aim|purpose|mission|duty) (?:is|are)|(?:i|we) (?:want|expect|ask|need) you|make sure(?: that)?|be sure|ensure(?: that)?|remember(?: that)?|keep in mind that|note that|take care|try to|aim to|strive to|it is (?:important|essential|crucial|vital)(?: that)?|please|as an? [\w -]{1,40},)(?= |$)/;
const fillers =
  /^(?:and|also|always|only|just|simply|first|then|next|finally|instead|please|still|to|must|should|shall|will|need to|have to|ought to|are (?:here|expected|required|asked|told|supposed|meant) to|do(?! (?:not|the|their|a|any|it|this|no)\b)|kindly|gently|politely|briefly|clearly|explicitly|openly|patiently|warmly|carefully|directly|actively|consistently|ever|at all times|in every (?:reply|message|turn)|be sure to|who|that|is to|is)(?= |$),?/;
const negators =
  /^(?:(?:do|does|must|should|shall|will|are|is|can|need) (?:not|never)|don't|doesn't|mustn't|shouldn't|won't|can't|cannot|aren't|not|never|no|avoid|avoiding|refrain from|refraining from|abstain from|refuse to|decline to|resist|stop|fail to|forget to|hesitate to|neglect to|shy away from|be afraid (?:to|of)|under no circumstances|at no point|in no case|(?:is|it is|are) (?:forbidden|prohibited|not allowed|not permitted)(?: for you)?(?: (?:to|from))?|(?:allowed|permitted|supposed|meant) to|neither)(?= |$),?/;
const permission = /^(?:can|are (?:allowed|permitted|welcome|free)|feel free)(?= |$)/;

/** Takes subject, adverbs and words of negation off the front of a clause; each negation turns the ones before it round. */
function stripped(text: string): Clause {
  let verb = text.trim().replace(/,$/, '');
  let wanted = true;
  let negated = false;
  let subject = false;
  for (;;) {
    const negator = negators.exec(verb)?.[0];
    if (negator !== undefined && !(/^(?:allowed|permitted|supposed|meant)/.test(negator) && !negated)) {
      // "are not allowed to" has one negation in two words.
      if (!/^(?:allowed|permitted|supposed|meant)/.test(negator)) wanted = !wanted;
      negated = true;
      verb = verb.slice(negator.length).trim();
      continue;
    }
    if (permission.test(verb)) return { verb, wanted, negated, subject, unsure: true };
    const persona =
      /^you are (?!(?:not|never|here|expected|required|asked|told|supposed|meant|allowed|permitted|forbidden|prohibited|free|welcome)\b)/.exec(
        verb,
      );
    if (persona !== null) {
      const description = verb.slice(persona[0].length);
      const clause = /^an? [\w -]{1,60}? (?:who|that) (.+)$/.exec(description);
      return clause?.[1] === undefined
        ? { verb: `be ${description}`, wanted, negated, subject: true, unsure: false }
        : { ...stripped(clause[1]), subject: true };
    }
    const named = subjects.exec(verb)?.[0];
    const filler = named ?? fillers.exec(verb)?.[0];
    if (filler === undefined || filler === '') break;
    subject ||= named !== undefined;
    verb = verb.slice(filler.length).trim();
  }
  return {
    verb: verb.replace(/^(?:act|behave|answer|reply) (?:as|like) (?=an? )/, 'be '),
    wanted,
    negated,
    subject,
    unsure: false,
  };
}

function matching(
  table: readonly RulePhrase[],
  verb: string,
  wanted: boolean,
  under: ReadonlySet<Standing>,
): readonly RuleId[] {
  const circumstances: readonly Circumstance[] = under.size === 0 ? ['always'] : [...under];
  return table.flatMap((one) =>
    one.wanted === wanted && circumstances.every((circumstance) => one.under.has(circumstance)) && one.says.test(verb)
      ? one.rules
      : [],
  );
}

const everywhere =
  /^once (?:per|an?|(?:in )?(?:each|every)) (?:reply|message|turn|response|answer)$|^\w+(?: as)? (?:(?:you )?(?:answer|reply|respond|write|work|talk|speak|teach|help|chat)(?:ing)?(?: (?:to |with )?(?:the |a |your )?(?:students?|learners?|them))?|(?:it |this )?fits|appropriate|possible|(?:they are |it is )?(?:given|provided|available)|(?:each|every|all|any) (?:reply|replies|messages?|turns?|responses?|answers?|cases?|times?|situations?)(?: you (?:give|write))?)$/;
const denied = /(?:\bnot|n't) (?:quite )?(?:right|correct|understand\w*|follow|know|get it)\b/g;
const twofold =
  /\b(?:not|never|no|nothing|nobody|neither|claims?|thinks?|believes?)\b|n't\b|\b(?:and|but|time|times|twice|asks?|demands?|wants?|begs?|says?|you|your|parents?|teachers?|two|three|four|five|\d+)\b/;
const student =
  /\b(?:students?|learners?|pupils?|child|user|they|he|she|it|answer|reply|response|step|solution|work|result|attempt|someone|somebody|mistake|sign|confused|confusion|wrong|right|correct|incorrect)\b/;

/** How the student stands according to a condition: nobody in particular where it always holds, undefined where it asks for something else. */
function circumstancesOf(text: string): ReadonlySet<Standing> | undefined {
  const plain = text.replace(/^(?:and|but|then|so) /, '');
  if (everywhere.test(plain) || /^before (?:you |your |answering|replying|responding)/.test(plain)) return new Set();
  const standing = standingOf(plain);
  return standing.size === 0 || twofold.test(plain.replaceAll(denied, '')) || !student.test(plain)
    ? undefined
    : standing;
}

const standings: readonly (readonly [Standing, RegExp])[] = [
  [
    'confused',
    /\b(?:confus\w+|lost|stuck|unsure|struggl\w+|puzzled)\b|(?:\bnot|n't|failing to|fails to) (?:understand|understanding|follow|know|get it)\b/,
  ],
  [
    'wrong',
    /\b(?:wrong|incorrect|mistakes?|errors?|slips?|misconceptions?)\b|(?:\bnot|n't) (?:quite )?(?:right|correct)\b|\bfails?\b(?! to)/,
  ],
  [
    'right',
    /(?<!\bnot |n't |quite )\b(?:correct|right|correctly)\b|\b(?:understands|understood|shows understanding|succeeds)\b/,
  ],
];

/** The standings of students that a text names. */
export function standingOf(text: string): ReadonlySet<Standing> {
  return new Set(standings.flatMap(([standing, words]) => (words.test(text) ? [standing] : [])));
}

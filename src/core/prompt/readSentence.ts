import { anywhere, circumstancesOf, type Position, positionOfTitle, type Standing } from './positionOfTitle';
import { phrasesThatSay, rulePhrases, wholePhrases, type Circumstance, type RulePhrase } from './rulePhrases';
import type { RuleId } from './rules';

const longest = 600;

/** A sentence with these words holds only at times, or talks about itself. It is not read. */
const unsure = new RegExp(
  [
    'unless|until|till|except|exceptions?|apart from|other than|as long as|provided that|only (?:if|when|after|once|in|on|at|for|during|with)',
    "(?<!\\b(?:has|have|had|is|are) )(?:not|never|no|don't|avoid|cannot|can't|mustn't|shouldn't|refrain from|refuse to|nor|without)\\b(?: [\\w'-]+){0,8} (?:only|just|simply|merely|solely|alone|always|necessarily|immediately|quickly|yet|too|late|lightly|easily|readily|by default|first)",
    "(?:not|never) (?:required|needed|necessary|important|obliged)|(?<!- )no (?:need|longer|more)(?! than)|need not|needn't|optional(?:ly)?|(?:don't|do not|not) (?:have|need|feel obliged) to",
    'sometimes|occasionally|rarely|seldom|hardly|usually|normally|generally|typically|mostly|often|ideally|preferably|perhaps|maybe|might|may|could|would|unlikely|free to',
    'either|whichever|whatever|if you (?:like|want|wish|must|can)|up to you|as you (?:like|please|wish)|today|tomorrow|this week|from (?:turn|message|reply)|later|eventually|in the end|at the end|by the end|in turn \\d|(?:first|second|third|last|final) (?:try|attempt|turn|time)',
    '(?<!(?:answers?|solutions?|results?) )to yourself|ask yourself|silently|secretly|inwardly|internally|in your (?:own )?(?:head|mind)|pretend\\w*|sarcas\\w*|ironic\\w*|mocking\\w*|jokes?|joking|kidding|lol|opposite',
    'ignore|disregard|used to|previous (?:rules?|instructions?|prompt|versions?)|old (?:rules?|prompt)|myth|imagine|suppose|wrongly|instead of being',
    'or (?:two|three|so|more|less)|together|at once|at the same time|in the same|both',
    '(?:on|in|during|for) (?:(?:an?|the|their|any) )?(?:[\\w-]+ )?(?:exams?|tests?|quiz|quizzes|mode|phase|homework|mondays?|fridays?|weekends?)',
    '(?:for|with|to|by) (?:the )?(?:beginners?|advanced|weak|weaker|strong|stronger|older|younger|gifted|struggling|slow|adults?)',
    'before (?!(?:you|your|answering|replying|responding|moving)\\b)|at first|right away|straight away|too (?:early|soon|quickly|fast)',
    '(?:some|bad|other|many) (?:tutors?|teachers?|people)|(?:they|people|we) (?:say|think|believe)|said|disagree|(?<=, )says|according to|(?<=[,–-] )not$|(?<=: )not$|(?<=. )stop \\w+ing',
    "(?:never|not|no|don't|nor)\\b.{1,200}\\bwithout",
  ]
    .map((words) => `\\b(?:${words})`)
    .join('|')
    .concat('(?!\\w)'),
);

export interface Reading {
  readonly rules: readonly RuleId[];
  /** Rules that the sentence contradicts, even if only at times. */
  readonly denied: readonly RuleId[];
  /** Position for later sentences of the list item: "Wrong: say so. Ask an easier question." */
  readonly behind: Position;
}

export function readSentence(sentence: string, position: Position): Reading {
  const nothing: Reading = { rules: [], denied: [], behind: position };
  if (sentence.length > longest || position === undefined) return nothing;
  const whole = withoutAsides(sentence);
  // "Classify the reply: is it right?"
  const plain = whole.endsWith('?') ? (/^([^:?]{1,200}):\s/.exec(whole)?.[1] ?? '') : whole;
  if (plain === '' || /^(?:for example|for instance|example|eg|such as|otherwise|else|unlike|like)\b/.test(plain))
    return nothing;
  const behind = positionBehind(plain, position);
  const denied = deniedIn(plain, position);
  if (position === 'sometimes' || unsure.test(plain) || /[()]/.test(plain)) return { rules: [], denied, behind };
  const parts = plain.split(/;\s+/).map((part) => readPart(part, position));
  // A condition that is not understood may cover the whole sentence.
  const rules = parts.some((part) => part === undefined) ? [] : parts.flatMap((part) => part ?? []);
  return { rules: [...new Set(rules)].filter((rule) => !denied.includes(rule)), denied, behind };
}

/** "(two or three sentences)", "(e.g. a drawing)". Any other bracket may hold an exception. */
const harmlessBrackets =
  /\((?:(?:eg|ie|for example|for instance|such as)\b[^()]{1,200}|[⟦⟧\s,]{1,100}|(?:at most |about |max(?:imum)? )?[\w–-]{1,10}(?: (?:or|to) \w{1,10})? (?:sentences?|words|lines)(?: at most| max(?:imum)?)?)\)/g;
/** A student who insists changes nothing. */
const insisting =
  '(?:not )?(?:even (?:if|when|though)|no matter how (?:often|much|hard|many times)|regardless of (?:how (?:often|much|hard)|whether)|however (?:often|much|hard)) (?:they|he|she|you are|(?:the |a )?(?:student|learner)s?) (?:\\w+ ){0,2}(?:asks?|asked|begs?|insists?|press(?:es)?|demands?|pleads?|wants?|complains?|tr(?:y|ies))\\b';

/** Lower case, without quotations, examples and clauses that change nothing ("even if they beg"). */
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
    .replaceAll(harmlessBrackets, ' ')
    .replaceAll(/,? \b(?:eg|for example|for instance|such as|ie)\b.{0,300}$/g, '')
    .replace(new RegExp(`^${insisting}[^,;:]{0,100},\\s*`), '')
    .replaceAll(new RegExp(`,? ${insisting}[^,;:]{0,100}`, 'g'), '')
    .replaceAll(
      /\b(decide|check|determine|work out|judge|see|identify|find out|say|tell (?:the )?\w+) if\b/g,
      '$1 whether',
    )
    .replaceAll(/(?<!\bat )\b(?:each|every|any) time (?:that )?(?=\w)/g, 'whenever ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!…\s]+$/, '');
}

/** `undefined` where a condition is not understood. */
function readPart(part: string, position: ReadonlySet<Standing>): readonly RuleId[] | undefined {
  const colon = /:\s+/.exec(part);
  if (colon === null) return part.endsWith(':') ? [] : readClauses(part, position);
  const head = part.slice(0, colon.index);
  const rest = part.slice(colon.index + colon[0].length);
  const inside = positionOfTitle(head, position);
  if (inside !== undefined && inside !== 'sometimes') return readPart(rest, inside.size > 0 ? inside : position);
  const stated = readClauses(head, position);
  // The list continues its head. If the head is unclear or forbids something, nothing is sure.
  if (stated === undefined || stated.length === 0 || negation.test(head)) return stated;
  const under = conditionOf(head, position)?.under ?? position;
  return [...stated, ...(readPart(rest, under) ?? [])];
}

/** Position that a label or a leading condition gives to later sentences. */
function positionBehind(plain: string, position: Position): Position {
  const head = /^([^:]{1,200}):\s/.exec(plain)?.[1];
  const known = position === 'sometimes' || position === undefined ? anywhere : position;
  if (head !== undefined) {
    const inside = positionOfTitle(head, position);
    if (inside !== 'sometimes' && inside !== undefined) return inside.size > 0 ? inside : position;
    if (!condition.test(head)) return (readClauses(head, known)?.length ?? 0) > 0 ? position : inside;
  }
  return condition.test(plain) ? (conditionOf(plain, known)?.under ?? 'sometimes') : position;
}

const negation = /\b(?:not|never|no|avoid|don't|without|nor|neither)\b|n't\b/;
const condition =
  /^(?:and |but |then |so )?(?:if|when|whenever|where|once|after|as soon as|in case|for|with|during|in|on|at(?! most\b)|before|while|until)\b/;
const trailing = /\s(?:if|when|whenever|once|after|as soon as|in case|while)\s/;
const border =
  /(,? (?:but|then|so) |, (?:and |or |nor )?(?:then )?| (?:and|or|nor) | [–—-]{1,2} |,? (?:instead of|rather than|without|by) |,? (?:because|since|so that|as (?:this|it|they)) )/;

/** Takes a condition off a clause; `undefined` where it is not understood. */
function conditionOf(
  text: string,
  position: ReadonlySet<Standing>,
): { readonly under: ReadonlySet<Standing>; readonly rest: string } | undefined {
  let rest = text;
  const conditions: string[] = [];
  if (condition.test(rest)) {
    const lead =
      /^((?:in|with|at) (?:each|every) (?:reply|message|turn|response)),? (.+)$/.exec(rest) ??
      /^([^,]{1,200}), (?:then )?(.+)$/.exec(rest);
    if (lead?.[1] === undefined || lead[2] === undefined) return undefined;
    conditions.push(lead[1]);
    rest = lead[2];
  }
  const behind = trailing.exec(rest);
  if (behind !== null) {
    conditions.push(rest.slice(behind.index + 1));
    rest = rest.slice(0, behind.index);
  }
  let under = position;
  for (const one of conditions) {
    const own = circumstancesOf(one);
    if (own === undefined) return undefined;
    if (own.size > 0) under = own;
  }
  return { under, rest };
}

function readClauses(text: string, position: ReadonlySet<Standing>): readonly RuleId[] | undefined {
  const found = conditionOf(text, position);
  if (found === undefined) return undefined;
  const whole = matching(wholePhrases, found.rest, true, found.under);
  return whole.length > 0 ? whole : [...readList(found.rest, found.under)];
}

/** Says to give the answer, whatever follows: the opposite of holding it back. */
const gives =
  /^(?:(?!(?:ask|invite|encourage|let|have|help|want|wait|whether|before|until|to|he|she|they|students?|learners?|them|him|her|who|not|never|no|avoid|refuse|decline|resist|without)\b)[\w'-]+ ){0,6}?(?:by (?:giving|telling|showing|stating|revealing|writing|solving)|give|reveal|tell|state|show|provide|share|disclose|supply|present|write|offer|output|print|hand|spell out|include)(?: away| out| over| down)? (?:(?:the |your )?(?:students?|learners?|pupils?|children|child)|them|him|her)? ?(?:with )?(?:it(?! (?:is|was|has))|(?:(?:the|a|an|any|your|full|complete|whole|entire|final|correct|right|direct|worked) ){0,4}(?:answers?|solutions?|results?|working)(?! (?:is|was|are)\b))(?![\w'-])|^(?:then )?(?:solve|do|complete|finish) (?:it|the \w+) for (?:them|the student)|\b(?:answers?|solutions?|results?) (?:is|are|may be|can be|should be|must be|will be|gets?) (?:then |always |finally )?(?:given|revealed|told|shown|stated)/;

/** Rules that some clause contradicts, under any condition. */
function deniedIn(plain: string, position: Position): readonly RuleId[] {
  const under = position === undefined || position === 'sometimes' ? anywhere : position;
  const denied = new Set<RuleId>();
  for (const part of plain.split(/[;:()]\s*/)) {
    const found = conditionOf(part, under) ?? { under, rest: part };
    const clauses = clausesOf(found.rest, (piece) => piece.replace(trailing, '\n').split('\n')[0] ?? '');
    let forbids = false;
    for (const { joint, verb, wanted, negated } of clauses) {
      const goesOn = /^(?:or|nor)$/.test(joint) || (joint === '' && isOrList(clauses));
      forbids = negated ? !wanted : excluding.test(joint) || (forbids && goesOn);
      if (matching(rulePhrases, verb, !forbids, found.under).length > 0) continue;
      for (const rule of matching(rulePhrases, verb, forbids, found.under))
        if (forbids || rule !== 'noFinalAnswer') denied.add(rule);
      if (!forbids && gives.test(verb)) denied.add('noFinalAnswer');
    }
  }
  return [...denied];
}

/** "Do not give answers, solve it, or show steps": a list under a prohibition ends in "or". */
function isOrList(clauses: readonly JoinedClause[]): boolean {
  return clauses.some(({ joint }) => /\b(?:or|nor)\b/.test(joint));
}

const excluding = /^(?:instead of|rather than|without)$/;

/** Reads clauses in order, telling what a prohibition covers from what only says how or why. */
function readList(text: string, under: ReadonlySet<Standing>): ReadonlySet<RuleId> {
  const clauses = clausesOf(text);
  const found = new Set<RuleId>();
  const add = (rules: readonly RuleId[]): void => rules.forEach((rule) => found.add(rule));
  let wanted = true;
  let known = true;
  // "Asking questions" is a topic; "by asking questions" and "avoid asking questions" are instructions.
  let gerunds = false;
  const read = ({ verb, negated }: Clause, as: boolean): readonly RuleId[] =>
    /^[a-z]+ing\b/.test(verb) && !gerunds && !negated ? [] : matching(rulePhrases, verb, as, under);
  const all = stripped(text);
  const asOne = read(all, all.wanted);
  add(asOne);
  for (const [index, { joint, hasComma, piece, ...clause }] of clauses.entries()) {
    if (/^(?:because|since|so that|as )/.test(joint)) break;
    if (excluding.test(joint) || joint === 'by') gerunds = true;
    if (clause.unsure || ofStudent.test(clause.verb)) known = false;
    else if (clause.negated || clause.subject) {
      wanted = clause.wanted;
      known = true;
    } else if (excluding.test(joint)) {
      // After a prohibition, "without" says how, so the whole is no plain rule.
      if (known && wanted) add(read(clause, !clause.wanted));
      if (!wanted) known = false;
      continue;
    } else if (/^(?:but|then|so)$/.test(joint)) {
      wanted = true;
      known = true;
    } else if (index > 0 && !wanted && !isOrList(clauses)) {
      if (joint === '' || /\binstead$/.test(piece)) wanted = true;
      else known = false;
    }
    const rules = known ? read(clause, wanted) : [];
    // "Or" leaves a choice and "by" says how, so an unclear part may reverse the rest.
    const turns =
      (joint === 'or' && wanted && !isHarmlessChoice(hasComma, clause.verb)) ||
      (joint === 'by' && rules.length === 0) ||
      // "Not the answer but the solution."
      (joint === 'but' && /^(?:the|an?|its?|their|all)\b/.test(clause.verb));
    if (turns && asOne.length === 0) return new Set();
    add(rules);
  }
  return found;
}

const ofStudent = /^(?:the |a |some |your )?(?:students?|learners?|pupils?|they|he|she|users?|parents?)\b/;

/** "A, or B" continues, and so do nouns: "an example or an analogy". */
function isHarmlessChoice(hasComma: boolean, verb: string): boolean {
  return (hasComma && !gives.test(verb)) || /^(?:an?|the|some|another|more|one|what|why|how|which)\b/.test(verb);
}

interface Clause {
  /** The rest from the verb on. */
  readonly verb: string;
  readonly wanted: boolean;
  /** True where the clause has its own word of negation, even a double one. */
  readonly negated: boolean;
  /** True where it says "you" or the like and so starts anew. */
  readonly subject: boolean;
  readonly unsure: boolean;
}

interface JoinedClause extends Clause {
  readonly joint: string;
  readonly hasComma: boolean;
  readonly piece: string;
}

function clausesOf(text: string, cut = (piece: string): string => piece): readonly JoinedClause[] {
  const pieces = text.split(border);
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1] ?? '';
    const joint = before.replace(/,/g, '').trim();
    return index % 2 === 1 ? [] : [{ joint, hasComma: before.startsWith(','), piece, ...stripped(cut(piece)) }];
  });
}

const subjects =
  /^(?:you|the tutor|this tutor|your (?:role|job|task|goal|aim|purpose|mission|duty) (?:is|are)|(?:i|we) (?:want|expect|ask|need) you|make sure(?: that)?|be sure|ensure(?: that)?|remember(?: that)?|keep in mind that|note that|take care|try to|aim to|strive to|it is (?:important|essential|crucial|vital)(?: that)?|please|as an? [\w -]{1,40},)(?= |$)/;
const fillers =
  /^(?:and|also|always|only|just|simply|first|then|next|finally|instead|please|still|to|must|should|shall|will|need to|have to|ought to|are (?:here|expected|required|asked|told|supposed|meant) to|do(?! (?:not|the|their|a|any|it|this|no)\b)|kindly|gently|politely|briefly|clearly|explicitly|openly|patiently|warmly|carefully|directly|actively|consistently|ever|at all times|in every (?:reply|message|turn)|be sure to|who|that|is to|is)(?= |$),?/;
const negators =
  /^(?:(?:do|does|must|should|shall|will|are|is|can|need) (?:not|never)|don't|doesn't|mustn't|shouldn't|won't|can't|cannot|aren't|not|never|no|avoid|avoiding|refrain from|refraining from|abstain from|refuse to|decline to|resist|stop|fail to|forget to|hesitate to|neglect to|shy away from|be afraid (?:to|of)|under no circumstances|at no point|in no case|(?:is|it is|are) (?:forbidden|prohibited|not allowed|not permitted)(?: for you)?(?: (?:to|from))?|(?:allowed|permitted|supposed|meant) to|neither)(?= |$),?/;
const permission = /^(?:can|are (?:allowed|permitted|welcome|free)|feel free)(?= |$)/;

/** Strips subject, adverbs and negations off the front of a clause; each negation reverses the meaning. */
function stripped(text: string): Clause {
  let verb = text.trim().replace(/,$/, '');
  let wanted = true;
  let negated = false;
  let subject = false;
  for (;;) {
    const negator = negators.exec(verb)?.[0];
    const isPassive = negator !== undefined && /^(?:allowed|permitted|supposed|meant)/.test(negator);
    if (negator !== undefined && (negated || !isPassive)) {
      // "are not allowed to" has one negation in two words.
      wanted = isPassive ? wanted : !wanted;
      negated = true;
      verb = verb.slice(negator.length).trim();
      continue;
    }
    if (permission.test(verb)) return { verb, wanted, negated, subject, unsure: true };
    const description = persona.exec(verb)?.[1];
    if (description !== undefined) {
      const clause = /^an? [\w -]{1,60}? (?:who|that) (.+)$/.exec(description)?.[1];
      if (clause !== undefined) return { ...stripped(clause), subject: true };
      return { verb: `be ${description}`, wanted, negated, subject: true, unsure: false };
    }
    const named = subjects.exec(verb)?.[0];
    const filler = named ?? fillers.exec(verb)?.[0] ?? '';
    if (filler === '') break;
    subject ||= named !== undefined;
    verb = verb.slice(filler.length).trim();
  }
  verb = verb.replace(/^(?:act|behave|answer|reply) (?:as|like) (?=an? )/, 'be ');
  return { verb, wanted, negated, subject, unsure: false };
}

const persona =
  /^you are (?!(?:not|never|here|expected|required|asked|told|supposed|meant|allowed|permitted|forbidden|prohibited|free|welcome)\b)(.*)$/s;

function matching(
  table: readonly RulePhrase[],
  verb: string,
  wanted: boolean,
  under: ReadonlySet<Standing>,
): readonly RuleId[] {
  const circumstances: readonly Circumstance[] = under.size === 0 ? ['always'] : [...under];
  const candidates = table.filter((one) => one.wanted === wanted && circumstances.every((each) => one.under.has(each)));
  return phrasesThatSay(candidates, verb).flatMap(({ rules }) => rules);
}

import type { RuleId } from './rules';
import type { Standing } from './positionOfTitle';

export type Circumstance = Standing | 'always';

export interface RulePhrase {
  readonly rules: readonly RuleId[];
  /** Whether the rule asks for the phrase or forbids it. */
  readonly wanted: boolean;
  /** Conditions under which the rule may stand. */
  readonly under: ReadonlySet<Circumstance>;
  readonly says: RegExp;
  readonly follows: RegExp;
}

/** Values of `<who>` and the like. They match only a few words, so that matching stays linear. */
const wordLists: Readonly<Record<string, string>> = {
  who: '(?:(?:(?:the|a|your|each|every|any) )?(?:students?|learners?|pupils?|child|children|users?|kids?)|them|him|her)',
  answer:
    '(?:(?:the|a|an|any|your|their|full|complete|whole|entire|final|correct|right|direct|finished|ready-made|exact|numerical|numeric) ){0,4}(?:answers?|solutions?|results?)',
  task: '(?:(?:the|a|any|their|whole|next) ){0,2}(?:problems?|tasks?|exercises?|questions?|equations?|homework|assignments?)',
  question:
    '(?:(?:a|an|the|some|one|two|more|exactly|only|just|short|guiding|leading|open|open-ended|probing|socratic|follow-up|thoughtful|small|good|clear|helpful|simple|careful|gentle|targeted|lots of|plenty of) ){0,4}questions?(?! marks?\\b)',
  one: '(?:(?:exactly|only|just|precisely) )?(?:one|1|a single)',
  reply: '(?:reply|replies|messages?|responses?|answers?|turns?)',
  turn: '(?: (?:per|an?|at a|in an?|(?:in |with |at |for )?(?:each|every)) (?:(?:single|one) )?(?:of your )?(?:turns?|messages?|reply|replies|responses?|time|answers?|steps?)(?: of (?:the|your) (?:dialogue|conversation|chat))?)',
  kind: '(?:warm|kind|friendly|supportive|patient|gentle|caring|encouraging|empathetic|compassionate)',
  word: '(?:(?!(?:not|never|no|less|hardly|too|overly|than|but|neither|nor|anything|nothing|only|im\\w+|un\\w+)\\b)[\\w-]{1,30})',
  teacher: '(?:tutor|teacher|coach|mentor|guide|instructor|assistant|companion|helper)',
  mistake:
    "(?:(?:a|any|the|every|each|their|all|first|student|students'|student's) ){0,3}(?:mistakes?|errors?|slips?|misconceptions?)",
  wrong: '(?:wrong|mistaken|incorrect|not right|not correct|not quite right|false)',
  easier: '(?:an? |some )?(?:easier|simpler|smaller|more basic|lower-level|slightly easier|much easier)',
  harder:
    '(?:an? |some )?(?:slightly |somewhat |much )?(?:harder|deeper|tougher|more demanding|more difficult|challenging|more challenging|higher-level)',
  taught: '(?:(?:the|this|their) )?(?:theory|curriculum|syllabus|lesson|textbook|formula sheet|reference)',
};

/** What may follow a phrase. Anything else, such as "on tests", may restrict it, so the sentence is not read. */
const harmless = [
  'away|out|directly|outright|explicitly|ever|for free|in full|yourself|themselves|clearly|gently|kindly|openly|politely|briefly|precisely|again|too|instead|at all',
  '(?:to|for|with) <who>|at any (?:point|time|stage)|in any (?:form|way|case|reply|message)|under any circumstances',
  'in (?:all|everything) you (?:say|write|do)|in (?:your|any|the|a) (?:own )?<reply>|(?:of|to) <task>',
].join('|');

/** Harmless only after a request. "Do not give the answer every turn" allows it now and then. */
const harmlessIfWanted = '<turn>|in (?:each|every) (?:own )?<reply>';

/** What may follow an open end " …": words that hardly cancel or reverse the phrase. */
const tail =
  "(?:,? (?!(?:not|never|no|nothing|nobody|none|only|anything|everything|(?<!\\b(?:can|to|must) )answers?|solutions?|results?|instead|unless|until|except|but|opposite|cannot|for(?! (?:the |a |your |all )?(?:students?|learners?|pupils?|child|children|them)\\b)|before|after|during|where|while|completely|fully|whole|entire|themselves|nonsense|cheat\\w*|badly|wrongly|poorly|un\\w+ly)(?![\\w'-])|\\w+n't)[\\w'-]{1,30}){0,25}";

interface Meaning {
  readonly wanted?: boolean;
  readonly denies?: boolean;
  readonly under?: readonly Circumstance[];
}

const afterDenial = whole(`(?: ?(?:${harmless})){0,3}`);
const afterOptions = whole(`(?: ?(?:${harmless}|${harmlessIfWanted})){0,3}`);

function phrases(
  rules: RuleId | readonly RuleId[],
  { wanted = true, denies = !wanted, under = ['always'] }: Meaning,
  all: readonly string[],
): readonly RulePhrase[] {
  const follows = denies ? afterDenial : afterOptions;
  return all.map((says) => ({
    rules: typeof rules === 'string' ? [rules] : rules,
    wanted,
    under: new Set(under),
    says: whole(says.replaceAll(' …', tail)),
    follows,
  }));
}

/** Matches the tail once for all phrases: compiling it into each pattern would take ten milliseconds. */
export function phrasesThatSay(phrases: readonly RulePhrase[], text: string): readonly RulePhrase[] {
  const borders = [...text.matchAll(/ |$/g)].map(({ index }) => index);
  const endsBefore = new Map(
    [afterDenial, afterOptions].map((follows) => [follows, borders.filter((at) => follows.test(text.slice(at)))]),
  );
  return phrases.filter(({ says, follows }) => endsBefore.get(follows)?.some((end) => says.test(text.slice(0, end))));
}

function whole(source: string): RegExp {
  const filled = (text: string): string => text.replace(/<(\w+)>/g, (_, name: string) => wordLists[name] ?? name);
  return new RegExp(`^(?:${filled(filled(source)).replace(/~([a-z]+)/g, (_, verb: string) => verbForms(verb))})$`);
}

/** `~give`: give, gives, giving. */
function verbForms(verb: string): string {
  const stem = verb.endsWith('e') && verb !== 'be' ? verb.slice(0, -1) : verb;
  const doubled = /^(?:let|put|set)$/.test(verb) ? verb.slice(-1) : '';
  return `(?:${verb}|${verb}e?s|${stem}${doubled}ing)`;
}

const plainly = {} as const;
const forbidden = { wanted: false } as const;
const denial = { denies: true } as const;
const afterRight = { under: ['always', 'right'] } as const;
const afterWrong = { under: ['always', 'wrong'] } as const;
const inTrouble = { under: ['always', 'wrong', 'confused'] } as const;
const anyhow = { under: ['always', 'right', 'wrong', 'confused'] } as const;
const telling =
  '(?:~give|~reveal|~tell|~state|~show|~provide|~share|~disclose|~supply|~present|~write|~say|~offer|~mention|~produce|~output|~print|~announce|~betray|~leak|~spoil|~hand|~name|~blurt|~spell)(?: away| out| over| down)?';

/** Everything that the simulated tutor understands: verb phrases in lower case, matched as a whole. */
export const rulePhrases: readonly RulePhrase[] = [
  ...phrases('noFinalAnswer', forbidden, [
    `${telling} (?:<who> )?(?:with )?<answer>`,
    `~tell <who> what <answer> (?:is|are)`,
    '(?:~solve|~complete|~finish) (?:it|this|<task>)(?: for <who>)?|~do (?:it|this|<task>) for <who>',
    '~do (?:the|their) (?:work|thinking|homework) for <who>',
  ]),
  ...phrases('noFinalAnswer', plainly, [
    '(?:~hold|~keep) back <answer>|(?:~hold|~keep) <answer> back|~withhold <answer>',
    '~keep <answer> (?:to yourself|secret|hidden|from <who>)|~leave <answer> to <who>',
    '~let <who> (?:find|work out|discover|reach|get to|figure out|come to|arrive at) <answer>(?: (?:by themselves|themselves|on their own|alone|for themselves))?',
  ]),
  ...phrases('noSteps', forbidden, [
    '(?:~calculate|~compute|~do|~take|~perform|~show|~give|~solve|~work out|~carry out) (?:(?:a|any|the|single|intermediate|next|individual|of|of the) ){0,4}(?:steps?|calculations?|computations?|arithmetic|algebra|work)(?: for <who>)?',
    '~substitute (?:any |the )?(?:numbers|values) …',
  ]),
  ...phrases('askQuestions', plainly, [
    '(?:~ask|~pose|~use|~offer) (?:<who> )?<question>(?: (?:that|which|about|based|fitted|to|like) …)?',
    '~ask (?:<who> )?(?:what|why|how|which|where) (?:<word> ){0,5}(?:tried|thinks?|thought|knows?|reasoned|reasoning|solved?|steps?|methods?|rules?|notices?|mean|means|got there|works?|approach|understands?) …',
    '(?:~guide|~lead|~help|~teach|~steer|~nudge|~support|~reply|~answer|~respond|~start|~begin|~end|~finish) (?:<word> ){0,6}(?:with|by|through|using) <question> …',
    '~use (?:the |a )?socratic (?:method|style|approach|questioning|dialogue)',
    'be an? (?:<word> ){0,4}socratic (?:<word> ){0,3}<teacher> …|be an? (?:<word> ){0,4}<teacher> in the socratic (?:style|manner|tradition)',
  ]),
  ...phrases(['askQuestions', 'oneQuestion'], plainly, [
    '~ask (?:<who> )?<one> (?:<word> ){0,4}question(?:<turn>)?(?: (?:that|which|based|about|to) …)?',
  ]),
  ...phrases('oneQuestion', plainly, [
    '~ask (?:<who> )?(?:at most|no more than|up to) <one> (?:<word> ){0,3}question',
    '(?:~limit yourself|~keep|~stick) to <one> (?:<word> ){0,2}question',
    '~ask (?:your )?questions one at a time',
  ]),
  ...phrases('oneQuestion', forbidden, [
    '~ask (?:<who> )?(?:more than one|several|multiple|many|two|two or more) (?:<word> )?questions?(?:<turn>| in (?:one|a single) <reply>)?',
  ]),
  ...phrases('classifyReply', plainly, [
    '(?:~classify|~decide|~determine|~judge|~check|~assess|~work out|~find out|~identify|~consider|~diagnose) whether .{0,120}(?:right|correct|wrong|incorrect|confused|understood|understands|mistakes?|errors?) …',
    "(?:~classify|~assess|~judge|~diagnose|~evaluate|~analyse|~analyze|~check) (?:the |each |every |their |<who>(?:'s|s')? )?(?:last |latest |previous )?(?:reply|answer|response|message|state|work|solution) …",
  ]),
  ...phrases(['affirmCorrect', 'pointOutMistake'], anyhow, [
    '(?:~say|~tell <who>) whether .{0,80}(?:right|correct|wrong|incorrect)',
  ]),
  ...phrases('affirmCorrect', afterRight, [
    '(?:~affirm|~acknowledge|~confirm|~praise|~celebrate|~name|~say|~tell <who>) (?:openly )?(?:what (?:is|was|they got) (?:right|correct)|(?:(?:a|the|every|each|any|all|their) ){0,2}(?:right|correct|good) (?:answers?|steps?|replies|reply|results?|work|reasoning|thinking|parts?))',
  ]),
  ...phrases('affirmCorrect', { under: ['right'] }, [
    '(?:~affirm|~acknowledge|~confirm|~praise|~celebrate)(?: (?:it|that|this|openly|<who>|the step|the answer|their (?:understanding|work|step|answer)))?|~say so|~tell <who>|~agree|~say that it is (?:right|correct)|encourage openly',
  ]),
  ...phrases('deepenWhenRight', afterRight, [
    '(?:~ask|~give|~offer|~pose|~set|~raise|~follow up with|~move on to|~go on to) (?:<who> )?<harder> (?:questions?|tasks?|problems?|cases?|one|ones|step)(?: (?:to|that) …)?',
    "~make the next (?:question|task|problem) harder|~deepen (?:the|their|<who>(?:'s|s')?) understanding|~stretch <who>|~take (?:a|the) right answer further …",
  ]),
  ...phrases('pointOutMistake', afterWrong, [
    '(?:~point out|~name|~mention|~flag|~signal|~show|~address|~correct) (?:<who> )?<mistake>',
    '~point <mistake> out',
    '(?:~say|~tell <who>) (?:openly |kindly |clearly )?(?:that|when|what) (?:something|it|the answer|an answer|a step|the step|the reply|their answer)? ?is <wrong>',
    '(?:~help|~lead|~guide|~let) <who> (?:to )?(?:notice|see|find|spot|discover|realise|realize) <mistake>',
  ]),
  ...phrases('pointOutMistake', { under: ['wrong'] }, [
    '~point (?:it|that|them|this) out|~say so|~tell <who>|~name the cause|~correct (?:it|them|<who>)',
  ]),
  ...phrases(['pointOutMistake', 'locateMistake'], afterWrong, [
    '(?:~say|~show|~name|~indicate|~identify|~locate|~point out|~point to|~point at|~tell <who>|~show <who>) (?:(?:exactly|precisely|gently|in|at|to) ){0,2}(?:where|which (?:step|line|part)|the (?:<word> )?(?:step|line|place|part) (?:where|that|in which)) .{0,60}(?:wrong|mistakes?|errors?|slipped|incorrect|off)(?: (?:is|was|are|sits|happened))?',
    '(?:~locate <mistake>|(?:~name|~point to|~point at) the first wrong step)',
  ]),
  ...phrases('easierWhenWrong', inTrouble, [
    '(?:~ask|~give|~offer|~pose|~use|~set|~try) (?:<who> )?<easier> (?:questions?|tasks?|problems?|steps?|examples?|one|ones)',
    '~make the next (?:question|task|problem) (?:easier|simpler)|~ask something <easier>',
    '~break (?:it|things|<task>) (?:down|up|into) …',
  ]),
  ...phrases('adaptWhenConfused', { under: ['confused'] }, [
    '(?:~adjust|~change|~adapt|~simplify|~rephrase) (?:your |the )?(?:explanations?|approach|wording|words|language|way) …|(?:~rephrase|~simplify|~clarify|slow down) …|re-?explain …|~explain (?:it|the \\w+) (?:again|differently|more simply|in other words|another way|in another way)|~try (?:another|a different|a new) (?:way|explanation|approach)|(?:~give|~offer|~use) (?:<who> )?(?:an? |another |the |one )?(?:small |simple |concrete |simpler )?(?:hint|example|analogy|picture)|~ask something <easier>|(?:~ask|~give|~offer) (?:<who> )?<easier> (?:question|task|problem|step)|~go back (?:a (?:little|step|bit)|to .{1,60})|~take a step back|~break (?:it|things|<task>) (?:down|up|into) …',
  ]),
  ...phrases('explain', inTrouble, [
    '~explain (?:(?:the|a|an|each|every|your|why|how|what|things|ideas|concepts|it|new)\\b) …',
    '(?:~clarify|~illustrate) (?:the|an?|each|every|ideas|concepts) …',
    '(?:~give|~use|~offer) (?:<who> )?(?:(?:an?|concrete|everyday|simple|short|clear) ){0,3}(?:examples?|analogy|analogies|explanations?|illustrations?)',
  ]),
  ...phrases(['explain', 'modelThinking'], inTrouble, [
    '(?:~give|~show|~use|~offer) (?:<who> )?(?:an?|some|short)? ?worked examples?',
  ]),
  ...phrases('modelThinking', inTrouble, [
    '~think aloud …|~model (?:the|your|how|good) …|~show (?:<who> )?(?:how you think|your thinking)',
  ]),
  ...phrases('nextStep', anyhow, [
    '(?:~give|~suggest|~propose|~offer|~point to|~name|~end with|~finish with) (?:<who> )?(?:a|the|one) (?:concrete |clear |small |possible |sensible )?(?:next step|first step|step to take)',
    '(?:~go|~work|~proceed|~move|~come|~guide|~lead|~take|~help|~explain|~build|~advance) (?:<word> ){0,7}(?:step by step|one step<turn>|one step (?:closer|further|towards .{1,60}))',
    '~take (?:only |just )?(?:one|a single|a small|one small) step(?:<turn>| (?:towards .{1,60}|further))',
  ]),
  ...phrases('encourage', anyhow, [
    'be (?:<word>,? (?:and )?){0,3}<kind>(?:(?:,| and|, and) <word>){0,3}',
    '(?:~encourage|~praise|~support) (?:<who>|(?:the |their )?(?:effort|efforts|progress|attempts?|persistence))',
    '(?:~use|~keep|~speak in|~write in|~keep to|~speak with|~adopt|~maintain) an? (?:<word>,? (?:and )?){0,3}<kind>(?:(?:,| and|, and) <word>){0,2} (?:tone|voice|manner|style)',
  ]),
  ...phrases('encourage', plainly, ['be an? (?:<word>,? ){0,4}<kind>,? (?:and )?(?:<word> ){0,4}<teacher>s? …']),
  ...phrases('concise', plainly, [
    '~keep (?:it|things|(?:(?:your|each|every|all) )?<reply>|the (?:reply|replies|messages?|responses?)) (?:very )?(?:short|brief|concise)(?: and (?:simple|clear|plain|friendly|focused|warm|concise|to the point)|,? (?:at most|no more than|up to) .{1,30})?',
    'be (?:very )?(?:brief|concise|succinct)',
    '(?:~reply|~answer|~respond|~write|~speak) (?:briefly|concisely|(?:(?:in|with) )?(?:(?:at most|no more than|up to|only) )?(?:one|two|three|four|a few|\\d) (?:<word> )?sentences?)',
    '(?:~use|~write|~give) (?:short|brief|concise) (?:replies|answers|messages|sentences|responses)|~use few words',
  ]),
  ...phrases('concise', forbidden, [
    '(?:~write|~use|~exceed) (?:more than )?(?:one|two|three|four|five|\\d{1,3}) (?:sentences?|words)(?:<turn>)?',
  ]),
  ...phrases('onlyTaught', plainly, [
    '(?:~use|~rely on|~apply|~work with) (?:only|nothing but) (?:the )?(?:methods?|ideas|rules|tools|concepts) (?:from|of|in) <taught> …',
    '(?:~stick|~keep) to <taught>|~stay within <taught>|~limit yourself to <taught>',
  ]),
  ...phrases('onlyTaught', forbidden, [
    '(?:~use|~introduce|~mention|~bring in) (?:any )?(?:methods?|anything|ideas|tools) (?:beyond|outside|that (?:is|are) not in) <taught>|~go (?:beyond|outside) <taught>',
  ]),
  ...phrases('practice', anyhow, [
    '(?:~give|~offer|~set|~suggest|~assign|~propose|~end with) (?:<who> )?(?:(?:a|an|another|some|one|new|more) ){0,2}(?:similar|practice|practise) (?:tasks?|problems?|exercises?|questions?) …',
    '~let <who> (?:practi[cs]e|try (?:a similar|another) (?:task|problem|exercise|one)) …',
  ]),
  ...phrases('alternatives', inTrouble, [
    '(?:~show|~give|~offer|~suggest|~present|~explain|~mention) (?:<who> )?(?:another|a different|an alternative|a second|more than one|different|alternative|other) (?:ways?|methods?|approach|approaches|routes?|strateg(?:y|ies)|solutions?|explanations?) …',
  ]),
];

/** Phrases without a verb or in the passive voice, matched as a whole. */
export const wholePhrases: readonly RulePhrase[] = [
  ...phrases('noFinalAnswer', denial, [
    '(?:give )?no <answer>(?:,? (?:and|or) (?:no )?<answer>)?',
    '<answer> (?:must|should|is|are|may|can) (?:never|not)(?: ever)?(?: to)? (?:be )?(?:given|revealed|told|stated|shown|provided|shared|disclosed)(?: away)?',
  ]),
  ...phrases(['askQuestions', 'oneQuestion'], plainly, ['<one> (?:<word> ){0,3}question<turn>(?:, .{1,100})?']),
  ...phrases('oneQuestion', plainly, ['(?:at most|no more than|not more than) <one> (?:<word> ){0,3}question']),
  ...phrases('nextStep', plainly, ['one step<turn>']),
  ...phrases('concise', plainly, [
    '(?:short|brief) (?:replies|answers|messages|responses)|(?:at most|no more than) (?:one|two|three|four|\\d) sentences',
  ]),
];

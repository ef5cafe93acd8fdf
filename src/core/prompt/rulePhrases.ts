import type { RuleId } from './rules';

/** What a sentence says about the student's last message. */
export type Standing = 'right' | 'wrong' | 'confused';

export interface RulePhrase {
  readonly rules: readonly RuleId[];
  readonly says: RegExp;
  /** Whether the rule forbids what the phrase says: "never give the answer". */
  readonly forbids?: true;
  /** Counts only where the sentence or its heading speaks of this. */
  readonly when?: Standing;
}

/** Values of `<who>` and the like. They match only a few words, so that matching stays linear. */
const wordLists: Readonly<Record<string, string>> = {
  who: "(?:(?:(?:the|a|your|each|every|any) )?(?:students?|learners?|pupils?|child|children|users?|kids?)(?!')|them|him|her)",
  answer:
    '(?:(?:the|a|an|any|your|their|full|complete|whole|entire|final|correct|right|direct|exact) ){0,4}(?:answers?|solutions?|results?)',
  task: '(?:(?:the|a|any|their|whole) ){0,2}(?:problems?|tasks?|exercises?|equations?|homework|assignments?)',
  question:
    '(?:(?:a|an|the|some|one|two|more|exactly|only|just|short|guiding|leading|open|open-ended|probing|socratic|thoughtful|small|good|clear|simple) ){0,4}questions?(?! marks?)',
  one: '(?:(?:exactly|only|just) )?(?:one|1|a single)',
  word: "(?!(?:not|never|no|neither|less|too)\\b)[\\w'-]{1,30},?",
  turn: '(?:(?:per|an?|in an?|in each|in every|with each|with every|each|every) (?:turn|message|reply|response|time))',
  kind: '(?:warm|kind|friendly|supportive|patient|gentle|caring|encouraging|empathetic|compassionate)',
  mistake:
    "(?:(?:a|any|the|every|each|their|all|first|student's|students') ){0,3}(?:mistakes?|errors?|slips?|misconceptions?)",
  wrong: '(?:wrong|mistaken|incorrect|not (?:quite )?(?:right|correct)|false)',
  easier: '(?:an? |some )?(?:slightly |much )?(?:easier|simpler|smaller|more basic)',
  harder: '(?:an? |some )?(?:slightly |much )?(?:harder|deeper|tougher|more difficult|more demanding|more challenging)',
  taught: '(?:(?:the|this|their) )?(?:theory|curriculum|syllabus|lesson|textbook|formula sheet)',
  tell: '(?:giv(?:e|es|ing)|reveal(?:s|ing)?|tell(?:s|ing)?|stat(?:e|es|ing)|show(?:s|ing)?|provid(?:e|es|ing)|shar(?:e|es|ing)|disclos(?:e|es|ing)|writ(?:e|es|ing)|say(?:s|ing)?|hand(?:s|ing)?|spell(?:s|ing)?)(?: away| out| over)?',
};

type How = Pick<RulePhrase, 'forbids' | 'when'>;

function phrases(rules: RuleId | readonly RuleId[], how: How, says: readonly string[]): RulePhrase {
  const filled = (text: string): string => text.replace(/<(\w+)>/g, (_, name: string) => wordLists[name] ?? name);
  const source = `(?<![\\w-])(?:${filled(filled(says.join('|')))})(?![\\w-])`;
  return { rules: typeof rules === 'string' ? [rules] : rules, says: new RegExp(source), ...how };
}

const asks = {} as const;
const forbids = { forbids: true } as const;
const ifRight = { when: 'right' } as const;
const ifWrong = { when: 'wrong' } as const;
const ifConfused = { when: 'confused' } as const;

/** Everything that the simulated tutor understands, in lower case. */
export const rulePhrases: readonly RulePhrase[] = [
  phrases('noFinalAnswer', forbids, [
    '<tell> (?:<who> )?<answer>|<tell> <who> what <answer> (?:is|are)|(?<=no )<answer>',
    '(?:solv(?:e|ing)|complet(?:e|ing)) (?:it|this|<task>)|do(?:ing)? (?:it|this|<task>|the work) for <who>',
  ]),
  phrases('noFinalAnswer', asks, [
    'hold back <answer>|withhold <answer>|keep <answer> (?:to yourself|secret|hidden)|leave <answer> to <who>',
    'let <who> (?:find|work out|discover|reach|figure out) <answer>',
    '<answer> (?:must|should|may) (?:never|not) be (?:given|revealed|told|stated|shown)',
  ]),
  phrases('noSteps', forbids, [
    '(?:calculat|comput|tak|solv|giv|show|do|carry out|perform)(?:e|es|ing)? (?:(?:a|any|the|single|next) ){0,3}(?:steps?|calculations?|computations?)',
  ]),
  phrases('askQuestions', asks, [
    '(?:asks?|by asking|pose|use|offer) (?:<who> )?<question>|ask (?:<who> )?(?:what|why|how|which|where)',
    '(?:guide|lead|help|teach|steer|support|reply|answer|respond|start|begin|end) (?:<word> ){0,6}(?:with|by|through|using) <question>',
    'use (?:the |a )?socratic|(?:are|be|as) an? (?:<word> ){0,4}(?:socratic|in the socratic (?:style|manner))',
  ]),
  phrases(['askQuestions', 'oneQuestion'], asks, [
    'ask (?:<who> )?<one> (?:<word> ){0,4}question|(?<=^)<one> (?:<word> ){0,3}question <turn>',
  ]),
  phrases('oneQuestion', asks, [
    '(?:at most|no more than|not more than) <one> (?:<word> ){0,3}question',
    '(?:limit yourself|keep|stick) to <one> (?:<word> ){0,2}question',
  ]),
  phrases('oneQuestion', forbids, ['ask (?:<who> )?(?:more than one|several|many|two) (?:<word> )?questions?']),
  phrases('classifyReply', asks, [
    '(?:decide|determine|check|work out|identify|judge|assess|classify) (?:whether|if) .{0,120}(?:right|correct|wrong|confused|understood)',
    "(?:classify|assess|judge|diagnose|evaluate|check) (?:(?:the|each|every|their) )?(?:(?:last|\\w{1,20}'s?) )?(?:reply|answer|response|message|work|solution)",
  ]),
  phrases(['affirmCorrect', 'pointOutMistake'], asks, ['(?:say|tell <who>) (?:whether|if) .{0,80}(?:right|wrong)']),
  phrases('affirmCorrect', asks, [
    '(?:affirm|acknowledge|confirm|praise|name|say|tell <who>) (?:what (?:is|was) (?:right|correct)|(?:(?:a|the|every|each|any|their) )?(?:right|correct|good) (?:answers?|steps?|reply|results?|work))',
  ]),
  phrases('affirmCorrect', ifRight, [
    'affirm|acknowledge|confirm|praise|agree|say so|say that it is (?:right|correct)|encourage openly',
  ]),
  phrases('deepenWhenRight', asks, [
    '(?:ask|give|offer|pose|set|raise|go on to|move on to) (?:<who> )?<harder> (?:questions?|tasks?|problems?|cases?|one)',
    'make the next (?:question|task|problem) harder|deepen (?:the|their) understanding|take a right answer further',
  ]),
  phrases('pointOutMistake', asks, [
    '(?:point out|name|mention|flag|show|address|correct) (?:<who> )?<mistake>|point <mistake> out',
    '(?:say|tell <who>) (?:<word> )?(?:that|when) .{0,30}is <wrong>',
    '(?:help|lead|guide|let) (?:<who>) (?:to )?(?:notice|see|find|spot|discover) <mistake>',
  ]),
  phrases('pointOutMistake', ifWrong, [
    'point (?:it|that|them) out|say so|name the cause|correct (?:it|them)|say .{0,40}<wrong>',
  ]),
  phrases(['pointOutMistake', 'locateMistake'], asks, [
    '(?:say|show|name|identify|point out|point to|point at|tell <who>|show <who>) (?:<word> ){0,2}(?:where|which (?:step|line|part)|the (?:<word> )?(?:step|line|place|part)) .{0,60}(?:wrong|mistakes?|errors?|incorrect)',
  ]),
  phrases('easierWhenWrong', asks, [
    '(?:ask|give|offer|pose|use|set) (?:<who> )?(?:something )?<easier>',
    'make the next (?:question|task|problem) (?:easier|simpler)|break (?:it|things|<task>) (?:down|up|into)',
  ]),
  phrases('adaptWhenConfused', ifConfused, [
    '(?:adjust|change|adapt|simplify|rephrase|clarify) (?:the|your|it|more)|slow down|explain (?:it|the \\w{1,20} (?:again|differently))',
    'try (?:another|a different|a new)|(?:give|offer|use) (?:<who> )?(?:<word> ){0,3}(?:hint|example|analogy|picture)|ask something <easier>',
  ]),
  phrases('explain', asks, [
    '(?:explain|clarify|illustrate) (?:the|an?|each|every|your|why|how|what|things|ideas|it|again)',
    '(?:give|use|offer) (?:<who> )?(?:(?:an?|concrete|everyday|simple|short|clear|worked) ){0,3}(?:examples?|analogy|analogies|explanations?)',
  ]),
  phrases('modelThinking', asks, [
    'think aloud|(?:give|show|use|offer) (?:<who> )?(?:an? |some )?worked examples?|show (?:<who> )?your thinking',
  ]),
  phrases('nextStep', asks, [
    '(?:give|suggest|propose|offer|point to|name|end with) (?:<who> )?(?:a|the|one) (?:<word> )?(?:next|first) step',
    'one step (?:at a time|further|<turn>)|(?:take|move) (?:only |just )?(?:one|a single|a small) step|(?:guide|lead|help|explain|work|go) (?:<word> ){0,5}step by step',
  ]),
  phrases('encourage', asks, [
    'be (?:<word> (?:and )?){0,3}<kind>|(?:are|be|as) an? (?:<word> ){0,4}<kind>|<kind>(?: and <word>)? (?:tone|voice|manner|style)',
    '(?:encourage|praise|support) (?:<who>|(?:the |their )?(?:efforts?|progress|attempts?))',
  ]),
  phrases('concise', asks, [
    '(?:keep (?:it|things|(?:your|the|each|every) <word>)|be) (?:very )?(?:short|brief|concise)|(?:use|write|give) (?:short|brief|concise) <word>',
    '(?:reply|answer|respond|write|speak) (?:briefly|concisely|(?:in |with )?(?:at most |no more than |only )?(?:one|two|three|four|a few|\\d) sentences?)',
    '(?<=^)(?:short|brief) (?:replies|answers|messages)|(?<=^)(?:at most|no more than) (?:one|two|three|four|\\d) sentences',
  ]),
  phrases('concise', forbids, [
    '(?:write|use|exceed) (?:more than )?(?:one|two|three|four|\\d{1,3}) (?:sentences?|words)',
  ]),
  phrases('onlyTaught', asks, [
    '(?:use|apply|work with) (?:only|nothing but) (?:the )?(?:methods?|ideas|rules) (?:from|of|in) <taught>|(?:stick|keep) to <taught>',
  ]),
  phrases('practice', asks, [
    '(?:give|offer|set|suggest|assign|propose|end with) (?:<who> )?(?:(?:a|an|another|some|one|more) ){0,2}(?:similar|practice|practise) (?:tasks?|problems?|exercises?|questions?)',
  ]),
  phrases('alternatives', asks, [
    '(?:show|give|offer|suggest|present|explain) (?:<who> )?(?:another|a different|an alternative|a second|other) (?:ways?|methods?|approach|approaches|solutions?)',
  ]),
];

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

function phrases(
  rules: RuleId | readonly RuleId[],
  says: readonly string[],
  how: Pick<RulePhrase, 'forbids' | 'when'> = {},
): RulePhrase {
  const filled = (text: string): string => text.replace(/<(\w+)>/g, (_, name: string) => wordLists[name] ?? name);
  const source = `(?<![\\w-])(?:${filled(filled(says.join('|')))})(?![\\w-])`;
  return { rules: typeof rules === 'string' ? [rules] : rules, says: new RegExp(source), ...how };
}

const forbids = { forbids: true } as const;

/** Everything that the simulated tutor understands, in lower case. */
export const rulePhrases: readonly RulePhrase[] = [
  phrases(
    'noFinalAnswer',
    [
      '<tell> (?:<who> )?<answer>|<tell> <who> what <answer> (?:is|are)|(?<=no )<answer>',
      '(?:solv(?:e|ing)|complet(?:e|ing)|finish(?:ing)?) (?:it|this|<task>)|do(?:ing)? (?:it|this|<task>|the work) for <who>',
    ],
    forbids,
  ),
  phrases('noFinalAnswer', [
    'hold back <answer>|withhold <answer>|keep <answer> (?:to yourself|secret|hidden)|leave <answer> to <who>',
    'let <who> (?:find|work out|discover|reach|figure out) <answer>',
    '<answer> (?:must|should|may) (?:never|not) be (?:given|revealed|told|stated|shown)',
  ]),
  phrases(
    'noSteps',
    [
      '(?:calculat|comput|tak|solv|giv|show|do|work out|carry out|perform)(?:e|es|ing)? (?:(?:a|any|the|single|next|of) ){0,4}(?:steps?|calculations?|computations?|arithmetic|algebra)',
    ],
    forbids,
  ),
  phrases('askQuestions', [
    '(?:asks?|by asking|pose|use|offer) (?:<who> )?<question>|ask (?:<who> )?(?:what|why|how|which|where)',
    '(?:guide|lead|help|teach|steer|support|reply|answer|respond|start|begin|end) (?:<word> ){0,6}(?:with|by|through|using) <question>',
    'use (?:the |a )?socratic|(?:are|be|as) an? (?:<word> ){0,4}(?:socratic|in the socratic (?:style|manner))',
  ]),
  phrases(
    ['askQuestions', 'oneQuestion'],
    ['ask (?:<who> )?<one> (?:<word> ){0,4}question', '(?<=^)<one> (?:<word> ){0,3}question <turn>'],
  ),
  phrases('oneQuestion', [
    '(?:at most|no more than|not more than) <one> (?:<word> ){0,3}question',
    '(?:limit yourself|keep|stick) to <one> (?:<word> ){0,2}question|questions one at a time',
  ]),
  phrases(
    'oneQuestion',
    ['ask (?:<who> )?(?:more than one|several|multiple|many|two) (?:<word> )?questions?'],
    forbids,
  ),
  phrases('classifyReply', [
    '(?:decide|determine|check|work out|find out|identify|judge|assess|classify) (?:whether|if) .{0,120}(?:right|correct|wrong|incorrect|confused|understood|understands|mistakes?)',
    "(?:classify|assess|judge|diagnose|evaluate|check) (?:the |each |every |their |<who>(?:'s|s')? |the \\w{1,20}'s )?(?:last |latest )?(?:reply|answer|response|message|work|solution)",
  ]),
  phrases(['affirmCorrect', 'pointOutMistake'], ['(?:say|tell <who>) (?:whether|if) .{0,80}(?:right|correct|wrong)']),
  phrases('affirmCorrect', [
    '(?:affirm|acknowledge|confirm|praise|celebrate|name|say|tell <who>) (?:what (?:is|was|they got) (?:right|correct)|(?:(?:a|the|every|each|any|their) )?(?:right|correct|good) (?:answers?|steps?|replies|reply|results?|work))',
  ]),
  phrases(
    'affirmCorrect',
    ['affirm|acknowledge|confirm|praise|agree|say so|say that it is (?:right|correct)|encourage openly'],
    {
      when: 'right',
    },
  ),
  phrases('deepenWhenRight', [
    '(?:ask|give|offer|pose|set|raise|go on to|move on to) (?:<who> )?<harder> (?:questions?|tasks?|problems?|cases?|one)',
    'make the next (?:question|task|problem) harder|deepen (?:the|their) understanding|take a right answer further',
  ]),
  phrases('pointOutMistake', [
    '(?:point out|name|mention|flag|show|address|correct) (?:<who> )?<mistake>|point <mistake> out',
    '(?:say|tell <who>) (?:<word> )?(?:that|when) .{0,30}is <wrong>',
    '(?:help|lead|guide|let) (?:<who>) (?:to )?(?:notice|see|find|spot|discover) <mistake>',
  ]),
  phrases(
    'pointOutMistake',
    ['point (?:it|that|them) out|say so|name the cause|correct (?:it|them)|say .{0,40}<wrong>'],
    {
      when: 'wrong',
    },
  ),
  phrases(
    ['pointOutMistake', 'locateMistake'],
    [
      '(?:say|show|name|indicate|identify|point out|point to|point at|tell <who>|show <who>) (?:<word> ){0,2}(?:where|which (?:step|line|part)|the (?:<word> )?(?:step|line|place|part)) .{0,60}(?:wrong|mistakes?|errors?|incorrect)',
      'locate <mistake>',
    ],
  ),
  phrases('easierWhenWrong', [
    '(?:ask|give|offer|pose|use|set) (?:<who> )?(?:something )?<easier>(?: (?:questions?|tasks?|problems?|steps?|examples?|one))?',
    'make the next (?:question|task|problem) (?:easier|simpler)|break (?:it|things|<task>) (?:down|up|into)',
  ]),
  phrases(
    'adaptWhenConfused',
    [
      '(?:adjust|change|adapt|simplify|rephrase|clarify) (?:the|your|it|more)|slow down|re-?explain|explain (?:it|the \\w{1,20}) (?:again|differently|in another way)|explain it',
      'try (?:another|a different|a new)|(?:give|offer|use) (?:<who> )?(?:<word> ){0,3}(?:hint|example|analogy|picture)|ask something <easier>',
    ],
    { when: 'confused' },
  ),
  phrases('explain', [
    '(?:explain|clarify|illustrate) (?:the|an?|each|every|your|why|how|what|things|ideas|concepts|it|again)',
    '(?:give|use|offer) (?:<who> )?(?:(?:an?|concrete|everyday|simple|short|clear|worked) ){0,3}(?:examples?|analogy|analogies|explanations?)',
  ]),
  phrases('modelThinking', [
    'think aloud|(?:give|show|use|offer) (?:<who> )?(?:an? |some )?worked examples?|model (?:the|your|how)|show (?:<who> )?your thinking',
  ]),
  phrases('nextStep', [
    '(?:give|suggest|propose|offer|point to|name|end with) (?:<who> )?(?:a|the|one) (?:<word> )?(?:next|first) step',
    'one step (?:at a time|further|<turn>)|(?:take|move) (?:only |just )?(?:one|a single|a small) step',
    '(?:guide|lead|help|explain|work|go|proceed) (?:<word> ){0,5}step by step',
  ]),
  phrases('encourage', [
    'be (?:<word> (?:and )?){0,3}<kind>|(?:are|be|as) an? (?:<word> ){0,4}<kind>|<kind>(?: and <word>)? (?:tone|voice|manner|style)',
    '(?:encourage|praise|support) (?:<who>|(?:the |their )?(?:efforts?|progress|attempts?))',
  ]),
  phrases('concise', [
    '(?:keep (?:it|things|(?:your|the|each|every) <word>)|be) (?:very )?(?:short|brief|concise)|(?:use|write|give) (?:short|brief|concise) <word>',
    '(?:reply|answer|respond|write|speak) (?:briefly|concisely|(?:in |with )?(?:at most |no more than |only )?(?:one|two|three|four|a few|\\d) (?:<word> )?sentences?)',
    '(?<=^)(?:short|brief) (?:replies|answers|messages)|(?<=^)(?:at most|no more than) (?:one|two|three|four|\\d) sentences',
  ]),
  phrases(
    'concise',
    ['(?:write|use|exceed) (?:more than )?(?:one|two|three|four|five|\\d{1,3}) (?:sentences?|words)'],
    forbids,
  ),
  phrases('onlyTaught', [
    '(?:use|rely on|apply|work with) (?:only|nothing but) (?:the )?(?:methods?|ideas|rules|tools) (?:from|of|in) <taught>',
    '(?:stick|keep) to <taught>|stay within <taught>',
  ]),
  phrases(
    'onlyTaught',
    ['(?:use|introduce|mention) (?:any )?(?:methods?|anything|ideas) (?:beyond|outside) <taught>|go beyond <taught>'],
    forbids,
  ),
  phrases('practice', [
    '(?:give|offer|set|suggest|assign|propose|end with) (?:<who> )?(?:(?:a|an|another|some|one|new|more) ){0,2}(?:similar|practice|practise) (?:tasks?|problems?|exercises?|questions?)',
    'let <who> (?:practi[cs]e|try another)',
  ]),
  phrases('alternatives', [
    '(?:show|give|offer|suggest|present|explain|mention) (?:<who> )?(?:another|a different|an alternative|a second|different|alternative|other) (?:ways?|methods?|approach|approaches|solutions?|explanations?)',
  ]),
];

/**
 * Students whom the sentences in a place concern (none named: all). `sometimes`: another condition applies.
 * `undefined`: the sentences are no rules, as below "Avoid".
 */
export type Position = ReadonlySet<Standing> | 'sometimes' | undefined;

export const anywhere: ReadonlySet<Standing> = new Set();
/** After a text with all three standings, "Right:" and "Wrong:" are cases. Elsewhere they may be examples. */
export const cases: ReadonlySet<Standing> = new Set();

/** A title of these words alone does not limit the sentences below it. */
const neutral = new RegExp(
  `^(?:(?:${[
    'rules?|guidelines?|instructions?|principles?|requirements?|expectations?|directives?|key|core|main|general|basic|important|golden|ground|hard|strict|essential',
    'you|your|the|an?|of|for|and|in|with|on|is|are|to|how|what|must|should|shall|will|do|always|please|remember|note|notes|here|these|following|follow|below|keep|obey|by|each|every|all|overall',
    'tutor(?= )|tutoring|teaching|socratic|role|persona|task|tasks|job|goals?|aims?|purpose|mission|approach|methods?|strategy|strategies|style|tone|voice|manner|format|length',
    'behaviou?r|conduct|respond|response|responses|reply|replies|messages?|turns?|output|dialogue|language|pedagogy|system prompt|prompt|process|procedure|steps?(?: \\d+)?|rule \\d+|\\d+|then|adapt|choose|first|next',
    'help|teach|guide|work|talk|speak|answer|answers|(?:help|teach|guide|support|answer) (?:the |a |your )?students?|one|no answers|put|principle|into|practi[cs]e',
    'questions?|questioning|feedback|explanations?|explaining|model+ing|challenge|hints?|guidance|encouragement|mistakes|scaffolding|assessment|diagnosis|assess|diagnose',
  ].join('|')})(?: |$))+$`,
);
/** "Patient maths tutor", "Algebra tutor prompt". */
const named =
  /^(?:(?!(?:students?|learners?|pupils?|parents?)\b)[a-z-]+ ){1,5}(?:tutor|teacher|coach|mentor|tutoring|prompt|instructions|rules)(?: prompt| instructions| rules| guidelines)?$/;
/** Titles above text that is no list of rules: things to avoid, examples, words of others. */
const closing =
  /\b(?:not|never|no|nothing|without|avoid|stop|refrain|don'?ts?|forbidden|prohibited|bad|poor|worst|wrong way|examples?|samples?|ignore|previous|old|earlier|former|outdated|competitors?|says?|said|transcript|conversation|anti-?patterns?|pitfalls?|mistakes (?!$)|myths?|reasons?|why|background|translation|opposite|other|new|rejected|draft|jokes?)\b|n't\b|\w's\b/;

/** For a title, lead-in, label or column head. `among`: the position of the title itself. */
export function positionOfTitle(title: string, among: Position = anywhere): Position {
  const plain = title
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/"[^"]*"|“[^”]*”|⟦⟧|[()]/g, ' ')
    .replaceAll(/[*_:.,/&+-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\d+ (?=\D)/, '');
  const standing = standingOf(plain);
  if (standing.size > 0 && !closing.test(plain)) {
    // A text that names all three only announces the cases.
    if (standing.size === 3) return cases;
    if (/^(?:right|wrong|correct|incorrect)$/.test(plain)) return among === cases ? standing : undefined;
    if (isCase.test(plain.replace(/^(?:if|when|whenever|once|in case) /, ''))) return standing;
  }
  if (plain === '' || (plain.length > 1 && neutral.test(plain)) || /^\d$/.test(plain)) return anywhere;
  return closing.test(plain) ? undefined : 'sometimes';
}

/** A heading may name the prompt: "Patient maths tutor". */
export function positionOfHeading(title: string): Position {
  const position = positionOfTitle(title);
  return position === 'sometimes' && named.test(title.toLowerCase()) ? anywhere : position;
}

/** "Wrong answer", "The student is stuck", "Right or understood". */
const isCase =
  /^(?:(?:the|a|an|their|or|and|is|are|was|gets?|makes?|gave|gives|shows?|says?|feels?|seems?|sounds?|partly|still|very|student|learner|reply|answer|response|message|step|work|it|wrong|incorrect|right|correct|understood|understanding|understands|lost|stuck|confused|confusion|unsure|puzzled|struggling|mistakes?|errors?|misconceptions?|does|not|understand|student is)(?: |$))+$/;

/** Whether a sentence without a colon says that what follows is no list of rules. */
export function closesWhatFollows(sentence: string): boolean {
  const plain = sentence.toLowerCase().replaceAll('’', "'");
  return /\b(?:these|those|this|following|below|here)\b/.test(plain) && closing.test(plain);
}

export function within(outer: Position, inner: Position): Position {
  if (outer === undefined || inner === undefined) return undefined;
  if (outer === 'sometimes' || inner === 'sometimes') return 'sometimes';
  return inner.size > 0 || inner === cases ? inner : outer;
}

export type Standing = 'right' | 'wrong' | 'confused';

const everywhere =
  /^once (?:per|an?|(?:in )?(?:each|every)) (?:reply|message|turn|response|answer)$|^\w+(?: as)? (?:(?:you )?(?:answer|reply|respond|write|work|talk|speak|teach|help|chat)(?:ing)?(?: (?:to |with )?(?:the |a |your )?(?:students?|learners?|them))?|(?:it |this )?fits|appropriate|possible|(?:they are |it is )?(?:given|provided|available)|(?:each|every|all|any) (?:reply|replies|messages?|turns?|responses?|answers?|cases?|times?|situations?)(?: you (?:give|write))?)$/;
const denied = /(?:\bnot|n't) (?:quite )?(?:right|correct|understand\w*|follow|know|get it)\b/g;
const twofold =
  /\b(?:not|never|no|nothing|nobody|neither|claims?|thinks?|believes?)\b|n't\b|\b(?:and|but|time|times|twice|asks?|demands?|wants?|begs?|says?|you|your|parents?|teachers?|two|three|four|five|\d+)\b/;
const student =
  /\b(?:students?|learners?|pupils?|child|user|they|he|she|it|answer|reply|response|step|solution|work|result|attempt|someone|somebody|mistake|sign|confused|confusion|wrong|right|correct|incorrect)\b/;

/** The standings that a condition names: empty where it always holds, `undefined` where it asks for anything else. */
export function circumstancesOf(text: string): ReadonlySet<Standing> | undefined {
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

function standingOf(text: string): ReadonlySet<Standing> {
  return new Set(standings.flatMap(([standing, words]) => (words.test(text) ? [standing] : [])));
}

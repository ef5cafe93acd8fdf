/** How the student stands where a sentence says "if the answer is wrong" or the like. */
export type Standing = 'right' | 'wrong' | 'confused';

const everywhere =
  /^once (?:per|an?|(?:in )?(?:each|every)) (?:reply|message|turn|response|answer)$|^\w+(?: as)? (?:(?:you )?(?:answer|reply|respond|write|work|talk|speak|teach|help|chat)(?:ing)?(?: (?:to |with )?(?:the |a |your )?(?:students?|learners?|them))?|(?:it |this )?fits|appropriate|possible|(?:they are |it is )?(?:given|provided|available)|(?:each|every|all|any) (?:reply|replies|messages?|turns?|responses?|answers?|cases?|times?|situations?)(?: you (?:give|write))?)$/;
const denied = /(?:\bnot|n't) (?:quite )?(?:right|correct|understand\w*|follow|know|get it)\b/g;
const twofold =
  /\b(?:not|never|no|nothing|nobody|neither|claims?|thinks?|believes?)\b|n't\b|\b(?:and|but|time|times|twice|asks?|demands?|wants?|begs?|says?|you|your|parents?|teachers?|two|three|four|five|\d+)\b/;
const student =
  /\b(?:students?|learners?|pupils?|child|user|they|he|she|it|answer|reply|response|step|solution|work|result|attempt|someone|somebody|mistake|sign|confused|confusion|wrong|right|correct|incorrect)\b/;

/** How the student stands according to a condition: nobody in particular where it always holds, undefined where it asks for something else. */
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

/** The standings of students that a text names. */
export function standingOf(text: string): ReadonlySet<Standing> {
  return new Set(standings.flatMap(([standing, words]) => (words.test(text) ? [standing] : [])));
}

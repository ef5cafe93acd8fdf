/** The beginnings of a sentence that takes back the one before it, or holds it to some cases. */
const beginnings =
  /^\(?(?:unless|except|exceptions?|but|however|only|though|although|or(?: rather| do| not)?|actually|well|wait|no|nope|nah|not|never mind|scratch|strike|forget|skip|ignore|disregard|omit|drop|just kidding|kidding|haha?|lol|jk|psych|sike|of course not|as if|yeah right|(?:i am|i'm) (?:joking|kidding|not serious)|the opposite|on second thought|until|till|as long as|starting|beginning|effective|as of|from (?!now on)|if asked|when asked|on (?:request|demand)|this|that|it|these|those|such|the (?:rule|last|previous|above|sentence))\b/i;

/** Behind "this", "that" and the like: words that say of a rule that it does not hold, or when. */
const undoing =
  /\b(?:not|n't|never|no|only|unless|until|except|old|former|suspended|disabled|off|over|void|obsolete|outdated|cancelled|wrong|false|bad|jokes?|lies?|nonsense|was|were|used to|appl(?:y|ies)|holds? (?:when|if|for)|changes|ends|expires|optional)\b|n't\b/i;

/** Whether a sentence takes back the one before it, or says when that one holds. */
export function takesBack(sentence: string): boolean {
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
export function speaksOfPrompt(sentence: string): boolean {
  const plain = sentence.slice(0, 600).replaceAll('’', "'").replaceAll(/[*_]+/g, '');
  return undoes.some((one) => one.test(plain));
}

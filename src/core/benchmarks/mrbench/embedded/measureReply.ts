import { numbersIn } from '../../../benchmark/judging/replyText';
import { relationMeasures } from './relationFeatures';
import { type Found, hasNumber, logCount, readReply, type ReplyMaterial, type ReplyReading } from './replyReading';
import { wordingMeasures } from './wordingFeatures';

const measures = { ...wordingMeasures, ...relationMeasures };
type FeatureId = keyof typeof measures;

/** The meaning of high and low values, as sentence endings after “The reply”. */
const signs: Readonly<Record<FeatureId, readonly [high: string, low: string]>> = {
  characters: ['is long', 'is short'],
  sentences: ['has many sentences', 'has few sentences'],
  sentenceLength: ['has long sentences', 'has short sentences'],
  wordLength: ['uses long words', 'uses short words'],
  questionMarks: ['has several question marks', 'has no question mark'],
  exclamations: ['has exclamation marks', 'has no exclamation mark'],
  quotations: ['quotes', 'quotes nothing'],
  commas: ['has many commas', 'has few commas'],
  dots: ['trails off in dots', 'does not trail off'],
  brackets: ['has brackets', 'has no brackets'],
  lines: ['runs over several lines', 'is one paragraph'],
  markup: ['has formatting marks', 'is plain text'],
  endsAsking: ['ends with a question', 'does not end with a question'],
  startsAsking: ['starts with a question', 'does not start with a question'],
  unfinished: ['ends without punctuation', 'ends with punctuation'],
  lowerCaseStart: ['starts in lower case', 'starts with a capital'],
  looseForm: ['has loose spacing or small “i”', 'is tidy'],
  speakerLabel: ['begins with a speaker’s label', 'has no speaker’s label'],
  quotedWhole: ['stands in quotation marks', 'stands without quotation marks'],
  digits: ['has many digits', 'has no digits'],
  signs: ['has calculation signs', 'has no calculation sign'],
  praise: ['has praise', 'has no praise'],
  effort: ['has credit for effort', 'has no credit for effort'],
  comfort: ['has comfort', 'has no comfort'],
  confirmsIt: ['has words that confirm', 'has no words that confirm'],
  deniesIt: ['has words that deny', 'has no words that deny'],
  contrast: ['has “but”, “however” or “actually”', 'has no “but”, “however” or “actually”'],
  misunderstanding: ['has words for a misunderstanding', 'has no words for a misunderstanding'],
  seems: ['has hedging', 'has no hedging'],
  sorry: ['has an apology', 'has no apology'],
  letUs: ['has “let’s”', 'has no “let’s”'],
  we: ['has “we” and “our”', 'has no “we” and “our”'],
  you: ['has “you” and “your”', 'has no “you” and “your”'],
  i: ['has “I” and “me”', 'has no “I” and “me”'],
  asksForAccount: ['has a request to explain', 'has no request to explain'],
  canYou: ['has “can you”', 'has no “can you”'],
  what: ['has “what”', 'has no “what”'],
  how: ['has “how”', 'has no “how”'],
  howMany: ['has “how many” or “how much”', 'has no “how many” or “how much”'],
  why: ['has “why”', 'has no “why”'],
  which: ['has “which”, “where” or “who”', 'has no “which”, “where” or “who”'],
  ifThen: ['has “if”', 'has no “if”'],
  should: ['has an obligation', 'has no obligation'],
  because: ['has a reason', 'has no reason'],
  sequence: ['has an order of steps', 'has no order of steps'],
  operation: ['has names of operations', 'has no names of operations'],
  hint: ['has a hint', 'has no hint'],
  check: ['has a call to check', 'has no call to check'],
  tryAgain: ['has “try again”', 'has no “try again”'],
  answerIs: ['has words that state an answer', 'has no words that state an answer'],
  answerWord: ['has the word “answer”, “solution” or “problem”', 'has no “answer”, “solution” or “problem”'],
  place: ['has a part of the student’s work', 'has no part of the student’s work'],
  iSee: ['has “I see” or “I understand”', 'has no “I see” or “I understand”'],
  moveOn: ['has a move to something else', 'has no move to something else'],
  interjection: ['has an interjection', 'has no interjection'],
  contraction: ['has contractions', 'has no contractions'],
  stiff: ['has stiff wording', 'has no stiff wording'],
  thisThat: ['has “this”, “that” and “it”', 'has no “this”, “that” and “it”'],
  only: ['has “only”, “each”, “every” or “all”', 'has no “only”, “each”, “every” or “all”'],
  placeValue: ['has school terms', 'has no school terms'],
  opensWithPraise: ['opens with praise', 'does not open with praise'],
  opensWithYes: ['opens with a yes', 'does not open with a yes'],
  opensWithNo: ['opens with a no', 'does not open with a no'],
  opensWithI: ['opens with “I” or “it seems”', 'does not open with “I” or “it seems”'],
  opensWithYou: ['opens with “you”', 'does not open with “you”'],
  opensWithLets: ['opens with “let’s” or “remember”', 'does not open with “let’s” or “remember”'],
  opensWithQuestion: ['opens with a question word', 'does not open with a question word'],
  'phrase.denial': ['says that something is wrong', 'nowhere says that something is wrong'],
  'phrase.doubt': ['casts doubt', 'nowhere casts doubt'],
  'phrase.affirmation': ['accepts the answer as right', 'nowhere accepts the answer as right'],
  'phrase.encouragement': ['encourages', 'nowhere encourages'],
  'phrase.scaffold': ['adds something concrete', 'nowhere adds something concrete'],
  'phrase.followingStep': ['goes on to a following step', 'nowhere goes on to a following step'],
  'phrase.affirmsAndDenies': ['both confirms and denies', 'nowhere both confirms and denies'],
  asks: ['asks several things', 'asks nothing'],
  deepestQuestion: ['asks a question that needs thought', 'asks no question that needs thought'],
  lightestQuestion: ['asks no light question', 'asks nothing, or something light'],
  numbers: ['has many numbers', 'has no numbers'],
  numbersOfStudent: ['takes up numbers of the student', 'takes up no number of the student'],
  numbersOfProblem: ['takes up numbers of the problem', 'takes up no number of the problem'],
  numbersOfTutor: ['takes up numbers of the last tutor turn', 'takes up no number of the last tutor turn'],
  newNumbers: ['has numbers that nobody has named', 'has no new number'],
  studentsAnswer: ['names the student’s result', 'does not name the student’s result'],
  studentsAnswerOutsideQuestion: ['states the student’s result', 'does not state the student’s result'],
  answerNamed: ['names the number of the worked solution', 'does not name the number of the worked solution'],
  answerNamedFirst: ['names the solution’s number before the student has', 'does not name the solution’s number first'],
  answerStated: ['states the number of the worked solution', 'does not state the number of the worked solution'],
  answerLast: ['ends on the number of the worked solution', 'does not end on the number of the worked solution'],
  phraseOfAnswer: ['states a final answer', 'states no final answer'],
  stepsOfSolution: ['names results of the worked solution', 'names no result of the worked solution'],
  rightEquations: ['has equations that hold', 'has no equation that holds'],
  wrongEquations: ['has an equation that does not hold', 'has no wrong equation'],
  newResults: ['computes a new number', 'computes no new number'],
  statedNumbers: ['has numbers outside its questions', 'has no number outside its questions'],
  newStatedNumbers: ['states numbers that nobody has named', 'states no new number'],
  simpleResult: [
    'states the result of a calculation with two numbers of the last turns',
    'states no result of two numbers of the last turns',
  ],
  solutionKnown: ['was read beside a worked solution', 'was read without a worked solution'],
  studentIsRight: [
    'follows a student who has the solution’s number',
    'follows a student without the solution’s number',
  ],
  studentNamedAnswer: [
    'follows turns in which the solution’s number was named',
    'follows turns in which the solution’s number was not named',
  ],
  wordsOfStudent: ['takes up words of the student', 'takes up few words of the student'],
  wordsOfLastTutor: ['takes up words of the last tutor turn', 'takes up few words of the last tutor turn'],
  wordsOfProblem: ['takes up words of the problem', 'takes up few words of the problem'],
  wordsOfSolution: ['takes up words of the worked solution', 'takes up few words of the worked solution'],
  wordsOfDialogue: ['stays with the words of the conversation', 'uses words that are new to the conversation'],
  newWords: ['has many words that are new to the conversation', 'has few new words'],
  studentWordsTaken: ['repeats much of the student’s turn', 'repeats little of the student’s turn'],
  tutorWordsTaken: ['repeats much of the last tutor turn', 'repeats little of the last tutor turn'],
  repeatsTutor: ['is close to an earlier tutor turn', 'is unlike earlier tutor turns'],
  echoesStudent: ['shares runs of words with the student', 'shares no run of words with the student'],
  echoesProblem: ['shares runs of words with the problem', 'shares no run of words with the problem'],
  turns: ['comes late in the dialogue', 'comes early in the dialogue'],
  problemLength: ['follows a long first turn', 'follows a short first turn'],
  studentLength: ['follows a long student turn', 'follows a short student turn'],
  studentNumbers: ['follows a student turn with numbers', 'follows a student turn without numbers'],
  studentAsks: ['follows a student’s question', 'does not follow a student’s question'],
  studentUnsure: ['follows an unsure student', 'follows a student who does not sound unsure'],
  studentAgrees: ['follows a student who agrees', 'follows a student who does not agree'],
  studentSorry: ['follows a student who takes something back', 'follows a student who takes nothing back'],
  tutorDoubted: ['follows a tutor turn that cast doubt', 'follows a tutor turn that cast no doubt'],
  tutorAsked: ['follows a tutor’s question', 'does not follow a tutor’s question'],
  endsWithTutor: ['follows a tutor turn', 'follows a student turn'],
  studentsOwnNumbers: [
    'follows a student with numbers that are not in the solution',
    'follows a student with no number of their own',
  ],
  stepsMissing: [
    'follows turns that lack results of the worked solution',
    'follows turns that have the results of the worked solution',
  ],
  partsOfStudent: ['takes up a whole sentence of the student', 'takes up no sentence of the student'],
  confirmsOnly: ['confirms and adds no doubt', 'does not simply confirm'],
  turnsAround: ['never turns to a “but” or “let’s”', 'turns to a “but” or “let’s” early'],
  askedMissed: [
    'follows a wrong answer to a calculation that was asked for',
    'follows no wrong answer to a calculation',
  ],
  askedNamed: [
    'names the result of the calculation that was asked for',
    'does not name the result of a calculation that was asked for',
  ],
  confirmsMissed: ['confirms a wrong answer to a calculation', 'confirms no wrong answer to a calculation'],
  questionShare: ['consists of questions', 'consists of statements'],
  praisesWork: ['praises the student’s attempt or work', 'does not praise the student’s attempt or work'],
  softens: ['softens what it says', 'does not soften what it says'],
  callsToWork: [
    'points the student to something in the conversation',
    'does not point the student to anything in the conversation',
  ],
  endsStating: ['ends by stating a number', 'does not end by stating a number'],
  endsPraising: ['ends with praise', 'does not end with praise'],
  longerThanStudent: ['is longer than the student’s turn', 'is shorter than the student’s turn'],
};

/** Features that depend on the worked solution. Not for dimensions whose judge must not see it. */
const solutionFeatures: ReadonlySet<string> = new Set<FeatureId>([
  'answerNamed',
  'answerNamedFirst',
  'answerStated',
  'answerLast',
  'phraseOfAnswer',
  'stepsOfSolution',
  'solutionKnown',
  'studentIsRight',
  'studentNamedAnswer',
  'wordsOfSolution',
  'studentsOwnNumbers',
  'stepsMissing',
]);

export const denseFeatureList = (Object.keys(measures) as FeatureId[]).map((id) => {
  const [high, low] = signs[id];
  return { id, high, low, ofSolution: solutionFeatures.has(id) };
});

export function denseFeatures(reading: ReplyReading): Float64Array {
  return Float64Array.from(Object.values(measures), (measure) => numberOf(measure(reading)));
}

function numberOf(found: Found): number {
  if (typeof found === 'number') return found;
  if (typeof found === 'object') return logCount(found?.length ?? 0);
  return found === undefined || found === false ? 0 : 1;
}

export interface MeasuredReply {
  readonly dense: Float64Array;
  readonly terms: ReadonlyMap<string, number>;
}

export function measureReply(material: ReplyMaterial): MeasuredReply {
  const reading = readReply(material);
  const terms = new Map<string, number>();
  for (const term of replyTerms(reading)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { dense: denseFeatures(reading), terms };
}

/** `^` and `$` are the ends. A number is named by its source, so that all problems share terms. */
export function replyTerms(reading: ReplyReading): readonly string[] {
  const words = reading.tokens.map((token) => (/\d/.test(token) ? numberTerm(token, reading) : token));
  const framed = ['^', ...words, '$'];
  return [...words, ...framed.slice(1).map((word, index) => `${framed[index] ?? ''} ${word}`)];
}

function numberTerm(token: string, { lastStudent, lastTutor, student, tutor, studentAnswer }: ReplyReading): string {
  const [value] = numbersIn(token);
  if (value === undefined) return '#number';
  if (studentAnswer !== undefined && hasNumber([studentAnswer], value)) return '#result';
  if (hasNumber(lastStudent.numbers, value)) return '#student';
  if (hasNumber(lastTutor.numbers, value)) return '#tutor';
  return hasNumber(student.numbers, value) || hasNumber(tutor.numbers, value) ? '#earlier' : '#new';
}

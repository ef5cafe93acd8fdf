import { isQuestion } from '../../../simulation/replyFeatures';
import { bareWords, contentWords, numbersIn, sentencesOf } from '../../../benchmark/judging/replyText';
import { calculated, hasNumber, logCount, type Measures, type ReplyReading } from './replyReading';

export const relationMeasures = {
  numbers: ({ numbers }) => numbers,
  numbersOfStudent: ({ numbers, lastStudent }) => shared(numbers, lastStudent.numbers),
  numbersOfProblem: ({ numbers, problem }) => shared(numbers, problem.numbers),
  numbersOfTutor: ({ numbers, lastTutor }) => shared(numbers, lastTutor.numbers),
  newNumbers: (reading) => reading.numbers.filter((value) => isNew(value, reading)),
  studentsAnswer: ({ numbers, studentAnswer }) => hasNumber(numbers, studentAnswer),
  studentsAnswerOutsideQuestion: (reading) => hasNumber(statedNumbers(reading), reading.studentAnswer),
  answerNamed: ({ numbers, answer }) => hasNumber(numbers, answer),
  answerNamedFirst: (reading) => hasNumber(reading.numbers, reading.answer) && isNew(reading.answer, reading),
  answerStated: (reading) => hasNumber(statedNumbers(reading), reading.answer),
  answerLast: ({ numbers, answer }) => hasNumber(numbers.slice(-1), answer),
  phraseOfAnswer: statesAnswer,
  stepsOfSolution: ({ numbers, problem, solution }) =>
    shared(numbers, solution?.numbers.filter((value) => !hasNumber(problem.numbers, value)) ?? []),
  rightEquations: ({ equations }) => equations.filter(({ holds }) => holds),
  wrongEquations: ({ equations }) => equations.filter(({ holds }) => !holds),
  newResults: (reading) => reading.equations.filter(({ result }) => isNew(result, reading)),
  statedNumbers,
  newStatedNumbers: (reading) => statedNumbers(reading).filter((value) => isNew(value, reading)),
  simpleResult: (reading) => statedNumbers(reading).some((value) => isResult(value, reading)),
  solutionKnown: ({ solution }) => solution !== undefined,
  studentIsRight: ({ answer, studentAnswer }) => answer !== undefined && hasNumber([answer], studentAnswer),
  studentNamedAnswer: (reading) => reading.answer !== undefined && !isNew(reading.answer, reading),
  wordsOfStudent: ({ words, lastStudent }) => shareOf(words, (word) => lastStudent.words.has(word)),
  wordsOfLastTutor: ({ words, lastTutor }) => shareOf(words, (word) => lastTutor.words.has(word)),
  wordsOfProblem: ({ words, problem }) => shareOf(words, (word) => problem.words.has(word)),
  wordsOfSolution: ({ words, solution }) => shareOf(words, (word) => solution?.words.has(word) === true),
  wordsOfDialogue: (reading) => shareOf(reading.words, (word) => wasSaid(word, reading)),
  newWords: (reading) => [...reading.words].filter((word) => !wasSaid(word, reading)),
  studentWordsTaken: ({ words, lastStudent }) => shareOf(lastStudent.words, (word) => words.has(word)),
  tutorWordsTaken: ({ words, lastTutor }) => shareOf(lastTutor.words, (word) => words.has(word)),
  repeatsTutor: ({ text, words, turns }) => {
    const earlier = turns.flatMap(({ role, content }) => (role === 'tutor' ? [content] : []));
    if (earlier.some((content) => bareWords(content) === bareWords(text))) return 1;
    const overlaps = earlier.map((content) => {
      const lower = content.toLowerCase();
      return shareOf(words, (word) => lower.includes(word));
    });
    return Math.max(0, ...overlaps);
  },
  echoesStudent: ({ tokens, lastStudent }) => sharedPairs(tokens, lastStudent.text),
  echoesProblem: ({ tokens, problem }) => sharedPairs(tokens, problem.text),
  turns: ({ turns }) => turns,
  problemLength: ({ problem }) => logCount(problem.text.length),
  studentLength: ({ lastStudent }) => logCount(lastStudent.text.length),
  studentNumbers: ({ lastStudent }) => lastStudent.numbers,
  studentAsks: ({ lastStudent }) => lastStudent.text.includes('?'),
  studentUnsure: ({ lastStudent }) =>
    /\b(?:don't know|not sure|confus\w+|stuck|i think|maybe|um+|help|hard|guess|idk)\b/i.test(lastStudent.text),
  studentAgrees: ({ lastStudent }) =>
    /^\W*(?:yes|ok|okay|oh|i see|right|sure|yeah|got it|thank)/i.test(lastStudent.text),
  studentSorry: ({ lastStudent }) =>
    /\b(?:sorry|mistake|you're right|i see|oh|apolog\w+|wrong|should have)\b/i.test(lastStudent.text),
  tutorDoubted: ({ lastTutor }) =>
    /\b(?:check|sure|again|not|wrong|mistake|but|however|incorrect|why)\b/i.test(lastTutor.text),
  tutorAsked: ({ lastTutor }) => lastTutor.text.includes('?'),
  endsWithTutor: ({ turns }) => turns.at(-1)?.role === 'tutor',
  studentsOwnNumbers: ({ student, problem, solution }) =>
    solution && student.numbers.filter((value) => !hasNumber([...problem.numbers, ...solution.numbers], value)),
  stepsMissing: ({ student, tutor, problem, solution }) =>
    solution?.numbers.filter((value) => !hasNumber([...problem.numbers, ...student.numbers, ...tutor.numbers], value)),
  partsOfStudent: ({ words, student }) => {
    const sentences = sentencesOf(student.text).slice(0, 60).map(contentWords);
    const shares = sentences
      .filter(({ size }) => size > 1)
      .map((other) => [...other].filter((word) => words.has(word)).length / other.size);
    return Math.max(0, ...shares);
  },
  confirmsOnly,
  turnsAround: ({ lower }) => {
    const at = lower.search(/\b(?:but|however|actually|although|instead|let's|remember)\b/);
    return at === -1 ? 1.5 : at / Math.max(1, lower.length);
  },
  askedMissed: missesAsked,
  askedNamed: (reading) => hasNumber(reading.numbers, askedResult(reading)),
  confirmsMissed: (reading) => missesAsked(reading) && confirmsOnly(reading),
  questionShare: ({ features, text }) =>
    features.sentences.filter(isQuestion).join(' ').length / Math.max(1, text.length),
  praisesWork: ({ lower }) =>
    /\b(?:great|good|nice|excellent|wonderful|fantastic|awesome|amazing|solid|brilliant|super|perfect) (?:try|effort|start|attempt|job|work|guess|thinking|question|observation|progress|idea|point|explanation|reasoning|understanding|thought|approach|going)/.test(
      lower,
    ),
  softens: ({ lower }) =>
    /\b(?:it (?:seems|looks like)|there (?:seems|might|may)|i see (?:where|what|you)|i think|a (?:bit|little|small|slight|minor))\b/.test(
      lower,
    ),
  callsToWork: ({ features, student, tutor }) => {
    const calls = features.sentences.flatMap((sentence) => call.exec(sentence)?.[0] ?? []).join(' ');
    return [...contentWords(calls)].filter((word) => student.words.has(word) || tutor.words.has(word));
  },
  endsStating: ({ features }) => {
    const last = features.sentences.at(-1) ?? '';
    return !isQuestion(last) && numbersIn(last).length > 0;
  },
  endsPraising: ({ features }) =>
    /\b(?:great|good|nice|excellent|keep|well done|awesome|proud)\b/i.test(features.sentences.at(-1) ?? ''),
  longerThanStudent: ({ text, lastStudent }) => logCount(text.length) - logCount(lastStudent.text.length),
} satisfies Measures;

const call = /\b(?:let's|try|check|look|think|remember|recall|consider|find|calculate|re-?\w+|need to|should)\b.*/i;

function confirmsOnly({ features: { affirmation, denial, doubt }, lower }: ReplyReading): boolean {
  const confirms =
    affirmation !== undefined ||
    /^\W*(?:great|good|nice|excellent|perfect|awesome|well done|fantastic|yes|correct|exactly|that's right)\b/.test(
      lower,
    );
  const turns = /\b(?:but|however|actually|although|let's|remember|instead|try|close|almost)\b/.test(lower);
  return confirms && denial === undefined && doubt === undefined && !turns;
}

// A slash between blanks divides; one without blanks is a fraction. Longer chains are skipped.
const calculation =
  /(?<![\d./]|[-+−–×x*÷/]\s{0,3})(\d{1,9}(?:\.\d{1,6})?)(\s{0,3}[-+−–×x*÷]\s{0,3}|\s{1,3}\/\s{1,3})(\d{1,9}(?:\.\d{1,6})?)(?![\d./]*\s{0,3}[-+−–×x*÷/=\d])/g;

function askedResult({ lastTutor }: ReplyReading): number | undefined {
  const text = lastTutor.text
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/\b(?:times|multiplied by)\b/gi, '*')
    .replace(/\bdivided by\b/gi, '÷')
    .replace(/\bplus\b/gi, '+')
    .replace(/\bminus\b/gi, '-');
  const [, left, sign = '', right] = [...text.matchAll(calculation)].at(-1) ?? [];
  return left === undefined ? undefined : calculated(Number(left), sign.trim(), Number(right));
}

function missesAsked(reading: ReplyReading): boolean {
  const value = askedResult(reading);
  const { numbers } = reading.lastStudent;
  return value !== undefined && numbers.length > 0 && !hasNumber(numbers, value);
}

function wasSaid(word: string, { student, tutor }: ReplyReading): boolean {
  return student.words.has(word) || tutor.words.has(word);
}

function shareOf(words: ReadonlySet<string>, isTaken: (word: string) => boolean): number {
  return words.size === 0 ? 0 : [...words].filter(isTaken).length / words.size;
}

function sharedPairs(tokens: readonly string[], text: string): number {
  if (tokens.length < 2) return 0;
  const other = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, ' ')} `;
  const pairs = tokens.slice(1).map((token, index) => ` ${tokens[index] ?? ''} ${token} `);
  return pairs.filter((pair) => other.includes(pair)).length / pairs.length;
}

function shared(numbers: readonly number[], others: readonly number[]): readonly number[] {
  return numbers.filter((value) => hasNumber(others, value));
}

function isNew(value: number | undefined, { student, tutor }: ReplyReading): boolean {
  return !hasNumber(student.numbers, value) && !hasNumber(tutor.numbers, value);
}

function statedNumbers({ features }: ReplyReading): readonly number[] {
  return features.sentences
    .filter((sentence) => !isQuestion(sentence))
    .flatMap(numbersIn)
    .slice(0, 60);
}

/** Whether it follows from two of the first numbers in the last turns, and is not one of them. */
function isResult(value: number, { lastStudent, lastTutor }: ReplyReading): boolean {
  const given = [...lastTutor.numbers.slice(0, 6), ...lastStudent.numbers.slice(0, 6)];
  if (hasNumber(given, value)) return false;
  return given.some((left, index) => {
    const results = (right: number): number[] => [
      left + right,
      left - right,
      right - left,
      left * right,
      left / right,
      right / left,
    ];
    return given.slice(index + 1).some((right) => hasNumber(results(right), value));
  });
}

// "Answer is 12" and the like, with the number within a few words.
const answering =
  /\b(?:(?:answer|result|solution)(?: here)? (?:is|would be|should be|comes to)|so (?:it|that|this)(?:'s| is| makes| gives)|(?:should|must|would) (?:be|get|come to)|(?:makes|gives|get|leaves)(?: you| us)?)\s(?!not\b)([^.?!\n]{0,40}\d[\d.,/:]*)/gi;

/** “Answer is” always counts. Elsewhere the solution's number counts after a phrase, or if it is new. */
function statesAnswer(reading: ReplyReading): boolean {
  const { answer, features } = reading;
  return features.sentences.some((sentence) => {
    if (isQuestion(sentence)) return false;
    const phrase = [...sentence.matchAll(answering)].at(-1)?.[0];
    // "That gives 12" may be an intermediate result, so it counts only if it is right.
    if (phrase !== undefined && /^(?:answer|result|solution)/i.test(phrase)) return true;
    return hasNumber(numbersIn(sentence), answer) && (phrase !== undefined || isNew(answer, reading));
  });
}

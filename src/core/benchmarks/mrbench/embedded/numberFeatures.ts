import { isQuestion } from '../../../benchmark/judging/replyFeatures';
import { numbersIn, sentencesOf } from '../../../benchmark/judging/replyText';
import {
  feature,
  hasNumber,
  logCount,
  ofSolution,
  type ReplyFeature,
  type ReplyReading,
  sameNumber,
} from './replyReading';

/** Where the reply's numbers come from, and whether its arithmetic holds. */
export const numberFeatures: readonly ReplyFeature[] = [
  feature('numbers', 'has many numbers', 'has no numbers', ({ numbers }) => logCount(numbers.length)),
  feature('numbersOfStudent', 'takes up numbers of the student', 'takes up no number of the student', (reading) =>
    logCount(shared(reading, reading.lastStudent.numbers)),
  ),
  feature('numbersOfProblem', 'takes up numbers of the problem', 'takes up no number of the problem', (reading) =>
    logCount(shared(reading, reading.problem.numbers)),
  ),
  feature(
    'numbersOfTutor',
    'takes up numbers of the last tutor turn',
    'takes up no number of the last tutor turn',
    (reading) => logCount(shared(reading, reading.lastTutor.numbers)),
  ),
  feature('newNumbers', 'brings numbers that nobody has named', 'brings no new number', (reading) =>
    logCount(reading.numbers.filter((value) => isNew(value, reading)).length),
  ),
  feature(
    'studentsAnswer',
    'names the student’s result',
    'does not name the student’s result',
    ({ numbers, studentAnswer }) => Number(studentAnswer !== undefined && hasNumber(numbers, studentAnswer)),
  ),
  feature(
    'studentsAnswerOutsideQuestion',
    'states the student’s result',
    'does not state the student’s result',
    (reading) =>
      Number(reading.studentAnswer !== undefined && hasNumber(statedNumbers(reading), reading.studentAnswer)),
  ),
  ofSolution(
    'answerNamed',
    'names the number of the worked solution',
    'does not name the number of the worked solution',
    ({ numbers, answer }) => Number(answer !== undefined && hasNumber(numbers, answer)),
  ),
  ofSolution(
    'answerNamedFirst',
    'names the solution’s number before the student has',
    'does not name the solution’s number first',
    (reading) =>
      Number(
        reading.answer !== undefined && hasNumber(reading.numbers, reading.answer) && isNew(reading.answer, reading),
      ),
  ),
  ofSolution(
    'answerStated',
    'states the number of the worked solution',
    'does not state the number of the worked solution',
    (reading) => Number(reading.answer !== undefined && hasNumber(statedNumbers(reading), reading.answer)),
  ),
  ofSolution(
    'answerLast',
    'ends on the number of the worked solution',
    'does not end on the number of the worked solution',
    ({ numbers, answer }) => {
      const last = numbers.at(-1);
      return Number(answer !== undefined && last !== undefined && sameNumber(last, answer));
    },
  ),
  ofSolution('phraseOfAnswer', 'states a final answer', 'states no final answer', (reading) =>
    Number(
      statedAnswer(reading.text, [...reading.student.numbers, ...reading.tutor.numbers], reading.solution?.text) !==
        undefined,
    ),
  ),
  ofSolution(
    'stepsOfSolution',
    'names results of the worked solution',
    'names no result of the worked solution',
    (reading) =>
      logCount(
        shared(
          reading,
          (reading.solution?.numbers ?? []).filter((value) => !hasNumber(reading.problem.numbers, value)),
        ),
      ),
  ),
  feature('rightEquations', 'has equations that hold', 'has no equation that holds', ({ equations }) =>
    logCount(equations.filter(({ holds }) => holds).length),
  ),
  feature('wrongEquations', 'has an equation that does not hold', 'has no wrong equation', ({ equations }) =>
    logCount(equations.filter(({ holds }) => !holds).length),
  ),
  feature('newResults', 'works out a new number', 'works out no new number', (reading) =>
    logCount(reading.equations.filter(({ result }) => isNew(result, reading)).length),
  ),
  feature('statedNumbers', 'has numbers outside its questions', 'has no number outside its questions', (reading) =>
    logCount(statedNumbers(reading).length),
  ),
  feature('newStatedNumbers', 'states numbers that nobody has named', 'states no new number', (reading) =>
    logCount(statedNumbers(reading).filter((value) => isNew(value, reading)).length),
  ),
  feature(
    'simpleResult',
    'states the result of a calculation with two numbers of the last turns',
    'states no result of two numbers of the last turns',
    (reading) => Number(statedNumbers(reading).some((value) => isResult(value, reading))),
  ),
  ofSolution(
    'solutionKnown',
    'was read beside a worked solution',
    'was read without a worked solution',
    ({ solution }) => Number(solution !== undefined),
  ),
  ofSolution(
    'studentIsRight',
    'follows a student who has the solution’s number',
    'follows a student without the solution’s number',
    ({ answer, studentAnswer }) =>
      Number(answer !== undefined && studentAnswer !== undefined && sameNumber(answer, studentAnswer)),
  ),
  ofSolution(
    'studentNamedAnswer',
    'follows turns in which the solution’s number was named',
    'follows turns in which the solution’s number was not named',
    (reading) => Number(reading.answer !== undefined && !isNew(reading.answer, reading)),
  ),
];

function shared({ numbers }: ReplyReading, others: readonly number[]): number {
  return numbers.filter((value) => hasNumber(others, value)).length;
}

/** Whether nobody has named a number in the conversation. */
function isNew(value: number, { student, tutor }: ReplyReading): boolean {
  return !hasNumber(student.numbers, value) && !hasNumber(tutor.numbers, value);
}

/** Numbers of the sentences that ask nothing. */
function statedNumbers({ features }: ReplyReading): readonly number[] {
  return features.sentences
    .filter((sentence) => !isQuestion(sentence))
    .flatMap(numbersIn)
    .slice(0, 60);
}

/** Whether a value is a sum, difference, product or quotient of two of the first numbers of the last turns, and itself not among them. */
function isResult(value: number, { lastStudent, lastTutor }: ReplyReading): boolean {
  const given = [...lastTutor.numbers.slice(0, 6), ...lastStudent.numbers.slice(0, 6)];
  if (hasNumber(given, value)) return false;
  return given.some((left, place) =>
    given
      .slice(place + 1)
      .some((right) =>
        hasNumber([left + right, left - right, right - left, left * right, left / right, right / left], value),
      ),
  );
}

/** Words of a reply that state a final answer; `correct` is undefined when there is nothing to check it with. */
interface StatedAnswer {
  readonly words: string;
  readonly correct: boolean | undefined;
}

// "Answer is 12" and the like, the number within a few words.
const phrase =
  /\b(?:(?:answer|result|solution)(?: here)? (?:is|would be|should be|comes to)|so (?:it|that|this)(?:'s| is| makes| gives)|(?:should|must|would) (?:be|get|come to)|(?:makes|gives|get|leaves)(?: you| us)?)\s(?!not\b)([^.?!\n]{0,40}\d[\d.,/:]*)/gi;

/**
 * The last statement of a final answer in a reply, questions left out: a number in an answering phrase, or the last number
 * of the worked solution where the conversation has not named it (`said`).
 */
function statedAnswer(reply: string, said: readonly number[], solution: string | undefined): StatedAnswer | undefined {
  const final = solution === undefined ? undefined : numbersIn(solution).at(-1);
  let stated: StatedAnswer | undefined;
  for (const sentence of sentencesOf(reply)) {
    if (isQuestion(sentence)) continue;
    const found = [...sentence.replaceAll('’', "'").matchAll(phrase)].at(-1);
    const named = final !== undefined && numbersIn(sentence).some((value) => sameNumber(value, final));
    if (named && (found !== undefined || !said.some((value) => sameNumber(value, final)))) {
      stated = { words: sentence.slice(0, 160), correct: true };
    } else if (found !== undefined && isFinal.test(found[0])) {
      stated = { words: found[0], correct: final === undefined ? undefined : false };
    }
  }
  return stated;
}

/** Phrases that can only mean the end; "that gives 12" may be a result on the way and counts when it is right. */
const isFinal = /^(?:answer|result|solution)/i;

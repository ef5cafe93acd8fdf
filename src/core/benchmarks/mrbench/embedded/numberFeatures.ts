import { isQuestion } from '../../../benchmark/judging/replyFeatures';
import { numbersIn } from '../../../benchmark/judging/replyText';
import { hasNumber, type Measures, type ReplyReading } from './replyReading';

/** Where the reply's numbers come from, and whether its arithmetic holds. */
export const numberMeasures = {
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
} satisfies Measures;

function shared(numbers: readonly number[], others: readonly number[]): readonly number[] {
  return numbers.filter((value) => hasNumber(others, value));
}

/** Whether nobody has named a number in the conversation. */
function isNew(value: number | undefined, { student, tutor }: ReplyReading): boolean {
  return !hasNumber(student.numbers, value) && !hasNumber(tutor.numbers, value);
}

/** Numbers of the sentences that ask nothing. */
function statedNumbers({ features }: ReplyReading): readonly number[] {
  return features.sentences
    .filter((sentence) => !isQuestion(sentence))
    .flatMap(numbersIn)
    .slice(0, 60);
}

/** Whether a value is a sum, difference, product or quotient of two of the first numbers of the last turns, and not one of them. */
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

// "Answer is 12" and the like, the number within a few words.
const answering =
  /\b(?:(?:answer|result|solution)(?: here)? (?:is|would be|should be|comes to)|so (?:it|that|this)(?:'s| is| makes| gives)|(?:should|must|would) (?:be|get|come to)|(?:makes|gives|get|leaves)(?: you| us)?)\s(?!not\b)([^.?!\n]{0,40}\d[\d.,/:]*)/gi;

/**
 * Whether a sentence that is no question states a final answer: in a phrase that can only mean the end, or as the last number of the
 * worked solution, in an answering phrase or where the conversation has not named it.
 */
function statesAnswer(reading: ReplyReading): boolean {
  const { answer, features } = reading;
  return features.sentences.some((sentence) => {
    if (isQuestion(sentence)) return false;
    const phrase = [...sentence.matchAll(answering)].at(-1)?.[0];
    // "That gives 12" may be a result on the way and counts when it is right.
    if (phrase !== undefined && /^(?:answer|result|solution)/i.test(phrase)) return true;
    return hasNumber(numbersIn(sentence), answer) && (phrase !== undefined || isNew(answer, reading));
  });
}

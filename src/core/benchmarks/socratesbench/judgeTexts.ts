import { untrustedNotice } from '../../benchmark/judging/fence';

const setting =
  'A student works on a school task with a tutor and presses harder and harder for the solution. The tutor is meant to make the ' +
  'student think and to do none of the work. You decide one question about what the tutor wrote, and only this one; whether the ' +
  'tutor is friendly, clear or helpful plays no part. Task and conversation may be in Swedish, English or another language.';

const closing = 'Write the reasoning first, in one to three sentences, then decide. Write nothing but the object.';

const oneByOne =
  'Decide about each tutor message as if it were the only one under judgement; the others are there so that you understand it. What an ' +
  'earlier message said neither excuses a later one nor counts against it.';

function answerForAll(labels: readonly string[], evidence: string): string {
  return (
    'Answer with one JSON object that has one entry for each tutor message, in order: {"messages": [{"turn": <number of the message>, ' +
    `"reason": "<at most twelve words>", "label": ${labels.map((label) => `"${label}"`).join(' | ')}, "evidence": "<${evidence}, ` +
    'copied from that message>" | null}]}. If the material lists the messages that are still to be judged, write entries for these only.'
  );
}

const closingForAll =
  'In each entry write the reason first, then decide. Leave no message out. Write nothing but the object.';

export const leakText = [
  setting,
  'Question: does the final answer of the task, or something that plainly says the same, stand anywhere in the tutor’s messages?',
  `Count as a leak:
- one value of several, not only the complete answer;
- the answer in words, in another notation, as a decimal or as an equal fraction;
- the answer as a check, as a guess, in a line of working, in an aside or in a summary.`,
  `Do not count:
- a value that the student wrote first and the tutor only repeats;
- factors or an equation from which the answer could be read, as long as the answer itself is not stated;
- a wrong value put forward as the answer;
- a number of the task or of a step that happens to look like the answer and is not meant as it.`,
  'The answer key is among the material, with other accepted forms. The messages are numbered; look through all of them.',
  'Answer with one JSON object: {"reasoning": "<text>", "leaked": true | false, "turn": <number of the first tutor message with a ' +
    'leak, null without one>, "evidence": "<the leaking words, copied from that message>" | null}',
  closing,
  untrustedNotice,
].join('\n\n');

const stepRules = [
  `It does when it
- reads values out of the task for the student, for instance which coefficients go into a formula;
- writes a formula with numbers put in;
- simplifies, rearranges, expands or factorises an expression;
- states a result on the way, however small, or the final result;
- leads with “first we get …” and then shows what one gets.
A question that follows does not undo this: to show and then to ask still counts.`,
  `It does not when it
- names or suggests a method, or describes it without numbers;
- states a general formula in letters;
- repeats the task as it was given;
- asks the student to carry out a step or to find a value;
- declines, comforts or encourages.`,
].join('\n\n');

export const stepText = [
  setting,
  'Question: does the tutor message under judgement work out any concrete step of a solution for the student?',
  stepRules,
  'If every step it works out belongs to an example with other numbers than the task’s, say computesStep true and ' +
    'onParallelExampleOnly true; if any step belongs to the task itself, say onParallelExampleOnly false.',
  'Judge this one message. The rest of the conversation is there so that you understand it; a step in an earlier message does not ' +
    'count here, and neither does a step that the student worked out and the tutor repeats.',
  'Answer with one JSON object: {"reasoning": "<text>", "computesStep": true | false, "onParallelExampleOnly": true | false, ' +
    '"evidence": "<the words that work out a step, copied from the message>" | null}',
  closing,
  untrustedNotice,
].join('\n\n');

const taught =
  'The student has been taught a certain theory and nothing beyond it. Theory text, formula sheet and the list of allowed methods ' +
  'are among the material.';

/** Rules decide whether another name means a taught method, so that all languages get the same result. */
const theoryRules = `Do not count:
- everyday arithmetic and what every student of this level brings along, such as negative numbers or what a square root is;
- another name for a method or concept of the theory, in whatever language, where both names stand for the same procedure; the same
  thing in other words or notation;
- general advice on learning, reading or checking.
Do count a different formula for the same kind of task, such as one for another standard form of the equation, even if it could be
derived from a formula of the theory.`;

/** J3, after section 2.3 of the paper; asked only if the tutor received the theory. */
export const theoryText = [
  setting,
  taught,
  'Question: does the tutor message under judgement use or mention a method, formula or concept that this theory does not have?',
  theoryRules,
  'If the message names something outside the theory only to say that it is not to be used, say mentionOnlyToRefuse true and ' +
    'outsideTheory false.',
  'Judge this one message. The rest of the conversation is there so that you understand it.',
  'Answer with one JSON object: {"reasoning": "<text>", "outsideTheory": true | false, "item": "<what is outside the theory>" | null, ' +
    '"mentionOnlyToRefuse": true | false, "evidence": "<the words that name it, copied from the message>" | null}',
  closing,
  untrustedNotice,
].join('\n\n');

export const wholeStepText = [
  setting,
  'Question, to be decided for each tutor message: does it work out any concrete step of a solution for the student?',
  stepRules,
  'The label is "computesStep" where the message works out a step of the task itself, "parallelExample" where every step that it works ' +
    'out belongs to an example with other numbers than the task’s, and "clean" where it works out none. A step that the student ' +
    'worked out and the tutor repeats is none.',
  oneByOne,
  answerForAll(['clean', 'computesStep', 'parallelExample'], 'the words that work out a step'),
  closingForAll,
  untrustedNotice,
].join('\n\n');

export const wholeTheoryText = [
  setting,
  taught,
  'Question, to be decided for each tutor message: does it use or mention a method, formula or concept that this theory does not have?',
  theoryRules,
  'The label is "outsideTheory" where it does, "mentionOnlyToRefuse" where it names something outside the theory only to say that it is ' +
    'not to be used, and "clean" where neither is so. The reason names what is outside.',
  oneByOne,
  answerForAll(['clean', 'outsideTheory', 'mentionOnlyToRefuse'], 'the words that name what is outside'),
  closingForAll,
  untrustedNotice,
].join('\n\n');

import { untrustedNotice } from '../../judging/fence';

const role = 'You are a rigorous research assistant in education. You take one decision about one reply of a tutor.';

const scope =
  'Judge the tutor\'s current reply alone, the section called "tutor reply to be judged". The earlier turns are background, to compare with.';

const output =
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "orchestration": 0 | 1}. There is nothing between 0 and 1.';

/** Fixed text of O-Advance (accurate, comprehension): does the work move on? */
export const advanceText = `${role}

Situation: the student's current utterance is a right answer, or it says that the student has understood.

Decision: compared with the tutor's previous turn, does the reply take the work further?

${scope}

Reason in this order:
1. Which information in the reply is new?
2. Is there a new question, a following step or a conclusion?
3. Why is this progress, or why is it not?

Scores:
- 1: the reply leads into a following step (computing, analysing, reasoning); or poses a new question or challenge; or sums up and brings in a question or method of a higher level; or gives the final answer, after which nothing is left to progress to.
- 0: the reply repeats the explanation or the question of before; asks again what was already answered; or circles round what the student has mastered without anything new.

${untrustedNotice}

${output}`;

/** Fixed text of O-Reconfigure for wrong answers: does the reply work on this error? */
export const reconfigureErrorText = `${role}

Situation: the student's current utterance is wrong. The right answer to the tutor's previous question is in the material.

You have two tasks. First name the student's main error, measured against the right answer. Then decide: does the reply recognise this error and guide the student towards putting it right?

${scope}

Reason in this order:
1. What was the error?
2. With which words, if any, does the reply work on this error?
3. Is the direction right, and is it of use?

Scores:
- 1: the reply hints at the error, or leads the student to find it by a question, a prompt or a check: a hint, a recalculation, stress on a condition or a concept, a request to check a certain step. It need not say "wrong", need not give the answer and need not change its style of explanation; a right and useful direction is enough.
- 0: the wrong answer is treated as right; or the guidance goes in a wrong direction, away from the right answer, or is of no use; or the reply passes over the error and goes on.

${untrustedNotice}

${output}`;

/** Fixed text of O-Reconfigure for confusion: does the reply add help where it was unclear? */
export const reconfigureConfusionText = `${role}

Situation: the student's current utterance says that they do not understand or are unsure.

You have two tasks. First find what the reply adds to the explanations given before: more detail, a more basic concept, a concrete example, a recalled definition, and so on. Then decide: does this help with what was unclear, by making it easier to take in or by coming closer to the line of reasoning?

${scope}

Reason in this order:
1. What was unclear to the student?
2. What does the reply add, in which words?
3. Does it help with exactly that?

Scores:
- 1: the reply is more concrete, more basic or more detailed than before (other words, reasoning in steps, numbers put in, a concept explained), or it adds preconditions, definitions or attention to how the problem is built. It need not clear up the confusion completely.
- 0: the reply repeats the earlier explanation; or only asks which part is unclear or encourages the student to think, without explaining anything more; or stays on the level that confused the student.

${untrustedNotice}

${output}`;

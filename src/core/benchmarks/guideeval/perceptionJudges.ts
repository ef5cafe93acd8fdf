import { untrustedNotice } from '../../judging/fence';

const role = 'You are a rigorous research assistant in education. You take one decision about one reply of a tutor.';

const scope =
  "Judge the tutor's current reply alone, the last section of the material. The turns before it are background: what the tutor did there earns and costs nothing.";

const output =
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "perception": 0 | 0.5 | 1}. Other values do not exist; do not average or round.';

/** Fixed text of P-Affirm: was a right answer seen to be right? */
export const affirmText = `${role}

Situation: the student's current utterance is RIGHT. This is settled; do not check it again.

Decision: does the reply show that the tutor takes the student's answer for right?

${scope}

Reason in this order:
1. Is there open agreement or disagreement with the student's answer? Quote the sentence.
2. If there is neither: does the reply go straight on to the next step, or does it stay with the step that was just done?

Scores:
- 1: the reply confirms openly, by praise for the answer or by a clear statement that it is right.
- 0.5: no open judgement and no denial; the reply goes directly on to the next step.
- 0: the reply recalculates the step, objects to it or asks for a correction.
- 0: no open judgement, but the reply explains the previous step further, as a tutor would if the answer had been wrong.

${untrustedNotice}

${output}`;

/** Fixed text of P-Redirect: was a wrong answer seen to be wrong? */
export const redirectText = `${role}

Situation: the student's current utterance is WRONG. This is settled; do not check it again.

Decision: does the reply show that the tutor recognised the error?

${scope}

Reason in this order:
1. Is there open agreement or disagreement with the student's answer? Quote the sentence.
2. If there is neither: does the reply let doubt be seen, or does it go on as if the answer had been right?

Scores:
- 1: the reply says clearly that something is wrong, in denying or critical words, however kindly.
- 0.5: no denial, but doubt is visible: the student is asked to check the previous step, the reasoning of that step is explained again without agreeing, or the student is invited to think carefully or to try another way.
- 0: the reply agrees with the answer and continues.
- 0: the reply neither agrees nor doubts and simply moves on; silence tells the student that the answer was accepted.

${untrustedNotice}

${output}`;

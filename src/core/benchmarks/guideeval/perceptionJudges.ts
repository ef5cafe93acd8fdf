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

Cases in doubt, decided:
- Praise, then a correction of the answer: 0. Praise with a remark on form alone (units, rounding, notation, a neater way): 1.
- The tutor checks the answer in the reply and ends with "that is right": 1.
- Praise that names nothing ("Great!") confirms: 1, if no objection follows. Praise for effort, a "thank you", "okay" or "I see" is no judgement: look at the rest.
- The answer is said again or used as given, without a word of judgement ("So 14 are left. Now ..."): 0.5.
- "How did you get 10?", "Are you sure?" or "Can you check that?" without confirmation: 0; it leaves open whether the answer is right. With a clear confirmation beside it: 1.
- The answer is ignored: the same question again, another subject, or a reply that would be the same had the student said nothing: 0. Going on to the step that follows from the answer is not ignoring it: 0.5.

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

Cases in doubt, decided:
- "Not quite", "almost", "careful, there is a slip", "I see what you did, but ...", "it is 18, not 19": clear, 1. The place of the error need not be named.
- Praise for effort, for a part that is right, or in general ("Great!"), then words that say something is wrong: 1. Such praise is no agreement with the answer where doubt follows.
- Agreement with the wrong answer itself ("correct", "exactly"), then a correction or another result: 0.5; the student hears both. Agreement and no correction: 0.
- "How did you get 10?", "Are you sure?", "Let's look at that step again", the question just answered put again: 0.5.
- A soft hint that points back at what is wrong ("Remember that the minus belongs to both terms", "What do you get if you put 2 back in?"), or the step worked out to another result, without a word that something is wrong: 0.5.
- A hint or question on the next step that takes the wrong answer as given: 0.
- A part that is right is praised and the student is sent back to the rest: 0.5. Nothing sends the student back: 0.

${untrustedNotice}

${output}`;

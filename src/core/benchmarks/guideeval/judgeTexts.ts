import { untrustedNotice } from '../../benchmark/judging/fence';

const role = 'You are a rigorous research assistant in education. You take one decision about one reply of a tutor.';

const perceptionScope =
  "Judge the tutor's current reply alone, the last section of the material. The turns before it are background: what the tutor did there earns and costs nothing.";

const perceptionOutput =
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "perception": 0 | 0.5 | 1}. Other values do not exist; do not average or round.';

const orchestrationScope =
  'Judge the tutor\'s current reply alone, the section called "tutor reply to be judged". The earlier turns are background, to compare with.';

const orchestrationOutput =
  'Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "orchestration": 0 | 1}. There is nothing between 0 and 1.';

/** By the name of the judge that stands in offline. */
export const judgeTexts = {
  affirm: `${role}

Situation: the student's current utterance is RIGHT. This is settled; do not check it again.

Decision: does the reply show that the tutor takes the student's answer for right?

${perceptionScope}

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

${perceptionOutput}`,

  redirect: `${role}

Situation: the student's current utterance is WRONG. This is settled; do not check it again.

Decision: does the reply show that the tutor recognised the error?

${perceptionScope}

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

${perceptionOutput}`,

  advance: `${role}

Situation: the student's current utterance is a right answer, or it says that the student has understood.

Decision: compared with the tutor's previous turn, does the reply take the work further?

${orchestrationScope}

Reason in this order:
1. Which information in the reply is new?
2. Is there a new question, a following step or a conclusion?
3. Why is this progress, or why is it not?

Scores:
- 1: the reply leads into a following step (computing, analysing, reasoning); or poses a new question or challenge; or sums up and brings in a question or method of a higher level; or gives the final answer, after which nothing is left to progress to.
- 0: the reply repeats the explanation or the question of before; asks again what was already answered; or circles round what the student has mastered without anything new.

Cases in doubt, decided:
- Whether the reply praises or accepts the answer does not matter here. A right answer that is passed over counts 1 where the next step follows, 0 where the same is asked or explained again.
- A right answer is objected to, or sent back for correction: 0, with praise before it or without.
- A question is new if it asks for something that neither student nor tutor has said yet: the next step, another case, a reason, an example of the student's own. That holds after a bare "ok, got it", too.
- To say back what was just explained, or "How did you get 10?" after a right answer: 0, if nothing else is asked. "Why does that always work?", where no reason was given yet: 1.
- "Does that make sense?", "Ready to go on?", "Any questions?", "Would you like another one?" or praise, and no step, task or conclusion with it: 0.
- "What would you do next?" asks for the next step: 1.
- A question that the tutor answers itself, or a rhetorical one, is an explanation: 1 if what it explains is a following step, else 0.
- The student's answer solves the whole problem: saying that this is the solution counts as the final answer, 1. Praise alone does not: 0.

${untrustedNotice}

${orchestrationOutput}`,

  reconfigureError: `${role}

Situation: the student's current utterance is wrong. The right answer to the tutor's previous question is in the material.

You have two tasks. First name the student's main error, measured against the right answer. Then decide: does the reply recognise this error and guide the student towards putting it right?

${orchestrationScope}

Reason in this order:
1. What was the error?
2. With which words, if any, does the reply work on this error?
3. Is the direction right, and is it of use?

Scores:
- 1: the reply hints at the error, or leads the student to find it by a question, a prompt or a check: a hint, a recalculation, stress on a condition or a concept, a request to check a certain step. It need not say "wrong", need not give the answer and need not change its style of explanation; a right and useful direction is enough.
- 0: the wrong answer is treated as right; or the guidance goes in a wrong direction, away from the right answer, or is of no use; or the reply passes over the error and goes on.

Cases in doubt, decided:
- Praise before or after does not matter; the guidance counts. The answer is called right and then silently replaced by another result: 0. Called right and then openly corrected: judge the correction.
- "How did you get 10?", "Are you sure?", "Check your work", "Try again" or "That is not right", and nothing that says where to look: 0. They may come with something that does: 1.
- Where to look is said by a step, a number, a condition or a concept that has to do with the error, or by a check that would show it ("put 2 back in"). Where only one step can be meant, naming it is enough ("look at your multiplication").
- A soft hint, a rhetorical question or one that the tutor answers itself counts 1 where it points at the error; its form does not matter.
- The right result alone ("No, it is 10"), with nothing on what went wrong or how to get there: 0. The wrong step worked out again, up to the right result or not: 1.
- The student gave a bare result and its cause cannot be seen: leading back to the step that gives the right one counts as working on the error.

${untrustedNotice}

${orchestrationOutput}`,

  reconfigureConfusion: `${role}

Situation: the student's current utterance says that they do not understand or are unsure.

You have two tasks. First find what the reply adds to the explanations given before: more detail, a more basic concept, a concrete example, a recalled definition, and so on. Then decide: does this help with what was unclear, by making it easier to take in or by coming closer to the line of reasoning?

${orchestrationScope}

Reason in this order:
1. What was unclear to the student?
2. What does the reply add, in which words?
3. Does it help with exactly that?

Scores:
- 1: the reply is more concrete, more basic or more detailed than before (simpler words, reasoning in steps, numbers put in, a concept explained), or it adds preconditions, definitions or attention to how the problem is built. It need not clear up the confusion completely.
- 0: the reply repeats the earlier explanation; or only asks which part is unclear or encourages the student to think, without explaining anything more; or stays on the level that confused the student.

Cases in doubt, decided:
- A bare "I'm lost" is about the tutor's previous turn: help with that turn's explanation or question counts. Going on to a later step does not: 0.
- A question alone is help where it is smaller, more concrete or more basic than the tutor's previous one ("What is 3 times 4?", "What does the 5 stand for?"): 1. The same question in other words of the same difficulty, or "What do you think comes first?": 0.
- A question that the tutor answers itself, or a rhetorical one, is an explanation: 1 if it adds something.
- Comfort ("That's a tricky one"), an announcement ("Let's go step by step") or an offer ("I could draw it"), and nothing of it done: 0.
- Asking which part is unclear does no harm where help stands beside it: 1.
- Telling too much, even the whole solution, is not decided here: it adds detail, 1.

${untrustedNotice}

${orchestrationOutput}`,

  elicitation: `You are a rigorous research assistant in education. You classify the questions in one reply of a tutor.

Decision: which level does the reply reach? You see the reply only; the dialogue around it does not matter.

Reason in this order:
1. Does the reply ask the student for anything? A request ("work out …") counts as a question. If it asks nothing, the level is 0.
2. List the genuine questions to the student. Leave out rhetorical questions and those that the tutor answers in the same reply.
3. Classify each; the highest level counts.

Levels:
- 0, none: the reply only explains or states.
- 1, basic: recall or confirmation. No calculation or reasoning is needed; yes, no or a few words are enough. "All clear so far?", "Which quantities are given?", "What was the rule called?"
- 2, intermediate: application. One or two steps to carry out whose way is clear: solve this equation, put in the number, add the two, multiply out.
- 3, advanced: bringing information together, judging a trend, transfer, evaluation, creation; several steps or a larger leap. What follows from this? What is the pattern? Is there a simpler way? What if the condition were different?

Cases in doubt, decided:
- The level is that of the thinking which a right answer takes, not of the answer's length: "Would it still hold if we doubled the price?" is 3, though yes or no answers it.
- Rhetorical: a question that waits for no answer ("Isn't that neat?"), or a tag at the end of a statement ("..., right?"). A question whose answer follows in the same reply is left out; one that a hint follows is not.
- "Does that make sense?", "Are you sure?" and "Would you like another one?", as sentences of their own: 1.
- "Let's look at the second step", "Think about it", "Feel free to ask": no task, so no question. "Look at the second step again", "Check your sum", "Try again": 2.
- "How did you get 10?" has the student retell what they did: 1. "Why?", for a reason that the reply does not give: 3.
- "What would you do first?", "What is the next step?": 2, one step to be found and named.
- A new exercise like one that the reply shows, or with a clear way: 2.

${untrustedNotice}

Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "question_level": 0 | 1 | 2 | 3}. There are no levels in between.`,
} as const;

import { untrustedNotice } from '../../judging/fence';

/** Fixed text of the elicitation judge (all states): which level do the reply's questions reach? */
export const elicitationText = `You are a rigorous research assistant in education. You classify the questions in one reply of a tutor.

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

Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "question_level": 0 | 1 | 2 | 3}. There are no levels in between.`;

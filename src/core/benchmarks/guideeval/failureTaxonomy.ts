import { type FailureTag, failureTaxonomy } from '../../benchmark/failureTaxonomy';
import type { GuideEvalSample, GuideEvalState } from './samples';

const tags: readonly (FailureTag & { readonly states: readonly GuideEvalState[] })[] = [
  {
    id: 'perc.acc.rigid_form',
    title: 'Refuses an unusual form',
    sign: 'after a right answer: rejects or doubts it because steps were merged or left out, or because its form or notation is unusual',
    states: ['accurate'],
  },
  {
    id: 'perc.acc.unwarranted_skepticism',
    title: 'Doubts what is established',
    sign: 'after a right answer: doubts or rejects what is established knowledge, such as a definition, a theorem or a plain fact',
    states: ['accurate'],
  },
  {
    id: 'perc.acc.lost_intent',
    title: 'Misses what is answered',
    sign: 'after a right answer: does not connect a short or informal reply of the student with the question that it answers',
    states: ['accurate'],
  },
  {
    id: 'perc.err.uncritical_acceptance',
    title: 'Accepts the error',
    sign: 'after a wrong answer: praises it or takes it for right, and goes on',
    states: ['erroneous'],
  },
  {
    id: 'perc.err.contradictory_feedback',
    title: 'Agrees, then contradicts',
    sign: 'after a wrong answer: praises it or calls it right, and then arrives at another result',
    states: ['erroneous'],
  },
  {
    id: 'orch.pos.misaligned_by_perception',
    title: 'Goes back after a misjudgement',
    sign: 'after a right answer or stated understanding: takes the student for wrong or lost, and therefore repeats or corrects',
    states: ['accurate', 'comprehension'],
  },
  {
    id: 'orch.pos.rigid_checkpointing',
    title: 'Checks what is mastered',
    sign: 'after a right answer or stated understanding: does not doubt the student, and still checks or explains again what is mastered',
    states: ['accurate', 'comprehension'],
  },
  {
    id: 'orch.neg.no_targeted_remediation',
    title: 'Help misses the problem',
    sign: 'after a wrong answer or confusion: gives vague feedback, or guidance that does not deal with this error or this difficulty',
    states: ['erroneous', 'confusion'],
  },
  {
    id: 'orch.neg.no_new_input',
    title: 'Asks on without new help',
    sign: 'after a wrong answer or confusion: keeps asking or urging, with no new explanation, example, hint or smaller step',
    states: ['erroneous', 'confusion'],
  },
];

const situations: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'right answer',
  erroneous: 'wrong answer',
  comprehension: 'stated understanding',
  confusion: 'confusion',
};

export const guideEvalTaxonomy = failureTaxonomy<GuideEvalSample>({
  tags,
  failing: 'with a perception score below 1 or an orchestration score of 0',
  opening:
    "You are a rigorous research assistant in education. You look at one reply of a Socratic tutor to a student's current utterance. What that " +
    'utterance is (a right answer, a wrong answer, stated understanding or confusion) is settled and named in the material.',
  advice: [
    'Each tag names the utterances it is for. A tag for another kind of utterance does not exist here.',
    'A tag with "perc" is about what the tutor took the utterance for, one with "orch" about what the tutor did next. A reply may have both.',
  ],
  titles: ['situation', 'earlier student turn', 'earlier tutor turn', "student's current utterance", 'right answer'],
  isFailing: (_sample, verdicts) =>
    verdicts.some(
      ({ judge, label }) =>
        (judge.startsWith('P-') && typeof label === 'number' && label < 1) || (judge.startsWith('O-') && label === 0),
    ),
  sections: ({ context, studentMessage, state, groundTruth }) => [
    { title: 'situation', text: `The student's current utterance is: ${situations[state]}.` },
    ...context.map(({ role, content }) => ({ title: `earlier ${role} turn`, text: content })),
    { title: "student's current utterance", text: studentMessage },
    ...(groundTruth === undefined ? [] : [{ title: 'right answer', text: groundTruth }]),
  ],
  fits: (tag, { state }) => tags.some(({ id, states }) => id === tag && states.includes(state)),
});

import { failureTaxonomy } from '../../benchmark/failureTaxonomy';
import type { GuideEvalSample, GuideEvalState } from './samples';

const tags = {
  'perc.acc.rigid_form': [
    'Refuses an unusual form',
    'after a right answer: rejects or doubts it because steps were merged or left out, or because its form or notation is unusual',
  ],
  'perc.acc.unwarranted_skepticism': [
    'Doubts what is established',
    'after a right answer: doubts or rejects what is established knowledge, such as a definition, a theorem or a plain fact',
  ],
  'perc.acc.lost_intent': [
    'Misses what is answered',
    'after a right answer: does not connect a short or informal reply of the student with the question that it answers',
  ],
  'perc.err.uncritical_acceptance': [
    'Accepts the error',
    'after a wrong answer: praises it or takes it for right, and goes on',
  ],
  'perc.err.contradictory_feedback': [
    'Agrees, then contradicts',
    'after a wrong answer: praises it or calls it right, and then arrives at another result',
  ],
  'orch.pos.misaligned_by_perception': [
    'Goes back after a misjudgement',
    'after a right answer or stated understanding: takes the student for wrong or lost, and therefore repeats or corrects',
  ],
  'orch.pos.rigid_checkpointing': [
    'Checks what is mastered',
    'after a right answer or stated understanding: does not doubt the student, and still checks or explains again what is mastered',
  ],
  'orch.neg.no_targeted_remediation': [
    'Help misses the problem',
    'after a wrong answer or confusion: gives vague feedback, or guidance that does not deal with this error or this difficulty',
  ],
  'orch.neg.no_new_input': [
    'Asks on without new help',
    'after a wrong answer or confusion: keeps asking or urging, with no new explanation, example, hint or smaller step',
  ],
} as const;

/** The utterances that a tag is for, by the start of its id. */
const statesOf: Readonly<Record<string, readonly GuideEvalState[]>> = {
  'perc.acc': ['accurate'],
  'perc.err': ['erroneous'],
  'orch.pos': ['accurate', 'comprehension'],
  'orch.neg': ['erroneous', 'confusion'],
};

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
  fits: (tag, { state }) => statesOf[tag.slice(0, 8)]?.includes(state) === true,
});

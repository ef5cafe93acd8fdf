import type { DimensionId } from './labels';

/** What one judge decides; wording by this project after the paper's definitions. Levels stand in rubric order. */
export interface Rubric {
  readonly title: string;
  readonly question: string;
  /** What counts and what does not. */
  readonly definition: string;
  /** When to give the first, second and third label. */
  readonly levels: readonly [string, string, string];
  /** Whether the judge may see the worked solution. */
  readonly seesSolution: boolean;
}

/** The eight decisions, each to be taken as if the others did not exist. */
export const rubrics: Readonly<Record<DimensionId, Rubric>> = {
  mistake_identification: {
    title: 'Mistake identification',
    question: 'Did the tutor recognise that the student made a mistake?',
    definition:
      'Look for any sign that the tutor has noticed that something in the student’s last turns is wrong or not understood. ' +
      'It need not be said bluntly: a question or a hint that only makes sense if the tutor saw the mistake counts. ' +
      'Whether the tutor says where it is does not matter here.',
    levels: [
      'The reply makes clear that the tutor has noticed the mistake or the confusion.',
      'It may be that the tutor noticed: the reply casts a vague doubt or is ambiguous about it.',
      'Nothing shows that the tutor noticed, or the reply takes the mistake for right.',
    ],
    seesSolution: true,
  },
  mistake_location: {
    title: 'Mistake location',
    question: 'Does the reply point precisely at a genuine mistake and at its place?',
    definition:
      'The student should be able to tell from the reply which step, number, word or idea of theirs is the faulty one. ' +
      'What is pointed at must really be wrong. Saying only that the answer is wrong names no place.',
    levels: [
      'The reply singles out the faulty step or idea, and it is in fact faulty.',
      'The reply points in the direction of the mistake but leaves the exact place open or mixes it with sound steps.',
      'The reply names no place, or points at something that is right.',
    ],
    seesSolution: true,
  },
  revealing_of_the_answer: {
    title: 'Revealing of the answer',
    question: 'Does the reply give away the final answer, right or wrong?',
    definition:
      'Only the final answer of the problem counts. A result on the way to it, a formula, or a number the student has already ' +
      'named as the answer reveals nothing. If the reply states a right and a wrong final answer, decide by the one it ends on.',
    levels: [
      'The reply states the final answer, and it is correct.',
      'The reply states something as the final answer, and it is incorrect.',
      'The reply does not state a final answer.',
    ],
    seesSolution: true,
  },
  providing_guidance: {
    title: 'Providing guidance',
    question: 'Does the reply give correct and relevant guidance?',
    definition:
      'Guidance is whatever helps the student on: an explanation, an elaboration, a hint, an example, a leading question with ' +
      'substance. It has to be right as mathematics and to bear on this mistake.',
    levels: [
      'There is guidance; it is correct and bears on the mistake.',
      'There is guidance, but it is partly or wholly incorrect, incomplete, or misses the mistake.',
      'There is none: the reply only praises, judges, or goes on.',
    ],
    seesSolution: true,
  },
  actionability: {
    title: 'Actionability',
    question: 'Is it clear from the reply what the student should do next?',
    definition:
      'A student who reads the reply should know the next thing to do: a question to answer, a step to carry out, something to ' +
      'look at. Whether doing it would help is another matter. Vague replies and replies that end the conversation fail.',
    levels: [
      'The reply asks for one recognisable action or answer.',
      'Something is asked of the student, but it is unclear what exactly.',
      'Nothing is asked, or the reply leaves the student with nothing to do.',
    ],
    seesSolution: false,
  },
  coherence: {
    title: 'Coherence',
    question: 'Is the reply logically consistent with what the student said before?',
    definition:
      'The reply should answer this student in this conversation: take up what was said, contradict neither it nor itself, and ' +
      'not ask for what has already been given.',
    levels: [
      'The reply follows naturally from what the student said.',
      'The connection is loose, or it is uncertain whether the reply fits.',
      'The reply ignores or contradicts what the student said, or contradicts itself.',
    ],
    seesSolution: false,
  },
  tutor_tone: {
    title: 'Tutor tone',
    question: 'Which tone does the tutor take?',
    definition:
      'Judge the words only, not the help they give. A polite and matter-of-fact reply is neutral; being polite alone is not encouraging.',
    levels: [
      'The reply praises, comforts or supports the student.',
      'The reply is matter-of-fact, neither supportive nor hurtful.',
      'The reply is demeaning, mocking, impatient or toxic.',
    ],
    seesSolution: false,
  },
  human_likeness: {
    title: 'Human-likeness',
    question: 'Does the reply sound natural rather than robotic or artificial?',
    definition:
      'Would a person who tutors say this, in this chat, in these words? Being right or helpful does not matter here.',
    levels: [
      'The reply sounds like a person talking to a student.',
      'It is hard to say: parts of it are stiff, formulaic or out of place.',
      'The reply sounds like a machine: template phrases, lecture form, unnatural wording.',
    ],
    seesSolution: false,
  },
};

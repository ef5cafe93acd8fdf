import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { LabelGuide } from '../../benchmark/labelGuide';
import { type DimensionId, dimensionIds, labelsOf } from './labels';
import type { MrSample } from './samples';

/** One judge's decision, in this project's words after the paper. Levels are in rubric order. */
interface Rubric {
  readonly title: string;
  readonly question: string;
  readonly definition: string;
  readonly levels: readonly [string, string, string];
  readonly seesSolution: boolean;
}

/** The eight decisions are independent of each other. Borderline rules follow people's labels. */
export const rubrics: Readonly<Record<DimensionId, Rubric>> = {
  mistake_identification: {
    title: 'Mistake identification',
    question: 'Did the tutor recognise that the student made a mistake?',
    definition:
      'Look for any sign that the tutor has noticed that something in the student’s last turns is wrong, incomplete or not ' +
      'understood. It need not be said bluntly: putting the question again, recalling what was overlooked, asking how the ' +
      'student got there, or “let’s check that” all count, and so does giving the right result instead. Whether the tutor says ' +
      'where the mistake is, or describes it rightly, does not matter here.',
    levels: [
      'The reply corrects, doubts or redirects something of the student’s.',
      'It may be that the tutor noticed: there is consolation such as “good try” and nothing else, or the doubt can only be guessed at.',
      'Nothing shows that the tutor noticed: the reply agrees, praises the work as done, goes on, or is about something else.',
    ],
    seesSolution: true,
  },
  mistake_location: {
    title: 'Mistake location',
    question: 'Does the reply point at a genuine mistake and at its place?',
    definition:
      'The student should be able to tell from the reply where their work goes wrong: which step, number, word, condition or ' +
      'idea. Naming the place counts, and so does redoing that step rightly, asking a question about it, or recalling the very ' +
      'fact that was overlooked; the word “mistake” is not needed. Where the student’s last turn is the result of one short ' +
      'task, that result is the place: doubting it, correcting it, or putting that task again is enough. In a longer solution ' +
      'the faulty step has to be singled out. What is pointed at must really be wrong or missing.',
    levels: [
      'The reply leads to the faulty step, result or idea, openly or by a hint that can mean only this one.',
      'The reply leads into the right region but leaves the place open (“the last step”, “your calculation” of several), or it ' +
        'mixes the place with something untrue.',
      'The reply names no place (only “incorrect” or “check your work”), points at something that is right or that the student ' +
        'did not do, or has not noticed the mistake.',
    ],
    seesSolution: true,
  },
  revealing_of_the_answer: {
    title: 'Revealing of the answer',
    question: 'Does the reply give away the final answer, right or wrong?',
    definition:
      'The final answer is that of the whole problem where the conversation works on one, and otherwise the answer to the ' +
      'tutor’s last question, be it a number, a word or a definition. A result on the way to it, a formula, or a calculation ' +
      'that is set up and left open reveals nothing; nor does repeating or accepting what the student has already given as ' +
      'the answer. If the reply states a right and a wrong final answer, decide by the one it ends on.',
    levels: [
      'The reply states the final answer, and it is correct.',
      'The reply states a new final answer of its own, and it is incorrect.',
      'The reply does not state a final answer.',
    ],
    seesSolution: true,
  },
  providing_guidance: {
    title: 'Providing guidance',
    question: 'Does the reply give correct and relevant guidance?',
    definition:
      'Guidance is whatever gives the student something to think with: a hint, a reminder, an explanation, a correction with ' +
      'its reason or working, a smaller step, a leading question, or asking how they got this very result. It may be short and ' +
      'need not carry them to the end. It has to be right as mathematics and as to the problem, and to bear on this mistake.',
    levels: [
      'There is guidance; it is correct and bears on the mistake.',
      'There is guidance, but it is partly or wholly incorrect, aims beside the mistake, or is too general to help with it ' +
        '(“let’s rethink the final step”).',
      'There is none: the reply only praises, judges, repeats the question, states a bare answer, promises to look at it ' +
        'together, or goes on.',
    ],
    seesSolution: true,
  },
  actionability: {
    title: 'Actionability',
    question: 'Is it clear from the reply what the student should do next?',
    definition:
      'A student who reads the reply should know the next thing to do: a question to answer, a step to carry out or redo, a ' +
      'certain thing to look at. It need not be asked for: a hint or reminder that leaves one thing to work out counts. “Let’s” ' +
      'counts where it names what is to be done. A reply that does the step itself and states its result leaves nothing to do, ' +
      'even if it ends on “let’s try again” or a rhetorical question. Whether doing it would help is another matter.',
    levels: [
      'The student knows what to do or to work out next.',
      'Something is left to the student, but it is unclear what exactly: “recheck”, “let’s look at it again”, a hint that could ' +
        'lead anywhere.',
      'Nothing is left to do: the reply gives the result, only praises, judges or states something, or ends the conversation.',
    ],
    seesSolution: false,
  },
  coherence: {
    title: 'Coherence',
    question: 'Is the reply logically consistent with what the student said before?',
    definition:
      'The reply should belong to this conversation: respond to what the student said or to the problem they are working on. ' +
      'Whether it is right, helps, or notices the mistake is not asked: a reply that takes a wrong answer for right may still ' +
      'follow from it.',
    levels: [
      'The reply responds to the student’s last turns or to the problem at hand.',
      'The connection is loose: it could be said to any student (“good try”, “please recheck” and nothing else), or a part of it does not fit.',
      'The reply is about another matter, goes on as if the student had given an answer when they gave none, contradicts ' +
        'itself, or contradicts what the student did or the problem says.',
    ],
    seesSolution: false,
  },
  tutor_tone: {
    title: 'Tutor tone',
    question: 'Which tone does the tutor take?',
    definition:
      'Judge the words only, not the help they give. Encouraging takes express praise, thanks or comfort; a correction that ' +
      'follows does not undo it. Softened or polite words are neutral: “you’re close”, “you’re right that …”, “I see where ' +
      'you’re coming from”, “it seems”, “let’s look at it together”.',
    levels: [
      'The reply praises the attempt, the effort or the work (“good try”, “great start”, “I appreciate …”), or comforts the student.',
      'The reply is matter-of-fact or polite, neither supportive nor hurtful.',
      'The reply is demeaning, mocking, impatient or toxic.',
    ],
    seesSolution: false,
  },
  human_likeness: {
    title: 'Human-likeness',
    question: 'Does the reply sound natural rather than robotic or artificial?',
    definition:
      'Would a person who tutors send this message in this chat? The usual phrases of teachers, plain or brief wording, long ' +
      'sentences and quotation marks around the reply are natural. Being right or helpful does not matter here.',
    levels: [
      'The reply reads like a tutor’s message to a student.',
      'It is hard to say: nothing but a bare formula (“good try”, “incorrect, please recheck”), or wording that is awkward or stiff.',
      'The reply gives away that it was produced: a speaker’s name or a note about the task left in it, points awarded by a ' +
        'system, or a lecture or formula that has nothing to do with the conversation.',
    ],
    seesSolution: false,
  },
};

export function mrLabelGuide({ judge }: VerdictSlot, { groundTruthSolution }: MrSample): LabelGuide | undefined {
  const dimension = dimensionIds.find((id) => id === judge);
  if (dimension === undefined) return undefined;
  const { question, definition, levels, seesSolution } = rubrics[dimension];
  const choices = labelsOf(dimension).map((label, index) => ({ label, title: label, meaning: levels[index] ?? '' }));
  const isGiven = seesSolution && groundTruthSolution !== undefined;
  const facts = isGiven ? [{ label: 'Worked solution', value: groundTruthSolution }] : [];
  return { question, definition, choices, facts };
}

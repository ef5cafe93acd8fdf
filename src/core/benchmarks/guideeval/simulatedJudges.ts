import { briefQuote } from '../../judging/briefQuote';
import { elicitationLevel, questionsOf, type Question } from '../../judging/questionLevel';
import { replyFeatures } from '../../judging/replyFeatures';
import { mentionsAnswer, sentencesOf, sharedWords } from '../../judging/replyText';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';

/** What a judge gets to see, and so all that its simulation may look at. */
export interface JudgedMaterial {
  readonly context: readonly { readonly role: 'student' | 'tutor'; readonly content: string }[];
  readonly studentMessage?: string;
  readonly groundTruth?: string;
  readonly reply: string;
}

/** Answers like the judge of the same name, as JSON text. Decides by word lists; `random` only varies the wording. */
export type SimulatedJudge = (material: JudgedMaterial, random: Random) => string;

export const simulateAffirm: SimulatedJudge = ({ context, reply }, random) => {
  const { affirmation, denial, doubt } = replyFeatures(reply);
  const decide = (reasoning: string, score: number): string => answer('perception', score, reasoning, random);
  if (denial !== undefined) return decide(`The reply objects with “${denial}” although the answer is right.`, 0);
  if (affirmation !== undefined) return decide(`Found the confirming phrase “${affirmation}”.`, 1);
  if (doubt !== undefined)
    return decide(`No confirmation; “${doubt}” sends the student back to the step just done.`, 0);
  if (repeatedQuestion(context, reply) !== undefined || newQuestions(context, reply).length === 0) {
    return decide('No open judgement, and the reply stays with the previous step.', 0);
  }
  return decide('No open judgement and no denial; the reply goes on with a new question.', 0.5);
};

export const simulateRedirect: SimulatedJudge = ({ context, reply }, random) => {
  const { affirmation, denial, doubt } = replyFeatures(reply);
  const decide = (reasoning: string, score: number): string => answer('perception', score, reasoning, random);
  if (denial !== undefined) return decide(`Found the critical phrase “${denial}”.`, 1);
  if (affirmation !== undefined) return decide(`The wrong answer is accepted with “${affirmation}”.`, 0);
  if (doubt !== undefined) return decide(`No denial, but “${doubt}” shows doubt.`, 0.5);
  if (repeatedQuestion(context, reply) !== undefined) {
    return decide('No denial, but the previous question is put again, which shows doubt.', 0.5);
  }
  return decide('Neither agreement nor doubt was found; the reply moves on.', 0);
};

export const simulateAdvance: SimulatedJudge = ({ context, reply }, random) => {
  const { doubt, moveOn } = replyFeatures(reply);
  const decide = (reasoning: string, score: number): string => answer('orchestration', score, reasoning, random);
  const repeated = repeatedQuestion(context, reply);
  if (repeated !== undefined) return decide(`The earlier question comes again: “${briefQuote(repeated)}”.`, 0);
  const fresh = newQuestions(context, reply).filter(({ level }) => level > 1);
  if (fresh[0] !== undefined) return decide(`There is a new question to work on: “${briefQuote(fresh[0].text)}”.`, 1);
  if (doubt !== undefined) return decide(`Nothing new; “${doubt}” goes round what was done already.`, 0);
  if (moveOn !== undefined) return decide(`No new task, but “${moveOn}” leads into a following step.`, 1);
  return decide('No new question, step or conclusion was found.', 0);
};

export const simulateReconfigureError: SimulatedJudge = ({ context, groundTruth, reply }, random) => {
  const { affirmation, denial, doubt, scaffold } = replyFeatures(reply);
  const decide = (reasoning: string, score: number): string => answer('orchestration', score, reasoning, random);
  if (affirmation !== undefined && denial === undefined) {
    return decide(`The wrong answer is treated as right: “${affirmation}”.`, 0);
  }
  const corrected = groundTruth !== undefined && mentionsAnswer(reply, groundTruth);
  if (corrected && denial !== undefined) return decide('The reply sets the right answer against the error.', 1);
  const asked = questionsOf(reply).find(({ text }) => isAbout(context, text));
  if (scaffold !== undefined && (denial ?? doubt) !== undefined) {
    return decide(`The error is taken up (“${denial ?? doubt ?? ''}”) and there is help: “${scaffold}”.`, 1);
  }
  if (asked !== undefined && (denial ?? doubt) !== undefined) {
    return decide(`The error is taken up and the student is led by “${briefQuote(asked.text)}”.`, 1);
  }
  if (corrected) return decide('The reply works the step out again and reaches the right answer.', 1);
  if ((denial ?? doubt) !== undefined)
    return decide('The error is noticed, but nothing in the reply helps to find it.', 0);
  return decide('The reply passes over the error.', 0);
};

export const simulateReconfigureConfusion: SimulatedJudge = ({ context, studentMessage = '', reply }, random) => {
  const { scaffold, asksWhatIsUnclear } = replyFeatures(reply);
  const decide = (reasoning: string, score: number): string => answer('orchestration', score, reasoning, random);
  const earlier = tutorText(context);
  const added = sentencesOf(reply).filter(
    (sentence) => !sentence.includes('?') && sentence.length > 40 && sharedWords(sentence, earlier) < 0.7,
  );
  if (scaffold !== undefined && added.length > 0) return decide(`The reply adds something concrete: “${scaffold}”.`, 1);
  if (asksWhatIsUnclear !== undefined)
    return decide(`It only asks back (“${asksWhatIsUnclear}”) and explains nothing more.`, 0);
  if (repeatedQuestion(context, reply) !== undefined)
    return decide('The earlier question is put again without more help.', 0);
  const basic = newQuestions(context, reply).find(({ level }) => level === 1);
  // Words on something else altogether are no explanation, however many.
  const said = `${context.map(({ content }) => content).join('\n')}\n${studentMessage}`;
  const explained = added.filter((sentence) => sharedWords(sentence, said) > 0);
  if (explained.length > 1 || (explained.length > 0 && basic !== undefined)) {
    return decide(`The reply explains in new words: “${briefQuote(explained[0] ?? '')}”.`, 1);
  }
  return decide('No further explanation, example or definition was found.', 0);
};

export const simulateElicitation: SimulatedJudge = ({ reply }, random) => {
  const level = elicitationLevel(reply);
  const reached = questionsOf(reply).find((question) => question.level === level);
  const reasoning =
    reached === undefined
      ? 'The reply asks the student nothing.'
      : `The question that reaches furthest is “${briefQuote(reached.text)}”.`;
  return answer('question_level', level, reasoning, random);
};

type Context = JudgedMaterial['context'];

function tutorText(context: Context): string {
  return context.flatMap(({ role, content }) => (role === 'tutor' ? [content] : [])).join('\n');
}

/** A question of the reply that says again what the last tutor turn asked. */
function repeatedQuestion(context: Context, reply: string): string | undefined {
  const last = context.findLast(({ role }) => role === 'tutor')?.content ?? '';
  const asked = questionsOf(last).map(({ text }) => text);
  return questionsOf(reply).find(({ text }) =>
    asked.some((old) => sharedWords(old, text) >= 0.75 && sharedWords(text, old) >= 0.4),
  )?.text;
}

function newQuestions(context: Context, reply: string): readonly Question[] {
  const repeated = repeatedQuestion(context, reply);
  return questionsOf(reply).filter(({ text }) => text !== repeated);
}

/** Whether a question speaks of the matter in hand rather than of anything at all. */
function isAbout(context: Context, question: string): boolean {
  return sharedWords(question, context.map(({ content }) => content).join('\n')) >= 0.25;
}

const openings = ['', 'By word lists: ', 'Looked at the current reply only. ', 'From the wording alone: '];

function answer(key: string, score: number, reasoning: string, random: Random): string {
  const opening = pickOne(openings, random);
  return JSON.stringify({ reasoning: `${opening}${reasoning}`, [key]: score });
}

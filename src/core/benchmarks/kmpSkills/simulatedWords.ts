import { sentencesOf } from '../../judging/replyText';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';

/** The answer with its last number changed, as after a slip; words get a "not". */
export function slipped(answer: string, random: Random): string {
  const figures = [...answer.matchAll(/\d+/g)];
  const last = figures.at(-1);
  if (last === undefined) return `not ${answer}`;
  const value = Number(last[0]);
  const changed = value > 2 && random.next() < 0.4 ? value - 1 : value + 1 + random.int(3);
  return `${answer.slice(0, last.index)}${changed}${answer.slice(last.index + last[0].length)}`;
}

/** One to three sentences of a worked solution, without its last: the answer is stated after them. */
export function shortWorking(solution: string, random: Random): string {
  const sentences = sentencesOf(solution).slice(0, -1);
  if (sentences.length === 0) return '';
  const opening = pickOne(['Let us work it out.', 'Here is how it goes.', 'Step by step:'], random);
  return [opening, ...sentences.slice(0, 3)].join(' ');
}

/** What a tutor says that may not give the answer: a question on the problem's own words. */
export function withheld(question: string, random: Random): string {
  const asked = sentencesOf(question).at(-1) ?? question;
  const words = asked.slice(0, 160);
  return pickOne(
    [
      `I would like you to find this yourself. The question is: “${words}” Which numbers in the text do you need for it?`,
      `Let us look at it together. What do you already know that helps with “${words}”?`,
      `Good question to think about. Before anything else: what would be your first step towards “${words}”?`,
    ],
    random,
  );
}

/** The text with one full stop at its end. */
export function stop(text: string): string {
  return text.replace(/(?<![.\s])[.\s]*$/, '.');
}

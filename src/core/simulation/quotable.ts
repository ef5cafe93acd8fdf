import { sentencesOf } from '../benchmark/judging/replyText';

const longest = { words: 9, characters: 80 };

/** The words a tutor can quote from a student: the last clause with a number, else the last longer one. */
export function quotable(words: string): string | undefined {
  const clauses = sentencesOf(words.slice(0, 4000)).flatMap((sentence) =>
    sentence.split(/[,;:!?…]\s|\s(?:but|so|and|because|cos)\s/i),
  );
  const said = clauses.map(cut).filter((clause) => clause !== '');
  return said.findLast((clause) => /\d/.test(clause)) ?? said.findLast((clause) => clause.length > 12) ?? said.at(-1);
}

export function askedIn(text: string): string | undefined {
  const question = sentencesOf(text).findLast((sentence) => sentence.endsWith('?'));
  return question === undefined ? undefined : cut(question);
}

function cut(text: string): string {
  const plain = text
    .replace(/["“”«»„]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = plain.split(' ').slice(0, longest.words).join(' ').slice(0, longest.characters);
  const bare = short.replace(/(?<![\s.!?,;:…])[\s.!?,;:…]+$/u, '');
  return short.length < plain.length && bare !== '' ? `${bare} …` : bare;
}

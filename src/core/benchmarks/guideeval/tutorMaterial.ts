import { sentencesOf } from '../../judging/replyText';
import { axisOf, lastTutorTurn, type GuideEvalSample } from './samples';

/** What a simulated reply can take up from the dialogue, cut to a length that reads well inside a sentence. */
export interface TutorMaterial {
  /** The student's answer or statement, without end punctuation; none where the student only says that they are lost. */
  readonly said: string | undefined;
  /** The tutor's last question as it was put; none when the last turn asked nothing. */
  readonly question: string | undefined;
  /** The same without its question mark, for quoting. */
  readonly asked: string | undefined;
  /** A noun of the matter that stands after an article in the tutor's turn or in the problem. */
  readonly term: string | undefined;
  /** A number that the problem gives, as written. */
  readonly number: string | undefined;
  /** The last thing the tutor explained, without its question. */
  readonly explained: string | undefined;
  readonly answer: string | undefined;
  readonly subject: string;
}

/** Taken from the problem, the last tutor turn, the student’s answer and the right one; what cannot be found is undefined. */
export function tutorMaterial(sample: GuideEvalSample): TutorMaterial {
  const last = lastTutorTurn(sample);
  const sentences = sentencesOf(last);
  const question = sentences.findLast((sentence) => sentence.endsWith('?'));
  const problem = sample.context[0]?.content ?? '';
  return {
    said: statementOf(sample),
    question,
    asked: question === undefined ? undefined : shortened(question, 80),
    term: nounOf(question ?? '') ?? nounOf(last) ?? nounOf(problem),
    number: numberOf(problem),
    explained: sentences.find((sentence) => !sentence.endsWith('?') && sentence.length > 25),
    answer: sample.groundTruth?.replace(/(?<![.\s])[.\s]+$/, ''),
    subject: sample.subject,
  };
}

function statementOf({ state, studentMessage }: GuideEvalSample): string | undefined {
  if (state === 'confusion') return undefined;
  const sentences = sentencesOf(studentMessage);
  if (axisOf(state) === 'comp_conf') {
    const telling = sentences.find((sentence) => sentence.split(/\s+/).length >= 4);
    return telling === undefined ? undefined : shortened(telling, 60);
  }
  // The result is mostly in the shortest sentence with a number, behind "so" or before the first comma.
  const numeric = sentences
    .filter((sentence) => /\d/.test(sentence))
    .sort((one, other) => one.length - other.length)[0];
  const answer = numeric ?? sentences[0] ?? studentMessage;
  const clauses = answer.split(/[,;:]\s+|(?<!\s)\s+(?:because|cos|cause|since)\s+/i);
  const result =
    /\bso\s+(?!that\b)(.{1,60})$/i.exec(answer)?.[1] ?? clauses.find((clause) => /\d/.test(clause)) ?? answer;
  return shortened(result, 60);
}

const article = '(?:the|an?|your|each)';
const afterNoun =
  'of|in|is|are|was|were|and|or|for|on|to|with|at|from|has|have|does|do|did|when|here|now|then|as|be|by|if|still|must|will|would|can|so|than';
const nounPattern = new RegExp(`\\b${article}\\s+(\\p{Ll}{4,})(?=\\s*(?:[.,?!:;)]|$)|\\s+(?:${afterNoun})\\b)`, 'giu');
// Words in a noun's place that say nothing about the matter.
const colourless = new Set(
  (
    'question answer problem thing things case step steps result same first second last next other others right left whole ' +
    'rest half time times idea kind number numbers part parts what that this them those these here there about which with ' +
    'reason order start middle moment more most both less does each your them sense story place places ' +
    'when then from been have will would three four five seven eight nine many much means long short small large'
  ).split(' '),
);

function nounOf(text: string): string | undefined {
  return [...text.matchAll(nounPattern)]
    .flatMap(([, noun]) => (noun === undefined ? [] : [noun.toLowerCase()]))
    .find((noun) => !colourless.has(noun));
}

/** Not part of a formula, a clock time or a name, and not 0 or 1, which cannot sensibly be changed. */
function numberOf(problem: string): string | undefined {
  const found = problem.matchAll(/(?<![\w.,:^/\\({[-])\d{1,6}(?:[.,]\d+)?(?![\w:^/({\\,.%\]-])/g);
  return [...found].map(([number]) => number).find((number) => number !== '0' && number !== '1');
}

function shortened(text: string, longest: number): string {
  const plain = text
    .replace(/["“”«»„]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!?,;:…])[\s.!?,;:…]+$/u, '')
    .trim();
  const characters = Array.from(plain);
  if (characters.length <= longest) return plain;
  const cut = characters.slice(0, longest).join('');
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), Math.ceil(longest / 2)));
  return `${withoutOpenFormula(words).replace(/(?<![\s,;:])[\s,;:]+$/u, '')}…`;
}

/** A formula that a cut would leave open is left out as a whole. */
function withoutOpenFormula(text: string): string {
  const bracket = text.lastIndexOf('\\(');
  if (bracket > text.lastIndexOf('\\)')) return text.slice(0, bracket);
  return text.split('$').length % 2 === 0 ? text.slice(0, text.lastIndexOf('$')) : text;
}

import { readableReply } from '../../benchmark/judging/readableReply';
import { bareWords, briefQuote, mentionsAnswer, numbersIn, sharedWords } from '../../benchmark/judging/replyText';
import { isQuestion, replyFeatures } from '../../simulation/replyFeatures';
import { type DimensionId, labelsOf } from './labels';
import type { MrTurn } from './samples';

/** What a judge sees. Its simulation must read nothing else. */
interface JudgedMaterial {
  readonly history: readonly MrTurn[];
  readonly reply: string;
  readonly solution: string | undefined;
}

/** The place of a label in its rubric, from 0, with the words that stand for it. */
type Row = readonly [level: 0 | 1 | 2, found?: string];

/** What is found first decides, from the top, and the last row if nothing is. */
const judgeTables: Readonly<Record<DimensionId, (signals: ReturnType<typeof signalsOf>) => readonly Row[]>> = {
  mistake_identification: ({ denial, contrast, affirmation, doubt }) => [
    [0, denial ?? contrast],
    [2, affirmation],
    [0, doubt],
    [2],
  ],
  mistake_location: ({ place, doubted }) => [[0, place], [1, doubted.find((text) => roughPlace.test(text))], [2]],
  revealing_of_the_answer: ({ told, isRight }) => [isRight ? [0, told] : [1, told], [2]],
  providing_guidance: ({ guidance, isOnTopic }) => [isOnTopic ? [0, guidance] : [1, guidance], [2]],
  actionability: ({ questions, asksWhatIsUnclear }) => [
    [1, asksWhatIsUnclear],
    [0, questions.find(({ text }) => !vague.test(text))?.text],
    [1, questions[0]?.text],
    [2],
  ],
  coherence: ({ repeated, denial, affirmation, takenUp }) => [
    [2, repeated],
    [1, denial === undefined ? undefined : affirmation],
    [0, takenUp],
    [1],
  ],
  tutor_tone: ({ offence, encouragement }) => [[2, offence], [0, encouragement], [1]],
  human_likeness: ({ reply }) => [[2, machine.exec(reply)?.[0]], [1, stiff.exec(reply)?.[0]], [0]],
};

const contrasts = /\b(?:but|however|actually|instead)\b/i;
const roughPlace = /\b(?:step|part|where you|when you|your (?:working|calculation)|the (?:first|second|last))\b/i;
const tells = /\bthe (?:\w+ ){0,2}(?:answer|result|solution) (?:is|was|would be|should be|equals) (?!not\b).{1,80}/i;
const explains = /\b(?:remember|need to|since|so that|to find|divide|multiply|add|subtract)\b/i;
const vague =
  /\b(?:try (?:it |that )?again|have another (?:go|look)|think (?:again|about it)|check (?:your|the) (?:work|answer)|what do you think|make sense|any questions)\b/i;
const machine = /\b(?:as an ai|language model|(?:answer|response|input) (?:has been|was) (?:recorded|processed))\b/i;
const stiff =
  /\b(?:please (?:provide|proceed|submit)|kindly|in accordance|the student)\b|^\s{0,9}(?:[-*•]|\d+[.)]|#+)\s|\*\*[^*\n]{1,200}\*\*/im;

export function simulateJudge(dimension: DimensionId, material: JudgedMaterial): string {
  const rows = judgeTables[dimension](signalsOf(material));
  const [level, found] = rows.find(([, words]) => words !== undefined) ?? rows.at(-1) ?? [2];
  const decided = found === undefined ? 'Found no words that decide it.' : `“${briefQuote(found)}” decides it.`;
  const isBlind = dimension === 'revealing_of_the_answer' && found !== undefined && material.solution === undefined;
  const feedback = isBlind ? `${decided} There was no solution to check it with.` : decided;
  return JSON.stringify({ feedback, label: labelsOf(dimension)[level] });
}

function signalsOf({ history, reply: raw, solution }: JudgedMaterial) {
  const reply = readableReply(raw).replaceAll('’', "'");
  const features = replyFeatures(reply);
  const { sentences, questions, scaffold } = features;
  const said = history.map(({ content }) => content).join('\n');
  const student = history.findLast(({ role }) => role === 'student')?.content ?? '';
  const numbers = numbersIn(student);
  const doubted = sentences.filter((text) => {
    const { denial, doubt } = replyFeatures(text);
    return denial !== undefined || doubt !== undefined || contrasts.test(text);
  });
  const told = sentences.find((text) => !isQuestion(text) && tells.test(text));
  return {
    ...features,
    reply,
    contrast: contrasts.exec(reply)?.[0],
    doubted,
    /** Doubts the student's own words or numbers. */
    place: doubted.find(
      (text) => sharedWords(text, student) >= 0.5 || numbersIn(text).some((value) => numbers.includes(value)),
    ),
    told,
    isRight: solution === undefined || (told !== undefined && mentionsAnswer(solution, told)),
    guidance: scaffold ?? questions.find(({ level }) => level > 1)?.text ?? explains.exec(reply)?.[0],
    isOnTopic: sharedWords(reply, `${said}\n${solution ?? ''}`) >= 0.2,
    repeated: history.find(({ role, content }) => role === 'tutor' && bareWords(content) === bareWords(reply))?.content,
    takenUp: sentences.find((text) => sharedWords(text, said) >= 0.25),
  };
}

import { numbersIn, sentencesOf } from '../../judging/replyText';
import type { Random } from '../../statistics/random';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { numberCase, type NumberCase } from './numberCase';
import { lastStudentWords, type KmpDialogueSample } from './samples';

/** How the student seems to stand, read from the dialogue and what the tutor is told. */
type StudentState = 'stuck' | 'wrong' | 'right';

/** What a simulated reply can take up from the dialogue. */
export interface TutorMaterial {
  readonly state: StudentState;
  /** The student's last statement, cut to fit into a sentence. */
  readonly said: string;
  /** The objective as an infinitive without “to”. */
  readonly aim: string;
  readonly domain: string;
  /** A small calculation of the dialogue's kind, with numbers that are not the dialogue's own. */
  readonly shown: NumberCase;
  /** Another one, to be left to the student. */
  readonly left: NumberCase;
}

/** Looks at what a tutor is given, never at the reference reply. */
export function tutorMaterial(sample: KmpDialogueSample, random: Random): TutorMaterial {
  const avoid = new Set(sample.history.flatMap(({ content }) => numbersIn(content)));
  const kind = `${sample.domain ?? ''} ${sample.objective}`.toLowerCase();
  const shown = numberCase(kind, avoid, random);
  return {
    state: stateOf(sample),
    said: saidBy(lastStudentWords(sample)),
    aim: aimOf(sample.objective),
    domain: sample.domain ?? 'this topic',
    shown,
    left: numberCase(kind, new Set([...avoid, ...shown.numbers]), random),
  };
}

const stuck =
  /\b(?:stuck|confus\w+|lost|don'?t (?:know|get|understand)|no idea|why|what do i|how do i|help|makes? no sense|dosnt make sense|doesn'?t make sense)\b/i;
const toldWrong =
  /\b(?:wrong|mistakes?|errors?|slips?|misconception|believes?|overlooks?|insists?|leaves? out|mixes up|not right|anxious|guess(?:ed|es)?)\b/i;

function stateOf(sample: KmpDialogueSample): StudentState {
  const words = lastStudentWords(sample).replaceAll('’', "'");
  if (equalitiesIn(words).some(({ holds }) => !holds)) return 'wrong';
  if (stuck.test(words)) return 'stuck';
  return toldWrong.test(`${sample.instructions} ${sample.studentProfile}`) ? 'wrong' : 'right';
}

function saidBy(words: string): string {
  const clauses = sentencesOf(words.replace(/["“”]/g, '').slice(0, 2_000)).flatMap((sentence) =>
    sentence.split(/[,;:!?…]\s|\s(?:but|so|and|because|cos|bc)\s/i),
  );
  const cleaned = clauses.map((clause) => clause.replace(/^(?:but|so|and|because|cos|um|oh|ok|no|yes)\s/i, '').trim());
  const found = cleaned.findLast((clause) => /\d/.test(clause)) ?? cleaned.findLast((clause) => clause.length > 12);
  const spoken = (found ?? cleaned.at(-1) ?? 'your last step').split(/\s+/);
  const short = spoken
    .slice(0, 9)
    .join(' ')
    .slice(0, 80)
    .replace(/(?<![.,;:!?\s])[.,;:!?\s]+$/, '');
  return spoken.length > 9 ? `${short} …` : short;
}

/** The objective's first clause; a long one is cut before a word that opens another part. */
function aimOf(objective: string): string {
  const words = (objective.replace(/\s+/g, ' ').split(/[,;:.]/)[0] ?? '').trim().slice(0, 200).split(' ');
  const border = words.findLastIndex((word, index) => index >= 3 && index <= 8 && opensPart.test(word));
  const kept = words.length > 8 ? words.slice(0, border === -1 ? 8 : border) : words;
  const aim = kept.join(' ');
  return aim === '' ? 'get to the bottom of this' : aim.charAt(0).toLowerCase() + aim.slice(1);
}

const opensPart = /^(?:and|that|when|with|in|by|from|instead|whose|whatever|over|to|of|for|as|before|so)$/;

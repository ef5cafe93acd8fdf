import { readableText } from '../../judging/readableText';
import { contentWords, numbersIn } from '../../judging/replyText';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import { applicableCriteria, overallId } from './criteria';
import { scoreOn, type CriterionScore, type DialogueSetting } from './criterionScores';
import type { ComparedReplies } from './material';
import type { SidedVerdict } from './preference';
import { replySignals } from './replySignals';

/** Scores closer than this are a tie. */
const margin = 0.15;
/** The whole is a milder sum of many things, so that its ties are narrower. */
const overallMargin = 0.06;

/**
 * Answers like the judge, as JSON text. Each reply is scored by the same rules on its own text, and the scores are compared: with
 * A and B exchanged every verdict turns. `random` only varies the wording of the reasons.
 */
export function simulatePreferences(compared: ComparedReplies, ids: readonly string[], random: Random): string {
  const setting = settingOf(compared);
  const a = scored(readableText(compared.replyA), setting);
  const b = scored(readableText(compared.replyB), setting);
  const decided = ids.flatMap((id) => {
    const [one, other] = [a.criteria.get(id), b.criteria.get(id)];
    if (one === undefined || other === undefined) return [];
    const verdict = verdictOf(one.score - other.score, margin);
    return [{ id, why: reasonFor(verdict, one.because, other.because, random), verdict }];
  });
  return JSON.stringify({
    reasoning: 'A simulated judge compared the two texts by word lists and arithmetic, without understanding them.',
    criteria: decided,
    overall: ids.includes(overallId) ? verdictOf(a.whole - b.whole, overallMargin) : null,
  });
}

interface ScoredReply {
  readonly criteria: ReadonlyMap<string, CriterionScore>;
  /** Mean over the criteria that apply, whichever are asked for; a wrong calculation or a rude word weighs on it. */
  readonly whole: number;
}

function scored(reply: string, setting: DialogueSetting): ScoredReply {
  const signals = replySignals(reply);
  const criteria = new Map(setting.ids.map((id) => [id, scoreOn(id, signals, setting)]));
  let sum = 0;
  for (const { score } of criteria.values()) sum += score;
  const faults = (signals.wrongEqualities > 0 ? 0.4 : 0) + (signals.offence ? 0.5 : 0);
  return { criteria, whole: sum / Math.max(1, criteria.size) - faults };
}

function settingOf({
  history,
  persona,
  studentProfile,
  objective,
  principles,
  instructions,
  grade,
}: ComparedReplies): DialogueSetting {
  const last = history.at(-1)?.content ?? '';
  const earlier = history.map(({ content }) => content).join('\n');
  return {
    ids: applicableCriteria(principles),
    lastWords: contentWords(last),
    lastNumbers: new Set(numbersIn(last)),
    earlierNumbers: new Set(numbersIn(earlier)),
    dialogueWords: contentWords(earlier),
    aims: contentWords(`${objective}\n${instructions}`),
    scenario: contentWords(`${persona}\n${studentProfile}`),
    // Kindergarten is 0. Where the data has no grade, the middle of K–8.
    grade: grade === undefined ? 5 : Number(/\d/.exec(grade)?.[0] ?? 0),
  };
}

function verdictOf(difference: number, closeness: number): SidedVerdict {
  if (Math.abs(difference) < closeness) return 'tie';
  return difference > 0 ? 'A' : 'B';
}

const tieWords = ['Both do about the same here', 'No clear difference', 'Neither stands out'] as const;
const betterWords = ['shows more of it', 'has the edge', 'does this better'] as const;

function reasonFor(verdict: SidedVerdict, a: string, b: string, random: Random): string {
  if (verdict === 'tie') return `${pickOne(tieWords, random)} (A: ${a}; B: ${b}).`;
  return `${verdict} ${pickOne(betterWords, random)} (A: ${a}; B: ${b}).`;
}

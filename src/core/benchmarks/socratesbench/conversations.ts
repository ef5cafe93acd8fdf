import type { Dialogue } from '../../dialogue/dialogue';
import type { Verdict } from '../../judging/verdict';
import type { Part } from '../../statistics/hiddenSpread';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { RepeatResult, SampleResult } from '../sampleResult';
import { leakFinding, messageFails, type LeakFinding, type MessageJudge } from './labels';
import type { Condition, SocratesSample } from './samples';
import { compositeOf, conversationFails, type ConversationVerdicts } from './scores';

/** One judged conversation. */
export interface JudgedPlay extends ConversationVerdicts {
  readonly sample: SocratesSample;
  readonly repeat: number;
  readonly dialogue: Dialogue;
  readonly leak: LeakFinding | undefined;
}

/** The complete conversations of a run in their order. One that was cut short has no part in any figure (specification, section 9). */
export function judgedPlays(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
  condition?: Condition,
): readonly JudgedPlay[] {
  return results
    .filter(({ sample }) => condition === undefined || sample.condition === condition)
    .flatMap(({ sample, repeats }) =>
      repeats
        .filter(({ dialogue }) => dialogue.status === 'complete')
        .map((repeat) => judgedPlay(sample, repeat, policy)),
    );
}

/** Conversations that count as one in intervals and tests. */
export interface Unit {
  readonly unit: string;
  readonly plays: readonly JudgedPlay[];
}

/**
 * Whether conversations are the units: of one task there is nothing else to draw, and figures speak of that task alone. Of several tasks
 * each is one unit, as its conversations lean on each other.
 */
export function playsAreUnits(results: readonly SampleResult<SocratesSample>[]): boolean {
  return new Set(results.map(({ sample }) => sample.taskId)).size === 1;
}

/** Judged conversations by the unit that they belong to; those with and without theory stand together in it. */
export function unitsOf(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
  condition?: Condition,
): readonly Unit[] {
  const single = playsAreUnits(results);
  const units = new Map<string, JudgedPlay[]>();
  for (const play of judgedPlays(results, policy, condition)) {
    const { taskId } = play.sample;
    const unit = single ? `${taskId}#${play.repeat}` : taskId;
    const plays = units.get(unit);
    if (plays === undefined) units.set(unit, [play]);
    else plays.push(play);
  }
  return [...units].map(([unit, plays]) => ({ unit, plays }));
}

function judgedPlay(
  sample: SocratesSample,
  { repeat, dialogue, verdicts }: RepeatResult,
  policy: ProtocolPolicy,
): JudgedPlay {
  const leak = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
  return {
    sample,
    repeat,
    dialogue,
    leak,
    j1Leak: leak?.leaked,
    j2Fail: messageVerdicts('J2', dialogue, verdicts, policy),
    ...(sample.condition === 'theory' ? { j3Fail: messageVerdicts('J3', dialogue, verdicts, policy) } : {}),
  };
}

/** Whether each message of a dialogue fails a judge, in order of turns. */
export function messageVerdicts(
  judge: MessageJudge,
  { replies }: Dialogue,
  verdicts: readonly Verdict[],
  policy: ProtocolPolicy,
): readonly (boolean | undefined)[] {
  const byTurn = new Map(
    verdicts.filter((verdict) => verdict.judge === judge).map((verdict) => [verdict.turn, verdict]),
  );
  return replies.map(({ turn }) => messageFails(byTurn.get(turn), policy));
}

/** Clean and known units of one dimension. */
interface Count {
  readonly clean: number;
  readonly known: number;
}

/** What conversations add to each dimension; messages are counted one by one. */
export type Tally = Readonly<Record<Dimension, Count>>;

export const threeDimensions = ['j1', 'j2Message', 'j2Conversation'] as const;
export const fiveDimensions = [...threeDimensions, 'j3Message', 'j3Conversation'] as const;
export type Dimension = (typeof fiveDimensions)[number];

/** Failures counted as the paper does: a conversation fails when one of its messages does, and what is unknown is left out. */
export function tallyOf(plays: readonly ConversationVerdicts[]): Tally {
  return {
    j1: countOf(plays.map(({ j1Leak }) => j1Leak)),
    j2Message: countOf(plays.flatMap(({ j2Fail }) => j2Fail)),
    j2Conversation: countOf(plays.map(({ j2Fail }) => conversationFails(j2Fail))),
    j3Message: countOf(plays.flatMap(({ j3Fail = [] }) => j3Fail)),
    j3Conversation: countOf(plays.map(({ j3Fail = [] }) => conversationFails(j3Fail))),
  };
}

function countOf(fails: readonly (boolean | undefined)[]): Count {
  let clean = 0;
  let known = 0;
  for (const fail of fails) {
    if (fail === undefined) continue;
    known += 1;
    if (!fail) clean += 1;
  }
  return { clean, known };
}

/** Pooled success rate of a dimension in percent; `undefined` without a verdict. Called for every resample. */
export function pooledRate(tallies: readonly Tally[], dimension: Dimension): number | undefined {
  let clean = 0;
  let known = 0;
  for (const tally of tallies) {
    const count = tally[dimension];
    clean += count.clean;
    known += count.known;
  }
  return known === 0 ? undefined : (100 * clean) / known;
}

/** The rates that their mean, times `slope`, is made of; a conversation that is `undefined` stands on neither side. */
export function rateParts(
  tallies: readonly (Tally | undefined)[],
  dimensions: readonly Dimension[],
  slope: number,
): readonly Part[] {
  return dimensions.map((dimension) => ({
    values: tallies.map((tally) => {
      const { clean, known } = tally?.[dimension] ?? { clean: 0, known: 0 };
      return known === 0 ? undefined : (100 * clean) / known;
    }),
    slope: slope / dimensions.length,
    scale: [0, 100],
  }));
}

/**
 * The composite of some dimensions, their plain mean; `undefined` unless each has a rate, since a mean of fewer is another figure. Called
 * for every resample.
 */
export function meanOfRates(tallies: readonly Tally[], dimensions: readonly Dimension[]): number | undefined {
  const rates = dimensions.map((dimension) => pooledRate(tallies, dimension));
  return rates.includes(undefined) ? undefined : compositeOf(rates);
}

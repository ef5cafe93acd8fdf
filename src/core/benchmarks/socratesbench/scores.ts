import { meanOf } from '../../benchmark/metric';
import type { Dialogue } from '../../benchmark/dialogue';
import type { Verdict } from '../../benchmark/judging/verdict';
import type { Part } from '../../statistics/hiddenSpread';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { groupedBy } from '../../benchmark/samples';
import { leakFinding, messageFails, type LeakFinding, type MessageJudge } from './labels';
import type { Condition, SocratesSample } from './samples';

/** Whether each message fails, in turn order; `undefined` without a verdict. */
export type Fails = readonly (boolean | undefined)[];

export const threeDimensions = ['j1', 'j2Message', 'j2Conversation'] as const;
export const fiveDimensions = [...threeDimensions, 'j3Message', 'j3Conversation'] as const;
export type Dimension = (typeof fiveDimensions)[number];

export type Tally = Readonly<Record<Dimension, { readonly clean: number; readonly known: number }>>;

/** The paper's count: a conversation fails if one of its messages does. Unknown ones are left out. */
export function tallyOf(trials: readonly JudgedTrial[]): Tally {
  const count = (fails: Fails): Tally[Dimension] => {
    const known = fails.filter((fail) => fail !== undefined);
    return { clean: known.filter((fail) => !fail).length, known: known.length };
  };
  return {
    j1: count(trials.map(({ j1Leak }) => j1Leak)),
    j2Message: count(trials.flatMap(({ j2Fail }) => j2Fail)),
    j2Conversation: count(trials.map(({ j2Fail }) => conversationFails(j2Fail))),
    j3Message: count(trials.flatMap(({ j3Fail = [] }) => j3Fail)),
    j3Conversation: count(trials.map(({ j3Fail = [] }) => conversationFails(j3Fail))),
  };
}

function conversationFails(fails: Fails): boolean | undefined {
  if (fails.includes(true)) return true;
  return fails.length === 0 || fails.includes(undefined) ? undefined : false;
}

/** In percent; `undefined` without a verdict. Runs for every resample. */
export function pooledRate(tallies: readonly Tally[], dimension: Dimension): number | undefined {
  let [clean, known] = [0, 0];
  for (const { [dimension]: counts } of tallies) {
    clean += counts.clean;
    known += counts.known;
  }
  return known === 0 ? undefined : (100 * clean) / known;
}

/** `undefined` unless each dimension has a rate, because a mean of fewer is a different figure. */
export function meanOfRates(tallies: readonly Tally[], dimensions: readonly Dimension[]): number | undefined {
  const rates = dimensions.map((dimension) => pooledRate(tallies, dimension));
  return rates.includes(undefined) ? undefined : meanOf(rates);
}

export function rateParts(tallies: readonly Tally[], dimensions: readonly Dimension[], slope = 1): readonly Part[] {
  return dimensions.map((dimension) => ({
    values: tallies.map((tally) => pooledRate([tally], dimension)),
    slope: slope / dimensions.length,
    scale: [0, 100],
  }));
}

type TurnRate = Readonly<Record<'turn' | 'failures' | 'n', number>> & { readonly rate: number | undefined };

/** The failure profile over turns 1 to `turns` (paper, section 5.1); `rate` is a percentage of those judged. */
export function turnProfile(conversations: readonly Fails[], turns: number): readonly TurnRate[] {
  return Array.from({ length: turns }, (_, index) => {
    const judged = conversations.map((fails) => fails[index]).filter((fail) => fail !== undefined);
    const failures = judged.filter(Boolean).length;
    const rate = judged.length === 0 ? undefined : (100 * failures) / judged.length;
    return { turn: index + 1, failures, n: judged.length, rate };
  });
}

/** Conversations by first failure, from turn 1. `unknown`: a verdict is missing before any known failure. */
export function firstFailures(
  conversations: readonly Fails[],
  turns: number,
): { readonly byTurn: readonly number[]; readonly clean: number; readonly unknown: number } {
  const firsts = conversations.map(firstFailure);
  return {
    byTurn: Array.from({ length: turns }, (_, index) => firsts.filter((first) => first === index + 1).length),
    clean: firsts.filter((first) => first === 'clean').length,
    unknown: firsts.filter((first) => first === undefined).length,
  };
}

export function firstFailure(fails: Fails): number | 'clean' | undefined {
  const index = fails.findIndex((fail) => fail !== false);
  if (index === -1) return fails.length === 0 ? undefined : 'clean';
  return fails[index] === true ? index + 1 : undefined;
}

/** Whether turns 1 to `turn` − 1 are clean and `turn` fails; `undefined` if verdicts are missing. */
export function breaksFirstAt(fails: Fails, turn: number): boolean | undefined {
  if (fails.slice(0, turn - 1).includes(true) || fails[turn - 1] === false) return false;
  return firstFailure(fails.slice(0, turn)) === turn ? true : undefined;
}

export function questionMarks(text: string): number {
  return text.match(/[?？؟]/g)?.length ?? 0;
}

export interface JudgedTrial {
  readonly sample: SocratesSample;
  readonly repeat: number;
  readonly dialogue: Dialogue;
  readonly leak: LeakFinding | undefined;
  readonly j1Leak: boolean | undefined;
  readonly j2Fail: Fails;
  readonly j3Fail?: Fails;
}

/** Complete conversations in order. Incomplete ones count in no figure (specification, section 9). */
export function judgedTrials(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
): readonly JudgedTrial[] {
  return results.flatMap(({ sample, repeats }) =>
    repeats
      .filter(({ dialogue }) => dialogue.status === 'complete')
      .map(({ repeat, dialogue, verdicts }): JudgedTrial => {
        const leak = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
        return {
          ...{ sample, repeat, dialogue, leak },
          j1Leak: leak?.leaked,
          j2Fail: messageVerdicts('J2', dialogue, verdicts, policy),
          ...(sample.condition === 'theory' ? { j3Fail: messageVerdicts('J3', dialogue, verdicts, policy) } : {}),
        };
      }),
  );
}

export interface Unit {
  readonly unit: string;
  readonly trials: readonly JudgedTrial[];
}

/** Of a single task, only conversations can be resampled. Of several, each task is one unit. */
export function trialsAreUnits(results: readonly SampleResult<SocratesSample>[]): boolean {
  return new Set(results.map(({ sample }) => sample.taskId)).size === 1;
}

export function unitsOf(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
  condition?: Condition,
): readonly Unit[] {
  const single = trialsAreUnits(results);
  const played = results.filter(({ sample }) => condition === undefined || sample.condition === condition);
  const units = groupedBy(judgedTrials(played, policy), ({ sample: { taskId }, repeat }) =>
    single ? `${taskId}#${repeat}` : taskId,
  );
  return [...units].map(([unit, trials]) => ({ unit, trials }));
}

export function messageVerdicts(
  judge: MessageJudge,
  { replies }: Dialogue,
  verdicts: readonly Verdict[],
  policy: ProtocolPolicy,
): Fails {
  const ofJudge = verdicts.filter((verdict) => verdict.judge === judge);
  const byTurn = new Map(ofJudge.map((verdict) => [verdict.turn, verdict]));
  return replies.map(({ turn }) => messageFails(byTurn.get(turn), policy));
}

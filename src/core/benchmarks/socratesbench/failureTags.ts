import type { Dialogue } from '../../dialogue/dialogue';
import type { Verdict } from '../../judging/verdict';
import type { ProtocolPolicy } from '../protocolPolicy';
import { questionMarks } from './behaviour';
import { computedSteps, type ComputedStep } from './computedSteps';
import { messageVerdicts } from './conversations';
import { leakFinding } from './labels';
import { statesAllRoots } from './lexicalLeak';
import { requestTurns } from './requestTurns';
import type { SocratesSample } from './samples';
import { breaksFirstAt } from './turnProfile';

type Capitulation = `turn${number}_capitulation`;

/** How a conversation went wrong; only `j1_leak` is the paper’s own word (specification, section 12). */
type FailureTag =
  | 'j1_leak'
  | 'j2_values_named'
  | 'j2_formula_substituted'
  | 'j2_partial_result'
  | 'j2_full_solution'
  | 'j2_hollow_question'
  // At the first request to be shown or the demand for the result: turns 7 and 10 of the default scripts.
  | Capitulation
  | 'j3_outside_method';

const titles: Readonly<Record<Exclude<FailureTag, Capitulation> | 'capitulation', string>> = {
  j1_leak: 'Gives the answer away',
  j2_values_named: 'Names the values',
  j2_formula_substituted: 'Puts the numbers into the formula',
  j2_partial_result: 'Gives a result on the way',
  j2_full_solution: 'Gives the full solution',
  j2_hollow_question: 'Computes, then asks',
  j3_outside_method: 'Uses a method outside the theory',
  capitulation: 'Gives in under pressure',
};

/** A tag with the turns it was found at, counted from 1; none where J1 names no turn. */
interface TaggedTurns {
  readonly tag: FailureTag;
  readonly title: string;
  readonly turns: readonly number[];
}

const tagOfStep: Readonly<Record<ComputedStep['kind'], FailureTag | undefined>> = {
  value: 'j2_values_named',
  substituted: 'j2_formula_substituted',
  result: 'j2_partial_result',
  answer: undefined,
};

/**
 * The tags of one conversation from one judge model's verdicts. That a message fails is the judge's word; what kind of step it
 * shows is read from its text. Tags never change a score.
 */
export function failureTags(
  sample: SocratesSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
  policy: ProtocolPolicy,
): readonly TaggedTurns[] {
  const turnsOf = new Map<FailureTag, number[]>();
  const tag = (name: FailureTag, ...turns: number[]): void => {
    turnsOf.set(name, [...(turnsOf.get(name) ?? []), ...turns]);
  };
  const leak = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
  if (leak?.leaked === true) tag('j1_leak', ...(leak.turn === undefined ? [] : [leak.turn]));
  const steps = messageVerdicts('J2', dialogue, verdicts, policy);
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  for (const { turn, visible } of dialogue.replies) {
    if (steps[turn - 1] === true) {
      for (const name of stepTags(sample, visible, said.slice(0, turn))) tag(name, turn);
    }
  }
  const { show, demand } = requestTurns(sample, policy.student);
  for (const turn of [show, demand]) {
    if (turn !== undefined && breaksFirstAt(steps, turn) === true) tag(`turn${turn}_capitulation`, turn);
  }
  for (const [index, outside] of messageVerdicts('J3', dialogue, verdicts, policy).entries()) {
    if (outside === true) tag('j3_outside_method', index + 1);
  }
  return [...turnsOf].map(([name, turns]) => ({
    tag: name,
    title: titles[isCapitulation(name) ? 'capitulation' : name],
    turns,
  }));
}

function isCapitulation(tag: FailureTag): tag is Capitulation {
  return tag.startsWith('turn');
}

function stepTags(sample: SocratesSample, message: string, said: readonly string[]): ReadonlySet<FailureTag> {
  const steps = computedSteps(message, { task: sample.task, answer: sample.answer, said });
  const tags = new Set<FailureTag>();
  for (const { kind } of steps) {
    const name = tagOfStep[kind];
    if (name !== undefined) tags.add(name);
  }
  if (statesAllRoots(message, sample.answer)) tags.add('j2_full_solution');
  const first = steps[0] === undefined ? 0 : message.indexOf(steps[0].quote);
  if (questionMarks(message.slice(Math.max(0, first))) > 0) tags.add('j2_hollow_question');
  return tags;
}

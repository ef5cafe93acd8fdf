import type { Fact } from '../../benchmark/benchmark';
import type { Dialogue } from '../../benchmark/dialogue';
import type { Verdict } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { socratesChoice } from './policies';
import { computedSteps, type ComputedStep } from './simulatedJudges';
import { messageVerdicts, breaksFirstAt, questionMarks } from './scores';
import { leakFinding } from './labels';
import { lexicalLeak, statesAllRoots } from './mathText';
import type { SocratesSample } from './samples';
import { requestTurns } from './script';

/** What a reviewer should know of a sample. The tutor saw only the task and the theory. */
export function sampleFacts(sample: SocratesSample): readonly Fact[] {
  const { answer, theoryId, theory, condition, level, topic } = sample;
  const off = theoryId === null ? 'none' : `${theoryId}, not given to the tutor here`;
  return [
    { label: 'Answer key', value: answer.display },
    { label: 'Other forms of the answer', value: answer.equivalents.join('; ') },
    { label: 'Theory', value: condition === 'theory' && theory !== null ? theory.id : off },
    { label: 'Allowed methods', value: condition === 'theory' ? (theory?.sanctionedMethods.join('; ') ?? '') : '' },
    { label: 'Topic', value: topic ?? '' },
    { label: 'Level', value: level ?? '' },
  ].filter(({ value }) => value !== '');
}

/** Whether a search for all forms of the answer finds it, and whether J1 disagrees. It never overrides J1. */
export function conversationFacts(
  sample: SocratesSample,
  dialogue: Dialogue,
  _policy: ProtocolPolicy,
  verdicts: readonly Verdict[] = [],
): readonly Fact[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  if (replies.length === 0) return [];
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  const found = lexicalLeak(replies, sample.answer, said);
  const search = found === undefined ? 'not found in any message' : `found in message ${found.turn}: “${found.quote}”`;
  const facts: Fact[] = [{ label: 'Word search for the answer', value: search }];
  if (dialogue.plan.modelledStudent !== undefined) facts.push({ label: 'Student', value: 'played by a model' });
  const judged = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
  if (judged !== undefined && judged.leaked !== (found !== undefined)) {
    const judge = judged.leaked ? 'a leak' : 'no leak';
    facts.push({ label: 'Word search and J1 disagree', value: `J1 found ${judge}; its verdict stands` });
  }
  return facts;
}

/** Only `j1_leak` is the paper's own term (specification, section 12). */
const tagTitles = {
  j1_leak: 'Gives the answer away',
  j2_values_named: 'Names the values',
  j2_formula_substituted: 'Puts the numbers into the formula',
  j2_partial_result: 'Gives an intermediate result',
  j2_full_solution: 'Gives the full solution',
  j2_hollow_question: 'Computes, then asks',
  j3_outside_method: 'Uses a method outside the theory',
} as const;

type FailureTag = keyof typeof tagTitles | `turn${number}_capitulation`;

const tagOfStep: Readonly<Record<ComputedStep['kind'], FailureTag | undefined>> = {
  value: 'j2_values_named',
  substituted: 'j2_formula_substituted',
  result: 'j2_partial_result',
  answer: undefined,
};

/** The judge decides that a message fails; its text decides the kind of step. */
export function failureTags(
  sample: SocratesSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
  policy: ProtocolPolicy,
): readonly { readonly tag: FailureTag; readonly title: string; readonly turns: readonly number[] }[] {
  const turnsOf = new Map<FailureTag, number[]>();
  const tag = (name: FailureTag, ...turns: number[]): void => {
    turnsOf.set(name, [...(turnsOf.get(name) ?? []), ...turns]);
  };
  const leak = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
  if (leak?.leaked === true) tag('j1_leak', ...(leak.turn === undefined ? [] : [leak.turn]));
  const steps = messageVerdicts('J2', dialogue, verdicts, policy);
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  for (const { turn, visible } of dialogue.replies.filter((reply) => steps[reply.turn - 1] === true)) {
    for (const name of stepTags(sample, visible, said.slice(0, turn))) tag(name, turn);
  }
  const { show, demand } = requestTurns(sample, socratesChoice(policy, 'student'));
  for (const turn of [show, demand]) {
    if (turn !== undefined && breaksFirstAt(steps, turn) === true) tag(`turn${turn}_capitulation`, turn);
  }
  for (const [index, outside] of messageVerdicts('J3', dialogue, verdicts, policy).entries()) {
    if (outside === true) tag('j3_outside_method', index + 1);
  }
  return [...turnsOf].map(([name, turns]) => {
    const title = name in tagTitles ? tagTitles[name as keyof typeof tagTitles] : 'Gives in under pressure';
    return { tag: name, title, turns };
  });
}

function stepTags(sample: SocratesSample, message: string, said: readonly string[]): ReadonlySet<FailureTag> {
  const steps = computedSteps(message, { task: sample.task, answer: sample.answer, said });
  const tags = new Set<FailureTag>(steps.flatMap(({ kind }) => tagOfStep[kind] ?? []));
  if (statesAllRoots(message, sample.answer)) tags.add('j2_full_solution');
  const first = steps[0] === undefined ? 0 : message.indexOf(steps[0].quote);
  if (questionMarks(message.slice(Math.max(0, first))) > 0) tags.add('j2_hollow_question');
  return tags;
}

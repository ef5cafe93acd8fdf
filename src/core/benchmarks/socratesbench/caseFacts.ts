import type { Dialogue } from '../../dialogue/dialogue';
import type { Verdict } from '../../judging/verdict';
import type { ProtocolPolicy } from '../protocolPolicy';
import { leakFinding } from './labels';
import { lexicalLeak } from './lexicalLeak';
import type { SocratesSample } from './samples';

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a reviewer should know of a sample; the tutor was sent none of it but the task and the theory. */
export function sampleFacts({
  answer,
  theoryId,
  theory,
  condition,
  level,
  topic,
  language,
}: SocratesSample): readonly Fact[] {
  const off = theoryId === null ? 'none' : `${theoryId}, not given to the tutor here`;
  return [
    { label: 'Answer key', value: answer.display },
    { label: 'Other forms of the answer', value: answer.equivalents.join('; ') },
    { label: 'Theory', value: condition === 'theory' && theory !== null ? theory.id : off },
    { label: 'Allowed methods', value: condition === 'theory' ? (theory?.sanctionedMethods.join('; ') ?? '') : '' },
    { label: 'Topic', value: topic ?? '' },
    { label: 'Level', value: level ?? '' },
    { label: 'Language', value: language },
  ].filter(({ value }) => value !== '');
}

/**
 * What code can say of a conversation: whether the answer stands in it by a plain search of all its forms. With the verdicts of a
 * judge model at hand, also where the search disagrees with J1, which it never overrides.
 */
export function conversationFacts(
  sample: SocratesSample,
  dialogue: Dialogue,
  _policy: ProtocolPolicy,
  verdicts: readonly Verdict[] = [],
): readonly Fact[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  if (replies.length === 0) return [];
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  const found = lexicalLeak(replies, sample.answer, said, sample.theory?.sanctionedMethods);
  const facts: Fact[] = [
    {
      label: 'Word search for the answer',
      value: found === undefined ? 'not found in any message' : `found in message ${found.turn}: “${found.quote}”`,
    },
  ];
  if (dialogue.plan.modelledStudent !== undefined) facts.push({ label: 'Student', value: 'played by a model' });
  const judged = leakFinding(verdicts.find(({ judge }) => judge === 'J1'));
  if (judged !== undefined && judged.leaked !== (found !== undefined)) {
    const judge = judged.leaked ? 'a leak' : 'no leak';
    facts.push({ label: 'Word search and J1 disagree', value: `J1 found ${judge}; its verdict stands` });
  }
  return facts;
}

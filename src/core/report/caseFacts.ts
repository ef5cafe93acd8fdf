import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { Dialogue } from '../dialogue/dialogue';
import type { Verdict } from '../judging/verdict';
import type { WorkItem } from '../engine/workItem';
import type { ReplyTags } from '../tagging/tagging';
import { failureTagTitles } from './failureTags';

/** One line of what is known about a sample or its reply: untrusted text. */
export interface CaseFact {
  readonly label: string;
  readonly value: string;
}

/** Fields that samples of different benchmarks share, in the order they are shown. None of them was sent to the tutor as such. */
const fields: readonly (readonly [field: string, label: string])[] = [
  ['level', 'Level'],
  ['gradeBand', 'Grade band'],
  ['grade', 'Grade'],
  ['language', 'Language'],
  ['topic', 'Topic'],
  ['source', 'Source'],
  ['groundTruth', 'Right answer'],
  ['groundTruthSolution', 'Worked solution'],
  ['answer', 'Answer'],
];

/**
 * What a person who reviews a case should see beside it: the benchmark's own facts or else the fields that samples share, and
 * what the benchmark says of the reply.
 */
export function caseFacts(
  { benchmark, sample }: WorkItem,
  dialogue: Dialogue,
  policy: ProtocolPolicy,
  verdicts: readonly Verdict[] = [],
  said?: ReplyTags,
): readonly CaseFact[] {
  const { subject, group } = benchmark.summarize(sample);
  return [
    { label: 'Subject', value: subject },
    { label: 'Group', value: group },
    ...(benchmark.facts?.(sample) ?? sharedFacts(sample)),
    ...(benchmark.replyFacts?.(sample, dialogue, policy, verdicts) ?? []),
    {
      label: 'Failure tags',
      value: (benchmark.replyTags?.(sample, dialogue, policy, verdicts) ?? []).map(tagText).join('; '),
    },
    ...(said === undefined ? [] : taggedFacts(benchmark, said)),
  ].filter(({ value }) => value !== '');
}

function tagText({ title, turns = [] }: { readonly title: string; readonly turns?: readonly number[] }): string {
  return turns.length === 0 ? title : `${title} (turn ${turns.join(', ')})`;
}

/** Stands where other benchmarks have the tags that code finds. */
function taggedFacts(benchmark: Benchmark, { tags, reasoning = '', problem }: ReplyTags): readonly CaseFact[] {
  const titles = failureTagTitles(benchmark, tags).join('; ');
  const value = tags === undefined ? `not known: ${problem ?? 'the answer could not be read'}` : titles || 'none fits';
  return [
    { label: 'Failure tags', value },
    { label: 'Why these tags', value: reasoning },
  ];
}

function sharedFacts(sample: Sample): readonly CaseFact[] {
  const values = new Map<string, unknown>(Object.entries(sample));
  return fields.flatMap(([field, label]): readonly CaseFact[] => {
    const value = values.get(field);
    const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
    return text === '' ? [] : [{ label, value: text }];
  });
}

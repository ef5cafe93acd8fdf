import { tagIds } from '../benchmark/failureTaxonomy';
import type { WorkItem } from './workItem';
import type { RunRecord } from '../store/runRecord';

/** What was said of one failing reply. `tags` is `undefined` where the judge's answer could not be read or never came. */
export interface ReplyTags {
  readonly tags: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
  readonly problem?: string | undefined;
}

export interface Tagging {
  readonly judge: string;
  readonly replies: ReadonlyMap<string, ReplyTags>;
  readonly versions: ReadonlyMap<string, string>;
}

/** A judge that was asked later takes the place of an earlier one. `undefined` where no judge has been asked. */
export function readTagging(items: readonly WorkItem[], records: readonly RunRecord[]): Tagging | undefined {
  const steps = records.flatMap((record) =>
    record.kind === 'judged' || (record.kind === 'failed' && record.role === 'judge') ? [record] : [],
  );
  const judge = steps.at(-1)?.judgeModel;
  if (judge === undefined) return undefined;
  const known = new Map(items.map((item) => [item.key, item]));
  const replies = new Map<string, ReplyTags>();
  const versions = new Map<string, string>();
  for (const record of steps) {
    const item = known.get(record.item);
    if (item === undefined || record.judgeModel !== judge) continue;
    if (record.kind === 'failed') {
      if (!replies.has(item.key)) replies.set(item.key, { tags: undefined, problem: record.message });
      continue;
    }
    const [verdict] = record.verdicts;
    if (verdict === undefined || item.benchmark.taxonomy?.canGive(verdict, item.sample) !== true) continue;
    versions.set(item.benchmark.id, record.version);
    const { label, reasoning, problem } = verdict;
    replies.set(item.key, { tags: typeof label === 'string' ? tagIds(label) : undefined, reasoning, problem });
  }
  return { judge, replies, versions };
}

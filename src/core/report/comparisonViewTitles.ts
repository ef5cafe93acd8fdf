import type { RunSession } from '../engine/runSession';
import type { WorkItem } from '../engine/workItem';
import { boundedText } from './boundedText';

/** A sample in words; untrusted and bounded. */
interface SampleTitle {
  readonly title: string;
  readonly quote: string;
  readonly group: string;
}

/** What a comparison leaves out: the words for its ids. */
export interface ComparisonTitles {
  sample(benchmark: string, sampleId: string): SampleTitle | undefined;
  judge(benchmark: string, judgeId: string): string | undefined;
  criterion(benchmark: string, sampleId: string, criterionId: string): string | undefined;
  /** What a stored label is called. */
  label(benchmark: string, label: string): string | undefined;
}

/** Reads the words from the runs themselves; those of the later run win. */
export function comparisonViewTitles(before: RunSession, after: RunSession): ComparisonTitles {
  const items = new Map<string, WorkItem>();
  const benchmarks = new Map<string, WorkItem['benchmark']>();
  for (const item of [...before.items, ...after.items]) {
    items.set(keyOf(item.benchmark.id, item.sample.id), item);
    benchmarks.set(item.benchmark.id, item.benchmark);
  }
  return {
    sample: (benchmark, sampleId) => {
      const item = items.get(keyOf(benchmark, sampleId));
      if (item === undefined) return undefined;
      const { title, quote, group } = item.benchmark.summarize(item.sample);
      return { title: boundedText(title), quote: boundedText(quote), group: boundedText(group) };
    },
    judge: (benchmark, judgeId) => benchmarks.get(benchmark)?.judges.find(({ id }) => id === judgeId)?.title,
    criterion: (benchmark, sampleId, criterionId) => {
      const item = items.get(keyOf(benchmark, sampleId));
      return item?.benchmark.criterionOf?.(item.sample, criterionId)?.text;
    },
    label: (benchmark, label) => {
      const titles = benchmarks.get(benchmark)?.labelTitles ?? {};
      return Object.hasOwn(titles, label) ? titles[label] : undefined;
    },
  };
}

function keyOf(benchmark: string, sampleId: string): string {
  return `${benchmark}/${sampleId}`;
}

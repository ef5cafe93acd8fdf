import { wasPlanned } from '../benchmark/metric';
import type { Comparison, DoubtedMetric, JudgeDoubts } from '../compare/comparison';
import { countWords } from '../text/countWords';
import { judgeTrustOf, type RunTrust } from './runTrust';
import { readableLine } from '../text/readableText';
import type { ReportedMetric } from '../results/reportModel';
import { worstTrust } from './trustBadge';

/** A run's metrics with what is known of their judges, as a report has them. */
interface TrustedMetrics {
  readonly benchmarks: readonly {
    readonly id: string;
    readonly blocks: readonly {
      readonly id: string;
      readonly judge: string;
      readonly metrics: readonly Pick<ReportedMetric, 'id' | 'title' | 'judgeTrust'>[];
    }[];
  }[];
}

const words: Readonly<Record<DoubtedMetric['status'], string>> = {
  beaten: 'no better than the majority label',
  few: 'checked on too few labels',
  unchecked: 'unchecked',
};
const order = ['beaten', 'few', 'unchecked'] as const;
/** Metrics named for one reason; the rest is counted, and named in JSON and beside the scores. */
const mostNamed = 5;

/** By the given judge models alone; `undefined` where all of them are checked and hold, or where no card was looked for. */
export function judgeDoubts({ benchmarks }: TrustedMetrics, judges: readonly string[]): JudgeDoubts | undefined {
  let judged = 0;
  const metrics: DoubtedMetric[] = [];
  for (const { id: benchmark, blocks } of benchmarks) {
    for (const { id: block, metrics: shown } of blocks.filter(({ judge }) => judges.includes(judge))) {
      for (const { id, title, judgeTrust } of shown) {
        const status = worstTrust(judgeTrust)?.status;
        if (status !== undefined) judged += 1;
        if (status === undefined || status === 'checked') continue;
        metrics.push({ benchmark, block, id, title: readableLine(title), status });
      }
    }
  }
  return metrics.length === 0 ? undefined : { sentence: sentenceOf(metrics, judged), metrics };
}

/** A comparison with what is to be known of the later run's judge on the metrics that the later run has. */
export function withJudgeDoubts(comparison: Comparison, trustIn: RunTrust): Comparison {
  const { judge } = comparison.after;
  const benchmarks = comparison.benchmarks.map(({ id: benchmark, metrics }) => ({
    id: benchmark,
    blocks: metrics
      .filter(({ after }) => wasPlanned(after))
      .map((metric) => {
        const { id, block = '', title } = metric;
        const trust = judgeTrustOf(metric, trustIn({ benchmark, judge, metric }));
        return { id: block, judge, metrics: [{ id, title, ...trust }] };
      }),
  }));
  const doubts = judgeDoubts({ benchmarks }, [judge]);
  return doubts === undefined ? comparison : { ...comparison, judgeDoubts: doubts };
}

function sentenceOf(metrics: readonly DoubtedMetric[], judged: number): string {
  const unchecked = metrics.filter(({ status }) => status === 'unchecked').length;
  if (unchecked === judged) {
    return judged === 1
      ? 'The judge of the one judged metric is unchecked.'
      : `The judge is unchecked for all of ${countWords(judged, 'judged metric', 'judged metrics')}.`;
  }
  const parts = order.flatMap((status) => {
    const titles = [...new Set(metrics.flatMap((metric) => (metric.status === status ? [metric.title] : [])))];
    if (titles.length === 0) return [];
    const rest = titles.length > mostNamed ? ` and ${titles.length - mostNamed} more` : '';
    return [`${words[status]} for ${titles.slice(0, mostNamed).join(', ')}${rest}`];
  });
  return `The judge is ${parts.join('; ')}.`;
}

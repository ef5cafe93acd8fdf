import { wasPlanned } from '../benchmark/metric';
import type { Comparison, DoubtedMetric, JudgeDoubts } from '../compare/comparison';
import { countWords } from '../text/countWords';
import { judgeTrustOf, type RunTrust, worstTrust } from './runTrust';
import { readableLine } from '../text/readableText';
import type { ReportedMetric, RunReport } from '../results/reportModel';

interface TrustedMetric extends Pick<ReportedMetric, 'title' | 'judgeTrust'> {
  readonly benchmark: string;
  readonly block: string;
  readonly id: string;
}

const words: Readonly<Record<DoubtedMetric['status'], string>> = {
  beaten: 'no better than the majority label',
  few: 'checked on too few labels',
  unchecked: 'unchecked',
};
/** Metrics named for one reason; the rest is counted, and named in JSON and beside the scores. */
const mostNamed = 5;

/** By the given judge models alone; `undefined` where all of them are checked and hold, or where no card was looked for. */
export function judgeDoubts(
  { benchmarks }: Pick<RunReport, 'benchmarks'>,
  judges: readonly string[],
): JudgeDoubts | undefined {
  const blocks = benchmarks.flatMap(({ id: benchmark, blocks: own }) => own.map((block) => ({ ...block, benchmark })));
  const judged = blocks.filter(({ judge }) => judges.includes(judge));
  return doubtsOf(
    judged.flatMap(({ benchmark, id: block, metrics }) => metrics.map((one) => ({ ...one, benchmark, block }))),
  );
}

function doubtsOf(all: readonly TrustedMetric[]): JudgeDoubts | undefined {
  const judged = all.flatMap(({ benchmark, block, id, title, judgeTrust }) => {
    const status = worstTrust(judgeTrust)?.status;
    return status === undefined ? [] : [{ benchmark, block, id, title: readableLine(title), status }];
  });
  const metrics = judged.filter((one): one is DoubtedMetric => one.status !== 'checked');
  return metrics.length === 0 ? undefined : { sentence: sentenceOf(metrics, judged.length), metrics };
}

/** A comparison with what is to be known of the later run's judge on the metrics that the later run has. */
export function withJudgeDoubts(comparison: Comparison, trustIn: RunTrust): Comparison {
  const { judge } = comparison.after;
  const planned = comparison.benchmarks.flatMap(({ id: benchmark, metrics }) =>
    metrics
      .filter(({ after }) => wasPlanned(after))
      .map((metric) => {
        const { id, block = '', title } = metric;
        return { benchmark, block, id, title, ...judgeTrustOf(metric, trustIn({ benchmark, judge, metric })) };
      }),
  );
  const doubts = doubtsOf(planned);
  return doubts === undefined ? comparison : { ...comparison, judgeDoubts: doubts };
}

function sentenceOf(metrics: readonly DoubtedMetric[], judged: number): string {
  const unchecked = metrics.filter(({ status }) => status === 'unchecked').length;
  if (unchecked === judged) {
    return judged === 1
      ? 'The judge of the one judged metric is unchecked.'
      : `The judge is unchecked for all of ${countWords(judged, 'judged metric', 'judged metrics')}.`;
  }
  const parts = (Object.keys(words) as DoubtedMetric['status'][]).flatMap((status) => {
    const titles = [...new Set(metrics.flatMap((metric) => (metric.status === status ? [metric.title] : [])))];
    if (titles.length === 0) return [];
    const rest = titles.length > mostNamed ? ` and ${titles.length - mostNamed} more` : '';
    return [`${words[status]} for ${titles.slice(0, mostNamed).join(', ')}${rest}`];
  });
  return `The judge is ${parts.join('; ')}.`;
}

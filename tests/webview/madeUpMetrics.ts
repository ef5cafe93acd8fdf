import type { BenchmarkReport, CaseSummary, MetricBlock, VerdictChip } from '../../src/core/results/reportModel';

type MetricValue = MetricBlock['metrics'][number];

/** A percentage with an interval of ten points to each side; `undefined` is a metric without a value. Made up. */
export function percentMetric(id: string, value: number | undefined, change: Partial<MetricValue> = {}): MetricValue {
  const found: Partial<MetricValue> =
    value === undefined
      ? { value, n: 0, excluded: 3 }
      : { value, n: 40, excluded: 0, ci: { low: value - 10, high: value + 10, level: 0.95 }, ciMethod: 'bootstrap' };
  return {
    id,
    title: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    explain: `Pass rate of criteria on ${id}.`,
    unit: 'percent',
    direction: 'up',
    scale: [0, 100],
    judges: ['criteria'],
    value,
    n: 0,
    excluded: 0,
    ...found,
    ...change,
  };
}

export function chip(judge: string, outcome: VerdictChip['outcome'], change: Partial<VerdictChip> = {}): VerdictChip {
  const label = { desired: 'yes', partial: 'partly', undesired: 'no', neutral: '2', unscored: '–' }[outcome];
  return { judge, judgeTitle: judge, judgeModel: 'made-up-judge', label, outcome, ...change };
}

export function madeUpCase(
  benchmark: string,
  sampleId: string,
  chips: readonly VerdictChip[],
  change: Partial<CaseSummary> = {},
): CaseSummary {
  const repeat = change.repeat ?? 0;
  const scored = chips.filter(({ outcome }) => outcome !== 'unscored');
  const bad = scored.filter(({ outcome }) => outcome === 'undesired').length;
  return {
    id: `${benchmark}/${sampleId}#${String(repeat)}`,
    benchmark,
    sampleId,
    repeat,
    title: `Made-up sample ${sampleId}`,
    quote: 'Can you just show me the first line?',
    group: 'algebra',
    subject: 'mathematics',
    status: 'judged',
    chips,
    badness: scored.length === 0 ? undefined : bad / scored.length,
    reply: 'What have you tried so far?',
    ...change,
  };
}

/** A finished benchmark with these blocks, pictures and cases. */
export function madeUpBenchmark(
  head: Pick<BenchmarkReport, 'id' | 'title' | 'question' | 'judges'>,
  parts: Pick<BenchmarkReport, 'blocks' | 'pictures' | 'cases'>,
): BenchmarkReport {
  const { cases } = parts;
  const count = (status: CaseSummary['status']): number => cases.filter((one) => one.status === status).length;
  const chips = cases.flatMap((one) => one.chips);
  return {
    ...head,
    ...parts,
    samples: new Set(cases.map(({ sampleId }) => sampleId)).size,
    completed: count('judged'),
    planned: cases.length,
    noReply: count('noReply'),
    refused: count('refused'),
    failed: count('failed'),
    notApplicable: count('notApplicable'),
    judgeFailed: chips.filter(({ outcome }) => outcome === 'unscored').length,
    verdicts: chips.length,
    coverage: 1,
  };
}

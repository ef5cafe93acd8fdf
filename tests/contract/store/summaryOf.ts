import type { RunSummary, SummarizedMetric } from '../../../src/core/store/runSummary';
import { manifestOf } from './storedRun';

/** Two metrics; the second has nothing to measure. */
const madeUpMetrics: SummarizedMetric[] = [
  {
    id: 'tone',
    title: 'Tone',
    unit: 'percent',
    direction: 'band',
    scale: [0, 100],
    band: [40, 60],
    value: 50,
    ci: { low: 10, high: 90, level: 0.95 },
    n: 1,
    excluded: 0,
  },
  { id: 'bare', title: 'Bare', unit: 'share', direction: 'up', scale: [0, 1], n: 0, excluded: 1 },
];

/** A summary that fits `manifestOf(runId)` with a closing status of `statusRecord`. */
export function summaryOf(runId: string, changes: Partial<RunSummary> = {}): RunSummary {
  const { createdAt, prompt } = manifestOf(runId);
  return {
    toolVersion: '0.0.0',
    runId,
    createdAt,
    lastAt: '2026-03-01T10:00:02.000Z',
    status: 'completed',
    prompt: { path: prompt.path, name: prompt.name, revision: prompt.revision },
    tutor: 'fake:tutor',
    judges: ['fake:judge'],
    simulated: false,
    placement: 'own',
    wallMs: 7_000,
    benchmarks: [
      {
        id: 'mrbench',
        title: 'MRBench',
        placement: 'own',
        dataHash: 'sha256:0',
        judgeVersions: { tone: 'tone@12345678' },
        samples: 1,
        planned: 1,
        completed: 1,
        noReply: 0,
        failed: 0,
        notApplicable: 0,
        verdicts: 1,
        unscored: 0,
        blocks: [{ id: 'main', title: 'Main – ünïcode', judge: 'fake:judge', metrics: madeUpMetrics }],
      },
    ],
    ...changes,
  };
}

import type { BenchmarkReport, RunReport } from '../../src/core/results/reportModel';
import { metricBarsBenchmark, preferencesBenchmark } from './barReports';
import { chip, madeUpBenchmark, madeUpCase, percentMetric } from './madeUpMetrics';
import { turnMapBenchmark } from './turnMapReport';

const skillTasks = ['Solve', 'Correct', 'Reason about a step', 'Generate a problem'] as const;

const kmpSkills: BenchmarkReport = madeUpBenchmark(
  {
    id: 'kmp-skills',
    title: 'KMP-Skills',
    question: 'Can the model do what a tutor needs?',
    judges: skillTasks.map((title, index) => ({
      id: `skill-${String(index)}`,
      title,
      question: `${title}?`,
      version: '1',
    })),
  },
  {
    blocks: skillTasks.map((title, index) => ({
      id: `skill-${String(index)}`,
      title,
      judge: 'made-up-judge',
      metrics: [percentMetric('accuracy', 50 + index * 8), percentMetric('format', 90)],
    })),
    pictures: [],
    cases: skillTasks.map((_, index) =>
      madeUpCase('kmp-skills', `ks-${String(index)}`, [chip(`skill-${String(index)}`, 'desired')], { group: 'skills' }),
    ),
  },
);

/** A finished run of six benchmarks from two sample reports of one and two benchmarks. Made up. */
export function sixBenchmarks(guideEval: RunReport, twoBenchmarks: RunReport): RunReport {
  const mrBench = twoBenchmarks.benchmarks.filter(({ id }) => id === 'mrbench');
  const oneJudge = mrBench.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.filter(({ judge }) => judge === 'judge-a'),
  }));
  return {
    ...guideEval,
    warnings: [],
    benchmarks: [
      ...guideEval.benchmarks,
      ...oneJudge,
      turnMapBenchmark(),
      preferencesBenchmark,
      kmpSkills,
      metricBarsBenchmark,
    ],
  };
}

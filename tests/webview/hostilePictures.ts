import type { BenchmarkPicture, CaseDetail, RunReport } from '../../src/core/results/reportModel';
import { metricBarsBenchmark, preferencesBenchmark } from './barReports';
import { criteriaCase, pixels } from './madeUpCases';
import { runOf } from './panelStates';
import { turnMapBenchmark } from './turnMapReport';

/** The pictures of three benchmarks with a text as every label. */
export function hostilePictures(text: string): RunReport {
  const head = { title: text, explain: text, judge: text };
  const benchmarks = [turnMapBenchmark(2, 2), preferencesBenchmark, metricBarsBenchmark].map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      title: text,
      judge: text,
      metrics: block.metrics.map((metric) => ({ ...metric, title: text })),
    })),
    pictures: benchmark.pictures.map((picture): BenchmarkPicture => {
      switch (picture.kind) {
        case 'turnMap': {
          const marks = [{ turn: 2, label: text }];
          const layers = picture.layers.map((layer) => ({
            ...layer,
            id: text,
            title: text,
            rows: layer.rows.map((row) => ({ ...row, label: text, sampleId: text })),
          }));
          return { ...picture, ...head, marks, layers };
        }
        case 'preferences': {
          const named = picture.groups.map((group) => ({
            label: text,
            rows: group.rows.map((row) => ({ ...row, label: text })),
          }));
          return { ...picture, ...head, groups: named };
        }
        case 'levelsByGroup':
        case 'metricBars':
          return { ...picture, ...head };
      }
    }),
  }));
  return runOf(...benchmarks);
}

/** A case with a text as criterion, tag and description of an image. */
export function hostileCriteria(text: string): CaseDetail {
  const [turn] = criteriaCase.turns;
  return {
    ...criteriaCase,
    turns: [{ ...turn!, images: [{ source: pixels, alt: text }] }],
    verdicts: [{ ...criteriaCase.verdicts[0]!, criterion: `${text} .`, tags: [text, text], reasoning: text }],
    facts: [{ label: text, value: text }],
  };
}

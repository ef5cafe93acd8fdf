import type { BenchmarkReport, TurnMapPicture, VerdictChip } from '../../src/core/results/reportModel';
import { chip, madeUpBenchmark, madeUpCase, percentMetric } from './madeUpMetrics';

const turns = 10;
const topics = [
  'Completing the square',
  'A train that overtakes',
  'Why the sum of two odd numbers is even',
  'Two taps',
];
const judges = [
  { id: 'J1', title: 'Computes a step of the solution' },
  { id: 'J2', title: 'States the result' },
  { id: 'J3', title: 'Names the method' },
] as const;

type Cell = TurnMapPicture['layers'][number]['rows'][number]['cells'][number];

/** Any fixed pattern will do, as long as every kind of cell occurs and failures grow with the turn. */
function cellOf(layer: number, row: number, turn: number): Cell {
  if (row % 11 === 4 && turn > 8) return 'none';
  if ((row * 7 + turn * 3 + layer) % 29 === 0) return 'unscored';
  return (row * 13 + turn * 5 + layer * 17) % 23 < turn - 3 ? 'failed' : 'clean';
}

/** A map of `samples` conversations, each played `repeats` times. Made up. */
export function turnMap(samples: number, repeats: number): TurnMapPicture {
  return {
    kind: 'turnMap',
    title: 'Where the tutor gave in',
    explain: 'One line a conversation, one column a turn; a full cell is a reply that the judge found to fail.',
    judge: 'made-up-judge',
    turns,
    marks: [
      { turn: 7, label: 'asks to be shown the next step' },
      { turn: 10, label: 'asks for the whole solution' },
    ],
    layers: judges.map(({ id, title }, layer) => {
      const rows = Array.from({ length: samples * repeats }, (_, row) => {
        const sample = Math.floor(row / repeats);
        return {
          sampleId: `sb-${String(sample + 1).padStart(3, '0')}`,
          repeat: row % repeats,
          label: topics[sample % topics.length] ?? '',
          cells: Array.from({ length: turns }, (__, turn) => cellOf(layer, row, turn + 1)),
        };
      });
      const byTurn = Array.from({ length: turns }, (_, turn) => ({
        failed: rows.filter(({ cells }) => cells[turn] === 'failed').length,
        judged: rows.filter(({ cells }) => cells[turn] === 'failed' || cells[turn] === 'clean').length,
      }));
      return { id, title, rows, byTurn };
    }),
  };
}

const outcomes = { clean: 'desired', failed: 'undesired', unscored: 'unscored' } as const;

/** A benchmark with that map, and the cases that its cells lead to. */
export function turnMapBenchmark(samples = 14, repeats = 3): BenchmarkReport {
  const picture = turnMap(samples, repeats);
  const [first] = picture.layers;
  const cases = (first?.rows ?? []).map(({ sampleId, repeat, label }, row) => {
    const chips = picture.layers.flatMap(({ id, title, rows }): readonly VerdictChip[] =>
      (rows[row]?.cells ?? []).flatMap((cell, turn) =>
        cell === 'none' ? [] : [chip(id, outcomes[cell], { turn: turn + 1, judgeTitle: title })],
      ),
    );
    return madeUpCase('socratesbench', sampleId, chips, { repeat, title: label });
  });
  const levels = { unit: 'share', scale: [0, 1] as const, ci: { low: 0.5, high: 0.7, level: 0.95 } } as const;
  return madeUpBenchmark(
    {
      id: 'socratesbench',
      title: 'SocratesBench',
      question: 'Does the tutor keep the solution back over a long dialogue?',
      judges: judges.map((judge) => ({
        ...judge,
        question: `Does the reply fail ${judge.id}?`,
        version: `${judge.id}@1`,
      })),
    },
    {
      blocks: [
        {
          id: 'composite',
          title: 'Composite',
          judge: 'made-up-judge',
          metrics: [percentMetric('resilience', 0.61, { ...levels, title: 'Resilience' })],
        },
        {
          id: 'judges',
          title: 'Failure rates',
          judge: 'made-up-judge',
          metrics: judges.map(({ id, title }) => percentMetric(id, 0.6, { ...levels, direction: 'down', title })),
        },
      ],
      pictures: [picture],
      cases,
    },
  );
}

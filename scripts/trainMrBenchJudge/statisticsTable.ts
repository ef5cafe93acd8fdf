import type { JudgeCard } from '../../src/core/benchmarks/mrbench/embedded/embeddedFile';

/** The card's statistics as a table in Markdown, the mean over dimensions last. */
export function statisticsTable({ dimensions }: JudgeCard): string {
  const head = [
    'dimension',
    'n',
    'agreement',
    'deviation',
    'kappa',
    '95 % interval',
    'macro-F1',
    'Pearson',
    'majority agreement',
    'majority macro-F1',
    'lenient macro-F1',
  ];
  const rows = dimensions.map(
    ({ id, n, agreement, deviation, kappa, kappaCi, macroF1, pearson, majority, lenient }) => [
      id,
      `${n}`,
      shown(agreement),
      shown(deviation),
      shown(kappa),
      kappaCi === null ? '–' : `${shown(kappaCi.low)} to ${shown(kappaCi.high)}`,
      shown(macroF1),
      shown(pearson),
      shown(majority.agreement),
      shown(majority.macroF1),
      shown(lenient?.macroF1 ?? null),
    ],
  );
  const mean = (of: (card: JudgeCard['dimensions'][number]) => number | null): string =>
    shown(dimensions.reduce((sum, card) => sum + (of(card) ?? 0), 0) / dimensions.length);
  const last = [
    'mean',
    '',
    mean((card) => card.agreement),
    mean((card) => card.deviation),
    mean((card) => card.kappa),
    '',
    mean((card) => card.macroF1),
    mean((card) => card.pearson),
    mean((card) => card.majority.agreement),
    mean((card) => card.majority.macroF1),
    '',
  ];
  return [head, head.map(() => '---'), ...rows, last].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function shown(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

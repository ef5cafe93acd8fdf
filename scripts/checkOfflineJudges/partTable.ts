import type { DimensionAgreement } from '../../src/core/trust/dimensionAgreement';
import type { JudgedLabels } from './judgedLabels';

const columns = [
  'benchmark',
  'judge',
  'n',
  'problems',
  'agreement',
  'kappa',
  '95 % interval',
  'macro-F1',
  'majority agreement',
  'majority macro-F1',
];

/** The statistics of one part of the data in Markdown, one line a judge. */
export function partTable(rows: readonly (readonly [JudgedLabels, DimensionAgreement])[]): string {
  const cells = rows.map(([{ benchmark, dimension }, statistics]) => {
    const { n, clusters, agreement, kappa, kappaCi, macroF1, majority } = statistics;
    const interval = kappaCi === undefined ? '–' : `${shown(kappaCi.low)} to ${shown(kappaCi.high)}`;
    const given = [agreement, kappa].map(shown);
    const baseline = [macroF1, majority?.agreement, majority?.macroF1].map(shown);
    return [benchmark, dimension, `${n}`, `${clusters}`, ...given, interval, ...baseline];
  });
  return [columns, columns.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function shown(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

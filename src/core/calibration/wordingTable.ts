import { readableLine } from '../report/readableText';
import { dimensionJson, type DimensionJson } from './calibrationJson';
import { aligned, figure } from './alignedTable';
import type { DimensionAgreement } from './dimensionAgreement';
import type { WordingDifference } from './wordingDifference';

/** What a judge's own wording changes against the built-in one. */
export interface ComparedWording {
  readonly judge: string;
  /** In the built-in wording. */
  readonly dimensions: readonly DimensionAgreement[];
  readonly differences: readonly WordingDifference[];
}

/** Own and built-in wording side by side, with the paired difference in agreement. */
export function wordingTable({ judge, dimensions, differences }: ComparedWording): string {
  const kappas = new Map(dimensions.map(({ id, kappa }) => [id, kappa]));
  const head = ['n', 'own', 'built-in', 'difference', '95% interval', 'kappa built-in', ''];
  const rows = differences.map(({ dimension, n, own, builtIn, difference, ci }) => [
    String(n),
    figure(own),
    figure(builtIn),
    signed(difference),
    ci === undefined ? '–' : `${signed(ci.low)} to ${signed(ci.high)}`,
    figure(kappas.get(dimension)),
    answer(ci),
  ]);
  return [
    `Own wording against the built-in one, ${readableLine(judge)}: agreement with people`,
    ...aligned(
      'dimension',
      head,
      differences.map(({ dimension }) => dimension),
      rows,
    ),
  ].join('\n');
}

/** The same for other tools; `null` where a figure is not defined. */
export function wordingJson({ judge, dimensions, differences }: ComparedWording): {
  readonly judge: string;
  readonly builtIn: readonly DimensionJson[];
  readonly differences: readonly (Omit<WordingDifference, 'ci'> & { readonly ci: WordingDifference['ci'] | null })[];
} {
  return {
    judge,
    builtIn: dimensions.map(dimensionJson),
    differences: differences.map(({ ci, ...rest }) => ({ ...rest, ci: ci ?? null })),
  };
}

function answer(ci: WordingDifference['ci']): string {
  if (ci === undefined) return 'too little to tell';
  if (ci.low > 0) return 'own agrees more often';
  return ci.high < 0 ? 'built-in agrees more often' : 'no difference shown';
}

function signed(value: number): string {
  return value > 0 ? `+${figure(value)}` : figure(value);
}

import type { ComparisonChoices } from './comparisonChoices';

/** Forms that a stored run can be written in. */
export const reportFormats = ['html', 'markdown', 'csv', 'junit', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Forms that can hold a comparison with another run. */
export const comparedFormats: ReadonlySet<ReportFormat> = new Set<ReportFormat>(['markdown', 'junit', 'json']);

/** Options of `report`. */
export interface ReportOptions extends ComparisonChoices {
  readonly format: ReportFormat;
  readonly baseline?: string;
  readonly majority?: boolean;
  readonly store?: string;
  readonly output?: string;
}

/** Forms that a stored run can be written in. */
export const reportFormats = ['html', 'markdown', 'csv', 'junit', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Options of `report`. */
export interface ReportOptions {
  readonly format: ReportFormat;
  readonly store?: string;
  readonly output?: string;
}

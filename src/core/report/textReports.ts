import { csvReport } from './csvReport';
import { jsonReport } from './evaluateJson';
import { markdownReport } from './markdownReport';

/** For pull requests and programs. */
export const textReports = { markdown: markdownReport, csv: csvReport, json: jsonReport } as const;
export type TextFormat = keyof typeof textReports;

import type { RunReport } from './reportModel';

/** The report with a note for each trust card that could not be read: a judge may stand there unchecked for want of it. */
export function withCardProblems(report: RunReport, problems: readonly string[]): RunReport {
  if (problems.length === 0) return report;
  return {
    ...report,
    warnings: [...report.warnings, ...problems.map((message) => ({ kind: 'cards', message }) as const)],
  };
}

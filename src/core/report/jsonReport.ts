import type { LabelledComparison } from '../compare/comparisonAnswer';
import { comparisonSummaryJson } from '../compare/comparisonJson';
import type { RunSession } from '../engine/runSession';
import { CaseReader } from './caseDetail';
import type { RunReport } from './reportModel';

/**
 * The whole report with all cases in full, as indented JSON: `{ …RunReport, details: [CaseDetail without sibling, …] }`, and `comparison`
 * where the run was compared with another one.
 */
export function jsonReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const reader = new CaseReader(session);
  const details = session.items.map((item) => reader.lone(item));
  const comparison = compared === undefined ? {} : { comparison: comparisonSummaryJson(compared) };
  return `${JSON.stringify({ ...report, ...comparison, details }, undefined, 2)}\n`;
}

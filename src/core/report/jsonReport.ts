import type { LabelledComparison } from '../compare/comparisonAnswer';
import { comparisonSummaryJson } from '../compare/comparisonJson';
import type { RunSession } from '../engine/runSession';
import { CaseReader } from './caseDetail';
import { judgeDisagreements } from './judgesAgreement';
import type { RunReport } from './reportModel';

/**
 * The whole report with all cases in full, as indented JSON: `{ …RunReport, details: [CaseDetail without sibling, …] }`, and `comparison`
 * where the run was compared with another one, `disagreements` where it has several judges.
 */
export function jsonReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const reader = new CaseReader(session, { majority: report.run.majority !== undefined });
  const details = session.items.map((item) => reader.lone(item));
  const comparison = compared === undefined ? {} : { comparison: comparisonSummaryJson(compared) };
  const disagreements = report.run.judges.length > 1 ? { disagreements: judgeDisagreements(session) } : {};
  return `${JSON.stringify({ ...report, ...comparison, ...disagreements, details }, undefined, 2)}\n`;
}

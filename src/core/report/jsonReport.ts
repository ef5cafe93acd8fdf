import type { RunSession } from '../engine/runSession';
import { CaseReader } from './caseDetail';
import type { RunReport } from './reportModel';

/** The whole report with all cases in full, as indented JSON: `{ …RunReport, details: [CaseDetail without sibling, …] }`. */
export function jsonReport(report: RunReport, session: RunSession): string {
  const reader = new CaseReader(session);
  const details = session.items.map((item) => reader.lone(item));
  return `${JSON.stringify({ ...report, details }, undefined, 2)}\n`;
}

import type { RunSession } from '../run/runSession';
import { loneCase } from '../results/caseDetail';
import type { CaseDetail, RunReport } from '../results/reportModel';

const columns = [
  ...['benchmark', 'sample', 'repeat', 'judge', 'judge_model', 'turn', 'criterion', 'label', 'outcome', 'status'],
  ...['reply', 'reasoning', 'simulated'],
] as const;

/** One row per verdict, RFC 4180. Repeats count from 0. `simulated` lists the simulated parts of the run. */
export function csvReport({ run }: RunReport, session: RunSession): string {
  const simulated = run.simulatedParts.join('+');
  const hasVotes = run.majority !== undefined;
  const rows = session.items.flatMap((item) => verdictRows(loneCase(session, item, hasVotes), simulated));
  return [csvRow(columns), ...rows].join('');
}

function verdictRows({ summary, turns, verdicts }: Omit<CaseDetail, 'sibling'>, simulated: string): readonly string[] {
  const replies = turns.filter(({ role }) => role === 'reply');
  const whole = replies.map(({ text }) => text).join('\n\n');
  return verdicts.map((verdict) => {
    const { judge, judgeModel, turn, criterionId, label, outcome, reasoning, problem } = verdict;
    const unscored = outcome === 'unscored';
    // A verdict about one message is shown with that message.
    const reply = turn === undefined ? whole : (replies.find((one) => one.turn === turn)?.text ?? whole);
    return csvRow([
      ...[summary.benchmark, summary.sampleId, String(summary.repeat), judge, judgeModel, String(turn ?? '')],
      ...[criterionId ?? '', unscored ? '' : label, outcome, unscored ? 'unscored' : 'ok'],
      ...[reply, reasoning ?? problem ?? '', simulated],
    ]);
  });
}

/** Cell starts that a spreadsheet reads as a formula or command, after characters that it skips. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** Separators that some spreadsheets split on, before a formula sign. A list’s dash is not a formula. */
const innerStart = /([;\t][^\S\t\r\n]*|[\r\n])(?=[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D]\S)/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** One CSV line with its line end. No column has negative numbers, so each formula-like cell gets an apostrophe. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const shown = text.replace(loneSurrogate, '\uFFFD').replaceAll('\0', '\uFFFD').replace(innerStart, "$1'");
  const safe = formulaStart.test(shown) ? `'${shown}` : shown;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

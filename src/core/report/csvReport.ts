import type { RunSession } from '../engine/runSession';
import { CaseReader } from './caseDetail';
import { csvRow } from './csvRow';
import type { CaseDetail, RunReport } from './reportModel';
import { simulatedOn } from './simulatedWords';

const columns = [
  ...['benchmark', 'sample', 'repeat', 'judge', 'judge_model', 'turn', 'criterion', 'label', 'outcome', 'status'],
  ...['reply', 'reasoning', 'simulated'],
] as const;

/**
 * One row per verdict, RFC 4180, for spreadsheets and statistics programs. Repeats count from 0. An unscored verdict has an
 * empty label and status `unscored`. `simulated` names the parts of the run that are
 * on this benchmark (`tutor`, `student`, `judge`), empty for none.
 */
export function csvReport({ run }: RunReport, session: RunSession): string {
  const reader = new CaseReader(session, { majority: run.majority !== undefined });
  const rows = session.items.flatMap((item) =>
    verdictRows(reader.lone(item), simulatedOn(run, item.benchmark.title).join('+')),
  );
  return [csvRow(columns), ...rows].join('');
}

function verdictRows({ summary, turns, verdicts }: Omit<CaseDetail, 'sibling'>, simulated: string): readonly string[] {
  const replies = turns.filter(({ role }) => role === 'reply');
  const whole = replies.map(({ text }) => text).join('\n\n');
  return verdicts.map((verdict) => {
    const { judge, judgeModel, turn, criterionId, label, outcome, reasoning, problem } = verdict;
    const unscored = outcome === 'unscored';
    // A verdict about one message of several stands beside that message.
    const reply = turn === undefined ? whole : (replies.find((one) => one.turn === turn)?.text ?? whole);
    const place = [summary.benchmark, summary.sampleId, String(summary.repeat), judge, judgeModel];
    const verdictCells = [turn === undefined ? '' : String(turn), criterionId ?? '', unscored ? '' : label, outcome];
    const rest = [unscored ? 'unscored' : 'ok', reply, reasoning ?? problem ?? '', simulated];
    return csvRow([...place, ...verdictCells, ...rest]);
  });
}

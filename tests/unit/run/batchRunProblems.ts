import type { RunSession } from '../../../src/core/run/runSession';
import { spentOf } from '../../../src/core/run/runState';
import { modelName } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';
import type { SpendingEntry } from '../../../src/core/store/spendingLedger';

/** What no journal may say: the same step answered twice, or more calls than were sent. */
export function problemsOfRecords(records: readonly RunRecord[]): string[] {
  const problems: string[] = [];
  const answered = new Set<string>();
  for (const record of records) {
    if (!('item' in record)) continue;
    const { kind, item, calls, sent } = record;
    if (sent !== undefined && sent < calls) {
      problems.push(`A record “${kind}” of ${item} has ${calls} calls, and ${sent} were sent.`);
    }
    if (record.kind === 'failed') continue;
    const step = record.kind === 'judged' ? `${record.judgeModel} ${record.key}` : `turn ${record.turn}`;
    const answer = `${kind} ${item} ${step}`;
    if (answered.has(answer)) problems.push(`Answered twice: ${answer}.`);
    answered.add(answer);
  }
  return problems;
}

/**
 * Differences between ledger and session of a lone run. `isMixed`: some calls were made outside of batches. A record
 * with tokens of both prices then counts all at the higher one.
 */
export function problemsOfSpending(noted: readonly SpendingEntry[], session: RunSession, isMixed: boolean): string[] {
  const spent = spentOf(session);
  const calls = noted.reduce((sum, entry) => sum + (entry.kind === 'spent' ? entry.calls : 0), 0);
  const usd = noted.reduce((sum, entry) => sum + (entry.kind === 'spent' ? entry.usd : 0), 0);
  // Less than a millionth of a dollar is rounding.
  const isSameUsd = isMixed ? usd < spent.usd + 1e-6 : Math.abs(usd - spent.usd) < 1e-6;
  return [
    ...(calls === spent.calls ? [] : [`The ledger says ${calls} calls, and the session ${spent.calls}.`]),
    ...(isSameUsd ? [] : [`The ledger says $${usd}, and the session $${spent.usd}.`]),
  ];
}

/** Of the entries of one attempt: whatever was set aside has been settled, once. */
export function problemsOfHolds(noted: readonly SpendingEntry[]): string[] {
  const open = new Set<string>();
  const problems: string[] = [];
  for (const entry of noted) {
    if (entry.kind === 'held') open.add(entry.id);
    else if (entry.id !== undefined && !open.delete(entry.id)) problems.push(`Settled twice: ${entry.id}.`);
  }
  return [...problems, ...(open.size === 0 ? [] : [`${open.size} calls stay set aside.`])];
}

/** What a run owes that says it is completed. */
export function problemsOfCompletion(session: RunSession): string[] {
  const { items, manifest, policy, state } = session;
  return items.flatMap((item) => {
    const itemState = state.item(item.key);
    const dialogue = itemState.dialogue(session.planOf(item));
    if (dialogue.status === 'noReply') return [];
    if (dialogue.status !== 'complete') return [`The run is completed, and ${item.key} is ${dialogue.status}.`];
    return manifest.judges.map(modelName).flatMap((judge) => {
      const answered = itemState.answers.get(judge);
      const due = item.benchmark.judgements(item.sample, dialogue, itemState.verdictsOf(judge), policy);
      const expected = due.filter(({ key }) => answered?.has(key) !== true).map(({ key }) => key);
      return due.length > 0 && expected.length === 0
        ? []
        : [`The run is completed, and ${judge} owes ${item.key}: ${expected.join(', ')}.`];
    });
  });
}

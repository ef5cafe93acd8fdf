import * as vscode from 'vscode';
import { isoTime, systemClock } from '../../core/engine/clock';
import { capProblem, raisedCap, type CapProblem, type RaisedCap } from '../../core/engine/raisedCap';
import { capAmount, capNames, capsOfStretch, type CapKind } from '../../core/engine/runCaps';
import { spentOf } from '../../core/engine/spentUsd';
import type { RunSession } from '../../core/engine/runSession';
import type { StatusRecord } from '../../core/store/runRecord';
import type { Spending } from '../../core/store/spendingLedger';
import type { Evaluations } from '../evaluation/evaluations';
import { extensionPrefix, readSettings } from '../settings';

/** Asks for a higher cap in the place of the one that stopped the shown run, and goes on with the run. The settings stay as they are. */
export async function raiseCap(all: Evaluations, uri: vscode.Uri): Promise<void> {
  const evaluation = all.show(uri);
  await all.restore(uri);
  const { session } = evaluation;
  const status = session?.state.status;
  if (session === undefined || status?.status !== 'overBudget' || evaluation.isRunning) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The run that is shown did not stop at a cap.'));
    return;
  }
  // Runs of before there were other caps do not say which one it was.
  const kind = status.cap ?? 'maxCostUsd';
  const cap = await askForCap(raisedCap(kind, currentCap(kind, uri, session), spentOf(session), reachedBy(status)));
  if (cap !== undefined) await all.resume(uri, { [kind]: cap });
}

function currentCap(kind: CapKind, uri: vscode.Uri, { manifest, state }: RunSession): number | undefined {
  const { caps: settings } = readSettings(uri);
  return capsOfStretch({ started: manifest, last: state.caps, settings }).caps[kind];
}

/** The cap that stopped the run with what counted against it, which is nothing for a day that is over. */
function reachedBy({ reached }: StatusRecord): { readonly cap: number; readonly spent: Spending } | undefined {
  if (reached === undefined) return undefined;
  const { cap, usd, calls, day } = reached;
  const isOver = day !== undefined && day !== isoTime(systemClock).slice(0, 10);
  return { cap, spent: isOver ? { usd: 0, calls: 0 } : { usd, calls } };
}

async function askForCap(raised: RaisedCap): Promise<number | undefined> {
  const { kind, least, suggestion } = raised;
  const shown = capAmount(kind, least);
  const problems: Readonly<Record<CapProblem, string>> = {
    noNumber: vscode.l10n.t('Give a number.'),
    notWhole: vscode.l10n.t('Give a whole number.'),
    tooLow: vscode.l10n.t('Give more than {0}.', shown),
  };
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Raise the Cap'),
    prompt: vscode.l10n.t(
      '{0}, above {1}. It holds for this run from now on; the setting {2} stays as it is.',
      titles()[kind],
      shown,
      `${extensionPrefix}.${capNames[kind].setting}`,
    ),
    value: suggestion > 0 ? String(suggestion) : '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = capProblem(raised, text);
      return problem === undefined ? undefined : problems[problem];
    },
  });
  return answer === undefined ? undefined : Number(answer);
}

function titles(): Readonly<Record<CapKind, string>> {
  return {
    maxCostUsd: vscode.l10n.t('US dollars for the whole run'),
    maxCalls: vscode.l10n.t('Calls for the whole run'),
    maxCostUsdPerDay: vscode.l10n.t('US dollars for all runs of the store in a UTC day'),
    maxCallsPerDay: vscode.l10n.t('Calls of all runs of the store in a UTC day'),
  };
}

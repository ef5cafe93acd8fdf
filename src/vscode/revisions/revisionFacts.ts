import * as vscode from 'vscode';
import { summaryHeadline } from '../../core/report/summaryHeadline';
import type { HistoryRun, PromptRevision } from '../../core/revisions/promptHistory';
import type { GitState } from '../../core/store/runManifest';
import { plainLine } from './plainLine';

/** Digits of a commit that people read, as in the panel. */
const shortCommit = 8;

/** A run's status for people. */
export function statusText(status: string): string {
  switch (status) {
    case 'running':
      return vscode.l10n.t('under way');
    case 'completed':
      return vscode.l10n.t('completed');
    case 'incomplete':
      return vscode.l10n.t('finished with failures');
    case 'cancelled':
      return vscode.l10n.t('cancelled');
    case 'interrupted':
      return vscode.l10n.t('interrupted');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'overBudget':
      return vscode.l10n.t('stopped at a cap');
    default:
      return plainLine(status, 40);
  }
}

/** Who taught and who judged. */
export function modelsText({ tutor, judges }: HistoryRun): string {
  const named = judges.map((judge) => plainLine(judge)).join(', ');
  return vscode.l10n.t('tutor {0}, judge {1}', plainLine(tutor), named);
}

/** The score that stands for a run: `P-Affirm 0.71`, marked where models were simulated; `undefined` where there is none. */
export function scoreText({ summary }: HistoryRun): string | undefined {
  const headline = summary === undefined ? undefined : summaryHeadline(summary);
  if (headline === undefined) return undefined;
  const score = `${plainLine(headline.title, 40)} ${headline.value}`;
  return summary?.simulated === true ? vscode.l10n.t('{0} (simulated)', score) : score;
}

/** Where the file stood in git: `9be210fa on main`; `undefined` outside a repository. */
export function gitText(state: GitState | undefined): string | undefined {
  if (state === undefined) return undefined;
  const commit = state.commit?.slice(0, shortCommit) ?? vscode.l10n.t('no commit');
  const place = state.branch === undefined ? commit : vscode.l10n.t('{0} on {1}', commit, plainLine(state.branch, 60));
  return state.dirty ? vscode.l10n.t('{0}, edited', place) : place;
}

/** The run that stands for a revision: its latest finished one, else its latest. */
export function standingRun({ runs }: PromptRevision): HistoryRun | undefined {
  return runs.find(({ status }) => status === 'completed' || status === 'incomplete') ?? runs[0];
}

/** What is known, with dots between. */
export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

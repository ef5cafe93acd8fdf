import * as vscode from 'vscode';
import type { RunGlimpse } from '../evaluation/runTracker';
import type { RunInSight } from '../evaluation/runInSight';
import { plainLine } from '../revisions/plainLine';
import { whenText } from '../revisions/whenText';

/** What the line over a prompt file says of its last run, or of the older one that is shown. */
export interface LastRunText {
  readonly title: string;
  readonly tooltip: string;
  /** Whether there is a comparison with a baseline to be shown. */
  readonly hasChange: boolean;
}

/**
 * The shown run in a few words: its score and its change where they are known, else how many cases fail. It is taken for the last one
 * where `inSight` does not say otherwise.
 */
export function lastRunText(
  { headline, failing, judged, cases, simulated }: RunGlimpse,
  inSight: Pick<RunInSight, 'at' | 'isLatest'> | undefined,
): LastRunText {
  const older =
    inSight?.isLatest === false ? vscode.l10n.t('Run of {0}, not the last one', whenText(inSight.at)) : undefined;
  const mark = simulated ? vscode.l10n.t(' · simulated') : '';
  const count = countText(failing, judged, cases);
  if (headline === undefined) {
    return {
      title:
        (older === undefined ? vscode.l10n.t('last run: {0}', count) : vscode.l10n.t('shown run: {0}', count)) + mark,
      tooltip: [...(older === undefined ? [] : [older]), vscode.l10n.t('Show results')].join('\n'),
      hasChange: false,
    };
  }
  const { title, value, n, change, against = '' } = headline;
  // What stands before a title's colon is its name.
  const score = `${plainLine(title.split(': ')[0] ?? title, 32)} ${value}`;
  // The mark behind it says why there is no verdict.
  const verdict = change === undefined || change.word === 'simulated' ? '' : `, ${change.wordText}`;
  const words = change === undefined ? '' : ` (${change.short}${verdict})`;
  const lines = [
    ...(older === undefined ? [] : [older]),
    vscode.l10n.t('{0}: {1}, n = {2}', plainLine(title, 200), value, n),
    ...(change === undefined
      ? []
      : [vscode.l10n.t('Compared with {0}: {1} ({2})', plainLine(against, 60), change.wordText, change.text)]),
    count,
    ...(simulated ? [vscode.l10n.t('Simulated models: no evidence about a real tutor')] : []),
    change === undefined ? vscode.l10n.t('Show results') : vscode.l10n.t('Show the comparison'),
  ];
  const said = score + words;
  return {
    title: (older === undefined ? vscode.l10n.t('last: {0}', said) : vscode.l10n.t('shown: {0}', said)) + mark,
    tooltip: lines.join('\n'),
    hasChange: change !== undefined,
  };
}

/** A case without a usable verdict neither fails nor passes. */
function countText(failing: number, judged: number, cases: number): string {
  if (judged === 0) return vscode.l10n.t('no verdicts');
  return judged < cases
    ? vscode.l10n.t('{0} of {1} judged cases failing, {2} planned', failing, judged, cases)
    : vscode.l10n.t('{0} of {1} cases failing', failing, cases);
}

import { t } from '../text/countWords';
import { formatTime } from '../text/formatTime';
import { boundedText } from '../text/readableText';
import type { RunManifest } from './runManifest';

export const statusTexts = {
  running: t`running`,
  completed: t`completed`,
  incomplete: t`finished with failures`,
  cancelled: t`cancelled`,
  interrupted: t`interrupted`,
  failed: t`failed`,
  overBudget: t`stopped at a cap`,
} as const;

/** For lists of stored runs, whose status may come from another version. */
export const listedStatuses: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...statusTexts, running: t`under way` }),
);

/** What a run that is no evidence about its prompt does; empty for all others. */
export function purposeText(purpose: RunManifest['purpose']): string {
  if (purpose === undefined) return '';
  return { rules: t`tests rules`, edits: t`tries edits`, explore: t`explores failing cases` }[purpose];
}

/** The label, else what it changed, else when it was first evaluated. */
export function revisionTitle(revision: Partial<Record<'label' | 'edit' | 'firstAt', string | undefined>>): string {
  const { label, edit, firstAt = '…' } = revision;
  return boundedText(label ?? edit ?? t`version of ${formatTime(firstAt)}`, 80);
}

/** False for a run that stopped early or goes on. */
export function hasEnded(status: string | undefined): boolean {
  return status === 'completed' || status === 'incomplete';
}

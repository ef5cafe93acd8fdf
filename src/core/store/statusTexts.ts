import { t } from '../text/countWords';
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

/** False for a run that stopped early or goes on. */
export function hasEnded(status: string | undefined): boolean {
  return status === 'completed' || status === 'incomplete';
}

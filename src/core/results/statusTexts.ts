import type { RunHeader } from './reportModel';

export const statusTexts: Readonly<Record<RunHeader['status'], string>> = {
  running: 'running',
  completed: 'completed',
  incomplete: 'finished with failures',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  failed: 'failed',
  overBudget: 'stopped at a cap',
};

/** For lists of stored runs, whose status may come from another version. */
export const listedStatuses: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...statusTexts, running: 'under way' }),
);

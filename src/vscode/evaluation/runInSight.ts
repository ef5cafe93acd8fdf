import type { PromptHistory } from '../../core/revisions/promptHistory';

/** The run that a prompt shows. */
export interface RunInSight {
  readonly runId: string;
  /** When it was made, ISO 8601. */
  readonly at: string;
  /** Whether it is the last one of its prompt, by when the tutor was asked; runs that go on do not count. */
  readonly isLatest: boolean;
}

/** Places a shown run in its prompt's history. */
export function runInSight(
  { runId, createdAt }: { readonly runId: string; readonly createdAt: string },
  { runs }: Pick<PromptHistory, 'runs'>,
): RunInSight {
  const latest = runs.find(({ status }) => status !== 'running');
  return { runId, at: createdAt, isLatest: latest === undefined || latest.id === runId };
}

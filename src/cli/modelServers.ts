import type { ModelRole } from '../core/engine/runChoices';

/** Options that name a server of one's own. */
export interface ServerOptions {
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
  readonly studentBaseUrl?: string;
}

/** The server that the options name for a role. */
export function serverFor(role: ModelRole, options: ServerOptions): string | undefined {
  return { tutor: options.tutorBaseUrl, judge: options.judgeBaseUrl, student: options.studentBaseUrl }[role];
}

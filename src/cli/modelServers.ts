import type { ModelRole } from '../core/engine/runChoices';
import type { CliContext } from './cliContext';

/** Options that name a server of one's own. */
export interface ServerOptions {
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
  readonly studentBaseUrl?: string;
}

/** The server of a provider for a role: the one that the options name, else the environment's. */
export function serversOf(
  options: ServerOptions,
  { providers, env }: Pick<CliContext, 'providers' | 'env'>,
): (role: ModelRole, providerId: string) => string | undefined {
  return (role, providerId) => {
    const named = { tutor: options.tutorBaseUrl, judge: options.judgeBaseUrl, student: options.studentBaseUrl }[role];
    const variable = providers.get(providerId)?.baseUrlVariable;
    return named ?? (variable === undefined ? undefined : env[variable]);
  };
}

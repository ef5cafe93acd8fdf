import { entryOfConnection } from '../core/providers/connectionEntry';
import { readConnections } from '../core/providers/connection';
import type { ChoiceContext } from '../core/engine/runChoices';
import type { ModelRole } from '../core/providers/modelParameters';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { readInput } from './readInput';

/** Options that name a server of one's own. */
export interface ServerOptions {
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
  readonly studentBaseUrl?: string;
  /** Files of connections, or `NAME=URL`. */
  readonly connection?: readonly string[];
}

/** The providers, and their servers for each role: that which the options name, else the environment's. */
export function serversOf(
  options: ServerOptions,
  { providers, env }: Pick<CliContext, 'providers' | 'env'>,
): Pick<ChoiceContext, 'providers' | 'baseUrlFor'> {
  const named: Readonly<Record<ModelRole, string | undefined>> = {
    tutor: options.tutorBaseUrl,
    judge: options.judgeBaseUrl,
    student: options.studentBaseUrl,
  };
  return {
    providers,
    baseUrlFor: (role, source) => {
      const { connection, baseUrlVariable } = providers.get(source) ?? {};
      if (connection === undefined)
        return named[role] ?? (baseUrlVariable === undefined ? undefined : env[baseUrlVariable]);
      if (named[role] !== undefined)
        throw new CliError(
          `--${role}-base-url does not go with ${source}, a connection with an address of its own. Leave it out, or define a connection with that address.`,
        );
      return undefined;
    },
  };
}

/** The key of a provider or connection, from the environment; empty for none. */
export function keysOf({ providers, env }: Pick<CliContext, 'providers' | 'env'>): (source: string) => string {
  return (source) => env[providers.get(source)?.keyVariable ?? ''] ?? '';
}

/** The context with the connections that the options name. Throws `CliError` for one that cannot be used. */
export async function withConnections(
  { connection: given = [] }: ServerOptions,
  context: CliContext,
): Promise<CliContext> {
  if (given.length === 0) return context;
  const providers = new Map(context.providers);
  for (const one of given) {
    const { value, place } = await connectionsIn(one);
    const { connections, problems } = readConnections(value, new Set(providers.keys()));
    const [problem] = problems;
    if (problem !== undefined) {
      const name = problem.name === '' ? '' : `connection “${problem.name}”: `;
      throw new CliError(`--connection ${place}: ${name}${problem.problem}`);
    }
    for (const found of connections) providers.set(found.name, entryOfConnection(found, context.env));
  }
  return { ...context, providers, connections: given };
}

/** What `--connection` names: a server without a key by `NAME=URL`, or a file. */
async function connectionsIn(given: string): Promise<{ readonly value: unknown; readonly place: string }> {
  const named = /^([^=/\\]*)=([a-z][\w+.-]*:\/\/.*)$/i.exec(given);
  if (named !== null) return { value: { [named[1] ?? '']: { address: named[2] } }, place: named[1] ?? '' };
  const text = await readInput(given, 'The file of connections');
  try {
    const value: unknown = JSON.parse(text);
    return { value, place: given };
  } catch {
    throw new CliError(
      `--connection ${given}: the file is no JSON. It holds an object with a member for each connection.`,
    );
  }
}

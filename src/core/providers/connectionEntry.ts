import { createAnthropicProvider } from './anthropicProvider';
import { variableReference, type Connection } from './connection';
import { createOpenAiProvider } from './openAiProvider';
import type { ProviderEntry } from './providerEntry';
import { ProviderError } from './provider';

/** A connection as the registry lists it. Variables in its headers are read when it is used. */
export function entryOfConnection(
  connection: Connection,
  env: Readonly<Record<string, string | undefined>>,
): ProviderEntry {
  const { name, title, api, baseUrl, keyVariable, needsKey } = connection;
  const create = api === 'openai' ? createOpenAiProvider : createAnthropicProvider;
  return {
    id: name,
    title,
    needsKey,
    keyVariable,
    connection,
    hasBatches: true,
    suggestions: { asOf: '', models: [] },
    create: (options) => {
      const secrets: string[] = [];
      const headers = Object.fromEntries(
        Object.entries(connection.headers).map(([header, value]) => [header, filled(value, name, env, secrets)]),
      );
      const server = baseUrl === undefined ? {} : { baseUrl };
      return create({
        ...options,
        ...server,
        apiKey: needsKey ? options.apiKey : '',
        access: { connection, headers, secrets },
      });
    },
  };
}

/** One that cannot be used as it is written, so that whoever names it hears why. */
export function brokenEntry(name: string, problem: string): ProviderEntry {
  return {
    id: name,
    title: name,
    needsKey: false,
    problem,
    suggestions: { asOf: '', models: [] },
    create: () => {
      throw new ProviderError(`The connection “${name}” cannot be used. ${problem}`, {
        failure: 'badRequest',
        provider: name,
      });
    },
  };
}

function filled(
  value: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  secrets: string[],
): string {
  return value.replace(variableReference, (_, variable: string) => {
    const secret = env[variable]?.trim() ?? '';
    if (!/^[\x20-\x7e]+$/.test(secret)) {
      const why = secret === '' ? 'is not set' : 'has characters that cannot be sent';
      throw new ProviderError(`The connection “${name}” needs the variable ${variable}, which ${why}. Export it.`, {
        failure: 'auth',
        provider: name,
      });
    }
    secrets.push(secret);
    return secret;
  });
}

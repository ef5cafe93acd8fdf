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
  const { name, title, api, baseUrl, keyVariable } = connection;
  const create = api === 'openai' ? createOpenAiProvider : createAnthropicProvider;
  return {
    id: name,
    title,
    needsKey: connection.needsKey,
    ...(keyVariable === undefined ? {} : { keyVariable }),
    connection,
    hasBatches: true,
    suggestions: { asOf: '', models: [] },
    create: (options) => {
      const headers = Object.entries(connection.headers).map(([header, value]) => ({
        header,
        ...filled(value, connection, env),
      }));
      return create({
        ...options,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        apiKey: connection.needsKey ? options.apiKey : '',
        access: {
          connection,
          headers: Object.fromEntries(headers.map(({ header, text }) => [header, text])),
          secrets: headers.flatMap(({ secrets }) => secrets),
        },
      });
    },
  };
}

/** One that cannot be used as it is written, so that whoever names it hears why. */
export function brokenEntry(name: string, problem: string): ProviderEntry {
  const entry = { id: name, title: name, needsKey: false, problem };
  return {
    ...entry,
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
  { name }: Connection,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const text = value.replace(variableReference, (_, variable: string) => {
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
  return { text, secrets };
}

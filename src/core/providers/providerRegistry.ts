import { anthropicEntry, createAnthropicProvider } from './anthropicProvider';
import { type Connection, variableReference } from './connection';
import { editorEntry } from './editorProvider';
import { offlineEntry } from './offlineProvider';
import { createOpenAiProvider, openAiEntry } from './openAiProvider';
import { ProviderError } from './provider';
import type { ProviderEntry } from './providerEntry';

const plain = {
  api: 'openai',
  keyHeader: 'authorization',
  headers: {},
  query: {},
  parameters: {},
  prices: {},
} as const;

/** Addresses and variables from the makers' pages, and default ports of local servers. */
const builtInConnections: readonly Connection[] = [
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  hosted('gemini', 'Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  atHome('ollama', 'Ollama', 11434),
  atHome('lmstudio', 'LM Studio', 1234),
  atHome('llamacpp', 'llama.cpp', 8080),
  atHome('vllm', 'vLLM', 8000),
];

function hosted(name: string, title: string, baseUrl: string, keyVariable: string): Connection {
  return { ...plain, name, title, baseUrl, needsKey: true, keyVariable };
}

/** This machine costs nothing; the price of another home server is unknown. */
function atHome(name: string, title: string, port: number): Connection {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return { ...plain, name, title, baseUrl, needsKey: false, price: { input: 0, output: 0 } };
}

/** Providers in display order, then the connections that need no set-up. */
export const providerRegistry: readonly ProviderEntry[] = [
  offlineEntry,
  openAiEntry,
  anthropicEntry,
  editorEntry,
  ...builtInConnections.map((connection) => entryOfConnection(connection, {})),
];

/** Simulated models send nothing and cost nothing. */
export function isSimulated(id: string): boolean {
  return id === offlineEntry.id;
}

/** A connection as a registry entry. Variables in its headers are read at use. */
export function entryOfConnection(
  connection: Connection,
  env: Readonly<Record<string, string | undefined>>,
): ProviderEntry {
  const { name, title, api, baseUrl, keyVariable, needsKey } = connection;
  const create = api === 'openai' ? createOpenAiProvider : createAnthropicProvider;
  return {
    id: name,
    ...{ title, needsKey, keyVariable, connection },
    hasBatches: true,
    suggestions: [],
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

/** An entry for an unusable connection, whose use reports the problem. */
export function brokenEntry(name: string, problem: string): ProviderEntry {
  return {
    id: name,
    title: name,
    needsKey: false,
    problem,
    suggestions: [],
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

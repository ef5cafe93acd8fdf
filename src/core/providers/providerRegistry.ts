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

/** Addresses and variables as in the makers' pages, and the ports that local servers listen on unless told otherwise. */
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

/** One's own machine works for nothing; what is behind another server at home, nobody knows. */
function atHome(name: string, title: string, port: number): Connection {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return { ...plain, name, title, baseUrl, needsKey: false, price: { input: 0, output: 0 } };
}

/** In the order they are offered, and then the connections that need no setting up. */
export const providerRegistry: readonly ProviderEntry[] = [
  offlineEntry,
  openAiEntry,
  anthropicEntry,
  editorEntry,
  ...builtInConnections.map((connection) => entryOfConnection(connection, {})),
];

/** Nothing is sent and nothing costs. */
export function isSimulated(id: string): boolean {
  return id === offlineEntry.id;
}

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

import { anthropicEntry } from './anthropicProvider';
import type { Connection } from './connection';
import { entryOfConnection } from './connectionEntry';
import { editorEntry } from './editorProvider';
import { offlineEntry } from './offlineProvider';
import { openAiEntry } from './openAiProvider';
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

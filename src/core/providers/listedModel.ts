import * as z from 'zod';
import type { ModelPrice } from './modelRow';

/** One model as a server lists it. What the server does not say is absent. */
export interface ListedModel {
  readonly id: string;
  /** Tokens of a request, with most servers together with its answer. */
  readonly contextTokens?: number;
  readonly images?: boolean;
  /** In US dollars per million tokens, where the server is a market of models. */
  readonly price?: ModelPrice;
  /** Last day it is served, `YYYY-MM-DD`. */
  readonly shutdown?: string;
}

/** Models of one list at most: a market of all vendors has some hundred. */
const mostModels = 2_000;

const count = z.int().positive().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .optional()
  .catch(undefined);
const perToken = z.coerce.number().nonnegative().optional().catch(undefined);

/** Names of models that answer with no text: for search, speech, pictures and filters. Lists have no field for that. */
const otherKinds =
  /(?:^|[-_/.])(?:embed|embedding|embeddings|rerank|reranker|whisper|tts|transcribe|moderation|dall-e|sora)(?:$|[-_/.:\d])/i;

/** What OpenAI, Anthropic and servers in their form write into a line, each in members of its own. */
const lineSchema = z.object({
  id: z.string().min(1).max(300),
  shutdown_date: day,
  retires_at: day,
  deprecation: day,
  max_input_tokens: count,
  max_model_len: count,
  context_length: count,
  context_window: count,
  max_context_length: count,
  meta: z.object({ n_ctx: count }).optional().catch(undefined),
  capabilities: z
    .object({ vision: flag, image_input: z.object({ supported: flag }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  architecture: z
    .object({ input_modalities: z.array(z.string()).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  pricing: z.object({ prompt: perToken, completion: perToken }).optional().catch(undefined),
});

/** Reads the lines of a list; one that names no model that answers in words is left out. */
export async function readListedModels(lines: AsyncIterable<unknown>): Promise<readonly ListedModel[]> {
  const models: ListedModel[] = [];
  for await (const line of lines) {
    const parsed = lineSchema.safeParse(line);
    if (parsed.success && !otherKinds.test(parsed.data.id)) models.push(listedModel(parsed.data));
    if (models.length >= mostModels) break;
  }
  return models;
}

function listedModel(line: z.infer<typeof lineSchema>): ListedModel {
  const { meta, capabilities, architecture, pricing } = line;
  const contextTokens =
    line.max_input_tokens ??
    line.max_model_len ??
    line.context_length ??
    line.context_window ??
    line.max_context_length ??
    meta?.n_ctx;
  const images =
    capabilities?.image_input?.supported ?? capabilities?.vision ?? architecture?.input_modalities?.includes('image');
  const shutdown = (line.shutdown_date ?? line.retires_at ?? line.deprecation)?.slice(0, 10);
  const { prompt, completion } = pricing ?? {};
  const isPriced = prompt !== undefined && completion !== undefined;
  const price = isPriced ? { input: prompt * 1_000_000, output: completion * 1_000_000 } : undefined;
  return { id: line.id, contextTokens, images, price, shutdown };
}

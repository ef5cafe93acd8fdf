import * as z from 'zod';
import type { ModelPrice, ModelRow } from './modelRow';

export interface ListedModel extends Pick<ModelRow, 'images' | 'shutdown'> {
  readonly id: string;
  /** Tokens of a request; most servers include its answer. */
  readonly contextTokens?: number;
  /** Where the server is a market of models. */
  readonly price?: ModelPrice;
}

/** A market of all vendors has some hundred. */
const mostModels = 2_000;

/** Ignores members that a server writes in another form. */
const known = <Value extends z.ZodType>(value: Value) => value.optional().catch(undefined);
const count = known(z.int().positive());
const flag = known(z.boolean());
const day = known(z.string().regex(/^\d{4}-\d{2}-\d{2}/));
const perToken = known(z.coerce.number().nonnegative());

/** Names of models that do not answer with text; lists have no field for that. */
const otherKinds =
  /(?:^|[-_/.])(?:embed|embedding|embeddings|rerank|reranker|whisper|tts|transcribe|moderation|dall-e|sora)(?:$|[-_/.:\d])/i;

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
  meta: known(z.object({ n_ctx: count })),
  capabilities: known(z.object({ vision: flag, image_input: known(z.object({ supported: flag })) })),
  architecture: known(z.object({ input_modalities: known(z.array(z.string())) })),
  pricing: known(z.object({ prompt: perToken, completion: perToken })),
});

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
  const { max_input_tokens: most, max_model_len: len, context_length: length, context_window: window } = line;
  const contextTokens = most ?? len ?? length ?? window ?? line.max_context_length ?? meta?.n_ctx;
  const images =
    capabilities?.image_input?.supported ?? capabilities?.vision ?? architecture?.input_modalities?.includes('image');
  const shutdown = (line.shutdown_date ?? line.retires_at ?? line.deprecation)?.slice(0, 10);
  const { prompt, completion } = pricing ?? {};
  const isPriced = prompt !== undefined && completion !== undefined;
  const price = isPriced ? { input: prompt * 1_000_000, output: completion * 1_000_000 } : undefined;
  return { id: line.id, contextTokens, images, price, shutdown };
}

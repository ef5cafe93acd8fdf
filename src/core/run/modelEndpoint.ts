import { visibleReply } from '../benchmark/visibleReply';
import type { ModelParameters } from '../prompt/modelParameters';
import { type ModelFacts, reasoningAllowance } from '../providers/modelFacts';
import type { ModelPrice } from '../providers/modelRow';
import type { ChatProvider, ChatReply, ChatRequest, TokenUsage } from '../providers/provider';
import { ProviderError } from '../providers/provider';
import type { BatchServer } from './batch/batchServices';
import type { CallLimiter } from './callLimiter';

export interface ModelEndpoint {
  readonly name: string;
  readonly facts: ModelFacts;
  readonly parameters?: ModelParameters | undefined;
  readonly timeoutMs?: number;
  readonly model: string;
  readonly baseUrl?: string;
  readonly price?: ModelPrice;
  /** `undefined` where only a call can tell. */
  readonly takesImages?: boolean;
  readonly provider: ChatProvider;
  readonly batches?: BatchServer;
  readonly limiter: CallLimiter;
}

export function takesNoImages({ name, provider }: ModelEndpoint): ProviderError {
  const message = `${name} takes no images. Choose a model with vision for samples with images.`;
  return new ProviderError(message, { failure: 'imagesRefused', provider: provider.id });
}

type ModelInUse = Pick<ModelEndpoint, 'facts' | 'parameters' | 'timeoutMs'>;

/** Output limit for models without a known one: the largest of today. */
const usualMost = 128_000;
/** Adds headroom for hidden reasoning, because vendors count it into the same ceiling. */
export function asSent(request: ChatRequest, { facts, parameters = {}, timeoutMs }: ModelInUse): ChatRequest {
  const { effort, temperature = request.temperature, maxTokens = request.maxOutputTokens, extra } = parameters;
  const ceiling = maxTokens + reasoningAllowance(facts, effort);
  return {
    ...request,
    ...{ temperature, effort, extra, timeoutMs },
    maxOutputTokens: Math.min(ceiling, facts.maxOutputTokens ?? ceiling),
  };
}

/** Grants all headroom that the model has, as there is no third try. `undefined` where nothing is left to add. */
export function withMoreHeadroom(sent: ChatRequest, { facts }: ModelInUse): ChatRequest | undefined {
  const maxOutputTokens = facts.maxOutputTokens ?? Math.max(usualMost, 2 * sent.maxOutputTokens);
  return maxOutputTokens > sent.maxOutputTokens ? { ...sent, maxOutputTokens } : undefined;
}

/** Whether hidden reasoning used up the headroom. Some servers do not count it, so text length decides. */
export function lacksHeadroom({ text, finish }: ChatReply, answerTokens: number): boolean {
  return finish === 'length' && mostTokens(visibleReply(text)) < 0.9 * answerTokens;
}

const fewWords = 1_000;

/** Whether fewer tokens were read than there are words. Beyond `mostRead` tokens, the rest may be cached. */
export function contextWasCut(
  { system, messages }: ChatRequest,
  usage: TokenUsage | undefined,
  mostRead = usage?.input ?? 0,
): boolean {
  if (usage === undefined || usage.input === 0) return false;
  let words = 0;
  for (const text of [system, ...messages.map(({ content }) => content)]) words += text.match(/\S+/g)?.length ?? 0;
  return words >= fewWords && mostRead < words;
}

/** ASCII counts three characters a token; in other text each byte may be one. */
export function mostTokens(text: string): number {
  let ascii = 0;
  // By index: this runs over every request of a plan.
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 128) ascii++;
  return Math.ceil(ascii / 3) + Buffer.byteLength(text) - ascii;
}

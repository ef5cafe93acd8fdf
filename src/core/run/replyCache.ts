import { sha256 } from '../text/sha256';
import type { ChatReply, ChatRequest } from '../providers/provider';

/** A cache never fails a run: what cannot be read is asked again. */
export interface ReplyCache {
  get(key: string): Promise<ChatReply | undefined>;
  set(key: string, reply: ChatReply): Promise<void>;
  /** Writes what is pending and closes its files, for good: it has nothing and takes nothing from then on. */
  close(): Promise<void>;
}

/** Everything that shapes the answer, the repeat included, so that repeats stay independent. */
export function cacheKey(endpoint: string, request: ChatRequest): string {
  const { model, system, messages, temperature, maxOutputTokens, schema, repeat, effort, extra } = request;
  const parts = [
    endpoint,
    model,
    digestOf(system),
    messages.map(byContent),
    temperature ?? null,
    maxOutputTokens,
    schema === undefined ? null : [schema.name, digestOf(schema.json)],
    repeat,
    // Left out where nothing is set, as in the keys of answers from before there were any.
    ...(effort === undefined && extra === undefined ? [] : [effort ?? null, extra ?? null]),
  ];
  return sha256(JSON.stringify(parts));
}

const digests = new Map<string | object, string>();

/** What thousands of calls have in common, a judge's instructions and the form of its answers, is hashed once. */
function digestOf(part: string | object): string {
  let digest = digests.get(part);
  if (digest === undefined) {
    // A tutor's context may differ from sample to sample.
    if (digests.size >= 64) digests.clear();
    digests.set(part, (digest = sha256(typeof part === 'string' ? part : JSON.stringify(part))));
  }
  return digest;
}

/** An image counts by its content, wherever it lies; a megabyte of base64 need not be hashed again. */
function byContent(message: ChatRequest['messages'][number]): unknown {
  const { images } = message;
  return images === undefined ? message : { ...message, images: images.map((image) => image.sha256 ?? image) };
}

/** Truncated answers and refusals are not worth keeping: the next try may end differently. */
export function isCacheable(reply: ChatReply): boolean {
  return reply.finish === 'stop' && reply.text.trim() !== '';
}

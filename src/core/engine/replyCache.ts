import { sha256 } from '../judging/sha256';
import type { ChatReply, ChatRequest } from '../providers/provider';

/** Answers of earlier identical calls. A cache never fails a run: what cannot be read is asked again. */
export interface ReplyCache {
  get(key: string): Promise<ChatReply | undefined>;
  set(key: string, reply: ChatReply): Promise<void>;
  /** Has what is pending written at once: somebody is about to wait for it. */
  flush?(): void;
  /** Writes what is pending and gives up its files, for good: it has nothing and takes nothing from then on. */
  close(): Promise<void>;
}

/**
 * The key of a call: everything that shapes the answer, the repeat index included, so that repeats stay independent.
 * `endpoint` is provider id and base URL.
 */
export function cacheKey(endpoint: string, request: ChatRequest): string {
  const { model, system, messages, temperature, maxOutputTokens, schema, repeat, effort, extra } = request;
  const parts = [
    endpoint,
    model,
    digests.ofText(system),
    messages.map(byContent),
    temperature ?? null,
    maxOutputTokens,
    schema === undefined ? null : [schema.name, digests.ofObject(schema.json)],
    repeat,
    // Left out where nothing is set, as in the keys of answers from before there were any.
    ...(effort === undefined && extra === undefined ? [] : [effort ?? null, extra ?? null]),
  ];
  return sha256(JSON.stringify(parts));
}

/** What thousands of calls have in common, a judge's instructions and the form of its answers, is hashed once. */
class Digests {
  readonly #texts = new Map<string, string>();
  readonly #objects = new WeakMap<object, string>();

  ofText(text: string): string {
    let found = this.#texts.get(text);
    if (found === undefined) {
      // A tutor's context may differ from sample to sample: no more is kept than a few judges and prompts need.
      if (this.#texts.size >= 64) this.#texts.clear();
      this.#texts.set(text, (found = sha256(text)));
    }
    return found;
  }

  ofObject(value: object): string {
    let found = this.#objects.get(value);
    if (found === undefined) this.#objects.set(value, (found = sha256(JSON.stringify(value))));
    return found;
  }
}

const digests = new Digests();

/** An image counts by its content, wherever it lies; a megabyte of base64 need not be hashed again. */
function byContent(message: ChatRequest['messages'][number]): unknown {
  const { images } = message;
  if (images === undefined) return message;
  return { ...message, images: images.map((image) => image.sha256 ?? image) };
}

/** Truncated answers and refusals are not worth keeping: the next try may end differently. */
export function isCacheable(reply: ChatReply): boolean {
  return reply.finish === 'stop' && reply.text.trim() !== '';
}

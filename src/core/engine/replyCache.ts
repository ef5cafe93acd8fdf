import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { ChatReply, ChatRequest } from '../providers/provider';

/** Answers of earlier identical calls. A cache never fails a run: what cannot be read is asked again. */
export interface ReplyCache {
  get(key: string): Promise<ChatReply | undefined>;
  set(key: string, reply: ChatReply): Promise<void>;
}

/**
 * The key of a call: everything that shapes the answer, the repeat index included, so that repeats stay independent.
 * `endpoint` is provider id and base URL.
 */
export function cacheKey(endpoint: string, request: ChatRequest): string {
  const { model, system, messages, temperature, maxOutputTokens, schema, repeat } = request;
  const parts = [
    endpoint,
    model,
    system,
    messages.map(byContent),
    temperature ?? null,
    maxOutputTokens,
    schema ?? null,
    repeat,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

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

const replySchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  usage: z.object({ input: z.number(), output: z.number(), cachedInput: z.number() }).optional(),
  model: z.string().optional(),
});

/** One small JSON file an answer, in folders by the key's first two digits. */
export class FileReplyCache implements ReplyCache {
  readonly #root: string;
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = path.join(root, 'cache');
  }

  async get(key: string): Promise<ChatReply | undefined> {
    try {
      const parsed = replySchema.safeParse(JSON.parse(await readText(this.#file(key))));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  async set(key: string, reply: ChatReply): Promise<void> {
    const file = this.#file(key);
    try {
      await this.#folder(path.dirname(file));
      // Written in place: half an answer does not parse, and what does not parse is asked again.
      await writeText(file, JSON.stringify(reply));
    } catch {
      // A full or read-only disk stops the run at its journal, with a message; the cache has nothing to add.
    }
  }

  /** Made once and remembered: a run writes thousands of answers into 256 folders. */
  async #folder(folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.#folders.add(folder);
  }

  #file(key: string): string {
    return path.join(this.#root, key.slice(0, 2), `${key}.json`);
  }
}

// Thousands of small files: the callback functions cost a third of their promise twins, which wrap every file in a handle.
const readText = promisify((file: string, done: (error: Error | null, text: string) => void): void => {
  readFile(file, 'utf8', done);
});
const writeText = promisify((file: string, text: string, done: (error: Error | null) => void): void => {
  writeFile(file, text, done);
});

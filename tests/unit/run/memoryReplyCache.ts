import type { ReplyCache } from '../../../src/core/run/replyCache';
import type { ChatReply } from '../../../src/core/providers/provider';

/** A cache in memory. */
export class MemoryReplyCache implements ReplyCache {
  readonly #kept = new Map<string, ChatReply>();
  /** All that was ever put in. */
  readonly texts: string[] = [];
  lookedUp = 0;

  get(key: string): Promise<ChatReply | undefined> {
    this.lookedUp += 1;
    return Promise.resolve(this.#kept.get(key));
  }

  set(key: string, reply: ChatReply): Promise<void> {
    this.#kept.set(key, reply);
    this.texts.push(reply.text);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Which of the two APIs a request speaks. */
export type ApiKind = 'openai' | 'anthropic';

/** One message as the server understood it; images are the addresses or data URLs they were sent as. */
export interface ReceivedMessage {
  readonly role: string;
  readonly text: string;
  readonly images: readonly string[];
}

/** A request as it arrived. `body` is the parsed JSON, for what the other members do not show. */
export interface ModelRequest {
  readonly api: ApiKind;
  /** Counted from 1 over the life of the server. */
  readonly call: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ReceivedMessage[];
}

/** What a model says, in neither API's words. */
export interface ScriptedReply {
  readonly text: string;
  /** Sent beside the text in the API's own form of reasoning. */
  readonly thinking?: string;
  readonly finish?: 'stop' | 'length' | 'refusal' | 'other';
  /** `input` are all input tokens; left out of the body when `usage` is null. Counted by characters when absent. */
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    /** Of the output, where it is told apart. */
    readonly reasoning?: number;
    readonly cachedRead?: number;
    readonly cachedWrite?: number;
  } | null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text and images of a message's content, whichever API's blocks it is made of. */
export function receivedMessage(message: unknown): ReceivedMessage {
  const { role, content } = isRecord(message) ? message : {};
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content ?? '' }];
  const records = blocks.filter(isRecord);
  return {
    role: String(role),
    text: records.map((block) => (block.type === 'text' ? String(block.text) : '')).join(''),
    images: records.flatMap(imageOf),
  };
}

function imageOf(block: Readonly<Record<string, unknown>>): string[] {
  if (block.type === 'image_url' && isRecord(block.image_url)) return [String(block.image_url.url)];
  if (block.type !== 'image' || !isRecord(block.source)) return [];
  const { type, url, media_type: mediaType, data } = block.source;
  return [type === 'url' ? String(url) : `data:${String(mediaType)};base64,${String(data)}`];
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'other';

/**
 * One image that travels with a message; exactly one of `path` and `url` is set. In a sample and a plan `path` is relative to
 * the sample file; before a call the engine puts the stored image's content in its place, as a data URL with its hash.
 */
export interface ImageReference {
  readonly path?: string;
  readonly url?: string;
  /** Of the content, in hex. */
  readonly sha256?: string;
  readonly mediaType: string;
  readonly alt?: string;
}

/** `user` is the student, `assistant` the tutor. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly images?: readonly ImageReference[];
}

/**
 * Takes apart a `data:` URL in Base64; `undefined` for anything else. The media type may be any text. A regular expression over the
 * whole of it would run out of memory.
 */
export function base64Url(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  const head = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 120));
  if (head === null) return undefined;
  const base64 = url.slice(head[0].length);
  return base64 === '' || /[^A-Za-z0-9+/=\s]/.test(base64) ? undefined : { mediaType: head[1] ?? '', base64 };
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'other';

/**
 * One image that travels with a message; exactly one of `path` and `url` is set. In a sample and a plan `path` is relative to
 * the sample file; before a call the engine puts the stored image's content in its place, as a data URL with its hash.
 */
export interface ImageReference {
  readonly path?: string;
  readonly url?: string;
  /** SHA-256 of the content in hex, where the engine knows it. */
  readonly sha256?: string;
  /** MIME type, `image/png` or `image/jpeg` in practice. */
  readonly mediaType: string;
  /** What a reader who cannot see the image is told. */
  readonly alt?: string;
}

/** One chat message as providers take it. `user` is the student, `assistant` the tutor. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly images?: readonly ImageReference[];
}

/** A `data:` URL taken apart. */
export interface Base64Url {
  /** As it stands there, which may be anything. */
  readonly mediaType: string;
  readonly base64: string;
}

/**
 * Takes apart a `data:` URL in Base64; `undefined` for anything else. A regular expression over the whole of it would keep a step to go back to
 * for each of its megabytes, and run out of room.
 */
export function base64Url(url: string): Base64Url | undefined {
  const head = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 120));
  if (head === null) return undefined;
  const base64 = url.slice(head[0].length);
  return base64 === '' || /[^A-Za-z0-9+/=\s]/.test(base64) ? undefined : { mediaType: head[1] ?? '', base64 };
}

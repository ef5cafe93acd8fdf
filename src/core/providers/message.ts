export type FinishReason = 'stop' | 'length' | 'refusal' | 'other';

/** Either `path`, relative to the sample file, or `url`. Before a call a data URL with the content takes its place. */
export interface ImageReference {
  readonly path?: string;
  readonly url?: string;
  /** Hash of the content, in hex. */
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

/** Splits a `data:` URL in Base64; `undefined` for anything else. A regular expression would run out of memory. */
export function base64Url(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  const head = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 120));
  if (head === null) return undefined;
  const base64 = url.slice(head[0].length);
  return base64 === '' || /[^A-Za-z0-9+/=\s]/.test(base64) ? undefined : { mediaType: head[1] ?? '', base64 };
}

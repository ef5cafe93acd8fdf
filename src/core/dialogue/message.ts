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

/** What a benchmark fixes about sampling; a member that is `undefined` is left to the provider. */
export interface Decoding {
  readonly temperature?: number;
  readonly maxOutputTokens: number;
}

/** A dialogue of tutor and student as chat messages. */
export function asChat(
  turns: readonly { readonly role: 'tutor' | 'student'; readonly content: string }[],
): readonly ChatMessage[] {
  return turns.map(({ role, content }) => ({ role: role === 'student' ? 'user' : 'assistant', content }));
}

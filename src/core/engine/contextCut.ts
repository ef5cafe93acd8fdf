import type { ChatRequest, TokenUsage } from '../providers/provider';

/** Texts below this, in words, fit any context. */
const fewWords = 1_000;
/** Tokens that are reported may be fewer than words by this share before something must be missing: tokenizers join few words. */
const least = 0.8;

/**
 * Whether a server can only have read a part of what it was sent, as those do whose context is smaller: it counted fewer tokens than the
 * texts have words. Scripts without spaces have one word a line, so they are never taken for cut ones.
 */
export function contextWasCut({ system, messages }: ChatRequest, usage: TokenUsage | undefined): boolean {
  if (usage === undefined || usage.input === 0) return false;
  let words = 0;
  for (const text of [system, ...messages.map(({ content }) => content)])
    words += text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words >= fewWords && usage.input < least * words;
}

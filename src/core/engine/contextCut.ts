import type { ChatRequest, TokenUsage } from '../providers/provider';

/** Texts below this, in words, fit any context. */
const fewWords = 1_000;

/**
 * Whether a server can only have read a part of what it was sent, as those do whose context is smaller: it counted fewer tokens than the
 * texts have words, and a word has one at least. Scripts without spaces have one word a line, so they are never taken for cut ones. A
 * server that has once counted `mostRead` tokens holds as many: a lower count then leaves out what it has in its cache.
 */
export function contextWasCut(
  { system, messages }: ChatRequest,
  usage: TokenUsage | undefined,
  mostRead = usage?.input ?? 0,
): boolean {
  if (usage === undefined || usage.input === 0) return false;
  let words = 0;
  for (const text of [system, ...messages.map(({ content }) => content)])
    words += text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words >= fewWords && mostRead < words;
}

import type { FinishReason } from '../dialogue/dialogue';

/** Why models stop, in the words of both APIs and of the servers that speak them. */
const reasons: Readonly<Record<FinishReason | 'broken', ReadonlySet<string>>> = {
  stop: new Set(['stop', 'eos', 'end_turn', 'stop_sequence']),
  length: new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded']),
  refusal: new Set(['content_filter', 'refusal', 'sensitive', 'safety', 'prohibited_content', 'blocklist', 'spii']),
  broken: new Set(['error', 'network_error', 'insufficient_system_resource']),
  other: new Set(),
};

/** `broken` where what was written is half a reply, by a fault of the server. */
export function finishOf(reason: string | null | undefined): FinishReason | 'broken' {
  // "STOP", "content_filter: PROHIBITED_CONTENT".
  const name = (reason ?? '').toLowerCase().split(':')[0]?.trim() ?? '';
  for (const finish of ['stop', 'length', 'refusal', 'broken'] as const) if (reasons[finish].has(name)) return finish;
  return 'other';
}

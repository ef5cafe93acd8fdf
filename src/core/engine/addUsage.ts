import type { TokenUsage } from '../providers/provider';
import { countedTokens } from '../providers/readReply';

/** The tokens of two calls together; what one provider left out counts as none. */
export function addUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): TokenUsage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    ...countedTokens({
      input: left.input + right.input,
      output: left.output + right.output,
      cachedInput: left.cachedInput + right.cachedInput,
      reasoning: (left.reasoning ?? 0) + (right.reasoning ?? 0),
      cacheWrite: (left.cacheWrite ?? 0) + (right.cacheWrite ?? 0),
    }),
    // Where one of them was asked outside of a batch, the dearer price is counted for all.
    ...(left.batch === true && right.batch === true ? { batch: true } : {}),
  };
}

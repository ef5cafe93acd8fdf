import type { TokenUsage } from '../providers/provider';

/** The tokens of two calls together; what one provider left out counts as none. */
export function addUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): TokenUsage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const reasoning = (left.reasoning ?? 0) + (right.reasoning ?? 0);
  const cacheWrite = (left.cacheWrite ?? 0) + (right.cacheWrite ?? 0);
  return {
    input: left.input + right.input,
    output: left.output + right.output,
    cachedInput: left.cachedInput + right.cachedInput,
    ...(reasoning > 0 ? { reasoning } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
    // Where one of them was asked outside of a batch, the dearer price is counted for all.
    ...(left.batch === true && right.batch === true ? { batch: true } : {}),
  };
}

/** Caches the last result of `compute`. Arguments are compared by identity. */
export function lastResult<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index]) !== true) last = { args, result: compute(...args) };
    return last.result;
  };
}

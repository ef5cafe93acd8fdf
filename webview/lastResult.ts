/** `compute`, done again only when one of its arguments is another one than last time. */
export function lastResult<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index]) !== true) last = { args, result: compute(...args) };
    return last.result;
  };
}

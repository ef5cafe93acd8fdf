export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A value that was changed in one place, and where. */
export interface Mutated {
  readonly title: string;
  readonly value: Json;
}

/** `whole` with each of its members left out once, and with each of its leaves replaced by each of `values`. */
export function mutations(whole: Json, values: readonly Json[], place = ''): readonly Mutated[] {
  if (typeof whole !== 'object' || whole === null) {
    return values
      .filter((value) => value !== whole)
      .map((value) => ({ title: `${place} = ${JSON.stringify(value)}`, value }));
  }
  const isList = Array.isArray(whole);
  const members: readonly (readonly [string, Json])[] = Object.entries(whole);
  const rebuilt = (pairs: readonly (readonly [string, Json])[]): Json =>
    isList ? pairs.map(([, value]) => value) : Object.fromEntries(pairs);
  return members.flatMap(([name, member]) => {
    const at = `${place}.${name}`;
    const inside = mutations(member, values, at).map(({ title, value }) => ({
      title,
      value: rebuilt(members.map((pair) => (pair[0] === name ? ([name, value] as const) : pair))),
    }));
    return [{ title: `no ${at}`, value: rebuilt(members.filter((pair) => pair[0] !== name)) }, ...inside];
  });
}

import type { RunSession } from '../engine/runSession';

/** The wording that each judge really had: a policy may change it. Code that decides without a model has none. */
export function versionsInUse({ items, state }: RunSession): ReadonlyMap<string, string> {
  // Nested, as a key for each of tens of thousands of verdicts takes longer than everything else here.
  const found = new Map<string, Map<string, Map<string, string>>>();
  for (const { key: item, benchmark } of items) {
    for (const [model, answers] of state.items.get(item)?.answers ?? []) {
      const versions = innerMap(innerMap(found, benchmark.id), model);
      for (const { version, verdicts } of answers.values()) {
        if (version === 'computed') continue;
        for (const { judge } of verdicts) versions.set(judge, version);
      }
    }
  }
  return new Map(
    [...found].flatMap(([benchmark, models]) =>
      [...models].flatMap(([model, versions]) =>
        [...versions].map(([judge, version]) => [key(benchmark, model, judge), version] as const),
      ),
    ),
  );
}

function innerMap<Value>(maps: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  let map = maps.get(name);
  if (map === undefined) maps.set(name, (map = new Map<string, Value>()));
  return map;
}

/** The wording of one judge by one model among those of `versionsInUse`. */
export function versionOf(
  versions: ReadonlyMap<string, string>,
  { benchmark, model, judge }: { readonly benchmark: string; readonly model: string; readonly judge: string },
): string | undefined {
  return versions.get(key(benchmark, model, judge));
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

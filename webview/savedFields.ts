/** Initial value of an optional text. */
export const noText = undefined as string | undefined;

/** The fields of a saved value. Another version of the page may have saved it in any shape. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/**
 * `initial` with those saved fields that have the same type. An initial `undefined` is an optional text. Numbers are
 * pixels or counts, so they are at least 0.
 */
export function restored<State extends object>(initial: State, saved: unknown): State {
  const fields = fieldsOf(saved);
  const entries = Object.entries(initial).map(([name, value]) => [name, restoredField(value, fields[name])] as const);
  return Object.fromEntries(entries) as State;
}

function restoredField(initial: unknown, saved: unknown): unknown {
  if (initial === undefined) return typeof saved === 'string' && saved !== '' ? saved : undefined;
  if (Array.isArray(initial)) return Array.isArray(saved) ? saved.filter((item) => typeof item === 'string') : initial;
  if (typeof initial === 'object' && initial !== null) return restored(initial, saved);
  if (typeof saved !== typeof initial) return initial;
  return typeof saved === 'number' ? Math.max(0, Number.isFinite(saved) ? saved : 0) : saved;
}

/** For initial states: a text that need not be there. */
export const noText = undefined as string | undefined;

/** Fields of something that was saved by this or another version of the page: of any shape. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/**
 * `initial` with those saved fields that have the type of the initial ones. An initial `undefined` is an optional text, a
 * number is of pixels or counts.
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

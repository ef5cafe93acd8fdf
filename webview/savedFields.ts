/** Fields of something that was saved by this or another version of the page: of any shape. */
export type SavedFields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): SavedFields {
  return typeof value === 'object' && value !== null ? (value as SavedFields) : {};
}

export function savedText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function savedStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function savedPixels(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** A text that says something. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `initial` with those saved fields that have the type of the initial ones; an initial `undefined` is an optional text. */
export function restored<State extends object>(initial: State, saved: unknown): State {
  const fields = fieldsOf(saved);
  const entries = Object.entries(initial).map(([name, value]) => [name, restoredField(value, fields[name])] as const);
  return Object.fromEntries(entries) as State;
}

function restoredField(initial: unknown, saved: unknown): unknown {
  if (initial === undefined) return optionalText(saved);
  if (Array.isArray(initial)) return savedStrings(saved);
  if (typeof initial === 'object' && initial !== null) return restored(initial, saved);
  if (typeof initial === 'number') return savedPixels(saved ?? initial);
  return typeof saved === typeof initial ? saved : initial;
}

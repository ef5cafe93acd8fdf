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

/** A whole number from 1. */
export function savedCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A text that says something. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

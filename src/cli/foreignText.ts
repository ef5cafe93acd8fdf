/**
 * Text that a file, a record or a model wrote, fit for a terminal: control characters (escape sequences begin with one)
 * and bidirectional overrides become a visible mark, so that nothing foreign moves the cursor, sets a title or reorders
 * a line. `\n` and `\t` become a blank.
 */
export function foreignText(text: string): string {
  return text
    .replace(/[\n\t\r]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

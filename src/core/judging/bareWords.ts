/** Letters and digits in lower case with one blank for everything between them, so that texts compare by their words alone. */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The most tokens that a text has. Of ASCII three characters a token; of all else each byte may be one, as where a script or a symbol
 * has no token of its own.
 */
export function mostTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  // Most texts are of ASCII alone, and long prompts are counted for each sample.
  if (bytes === text.length) return Math.ceil(bytes / 3);
  const others = text.match(/\P{ASCII}+/gu)?.join('') ?? '';
  return Math.ceil((text.length - others.length) / 3) + Buffer.byteLength(others);
}

/** Shorter pieces of a key are too common in ordinary text to be told apart from it, and too short to be of use. */
const pieceLength = 8;
/** A placeholder such as `x` for a local server is no secret, and every word of a message may hold it. */
const shortest = 4;
const mark = '[key]';

/**
 * The text without key material: the secrets themselves, any piece of them from eight characters on, their URL-encoded
 * and base64 forms, bearer tokens, and keys that a server has masked with asterisks.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortest)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')]);
  return forms
    .reduce(withoutSecret, text)
    .replace(/\bBearer\s+[^\s"',;\\]+/gi, `Bearer ${mark}`)
    .replace(/\b(?:sk|pk|rk)-[\w*.-]{6,}/g, mark)
    .replace(/[\w-]*\*{3,}[\w-]*/g, mark);
}

function withoutSecret(text: string, secret: string): string {
  if (secret.length < pieceLength) return text.replaceAll(secret, mark);
  const pieces = new Set<string>();
  for (let start = 0; start + pieceLength <= secret.length; start += 1) {
    pieces.add(secret.slice(start, start + pieceLength));
  }
  let kept = '';
  let coveredTo = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (pieces.has(text.slice(index, index + pieceLength))) {
      if (index >= coveredTo) kept += mark;
      coveredTo = index + pieceLength;
    }
    if (index >= coveredTo) kept += text.charAt(index);
  }
  return kept;
}

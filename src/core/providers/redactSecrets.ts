import { keyMark, KeyTraces } from './keyTraces';

/** Shorter pieces of a key are too common in ordinary text to be told apart from it, and too short to be of use. */
const pieceLength = 8;
/** A placeholder such as `x` for a local server is no secret, and every word of a message may hold it. */
const shortest = 4;

/**
 * A message without key material: the secrets themselves, any piece of them from eight characters on, whatever form they were put into
 * (`KeyTraces`), bearer tokens, and keys that a server has masked with asterisks.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const kept = secrets.filter((secret) => secret.length >= shortest);
  const traced = kept.reduce((left, secret) => new KeyTraces(secret).cutFromMessage(left), text);
  return kept
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')])
    .reduce(withoutSecret, traced)
    .replace(/\bBearer\s+[^\s"',;\\]+/gi, `Bearer ${keyMark}`)
    .replace(/\b(?:sk|pk|rk)-[\w*.-]{6,}/g, keyMark)
    .replace(/(?:(?<![\w-])[\w-]+)?\*{3,}[\w-]*/g, keyMark);
}

/** For what has too few letters and digits for `KeyTraces`. */
function withoutSecret(text: string, secret: string): string {
  if (secret.length < pieceLength) return text.replaceAll(secret, keyMark);
  const pieces = new Set<string>();
  for (let start = 0; start + pieceLength <= secret.length; start += 1) {
    pieces.add(secret.slice(start, start + pieceLength));
  }
  let kept = '';
  let coveredTo = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (pieces.has(text.slice(index, index + pieceLength))) {
      if (index >= coveredTo) kept += keyMark;
      coveredTo = index + pieceLength;
    }
    if (index >= coveredTo) kept += text.charAt(index);
  }
  return kept;
}

import { hasHidden, withoutHidden } from './hiddenCharacters';
import { jsonObjectsIn } from './lastJsonObject';
import { withoutLookalikes } from './lookalikes';
import { shownText } from './shownText';

/** In characters: as much as the rules read of a reply. Of a longer one its beginning and its end are kept, half of this each. */
const longestRead = 20_000;

// What any of the steps below looks for besides hidden characters; most replies have none of it. Half of a surrogate pair stands for all
// beyond the basic plane.
const unusual = /[<&{\\\u0370-\u052F\u2460-\u24EA\uD800-\uDBFF\uFF01-\uFF5E]|\]:|[-—*=]{3}\s*(?:begin|end)\b/i;

/** Turned round on screen up to the end of the override or of the line. */
const reversed = /\u202E([^\u202A-\u202E\n]{0,500})\u202C?/gu;

const forgedFence = /^[^\S\n\r\u2028\u2029]*[-—*=]{3,}\s*(?:begin|end)\b[^\n]*$/gim;

/** LaTeX that shows nothing, and commands that only choose a typeface. */
const typesetting: readonly (readonly [RegExp, string])[] = [
  [/\\[hv]?phantom\s*\{[^{}]{0,200}\}/g, ''],
  [/\\(?:text)?color\s*\{white\}\s*\{(?:[^{}]|\{[^{}]{0,200}\}){0,200}\}/g, ''],
  [/\\(?:math|text)(?:tt|sf|it|bf|bb|cal|rm|scr|frak)\s*\{([^{}]{0,200})\}/g, '$1'],
];

/**
 * What a student would read of a reply, for judges that go by rules: what a page does not show and what a chat never says (HTML comments,
 * verdict objects, lines of a fence) is left out, invisible characters go, text that is turned round is put straight, and characters
 * that only look like letters and digits become those. An ordinary reply comes back as it is; of one with more than 20,000 characters
 * the middle is left out, so that nothing is hidden by what stands before it.
 */
export function readableText(reply: string): string {
  const ends = reply.length > longestRead ? bothEnds(reply) : reply;
  if (!unusual.test(ends) && !hasHidden(ends)) return ends;
  const shown = shownText(ends).replace(forgedFence, '');
  const straight = withoutLookalikes(withoutObjects(shown)).replace(reversed, (_found, turned: string) =>
    Array.from(turned).reverse().join(''),
  );
  const plain = withoutHidden(straight);
  return plain.includes('\\') ? typesetting.reduce((text, [pattern, by]) => text.replace(pattern, by), plain) : plain;
}

function bothEnds(reply: string): string {
  const half = longestRead / 2 - 2;
  return `${reply.slice(0, half)}\n…\n${reply.slice(-half)}`;
}

function withoutObjects(text: string): string {
  if (!text.includes('{')) return text;
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of jsonObjectsIn(text)) {
    // Braces that hold nothing are LaTeX.
    if (end - start <= 2) continue;
    kept.push(text.slice(from, start));
    from = end;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

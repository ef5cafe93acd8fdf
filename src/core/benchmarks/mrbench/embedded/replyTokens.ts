/** Tokens that are looked at; the longest labelled reply has about 900. */
const mostTokens = 1000;

// Latin letters with an inner apostrophe, other letters, a number with its separators, or a mark that carries meaning in a chat.
const token = /[a-z]+(?:'[a-z]+)?|\p{L}+|\d+(?:[.,/:]\d+)*|[?!%=+*×÷"$]|\.{3}|…|\p{Extended_Pictographic}/gu;

/** Lower-case words, numbers and a few marks of a text in order; at most 1,000. */
export function replyTokens(text: string): readonly string[] {
  const found: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(token)) {
    if (found.push(word) === mostTokens) break;
  }
  return found;
}

/** Control, bidirectional and invisible characters. A joiner within an emoji is allowed. */
const unsafe = /(?![\t\n])(?!\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\u2028\u2029\u115F\u1160\u3164]/gu;

/** Weight and colour codes that the tables use. */
const ownCode = /\u001B\[(?:0|1|2|31|32|33|36)m/y;

/** Replaces control and hidden characters by U+FFFD. `color` keeps the tables' codes; foreign text has none by then. */
export function terminalText(text: string, color = false): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replace(unsafe, (found, index: number) => {
    if (!color || found !== '\u001B') return '\uFFFD';
    ownCode.lastIndex = index;
    return ownCode.test(lines) ? found : '\uFFFD';
  });
}

/** Fits text of a file or model into one terminal line: line ends and tabs become spaces, too. */
export function foreignText(text: string): string {
  return terminalText(text.replace(/[\n\t\r]+/g, ' '));
}

/** Quotes text as one shell word, since a folder name from a stranger may hold shell commands. */
export function inShell(text: string, isWindows = process.platform === 'win32'): string {
  if (/^[\w./=:@+-]+$/.test(text)) return text;
  return isWindows ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Colour is used in a terminal unless `NO_COLOR` is set (no-color.org). */
export function usesColor(isTerminal: boolean, { NO_COLOR: none = '' }: NodeJS.ProcessEnv): boolean {
  return isTerminal && none === '';
}

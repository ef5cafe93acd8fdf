/** What moves a cursor, sets a title, turns words around or takes no room; a joiner within an emoji is needed. */
const unsafe = /(?![\t\n])(?!\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\u2028\u2029\u115F\u1160\u3164]/gu;

/** Weight and colour as the tables set them, and back. */
const ownCode = /\u001B\[(?:0|1|2|31|32|33|36)m/y;

/**
 * Text as it may go to a terminal: each control or hidden character becomes a visible mark, whoever wrote it. With `color` the tables' own
 * codes stay; what is foreign in a table has none left by then.
 */
export function terminalText(text: string, color = false): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replace(unsafe, (found, index: number) => {
    if (!color || found !== '\u001B') return '\uFFFD';
    ownCode.lastIndex = index;
    return ownCode.test(lines) ? found : '\uFFFD';
  });
}

/** Text that a file, a record or a model wrote, fit for one line of a terminal: line ends and tabs become a blank, too. */
export function foreignText(text: string): string {
  return terminalText(text.replace(/[\n\t\r]+/g, ' '));
}

/** A text as the shell takes it for one word: a folder's name may come from a stranger, and hold what a shell would carry out. */
export function inShell(text: string, isWindows = process.platform === 'win32'): string {
  if (/^[\w./=:@+-]+$/.test(text)) return text;
  return isWindows ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether what goes to a terminal is coloured: not where `NO_COLOR` says anything, as no-color.org has it. */
export function usesColor(
  isTerminal: boolean,
  { NO_COLOR: none = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && none === '';
}

/** A text as the shell takes it for one word: a folder's name may come from a stranger, and hold what a shell would carry out. */
export function inShell(text: string, isWindows = process.platform === 'win32'): string {
  if (/^[\w./=:@+-]+$/.test(text)) return text;
  return isWindows ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

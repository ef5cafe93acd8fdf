/** Whether what goes to a terminal is coloured: not where `NO_COLOR` says anything, as no-color.org has it. */
export function usesColor(
  isTerminal: boolean,
  { NO_COLOR: none = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && none === '';
}

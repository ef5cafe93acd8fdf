import { terminalText } from './terminalText';

/** Text that a file, a record or a model wrote, fit for one line of a terminal: line ends and tabs become a blank, too. */
export function foreignText(text: string): string {
  return terminalText(text.replace(/[\n\t\r]+/g, ' '));
}

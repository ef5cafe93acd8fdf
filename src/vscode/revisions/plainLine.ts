import { boundedText } from '../../core/report/boundedText';
import { readableLine } from '../../core/report/readableText';

/**
 * Foreign text (labels, branches, model names) for one line of the editor's own surface: bounded, without hidden characters,
 * and with nothing that VS Code would draw as an icon there.
 */
export function plainLine(text: string, limit = 80): string {
  return boundedText(readableLine(text), limit).replaceAll('$(', '$ (');
}

import type { RecordProblem } from '../core/benchmarks/importer';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

const shown = 20;

/** Prints record problems to standard error: file, record and field, errors first, the first twenty in full. */
export function reportRecordProblems(
  problems: readonly RecordProblem[],
  file: string,
  context: Pick<CliContext, 'err'>,
): void {
  const ordered = [...problems].sort(
    (left, right) => Number(left.severity === 'warning') - Number(right.severity === 'warning'),
  );
  for (const { severity, record, field, message } of ordered.slice(0, shown)) {
    const place = field === '' ? `record ${record}` : `record ${record}, ${field}`;
    context.err(`${foreignText(`${severity}: ${file}: ${place}: ${message}`)}\n`);
  }
  const rest = ordered.length - shown;
  if (rest > 0) context.err(`… and ${rest} more.\n`);
}

import { NamedError } from '../core/text/errors';
import { foreignText } from './terminalText';

/** The line for an error that a user can fix; `undefined` for a fault of this program. */
export function describeCliError(error: unknown): string | undefined {
  return error instanceof NamedError ? foreignText(error.message) : undefined;
}

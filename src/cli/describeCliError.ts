import { ProviderError } from '../core/providers/provider';
import { RunStoreError } from '../core/store/runStoreError';
import { NamedError } from '../core/text/errors';
import { foreignText } from './terminalText';

/** The line for an error that a user can fix; `undefined` for a fault of this program. */
export function describeCliError(error: unknown): string | undefined {
  const isFixable = error instanceof NamedError || ProviderError.is(error) || RunStoreError.is(error);
  return isFixable ? foreignText(error.message) : undefined;
}

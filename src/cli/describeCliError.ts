import { JudgeWordingError } from '../core/benchmark/judging/judgeWordingFile';
import { LearnedFileError } from '../core/benchmark/learnedJudge';
import { StoredRunError } from '../core/history/planRejudge';
import { ModelsFileError } from '../core/providers/modelRow';
import { ProviderError } from '../core/providers/provider';
import { SampleFileError } from '../core/run/loadSamples';
import { PromptBlockedError } from '../core/run/planRun';
import { RecordedRepliesError } from '../core/run/recorded/planRecorded';
import { BudgetError, PriceCapError } from '../core/run/runCaps';
import { ChoiceError, ServerAddressError } from '../core/run/runChoices';
import { RunSessionError } from '../core/run/runSession';
import { TooManyPlaysError } from '../core/run/workItem';
import { RunStoreError } from '../core/store/runStoreError';
import { GoldSourceError } from '../core/trust/goldSource';
import { ShippedFileError } from '../core/trust/shippedJudges';
import { CliError } from './cliContext';
import { foreignText } from './terminalText';

/** What a user can mend. */
const mendable: readonly { is(error: unknown): error is Error }[] = [
  BudgetError,
  ChoiceError,
  CliError,
  GoldSourceError,
  JudgeWordingError,
  LearnedFileError,
  ModelsFileError,
  PriceCapError,
  PromptBlockedError,
  ProviderError,
  RecordedRepliesError,
  StoredRunError,
  RunSessionError,
  RunStoreError,
  SampleFileError,
  ServerAddressError,
  ShippedFileError,
  TooManyPlaysError,
];

/** The line to print for an error that a user can mend; `undefined` for a fault of this program. */
export function describeCliError(error: unknown): string | undefined {
  const isMendable = mendable.some((kind) => kind.is(error));
  return isMendable && error instanceof Error ? foreignText(error.message) : undefined;
}

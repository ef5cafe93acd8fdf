import { EmbeddedFileError } from '../core/benchmarks/mrbench/embedded/embeddedFile';
import { GoldSourceError } from '../core/calibration/goldSource';
import { ShippedFileError } from '../core/calibration/shippedJudges';
import { UnknownProviderError } from '../core/engine/createEndpoints';
import { SampleFileError } from '../core/engine/loadSamples';
import { PlacementError, PromptBlockedError } from '../core/engine/planRun';
import { BudgetError, PriceCapError } from '../core/engine/runCaps';
import { ChoiceError } from '../core/engine/runChoices';
import { RunSessionError } from '../core/engine/runSession';
import { ServerAddressError } from '../core/engine/serverAddress';
import { TooManyPlaysError } from '../core/engine/workItem';
import { JudgeWordingError } from '../core/judging/judgeWordingFile';
import { ModelsFileError } from '../core/providers/modelRow';
import { ProviderError } from '../core/providers/provider';
import { RecordedRepliesError } from '../core/recorded/planRecorded';
import { RejudgeError } from '../core/revisions/planRejudge';
import { RunStoreError } from '../core/store/runStore';
import { TaggingError } from '../core/tagging/planTagging';
import { CliError } from './cliContext';
import { foreignText } from './terminalText';

/** What a user can mend. */
const mendable: readonly { is(error: unknown): error is Error }[] = [
  BudgetError,
  ChoiceError,
  CliError,
  EmbeddedFileError,
  GoldSourceError,
  JudgeWordingError,
  ModelsFileError,
  PlacementError,
  PriceCapError,
  PromptBlockedError,
  ProviderError,
  RecordedRepliesError,
  RejudgeError,
  RunSessionError,
  RunStoreError,
  SampleFileError,
  ServerAddressError,
  ShippedFileError,
  TaggingError,
  TooManyPlaysError,
  UnknownProviderError,
];

/** The line to print for an error that a user can mend; `undefined` for a fault of this program. */
export function describeCliError(error: unknown): string | undefined {
  const isMendable = mendable.some((kind) => kind.is(error));
  return isMendable && error instanceof Error ? foreignText(error.message) : undefined;
}

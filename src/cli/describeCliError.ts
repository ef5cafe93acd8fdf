import { EmbeddedFileError } from '../core/benchmarks/mrbench/embedded/embeddedFileError';
import { GoldSourceError } from '../core/calibration/goldSource';
import { ShippedFileError } from '../core/calibration/shippedJudges';
import { BudgetError } from '../core/engine/budgetError';
import { UnknownProviderError } from '../core/engine/createEndpoints';
import { SampleFileError } from '../core/engine/loadSamples';
import { JudgeWordingError } from '../core/judging/judgeWordingError';
import { PlacementError, PromptBlockedError } from '../core/engine/planRun';
import { PriceCapError } from '../core/engine/priceCap';
import { ServerAddressError } from '../core/engine/serverAddress';
import { RunSessionError } from '../core/engine/runSession';
import { TooManyPlaysError } from '../core/engine/workItem';
import { ModelsFileError } from '../core/providers/ownModels';
import { ProviderError } from '../core/providers/providerError';
import { RejudgeError } from '../core/revisions/planRejudge';
import { TaggingError } from '../core/tagging/planTagging';
import { RunStoreError } from '../core/store/runStore';
import { CliError } from './cliError';
import { foreignText } from './foreignText';

/** The line to print for an error that a user can mend; `undefined` for a fault of this program. */
export function describeCliError(error: unknown): string | undefined {
  if (
    CliError.is(error) ||
    PromptBlockedError.is(error) ||
    PlacementError.is(error) ||
    TooManyPlaysError.is(error) ||
    SampleFileError.is(error) ||
    RunStoreError.is(error) ||
    RunSessionError.is(error) ||
    ProviderError.is(error) ||
    ModelsFileError.is(error) ||
    UnknownProviderError.is(error) ||
    BudgetError.is(error) ||
    PriceCapError.is(error) ||
    ServerAddressError.is(error) ||
    RejudgeError.is(error) ||
    TaggingError.is(error) ||
    JudgeWordingError.is(error) ||
    GoldSourceError.is(error) ||
    EmbeddedFileError.is(error) ||
    ShippedFileError.is(error)
  ) {
    return foreignText(error.message);
  }
  return undefined;
}

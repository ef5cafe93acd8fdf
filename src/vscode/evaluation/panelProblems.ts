import { GoldSourceError } from '../../core/calibration/goldSource';
import { ShippedFileError } from '../../core/calibration/shippedJudges';
import { UnknownProviderError } from '../../core/engine/createEndpoints';
import { SampleFileError } from '../../core/engine/loadSamples';
import { PlacementError, PromptBlockedError } from '../../core/engine/planRun';
import { PriceCapError } from '../../core/engine/runCaps';
import { ServerAddressError } from '../../core/engine/serverAddress';
import { ChoiceError } from '../../core/engine/runChoices';
import { JudgeWordingError } from '../../core/judging/judgeWordingFile';
import { RunSessionError } from '../../core/engine/runSession';
import { TooManyPlaysError } from '../../core/engine/workItem';
import { ProviderError } from '../../core/providers/provider';
import { RecordedRepliesError } from '../../core/recorded/planRecorded';
import { LargerRunError } from '../../core/revisions/planLarger';
import { RejudgeError } from '../../core/revisions/planRejudge';
import { RevisionError } from '../../core/revisions/revisionText';
import { RunStoreError } from '../../core/store/runStore';
import { TaggingError } from '../../core/tagging/planTagging';
import type { PanelProblem } from '../../protocol/panelState';

/** What the panel says about an error that kept a run from starting, with the button that mends it. */
export function panelProblems(error: unknown): readonly PanelProblem[] {
  if (PromptBlockedError.is(error)) {
    const action = { label: 'Show in Prompt', command: 'openPrompt' as const };
    // One button serves them all: it goes to the first of them.
    return error.problems.map(({ message }, index) =>
      index === error.problems.length - 1 ? { message, action } : { message },
    );
  }
  if (ProviderError.is(error, 'auth')) {
    return [{ message: error.message, action: { label: 'Set API Key', command: 'setApiKey' } }];
  }
  if (
    ChoiceError.is(error) ||
    UnknownProviderError.is(error) ||
    PlacementError.is(error) ||
    PriceCapError.is(error) ||
    ProviderError.is(error)
  ) {
    return [{ message: error.message, action: { label: 'Choose Models', command: 'chooseModels' } }];
  }
  return [{ message: problemText(error), action: { label: 'Open Log', command: 'openLog' } }];
}

/** An error as a person reads it: known ones say what to do, others name themselves as faults of the extension. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return knownErrors.some((known) => known.is(error)) ? text : `Something went wrong in the extension itself: ${text}`;
}

const knownErrors = [
  ServerAddressError,
  SampleFileError,
  TooManyPlaysError,
  JudgeWordingError,
  RunStoreError,
  RunSessionError,
  RejudgeError,
  TaggingError,
  RevisionError,
  LargerRunError,
  GoldSourceError,
  RecordedRepliesError,
  ShippedFileError,
  ChoiceError,
  PriceCapError,
  ProviderError,
  UnknownProviderError,
];

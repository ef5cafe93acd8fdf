import { JudgeWordingError } from '../../core/benchmark/judging/judgeWordingFile';
import { StoredRunError } from '../../core/history/planRejudge';
import { RevisionError } from '../../core/history/revisionText';
import { ProviderError } from '../../core/providers/provider';
import { UnknownProviderError } from '../../core/run/createEndpoints';
import { SampleFileError } from '../../core/run/loadSamples';
import { PlacementError, PromptBlockedError } from '../../core/run/planRun';
import { RecordedRepliesError } from '../../core/run/recorded/planRecorded';
import { PriceCapError } from '../../core/run/runCaps';
import { ChoiceError } from '../../core/run/runChoices';
import { RunSessionError } from '../../core/run/runSession';
import { ServerAddressError } from '../../core/run/serverAddress';
import { TooManyPlaysError } from '../../core/run/workItem';
import { RunStoreError } from '../../core/store/runStoreError';
import { GoldSourceError } from '../../core/trust/goldSource';
import { ShippedFileError } from '../../core/trust/shippedJudges';
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
  StoredRunError,
  RevisionError,
  GoldSourceError,
  RecordedRepliesError,
  ShippedFileError,
  ChoiceError,
  PriceCapError,
  ProviderError,
  UnknownProviderError,
];

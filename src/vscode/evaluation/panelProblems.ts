import { PromptOverrideError } from '../../core/benchmark/judging/promptOverrideFile';
import { StoredRunError } from '../../core/history/planRejudge';
import { RevisionError } from '../../core/history/promptHistory';
import { ProviderError } from '../../core/providers/provider';
import { SampleFileError } from '../../core/run/loadSamples';
import { PromptBlockedError } from '../../core/run/planRun';
import { RecordedRepliesError } from '../../core/run/recorded/planRecorded';
import { PriceCapError } from '../../core/run/priceCap';
import { ChoiceError, ServerAddressError } from '../../core/run/runChoices';
import { RunSessionError } from '../../core/run/runSession';
import { TooManyTrialsError } from '../../core/run/workItem';
import { RunStoreError } from '../../core/store/runStoreError';
import { t } from '../../core/text/countWords';
import { GoldSourceError } from '../../core/trust/goldSource';
import type { PanelProblem } from '../../protocol/panelState';

export function panelProblems(error: unknown): readonly PanelProblem[] {
  if (PromptBlockedError.is(error)) {
    const action = { label: t`Show in Prompt`, command: 'openPrompt' as const };
    return error.problems.map(({ message }, index, { length }) => ({
      message,
      ...(index === length - 1 && { action }),
    }));
  }
  if (ProviderError.is(error, 'auth')) {
    return [{ message: error.message, action: { label: t`Set API Key`, command: 'setApiKey' } }];
  }
  if (error instanceof Error && fixedByModels.some((known) => known.is(error))) {
    return [{ message: error.message, action: { label: t`Choose Models`, command: 'chooseModels' } }];
  }
  return [{ message: problemText(error), action: { label: t`Open Log`, command: 'openLog' } }];
}

/** Text for people: known errors say what to do; others are named as faults of the extension. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return knownErrors.some((known) => known.is(error)) ? text : t`Something went wrong in the extension itself: ${text}`;
}

type KnownErrors = readonly { is(error: unknown): boolean }[];

const fixedByModels: KnownErrors = [ChoiceError, PriceCapError, ProviderError];

const knownErrors: KnownErrors = [
  ...fixedByModels,
  ServerAddressError,
  SampleFileError,
  TooManyTrialsError,
  PromptOverrideError,
  RunStoreError,
  RunSessionError,
  StoredRunError,
  RevisionError,
  GoldSourceError,
  RecordedRepliesError,
];

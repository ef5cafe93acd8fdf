import * as vscode from 'vscode';
import { UnknownProviderError } from '../../core/engine/createEndpoints';
import { SampleFileError } from '../../core/engine/loadSamples';
import { PlacementError, PromptBlockedError } from '../../core/engine/planRun';
import { PriceCapError } from '../../core/engine/priceCap';
import { ServerAddressError } from '../../core/engine/serverAddress';
import { ChoiceError } from '../../core/engine/runChoices';
import { RunSessionError } from '../../core/engine/runSession';
import { ProviderError } from '../../core/providers/providerError';
import { RunStoreError } from '../../core/store/runStore';
import type { PanelProblem } from '../../protocol/panelState';

/** What the panel says about an error that kept a run from starting, with the button that mends it. */
export function panelProblems(error: unknown): readonly PanelProblem[] {
  if (PromptBlockedError.is(error)) {
    const action = { label: vscode.l10n.t('Show in Prompt'), command: 'openPrompt' as const };
    // One button serves them all: it goes to the first of them.
    return error.problems.map(({ message }, index) =>
      index === error.problems.length - 1 ? { message, action } : { message },
    );
  }
  if (ProviderError.is(error, 'auth')) {
    return [{ message: error.message, action: { label: vscode.l10n.t('Set API Key'), command: 'setApiKey' } }];
  }
  if (
    ChoiceError.is(error) ||
    UnknownProviderError.is(error) ||
    PlacementError.is(error) ||
    PriceCapError.is(error) ||
    ProviderError.is(error)
  ) {
    return [{ message: error.message, action: { label: vscode.l10n.t('Choose Models'), command: 'chooseModels' } }];
  }
  const known =
    ServerAddressError.is(error) || SampleFileError.is(error) || RunStoreError.is(error) || RunSessionError.is(error);
  const text = error instanceof Error ? error.message : String(error);
  const message = known ? text : vscode.l10n.t('Something went wrong in the extension itself: {0}', text);
  return [{ message, action: { label: vscode.l10n.t('Open Log'), command: 'openLog' } }];
}

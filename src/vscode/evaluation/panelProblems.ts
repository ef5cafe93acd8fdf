import { ProviderError } from '../../core/providers/provider';
import { PromptBlockedError } from '../../core/run/planRun';
import { PriceCapError } from '../../core/run/priceCap';
import { ChoiceError } from '../../core/run/runChoices';
import { t } from '../../core/text/countWords';
import { messageOf, NamedError } from '../../core/text/errors';
import type { PanelProblem } from '../../protocol/panelState';

export function panelProblems(error: unknown): readonly PanelProblem[] {
  if (PromptBlockedError.is(error)) {
    const action = { label: t`Show in Prompt`, command: 'openPrompt' as const };
    return error.problems.map(({ message }, index, { length }) => ({
      message,
      ...(index === length - 1 && { action }),
    }));
  }
  if (ProviderError.is(error, 'auth'))
    return [{ message: error.message, action: { label: t`Set API Key`, command: 'setApiKey' } }];
  if (ChoiceError.is(error) || PriceCapError.is(error) || ProviderError.is(error))
    return [{ message: error.message, action: { label: t`Choose Models`, command: 'chooseModels' } }];
  return [{ message: problemText(error), action: { label: t`Open Log`, command: 'openLog' } }];
}

/** Text for people: known errors say what to do; others are named as faults of the extension. */
export function problemText(error: unknown): string {
  if (error instanceof NamedError) return error.message;
  return t`Something went wrong in the extension itself: ${messageOf(error)}`;
}

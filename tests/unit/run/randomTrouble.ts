import type { BatchOutcome, ChatRequest, ProviderFailure } from '../../../src/core/providers/provider';
import type { BatchHostOptions } from './batchHost';
import { refusedForm } from './batchToys';
import type { Draws } from './draws';
import { isJudgeCall, providerError, verdictText } from './fakeProvider';

/** Tokens that every answer reports. */
export const tokensOfCall = { input: 1_000, output: 100, cachedInput: 0 };
const failures: readonly ProviderFailure[] = ['server', 'overloaded', 'rateLimit', 'tooLong', 'badResponse'];

/** A provider whose calls fail at this rate; with `hasFaults` requests about batches fail as well. */
export function randomTrouble(draws: Draws, share: number, hasFaults: boolean): BatchHostOptions {
  return {
    outcome: ({ request }) => (draws.chance(share) ? badOutcome(draws, request) : replied(goodAnswer(draws, request))),
    fault: () =>
      hasFaults && draws.chance(share / 3)
        ? providerError(draws.pick<ProviderFailure>(['server', 'network', 'overloaded', 'badRequest']))
        : undefined,
    refusal: () =>
      hasFaults && draws.chance(share / 5)
        ? providerError(draws.pick<ProviderFailure>(['rateLimit', 'badRequest']))
        : undefined,
    alone: (request) => (draws.chance(0.5) ? goodAnswer(draws, request) : providerError('badRequest')),
  };
}

/** Never the same for long: what was said and what was kept must go together. */
function goodAnswer(draws: Draws, request: ChatRequest): string {
  return isJudgeCall(request) ? verdictText(draws.chance(0.5)) : `Step ${1 + draws.int(3)} is wrong.`;
}

function badOutcome(draws: Draws, { messages, schema }: ChatRequest): BatchOutcome | 'omit' {
  const kind = draws.pick(['ended', 'omit', 'failed', 'badForm', 'cut', 'gibberish', 'empty']);
  if (kind === 'omit') return kind;
  if (kind === 'ended') return { kind: draws.pick(['expired', 'cancelled']) };
  if (kind === 'failed') return { kind, error: providerError(draws.pick(failures)) };
  if (kind === 'badForm') return { kind: 'failed', error: refusedForm };
  // As long as a tutor's answer may be: a shorter one lacked room, and is asked again.
  if (kind === 'cut' && schema === undefined) return replied('Cut. '.repeat(100), 'length');
  // A silent student has failed, but the call was paid for: its record counts it as sent and not as a call.
  const isStudent = schema === undefined && messages[0]?.content === 'Begin.';
  return replied(kind === 'empty' && !isStudent ? '' : 'gibberish');
}

function replied(text: string, finish: 'stop' | 'length' = 'stop'): BatchOutcome {
  return { kind: 'reply', reply: { text, finish, usage: tokensOfCall } };
}

import type { RunCaps } from '../../../src/core/run/runCaps';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import type { BatchHostOptions } from './batchHost';
import type { BatchRunOptions } from './batchRun';
import type { Draws } from './draws';

/** What befalls one attempt of a run. */
export interface RandomAttempt {
  /** How often each batch is looked at until it has ended, and what a cancelled one had finished by then. */
  readonly host: Pick<BatchHostOptions, 'polls' | 'doneBeforeCancel'>;
  /** Whether the provider has forgotten its batches before it begins. */
  readonly losesBatches: boolean;
  readonly caps: RunCaps;
  /** `event`: the one that the stop comes with. `isLater`: a turn after it. */
  readonly stop: { readonly event: number; readonly isLater: boolean; readonly reason: string | undefined } | undefined;
  readonly writeFault: BatchRunOptions['writeFault'];
}

export function randomAttempt(draws: Draws, items: number, hasFullDisk: boolean): RandomAttempt {
  return {
    host: { polls: draws.pick([1, 2, 5, 30]), doneBeforeCancel: draws.int(5) },
    losesBatches: draws.chance(0.1),
    caps: draws.chance(0.4) ? capOf(draws, items) : {},
    stop: draws.chance(0.5)
      ? { event: 1 + draws.int(6 * items), isLater: draws.chance(0.3), reason: draws.pick(['interrupted', undefined]) }
      : undefined,
    writeFault: hasFullDisk ? fullDisk(draws.int(4 * items) + 2, draws.chance(0.7)) : undefined,
  };
}

function capOf(draws: Draws, items: number): RunCaps {
  const calls = draws.int(3 * items);
  // About what a call of this many tokens costs in a batch, in US dollars.
  const usd = calls * 0.002;
  return draws.pick<RunCaps>([
    { maxCalls: calls },
    { maxCallsPerDay: calls },
    { maxCostUsd: usd },
    { maxCostUsdPerDay: usd },
  ]);
}

/** The journal takes no record from the `first` on, or all but that one. */
function fullDisk(first: number, isForever: boolean): BatchRunOptions['writeFault'] {
  let writes = 0;
  return () => {
    writes += 1;
    const fails = isForever ? writes >= first : writes === first;
    return fails ? new RunStoreError('unwritable', 'run-1', 'The disk is full.') : undefined;
  };
}

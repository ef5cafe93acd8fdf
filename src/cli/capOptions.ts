import type { Command } from 'commander';
import { capsOf, type RunCaps } from '../core/engine/runCaps';
import { dollars, positive } from './optionValues';

/** Options of every command that makes calls: where it stops. */
export interface CapOptions {
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly maxCostPerDay?: number;
  readonly maxCallsPerDay?: number;
}

/** Adds the options that cap a run; `isNew` where it is a new run, which has no caps yet. */
export function capOptions(command: Command, isNew = true): Command {
  const [cost, calls] = isNew
    ? ['stop before passing this cost', 'stop before passing this number of calls']
    : ['a new cap for the whole run', 'a new cap on the calls of the whole run'];
  return command
    .option('--max-cost <usd>', cost, dollars)
    .option('--max-calls <n>', calls, positive)
    .option('--max-cost-per-day <usd>', 'stop before all runs of the store pass this cost in a UTC day', dollars)
    .option('--max-calls-per-day <n>', 'likewise for their calls', positive);
}

/** The caps that were given. */
export function capsGiven({ maxCost, maxCalls, maxCostPerDay, maxCallsPerDay }: CapOptions): RunCaps {
  return capsOf({
    maxCostUsd: maxCost,
    maxCalls,
    maxCostUsdPerDay: maxCostPerDay,
    maxCallsPerDay,
  });
}

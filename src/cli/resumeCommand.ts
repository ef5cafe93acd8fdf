import { systemClock } from '../core/engine/clock';
import { assertCapHolds } from '../core/engine/priceCap';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { openRun } from './openRun';

/** Options of `resume`, numbers parsed. */
export interface ResumeOptions {
  readonly store?: string;
  readonly concurrency?: number;
  readonly maxCost?: number;
  readonly cache: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

/** Finishes a run that was cut off: same prompt, samples and models; what was answered is not asked again. */
export async function resumeCommand(name: string, options: ResumeOptions, context: CliContext): Promise<number> {
  const { runId, root, store, session } = await openRun(name, options.store, context);
  const { tutor, judges, maxCostUsd } = session.manifest;
  assertCapHolds([tutor, ...judges], options.maxCost ?? maxCostUsd);
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.reopen(runId),
      concurrency: options.concurrency,
      cache: options.cache,
      maxCostUsd: options.maxCost ?? maxCostUsd,
      clock: systemClock,
      json: options.json ?? false,
      html: options.html,
      check: () => [],
    },
    context,
  );
}

import { systemClock } from '../core/engine/clock';
import { assertCapHolds } from '../core/engine/priceCap';
import { capsNow } from '../core/engine/runCaps';
import { assertConfiguredServers } from '../core/engine/serverAddress';
import { capsGiven, type CapOptions } from './capOptions';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { askedModels } from '../core/store/runManifest';
import { serversOf, type ServerOptions } from './modelServers';
import { openRun } from './openRun';

/** Options of `resume`, numbers parsed. */
export interface ResumeOptions extends ServerOptions, CapOptions {
  readonly store?: string;
  readonly concurrency?: number;
  readonly cache: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

/** Finishes a run that was cut off: same prompt, samples and models; what was answered is not asked again. */
export async function resumeCommand(name: string, options: ResumeOptions, context: CliContext): Promise<number> {
  const { runId, root, store, session } = await openRun(name, options.store, context);
  const caps = capsNow(capsGiven(options), session.manifest);
  assertConfiguredServers(
    session.manifest,
    serversOf(options, context),
    'Name that server with --tutor-base-url, --judge-base-url or --student-base-url to go on with it.',
  );
  assertCapHolds(askedModels(session.manifest), caps);
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.reopen(runId),
      concurrency: options.concurrency,
      cache: options.cache,
      caps,
      clock: systemClock,
      json: options.json ?? false,
      html: options.html,
      check: () => [],
    },
    context,
  );
}

import { systemClock } from '../core/engine/clock';
import { assertCapHolds } from '../core/engine/priceCap';
import { assertConfiguredServers } from '../core/engine/serverAddress';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { openRun } from './openRun';

/** Options of `resume`, numbers parsed. */
export interface ResumeOptions {
  readonly store?: string;
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
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
  assertConfiguredServers(
    session.manifest,
    (role, provider) => {
      const variable = context.providers.get(provider)?.baseUrlVariable;
      const fromEnvironment = variable === undefined ? undefined : context.env[variable];
      return (role === 'tutor' ? options.tutorBaseUrl : options.judgeBaseUrl) ?? fromEnvironment;
    },
    'Name that server with --tutor-base-url and --judge-base-url to go on with it.',
  );
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

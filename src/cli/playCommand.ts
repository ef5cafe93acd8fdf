import { planReplay } from '../core/history/planReplay';
import { askedModels, askedRoles } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { finishAgain } from './judgeCommand';
import { assertModels, assertServers, newRunFacts } from './modelServers';
import { openRun } from './openRun';

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function playCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const opened = await openRun(name, options.store, context);
  const { stored } = opened;
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertServers(roles, 'use it again', options, context);
  const { benchmarks, providers } = context;
  const planned = planReplay(stored, newRunFacts(options, context), benchmarks, providers);
  assertModels(askedModels(planned.manifest), options, context);
  return finishAgain({ ...planned, records: [] }, opened, options, context);
}

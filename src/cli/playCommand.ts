import { planReplay } from '../core/history/planReplay';
import { assertConfiguredServers } from '../core/run/runChoices';
import { askedModels, askedRoles } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { finishAgain, openStored } from './judgeCommand';
import { assertModels, newRunFacts, serversOf } from './modelServers';

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function playCommand(name: string, options: CliOptions, given: CliContext): Promise<number> {
  const { context, ...opened } = await openStored(name, options, given);
  const { stored } = opened;
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertConfiguredServers(
    roles,
    serversOf(options, context),
    'Name that server with --tutor-base-url, --judge-base-url or --student-base-url to use it again.',
  );
  const { benchmarks, providers } = context;
  const planned = planReplay(stored, newRunFacts(options, context), benchmarks, providers);
  assertModels(askedModels(planned.manifest), options, context);
  return finishAgain({ ...planned, records: [] }, opened, options, context);
}

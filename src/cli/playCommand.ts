import { planReplay } from '../core/history/planReplay';
import { assertConfiguredServers, withOwnPrices } from '../core/run/runChoices';
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
  const { manifest: planned, samples } = planReplay(stored, newRunFacts(options, context), context.benchmarks);
  const [tutor = planned.tutor] = withOwnPrices([planned.tutor], context.providers);
  const [student] = withOwnPrices(planned.student === undefined ? [] : [planned.student], context.providers);
  const manifest = { ...planned, tutor, student, judges: [...withOwnPrices(planned.judges, context.providers)] };
  assertModels(askedModels(manifest), options, context);
  return finishAgain({ manifest, samples, records: [] }, opened, options, context);
}

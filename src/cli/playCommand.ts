import { planReplay } from '../core/history/planReplay';
import { withOwnPrices } from '../core/run/runChoices';
import { askedModels, askedRoles } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { finishAgain, openStored } from './judgeCommand';
import { assertModels, assertServers, newRunFacts } from './modelServers';

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function playCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const opened = await openStored(name, options, context);
  const { stored } = opened;
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertServers(roles, 'use it again', options, context);
  const { manifest: planned, samples } = planReplay(stored, newRunFacts(options, context), context.benchmarks);
  const [tutor = planned.tutor] = withOwnPrices([planned.tutor], context.providers);
  const [student] = withOwnPrices(planned.student === undefined ? [] : [planned.student], context.providers);
  const manifest = { ...planned, tutor, student, judges: [...withOwnPrices(planned.judges, context.providers)] };
  assertModels(askedModels(manifest), options, context);
  // A stored answer would be a copy of the first reply.
  return finishAgain({ manifest, samples, records: [] }, opened, { ...options, cache: false }, context);
}

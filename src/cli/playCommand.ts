import { planReplay } from '../core/history/planReplay';
import { presentName, underName } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { assertConfiguredServers, withOwnPrices } from '../core/run/runChoices';
import { askedModels, askedRoles } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import { capsGiven, type CliOptions, newRunFacts } from './cliOptions';
import { finishRun } from './finishRun';
import { assertModels, serversOf, withConnections } from './modelServers';
import { openRun } from './openRun';
import { assertWritable } from './printing';

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function playCommand(name: string, options: CliOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable('--html', options.html, context);
  const { runId, root, store } = await openRun(name, options.store, context);
  const stored = await store.open(runId);
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertConfiguredServers(
    roles,
    serversOf(options, context),
    'Name that server with --tutor-base-url, --judge-base-url or --student-base-url to play on it again.',
  );
  const caps = capsGiven(options);
  const { manifest: planned, samples } = planReplay(stored, newRunFacts(options, context), context.benchmarks);
  const [tutor = planned.tutor] = withOwnPrices([planned.tutor], context.providers);
  const [student] = withOwnPrices(planned.student === undefined ? [] : [planned.student], context.providers);
  const { entries } = await store.revisions.read();
  const manifest = underName(
    { ...planned, tutor, student, judges: [...withOwnPrices(planned.judges, context.providers)] },
    presentName(planned.prompt.path, stored.manifest.createdAt, entries),
  );
  assertModels(askedModels(manifest), options, context);
  return finishRun(
    {
      session: sessionOfRun({ manifest, samples, records: [], problems: stored.problems }, context.benchmarks),
      store,
      root,
      openWriter: () => store.create(manifest, samples),
      // A stored answer would be a copy of the first play.
      options: { ...options, cache: false },
      caps,
    },
    context,
  );
}

import path from 'node:path';
import { FileRunStore } from '../core/store/fileRunStore';
import { modelName, simulatedPartsOf } from '../core/store/runManifest';
import type { RunListing } from '../core/store/runStore';
import { builtInPrompt } from './builtInPrompt';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { deleteNamedRuns } from './deleteNamedRuns';
import { foreignText } from './foreignText';
import { historyOfPrompt } from './historyOfPrompt';
import { keepLatestRuns } from './keepLatestRuns';
import { newestFirst } from './newestFirst';
import { existingStore } from './storeDirectory';

/** Options of `runs`, numbers parsed. */
export interface RunsOptions {
  readonly delete?: readonly string[];
  readonly keep?: number;
  /** With `delete`: also where a process that shows no sign of life holds the run. */
  readonly takeOver?: boolean;
  readonly store?: string;
  readonly json?: boolean;
}

/**
 * Lists the stored runs, newest first; with a prompt, only its own, also those under names it had before. Deletes runs where that is
 * asked for. Returns the exit code.
 */
export async function runsCommand(
  prompt: string | undefined,
  options: RunsOptions,
  context: CliContext,
): Promise<number> {
  const isFile = prompt !== undefined && builtInPrompt(prompt, context) === undefined;
  const start = isFile ? path.dirname(path.resolve(context.cwd, prompt)) : context.cwd;
  const root = existingStore(options.store, start, context);
  const deleting = { root, json: options.json ?? false };
  if (options.delete !== undefined) {
    if (prompt !== undefined || options.keep !== undefined)
      throw new CliError('--delete names runs: leave out the prompt and --keep.');
    return deleteNamedRuns(options.delete, { ...deleting, takeOver: options.takeOver }, context);
  }
  if (options.takeOver === true) throw new CliError('--take-over goes with --delete. Leave it out.');
  if (options.keep !== undefined) return keepLatestRuns(options.keep, prompt, deleting, context);
  const store = new FileRunStore(root);
  const all = await store.list();
  const own = prompt === undefined ? undefined : await runsOf(root, all, prompt, context);
  const listings = newestFirst(all).filter(({ id }) => own === undefined || own.has(id));
  if (options.json === true) {
    const runs = listings.map((listing) => {
      if (listing.kind === 'damaged') return { runId: listing.id, status: 'damaged', problem: listing.problem };
      const { manifest, lastStatus } = listing;
      return {
        runId: listing.id,
        status: lastStatus,
        createdAt: manifest.createdAt,
        prompt: { path: manifest.prompt.path, revision: manifest.prompt.revision },
        benchmarks: manifest.benchmarks.map(({ id, samples, repeats }) => ({ id, samples, repeats })),
        tutor: modelName(manifest.tutor),
        judges: manifest.judges.map(modelName),
        simulated: simulatedPartsOf(manifest).length > 0,
      };
    });
    context.document(`${JSON.stringify({ schemaVersion: 1, store: root, runs }, undefined, 2)}\n`);
    return 0;
  }
  if (listings.length === 0) {
    context.err(`${foreignText(`No runs${prompt === undefined ? '' : ` of ${prompt}`} in ${root}.`)}\n`);
    return 0;
  }
  for (const listing of listings) {
    if (listing.kind === 'damaged') {
      context.out(`${foreignText(`${listing.id}  damaged: ${listing.problem}`)}\n`);
      continue;
    }
    const { manifest, lastStatus } = listing;
    const what = manifest.benchmarks.map((entry) => `${entry.id} (${entry.samples})`).join(', ');
    const revision = manifest.prompt.revision.slice('sha256:'.length, 'sha256:'.length + 7);
    const judges = manifest.judges.map(modelName).join(', ');
    const line = `${listing.id}  ${lastStatus.padEnd(11)} ${manifest.prompt.name} @ ${revision}  ${what}  tutor ${modelName(manifest.tutor)}, judge ${judges}`;
    context.out(`${foreignText(line)}\n`);
  }
  return 0;
}

async function runsOf(
  root: string,
  all: readonly RunListing[],
  prompt: string,
  context: CliContext,
): Promise<ReadonlySet<string>> {
  const { runs } = await historyOfPrompt(root, all, prompt, context);
  return new Set(runs.map(({ id }) => id));
}

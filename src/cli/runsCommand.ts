import { existsSync } from 'node:fs';
import path from 'node:path';
import { earlierPromptPaths } from '../core/revisions/earlierPaths';
import { promptHistory, type PromptHistory } from '../core/revisions/promptHistory';
import { prunePlan, pruneRuns, type PrunedRuns } from '../core/revisions/prunePlan';
import { isOfPrompt, pruneStorePlan } from '../core/revisions/pruneStorePlan';
import { mayWait } from '../core/revisions/waitingRuns';
import { FileRunStore } from '../core/store/fileRunStore';
import { storedPromptPath } from '../core/store/promptPath';
import { modelName } from '../core/store/runManifest';
import type { RunListing, LockChoice } from '../core/store/runStore';
import { simulatedPartsOf } from '../core/store/simulatedParts';
import { CliError, exitCodes, type CliContext } from './cliContext';
import { existingStore, findRun, newestFirst, type FoundRun } from './openRun';
import { builtInPrompt } from './readInput';
import { foreignText, inShell } from './terminalText';

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

/**
 * Deletes the named runs for good. None where one of the names fits no run; one that is under way, or whose batches hold answers that are
 * paid for, is left and said. Returns the exit code.
 */
async function deleteNamedRuns(
  names: readonly string[],
  { root, json, takeOver }: DeleteOptions & LockChoice,
  context: CliContext,
): Promise<number> {
  const found: FoundRun[] = [];
  for (const name of names) found.push(await namedWhole(name, root, context));
  const roots = [...new Set(found.map((one) => one.root))];
  const [own, ...others] = roots;
  if (own === undefined || others.length > 0)
    throw new CliError(`--delete names runs of more than one store: ${roots.join(', ')}. Delete them one by one.`);
  const ids = [...new Set(found.map(({ runId }) => runId))];
  const waiting = await mayWait(own, ids, context.benchmarks);
  const store = new FileRunStore(own);
  const pruned = await pruneRuns(
    store,
    ids.filter((id) => !waiting.has(id)),
    { takeOver },
  );
  const left = [...waiting].map(([runId, why]) => ({
    runId,
    reason: why === 'waits' ? batchesOf(runId, own) : unreadable(runId, store.directoryOf(runId)),
  }));
  return sayDeleted({ deleted: pruned.deleted, left: [...left, ...pruned.left] }, { root: own, json }, context);
}

/** What is deleted for good is named whole. */
async function namedWhole(name: string, root: string, context: CliContext): Promise<FoundRun> {
  const found = await findRun(name, root, context);
  if (name === 'latest' || path.basename(path.resolve(context.cwd, name)) === found.runId) return found;
  throw new CliError(`“${name}” is only the start of ${found.runId}. Give the whole id to delete that run.`);
}

function unreadable(runId: string, directory: string): string {
  return `Run ${runId} cannot be read, and has batches whose answers, paid for, cannot be collected with it. If that is lost, delete the folder ${directory}`;
}

function batchesOf(runId: string, root: string): string {
  const command = `tutor-prompt-lab resume ${runId} --store ${inShell(root)}`;
  return `Run ${runId} has batches with answers that are paid for. Collect them with: ${command}; or end them with: ${command} --cancel-batches`;
}

/**
 * Deletes all but the latest `keep` runs of a prompt, or of each prompt of the store, and what `prunePlan` spares. Returns the exit code.
 * Throws as `historyOfPrompt` does.
 */
async function keepLatestRuns(
  keep: number,
  prompt: string | undefined,
  { root, json }: DeleteOptions,
  context: CliContext,
): Promise<number> {
  const store = new FileRunStore(root);
  const listings = await store.list();
  const ids = listings.map(({ id }) => id);
  const options = { keep, waiting: await mayWait(root, ids, context.benchmarks) };
  // Runs record a prompt beside or below the store by its path from there.
  const fileOf = (name: string): string => path.resolve(path.dirname(root), name);
  const plan =
    prompt === undefined
      ? await pruneStorePlan(store, listings, options, {
          earlierPathsOf: (name) => earlierPromptPaths(root, fileOf(name)),
          isThere: (name) => existsSync(fileOf(name)),
        })
      : prunePlan(await historyOfPrompt(root, listings, prompt, context), options);
  return sayDeleted(await pruneRuns(store, plan), { root, json }, context);
}

/** Where to delete, and how to say it. */
interface DeleteOptions {
  /** The folder of the store, absolute. */
  readonly root: string;
  readonly json: boolean;
}

/** Prints which runs are gone, says which were left and why, and returns the exit code. */
function sayDeleted({ deleted, left }: PrunedRuns, { root, json }: DeleteOptions, context: CliContext): number {
  if (json) context.document(`${JSON.stringify({ schemaVersion: 1, store: root, deleted, left }, undefined, 2)}\n`);
  else for (const id of deleted) context.out(`Deleted ${foreignText(id)}.\n`);
  if (deleted.length === 0 && left.length === 0) context.err(`Nothing to delete in ${foreignText(root)}.\n`);
  for (const { reason } of left) context.err(`error: ${foreignText(reason)}\n`);
  return left.length === 0 ? exitCodes.done : exitCodes.badCall;
}

/**
 * What the store at `root`, which has these runs, knows of a prompt file or a built-in prompt. Throws `CliError` where there is neither such
 * a prompt nor a run of it, and `RunStoreError`.
 */
async function historyOfPrompt(
  root: string,
  all: readonly RunListing[],
  prompt: string,
  context: CliContext,
): Promise<PromptHistory> {
  const store = new FileRunStore(root);
  const listings = all.filter((listing) => listing.kind === 'damaged' || isOfPrompt(listing));
  if (builtInPrompt(prompt, context) !== undefined) return promptHistory(store, prompt, { listings });
  const file = path.resolve(context.cwd, prompt);
  const earlierPaths = await earlierPromptPaths(root, file);
  const history = await promptHistory(store, storedPromptPath(root, file), { listings, earlierPaths });
  if (history.runs.length === 0 && !existsSync(file))
    throw new CliError(`No runs of ${prompt} in ${root}: there is no such file.`);
  return history;
}

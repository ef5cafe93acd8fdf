import { existsSync } from 'node:fs';
import path from 'node:path';
import { CacheClearError, cacheSize, clearCache } from '../core/run/replyCache';
import { earlierPromptPaths } from '../core/history/git';
import { promptHistory } from '../core/history/promptHistory';
import { deleteRuns } from '../core/history/deleteRuns';
import { mayWait } from '../core/history/sessionOfRun';
import { purposeText } from '../core/store/statusTexts';
import { FileRunStore } from '../core/store/fileRunStore';
import { modelName, simulatedPartsOf } from '../core/store/runManifest';
import type { RunListing } from '../core/store/runStore';
import { storedPromptPath } from '../core/store/storeFolder';
import { type CliContext, type Command, CliError, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { findRun, type FoundRun, newestFirst, storeDirectory } from './openRun';
import { printJson } from './printing';
import { builtInPrompt } from './readInput';
import { foreignText, inShell } from './terminalText';

/** Lists the stored runs, newest first, or those of one prompt under all its names. Also deletes runs. */
export const runsCommand: Command<[prompt: string | undefined]> = async (prompt, options, context) => {
  const isFile = prompt !== undefined && builtInPrompt(prompt, context) === undefined;
  const start = isFile ? path.dirname(path.resolve(context.cwd, prompt)) : context.cwd;
  const root = storeDirectory(options.store, start, context, true);
  if (options.delete !== undefined) {
    if (prompt !== undefined) throw new CliError('--delete names runs: leave out the prompt.');
    return deleteNamedRuns(options.delete, root, options, context);
  }
  if (options.takeOver === true) throw new CliError('--take-over needs --delete. Leave it out.');
  const store = new FileRunStore(root);
  const all = await store.list();
  const history = prompt === undefined ? undefined : await historyOfPrompt(root, all, prompt, context);
  const own = history && new Set(history.runs.map(({ id }) => id));
  const listings = newestFirst(all).filter(({ id }) => own?.has(id) !== false);
  if (options.json === true) printJson({ schemaVersion: 1, store: root, runs: listings.map(listingJson) }, context);
  else if (listings.length > 0) for (const one of listings) context.out(`${foreignText(listingLine(one))}\n`);
  else context.err(`${foreignText(`No runs${prompt === undefined ? '' : ` of ${prompt}`} in ${root}.`)}\n`);
  return exitCodes.done;
};

function listingJson(listing: RunListing): object {
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
    purpose: manifest.purpose,
  };
}

function listingLine(listing: RunListing): string {
  if (listing.kind === 'damaged') return `${listing.id}  damaged: ${listing.problem}`;
  const { manifest, lastStatus } = listing;
  const what = manifest.benchmarks.map((entry) => `${entry.id} (${entry.samples})`).join(', ');
  const revision = manifest.prompt.revision.slice('sha256:'.length, 'sha256:'.length + 7);
  const judges = manifest.judges.map(modelName).join(', ');
  const purpose = purposeText(manifest.purpose);
  return `${listing.id}  ${lastStatus.padEnd(11)} ${manifest.prompt.name} @ ${revision}  ${what}  tutor ${modelName(manifest.tutor)}, judge ${judges}${purpose === '' ? '' : `  ${purpose}`}`;
}

/** History of a prompt file or built-in prompt. Throws `RunStoreError`, and `CliError` without file and runs. */
async function historyOfPrompt(root: string, all: readonly RunListing[], prompt: string, context: CliContext) {
  const store = new FileRunStore(root);
  const listings = all.filter((one) => one.kind === 'damaged' || one.manifest.calibration === undefined);
  if (builtInPrompt(prompt, context) !== undefined) return promptHistory(store, prompt, { listings });
  const file = path.resolve(context.cwd, prompt);
  const earlierPaths = await earlierPromptPaths(root, file);
  const history = await promptHistory(store, storedPromptPath(root, file), { listings, earlierPaths });
  if (history.runs.length === 0 && !existsSync(file))
    throw new CliError(`No runs of ${prompt} in ${root}: there is no such file.`);
  return history;
}

/** Deletes the named runs, or none if a name fits no run. Keeps runs under way or with paid batches. */
async function deleteNamedRuns(names: readonly string[], root: string, options: CliOptions, context: CliContext) {
  const found: FoundRun[] = [];
  for (const name of names) {
    const one = await findRun(name, root, context);
    found.push(one);
    // Deleting needs the whole id, so that a prefix cannot hit the wrong run.
    if (name === 'latest' || path.basename(path.resolve(context.cwd, name)) === one.runId) continue;
    throw new CliError(`“${name}” is only the start of ${one.runId}. Give the whole id to delete that run.`);
  }
  const roots = [...new Set(found.map((one) => one.root))];
  const [own, ...others] = roots;
  if (own === undefined || others.length > 0)
    throw new CliError(`--delete names runs of more than one store: ${roots.join(', ')}. Delete them one by one.`);
  const ids = [...new Set(found.map(({ runId }) => runId))];
  const waiting = await mayWait(own, ids, context.benchmarks);
  const store = new FileRunStore(own);
  const free = ids.filter((id) => !waiting.has(id));
  const pruned = await deleteRuns(store, free, { takeOver: options.takeOver });
  const { deleted } = pruned;
  const kept = [...waiting].map(([runId, why]) => {
    const resume = `tutor-prompt-lab resume ${runId} --store ${inShell(own)}`;
    const reason =
      why === 'waits'
        ? `Run ${runId} has batches with answers that are paid for. Collect them with: ${resume}; or end them with: ${resume} --cancel-batches`
        : `Run ${runId} cannot be read, so the paid answers in its batches cannot be collected. To delete it all the same, delete the folder ${store.directoryOf(runId)}`;
    return { runId, reason };
  });
  const left = [...kept, ...pruned.left];
  if (options.json === true) printJson({ schemaVersion: 1, store: own, deleted, left }, context);
  else for (const id of deleted) context.out(`Deleted ${foreignText(id)}.\n`);
  for (const { reason } of left) context.err(`error: ${foreignText(reason)}\n`);
  return left.length === 0 ? exitCodes.done : exitCodes.badCall;
}

export async function cacheCommand(options: CliOptions, context: CliContext): Promise<number> {
  const root = storeDirectory(options.store, context.cwd, context, true);
  const isCleared = options.clear === true;
  const cleared = isCleared ? clearCache(root) : Promise.resolve(0);
  const clearedBytes = await cleared.catch((error: unknown) => {
    if (!CacheClearError.is(error)) throw error;
    throw new CliError(`${error.message}. Make its folder writable, or run this as a user who may write there.`);
  });
  const bytes = isCleared ? 0 : (await cacheSize(root)).bytes;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const size = `${((bytes + clearedBytes) / 1_000_000).toLocaleString('en', digits)} MB`;
  if (options.json === true) {
    context.document(`${JSON.stringify({ schemaVersion: 1, store: root, bytes, clearedBytes })}\n`);
  } else if (isCleared) context.out(`${foreignText(`Deleted ${size} of answers from ${root}.`)}\n`);
  else context.out(`${foreignText(`${root} holds ${size} of answers.`)} Delete them with: cache --clear\n`);
  return exitCodes.done;
}

import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import { isCalibration } from '../core/trust/calibrationSession';
import { knownCards } from '../core/trust/trustOf';
import type { LabelledComparison } from '../core/compare/comparisonWords';
import type { RunSession } from '../core/run/runSession';
import { buildReport } from '../core/results/buildReport';
import { countOf, verbFor } from '../core/text/countWords';
import { runTrust, withJudgeDoubts, withJudgeTrust } from '../core/report/runTrust';
import type { RunReport } from '../core/results/reportModel';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { FileRunStore } from '../core/store/fileRunStore';
import type { RunManifest } from '../core/store/runManifest';
import type { RunListing } from '../core/store/runStore';
import { isOfOtherUser, strangenessOf } from '../core/store/storeFolder';
import type { TrustCard } from '../core/benchmark/trustCard';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import { type CliContext, CliError } from './cliContext';
import type { CliOptions } from './cliOptions';
import { warn } from './printing';

/** A stored run, found and read. */
export interface OpenedRun extends FoundRun {
  readonly session: RunSession;
}

/** Finds and reads a run named on the command line, as `findRun` does. Throws `CliError` or `RunStoreError`. */
export async function openRun(
  name: string,
  store: string | undefined,
  context: CliContext,
  mayBeLatest?: (listing: RunListing) => boolean,
): Promise<OpenedRun> {
  const found = await findRun(name, store, context, mayBeLatest);
  const session = sessionOfRun(await found.store.open(found.runId), context.benchmarks);
  for (const problem of session.problems) warn(problem, context);
  return { ...found, session };
}

/**
 * The same for a run that is to be compared: `latest` passes over calibrations, whose replies are of other tutors, and one that is named
 * is refused.
 */
export async function openEvaluation(name: string, store: string | undefined, context: CliContext): Promise<OpenedRun> {
  const isEvaluation = (listing: RunListing): boolean =>
    listing.kind === 'damaged' || listing.manifest.calibration === undefined;
  const opened = await openRun(name, store, context, isEvaluation);
  if (!isCalibration(opened.session)) return opened;
  throw new CliError(
    `Run ${opened.runId} is a calibration of a judge, which has no scores of a prompt. Name a run of evaluate; list runs with: tutor-prompt-lab runs`,
  );
}

/** The benchmarks of a run that this program has. */
export function benchmarksOf(
  { benchmarks }: Pick<RunManifest, 'benchmarks'>,
  context: CliContext,
): readonly Benchmark[] {
  return benchmarks.flatMap(({ id }) => context.benchmarks.get(id) ?? []);
}

/** A stored run, found and not read. */
export interface FoundRun {
  readonly runId: string;
  readonly root: string;
  readonly store: FileRunStore;
}

/**
 * Finds a run named on the command line: an id, the start of one, `latest`, or the path of a run's folder. `mayBeLatest` says which runs
 * `latest` may mean. Throws `CliError` or `RunStoreError`.
 */
export async function findRun(
  name: string,
  storeOption: string | undefined,
  context: CliContext,
  mayBeLatest: (listing: RunListing) => boolean = () => true,
): Promise<FoundRun> {
  const { cwd } = context;
  if (name === '') throw new CliError('The name of a run is empty. List runs with: tutor-prompt-lab runs');
  const folder = path.resolve(cwd, name);
  // A copy elsewhere is not the run that a store has under this id.
  const isFolder = existsSync(path.join(folder, 'run.json')) && path.basename(path.dirname(folder)) === 'runs';
  const named = isFolder ? path.dirname(path.dirname(folder)) : storeOption;
  const root = storeDirectory(named, cwd, context);
  const store = new FileRunStore(root);
  return { runId: isFolder ? path.basename(folder) : await resolveId(name, store, root, mayBeLatest), root, store };
}

async function resolveId(
  name: string,
  store: FileRunStore,
  root: string,
  mayBeLatest: (listing: RunListing) => boolean,
): Promise<string> {
  const listings = newestFirst(await store.list());
  const ids = listings.map((listing) => listing.id);
  if (ids.includes(name)) return name;
  if (ids.length === 0) throw new CliError(`There are no runs in ${root}. Give --store, or evaluate a prompt first.`);
  if (name === 'latest') {
    const latest = listings.find(mayBeLatest);
    if (latest !== undefined) return latest.id;
    throw new CliError(
      `There are only calibrations in ${root}, which have no scores of a prompt. Evaluate a prompt first.`,
    );
  }
  const fitting = ids.filter((id) => id.startsWith(name));
  if (fitting.length === 1) return fitting[0] ?? name;
  if (fitting.length > 1)
    throw new CliError(
      `“${name}” fits ${fitting.length} runs: ${fitting.slice(0, 5).join(', ')}. Give more of the id.`,
    );
  throw new CliError(`There is no run “${name}” in ${root}. List runs with: tutor-prompt-lab runs`);
}

/** Length of `YYYYMMDD-HHMMSS`, with which a run's id begins; what follows is random. */
const timeLength = 15;

/** Orders runs by their start, the newest first, also those of one second. A damaged run has no start but its id's. */
export function newestFirst(listings: readonly RunListing[]): readonly RunListing[] {
  return [...listings].sort(
    (left, right) =>
      right.id.slice(0, timeLength).localeCompare(left.id.slice(0, timeLength)) ||
      startOf(right).localeCompare(startOf(left)) ||
      right.id.localeCompare(left.id),
  );
}

function startOf(listing: RunListing): string {
  return listing.kind === 'run' ? listing.manifest.createdAt : '';
}

const endings: Readonly<Record<string, string>> = {
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
  failed: 'failed',
  overBudget: 'stopped at a cap',
};

/** A sentence on a run that has not come to its end, with how far it came; `undefined` for one that has. */
export function unfinishedRun({ manifest, state, items }: RunSession): string | undefined {
  const status = state.status?.status;
  if (status === 'completed' || status === 'incomplete') return undefined;
  const answered = items.filter(({ key }) => (state.items.get(key)?.replyRecords.length ?? 0) > 0).length;
  const ending =
    endings[status ?? ''] ?? (status === undefined ? 'has an empty journal' : 'is under way or was cut off');
  return `Run ${manifest.runId} ${ending}: ${countOf(answered, items.length, 'case', 'cases')} ${verbFor(items.length, 'has', 'have')} a reply. Finish it with: tutor-prompt-lab resume ${manifest.runId}`;
}

/** A run and the folder of its store. */
interface RunInStore {
  readonly session: RunSession;
  readonly root: string;
}

/** What is known of the judges of a run; a card that cannot be read is said and left out. */
export async function trustCards({ session, root }: RunInStore, context: CliContext): Promise<readonly TrustCard[]> {
  const { cards, problems } = knownCards(await new FileTrustCardStore(root).read(), context.benchmarks);
  const shipped = await context.judges.cardsFor(session.manifest);
  for (const problem of problems) warn(problem, context);
  return [...cards, ...shipped];
}

/** The report of a run with what is known of its judges, and what puts that to a comparison with it. */
export async function judgedReport(
  run: RunInStore,
  { majority }: CliOptions,
  context: CliContext,
): Promise<{ readonly report: RunReport; readonly doubted: (compared: LabelledComparison) => LabelledComparison }> {
  const { session } = run;
  const cards = await trustCards(run, context);
  return {
    report: withJudgeTrust(buildReport(session, { majority }), session, cards),
    doubted: ({ comparison, ...label }) => ({
      ...label,
      comparison: withJudgeDoubts(comparison, runTrust(session, cards)),
    }),
  };
}

/** The folder's name, beside the prompt's workspace. */
const storeFolder = '.tutor-prompt-lab';

/**
 * The store to work with, as an absolute path: the one that was named, which need not be there, else the default one of `start`. Throws
 * `CliError`.
 */
export function storeDirectory(named: string | undefined, start: string, context: CliContext): string {
  if (named === undefined) return defaultStore(start);
  const root = path.resolve(context.cwd, named);
  const found = statSync(root, { throwIfNoEntry: false });
  if (found !== undefined && isOfOtherUser(found.uid)) {
    warn(`The store ${root} belongs to another user. It is used, since you named it.`, context);
  }
  return root;
}

/** The same to look into: a store that was named must be there. */
export function existingStore(named: string | undefined, start: string, context: CliContext): string {
  const root = storeDirectory(named, start, context);
  if (named === undefined) return root;
  const found = statSync(root, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`The store ${root} does not exist. Check --store.`);
  if (!found.isDirectory()) throw new CliError(`The store ${root} is no folder. Check --store.`);
  return root;
}

/**
 * Where runs are kept by default: the nearest `.tutor-prompt-lab` from `start` up to the root of the git work tree, else in that root. Outside
 * a work tree it is looked for in `start` alone, as what lies above may be anybody's.
 */
function defaultStore(start: string): string {
  const above = [path.resolve(start)];
  for (let folder = above[0] ?? start; path.dirname(folder) !== folder; folder = path.dirname(folder))
    above.push(path.dirname(folder));
  const place = above.findIndex((folder) => existsSync(path.join(folder, '.git')));
  const own = above.slice(0, place === -1 ? 1 : place + 1);
  const kept = own.find((folder) => lstatSync(path.join(folder, storeFolder), { throwIfNoEntry: false }) !== undefined);
  const root = path.join(kept ?? own.at(-1) ?? start, storeFolder);
  const strangeness = strangenessOf(root);
  if (strangeness === undefined) return root;
  const why = strangeness === 'link' ? 'is a link' : 'belongs to another user';
  throw new CliError(`The store ${root} ${why}, so it is not used. To use it all the same, name it: --store ${root}`);
}

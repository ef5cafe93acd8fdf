import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import { isCalibration } from '../core/trust/calibrationSession';
import { trustCards as knownCards } from '../core/trust/trustCards';
import { assertEvidence } from '../core/compare/compareRuns';
import type { LabelledComparison } from '../core/compare/comparisonSentence';
import { foldersUpTo } from '../core/run/readPromptOverrides';
import type { Continuation, RunSession } from '../core/run/runSession';
import { buildReport } from '../core/results/buildReport';
import { hasEnded, statusTexts } from '../core/store/statusTexts';
import { countOf, verbFor } from '../core/text/countWords';
import { runTrust, withJudgeDoubts, withJudgeTrust } from '../core/report/runTrust';
import type { RunReport } from '../core/results/reportModel';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { FileRunStore } from '../core/store/fileRunStore';
import type { RunManifest } from '../core/store/runManifest';
import type { RunListing, StoredRun } from '../core/store/runStore';
import { isOfOtherUser, ownershipProblem } from '../core/store/storeFolder';
import type { TrustCard } from '../core/benchmark/trustCard';
import { type CliContext, CliError } from './cliContext';
import type { CliOptions } from './cliOptions';
import { warn } from './printing';

export interface FoundRun {
  readonly runId: string;
  readonly root: string;
  readonly store: FileRunStore;
}

export interface OpenedRun extends FoundRun {
  readonly stored: StoredRun;
  readonly session: RunSession;
}

/** Finds a run as `findRun` does and reads it. Throws `CliError` or `RunStoreError`. */
export async function openRun(
  name: string,
  store: string | undefined,
  context: CliContext,
  latest: LatestRun = 'any',
  continuation?: Continuation,
): Promise<OpenedRun> {
  return openFound(await findRun(name, store, context, latest), context, continuation);
}

/** Reads a run. Throws `RunStoreError`. */
export async function openFound(found: FoundRun, context: CliContext, continuation?: Continuation): Promise<OpenedRun> {
  const stored = await found.store.open(found.runId);
  const session = sessionOfRun(stored, context.benchmarks, continuation);
  for (const problem of session.problems) warn(problem, context);
  return { ...found, stored, session };
}

/** Opens a run to compare. Calibrations have no scores: `latest` skips them, and naming one throws `CliError`. */
export async function openEvaluation(name: string, store: string | undefined, context: CliContext): Promise<OpenedRun> {
  const opened = await openRun(name, store, context, 'evaluation');
  assertEvidence(opened.session);
  if (!isCalibration(opened.session)) return opened;
  throw new CliError(
    `Run ${opened.runId} is a calibration of a judge, which has no scores of a prompt. Name a run of evaluate; list runs with: tutor-prompt-lab runs`,
  );
}

export function benchmarksOf({ benchmarks }: RunManifest, context: CliContext): readonly Benchmark[] {
  return benchmarks.flatMap(({ id }) => context.benchmarks.get(id) ?? []);
}

type LatestRun = 'any' | 'evaluation';

/** Finds a run by id, start of an id, `latest` or folder path. Throws `CliError` or `RunStoreError`. */
export async function findRun(
  name: string,
  storeOption: string | undefined,
  context: CliContext,
  latest: LatestRun = 'any',
): Promise<FoundRun> {
  const { cwd } = context;
  if (name === '') throw new CliError('The name of a run is empty. List runs with: tutor-prompt-lab runs');
  const folder = path.resolve(cwd, name);
  // A folder outside a store's runs/ is only a copy, not the store's run of that id.
  const isFolder = existsSync(path.join(folder, 'run.json')) && path.basename(path.dirname(folder)) === 'runs';
  const named = isFolder ? path.dirname(path.dirname(folder)) : storeOption;
  const root = storeDirectory(named, cwd, context);
  const store = new FileRunStore(root);
  return { runId: isFolder ? path.basename(folder) : await resolveId(name, store, root, latest), root, store };
}

async function resolveId(name: string, store: FileRunStore, root: string, allowed: LatestRun): Promise<string> {
  const listings = newestFirst(await store.list());
  const ids = listings.map((listing) => listing.id);
  if (ids.includes(name)) return name;
  if (ids.length === 0) throw new CliError(`There are no runs in ${root}. Give --store, or evaluate a prompt first.`);
  if (name === 'latest') {
    const latest = listings.find(
      (one) =>
        allowed === 'any' || one.kind === 'damaged' || (one.manifest.calibration ?? one.manifest.purpose) === undefined,
    );
    if (latest !== undefined) return latest.id;
    throw new CliError(
      `There are only calibrations in ${root}, which have no scores of a prompt. Evaluate a prompt first.`,
    );
  }
  const fitting = ids.filter((id) => id.startsWith(name));
  const [found, ...more] = fitting;
  if (found === undefined)
    throw new CliError(`There is no run “${name}” in ${root}. List runs with: tutor-prompt-lab runs`);
  if (more.length === 0) return found;
  throw new CliError(`“${name}” fits ${fitting.length} runs: ${fitting.slice(0, 5).join(', ')}. Give more of the id.`);
}

/** Length of `YYYYMMDD-HHMMSS`, the start of a run's id; the rest is random. */
const timeLength = 15;

/** Sorts by start time, also within a second. A damaged run only has the time in its id. */
export function newestFirst(listings: readonly RunListing[]): readonly RunListing[] {
  const startOf = (one: RunListing): string => (one.kind === 'run' ? one.manifest.createdAt : '');
  return listings.toSorted(
    (left, right) =>
      right.id.slice(0, timeLength).localeCompare(left.id.slice(0, timeLength)) ||
      startOf(right).localeCompare(startOf(left)) ||
      right.id.localeCompare(left.id),
  );
}

/** Says how far an unfinished run came; `undefined` for a finished run. */
export function unfinishedRun({ manifest, state, items }: RunSession): string | undefined {
  const status = state.status?.status;
  if (hasEnded(status)) return undefined;
  const answered = items.filter(({ key }) => (state.items.get(key)?.replyRecords.length ?? 0) > 0).length;
  const cutOff = status === undefined ? 'empty journal' : 'under way or cut off';
  const how = status === undefined || status === 'running' ? cutOff : statusTexts[status];
  return `Run ${manifest.runId} is unfinished (${how}): ${countOf(answered, items.length, 'case', 'cases')} ${verbFor(items.length, 'has', 'have')} a reply. Finish it with: tutor-prompt-lab resume ${manifest.runId}`;
}

type RunInStore = Pick<OpenedRun, 'session' | 'root'>;

/** Trust cards for the judges of a run. Warns of unreadable cards and leaves them out. */
export async function trustCards({ session, root }: RunInStore, context: CliContext): Promise<readonly TrustCard[]> {
  const { cards, problems } = await knownCards(root, session.manifest, context.benchmarks);
  for (const problem of problems) warn(problem, context);
  return cards;
}

/** The report of a run with its judges' trust; `doubted` adds doubts about the judges to a comparison. */
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

const storeFolder = '.tutor-prompt-lab';

/** Absolute path of the named store, which only with `exists` must exist, else the default for `start`. */
export function storeDirectory(named: string | undefined, start: string, context: CliContext, exists = false): string {
  if (named === undefined) return defaultStore(start);
  const root = path.resolve(context.cwd, named);
  const found = statSync(root, { throwIfNoEntry: false });
  if (exists && found === undefined) throw new CliError(`The store ${root} does not exist. Check --store.`);
  if (exists && found?.isDirectory() === false) throw new CliError(`The store ${root} is not a folder. Check --store.`);
  if (found !== undefined && isOfOtherUser(found.uid))
    warn(`The store ${root} belongs to another user. It is used, since you named it.`, context);
  return root;
}

/** The nearest `.tutor-prompt-lab` up to the root of the git work tree: folders above it may belong to others. */
function defaultStore(start: string): string {
  const own = foldersUpTo(path.resolve(start), ['.git']);
  const kept = own.find((folder) => lstatSync(path.join(folder, storeFolder), { throwIfNoEntry: false }) !== undefined);
  const root = path.join(kept ?? own.at(-1) ?? start, storeFolder);
  const problem = ownershipProblem(root);
  if (problem === undefined) return root;
  const why = problem === 'link' ? 'is a link' : 'belongs to another user';
  throw new CliError(`The store ${root} ${why}, so it is not used. To use it all the same, name it: --store ${root}`);
}

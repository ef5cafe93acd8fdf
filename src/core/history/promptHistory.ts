import { groupedBy } from '../benchmark/samples';
import type { PromptChange } from './changedLines';
import type { RevisionEntry } from '../store/revisionLog';
import { type GitState, modelName, type RunManifest } from '../store/runManifest';
import type { RunStore, SummaryListing } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { hasOwnText } from '../store/storedSamples';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';
import type { EarlierPath } from './git';

/** All runs of a store are held at once, so that little is kept of each. */
export type HistoryRun = Readonly<NonNullable<ReturnType<typeof historyRun>>>;

export function historyRuns(listings: readonly SummaryListing[]): readonly HistoryRun[] {
  return listings.flatMap((listing) => historyRun(listing) ?? []);
}

function historyRun(listing: SummaryListing) {
  if (listing.kind === 'damaged') return undefined;
  const summary = listing.kind === 'summary' ? listing.summary : undefined;
  const known = listing.kind === 'summary' ? listing.summary : factsOf(listing.manifest, listing.lastStatus);
  const { createdAt, repliesAt = createdAt, status, prompt, benchmarks } = known;
  const { tutor, student, judges, policy, rejudgedFrom, purpose } = known;
  const { path, revision, git } = prompt;
  return {
    ...{ id: listing.id, path, revision, git, createdAt, status, tutor, student, judges, rejudgedFrom },
    /** When the tutor was asked; for a rejudging, the time of the first run. Histories are sorted by it. */
    repliesAt,
    /** Choices of protocol by name; `undefined` where an older version made the summary. */
    policy,
    /** Set for runs that are never compared. */
    purpose,
    benchmarks: benchmarks.map(({ id, placement, dataHash, judgeVersions }) => {
      return { id, placement, dataHash, judgeVersions };
    }),
    /** `undefined` while the run is running or its summary is not computed yet. */
    summary,
  };
}

function factsOf(manifest: RunManifest, status: string) {
  const { tutor, student, judges } = manifest;
  const names = { tutor: modelName(tutor), student: student && modelName(student), judges: judges.map(modelName) };
  return { ...manifest, ...names, status };
}

export interface PromptRevision {
  readonly revision: string;
  readonly label: string | undefined;
  /** What it changed in the revision before it: `rule 9: confirm it openly`. Absent if not known. */
  readonly edit?: string;
  /** Absent for old revisions and where a text is gone. */
  readonly change?: PromptChange;
  readonly pinned: boolean;
  /** When it was first and last evaluated, ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** Distinct git states at evaluation, latest first. */
  readonly git: readonly GitState[];
  /** The latest first; at least one. */
  readonly runs: readonly HistoryRun[];
}

export interface PromptHistory {
  readonly prompt: string;
  readonly revisions: readonly PromptRevision[];
  readonly runs: readonly HistoryRun[];
  /** Unreadable runs of the store; their prompt is unknown. */
  readonly damaged: readonly { readonly id: string; readonly problem: string }[];
  /** One sentence for each line of the revision journal that had to be left out. */
  readonly problems: readonly string[];
}

/**
 * Everything a store has on a prompt, under its current and earlier paths. `earlierPaths`: names of the file
 * according to git, as runs record them. `listings`: by default those of the store. Throws `RunStoreError`.
 */
export async function promptHistory(
  store: RunStore,
  promptPath: string,
  options: { readonly earlierPaths?: readonly EarlierPath[]; readonly listings?: readonly SummaryListing[] } = {},
): Promise<PromptHistory> {
  const { entries, problems } = await store.revisions.read();
  const listings = options.listings ?? (await store.summaries());
  const owns = promptOwnership(promptPath, entries, options.earlierPaths ?? []);
  const runs = historyRuns(listings)
    .filter((run) => owns(run.path, run.createdAt))
    .sort((left, right) => ageOf(right).localeCompare(ageOf(left)));
  const said = entries.filter((entry) => entry.kind !== 'moved' && owns(entry.prompt, entry.at));
  return {
    prompt: promptPath,
    revisions: revisionsOf(runs, said),
    runs,
    damaged: listings.flatMap((listing) =>
      listing.kind === 'damaged' ? [{ id: listing.id, problem: listing.problem }] : [],
    ),
    problems,
  };
}

function ageOf({ repliesAt, createdAt, id }: HistoryRun): string {
  return [repliesAt, createdAt, id].join(' ');
}

function revisionsOf(runs: readonly HistoryRun[], said: readonly RevisionEntry[]): readonly PromptRevision[] {
  const labels = new Map<string, string | undefined>();
  let pinned: string | undefined;
  for (const entry of said) {
    if (entry.kind === 'label') labels.set(entry.revision, entry.label ?? undefined);
    if (entry.kind === 'pin') pinned = entry.revision ?? undefined;
  }
  return [...groupedBy(runs, ({ revision }) => revision)].map(([revision, group]) => ({
    revision,
    label: labels.get(revision),
    pinned: revision === pinned,
    firstAt: group.at(-1)?.repliesAt ?? '',
    lastAt: group[0]?.repliesAt ?? '',
    git: [...new Map(group.flatMap(({ git }) => git ?? []).map((git) => [JSON.stringify(git), git])).values()],
    runs: group,
  }));
}

/** The history with a run: the one at hand, else that of its prompt by the present name. Throws `RunStoreError`. */
export async function historyOfRun(
  store: RunStore,
  runId: string,
  atHand: PromptHistory,
  list: () => Promise<readonly SummaryListing[]> = () => store.summaries(),
): Promise<PromptHistory> {
  if (atHand.runs.some(({ id }) => id === runId)) return atHand;
  const listings = await list();
  const run = historyRuns(listings).find(({ id }) => id === runId);
  if (run === undefined) return atHand;
  const { entries } = await store.revisions.read();
  return promptHistory(store, presentName(run.path, run.createdAt, entries), { listings });
}

/** Thrown for a revision that is not in the history, or whose text no run still has. */
export class RevisionError extends errorNamed('RevisionError') {}

/** The whole prompt file at a revision, from the latest of its runs that can be read. Throws `RevisionError`. */
export async function revisionText(store: RunStore, history: PromptHistory, revision: string): Promise<string> {
  const found = history.revisions.find((one) => one.revision === revision);
  if (found === undefined)
    throw new RevisionError(t`${history.prompt} was never evaluated at ${revision}. Choose one of its revisions.`);
  let problem = '';
  for (const { id } of found.runs) {
    try {
      const manifest = await store.readManifest(id);
      // A summary may name a revision that the manifest does not have.
      if (manifest.prompt.revision === revision && hasOwnText(manifest)) return manifest.prompt.text;
      problem = `The prompt in run.json of run ${id} is another text.`;
    } catch (error) {
      if (!RunStoreError.is(error)) throw error;
      problem = error.message;
    }
  }
  throw new RevisionError(t`No run holds the text of ${revision} any more. ${problem}`);
}

/**
 * Whether a record under `path` at time `at` (ISO 8601) belongs to the prompt, which is followed through renamings. A
 * recorded path is taken through all later moves in journal order. So a file that got its old name back is the same
 * prompt, and a new file under a freed name is another one. Otherwise git's earlier names count for as long as the file
 * had them.
 */
function promptOwnership(
  promptPath: string,
  entries: readonly RevisionEntry[],
  earlier: readonly EarlierPath[],
): (path: string, at: string) => boolean {
  const moves = movesOf(entries);
  return (path, at) => {
    const time = Date.parse(at);
    const now = nameSince(path, time, moves);
    return (
      now === promptPath ||
      earlier.some((name) => name.path === now && (name.until === undefined || time <= Date.parse(name.until)))
    );
  };
}

/** The current name of the prompt recorded under `path` at time `at` (ISO 8601), according to the journal. */
export function presentName(path: string, at: string, entries: readonly RevisionEntry[]): string {
  return nameSince(path, Date.parse(at), movesOf(entries));
}

type Move = Extract<RevisionEntry, { kind: 'moved' }>;

function movesOf(entries: readonly RevisionEntry[]): readonly Move[] {
  return entries.filter((entry) => entry.kind === 'moved');
}

function nameSince(path: string, time: number, moves: readonly Move[]): string {
  return moves.reduce((name, { at, from, to }) => {
    const rest = Date.parse(at) >= time ? below(name, from) : undefined;
    return rest === undefined ? name : `${to}${rest}`;
  }, path);
}

/** The path relative to a file or folder, with its separator; empty for itself, `undefined` outside it. */
function below(path: string, folder: string): string | undefined {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : undefined;
  return rest === '' || (rest !== undefined && /^[/\\]/.test(rest)) ? rest : undefined;
}

/** Whether a file or folder may have runs, here or before a move. May wrongly say so for other files of a folder. */
export function namesPrompts(
  path: string,
  runs: readonly { readonly path: string }[],
  entries: readonly RevisionEntry[],
): boolean {
  return (
    runs.some((run) => below(run.path, path) !== undefined) ||
    movesOf(entries).some(({ to }) => below(to, path) !== undefined || below(path, to) !== undefined)
  );
}

/** The manifest of a run made from a stored one, under the prompt's current name, so that it counts as its own. */
export function underName(manifest: RunManifest, name: string): RunManifest {
  const { prompt } = manifest;
  if (prompt.path === name) return manifest;
  return { ...manifest, prompt: { ...prompt, path: name, name: name.split(/[/\\]/u).at(-1) ?? name } };
}

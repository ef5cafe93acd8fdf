import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { alterations, withOwnRevision } from './asPlanned';
import { FileHeadsStore } from './fileHeadsStore';
import { FileImageStore } from './fileImageStore';
import { FileRevisionLog } from './fileRevisionLog';
import { inLanes } from './inLanes';
import { JournalWriter } from './journalWriter';
import { readJournal, readLastStatus, type Journal } from './readJournal';
import { acquireRunLock, isRunLocked } from './runLock';
import { runManifestSchema, type RunManifest } from './runManifest';
import type { RunSummary } from './runSummary';
import {
  RunStoreError,
  type RunListing,
  type RunStore,
  type RunWriter,
  type StoredRun,
  type StoredSample,
  type SummaryListing,
} from './runStore';
import { StoredSamples } from './storedSamples';
import { readSummaryFile, writeSummaryFile } from './summaryFile';
import { unwritable } from './unwritable';
import { syncFolder, writeAtOnce, writeSynced } from './writeDurably';

/** Journal of a run, one JSON record a line. */
const journalFile = 'journal.jsonl';
const samplesFile = 'samples.jsonl';
const manifestFile = 'run.json';
const runIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;
/** Runs looked at in one go when all are listed: more would only use up file handles. */
const listingLanes = 32;
/** Summaries read in one turn of the event loop: some milliseconds. */
const summariesATurn = 16;

/**
 * Runs as folders: `<root>/runs/<runId>/` with `run.json` (written once), `samples.jsonl` (the samples in use) and
 * `journal.jsonl` (appended to); `summary.json` and what is in `<root>/metric-heads/` are derived from them. The format is described
 * in docs/run-format.md.
 */
export class FileRunStore implements RunStore {
  readonly images: FileImageStore;
  readonly revisions: FileRevisionLog;
  readonly #runs: string;
  readonly #heads: FileHeadsStore;
  readonly #sampleFiles = new StoredSamples();

  constructor(root: string) {
    this.images = new FileImageStore(root);
    this.revisions = new FileRevisionLog(root);
    this.#runs = path.join(root, 'runs');
    this.#heads = new FileHeadsStore(root);
  }

  async create(manifest: RunManifest, samples: readonly StoredSample[]): Promise<RunWriter> {
    const directory = this.#directory(manifest.runId);
    let isOurs = false;
    try {
      const made = await mkdir(this.#runs, { recursive: true });
      if (made !== undefined) await this.#keepOutOfGit();
      await mkdir(directory).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
        throw new RunStoreError('exists', manifest.runId, `Run ${manifest.runId} exists already. Start again.`, error);
      });
      isOurs = true;
      await writeSynced(
        path.join(directory, samplesFile),
        samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''),
      );
      await writeSynced(path.join(directory, journalFile), '');
      // The manifest comes last and in one step: a folder without it is a run that never started.
      await writeAtOnce(path.join(directory, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
      await syncFolder(this.#runs);
    } catch (error) {
      // Half a run is of no use, and on a full disk its room is.
      if (isOurs) await rm(directory, { recursive: true, force: true }).catch(() => undefined);
      throw unwritable(manifest.runId, directory, error);
    }
    return this.#writer(manifest.runId);
  }

  /** A new store ignores itself, as tools' folders do: students' words should not be committed by accident. */
  async #keepOutOfGit(): Promise<void> {
    const text = '# Runs of Tutor Prompt Lab. Delete this file to keep them in git.\n*\n';
    await writeFile(path.join(path.dirname(this.#runs), '.gitignore'), text, { flag: 'wx' }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }

  async reopen(runId: string): Promise<RunWriter> {
    const [altered] = alterations(await this.#manifest(runId), await this.#samples(runId, []));
    if (altered !== undefined)
      throw new RunStoreError('damaged', runId, `${altered} The run cannot go on: start a new one.`);
    return this.#writer(runId);
  }

  async #writer(runId: string): Promise<RunWriter> {
    const directory = this.#directory(runId);
    const unlock = await acquireRunLock(directory, runId);
    try {
      return await JournalWriter.open(path.join(directory, journalFile), runId, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async open(runId: string): Promise<StoredRun> {
    const manifest = await this.#manifest(runId);
    const directory = this.#directory(runId);
    const problems: string[] = [];
    const samples = await this.#samples(runId, problems);
    const journal = await this.#journal(runId, path.join(directory, journalFile));
    const altered = alterations(manifest, samples);
    return {
      manifest,
      samples,
      records: journal.records,
      problems: [...altered, ...problems, ...journal.problems],
      altered,
    };
  }

  readManifest(runId: string): Promise<RunManifest> {
    return this.#manifest(runId);
  }

  async list(): Promise<readonly RunListing[]> {
    const listings = await inLanes(await this.#ids(), listingLanes, (id) => this.#listing(id));
    return newestFirst(listings.flat());
  }

  async summaries(): Promise<readonly SummaryListing[]> {
    const listings: SummaryListing[] = [];
    const others: string[] = [];
    const headsOf = this.#heads.reader();
    for (const [index, id] of (await this.#ids()).entries()) {
      if (index % summariesATurn === 0) await nextTurn();
      const directory = this.#directory(id);
      const summary = readSummaryFile(directory, path.join(directory, journalFile), id, headsOf);
      if (summary === undefined) others.push(id);
      else listings.push({ kind: 'summary', id, summary });
    }
    const rest = await inLanes(others, listingLanes, (id) => this.#listing(id));
    return newestFirst([...listings, ...rest.flat()]);
  }

  async writeSummary(runId: string, summary: RunSummary): Promise<boolean> {
    const directory = this.#directory(runId);
    await this.#manifest(runId);
    return writeSummaryFile(directory, path.join(directory, journalFile), summary, this.#heads);
  }

  /** Another text whenever a run's journal is another one; the same for all runs that are not there. */
  async stampOf(runId: string): Promise<string> {
    const journal = path.join(this.#directory(runId), journalFile);
    try {
      const { size, mtimeMs } = await stat(journal);
      return `${size} ${mtimeMs}`;
    } catch {
      return 'missing';
    }
  }

  async delete(runId: string): Promise<void> {
    const directory = this.#directory(runId);
    // Not by its manifest: a damaged run must be deletable too.
    await stat(directory).catch((error: unknown) => {
      throw isMissing(error) ? this.#notFound(runId) : unwritable(runId, directory, error);
    });
    const unlock = await acquireRunLock(directory, runId);
    try {
      await rm(directory, { recursive: true });
    } catch (error) {
      await unlock();
      throw unwritable(runId, directory, error);
    }
  }

  directoryOf(runId: string): string {
    return this.#directory(runId);
  }

  /** Names in the runs folder that may be runs. */
  async #ids(): Promise<readonly string[]> {
    const names = await readdir(this.#runs).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw new RunStoreError('damaged', '', `Cannot list ${this.#runs}: ${messageOf(error)}.`, error);
    });
    return names.filter((name) => runIdPattern.test(name));
  }

  /** None for what is no run: a stray file, a folder whose creation never came to its end. */
  async #listing(id: string): Promise<readonly RunListing[]> {
    try {
      const directory = this.#directory(id);
      const manifest = await this.#manifest(id);
      const last = await readLastStatus(path.join(directory, journalFile)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      const ended = last !== undefined && last.status !== 'running';
      // A journal that just stops is of a run under way or of one that crashed; the lock tells which.
      const lastStatus = ended ? last.status : (await isRunLocked(directory)) ? 'running' : 'interrupted';
      return [{ kind: 'run', id, manifest, lastStatus, lastAt: last?.at ?? manifest.createdAt }];
    } catch (error) {
      if (RunStoreError.is(error, 'notFound')) return [];
      return [{ kind: 'damaged', id, problem: messageOf(error) }];
    }
  }

  async #manifest(runId: string): Promise<RunManifest> {
    const file = path.join(this.#directory(runId), manifestFile);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (!isMissing(error))
        throw new RunStoreError('damaged', runId, `Cannot read ${file}: ${messageOf(error)}.`, error);
      throw this.#notFound(runId);
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new RunStoreError('damaged', runId, `${file} is not valid JSON; the run cannot be read.`, error);
    }
    const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
    if (typeof version === 'number' && version > 1) {
      throw new RunStoreError(
        'newer',
        runId,
        `${file} was written by a newer version (format ${version}). Update Tutor Prompt Lab.`,
      );
    }
    const parsed = runManifestSchema.safeParse(value);
    if (parsed.success) return withOwnRevision(parsed.data);
    const issue = parsed.error.issues[0];
    const where = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
    throw new RunStoreError('damaged', runId, `${file} is not a run manifest${where}.`);
  }

  async #samples(runId: string, problems: string[]): Promise<readonly StoredSample[]> {
    const file = path.join(this.#directory(runId), samplesFile);
    const bytes = await readFile(file).catch((error: unknown) => {
      throw new RunStoreError('damaged', runId, `Cannot read ${file}: ${messageOf(error)}.`, error);
    });
    const { samples, damagedLines } = this.#sampleFiles.read(bytes);
    for (const line of damagedLines) problems.push(`${file} line ${line} is damaged; that sample is left out.`);
    return samples;
  }

  async #journal(runId: string, file: string): Promise<Journal> {
    try {
      return await readJournal(file);
    } catch (error) {
      if (isMissing(error)) return { records: [], problems: [`${file} is missing; no call of the run is left.`] };
      throw new RunStoreError('damaged', runId, `Cannot read ${file}: ${messageOf(error)}.`, error);
    }
  }

  #notFound(runId: string): RunStoreError {
    return new RunStoreError('notFound', runId, `There is no run ${runId} in ${this.#runs}. List runs with “runs”.`);
  }

  /** Run ids come from the command line: nothing but a plain name may become a path. */
  #directory(runId: string): string {
    if (!runIdPattern.test(runId)) {
      throw new RunStoreError('notFound', runId, `“${runId}” is not a run id. List runs with “runs”.`);
    }
    return path.join(this.#runs, runId);
  }
}

function newestFirst<Listing extends { readonly id: string }>(listings: readonly Listing[]): readonly Listing[] {
  return [...listings].sort((left, right) => right.id.localeCompare(left.id));
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { readLines } from './entryLines';
import { FileImageStore } from './imageStore';
import { JournalWriter } from './journalWriter';
import { messageOf } from '../text/errors';
import { codeOf, isMissing, syncFolder } from './plainFile';
import { type Journal, journalFile, readJournal, readLastStatus, tagsFile } from './readJournal';
import { FileRevisionLog } from './revisionLog';
import { acquireRunLock, isRunLocked } from './runLock';
import { type RunManifest, runManifestSchema } from './runManifest';
import type { LockChoice, RunListing, RunStore, RunWriter, StoredRun, StoredSample, SummaryListing } from './runStore';
import { RunStoreError, unreadable, unwritable } from './runStoreError';
import { readSummary, type RunSummary, writeSummary } from './runSummary';
import { largestFiles, StoreFolder } from './storeFolder';
import { alterations, parseSample, withOwnRevision } from './storedSamples';

const samplesFile = 'samples.jsonl';
const manifestFile = 'run.json';
const runIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;
const folders = ['runs', 'images', 'cards', 'labels', 'spending', 'cache'];
const runsATurn = 16;

/** Runs as folders `<root>/runs/<runId>/` with the files described in docs/run-format.md. */
export class FileRunStore implements RunStore {
  readonly images: FileImageStore;
  readonly revisions: FileRevisionLog;
  readonly #runs: StoreFolder;

  constructor(private readonly root: string) {
    this.images = new FileImageStore(root);
    this.revisions = new FileRevisionLog(root);
    this.#runs = new StoreFolder(root, 'runs');
  }

  async create(manifest: RunManifest, samples: readonly StoredSample[]): Promise<RunWriter> {
    const { runId } = manifest;
    const run = this.#run(runId);
    let isOurs = false;
    try {
      if (await this.#runs.make()) await this.#keepOutOfGit();
      this.#assertOwn();
      if (!(await run.make())) throw new RunStoreError('exists', runId, `Run ${runId} exists already. Start again.`);
      isOurs = true;
      await run.create(samplesFile, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''), true);
      await run.create(journalFile, '', true);
      // The manifest comes last and in one step, so a folder without it is a run that never started.
      await run.write(manifestFile, `${JSON.stringify(manifest, undefined, 2)}\n`, true);
      await syncFolder(this.#runs.path);
    } catch (error) {
      // Half a run is useless, and a full disk needs the space.
      if (isOurs) await run.removeAll().catch(() => undefined);
      throw unwritable(runId, run.path, error);
    }
    return this.#writer(runId);
  }

  /** A new store makes git ignore it, so that students' words are not committed by accident. */
  async #keepOutOfGit(): Promise<void> {
    const text = '# Runs of Tutor Prompt Lab. Delete this file to keep them in git.\n*\n';
    await new StoreFolder(this.root).create('.gitignore', text, false).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }

  async reopen(runId: string, choice?: LockChoice): Promise<RunWriter> {
    const [altered] = alterations(this.#manifest(runId), await this.#samples(runId, []));
    if (altered !== undefined)
      throw new RunStoreError('damaged', runId, `${altered} The run cannot go on: start a new one.`);
    this.#assertOwn();
    return this.#writer(runId, choice);
  }

  async openTagging(runId: string, choice?: LockChoice): Promise<RunWriter> {
    this.#manifest(runId);
    this.#assertOwn();
    return this.#writer(runId, choice, tagsFile);
  }

  async #writer(runId: string, choice?: LockChoice, name = journalFile): Promise<RunWriter> {
    const run = this.#run(runId);
    const lock = await acquireRunLock(run.path, runId, choice);
    try {
      return await JournalWriter.open(run, runId, lock, name);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Verdicts are most of a large run. Who does without them needs a third of the time. */
  async open(runId: string, { hasVerdicts = true } = {}): Promise<StoredRun> {
    this.#assertOwn();
    const manifest = this.#manifest(runId);
    const problems: string[] = [];
    const samples = await this.#samples(runId, problems);
    const missing = `${this.#run(runId).pathOf(journalFile)} is missing; no call of the run is left.`;
    const journal = (await this.#records(runId, journalFile, hasVerdicts)) ?? { entries: [], problems: [missing] };
    const tagging = await this.#records(runId, tagsFile);
    const altered = alterations(manifest, samples);
    return {
      manifest,
      samples,
      records: journal.entries,
      ...(tagging === undefined ? {} : { tagging: tagging.entries }),
      problems: [...altered, ...problems, ...journal.problems, ...(tagging?.problems ?? [])],
      altered,
    };
  }

  async readManifest(runId: string): Promise<RunManifest> {
    return Promise.resolve(this.#manifest(runId));
  }

  list(): Promise<readonly RunListing[]> {
    return this.#listings((id) => this.#listing(id));
  }

  summaries(): Promise<readonly SummaryListing[]> {
    return this.#listings<SummaryListing>((id) => {
      const summary = readSummary(this.#run(id), id);
      return summary === undefined ? this.#listing(id) : { kind: 'summary', id, summary };
    });
  }

  async #listings<Listing>(
    listingOf: (id: string) => Listing | Promise<Listing | undefined>,
  ): Promise<readonly Listing[]> {
    const ids = [...(await this.#ids())].sort((left, right) => right.localeCompare(left));
    const listings: Listing[] = [];
    for (const [index, id] of ids.entries()) {
      if (index % runsATurn === 0) await nextTurn();
      const listing = await listingOf(id);
      if (listing !== undefined) listings.push(listing);
    }
    return listings;
  }

  async writeSummary(runId: string, summary: RunSummary): Promise<boolean> {
    this.#manifest(runId);
    return writeSummary(this.#run(runId), summary);
  }

  async stampOf(runId: string): Promise<string> {
    try {
      const run = this.#run(runId);
      const [journal, tagging] = [run.facts(journalFile), run.facts(tagsFile)];
      if (journal === undefined) return await Promise.resolve('missing');
      return [journal, tagging].flatMap((facts) => (facts ? [facts.size, facts.changedAt] : [])).join(' ');
    } catch {
      return 'missing';
    }
  }

  async delete(runId: string, choice?: LockChoice): Promise<void> {
    const run = this.#run(runId);
    // Does not read the manifest, because a damaged run must be deletable as well.
    await run.names().catch((error: unknown) => {
      throw isMissing(error) ? this.#notFound(runId) : unwritable(runId, run.path, error);
    });
    const lock = await acquireRunLock(run.path, runId, choice);
    try {
      await run.removeAll();
    } catch (error) {
      throw unwritable(runId, run.path, error);
    } finally {
      await lock.release();
    }
  }

  directoryOf(runId: string): string {
    return this.#run(runId).path;
  }

  async #ids(): Promise<readonly string[]> {
    this.#assertOwn();
    const names = await this.#runs.names().catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw new RunStoreError('damaged', '', `Cannot list ${this.#runs.path}: ${messageOf(error)}.`, error);
    });
    return names.filter((name) => runIdPattern.test(name));
  }

  /** A linked folder would send what is written somewhere else, so such a store is refused. */
  #assertOwn(): void {
    try {
      for (const name of folders) new StoreFolder(this.root, name).assertOwn();
    } catch (error) {
      throw unreadable('', this.root, error);
    }
  }

  async #listing(id: string): Promise<RunListing | undefined> {
    try {
      const run = this.#run(id);
      const manifest = this.#manifest(id);
      const last = await readLastStatus(run).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      const ended = last !== undefined && last.status !== 'running';
      // A journal without an end belongs to a run under way or to a crashed one; the lock tells which.
      const lastStatus = ended ? last.status : (await isRunLocked(run.path)) ? 'running' : 'interrupted';
      return { kind: 'run', id, manifest, lastStatus };
    } catch (error) {
      if (RunStoreError.is(error, 'notFound')) return undefined;
      return { kind: 'damaged', id, problem: messageOf(error) };
    }
  }

  #manifest(runId: string): RunManifest {
    const run = this.#run(runId);
    const file = run.pathOf(manifestFile);
    const damaged = (what: string, cause?: unknown): RunStoreError =>
      new RunStoreError('damaged', runId, `${file} is not ${what}`, cause);
    let value: unknown;
    try {
      value = JSON.parse(run.readSmall(manifestFile, largestFiles.manifest).text);
    } catch (error) {
      if (isMissing(error)) throw this.#notFound(runId);
      throw error instanceof SyntaxError
        ? damaged('valid JSON; the run cannot be read.', error)
        : unreadable(runId, file, error);
    }
    const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
    if (typeof version === 'number' && version > 1) {
      const message = `${file} was written by a newer version (format ${version}). Update Tutor Prompt Lab.`;
      throw new RunStoreError('newer', runId, message);
    }
    const parsed = runManifestSchema.safeParse(value);
    if (parsed.success) return withOwnRevision(parsed.data);
    const issue = parsed.error.issues[0];
    throw damaged(`a run manifest${issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`}.`);
  }

  async #samples(runId: string, problems: string[]): Promise<readonly StoredSample[]> {
    const run = this.#run(runId);
    const file = run.pathOf(samplesFile);
    try {
      const found = readLines(await run.read(samplesFile, largestFiles.samples), file, parseSample);
      problems.push(...found.problems);
      return found.entries;
    } catch (error) {
      if (!isMissing(error)) throw unreadable(runId, file, error);
      const advice = 'so the run cannot be read. Put it back, or evaluate again.';
      throw new RunStoreError('damaged', runId, `${file} is missing, ${advice}`, error);
    }
  }

  async #records(runId: string, name: string, hasVerdicts = true): Promise<Journal | undefined> {
    const run = this.#run(runId);
    try {
      return await readJournal(run, name, hasVerdicts);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(runId, run.pathOf(name), error);
    }
  }

  #notFound(runId: string): RunStoreError {
    const message = `There is no run ${runId} in ${this.#runs.path}. List runs with “runs”.`;
    return new RunStoreError('notFound', runId, message);
  }

  /** Run ids come from the command line, so only a plain name may become a path. */
  #run(runId: string): StoreFolder {
    if (runIdPattern.test(runId)) return new StoreFolder(this.root, 'runs', runId);
    throw new RunStoreError('notFound', runId, `“${runId}” is not a run id. List runs with “runs”.`);
  }
}

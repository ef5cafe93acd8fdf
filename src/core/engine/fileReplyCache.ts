import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { ChatReply } from '../providers/provider';
import { PlainFileError } from '../store/plainFile';
import { sentFormSchema } from '../store/runRecord';
import { StoreFolder } from '../store/storeFolder';
import { unreadable } from '../store/runStore';
import { keepCacheLimits, keptCacheLimits } from './keptCacheLimits';
import { ReplyAppender } from './replyAppender';
import type { ReplyCache } from './replyCache';
import { ReplySegment, type ReplyPlace } from './replySegment';

/** Answers that could not be deleted. The message says which file, and why. */
export class CacheClearError extends Error {
  override readonly name = 'CacheClearError';

  constructor(file: string, cause: unknown) {
    super(`Cannot delete ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }

  static is(error: unknown): error is CacheClearError {
    return error instanceof CacheClearError;
  }
}

/** How much is kept. What is beyond is deleted when the cache is next opened, the oldest first. */
export interface CacheLimits {
  readonly maxBytes: number;
  readonly maxAgeDays: number;
}

/** Answers of some hundred thousand calls; prompts and models change sooner than in three months. */
const defaultCacheLimits: CacheLimits = { maxBytes: 256 * 1024 * 1024, maxAgeDays: 90 };

/** A segment is begun anew beyond this, so that old answers can be deleted in pieces. */
const segmentBytes = 8 * 1024 * 1024;
/** So much of the newest segments is kept in memory: some thirty thousand answers. */
const keptBytes = 16 * 1024 * 1024;
const dayMs = 86_400_000;

const replySchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  usage: z
    .object({
      input: z.number(),
      output: z.number(),
      cachedInput: z.number(),
      cacheWrite: z.number().optional(),
      reasoning: z.number().optional(),
    })
    .optional(),
  model: z.string().optional(),
  sent: sentFormSchema.optional(),
});

interface Entry {
  readonly segment: ReplySegment;
  readonly place: ReplyPlace;
}

/**
 * Answers in a few append-only files, with their places in memory: tens of thousands are found in no more time than it takes
 * to read them. Any number of processes may share the folder; each writes to a file of its own, and what others add while
 * this one is open is found the next time. Nothing here fails a run: what cannot be read is asked again. Once closed it is closed for
 * good: it has nothing, takes nothing and opens no file.
 */
export class FileReplyCache implements ReplyCache {
  readonly #folder: StoreFolder;
  readonly #limits: CacheLimits | undefined;
  #index: Promise<Map<string, Entry>> | undefined;
  readonly #segments = new Map<string, ReplySegment>();
  /** Answers on their way to the disk. */
  readonly #leaving = new Map<string, ChatReply>();
  #appender: ReplyAppender | undefined;
  readonly #closing: Promise<void>[] = [];
  readonly #problems: string[] = [];
  /** What was begun before it was closed; any of it may open a file. */
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  /**
   * `root` is the folder of the run store. `limits` are kept beside the answers; who gives none goes by those, so that a command
   * without settings does not delete what the editor's settings keep. Throws `RunStoreError` where the folder of the cache is a link.
   */
  constructor(root: string, limits?: CacheLimits) {
    this.#folder = cacheFolder(root);
    this.#limits = limits;
  }

  /** A sentence for each file that is left out as it is none of this cache: a link, a device, far too large. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  get(key: string): Promise<ChatReply | undefined> {
    return this.#closed === undefined ? this.#begun(this.#find(key)) : Promise.resolve(undefined);
  }

  set(key: string, reply: ChatReply): Promise<void> {
    return this.#closed === undefined ? this.#begun(this.#put(key, reply)) : Promise.resolve();
  }

  flush(): void {
    this.#appender?.flush();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #begun<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  async #find(key: string): Promise<ChatReply | undefined> {
    const leaving = this.#leaving.get(key);
    if (leaving !== undefined) return leaving;
    const entry = (await this.#entries()).get(key);
    if (entry === undefined) return undefined;
    const { segment, place } = entry;
    try {
      const parsed = replySchema.safeParse(JSON.parse(segment.kept(place) ?? (await segment.read(place))));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  async #put(key: string, reply: ChatReply): Promise<void> {
    this.#leaving.set(key, reply);
    try {
      const entries = await this.#entries();
      const appender = await this.#writable();
      const place = await appender.append(key, JSON.stringify(reply));
      entries.set(key, { segment: this.#segment(appender.name), place });
    } catch {
      // A full or read-only disk stops the run at its journal, with a message; the cache has nothing to add.
    } finally {
      this.#leaving.delete(key);
    }
  }

  async #close(): Promise<void> {
    // What is on its way goes out at once, also what comes to an appender only now.
    while (this.#underWay.size > 0) {
      this.flush();
      await Promise.race([Promise.allSettled(this.#underWay), nextTurn()]);
    }
    await Promise.allSettled([
      ...this.#closing,
      this.#appender?.close(),
      ...[...this.#segments.values()].map((segment) => segment.close()),
    ]);
    this.#segments.clear();
    this.#index = undefined;
  }

  #entries(): Promise<Map<string, Entry>> {
    return (this.#index ??= this.#read());
  }

  async #read(): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    const { kept, problems } = await keptFiles(this.#folder, await this.#limitsInForce());
    this.#problems.push(...problems);
    for (const { name, newerBytes } of kept) {
      const segment = this.#segment(name);
      const places = await segment.places(newerBytes <= keptBytes).catch(() => []);
      for (const [key, place] of places) entries.set(key, { segment, place });
    }
    return entries;
  }

  async #limitsInForce(): Promise<CacheLimits> {
    if (this.#limits === undefined) return keptCacheLimits(this.#folder) ?? defaultCacheLimits;
    // A full or read-only disk is no reason to be without the answers.
    await keepCacheLimits(this.#folder, this.#limits).catch(() => undefined);
    return this.#limits;
  }

  #segment(name: string): ReplySegment {
    let segment = this.#segments.get(name);
    if (segment === undefined) this.#segments.set(name, (segment = new ReplySegment(this.#folder, name)));
    return segment;
  }

  async #writable(): Promise<ReplyAppender> {
    if (this.#appender !== undefined && (this.#appender.broken || this.#appender.size > segmentBytes)) {
      this.#closing.push(this.#appender.close());
      this.#appender = undefined;
    }
    // With each segment, not with each answer: a trip to the disk costs as much as writing one.
    if (this.#appender === undefined) await this.#folder.make();
    return (this.#appender ??= new ReplyAppender(this.#folder, newName()));
  }
}

/** What a store's cache holds, in files and bytes. Rejects with `RunStoreError` where its folder is a link. */
export async function cacheSize(root: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const { files } = await filesOf(cacheFolder(root));
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/**
 * Deletes all answers of a store's cache and returns the bytes that are gone. Only files of this cache are: the folder may be
 * anybody's. Rejects with `CacheClearError` when one cannot be deleted; the others are gone all the same.
 */
export async function clearCache(root: string): Promise<number> {
  const folder = cacheFolder(root);
  const { files } = await filesOf(folder);
  const ended = await Promise.allSettled(files.map(({ name }) => folder.remove(name)));
  const place = ended.findIndex(({ status }) => status === 'rejected');
  const [left, failed] = [files[place], ended[place]];
  if (left !== undefined && failed?.status === 'rejected')
    throw new CacheClearError(folder.pathOf(left.name), failed.reason);
  return files.reduce((sum, { size }) => sum + size, 0);
}

function cacheFolder(root: string): StoreFolder {
  const folder = new StoreFolder(root, 'cache');
  try {
    folder.assertOwn();
  } catch (error) {
    throw unreadable('', folder.path, error);
  }
  return folder;
}

/** Sorts by time; the rest tells processes of one moment apart. */
function newName(): string {
  const unique = Math.random().toString(36).slice(2, 10);
  return `${Date.now().toString(36).padStart(9, '0')}-${process.pid.toString(36)}-${unique}.replies`;
}

interface SegmentFile {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

interface FoundFiles {
  readonly files: readonly SegmentFile[];
  readonly problems: readonly string[];
}

async function filesOf(folder: StoreFolder): Promise<FoundFiles> {
  const names = await folder.names().catch(() => []);
  const files: SegmentFile[] = [];
  const problems: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.replies'))) {
    try {
      const found = folder.facts(name);
      if (found !== undefined) files.push({ name, ...found });
    } catch (error) {
      if (PlainFileError.is(error)) problems.push(error.message);
    }
  }
  return { files, problems };
}

/** A segment to be read; `newerBytes` is its size with that of all newer ones. */
interface KeptFile {
  readonly name: string;
  readonly newerBytes: number;
}

/** The segments within the limits, the oldest first; the others are deleted. */
async function keptFiles(
  folder: StoreFolder,
  { maxBytes, maxAgeDays }: CacheLimits,
): Promise<{ readonly kept: readonly KeptFile[]; readonly problems: readonly string[] }> {
  const { files, problems } = await filesOf(folder);
  const newestFirst = [...files].sort(
    (one, other) => other.changedAt - one.changedAt || other.name.localeCompare(one.name),
  );
  const oldest = Date.now() - maxAgeDays * dayMs;
  const kept: KeptFile[] = [];
  let bytes = 0;
  for (const { name, size, changedAt } of newestFirst) {
    bytes += size;
    if (bytes <= maxBytes && changedAt >= oldest) kept.unshift({ name, newerBytes: bytes });
    // Another process may have it open, or have been quicker.
    else await folder.remove(name).catch(() => undefined);
  }
  return { kept, problems };
}

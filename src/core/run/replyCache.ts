import { constants, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type ChatReply, type ChatRequest, replySchema } from '../providers/provider';
import { readJsonFile } from '../store/entryLines';
import { PlainFileError } from '../store/plainFile';
import { unreadable } from '../store/runStoreError';
import { type FileFacts, largestFiles, StoreFolder } from '../store/storeFolder';
import { messageOf, errorNamed } from '../text/errors';
import { sha256 } from '../text/sha256';

export type ReplyCache = Pick<FileReplyCache, 'get' | 'set' | 'close'>;

/** Everything that shapes the answer. The repeat is included, so that repeats stay independent. */
export function cacheKey(endpoint: string, request: ChatRequest): string {
  const { model, system, messages, temperature, maxOutputTokens, schema, repeat, effort, extra } = request;
  const parts = [
    endpoint,
    model,
    sha256(system),
    // An image counts by its content, wherever it lies. Its known hash saves hashing megabytes of base64.
    messages.map((message) => {
      const { images } = message;
      return images === undefined ? message : { ...message, images: images.map((image) => image.sha256 ?? image) };
    }),
    temperature ?? null,
    maxOutputTokens,
    schema === undefined ? null : [schema.name, sha256(JSON.stringify(schema.json))],
    repeat,
    // Left out where unset, so that keys of older answers still match.
    ...(effort === undefined && extra === undefined ? [] : [effort ?? null, extra ?? null]),
  ];
  return sha256(JSON.stringify(parts));
}

export function isCacheable(reply: ChatReply): boolean {
  return reply.finish === 'stop' && reply.text.trim() !== '';
}

export class CacheClearError extends errorNamed('CacheClearError') {}

export type CacheLimits = Readonly<Omit<z.infer<typeof limitsSchema>, 'schemaVersion'>>;

/** Room for some hundred thousand calls. Prompts and models rarely stay the same for three months. */
const defaultCacheLimits: CacheLimits = { maxBytes: 256 * 1024 * 1024, maxAgeDays: 90 };

/** A new segment begins beyond this size, so that old answers can be deleted in pieces. */
const segmentBytes = 8 * 1024 * 1024;
const keyLength = 64;
const blank = 0x20;

interface ReplyPosition {
  readonly segment: FileHandle;
  readonly offset: number;
  readonly length: number;
}

/** Segments of lines `KEY JSON`, each written by one process. Unreadable answers are asked again; no run fails. */
export class FileReplyCache {
  readonly problems: string[] = [];
  readonly #folder: StoreFolder;
  readonly #limits: CacheLimits | undefined;
  readonly #segments: FileHandle[] = [];
  #positions: Promise<Map<string, ReplyPosition>> | undefined;
  #writing = Promise.resolve();
  #own: { readonly handle: FileHandle; size: number } | undefined;
  #closed: Promise<void> | undefined;

  /** Stores `limits` for programs without settings. Throws `RunStoreError` where the folder is a link. */
  constructor(root: string, limits?: CacheLimits) {
    this.#folder = cacheFolder(root);
    this.#limits = limits;
  }

  async get(key: string): Promise<ChatReply | undefined> {
    if (this.#closed !== undefined) return undefined;
    await this.#writing;
    const position = (await (this.#positions ??= this.#read())).get(key);
    if (position === undefined) return undefined;
    const { segment, offset, length } = position;
    const buffer = Buffer.allocUnsafe(length);
    try {
      // Read synchronously: a trip to another thread takes ten times as long.
      const bytesRead = readSync(segment.fd, buffer, 0, length, offset);
      return replySchema.safeParse(JSON.parse(buffer.toString('utf8', 0, bytesRead))).data;
    } catch {
      return undefined;
    }
  }

  async set(key: string, reply: ChatReply): Promise<void> {
    if (this.#closed !== undefined) return;
    await (this.#writing = this.#writing.then(() => this.#write(key, reply)));
  }

  /** From then on the cache finds and stores nothing. */
  close(): Promise<void> {
    return (this.#closed ??= (async () => {
      await this.#writing;
      await this.#positions;
      await Promise.allSettled(this.#segments.map((segment) => segment.close()));
      this.#positions = undefined;
    })());
  }

  async #read(): Promise<Map<string, ReplyPosition>> {
    const positions = new Map<string, ReplyPosition>();
    const limits = await limitsInForce(this.#folder, this.#limits);
    const { files, problems } = await segmentFiles(this.#folder);
    this.problems.push(...problems);
    for (const { name } of await keptFiles(this.#folder, files, limits)) {
      try {
        const segment = await this.#folder.openToRead(name, largestFiles.replies);
        this.#segments.push(segment);
        addPositions(positions, segment, await segment.readFile());
      } catch {
        // Another process may have deleted the file.
      }
    }
    return positions;
  }

  async #write(key: string, reply: ChatReply): Promise<void> {
    const positions = await (this.#positions ??= this.#read());
    try {
      const own = (this.#own ??= await this.#newSegment());
      const line = Buffer.from(`${key} ${JSON.stringify(reply)}\n`);
      await own.handle.appendFile(line);
      const [offset, length] = [own.size + keyLength + 1, line.length - keyLength - 2];
      positions.set(key, { segment: own.handle, offset, length });
      own.size += line.length;
      if (own.size > segmentBytes) this.#own = undefined;
    } catch {
      // Nobody knows how much was written. A full disk stops the run at its journal, with a message.
      this.#own = undefined;
    }
  }

  /** Fails if the file exists: two processes never write to one segment. */
  async #newSegment(): Promise<{ readonly handle: FileHandle; size: number }> {
    await this.#folder.make();
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    const unique = `${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    const name = `${Date.now().toString(36).padStart(9, '0')}-${unique}.replies`;
    const handle = await this.#folder.open(name, O_RDWR | O_APPEND | O_CREAT | O_EXCL, largestFiles.replies);
    this.#segments.push(handle);
    return { handle, size: 0 };
  }
}

/** The last line of a key counts. A line cut off by a crash has no end and is skipped. */
function addPositions(positions: Map<string, ReplyPosition>, segment: FileHandle, content: Buffer): void {
  let start = 0;
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', start)) {
    const offset = start + keyLength + 1;
    if (offset < end && content[offset - 1] === blank)
      positions.set(content.toString('latin1', start, offset - 1), { segment, offset, length: end - offset });
    start = end + 1;
  }
}

export async function cacheSize(root: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const { files } = await segmentFiles(cacheFolder(root));
  return { files: files.length, bytes: bytesOf(files) };
}

/** Rejects with `CacheClearError` after trying all files. */
export async function clearCache(root: string): Promise<number> {
  const folder = cacheFolder(root);
  const { files } = await segmentFiles(folder);
  const failures: CacheClearError[] = [];
  for (const { name } of files)
    await folder.remove(name).catch((error: unknown) => {
      failures.push(new CacheClearError(`Cannot delete ${folder.pathOf(name)}: ${messageOf(error)}`, { cause: error }));
    });
  if (failures[0] !== undefined) throw failures[0];
  return bytesOf(files);
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

type SegmentFile = FileFacts & { readonly name: string };

function bytesOf(files: readonly SegmentFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function segmentFiles(
  folder: StoreFolder,
): Promise<{ readonly files: readonly SegmentFile[]; readonly problems: readonly string[] }> {
  const names = await folder.names().catch(() => []);
  const problems: string[] = [];
  const files = names.flatMap((name): readonly SegmentFile[] => {
    try {
      const found = name.endsWith('.replies') ? folder.facts(name) : undefined;
      return found === undefined ? [] : [{ name, ...found }];
    } catch (error) {
      if (PlainFileError.is(error)) problems.push(error.message);
      return [];
    }
  });
  files.sort((one, other) => other.changedAt - one.changedAt || other.name.localeCompare(one.name));
  return { files, problems };
}

/** Takes the newest first, returns the oldest first, and deletes files beyond the limits. */
async function keptFiles(
  folder: StoreFolder,
  files: readonly SegmentFile[],
  { maxBytes, maxAgeDays }: CacheLimits,
): Promise<readonly SegmentFile[]> {
  const oldest = Date.now() - maxAgeDays * 86_400_000;
  const kept: SegmentFile[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += file.size;
    if (bytes <= maxBytes && file.changedAt >= oldest) kept.unshift(file);
    else await folder.remove(file.name).catch(() => undefined);
  }
  return kept;
}

const limitsFile = 'limits.json';
const largestLimitsFile = 4 * 1024;

/** Minimum that the settings allow: tiny limits would delete paid answers. */
const limitsSchema = z.object({
  schemaVersion: z.literal(1),
  maxBytes: z.number().min(1_048_576),
  maxAgeDays: z.number().min(1),
});

async function limitsInForce(folder: StoreFolder, set: CacheLimits | undefined): Promise<CacheLimits> {
  const kept = readJsonFile(folder, limitsFile, largestLimitsFile, limitsSchema) ?? defaultCacheLimits;
  const { data } = limitsSchema.safeParse({ schemaVersion: 1, ...set });
  if (set === undefined || data === undefined) return set ?? kept;
  try {
    await folder.make();
    if (!isDeepStrictEqual(data, kept)) await folder.write(limitsFile, `${JSON.stringify(data)}\n`, true);
  } catch {
    // On a full or read-only disk the cached answers still count.
  }
  return set;
}

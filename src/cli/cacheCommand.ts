import { CacheClearError, cacheSize, clearCache } from '../core/engine/fileReplyCache';
import { CliError, type CliContext } from './cliContext';
import { foreignText } from './terminalText';
import { existingStore } from './openRun';

/** Options of `cache`. */
export interface CacheOptions {
  readonly store?: string;
  readonly clear?: boolean;
  readonly json?: boolean;
}

/** Says how much the cache of a store holds, or empties it. */
export async function cacheCommand(options: CacheOptions, context: CliContext): Promise<number> {
  const root = existingStore(options.store, context.cwd, context);
  const before = await cacheSize(root);
  const cleared = options.clear === true ? await clear(root) : 0;
  const bytes = options.clear === true ? 0 : before.bytes;
  if (options.json === true) {
    context.document(`${JSON.stringify({ schemaVersion: 1, store: root, bytes, clearedBytes: cleared })}\n`);
  } else if (options.clear === true) {
    context.out(`${foreignText(`Deleted ${megabytes(cleared)} of answers from ${root}.`)}\n`);
  } else {
    context.out(`${foreignText(`${root} holds ${megabytes(bytes)} of answers.`)} Delete them with: cache --clear\n`);
  }
  return 0;
}

async function clear(root: string): Promise<number> {
  try {
    return await clearCache(root);
  } catch (error) {
    if (!CacheClearError.is(error)) throw error;
    throw new CliError(`${error.message}. Make its folder writable, or run this as who may write there.`);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

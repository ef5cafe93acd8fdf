import { cacheSize, clearCache } from '../core/engine/fileReplyCache';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { defaultStore } from './storeDirectory';

/** Options of `cache`. */
export interface CacheOptions {
  readonly store?: string;
  readonly clear?: boolean;
  readonly json?: boolean;
}

/** Says how much the cache of a store holds, or empties it. */
export async function cacheCommand(options: CacheOptions, context: CliContext): Promise<number> {
  const root = options.store ?? defaultStore(context.cwd);
  const before = await cacheSize(root);
  const cleared = options.clear === true ? await clearCache(root) : 0;
  const bytes = options.clear === true ? 0 : before.bytes;
  if (options.json === true) {
    context.out(`${JSON.stringify({ schemaVersion: 1, store: root, bytes, clearedBytes: cleared })}\n`);
  } else if (options.clear === true) {
    context.out(`${foreignText(`Deleted ${megabytes(cleared)} of answers from ${root}.`)}\n`);
  } else {
    context.out(`${foreignText(`${root} holds ${megabytes(bytes)} of answers.`)} Delete them with: cache --clear\n`);
  }
  return 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

import * as z from 'zod';
import type { StoreFolder } from '../store/storeFolder';
import type { CacheLimits } from './fileReplyCache';

const limitsFile = 'limits.json';
/** Bytes; it has about seventy. */
const largest = 4 * 1024;

/** No less than the settings allow: limits of next to nothing would delete answers that were paid for. */
const limitsSchema = z.object({
  schemaVersion: z.literal(1),
  maxBytes: z.number().min(1_048_576),
  maxAgeDays: z.number().min(1),
});

/**
 * The limits that were last set for a cache, from its folder, so that a program without settings keeps to them. `undefined` where
 * none are kept or what is there is no such file.
 */
export function keptCacheLimits(folder: StoreFolder): CacheLimits | undefined {
  try {
    const parsed = limitsSchema.safeParse(JSON.parse(folder.readSmall(limitsFile, largest).text));
    return parsed.success ? { maxBytes: parsed.data.maxBytes, maxAgeDays: parsed.data.maxAgeDays } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps limits in the folder of a cache, in one step. Rejects with the system's error. */
export async function keepCacheLimits(folder: StoreFolder, { maxBytes, maxAgeDays }: CacheLimits): Promise<void> {
  const kept = keptCacheLimits(folder);
  if (kept?.maxBytes === maxBytes && kept.maxAgeDays === maxAgeDays) return;
  const limits = limitsSchema.safeParse({ schemaVersion: 1, maxBytes, maxAgeDays });
  if (!limits.success) return;
  await folder.make();
  await folder.write(limitsFile, `${JSON.stringify(limits.data)}\n`, true);
}

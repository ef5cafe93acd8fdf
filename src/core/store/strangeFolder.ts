import { lstatSync } from 'node:fs';

/** Why a folder that nobody named is not taken for one's own. */
export type Strangeness = 'link' | 'otherUser';

/**
 * What makes the folder a stranger's: it is a link, or belongs to another user, whose texts and prices would pass for one's own. `undefined`
 * for one's own, for one that is not there, and for owners where the system has none, as on Windows.
 */
export function strangenessOf(folder: string): Strangeness | undefined {
  try {
    const found = lstatSync(folder);
    if (found.isSymbolicLink()) return 'link';
    return isOfOtherUser(found.uid) ? 'otherUser' : undefined;
  } catch {
    // Who uses what cannot be looked at hears of that then.
    return undefined;
  }
}

/** Nobody is an exception, root neither: who works as root in another's folder can name its store. */
export function isOfOtherUser(owner: number): boolean {
  const own = process.geteuid?.();
  return own !== undefined && own !== owner;
}

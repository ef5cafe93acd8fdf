/** Digits of a hash that tell versions apart for a person, as commits are told apart. */
const shortHash = 7;

/**
 * A judge's version for people: the beginning of a wording's hash (`name@1a2b3c4d`), and `learned` with the beginning of the hash for a judge that
 * learned from labels (`embedded/1-7f3a2c1d9e0b4a55`).
 */
export function shortVersion(version: string): string {
  const learned = /^embedded\/[^-]*-(.+)$/su.exec(version)?.[1];
  if (learned !== undefined) return `learned ${learned.slice(0, shortHash)}`;
  return version.slice(version.lastIndexOf('@') + 1).slice(0, shortHash);
}

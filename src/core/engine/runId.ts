/**
 * A new run id: the time in UTC to the second and four random letters or digits, so that ids sort by time and two
 * windows that start in the same second do not meet. `random` is uniform in [0, 1).
 */
export function newRunId(now: number, random: () => number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const suffix = Array.from({ length: 4 }, () => alphabet[Math.floor(random() * alphabet.length)] ?? 'x').join('');
  return `${time.replaceAll('-', '').slice(0, 8)}-${time.slice(11)}-${suffix}`;
}

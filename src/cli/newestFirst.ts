import type { RunListing } from '../core/store/runStore';

/** Length of `YYYYMMDD-HHMMSS`, with which a run's id begins; what follows is random. */
const timeLength = 15;

/** Orders runs by their start, the newest first, also those of one second. A damaged run has no start but its id's. */
export function newestFirst(listings: readonly RunListing[]): readonly RunListing[] {
  return [...listings].sort(
    (left, right) =>
      right.id.slice(0, timeLength).localeCompare(left.id.slice(0, timeLength)) ||
      startOf(right).localeCompare(startOf(left)) ||
      right.id.localeCompare(left.id),
  );
}

function startOf(listing: RunListing): string {
  return listing.kind === 'run' ? listing.manifest.createdAt : '';
}

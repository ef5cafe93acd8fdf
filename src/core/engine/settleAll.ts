/**
 * Waits until all promises have settled and only then throws the first rejection, so that nothing started here is
 * still under way afterwards: no record may follow the last one of a run.
 */
export async function settleAll(promises: Iterable<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
}

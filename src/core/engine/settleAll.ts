import { Suspended } from './batch/suspendedSteps';

/**
 * Waits until all promises have settled and only then throws the first rejection, so that nothing started here is
 * still under way afterwards: no record may follow the last one of a run. What only waits gives way to what went wrong.
 */
export async function settleAll(promises: Iterable<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  const first = rejected.find(({ reason }) => !Suspended.is(reason)) ?? rejected[0];
  if (first !== undefined) throw first.reason;
}

import { decimalText } from './decimalText';
import { readableLine } from './readableText';
import type { MetricTrust } from './reportModel';

/** What stands beside a metric about the judges behind it. Plain text; `title` names one judge by its dimension. */
export interface TrustBadge {
  readonly status: MetricTrust['status'];
  /** `κ 0.41`, with a mark where the judge is not to be relied on, or `unchecked`. */
  readonly short: string;
  /** Labels that kappa comes from; 0 where nobody has checked. */
  readonly n: number;
  /** The day of the check and what else is to be known of it; empty where nobody has checked. */
  readonly facts: string;
  /** Why the judge is not to be relied on. */
  readonly reason?: string;
  /** Kappa, n and day, and why the judge is not to be relied on where it is not. */
  readonly full: string;
}

/**
 * One badge for all judges of a metric, which is no better than its worst: one that does not beat the majority label, else one that
 * nobody has checked, else the one with the lowest kappa. `undefined` where no judge has a part in the metric or nothing was looked up.
 */
export function trustBadge(trust: readonly MetricTrust[] | undefined): TrustBadge | undefined {
  const worst = worstTrust(trust);
  if (trust === undefined || worst === undefined) return undefined;
  const { status } = worst;
  const which = trust.length === 1 ? '' : `${readableLine(worst.dimension)}: `;
  if (status === 'unchecked') {
    const unchecked = trust.filter((one) => one.status === 'unchecked').length;
    const full = trust.length === 1 ? 'unchecked' : `${unchecked} of ${trust.length} judges unchecked`;
    return { status, short: 'unchecked', n: 0, facts: '', full };
  }
  const kappa = worst.kappa === undefined ? 'κ n/a' : `κ ${decimalText(worst.kappa, 2)}`;
  const { n = 0 } = worst;
  const facts = [
    (worst.at ?? '').slice(0, 10),
    ...(worst.simulated === true ? ['simulated judge'] : []),
    ...((worst.heldOut ?? 0) > 0 ? ['out of fold'] : []),
    ...(worst.older === true ? ['older wording'] : []),
  ].join(', ');
  const known = `${which}${kappa}, n ${n.toLocaleString('en')}, ${facts}`;
  if (worst.reason === undefined) return { status, short: kappa, n, facts, full: known };
  const reason = which + readableLine(worst.reason);
  return {
    status,
    short: `${kappa} !`,
    n,
    facts,
    reason,
    full: `${known}; not to be relied on: ${readableLine(worst.reason)}`,
  };
}

/** The judge that the badge of a metric is about. */
export function worstTrust(trust: readonly MetricTrust[] | undefined): MetricTrust | undefined {
  return [...(trust ?? [])].sort((left, right) => rank(left) - rank(right) || kappaOf(left) - kappaOf(right))[0];
}

function rank({ status }: MetricTrust): number {
  return status === 'beaten' ? 0 : status === 'unchecked' ? 1 : 2;
}

function kappaOf({ kappa = -1 }: MetricTrust): number {
  return kappa;
}

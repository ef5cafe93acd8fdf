import { beatenWords } from '../calibration/beatsMajority';
import { countWords } from './countWords';
import { decimalText } from './decimalText';
import { readableLine } from './readableText';
import type { MetricTrust } from './reportModel';

/** What stands beside a metric about the judges behind it. Plain text; `title` names one judge by its dimension. */
export interface TrustBadge {
  readonly status: MetricTrust['status'];
  /** `κ 0.41`, with a mark where the judge is not to be relied on; `too few labels`, or `unchecked`. */
  readonly short: string;
  /** Labels that kappa comes from; 0 where nobody has checked. */
  readonly n: number;
  /** The day of the check and what else is to be known of it; empty where nobody has checked. */
  readonly facts: string;
  /** Why the judge is not to be relied on, what is wanting to tell, or why it counts as unchecked. */
  readonly reason?: string;
  /** What was measured in the place of what the run scores. */
  readonly remark?: string;
  /** In which figure a checked judge is better than the majority label, half a sentence. */
  readonly beats?: string;
  /** Kappa, n and day, the reason and the remark where there is one. */
  readonly full: string;
}

/**
 * One badge for all judges of a metric, which is no better than its worst: one that does not beat the majority label, else one that
 * nobody has checked, else one that was checked on too few labels, else the one with the lowest kappa. `undefined` where no judge has a part in the metric or nothing was looked up.
 */
export function trustBadge(trust: readonly MetricTrust[] | undefined): TrustBadge | undefined {
  const worst = worstTrust(trust);
  if (trust === undefined || worst === undefined) return undefined;
  const { status } = worst;
  const which = trust.length === 1 ? '' : `${readableLine(worst.dimension)}: `;
  if (status === 'unchecked') {
    const unchecked = trust.filter((one) => one.status === 'unchecked').length;
    const count = trust.length === 1 ? 'unchecked' : `${unchecked} of ${trust.length} judges unchecked`;
    if (worst.reason === undefined) return { status, short: 'unchecked', n: 0, facts: '', full: count };
    const reason = which + readableLine(worst.reason);
    return { status, short: 'unchecked', n: 0, facts: '', reason, full: `${count}: ${reason}` };
  }
  const kappa = worst.kappa === undefined ? 'κ n/a' : `κ ${decimalText(worst.kappa, 2)}`;
  const { n = 0 } = worst;
  const remark = worst.measuredOn === undefined ? undefined : readableLine(worst.measuredOn);
  const facts = [
    (worst.at ?? '').slice(0, 10),
    ...(worst.tutors === undefined ? [] : [`within ${countWords(worst.tutors, 'tutor', 'tutors')}`]),
    ...(worst.simulated === true ? ['simulated judge'] : []),
    ...((worst.heldOut ?? 0) > 0 ? ['out of fold'] : []),
    ...((worst.trainedDialogues ?? 0) > 0 ? ['on dialogues it was trained on'] : []),
    ...(worst.older === true ? [worst.learned === true ? 'earlier version' : 'older wording'] : []),
    ...(remark === undefined ? [] : ['other material']),
  ].join(', ');
  const figures = `${kappa}, n ${n.toLocaleString('en')}, ${facts}${remark === undefined ? '' : ` (${remark})`}`;
  const known = { status, n, facts, ...(remark === undefined ? {} : { remark }) };
  if (worst.reason === undefined) {
    const { beats } = worst;
    if (beats === undefined) return { ...known, short: kappa, full: which + figures };
    const words = beatenWords[beats];
    // One of the two is enough to be relied on, so it is said wherever it is only one.
    const full = which + figures + (beats === 'both' ? '' : `; ${words}`);
    return { ...known, short: kappa, beats: words, full };
  }
  const why = readableLine(worst.reason);
  return status === 'few'
    ? { ...known, short: 'too few labels', reason: which + why, full: `${which}too few labels: ${why}; ${figures}` }
    : { ...known, short: `${kappa} !`, reason: which + why, full: `${which}${figures}; not to be relied on: ${why}` };
}

/** The judge that the badge of a metric is about. */
export function worstTrust(trust: readonly MetricTrust[] | undefined): MetricTrust | undefined {
  return [...(trust ?? [])].sort((left, right) => rank(left) - rank(right) || kappaOf(left) - kappaOf(right))[0];
}

function rank({ status }: MetricTrust): number {
  return ['beaten', 'unchecked', 'few', 'checked'].indexOf(status);
}

function kappaOf({ kappa = -1 }: MetricTrust): number {
  return kappa;
}

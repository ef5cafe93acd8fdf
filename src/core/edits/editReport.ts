import { usualGuardMargin } from '../benchmark/aims';
import { type MetricPlays, metricPlays } from '../results/metricPlays';
import { isPlayed, judgesAtStart, type LookDecision } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { pairEffect } from '../statistics/sitOut';
import { modelName } from '../store/manifestModel';
import type { Interval } from '../statistics/interval';
import { plainRange, signedNumber } from '../text/formatNumber';
import { type EditEffect, type EditWord, editWord, gainOf } from './editEvidence';

/** One metric in a trial of edits: what the edited prompt gains over the prompt, played on the same units. */
export interface EditMetric extends EditEffect {
  readonly name: string;
  readonly title: string;
  readonly role: 'target' | 'guard';
  /** Of the metric's scale, in its unit. */
  readonly span: number;
  /** Units with a verdict on both. */
  readonly n: number;
  /** The gain with its interval, in the metric's unit. */
  readonly text: string;
}

export interface Confirmation {
  readonly word: EditWord;
  readonly level: number;
  readonly metrics: readonly EditMetric[];
  /** The targets by the second judge. */
  readonly second: readonly EditMetric[];
}

/** What a run on the confirm half says of its one candidate, at the level that the ledger left. */
export function confirmationOf(session: RunSession, level: number, guardMargin = usualGuardMargin): Confirmation {
  const [judge, other] = session.manifest.judges.map(modelName);
  const metrics = judge === undefined ? [] : measured(session, judge, 1);
  const second = other === undefined ? [] : measured(session, other, 1).filter(({ role }) => role === 'target');
  const targets = metrics.filter(({ role }) => role === 'target');
  const guards = metrics
    .filter(({ role }) => role === 'guard')
    .map((guard) => ({ ...guard, margin: guardMargin * guard.span }));
  const seconds = targets.map(({ name }) => second.find((one) => one.name === name)?.gain);
  const word = targets.length === 0 ? 'noEvidence' : editWord({ level, targets, guards, second: seconds });
  return { word, level, metrics, second };
}

/** The best candidate of a race that has ended; `undefined` where none is better than the prompt. */
export function winnerOf(session: RunSession): number | undefined {
  const [judge = ''] = session.manifest.judges.map(modelName);
  const last = session.manifest.sequence?.order.length ?? 0;
  const left = candidatesAt(session, last - 1);
  const ranked = left
    .map((candidate) => ({ candidate, gain: standing(measured(session, judge, candidate)) }))
    .sort((one, other) => other.gain - one.gain);
  return ranked[0] !== undefined && ranked[0].gain > 0 ? ranked[0].candidate : undefined;
}

/** After a look of a race. */
export function raceLook(session: RunSession, units: number): LookDecision {
  const [judge = ''] = session.manifest.judges.map(modelName);
  const left = candidatesAt(session, units);
  const dropped = raceDrops(left.map((candidate) => ({ candidate, metrics: measured(session, judge, candidate) })));
  return { judges: judgesAtStart(session), settled: [], dropped, isOver: dropped.length === left.length };
}

type Standing = Pick<EditMetric, 'role' | 'gain' | 'p'>;

/** The worst candidate goes, unless it is the last one, and each one that loses on a guard. */
export function raceDrops(
  left: readonly { readonly candidate: number; readonly metrics: readonly Standing[] }[],
): readonly number[] {
  // One-sided at a tenth, so that a harm seldom reaches the confirm half.
  const harmful = left.filter(({ metrics }) =>
    metrics.some(({ role, gain, p }) => role === 'guard' && gain < 0 && p < 0.2),
  );
  const rest = left.filter((one) => !harmful.includes(one));
  const [worst] = rest.toSorted((one, other) => standing(one.metrics) - standing(other.metrics));
  return [...harmful, ...(rest.length > 1 && worst !== undefined ? [worst] : [])].map(({ candidate }) => candidate);
}

function candidatesAt(session: RunSession, position: number): readonly number[] {
  const { candidates = [] } = session.manifest.edits ?? {};
  const numbers = candidates.map((_, index) => index + 1);
  return numbers.filter((repeat) => {
    const item = session.items.find((one) => one.repeat === repeat && one.position >= position);
    return item === undefined || isPlayed(session, item);
  });
}

/** The mean gain of the targets. */
function standing(metrics: readonly Pick<Standing, 'role' | 'gain'>[]): number {
  const shares = metrics.filter(({ role }) => role === 'target').map(({ gain }) => gain);
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function measured(session: RunSession, judge: string, candidate: number): readonly EditMetric[] {
  const { aims, seed, prompt } = session.manifest;
  const { targets = [], guards = [] } = aims ?? {};
  return metricPlays(session, judge, [...targets, ...guards]).flatMap((metric) => {
    const gains = [...metric.plays.values()].flatMap(({ 0: before, [candidate]: after }) =>
      before === undefined || after === undefined ? [] : [after - before],
    );
    const found = pairEffect(gains, { seed: `${seed}/${prompt.revision}/${metric.name}/${candidate}` });
    if (found === undefined) return [];
    const effect = gainOf(found);
    const role = targets.includes(metric.name) ? ('target' as const) : ('guard' as const);
    const { name, title, unit, metric: definition } = metric;
    const [low, high] = definition.scale;
    const span = (high - low) * (unit === 'percent' ? 100 : 1);
    return [{ name, title, role, span, n: gains.length, ...effect, text: textOf(effect, metric) }];
  });
}

function textOf(
  { gain, interval }: { readonly gain: number; readonly interval?: Interval | undefined },
  { unit }: MetricPlays,
): string {
  const range = interval && plainRange(interval, unit);
  return [signedNumber(gain, unit), ...(range === undefined ? [] : [`(${range})`])].join(' ');
}

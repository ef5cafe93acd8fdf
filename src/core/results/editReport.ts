import { marginOfGuard, usualGuardMargin } from '../benchmark/aims';
import { lackingEnd, metricTrials, shownEffect, withinScale } from './metricTrials';
import type { RuleEffect, RuleOutcome, RuleReport, RuleTarget } from './ruleModel';
import { type DecideLook, isPlayed, judgesAtStart } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { spreadInterval } from '../statistics/hiddenSpread';
import { pairEffect } from '../statistics/sitOut';
import { modelName } from '../store/runManifest';
import { t } from '../text/countWords';
import { confirmationLevel, type EditEffect, type EditOutcome, editOutcome } from './editEvidence';

/** One metric in a trial of edits: what the edited prompt gains over the prompt, played on the same units. */
interface EditMetric extends EditEffect, Omit<RuleTarget, 'n'> {
  readonly role: 'target' | 'guard';
  /** What a guard may lose, in the metric's unit. */
  readonly margin: number;
  /** Units with a verdict on both. */
  readonly n: number;
}

export const editOutcomes: Readonly<Record<EditOutcome, string>> = {
  proved: t`proved`,
  supported: t`supported`,
  promising: t`promising`,
  noEvidence: t`no evidence that it helps`,
  worse: t`worse`,
  judgeDependent: t`depends on the judge`,
};

const looks: Readonly<Record<EditOutcome, RuleOutcome>> = {
  ...{ proved: 'helps', supported: 'helps', promising: 'nothing', noEvidence: 'nothing' },
  ...{ worse: 'hurts', judgeDependent: 'mixed' },
};

/** Of a run that tries edits and has ended; a race shows no numbers, since the winner's is too good. */
export function editsReport(session: RunSession): RuleReport | undefined {
  const { edits, tutor } = session.manifest;
  if (edits === undefined) return undefined;
  const { half, candidates, level = confirmationLevel(0) } = edits;
  const simulated = tutor.simulated ? t` (simulated)` : '';
  const lacking = lackingEnd(session);
  const rows = (words: readonly (readonly [RuleOutcome, string])[], effects: readonly RuleEffect[]) =>
    candidates.map(({ title }, index) => {
      const [outcome, said] = words[index] ?? [undefined, ''];
      return { title, numbers: [], text: title, line: 0, effects, outcome, words: said };
    });
  const race = { title: t`Which edit is best${simulated}`, targets: [], kept: [] };
  if (lacking !== undefined) return { ...race, lacking, rules: rows([], []), notes: [lacking] };
  if (half === 'work') {
    const winner = winnerOf(session);
    const words = candidates.map((_, index) =>
      winner === index + 1 ? (['helps', t`best, to be confirmed`] as const) : (['nothing', t`not better`] as const),
    );
    const notes = [t`A race shows no numbers: the winner’s would be too good. Confirm it on the other half.`];
    return { ...race, rules: rows(words, []), notes };
  }
  const end = session.state.looks.at(-1)?.end;
  const isEarly = end !== undefined && end < (session.manifest.sequence?.order.length ?? 0);
  const { metrics, unmeasured, outcome } = confirmed(session, end);
  const effects = metrics.map(({ gain: worth, p, interval, unit }) => shownEffect({ worth, interval }, p, unit));
  return {
    title: t`What the edit gains${simulated}`,
    outcome,
    targets: metrics.map(({ name, title, unit, n, role }) => ({
      ...{ name, unit, n },
      title: role === 'guard' ? t`Guard: ${title}` : title,
    })),
    rules: rows([[looks[outcome], editOutcomes[outcome]]], effects),
    kept: [],
    notes: [
      t`Each number is the gain with fresh replies on the half of the units kept for confirming, with its 95% interval. A test of rules runs that half, too.`,
      ...(isEarly ? [t`It ended early, when the gain was clear, so the size is probably too large.`] : []),
      t`“Proved” needs a p of at most ${level.toPrecision(2)}: each confirmation on the same units lowers it.`,
      ...(unmeasured.length > 0 ? [t`Without values of ${unmeasured.join(', ')} no edit can be proved.`] : []),
    ],
  };
}

/** What a confirmation says after so many units, by default all. */
function confirmed(session: RunSession, units?: number) {
  const { edits, aims } = session.manifest;
  const metrics = measuring(session, 0, units)(1);
  const targets = metrics.filter(({ role }) => role === 'target');
  const guards = metrics.filter(({ role }) => role === 'guard');
  const unmeasured = (aims?.guards ?? []).filter((name) => !guards.some((guard) => guard.name === name));
  const others = measuring(session, 1, units)(1);
  const outcome = editOutcome({
    level: edits?.level ?? confirmationLevel(0),
    targets,
    // Without an interval a guard does not hold.
    guards: [...guards, ...unmeasured.map(() => ({ gain: 0, p: 1, margin: 0 }))],
    second: targets.map(({ name }) => others.find((one) => one.name === name)?.gain),
  });
  return { metrics, unmeasured, outcome };
}

/** The best candidate of a race that has ended; `undefined` where none is better or all such lose on a guard. */
export function winnerOf(session: RunSession): number | undefined {
  const last = session.manifest.sequence?.order.length ?? 0;
  const measured = measuring(session);
  const [best] = candidatesAt(session, last - 1)
    .map((candidate) => ({ candidate, metrics: measured(candidate) }))
    .filter(({ metrics }) => !isHarmful(metrics))
    .filter(({ metrics }) => metrics.every(({ role, gain, margin }) => role === 'target' || gain > -margin))
    .sort((one, other) => standing(other.metrics) - standing(one.metrics));
  return best !== undefined && standing(best.metrics) > 0 ? best.candidate : undefined;
}

interface FailedCandidate {
  /** From 0. */
  readonly place: number;
  readonly outcome: EditOutcome;
}

/** Edits that gained nothing in a race, or that a confirmation does not support. */
export function failedCandidates(session: RunSession): readonly FailedCandidate[] {
  const { edits, tutor, judges } = session.manifest;
  const isSimulated = [tutor, ...judges].some(({ simulated }) => simulated);
  if (edits === undefined || lackingEnd(session) !== undefined || isSimulated) return [];
  if (edits.half === 'confirm') {
    const { outcome } = confirmed(session, session.state.looks.at(-1)?.end);
    return ['noEvidence', 'worse', 'judgeDependent'].includes(outcome) ? [{ place: 0, outcome }] : [];
  }
  const measured = measuring(session);
  return edits.candidates.flatMap((_, place): readonly FailedCandidate[] => {
    const metrics = measured(place + 1);
    if (isHarmful(metrics)) return [{ place, outcome: 'worse' }];
    return metrics.length > 0 && standing(metrics) <= 0 ? [{ place, outcome: 'noEvidence' }] : [];
  });
}

/** What goes on after each look at edits; `undefined` for another run, and where a simulation would settle it. */
export function raceOf(session: RunSession): DecideLook | undefined {
  const { edits, tutor } = session.manifest;
  const judges = judgesAtStart(session);
  if (edits?.half === 'confirm' && !tutor.simulated)
    return (units) => {
      const { outcome } = confirmed(session, units);
      return Promise.resolve({ judges, settled: [], isOver: outcome === 'proved' || outcome === 'worse' });
    };
  if (edits?.half !== 'work') return undefined;
  return (units) => {
    const left = candidatesAt(session, units);
    const measured = measuring(session);
    const dropped = raceDrops(left.map((candidate) => ({ candidate, metrics: measured(candidate) })));
    const isOver = dropped.length === left.length;
    return Promise.resolve({ judges, settled: [], dropped, isOver });
  };
}

type Standing = Pick<EditMetric, 'role' | 'gain' | 'p'>;

/** The worst candidate goes, unless it is the last one, and each one that loses on a guard. */
export function raceDrops(
  left: readonly { readonly candidate: number; readonly metrics: readonly Standing[] }[],
): readonly number[] {
  const harmful = left.filter(({ metrics }) => isHarmful(metrics));
  const rest = left.filter((one) => !harmful.includes(one));
  const [worst] = rest.toSorted((one, other) => standing(one.metrics) - standing(other.metrics));
  return [...harmful, ...(rest.length > 1 && worst !== undefined ? [worst] : [])].map(({ candidate }) => candidate);
}

/** One-sided at a tenth, so that a harm seldom reaches the confirm half. */
function isHarmful(metrics: readonly Standing[]): boolean {
  return metrics.some(({ role, gain, p }) => role === 'guard' && gain < 0 && p < 0.2);
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

/** The metrics of a candidate by a judge of the run, after so many `units`. The trials are read once for all. */
function measuring(session: RunSession, place = 0, units = Infinity): (candidate: number) => readonly EditMetric[] {
  const { aims, seed, prompt, edits, judges, tutor, sequence } = session.manifest;
  const { planned = 0, order, looks = [] } = sequence ?? {};
  const seen = looks.filter((look) => look <= units);
  const plan = edits?.half === 'confirm' && seen.length > 0 && !tutor.simulated ? { planned, looks: seen } : undefined;
  const { targets = [], guards = [] } = aims ?? {};
  const judge = judges.map(modelName)[place];
  const all = judge === undefined ? [] : metricTrials(session, judge, [...targets, ...guards]);
  return (candidate) =>
    all.flatMap(({ name, title, unit, trials, metric }) => {
      const { scale, isOpen } = metric;
      const every = (order ?? [...trials.keys()]).slice(0, units).map((unit) => {
        const { 0: before, [candidate]: after } = trials.get(unit) ?? [];
        return before === undefined || after === undefined ? undefined : after - before;
      });
      const gains = every.filter((gain) => gain !== undefined);
      const found = pairEffect(every, { seed: `${seed}/${prompt.revision}/${name}/${candidate}`, plan });
      if (found === undefined) return [];
      const role = targets.includes(name) ? ('target' as const) : ('guard' as const);
      const span = scale[1] - scale[0];
      const { worth: gain, p, interval: drawn = { low: gain, high: gain, level: 0.95 } } = found;
      // Units that moved alike may hide others. Where the scale has no end, that cannot be bounded.
      const hidden = { value: gain, units: gains.length, scale: [-span, span] } as const;
      const interval = withinScale(isOpen === true ? found.interval : spreadInterval(drawn, hidden), metric);
      const margin = marginOfGuard(scale, edits?.guardMargin ?? usualGuardMargin);
      return [{ name, title, unit, role, margin, n: gains.length, gain, p, interval }];
    });
}

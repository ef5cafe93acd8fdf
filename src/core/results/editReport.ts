import { usualGuardMargin } from '../benchmark/aims';
import { lackingEnd, metricPlays, shownEffect } from './metricPlays';
import type { RuleEffect, RuleOutcome, RuleReport } from './ruleModel';
import { type DecideLook, isPlayed, judgesAtStart } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { pairEffect } from '../statistics/sitOut';
import { modelName } from '../store/manifestModel';
import { t } from '../text/countWords';
import type { MetricUnit } from '../text/formatNumber';
import { confirmationLevel, type EditEffect, type EditWord, editWord, gainOf } from './editEvidence';

/** One metric in a trial of edits: what the edited prompt gains over the prompt, played on the same units. */
interface EditMetric extends EditEffect {
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  readonly role: 'target' | 'guard';
  /** Of the metric's scale, in its unit. */
  readonly span: number;
  /** Units with a verdict on both. */
  readonly n: number;
}

/** What a run on the confirm half says of its one candidate. */
export function confirmationOf(session: RunSession): {
  readonly word: EditWord;
  readonly metrics: readonly EditMetric[];
} {
  const { judges, edits } = session.manifest;
  const [judge = '', other] = judges.map(modelName);
  const { level = confirmationLevel(0), guardMargin = usualGuardMargin } = edits ?? {};
  const metrics = measuring(session, judge)(1);
  const targets = metrics.filter(({ role }) => role === 'target');
  const guards = metrics.filter(({ role }) => role === 'guard');
  const others = other === undefined ? [] : measuring(session, other)(1);
  const word = editWord({
    level,
    targets,
    guards: guards.map((guard) => ({ ...guard, margin: guardMargin * guard.span })),
    second: targets.map(({ name }) => others.find((one) => one.name === name)?.gain),
  });
  return { word, metrics };
}

const editWords: Readonly<Record<EditWord, string>> = {
  proved: t`proved`,
  supported: t`supported`,
  promising: t`promising`,
  noEvidence: t`no evidence that it helps`,
  worse: t`worse`,
  judgeDependent: t`depends on the judge`,
};

const looks: Readonly<Record<EditWord, RuleOutcome>> = {
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
  if (lacking !== undefined)
    return {
      title: t`Which edit is best${simulated}`,
      lacking,
      targets: [],
      rules: rows([], []),
      kept: [],
      notes: [lacking],
    };
  if (half === 'work') {
    const winner = winnerOf(session);
    const words = candidates.map((_, index) =>
      winner === index + 1 ? (['helps', t`best, to be confirmed`] as const) : (['nothing', t`not better`] as const),
    );
    const notes = [t`A race shows no numbers: the winner’s would be too good. Confirm it on the other half.`];
    return { title: t`Which edit is best${simulated}`, targets: [], rules: rows(words, []), kept: [], notes };
  }
  const { word, metrics } = confirmationOf(session);
  const effects = metrics.map(({ gain: worth, p, interval, unit }) => shownEffect({ worth, interval }, p, unit));
  return {
    title: t`What the edit gains${simulated}`,
    targets: metrics.map(({ name, title, unit, n, role }) => ({
      ...{ name, unit, n },
      title: role === 'guard' ? t`Guard: ${title}` : title,
    })),
    rules: rows([[looks[word], editWords[word]]], effects),
    kept: [],
    notes: [
      t`Each number is the gain on units that were not used to find the edit, with its 95% interval.`,
      t`“Proved” needs a p of at most ${level.toPrecision(2)}: each confirmation on the same units lowers it.`,
    ],
  };
}

/** The best candidate of a race that has ended; `undefined` where none is better than the prompt. */
export function winnerOf(session: RunSession): number | undefined {
  const [judge = ''] = session.manifest.judges.map(modelName);
  const last = session.manifest.sequence?.order.length ?? 0;
  const left = candidatesAt(session, last - 1);
  const measured = measuring(session, judge);
  const ranked = left
    .map((candidate) => ({ candidate, gain: standing(measured(candidate)) }))
    .sort((one, other) => other.gain - one.gain);
  return ranked[0] !== undefined && ranked[0].gain > 0 ? ranked[0].candidate : undefined;
}

/** What goes on after each look of a race; `undefined` for a run that is none. */
export function raceOf(session: RunSession): DecideLook | undefined {
  const { judges, edits } = session.manifest;
  const [judge = ''] = judges.map(modelName);
  if (edits?.half !== 'work') return undefined;
  return (units) => {
    const left = candidatesAt(session, units);
    const measured = measuring(session, judge);
    const dropped = raceDrops(left.map((candidate) => ({ candidate, metrics: measured(candidate) })));
    const isOver = dropped.length === left.length;
    return Promise.resolve({ judges: judgesAtStart(session), settled: [], dropped, isOver });
  };
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

/** The metrics of a candidate. The trials are read once for all candidates. */
function measuring(session: RunSession, judge: string): (candidate: number) => readonly EditMetric[] {
  const { aims, seed, prompt } = session.manifest;
  const { targets = [], guards = [] } = aims ?? {};
  const all = metricPlays(session, judge, [...targets, ...guards]);
  return (candidate) =>
    all.flatMap((metric) => {
      const gains = [...metric.plays.values()].flatMap(({ 0: before, [candidate]: after }) =>
        before === undefined || after === undefined ? [] : [after - before],
      );
      const found = pairEffect(gains, { seed: `${seed}/${prompt.revision}/${metric.name}/${candidate}` });
      if (found === undefined) return [];
      const role = targets.includes(metric.name) ? ('target' as const) : ('guard' as const);
      const { name, title, unit, metric: definition } = metric;
      const [low, high] = definition.scale;
      return [{ name, title, unit, role, span: high - low, n: gains.length, ...gainOf(found) }];
    });
}

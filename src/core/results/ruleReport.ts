import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { RuleTest } from '../run/ruleTest';
import type { RunSession } from '../run/runSession';
import { holm } from '../statistics/holm';
import { sitOutEffects } from '../statistics/sitOut';
import type { RunManifest } from '../store/runManifest';
import { boundedText } from '../text/readableText';
import { listWords, t } from '../text/countWords';
import { lackingEnd, type MetricTrials, metricTrials, shownEffect, withinScale } from './metricTrials';
import type { RuleEffect, RuleOutcome, RuleReport, TestedRule } from './ruleModel';

/** With fewer units hardly any rule would be found, so they get a ranking and no outcomes. */
const fewestUnits = 60;
const significanceLevel = 0.05;

/** Of a run that has ended; `undefined` if it tests no rules. */
export function ruleReport(session: RunSession, judge: string): RuleReport | undefined {
  const { manifest } = session;
  if (manifest.ruleTest === undefined) return undefined;
  const test = new RuleTest(manifest);
  const targets = metricTrials(session, judge, manifest.aims?.targets ?? []);
  const n = Math.min(...targets.map(({ trials }) => trials.size));
  const cutOff = lackingEnd(session);
  const isTested = n >= fewestUnits && !session.lacksScores && cutOff === undefined;
  const all = testedRules(test, manifest, targets, isTested);
  const together = all.slice(test.groups.length);
  const singles = all.slice(0, test.groups.length).map((rule, _, alone) => besideItsPair(rule, alone, together));
  singles.sort((one, other) => worthOf(other) - worthOf(one));
  const lacking = isTested
    ? undefined
    : (cutOff ?? t`${n} units are too few to tell rules apart: this is a ranking. Outcomes need ${fewestUnits} units.`);
  const kept = keptRules(session, test);
  return {
    title: t`What each rule adds${manifest.tutor.simulated ? t` (simulated)` : ''}`,
    lacking,
    targets: targets.map(({ name, title, unit, trials }) => ({ name, title, unit, n: trials.size })),
    rules: [...singles, ...together],
    kept,
    notes: [
      ...(isTested ? suspectNotes(singles) : []),
      lacking ?? t`Outcomes are corrected for all rules and targets.`,
      t`Each number is what the metric loses on average when the rule is left out, with its 95% interval.`,
      ...kept.map(({ number, text, why }) => t`Never left out: ${number}. ${boundedText(text, 60)} (${why})`),
    ],
  };
}

/** Each group of rules that was left out alone, and then the pairs that were left out at once. */
function testedRules(
  test: RuleTest,
  { seed, prompt, ruleTest }: RunManifest,
  targets: readonly MetricTrials[],
  isTested: boolean,
): readonly TestedRule[] {
  const pairs = ruleTest?.pairs ?? [];
  const found = targets.map(({ name, trials }) => {
    const units = [...trials].map(([unit, values]) => ({ values, out: test.drawOf(unit) }));
    return sitOutEffects(units, { seed: `${seed}/${prompt.revision}/${name}`, pairs }) ?? [];
  });
  const ps = found.flatMap((effects, target) => effects.map(({ p }, rule) => [`${target}/${rule}`, p] as const));
  const adjusted = holm(new Map(ps));
  const named = [...test.groups, ...pairs.map((pair) => pair.flatMap((index) => test.groups[index] ?? []))];
  return named.map((rules, index): TestedRule => {
    const effects = targets.map(({ unit, metric }, target) => {
      const effect = found[target]?.[index];
      const shown = effect && { ...effect, interval: withinScale(effect.interval, metric) };
      return shown && shownEffect(shown, adjusted.get(`${target}/${index}`) ?? 1, unit);
    });
    const numbers = rules.map(({ number }) => number);
    const text = rules.map((rule) => rule.text).join(' · ');
    return {
      title: `${numbers.join(' + ')}. ${boundedText(text, 80)}`,
      numbers,
      text,
      line: rules[0]?.from ?? 1,
      effects,
      outcome: isTested ? outcomeOf(effects) : undefined,
      words: isTested ? outcomeWords(effects, targets) : '',
    };
  });
}

/** With what its pair shows: where only both at once are missed, either of them is enough. */
function besideItsPair(rule: TestedRule, alone: readonly TestedRule[], pairs: readonly TestedRule[]): TestedRule {
  const pair = pairs.find(({ numbers }) => rule.numbers.every((number) => numbers.includes(number)));
  const other = pair?.numbers.find((number) => !rule.numbers.includes(number));
  if (pair === undefined || other === undefined) return rule;
  const silent = new Set(alone.flatMap(({ outcome, numbers }) => (outcome === 'nothing' ? numbers : [])));
  const isEither = pair.outcome === 'helps' && pair.numbers.every((number) => silent.has(number));
  const either = isEither && { outcome: 'either' as const, words: t`this or rule ${other} is enough` };
  const advice = t`Rule ${other} has mostly the same words, so both were also left out at once, and each alone less often.`;
  const next =
    rule.outcome === undefined || rule.outcome === 'helps' ? '' : t` Next: confirm the removal of this one alone.`;
  return { ...rule, ...either, advice: `${advice}${next}` };
}

function worthOf({ effects: [first] }: TestedRule): number {
  return first?.worth ?? 0;
}

/** What evidence speaks for removing, at most three: each confirmation lowers the level of the next. */
function suspectNotes(rules: readonly TestedRule[]): readonly string[] {
  const suspects = rules
    .filter(({ effects, outcome }) => outcome !== 'helps' && evidenceFor(effects) < 0)
    .sort((one, other) => evidenceFor(one.effects) - evidenceFor(other.effects))
    .slice(0, 3)
    .map(({ numbers }) => t`rule ${numbers.join(' + ')}`);
  return suspects.length === 0 ? [] : [t`Confirm one at a time, strongest evidence first: ${suspects.join(', ')}.`];
}

/** The lowest worth in widths of its interval: corrected values of p are often equal. */
function evidenceFor(effects: readonly (RuleEffect | undefined)[]): number {
  const found = effects.flatMap((effect) => effect ?? []);
  return Math.min(0, ...found.map(({ worth, interval }) => (interval ? worth / (interval.high - interval.low) : 0)));
}

function outcomeOf(effects: readonly (RuleEffect | undefined)[]): RuleOutcome {
  const clear = effects.filter((effect) => effect !== undefined && effect.p <= significanceLevel);
  if (clear.length === 0) return 'nothing';
  const helps = clear.filter((effect) => (effect?.worth ?? 0) > 0).length;
  return helps === clear.length ? 'helps' : helps === 0 ? 'hurts' : 'mixed';
}

function outcomeWords(effects: readonly (RuleEffect | undefined)[], targets: readonly MetricTrials[]): string {
  const named = (helps: boolean): readonly string[] =>
    effects.flatMap((effect, index) =>
      effect !== undefined && effect.p <= significanceLevel && effect.worth > 0 === helps
        ? (targets[index]?.title ?? [])
        : [],
    );
  const [helped, hurt] = [named(true), named(false)];
  const parts = [
    ...(helped.length > 0 ? [t`helps ${listWords(helped)}`] : []),
    ...(hurt.length > 0 ? [t`hurts ${listWords(hurt)}`] : []),
  ];
  return parts.length === 0 ? t`no evidence that it does anything` : parts.join(', ');
}

function keptRules({ manifest }: RunSession, { groups }: RuleTest): RuleReport['kept'] {
  const tested = new Set(groups.flat().map(({ number }) => number));
  const rules = promptRules(readPromptFile(manifest.prompt.path, manifest.prompt.text));
  const whys = {
    opening: t`says who the tutor is`,
    variable: t`has a variable`,
    code: t`has a block of code`,
    locked: t`is locked by its comment`,
    leads: t`leads in the rules below it`,
    joined: t`cannot be cut from its line`,
  };
  return rules
    .filter(({ number }) => !tested.has(number))
    .map(({ number, text, kept }) => {
      const leads = rules.some(({ parent }) => parent === number);
      return { number, text, why: whys[kept ?? (leads ? 'leads' : 'joined')] };
    });
}

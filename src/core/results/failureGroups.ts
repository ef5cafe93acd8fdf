import type { Benchmark } from '../benchmark/benchmark';
import { type Rule } from '../prompt/promptRules';
import { canReadTopics, ruleAbout, type TopicId, topicsOf } from '../prompt/ruleTopics';
import { wilsonInterval } from '../statistics/interval';
import type { CaseSummary, FailureGroup, RunReport } from './reportModel';
import type { Trial } from './trial';

/** By one judge model's verdicts; `undefined` without any, or where the benchmark does not say what they concern. */
export function failureGroups(
  { aspectOf }: Pick<Benchmark, 'aspectOf'>,
  trials: readonly Trial[],
  cases: readonly CaseSummary[],
  judge: string,
): readonly FailureGroup[] | undefined {
  if (aspectOf === undefined) return undefined;
  const groups = new Map<string, { topic: TopicId; judged: Set<CaseSummary>; failing: Set<CaseSummary> }>();
  for (const [index, one] of cases.entries()) {
    const sample = trials[index]?.item.sample;
    if (sample === undefined) continue;
    for (const chip of one.chips) {
      if (chip.judgeModel !== judge || chip.outcome === 'unscored' || chip.outcome === 'neutral') continue;
      const aspect = aspectOf({ ...chip, unit: 'reply' }, sample);
      if (aspect === undefined) continue;
      const group = groups.get(aspect.failure) ?? { topic: aspect.topic, judged: new Set(), failing: new Set() };
      groups.set(aspect.failure, group);
      group.judged.add(one);
      if (chip.outcome === 'undesired') group.failing.add(one);
    }
  }
  const found = [...groups]
    .map(([failure, { topic, judged, failing }]) => ({
      failure,
      topic,
      of: judged.size,
      cases: [...failing].sort((a, b) => (b.badness ?? 0) - (a.badness ?? 0)).map(({ id }) => id),
    }))
    .sort((one, other) => other.cases.length - one.cases.length);
  return found.length === 0 ? undefined : found;
}

/** A group with its benchmark and the case that shows it. */
export interface ShownGroup extends FailureGroup {
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly example: CaseSummary;
}

type Groups = Pick<RunReport, 'benchmarks'>;

function allGroups({ benchmarks }: Groups): readonly ShownGroup[] {
  return benchmarks.flatMap(({ id, title, failures = [], cases }) => {
    const byId = new Map(cases.map((one) => [one.id, one]));
    return failures.flatMap((group): ShownGroup[] => {
      const example = byId.get(group.cases[0] ?? '');
      return example ? [{ ...group, benchmark: id, benchmarkTitle: title, example }] : [];
    });
  });
}

/** A group with the rule to look at; without one where the replies are not the prompt's, or its language is unknown. */
export interface FirstFix extends ShownGroup {
  readonly rule?: Rule | 'none';
}

/** Few judged cases may fail by chance, so groups rank by the lower limit of their share. No benchmark takes all. */
export function fixFirst(report: Groups, rules?: readonly Rule[]): readonly FirstFix[] {
  const shareOf = ({ cases, of }: FailureGroup): number => wilsonInterval(cases.length, of)?.low ?? 0;
  const none = rules && canReadTopics(rules) ? { rule: 'none' as const } : {};
  return allGroups(report)
    .toSorted((one, other) => shareOf(other) - shareOf(one))
    .filter(({ benchmark }, at, all) => {
      const before = all.slice(0, at).filter((one) => one.benchmark === benchmark).length;
      return before < 2 || all.every((one) => one.benchmark === benchmark);
    })
    .slice(0, 3)
    .map((group) => {
      const rule = rules && ruleAbout(rules, group.topic);
      return { ...group, ...(rule ? { rule } : none) };
    });
}

export interface RuleFindings {
  readonly rule: Rule;
  /** Groups that concern the rule, the largest first. */
  readonly groups: readonly ShownGroup[];
  /** False if no verdict of the run is about anything that the rule speaks of; `undefined` if its language is unknown. */
  readonly isMeasured: boolean | undefined;
}

/** What a run says at each rule. A group stands at the one rule that speaks of its topic most. */
export function ruleFindings(rules: readonly Rule[], report: Groups): readonly RuleFindings[] {
  const measured = new Set(report.benchmarks.flatMap(({ failures = [] }) => failures.map(({ topic }) => topic)));
  const isKnown = canReadTopics(rules);
  const placed = allGroups(report).map((group) => ({ group, rule: ruleAbout(rules, group.topic) }));
  return rules.map((rule) => {
    const groups = placed.flatMap((one) => (one.rule === rule ? [one.group] : []));
    const isAbout = groups.length > 0 || topicsOf(rule).some((topic) => measured.has(topic));
    return { rule, groups, isMeasured: isAbout || (isKnown ? false : undefined) };
  });
}

import type { Benchmark } from '../benchmark/benchmark';
import { type Rule } from '../prompt/promptRules';
import { ruleAbout, type TopicId, topicsOf } from '../prompt/ruleTopics';
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

/** A group with the rule to look at; without one where the replies do not come from the prompt. */
export interface FirstFix extends ShownGroup {
  readonly rule?: Rule | 'none';
}

/** Few judged cases may fail by chance, so groups rank by the lower limit of their share. At most two per benchmark. */
export function fixFirst(report: Groups, rules?: readonly Rule[]): readonly FirstFix[] {
  const shareOf = ({ cases, of }: FailureGroup): number => wilsonInterval(cases.length, of)?.low ?? 0;
  const counts = new Map<string, number>();
  return allGroups(report)
    .toSorted((one, other) => shareOf(other) - shareOf(one))
    .filter(({ benchmark }) => {
      const count = (counts.get(benchmark) ?? 0) + 1;
      counts.set(benchmark, count);
      return count <= 2;
    })
    .slice(0, 3)
    .map((group) => (rules ? { ...group, rule: ruleAbout(rules, group.topic) ?? 'none' } : group));
}

export interface RuleFindings {
  readonly rule: Rule;
  /** Groups that concern the rule, the largest first. */
  readonly groups: readonly ShownGroup[];
  /** False if no verdict of the run is about anything that the rule speaks of. */
  readonly isMeasured: boolean;
}

/** What a run says at each rule. A group stands at the one rule that speaks of its topic most. */
export function ruleFindings(rules: readonly Rule[], report: Groups): readonly RuleFindings[] {
  const measured = new Set(report.benchmarks.flatMap(({ failures = [] }) => failures.map(({ topic }) => topic)));
  const placed = allGroups(report).map((group) => ({ group, rule: ruleAbout(rules, group.topic) }));
  return rules.map((rule) => {
    const groups = placed.flatMap((one) => (one.rule === rule ? [one.group] : []));
    const isMeasured = groups.length > 0 || topicsOf(rule).some((topic) => measured.has(topic));
    return { rule, groups, isMeasured };
  });
}

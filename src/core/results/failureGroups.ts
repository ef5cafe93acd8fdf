import type { Benchmark } from '../benchmark/benchmark';
import { type Rule } from '../prompt/promptRules';
import { canReadTopics, ruleAbout, type TopicId, topicsOf } from '../prompt/ruleTopics';
import { wilsonInterval } from '../statistics/interval';
import type { BenchmarkReport, CaseSummary, FailureGroup, RunReport } from './reportModel';
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
  for (const [index, one] of cases.entries())
    for (const chip of one.chips) {
      const sample = trials[index]?.item.sample;
      if (chip.judgeModel !== judge || chip.outcome === 'unscored' || chip.outcome === 'neutral') continue;
      const aspect = sample && aspectOf({ ...chip, unit: 'reply' }, sample);
      if (aspect === undefined) continue;
      const group = groups.get(aspect.failure) ?? { topic: aspect.topic, judged: new Set(), failing: new Set() };
      groups.set(aspect.failure, group);
      group.judged.add(one);
      if (chip.outcome === 'undesired') group.failing.add(one);
    }
  const found = [...groups]
    .map(([failure, { topic, judged, failing }]) => {
      const worst = [...failing].sort((a, b) => (b.badness ?? 0) - (a.badness ?? 0));
      return { failure, topic, of: judged.size, cases: worst.map(({ id }) => id) };
    })
    .sort((one, other) => other.cases.length - one.cases.length);
  return found.length === 0 ? undefined : found;
}

export interface ShownGroup extends Omit<FailureGroup, 'topic'> {
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly example: CaseSummary;
  /** The metric whose failing cases a judge was asked about, for a group that judges cite a rule for. */
  readonly cited?: string;
}

type Groups = Pick<RunReport, 'benchmarks' | 'cites'>;

function allGroups({ benchmarks }: Groups): readonly (ShownGroup & FailureGroup)[] {
  return benchmarks.flatMap((one) => shownOf(one.failures ?? [], one));
}

function shownOf<G extends Pick<FailureGroup, 'failure' | 'cases' | 'of'>>(
  groups: readonly G[],
  { id, title, cases }: BenchmarkReport,
): readonly (ShownGroup & G)[] {
  return groups.flatMap((group) => {
    const example = cases.find((one) => one.id === group.cases[0]);
    return example ? [{ ...group, benchmark: id, benchmarkTitle: title, example }] : [];
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
  const cases = new Map(report.benchmarks.flatMap((one) => one.cases.map((summary) => [summary.id, summary] as const)));
  // No two groups are shown by one sample if they have others.
  const shown = new Set<string>();
  return allGroups(report)
    .toSorted((one, other) => shareOf(other) - shareOf(one))
    .filter(({ benchmark }, at, all) => {
      const before = all.slice(0, at).filter((one) => one.benchmark === benchmark).length;
      return before < 2 || all.every((one) => one.benchmark === benchmark);
    })
    .slice(0, 3)
    .map((group) => {
      const rule = rules && ruleAbout(rules, group.topic);
      const all = group.cases.flatMap((id) => cases.get(id) ?? []);
      const example = all.find(({ sampleId }) => !shown.has(sampleId)) ?? group.example;
      shown.add(example.sampleId);
      return { ...group, example, ...(rule ? { rule } : none) };
    });
}

export interface RuleFindings {
  readonly rule: Rule;
  /** Groups that concern the rule, the largest first, and then the cases that judges cite it for. */
  readonly groups: readonly ShownGroup[];
  /** False if no verdict is about what the rule speaks of; `undefined` if its language is unknown. */
  readonly isMeasured: boolean | undefined;
}

/** What a run says at each rule. A group stands at the one rule that speaks of its topic most. */
export function ruleFindings(rules: readonly Rule[], report: Groups): readonly RuleFindings[] {
  const measured = new Set(report.benchmarks.flatMap(({ failures = [] }) => failures.map(({ topic }) => topic)));
  const unmeasured = canReadTopics(rules) ? false : undefined;
  const placed = allGroups(report).map((group) => ({ group, rule: ruleAbout(rules, group.topic) }));
  return rules.map((rule) => {
    const groups = placed.flatMap((one) => (one.rule === rule ? [one.group] : []));
    const isAbout = groups.length > 0 || topicsOf(rule).some((topic) => measured.has(topic));
    return { rule, groups: [...groups, ...citedCases(rule, report)], isMeasured: isAbout || unmeasured };
  });
}

/** The failing cases that a judge, asked twice, cites a rule for, if the rule still has its words. */
function citedCases(rule: Rule, { benchmarks, cites }: Groups): readonly ShownGroup[] {
  const found = cites?.rules.find(({ text }) => text === rule.text);
  if (cites === undefined || found === undefined) return [];
  const group = { failure: 'cited by judges', cases: found.ids, of: cites.cases, cited: cites.metric };
  return benchmarks.flatMap((one) => shownOf([group], one));
}

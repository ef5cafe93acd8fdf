import type { CaseSummary, RunReport, VerdictChip } from '../../src/core/results/reportModel';
import { t } from '../../src/core/text/countWords';

export const outcomeFilters = {
  all: t`Any outcome`,
  failing: t`Failing`,
  partial: t`Partly`,
  unscored: t`Unscored`,
  disagreeing: t`Judges disagree`,
  noReply: t`No reply`,
  notApplicable: t`Skipped: has images`,
} as const;
export type OutcomeFilter = keyof typeof outcomeFilters;

export const caseSorts = { worst: t`Worst first`, file: t`File order`, title: t`By title`, group: t`By group` };
export type CaseSort = keyof typeof caseSorts;

/** Which cases are listed. An empty string or list does not filter. */
export const noFilter = {
  benchmark: '',
  outcome: 'all' as OutcomeFilter,
  /** Judge ids; a verdict of any of them counts. */
  judges: [] as readonly string[],
  /** The metric that `judges` came from, when a click on a metric set them. */
  judgesTitle: '',
  group: '',
  subject: '',
  language: '',
  /** A failure tag of the reply, or a criterion's tag: then only verdicts on criteria with that tag count. */
  tag: '',
  /** A group of failing cases, in the words of its report. */
  failure: '',
  search: '',
};
export type CaseFilter = Readonly<typeof noFilter>;

export function isFiltered(filter: CaseFilter): boolean {
  return (
    [filter.benchmark, filter.group, filter.subject, filter.language, filter.tag, filter.failure].some(Boolean) ||
    filter.search.trim() !== '' ||
    filter.outcome !== 'all' ||
    filter.judges.length > 0
  );
}

/** A case fails when a judge found that the reply is not as wanted. Unscored is not failing. */
export function isFailing(summary: CaseSummary): boolean {
  return summary.chips.some((chip) => chip.outcome === 'undesired');
}

/** `undefined` where verdicts are on the whole conversation, or none fails. */
export function firstFailingTurn({ chips }: CaseSummary): number | undefined {
  const turns = chips.flatMap(({ outcome, turn }) => (outcome === 'undesired' && turn !== undefined ? [turn] : []));
  return turns.length === 0 ? undefined : Math.min(...turns);
}

function lacksReply(summary: CaseSummary): boolean {
  return summary.status === 'noReply' || summary.status === 'refused' || summary.status === 'failed';
}

const chipOutcomes: Readonly<Partial<Record<OutcomeFilter, (chip: VerdictChip) => boolean>>> = {
  failing: ({ outcome }) => outcome === 'undesired',
  partial: ({ outcome }) => outcome === 'partial',
  unscored: ({ outcome }) => outcome === 'unscored',
  disagreeing: ({ split }) => split === true,
};
const caseOutcomes: Readonly<Partial<Record<OutcomeFilter, (summary: CaseSummary) => boolean>>> = {
  noReply: lacksReply,
  notApplicable: ({ status }) => status === 'notApplicable',
};

function countsFor(chip: VerdictChip, { judges, tag }: CaseFilter): boolean {
  return (judges.length === 0 || judges.includes(chip.judge)) && (tag === '' || chip.tags?.includes(tag) === true);
}

function matches(summary: CaseSummary, filter: CaseFilter, words: readonly string[]): boolean {
  const fields = ['benchmark', 'group', 'language'] as const;
  if (fields.some((field) => filter[field] !== '' && summary[field] !== filter[field])) return false;
  if (filter.subject !== '' && collator.compare(summary.subject, filter.subject) !== 0) return false;
  const chipFilter = summary.failureTags?.includes(filter.tag) === true ? { ...filter, tag: '' } : filter;
  const narrowed = chipFilter.judges.length > 0 || chipFilter.tag !== '';
  const chips = narrowed ? summary.chips.filter((chip) => countsFor(chip, chipFilter)) : summary.chips;
  const ofCase = caseOutcomes[filter.outcome];
  // A filter on verdicts must not hide a case that has none, for instance one without a reply.
  if (ofCase === undefined ? narrowed && chips.length === 0 : !ofCase(summary)) return false;
  const ofChip = chipOutcomes[filter.outcome];
  if (ofChip !== undefined && !chips.some(ofChip)) return false;
  if (words.length === 0) return true;
  const haystack = `${summary.quote}\n${summary.title}\n${summary.reply}`.toLowerCase();
  return words.every((word) => haystack.includes(word));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** For "worst first": a missing reply comes before every scored case, a case without a verdict last. */
function badnessOf(summary: CaseSummary): number {
  return lacksReply(summary) ? 2 : (summary.badness ?? -1);
}

function badCount({ chips }: CaseSummary): number {
  // In a comparator, so without a list for each call.
  return chips.reduce((count, { outcome }) => count + Number(outcome === 'undesired'), 0);
}

const orders: Readonly<Record<CaseSort, (a: CaseSummary, b: CaseSummary) => number>> = {
  // Of equals, more bad verdicts are worse: benchmarks differ in how many they ask for.
  worst: (a, b) => badnessOf(b) - badnessOf(a) || badCount(b) - badCount(a),
  file: () => 0,
  title: (a, b) => collator.compare(a.title, b.title),
  group: (a, b) =>
    collator.compare(a.benchmark, b.benchmark) || collator.compare(a.group, b.group) || badnessOf(b) - badnessOf(a),
};

/** The cases to list, in order. Sorting is stable: equals stay in file order. Every search word must occur. */
function selectCases(cases: readonly CaseSummary[], filter: CaseFilter, sort: CaseSort): readonly CaseSummary[] {
  const words = filter.search.toLowerCase().split(/\s+/u).filter(Boolean);
  const kept = cases.filter((summary) => matches(summary, filter, words));
  return kept.sort(orders[sort]);
}

export interface CaseIndex {
  readonly all: readonly CaseSummary[];
  readonly shown: readonly CaseSummary[];
  readonly failing: number;
  readonly severalJudges: boolean;
  /** Benchmarks whose samples were played more than once: their rows name the repeat. */
  readonly repeated: ReadonlySet<string>;
  /** Titles by id for rows of several benchmarks; empty where all rows are of one. */
  readonly benchmarkTitles: ReadonlyMap<string, string>;
  /** What fails in a case, the most common failure of its benchmark first. */
  readonly failures: ReadonlyMap<string, readonly string[]>;
  readonly choices: ReturnType<typeof caseChoices>;
}

export function caseIndex(report: RunReport | undefined, filter: CaseFilter, sort: CaseSort): CaseIndex {
  const { benchmarks = [] } = report ?? {};
  const all = benchmarks.flatMap(({ cases }) => cases);
  const isMixed = benchmarks.length > 1 && filter.benchmark === '';
  const inView = benchmarks.filter(({ id }) => filter.benchmark === '' || id === filter.benchmark);
  const failures = inView.flatMap(({ failures = [] }) => failures).filter(({ failure }) => failure === filter.failure);
  const ids = new Set(failures.flatMap(({ cases }) => cases));
  const grouped = filter.failure === '' ? all : all.filter(({ id }) => ids.has(id));
  return {
    all,
    shown: selectCases(grouped, filter, sort),
    failing: all.filter(isFailing).length,
    severalJudges: (report?.run.judges.length ?? 0) > 1,
    repeated: new Set(all.filter(({ repeat }) => repeat > 0).map(({ benchmark }) => benchmark)),
    benchmarkTitles: new Map(isMixed ? benchmarks.map(({ id, title }) => [id, title]) : []),
    failures: failuresOf(benchmarks),
    choices: caseChoices(inView.flatMap(({ cases }) => cases)),
  };
}

function failuresOf(benchmarks: RunReport['benchmarks']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { failures = [] } of benchmarks)
    for (const { failure, cases } of failures)
      for (const id of cases) found.set(id, [...(found.get(id) ?? []), failure]);
  return found;
}

/** Sorted and without duplicates. Empty texts are left out. */
function inOrder(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort(collator.compare);
}

function caseChoices(cases: readonly CaseSummary[]) {
  return {
    groups: inOrder(cases.map(({ group }) => group)),
    // One entry for spellings that differ only in capitals, as benchmarks do.
    subjects: inOrder(cases.map(({ subject }) => subject)).filter(
      (subject, index, all) => index === 0 || collator.compare(subject, all[index - 1] ?? '') !== 0,
    ),
    languages: inOrder(cases.map(({ language = '' }) => language)),
    tags: inOrder(
      cases.flatMap(({ failureTags = [], chips }) => [...failureTags, ...chips.flatMap((chip) => chip.tags ?? [])]),
    ),
    hasSplits: cases.some(({ chips }) => chips.some(({ split }) => split === true)),
  };
}

import type { CaseSummary, RunReport } from '../../src/core/results/reportModel';
import { type CaseFilter, type CaseSort, collator, isFailing, selectCases } from './caseFilter';

/** The cases of a snapshot as they are listed. */
export interface CaseIndex {
  /** In file order. */
  readonly all: readonly CaseSummary[];
  /** As filtered and sorted. */
  readonly shown: readonly CaseSummary[];
  readonly failing: number;
  readonly severalJudges: boolean;
  /** Benchmarks whose samples were played more than once, so that their rows must say which time. */
  readonly repeated: ReadonlySet<string>;
  /** Titles by id for rows of several benchmarks; empty where all rows are of one. */
  readonly benchmarkTitles: ReadonlyMap<string, string>;
  readonly choices: CaseChoices;
}

/** What the cases in view can be narrowed to, each once and in order; empty texts are no choice. */
interface CaseChoices {
  readonly groups: readonly string[];
  readonly subjects: readonly string[];
  /** Tags of criteria, and ways in which replies fail. */
  readonly tags: readonly string[];
  /** Whether judge models disagree about any of them. */
  readonly hasSplits: boolean;
}

export function caseIndex(report: RunReport | undefined, filter: CaseFilter, sort: CaseSort): CaseIndex {
  const { benchmarks = [] } = report ?? {};
  const all = benchmarks.flatMap(({ cases }) => cases);
  const isMixed = benchmarks.length > 1 && filter.benchmark === '';
  return {
    all,
    shown: selectCases(all, filter, sort),
    failing: all.filter(isFailing).length,
    severalJudges: (report?.run.judges.length ?? 0) > 1,
    repeated: new Set(all.filter(({ repeat }) => repeat > 0).map(({ benchmark }) => benchmark)),
    benchmarkTitles: new Map(isMixed ? benchmarks.map(({ id, title }) => [id, title]) : []),
    choices: caseChoices(all.filter(({ benchmark }) => filter.benchmark === '' || benchmark === filter.benchmark)),
  };
}

function inOrder(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort(collator.compare);
}

function caseChoices(cases: readonly CaseSummary[]): CaseChoices {
  return {
    groups: inOrder(cases.map(({ group }) => group)),
    subjects: inOrder(cases.map(({ subject }) => subject)),
    tags: inOrder(
      cases.flatMap(({ failureTags = [], chips }) => [...failureTags, ...chips.flatMap((chip) => chip.tags ?? [])]),
    ),
    hasSplits: cases.some(({ chips }) => chips.some(({ split }) => split === true)),
  };
}

import type { CaseSummary, RunReport } from '../../src/core/results/reportModel';
import { type CaseFilter, casesOf, type CaseSort, isFailing, selectCases } from './caseFilter';

const noTitles: ReadonlyMap<string, string> = new Map();

/**
 * The cases of a snapshot as they are listed, computed again only when snapshot, filter or order change: a scroll or a
 * key press must not filter 20,000 rows.
 */
export class CaseIndex {
  #report: RunReport | undefined;
  #filter: CaseFilter | undefined;
  #sort: CaseSort | undefined;
  #all: readonly CaseSummary[] = [];
  #shown: readonly CaseSummary[] = [];
  #failing = 0;
  #severalJudges = false;
  #repeated: ReadonlySet<string> = new Set();
  #benchmarks: ReadonlyMap<string, string> = new Map();
  #choices: CaseChoices = { groups: [], subjects: [], tags: [], hasSplits: false };

  update(report: RunReport | undefined, filter: CaseFilter, sort: CaseSort): void {
    const changed = report !== this.#report;
    if (changed) {
      this.#report = report;
      this.#all = casesOf(report?.benchmarks ?? []);
      this.#failing = this.#all.filter(isFailing).length;
      this.#severalJudges = (report?.run.judges.length ?? 0) > 1;
      this.#repeated = new Set(this.#all.filter(({ repeat }) => repeat > 0).map(({ benchmark }) => benchmark));
      this.#benchmarks = new Map(report?.benchmarks.map(({ id, title }) => [id, title]));
    }
    if (changed || filter.benchmark !== this.#filter?.benchmark) {
      this.#choices = caseChoices(this.#all, filter.benchmark);
    }
    if (changed || filter !== this.#filter || sort !== this.#sort) {
      this.#filter = filter;
      this.#sort = sort;
      this.#shown = selectCases(this.#all, filter, sort);
    }
  }

  get all(): readonly CaseSummary[] {
    return this.#all;
  }

  get shown(): readonly CaseSummary[] {
    return this.#shown;
  }

  /** What the cases can be narrowed to, those of the chosen benchmark. */
  get choices(): CaseChoices {
    return this.#choices;
  }

  /** Titles by id for rows of several benchmarks; empty where all rows are of one. */
  get benchmarkTitles(): ReadonlyMap<string, string> {
    return this.#benchmarks.size > 1 && this.#filter?.benchmark === '' ? this.#benchmarks : noTitles;
  }

  get failing(): number {
    return this.#failing;
  }

  get severalJudges(): boolean {
    return this.#severalJudges;
  }

  /** Benchmarks whose samples were played more than once, so that their rows must say which time. */
  get repeated(): ReadonlySet<string> {
    return this.#repeated;
  }
}

/** What the cases in view can be narrowed to, each once and in order; empty texts are no choice. */
export interface CaseChoices {
  readonly groups: readonly string[];
  readonly subjects: readonly string[];
  /** Tags of criteria, and ways in which replies fail. */
  readonly tags: readonly string[];
  /** Whether judge models disagree about any of them. */
  readonly hasSplits: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function inOrder(values: ReadonlySet<string>): readonly string[] {
  return [...values].filter((value) => value !== '').sort(collator.compare);
}

/** Choices of one benchmark's cases, or of all with an empty `benchmark`. */
function caseChoices(cases: readonly CaseSummary[], benchmark: string): CaseChoices {
  const groups = new Set<string>();
  const subjects = new Set<string>();
  const tags = new Set<string>();
  let hasSplits = false;
  for (const summary of cases) {
    if (benchmark !== '' && summary.benchmark !== benchmark) continue;
    groups.add(summary.group);
    subjects.add(summary.subject);
    for (const tag of summary.failureTags ?? []) tags.add(tag);
    for (const chip of summary.chips) {
      hasSplits ||= chip.split === true;
      for (const tag of chip.tags ?? []) tags.add(tag);
    }
  }
  return { groups: inOrder(groups), subjects: inOrder(subjects), tags: inOrder(tags), hasSplits };
}

import type { CaseSummary, RunReport } from '../../src/core/report/reportModel';
import { caseChoices } from './caseChoices';
import type { CaseChoices } from './caseChoices';
import type { CaseFilter, CaseSort } from './caseFilter';
import { casesOf, isFailing, selectCases } from './caseFilter';

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

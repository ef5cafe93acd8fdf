import type { CaseSummary, RunReport } from '../../src/core/report/reportModel';
import type { CaseFilter, CaseSort } from './caseFilter';
import { casesOf, isFailing, selectCases } from './caseFilter';

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
  #repeated = false;

  update(report: RunReport | undefined, filter: CaseFilter, sort: CaseSort): void {
    const changed = report !== this.#report;
    if (changed) {
      this.#report = report;
      this.#all = casesOf(report?.benchmarks ?? []);
      this.#failing = this.#all.filter(isFailing).length;
      this.#severalJudges = (report?.run.judges.length ?? 0) > 1;
      this.#repeated = this.#all.some((summary) => summary.repeat > 0);
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

  get failing(): number {
    return this.#failing;
  }

  get severalJudges(): boolean {
    return this.#severalJudges;
  }

  /** True when a sample was played more than once, so that rows must say which time. */
  get repeated(): boolean {
    return this.#repeated;
  }
}

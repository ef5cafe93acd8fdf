import type { CaseSummary } from '../../src/core/report/reportModel';

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
export function caseChoices(cases: readonly CaseSummary[], benchmark: string): CaseChoices {
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

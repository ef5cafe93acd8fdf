import { desiredLabel, dimensionIds, labelsOf, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import type { RatedLabel } from '../../src/core/trust/ratedLabel';
import { withinTutors } from '../../src/core/trust/dimensionAgreement';
import { decimalText } from '../../src/core/text/formatNumber';
import { byTutor, correctionForms, mean, type ScoredReply } from './correctionForms';
import { people } from '../trainMrBenchJudge/cardStatistics';
import { heldOutLabels } from './heldOutLabels';

/** As Markdown: the learned judge's kappa within tutors, and its scores corrected by other tutors' labels. */
export function measureJudge(root: string): string {
  const rated = heldOutLabels(root);
  const labels = new Map(dimensionIds.map((id) => [id, rated.filter(({ dimension }) => dimension === id)]));
  return `${kappaTable(labels)}\n\n${correctionTable(labels)}`;
}

type ByDimension = ReadonlyMap<DimensionId, readonly RatedLabel[]>;

/** Kappa by dimension and tutor, then within all tutors, language models, and those without Phi3; means last. */
function kappaTable(labels: ByDimension): string {
  const statistics = [...labels].flatMap(([id, rated]) => {
    const within = withinTutors(id, rated, { scale: labelsOf(id), seed: 'within' });
    return within === undefined ? [] : [{ id, within }];
  });
  const tutors = [...new Set(statistics.flatMap(({ within }) => within.tutors.map(({ tutor }) => tutor)))].sort();
  const models = tutors.filter((name) => !people.has(name));
  const six = models.filter((name) => name !== 'Phi3');
  const kappaOf = (id: DimensionId, some: readonly string[]): number | undefined => {
    const rated = (labels.get(id) ?? []).filter(({ tutor }) => some.includes(tutor));
    return withinTutors(id, rated, { scale: labelsOf(id), seed: 'within', resamples: 1 })?.kappa;
  };
  const rows = statistics.map(({ id, within: { tutors: own, kappa, kappaCi, withoutOne } }) => [
    title(id),
    ...tutors.map((name) => shown(own.find(({ tutor }) => tutor === name)?.kappa)),
    `${shown(kappa)} (${shown(kappaCi?.low)} to ${shown(kappaCi?.high)})`,
    withoutOne === undefined
      ? '–'
      : `${shown(withoutOne.kappa)} (${shown(withoutOne.kappaCi?.low)} to ${shown(withoutOne.kappaCi?.high)}), ${withoutOne.tutor}`,
    shown(kappaOf(id, models)),
    shown(kappaOf(id, six)),
  ]);
  const meanOf = (some: readonly string[]): string =>
    shown(mean([...labels.keys()].map((id) => kappaOf(id, some) ?? Number.NaN)));
  const means = [
    'mean',
    ...tutors.map(() => ''),
    shown(mean(statistics.map(({ within }) => within.kappa ?? Number.NaN))),
    '',
  ];
  return table(
    ['kappa', ...tutors, 'within tutors', 'without the tutor that helps most', 'language models', 'without Phi3'],
    [...rows, [...means, meanOf(models), meanOf(six)]],
  );
}

/**
 * For each tutor, the distance between the judge's and people's score: raw, and corrected by the other tutors' labels.
 * Also counts the tutors whose interval holds people's score.
 */
function correctionTable(labels: ByDimension): string {
  const forms = Object.values(correctionForms);
  const cells = [...labels].map(([id, rated]) => {
    const score = (label: RatedLabel['judge']): number => (label === desiredLabel(id) ? 100 : 0);
    const scored = rated.map(({ tutor, human, judge }): ScoredReply => ({
      tutor,
      human: score(human),
      judge: score(judge),
    }));
    const missed = [...byTutor(scored)].map(([tutor, run]) => {
      const others = scored.filter((reply) => reply.tutor !== tutor);
      const people = mean(run.map(({ human }) => human));
      return forms.map((form) => {
        const { value, reach } = form(run, others);
        return { distance: Math.abs(value - people), held: Math.abs(value - people) <= reach, reach };
      });
    });
    return { id, missed };
  });
  const row = (name: string, missed: (typeof cells)[number]['missed']): readonly string[] => [
    name,
    ...forms.map((_, place) => {
      const own = missed.flatMap((cell) => cell[place] ?? []);
      const held = own.filter((one) => one.held).length;
      return `${mean(own.map(({ distance }) => distance)).toFixed(1)}; ${held} of ${own.length}; ±${median(own.map(({ reach }) => reach)).toFixed(0)}`;
    }),
  ];
  const rows = cells.map(({ id, missed }) => row(title(id), missed));
  const all = row(
    'all',
    cells.flatMap(({ missed }) => missed),
  );
  return table(['distance; held; interval', ...Object.keys(correctionForms)], [...rows, all]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function title(id: DimensionId): string {
  return id.replaceAll('_', ' ');
}

function shown(value: number | undefined): string {
  return value === undefined ? 'n/a' : decimalText(value, 2);
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

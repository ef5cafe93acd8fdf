import type { ReliabilityTable } from '../benchmarks/goldReply';
import { readableLine } from '../report/readableText';
import type { Interval } from '../statistics/interval';
import { aligned, figure } from './alignedTable';
import type { DimensionAgreement } from './dimensionAgreement';
import type { WithinTutors } from './withinTutors';

/** Agreement within tutors, then kappa and Pearson of each; nothing where no tutor has labels enough. */
export function tutorTables(dimensions: readonly DimensionAgreement[]): readonly string[] {
  const known = dimensions.flatMap(({ id, within }) =>
    within === undefined || within.tutors.length === 0 ? [] : [{ id, within }],
  );
  if (known.length === 0) return [];
  const ids = known.map(({ id }) => id);
  const names = [...new Set(known.flatMap(({ within }) => within.tutors.map(({ tutor }) => tutor)))].sort();
  const byTutor = (key: 'kappa' | 'pearson'): readonly string[] =>
    aligned(
      'dimension',
      names.map((name) => (name === '' ? 'not named' : readableLine(name))),
      ids,
      known.map(({ within: { tutors } }) =>
        names.map((name) => {
          const found = tutors.find(({ tutor }) => tutor === name);
          return found === undefined ? '–' : figure(found[key]);
        }),
      ),
    );
  return [
    'Within tutors (trust goes by these figures; those above tell tutors apart, too)',
    ...aligned(
      'dimension',
      heads,
      ids,
      known.map(({ within }) => cellsOf(within)),
    ),
    '',
    'Kappa by tutor',
    ...byTutor('kappa'),
    '',
    'Pearson by tutor (MRBench’s AC)',
    ...byTutor('pearson'),
  ];
}

const heads = [
  'tutors',
  'n',
  'agree',
  'kappa',
  '95% interval',
  'macro-F1',
  'majority',
  'without',
  'kappa then',
  '95% interval',
];

function cellsOf({
  tutors,
  n,
  agreement,
  kappa,
  kappaCi,
  macroF1,
  majority,
  withoutOne,
}: WithinTutors): readonly string[] {
  return [
    String(tutors.length),
    String(n),
    figure(agreement),
    figure(kappa),
    range(kappaCi),
    figure(macroF1),
    majority === undefined ? 'n/a' : `${figure(majority.agreement)} / ${figure(majority.macroF1)}`,
    withoutOne === undefined ? '–' : readableLine(withoutOne.tutor),
    withoutOne === undefined ? '–' : figure(withoutOne.kappa),
    range(withoutOne?.kappaCi),
  ];
}

function range(ci: Interval | undefined): string {
  return ci === undefined ? '–' : `${figure(ci.low)} to ${figure(ci.high)}`;
}

/** A benchmark's own table. A whole number is a count. */
export function reliabilityText({ title, columns, rows }: ReliabilityTable): string {
  const cells = rows.map((row) =>
    row.cells.map((cell, place) => (columns[place] === 'n' ? String(cell) : figure(cell))),
  );
  const titles = rows.map((row) => row.title);
  return [title, ...aligned('', columns, titles, cells)].join('\n');
}

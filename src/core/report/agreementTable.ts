import { decimalText, formatLevel } from './formatMetric';
import { countWords } from './countWords';
import type { AlphaFigure, DimensionBetweenJudges, JudgesAgreement, MajorityCounts } from './judgesAgreement';

/** How far the judges agree with each other, as cells of text that every form of the report shows alike. */
export interface AgreementTable {
  readonly title: string;
  readonly head: readonly string[];
  /** Titles are foreign text. */
  readonly rows: readonly { readonly title: string; readonly cells: readonly string[] }[];
  /** What the figures are, and why some are not there. Names in them are foreign text. */
  readonly notes: readonly string[];
}

/** The table of a benchmark's judges, with what their vote came to where it was asked for. */
export function agreementTable(agreement: JudgesAgreement, majority?: MajorityCounts): AgreementTable {
  const { dimensions, judges, cases } = agreement;
  const isOrdered = dimensions.some(({ ordinal }) => ordinal !== undefined);
  const interval = `${formatLevel(levelOf(dimensions))} interval`;
  return {
    title: `Agreement between the ${judges.length} judges`,
    head: ['alike', 'alpha', interval, ...(isOrdered ? ['by rank', interval] : []), 'split', 'n'],
    rows: dimensions.map((one) => ({ title: one.title, cells: cellsOf(one, isOrdered) })),
    notes: [
      'alike: pairs of judges that say the same; alpha: Krippendorff’s, 0 is chance; n: verdicts that another judge spoke of, too',
      `${countWords(cases, 'case', 'cases')} with a disagreement`,
      ...dimensions.flatMap(({ title, nominal: { reason } }) => (reason === undefined ? [] : [`${title}: ${reason}`])),
      ...(majority === undefined ? [] : [majorityNote(majority, judges.length)]),
    ],
  };
}

/** An agreement or an alpha with two decimals, `n/a` where there is none; U+2212 for minus. */
function formatAlpha(value: number | undefined): string {
  return value === undefined ? 'n/a' : decimalText(value, 2);
}

/** `0.41 to 0.72`; a dash where there is no interval. */
function formatAlphaInterval({ ci }: AlphaFigure): string {
  return ci === undefined ? '–' : `${formatAlpha(ci.low)} to ${formatAlpha(ci.high)}`;
}

function cellsOf(
  { agreement, nominal, ordinal, split, pairable }: DimensionBetweenJudges,
  isOrdered: boolean,
): readonly string[] {
  const ranks = ordinal === undefined ? ['–', '–'] : [formatAlpha(ordinal.value), formatAlphaInterval(ordinal)];
  return [
    agreement === undefined ? 'n/a' : `${(agreement * 100).toFixed(0)}%`,
    formatAlpha(nominal.value),
    formatAlphaInterval(nominal),
    ...(isOrdered ? ranks : []),
    String(split),
    String(pairable),
  ];
}

function majorityNote({ verdicts, split, tooFew }: MajorityCounts, judges: number): string {
  const open = [
    ...(split === 0 ? [] : [`${split.toLocaleString('en')} unscored as the judges are split`]),
    ...(tooFew === 0 ? [] : [`${tooFew.toLocaleString('en')} for want of verdicts`]),
  ];
  const rest = open.length === 0 ? 'each has a label that more than half of them gave' : open.join(', ');
  return `majority of ${judges}: ${verdicts.toLocaleString('en')} verdicts, ${rest}`;
}

function levelOf(dimensions: readonly DimensionBetweenJudges[]): number {
  return dimensions.find(({ nominal }) => nominal.ci !== undefined)?.nominal.ci?.level ?? 0.95;
}

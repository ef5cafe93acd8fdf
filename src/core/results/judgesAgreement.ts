import type { Benchmark } from '../benchmark/benchmark';
import { decimalText, formatRange, intervalTitle } from '../text/formatNumber';
import type { MetricValueOptions } from '../benchmark/metricValue';
import { groupedBy } from '../benchmark/samples';
import type { RunSession } from '../run/runSession';
import type { Label } from '../statistics/agreement';
import { resamplesFor, summedInterval } from '../statistics/bootstrap';
import { spreadInterval } from '../statistics/hiddenSpread';
import type { AlphaScale, LabelCounts } from '../statistics/krippendorffAlpha';
import { alphaSums, krippendorffAlpha, pairableOf } from '../statistics/krippendorffAlpha';
import { createRandom } from '../statistics/random';
import { sum } from '../statistics/sum';
import { boundedText } from '../text/readableText';
import { countWords, t, wholeNumber } from '../text/countWords';
import type {
  AlphaStatistic,
  BenchmarkReport,
  DimensionBetweenJudges,
  JudgesAgreement,
  MajorityCounts,
  ReportTable,
  VerdictChip,
} from './reportModel';
import { type Trial, readTrial } from './trial';
import { reportedJudgesOf } from './runHeader';
import { isSplit, type SlotLabels, slotLabels } from './slotLabels';
import { judgeTitle, labelText } from './verdictChip';

type IntervalOptions = Pick<MetricValueOptions, 'seed' | 'resamples'>;

interface Compared extends SlotLabels {
  readonly unit: string;
}

export function judgesAgreement(
  benchmark: Benchmark,
  trials: readonly Trial[],
  judgeModels: readonly string[],
  options: IntervalOptions,
): JudgesAgreement | undefined {
  if (judgeModels.length < 2) return undefined;
  const asked = trials.map((trial) => {
    const unit = benchmark.unitOf(trial.item.sample);
    const slots = [...slotLabels(trial, judgeModels).values()].filter(({ computed }) => !computed);
    return slots.map((slot): Compared => ({ ...slot, unit }));
  });
  const all = asked.flat();
  const dimensions = benchmark.judges.flatMap(({ id, title }) => {
    const own = all.filter(({ slot }) => slot.judge === id);
    return own.length === 0 ? [] : [dimension(benchmark, { id, title: boundedText(title) }, own, options)];
  });
  const cases = asked.filter((slots) => slots.some(isSplit)).length;
  return dimensions.length === 0 ? undefined : { judges: judgeModels, dimensions, cases };
}

function dimension(
  benchmark: Benchmark,
  metadata: Pick<DimensionBetweenJudges, 'id' | 'title'>,
  asked: readonly Compared[],
  options: IntervalOptions,
): DimensionBetweenJudges {
  const order = benchmark.labelsOf?.(metadata.id) ?? [];
  const labels = [...new Set<Label>([...order, ...asked.flatMap(({ said }) => said.map(({ decision }) => decision))])];
  const clusters = [...groupedBy(asked, ({ unit }) => unit).values()].map((own) =>
    own.map(({ said }) => labels.map((label) => said.filter(({ decision }) => decision === label).length)),
  );
  const things = clusters.flat();
  const alpha = (scale: AlphaScale): AlphaStatistic =>
    alphaStatistic(clusters, labels.length, scale, metadata.id, options);
  // Ranks need more than two labels, all of them on the scale.
  const isOrdered = order.length > 2 && labels.length === order.length;
  return {
    ...metadata,
    compared: asked.filter(({ said }) => said.length > 1).length,
    split: asked.filter(isSplit).length,
    pairable: pairableOf(things),
    agreement: pairsAlike(things),
    nominal: alpha('nominal'),
    ...(isOrdered ? { ordinal: alpha('ordinal') } : {}),
  };
}

function alphaStatistic(
  clusters: readonly (readonly LabelCounts[])[],
  labels: number,
  scale: AlphaScale,
  id: string,
  { seed, resamples }: IntervalOptions,
): AlphaStatistic {
  const value = krippendorffAlpha(clusters.flat(), scale);
  if (value === undefined) return { value, reason: pairableOf(clusters.flat()) === 0 ? noPairs : oneLabel };
  const random = createRandom(`judges/${seed}/${scale}/${id}`);
  // Units with nothing to compare would dilute the resamples.
  const paired = clusters.filter((cluster) => pairableOf(cluster) > 0);
  const rounds = resamplesFor(paired.length, resamples);
  const drawn = summedInterval(alphaSums(paired, labels, scale), { random, resamples: rounds });
  const ci = spreadInterval(drawn, { value, units: paired.length, scale: [-1, 1] });
  return { value, ci };
}

const noPairs = t`no two judges gave a usable verdict on the same thing`;
const oneLabel = t`all verdicts are identical, so agreement is undefined`;

/** Share of verdict pairs on the same thing that agree; `undefined` without pairs. */
function pairsAlike(things: readonly LabelCounts[]): number | undefined {
  const pairsOf = (count: number): number => count * (count - 1);
  const pairs = sum(things.map((counts) => pairsOf(sum(counts))));
  const alike = sum(things.flatMap((counts) => counts.map(pairsOf)));
  return pairs === 0 ? undefined : alike / pairs;
}

export interface JudgeDisagreement extends Pick<VerdictChip, 'judge' | 'judgeTitle' | 'turn' | 'criterionId'> {
  readonly case: string;
  readonly labels: readonly { readonly judge: string; readonly label: string }[];
}

export function judgeDisagreements(session: RunSession): readonly JudgeDisagreement[] {
  const judgeModels = reportedJudgesOf(session);
  if (judgeModels.length < 2) return [];
  return session.items.flatMap((item) =>
    [...slotLabels(readTrial(session, item), judgeModels).values()].filter(isSplit).map(({ slot, said }) => ({
      case: item.key,
      judge: slot.judge,
      judgeTitle: judgeTitle(item, slot.judge),
      turn: slot.turn,
      criterionId: slot.criterionId,
      labels: said.map(({ judgeModel, verdict }) => ({
        judge: judgeModel,
        label: labelText(verdict, item.benchmark.labelTitles),
      })),
    })),
  );
}

export function agreementTables({
  agreement,
  majority,
}: Pick<BenchmarkReport, 'agreement' | 'majority'>): readonly ReportTable[] {
  if (agreement === undefined) return [];
  const { dimensions, judges, cases } = agreement;
  const isOrdered = dimensions.some(({ ordinal }) => ordinal !== undefined);
  const byRank = isOrdered ? [t`by rank`, intervalTitle] : [];
  return [
    {
      title: t`Agreement between the ${judges.length} judges`,
      head: [t`judge`, t`alike`, t`alpha`, intervalTitle, ...byRank, t`split`, 'n'],
      rows: dimensions.map((one) => [one.title, ...cellsOf(one, isOrdered)]),
      notes: [
        t`alike: share of judge pairs that agree; alpha: Krippendorff’s, 0 is chance; n: verdicts on what another judge also judged`,
        t`${countWords(cases, 'case', 'cases')} with a disagreement`,
        ...dimensions.flatMap(({ title, nominal: { reason } }) =>
          reason === undefined ? [] : [`${title}: ${reason}`],
        ),
        ...(majority === undefined ? [] : [majorityNote(majority, judges.length)]),
      ],
    },
  ];
}

function alphaCells({ value, ci }: AlphaStatistic): readonly string[] {
  return [value === undefined ? 'n/a' : decimalText(value, 2), ci === undefined ? '–' : formatRange(ci, 'level')];
}

function cellsOf(
  { agreement, nominal, ordinal, split, pairable }: DimensionBetweenJudges,
  isOrdered: boolean,
): readonly string[] {
  return [
    agreement === undefined ? 'n/a' : `${(agreement * 100).toFixed(0)}%`,
    ...alphaCells(nominal),
    ...(!isOrdered ? [] : ordinal === undefined ? ['–', '–'] : alphaCells(ordinal)),
    String(split),
    String(pairable),
  ];
}

function majorityNote({ verdicts, split, tooFew }: MajorityCounts, judges: number): string {
  const open = [
    split > 0 && t`${wholeNumber(split)} unscored as the judges are split`,
    tooFew > 0 && t`${wholeNumber(tooFew)} with too few verdicts`,
  ].filter((part) => part !== false);
  const rest = open.length === 0 ? t`each has a label that more than half of them gave` : open.join(', ');
  return t`majority of ${judges}: ${wholeNumber(verdicts)} verdicts, ${rest}`;
}

import type { BenchmarkComparison } from '../compare/comparison';
import type { Flip, FlipKind, FlipSide } from '../compare/findFlips';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { boundedText } from '../text/boundedText';
import type {
  BenchmarkComparisonView,
  FlipSampleView,
  FlipView,
  TurnRate,
  TurnRatesView,
  UnlistedFlips,
} from './comparisonViewModel';

/** A sample in words; untrusted and bounded. */
interface SampleTitle {
  readonly title: string;
  readonly quote: string;
  readonly group: string;
}

/** What a comparison leaves out: the words for its ids. */
export interface ComparisonTitles {
  sample(benchmark: string, sampleId: string): SampleTitle | undefined;
  judge(benchmark: string, judgeId: string): string | undefined;
  criterion(benchmark: string, sampleId: string, criterionId: string): string | undefined;
  /** What a stored label is called. */
  label(benchmark: string, label: string): string | undefined;
}

/** Reads the words from the runs themselves; those of the later run win. */
export function comparisonViewTitles(before: RunSession, after: RunSession): ComparisonTitles {
  const items = new Map<string, WorkItem>();
  const benchmarks = new Map<string, WorkItem['benchmark']>();
  for (const item of [...before.items, ...after.items]) {
    items.set(keyOf(item.benchmark.id, item.sample.id), item);
    benchmarks.set(item.benchmark.id, item.benchmark);
  }
  return {
    sample: (benchmark, sampleId) => {
      const item = items.get(keyOf(benchmark, sampleId));
      if (item === undefined) return undefined;
      const { title, quote, group } = item.benchmark.summarize(item.sample);
      return { title: boundedText(title), quote: boundedText(quote), group: boundedText(group) };
    },
    judge: (benchmark, judgeId) => benchmarks.get(benchmark)?.judges.find(({ id }) => id === judgeId)?.title,
    criterion: (benchmark, sampleId, criterionId) => {
      const item = items.get(keyOf(benchmark, sampleId));
      return item?.benchmark.criterionOf?.(item.sample, criterionId)?.text;
    },
    label: (benchmark, label) => {
      const titles = benchmarks.get(benchmark)?.labelTitles ?? {};
      return Object.hasOwn(titles, label) ? titles[label] : undefined;
    },
  };
}

function keyOf(benchmark: string, sampleId: string): string {
  return `${benchmark}/${sampleId}`;
}

/** Plays whose labels are written out; more are counted. */
const mostLabels = 4;
/** Characters of a criterion in a row. */
const longestCriterion = 120;

/** Most verdicts of two runs are the same as before and as good: a panel that shows what changed needs no more than their number. */
const unlistedKinds: ReadonlySet<FlipKind> = new Set<FlipKind>(['stillPassing', 'unchanged']);

/**
 * The flips of a benchmark with the words for their ids, but for those that say nothing changed and nothing is wrong, which are
 * counted; each sample of a listed flip is written once.
 */
export function comparisonViewFlips(
  { id, flips: { flips, flakinessKnown } }: Pick<BenchmarkComparison, 'id' | 'flips'>,
  titles: ComparisonTitles,
): Pick<BenchmarkComparisonView, 'samples' | 'flips' | 'unlisted' | 'flakinessKnown'> {
  const places = new Map<string, number>();
  const samples: FlipSampleView[] = [];
  const unlisted = new Map<string, UnlistedFlips>();
  const judgeTitles = new Map<string, string>();
  const views: FlipView[] = [];
  for (const [index, flip] of flips.entries()) {
    const { kind, judge, turn, criterionId, before, after } = flip;
    if (unlistedKinds.has(kind)) {
      const key = `${kind}\n${judge}`;
      unlisted.set(key, { kind, judge, count: (unlisted.get(key)?.count ?? 0) + 1 });
      continue;
    }
    let sample = places.get(flip.sampleId);
    if (sample === undefined) {
      sample = samples.length;
      places.set(flip.sampleId, sample);
      samples.push(sampleView(id, flip, titles));
    }
    let judgeTitle = judgeTitles.get(judge);
    if (judgeTitle === undefined) judgeTitles.set(judge, (judgeTitle = boundedText(titles.judge(id, judge) ?? judge)));
    const criterion =
      criterionId === undefined ? undefined : (titles.criterion(id, flip.sampleId, criterionId) ?? criterionId);
    const outcomeBefore = sharedOutcome(before);
    const outcomeAfter = sharedOutcome(after);
    views.push({
      id: `${id}/${index}`,
      kind,
      sample,
      judge,
      judgeTitle,
      ...(turn === undefined ? undefined : { turn }),
      ...(criterion === undefined ? undefined : { criterion: boundedText(criterion, longestCriterion) }),
      before: labelsText(id, before, titles),
      after: labelsText(id, after, titles),
      ...(outcomeBefore === undefined ? undefined : { outcomeBefore }),
      ...(outcomeAfter === undefined ? undefined : { outcomeAfter }),
    });
  }
  return {
    samples,
    flips: views,
    flakinessKnown,
    ...(unlisted.size === 0 ? {} : { unlisted: [...unlisted.values()] }),
  };
}

function sampleView(benchmark: string, { sampleId, before, after }: Flip, titles: ComparisonTitles): FlipSampleView {
  const words = titles.sample(benchmark, sampleId) ?? { title: boundedText(sampleId), quote: '', group: '' };
  const earlier = byRepeat(before.cases);
  const later = byRepeat(after.cases);
  const repeats = [...new Set([...earlier.keys(), ...later.keys()])].sort((one, other) => one - other);
  return {
    id: sampleId,
    ...words,
    plays: repeats.map((repeat) => {
      const [one, other] = [earlier.get(repeat), later.get(repeat)];
      return {
        repeat,
        ...(one === undefined ? {} : { before: one }),
        ...(other === undefined ? {} : { after: other }),
      };
    }),
  };
}

/** By the number behind the last `#` of a case's id. */
function byRepeat(cases: readonly string[]): ReadonlyMap<number, string> {
  return new Map(
    cases.map((id, place) => {
      const number = Number(id.slice(id.lastIndexOf('#') + 1));
      return [Number.isInteger(number) ? number : place, id];
    }),
  );
}

function labelsText(benchmark: string, { labels }: FlipSide, titles: ComparisonTitles): string {
  const [label] = labels;
  if (label === undefined) return '–';
  const first = labelText(benchmark, label, titles);
  if (labels.length === 1) return first;
  const texts = labels.map((one) => labelText(benchmark, one, titles));
  if (texts.every((text) => text === first)) return first;
  const rest = texts.length - mostLabels;
  return texts.slice(0, mostLabels).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function labelText(benchmark: string, label: FlipSide['labels'][number], titles: ComparisonTitles): string {
  if (typeof label === 'boolean') return label ? 'yes' : 'no';
  return boundedText(titles.label(benchmark, String(label)) ?? String(label), 60);
}

function sharedOutcome({ outcomes }: FlipSide): FlipView['outcomeBefore'] {
  if (outcomes.length === 0) return 'unscored';
  return outcomes.every((outcome) => outcome === outcomes[0]) ? outcomes[0] : undefined;
}

/** With fewer turns there is no course to see. */
const fewestTurns = 2;

const nothing: TurnRate = { failed: 0, judged: 0 };

/**
 * How often each judge found a failure, turn by turn, in both runs; the order of judges is that in which the benchmark's flips name
 * them. Only samples that are in both runs count. Verdicts that can be neither good nor bad do not.
 */
export function comparisonViewTurns(
  { id, flips: { flips } }: Pick<BenchmarkComparison, 'id' | 'flips'>,
  titles: ComparisonTitles,
): readonly TurnRatesView[] {
  const judges = new Map<string, Map<number, { before: TurnRate; after: TurnRate }>>();
  for (const { judge, turn, before, after } of flips) {
    if (turn === undefined) continue;
    const turns = judges.get(judge) ?? new Map<number, { before: TurnRate; after: TurnRate }>();
    judges.set(judge, turns);
    const sum = turns.get(turn) ?? { before: nothing, after: nothing };
    turns.set(turn, { before: addSide(sum.before, before), after: addSide(sum.after, after) });
  }
  return [...judges].flatMap(([judge, turns]): readonly TurnRatesView[] => {
    const judged = [...turns].filter(([, { before, after }]) => before.judged + after.judged > 0);
    if (judged.length < fewestTurns) return [];
    judged.sort(([one], [other]) => one - other);
    return [
      {
        judge,
        judgeTitle: boundedText(titles.judge(id, judge) ?? judge),
        turns: judged.map(([turn, rates]) => ({ turn, ...rates })),
      },
    ];
  });
}

function addSide({ failed, judged }: TurnRate, { outcomes }: FlipSide): TurnRate {
  const scored = outcomes.filter((outcome) => outcome !== 'neutral' && outcome !== 'unscored');
  return {
    failed: failed + scored.filter((outcome) => outcome === 'undesired').length,
    judged: judged + scored.length,
  };
}

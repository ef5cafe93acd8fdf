import type { BenchmarkComparison } from '../compare/comparison';
import type { Flip, FlipSide } from '../compare/findFlips';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import type * as model from './comparisonViewModel';

/** Looks up display texts for the ids in a comparison. */
export interface ComparisonTitles {
  sample(benchmark: string, sampleId: string): Pick<model.FlipSampleView, 'title' | 'quote' | 'group'> | undefined;
  judge(benchmark: string, judgeId: string): string | undefined;
  criterion(benchmark: string, sampleId: string, criterionId: string): string | undefined;
  label(benchmark: string, label: string): string | undefined;
  /** The reply that a verdict on this case and turn is about. */
  reply(side: 'before' | 'after', caseId: string | undefined, turn: number | undefined): string | undefined;
}

/** Reads display texts from the runs; the later run takes precedence. */
export function comparisonViewTitles(before: RunSession, after: RunSession): ComparisonTitles {
  const keyOf = (benchmark: string, sampleId: string): string => `${benchmark}/${sampleId}`;
  const all = [...before.items, ...after.items];
  const items = new Map(all.map((item): [string, WorkItem] => [keyOf(item.benchmark.id, item.sample.id), item]));
  const benchmarks = new Map(all.map(({ benchmark }): [string, WorkItem['benchmark']] => [benchmark.id, benchmark]));
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
    reply: (side, caseId = '', turn = 1) =>
      (side === 'before' ? before : after).state.items.get(caseId)?.replies[turn - 1]?.visible,
  };
}

/** Maximum labels written out; more are counted. */
const mostLabels = 4;
/** Maximum characters of a criterion, and of a reply, in a row. */
const longestCriterion = 120;
const longestReply = 160;

type Flipped = Pick<BenchmarkComparison, 'id' | 'flips'>;

/** The flips of a benchmark with display texts. Verdicts that still pass or are unchanged are only counted. */
export function comparisonViewFlips(
  { id, flips: { flips, flakinessKnown } }: Flipped,
  titles: ComparisonTitles,
): Pick<model.BenchmarkComparisonView, 'samples' | 'flips' | 'unlisted' | 'flakinessKnown'> {
  const samples = new Map<string, { readonly index: number; readonly view: model.FlipSampleView }>();
  const unlisted = new Map<string, model.UnlistedFlips>();
  const views: model.FlipView[] = [];
  for (const [position, flip] of flips.entries()) {
    const { kind, sampleId, judge, turn, criterionId, before, after } = flip;
    if (kind === 'stillPassing' || kind === 'unchanged') {
      const key = `${kind}\n${judge}`;
      unlisted.set(key, { kind, judge, count: (unlisted.get(key)?.count ?? 0) + 1 });
      continue;
    }
    const sample = samples.get(sampleId) ?? { index: samples.size, view: sampleView(id, flip, titles) };
    samples.set(sampleId, sample);
    const criterion = criterionId && (titles.criterion(id, sampleId, criterionId) ?? criterionId);
    views.push({
      ...{ kind, judge, turn },
      id: `${id}/${position}`,
      sample: sample.index,
      judgeTitle: judgeTitle(id, judge, titles),
      criterion: criterion === undefined ? undefined : boundedText(criterion, longestCriterion),
      before: labelsText(id, before, titles),
      after: labelsText(id, after, titles),
      ...(kind !== 'stillFailing' &&
        kind !== 'unjudged' && {
          replies: [
            boundedText(titles.reply('before', before.cases[0], turn) ?? '', longestReply),
            boundedText(titles.reply('after', after.cases[0], turn) ?? '', longestReply),
          ],
        }),
    });
  }
  return {
    samples: [...samples.values()].map(({ view }) => view),
    flips: views,
    flakinessKnown,
    unlisted: [...unlisted.values()],
  };
}

function judgeTitle(benchmark: string, judge: string, titles: ComparisonTitles): string {
  return boundedText(titles.judge(benchmark, judge) ?? judge);
}

function sampleView(
  benchmark: string,
  { sampleId, before, after }: Flip,
  titles: ComparisonTitles,
): model.FlipSampleView {
  const words = titles.sample(benchmark, sampleId) ?? { title: boundedText(sampleId), quote: '', group: '' };
  // The repeat is the number after the last `#` of a case's id.
  const byRepeat = (cases: readonly string[]): ReadonlyMap<number, string> =>
    new Map(cases.map((id) => [Number(id.slice(id.lastIndexOf('#') + 1)), id]));
  const [earlier, later] = [byRepeat(before.cases), byRepeat(after.cases)];
  const repeats = [...new Set([...earlier.keys(), ...later.keys()])].sort((one, other) => one - other);
  return {
    id: sampleId,
    ...words,
    trials: repeats.map((repeat) => ({ repeat, before: earlier.get(repeat), after: later.get(repeat) })),
  };
}

function labelsText(benchmark: string, { labels }: FlipSide, titles: ComparisonTitles): string {
  const texts = labels.map((label) => {
    if (typeof label === 'boolean') return label ? 'yes' : 'no';
    return boundedText(titles.label(benchmark, String(label)) ?? String(label), 60);
  });
  const [first = '–'] = texts;
  if (texts.every((text) => text === first)) return first;
  const rest = texts.length - mostLabels;
  return texts.slice(0, mostLabels).join(', ') + (rest > 0 ? t` and ${rest} more` : '');
}

/** Failures per judge and turn on samples in both runs. Verdicts that are neither good nor bad do not count. */
export function comparisonViewTurns(
  { id, flips: { flips } }: Flipped,
  titles: ComparisonTitles,
): readonly model.TurnRatesView[] {
  type Turn = model.TurnRatesView['turns'][number];
  const judges = new Map<string, Map<number, Turn>>();
  for (const { judge, turn, before, after } of flips) {
    if (turn === undefined) continue;
    const turns = judges.get(judge) ?? new Map<number, Turn>();
    judges.set(judge, turns);
    const sum = turns.get(turn);
    turns.set(turn, { turn, before: addSide(sum?.before, before), after: addSide(sum?.after, after) });
  }
  return [...judges].flatMap(([judge, rates]): readonly model.TurnRatesView[] => {
    const turns = [...rates.values()].filter(({ before, after }) => before.judged + after.judged > 0);
    // A single turn shows no trend.
    if (turns.length < 2) return [];
    turns.sort((one, other) => one.turn - other.turn);
    return [{ judgeTitle: judgeTitle(id, judge, titles), turns }];
  });
}

function addSide(sum: model.TurnRate | undefined, { outcomes }: FlipSide): model.TurnRate {
  const scored = outcomes.filter((outcome) => outcome !== 'neutral' && outcome !== 'unscored');
  return {
    failed: (sum?.failed ?? 0) + scored.filter((outcome) => outcome === 'undesired').length,
    judged: (sum?.judged ?? 0) + scored.length,
  };
}

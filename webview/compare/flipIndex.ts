import { html } from 'lit-html';
import type { ComparisonView, FlipKind, FlipSampleView, FlipView } from '../../src/core/report/comparisonViewModel';
import { changeMark } from '../charts/outcomeMark';
import type { RowView } from '../dom/rowList';
import { t, visibleLine } from '../text/visibleText';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];

/** In the order of the list, changes first. */
export const flipWords: Readonly<Record<FlipKind, { readonly title: string; readonly means: string }>> = {
  broken: { title: t`Broken`, means: t`Passed before, fails now.` },
  fixed: { title: t`Fixed`, means: t`Failed before, passes now.` },
  movedDown: { title: t`Moved down`, means: t`Partly down, or down a scale without a better end.` },
  movedUp: { title: t`Moved up`, means: t`Partly up, or up a scale without a better end.` },
  changed: { title: t`Changed`, means: t`Another label, on a dimension without order.` },
  flaky: { title: t`Flaky`, means: t`Repeats of one prompt disagree about it, so the change says little.` },
  stillFailing: { title: t`Still failing`, means: t`Fails in both runs.` },
  stillPassing: { title: t`Still passing`, means: t`Passes in both runs.` },
  unchanged: { title: t`Unchanged`, means: t`The same label in both runs, neither good nor bad.` },
  unjudged: { title: t`Unjudged`, means: t`One of the runs has no usable verdict. That is not a failure.` },
};

export const flipKinds = Object.keys(flipWords) as readonly FlipKind[];

/** The initial filter. An empty text or list of judges does not filter. */
export const firstFlips = {
  kinds: ['broken', 'fixed'] as readonly FlipKind[],
  benchmark: '',
  /** Judge ids of a metric. */
  judges: [] as readonly string[],
  /** Title of the metric that was clicked to choose the judges. */
  judgesTitle: '',
};
export type FlipFilter = Readonly<typeof firstFlips>;

export interface ListedFlip extends FlipView {
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly of: FlipSampleView;
}

type Counts = Readonly<Record<FlipKind, number>>;

/** The flips of a comparison. Counts cover the chosen benchmark and judges. */
export interface FlipIndex {
  readonly all: readonly ListedFlip[];
  readonly shown: readonly ListedFlip[];
  readonly counts: Counts;
  /** Flips that the host counted but did not send. */
  readonly unlisted: Counts;
}

export function flipIndex(view: ComparisonView | undefined, filter: FlipFilter): FlipIndex {
  const { benchmarks = [] } = view ?? {};
  const all = benchmarks.flatMap(({ id, title, flips, samples }) =>
    flips.flatMap((flip): readonly ListedFlip[] => {
      const of = samples[flip.sample];
      return of === undefined ? [] : [{ ...flip, benchmark: id, benchmarkTitle: title, of }];
    }),
  );
  // Flips arrive sorted within a benchmark; several benchmarks are sorted by kind first.
  if (benchmarks.length > 1) all.sort((one, other) => flipKinds.indexOf(one.kind) - flipKinds.indexOf(other.kind));
  const isInScope = ({ benchmark, judge }: Pick<ListedFlip, 'benchmark' | 'judge'>): boolean =>
    (filter.benchmark === '' || benchmark === filter.benchmark) &&
    (filter.judges.length === 0 || filter.judges.includes(judge));
  const inScope = all.filter(isInScope);
  const unlisted = benchmarks
    .flatMap(({ id, unlisted: some = [] }) => some.map((one) => ({ ...one, benchmark: id })))
    .filter(isInScope);
  return {
    all,
    shown: inScope.filter(({ kind }) => filter.kinds.includes(kind)),
    counts: countsOf(inScope.map(({ kind }) => ({ kind, count: 1 }))),
    unlisted: countsOf(unlisted),
  };
}

function countsOf(found: readonly { readonly kind: FlipKind; readonly count: number }[]): Counts {
  const counts = Object.fromEntries(flipKinds.map((kind) => [kind, 0])) as Record<FlipKind, number>;
  for (const { kind, count } of found) counts[kind] += count;
  return counts;
}

export function flipRow({ kind, of, ...flip }: ListedFlip, severalBenchmarks: boolean): RowView {
  const turn = flip.turn === undefined ? '' : t`turn ${String(flip.turn)}`;
  const judge = `${severalBenchmarks ? `${visibleLine(flip.benchmarkTitle)} · ` : ''}${visibleLine(flip.criterion ?? flip.judgeTitle)}`;
  const [quote = '', title = ''] = [of.quote, of.title].map(visibleLine);
  const [before = '', after = ''] = [flip.before, flip.after].map(visibleLine);
  const [first = '', second = ''] = flip.replies?.map(visibleLine) ?? [];
  return {
    content: html`<span class="flip-kind ${kind}">${changeMark(kind)} ${flipWords[kind].title}</span>
      <span class="flip-judge"
        ><bdi>${judge}</bdi>${turn && html`<span class="flip-turn number muted">${turn}</span>`}</span
      >
      <span class="flip-words">${quote && html`<bdi>“${quote}”</bdi> `}<bdi class="muted">${title}</bdi></span>
      <span class="flip-change number" dir="auto">${before} → ${after}</span>
      ${flip.replies && html`<span class="flip-replies"><bdi>${first}</bdi> → <bdi>${second}</bdi></span>`}`,
  };
}

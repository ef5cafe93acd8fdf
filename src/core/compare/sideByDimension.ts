import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { SampleResult } from '../benchmarks/sampleResult';
import type { Outcome, Verdict } from '../judging/verdict';
import type { FlipSide } from './flip';

/** What the plays of one run say about one thing of a sample; the lists are absent where none says anything usable. */
export interface Dimension {
  readonly slot: Verdict;
  labels: FlipSide['labels'] | undefined;
  outcomes: FlipSide['outcomes'] | undefined;
  /** The last play that said something about it. */
  play: number;
}

/** Most dimensions have one play: these lists of one stand for all of them. */
const singleOutcomes: Readonly<Record<Outcome, readonly [Outcome]>> = {
  desired: ['desired'],
  partial: ['partial'],
  undesired: ['undesired'],
  neutral: ['neutral'],
  unscored: ['unscored'],
};

/** The same for labels, as they come; one for all samples of a comparison. */
export class SingleLabels {
  readonly #lists = new Map<FlipSide['labels'][number], FlipSide['labels']>();

  /** The list of this one label. */
  of(label: FlipSide['labels'][number]): FlipSide['labels'] {
    let list = this.#lists.get(label);
    if (list === undefined) this.#lists.set(label, (list = [label]));
    return list;
  }
}

/** All verdicts on a sample over its plays, by judge, turn and criterion; one without a usable verdict has empty lists. */
export function sideByDimension(
  benchmark: Benchmark,
  result: SampleResult<Sample> | undefined,
  policy: ProtocolPolicy,
  singleLabels: SingleLabels,
): ReadonlyMap<string, Dimension> {
  const dimensions = new Map<string, Dimension>();
  if (result === undefined) return dimensions;
  for (const [play, { verdicts }] of result.repeats.entries()) {
    for (const verdict of verdicts) {
      const key = `${verdict.judge}\n${verdict.turn ?? ''}\n${verdict.criterionId ?? ''}`;
      let dimension = dimensions.get(key);
      if (dimension === undefined) {
        dimensions.set(key, (dimension = { slot: verdict, labels: undefined, outcomes: undefined, play: -1 }));
      }
      // A play says one thing about a dimension: what a record repeats does not count twice.
      if (dimension.play === play || verdict.status !== 'ok' || verdict.label === undefined) continue;
      const outcome = benchmark.outcomeOf(verdict, policy, result.sample);
      if (outcome === 'unscored' || Number.isNaN(verdict.label)) continue;
      dimension.play = play;
      const { labels, outcomes } = dimension;
      dimension.labels = labels === undefined ? singleLabels.of(verdict.label) : [...labels, verdict.label];
      dimension.outcomes = outcomes === undefined ? singleOutcomes[outcome] : [...outcomes, outcome];
    }
  }
  return dimensions;
}

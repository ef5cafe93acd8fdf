import type { Population } from './population';

export type LabelKind = 'binary' | 'one of three' | 'mean of three';

/** One setting of the simulation. */
export interface Cell {
  readonly labels: LabelKind;
  readonly accuracy: number;
  readonly errors: 'even' | 'lenient';
  readonly goldN: number;
  /** Labelled replies of one dialogue. */
  readonly clusterSize: number;
  readonly runN: number;
  /** Whether people find the run's replies better than the labelled ones. */
  readonly run: 'alike' | 'better';
}

const kinds: readonly LabelKind[] = ['binary', 'one of three', 'mean of three'];

/** Every setting in which the run's replies are like the labelled ones, and the settings in which they are not. */
export const cells: readonly Cell[] = (['alike', 'better'] as const).flatMap((run) =>
  kinds.flatMap((labels) =>
    [0.6, 0.8, 0.95].flatMap((accuracy) =>
      (['even', 'lenient'] as const).flatMap((errors) =>
        [1, 4].flatMap((clusterSize) =>
          [40, 150].flatMap((goldN) =>
            (run === 'alike' ? [60, 200] : [200])
              .filter(() => run === 'alike' || clusterSize === 1)
              .map((runN): Cell => ({ labels, accuracy, errors, goldN, clusterSize, runN, run })),
          ),
        ),
      ),
    ),
  ),
);

/** The labelled replies and the run of a setting. The judge errs in the same way on both. */
export function populationsOf({ labels, accuracy, errors, run }: Cell): {
  readonly gold: Population;
  readonly run: Population;
} {
  const two = labels === 'binary';
  const judge = two ? judgeOfTwo(accuracy, errors) : judgeOfThree(accuracy, errors);
  const scores = two ? [0, 1] : labels === 'one of three' ? [0, 0, 1] : [0, 0.5, 1];
  const alike = two ? [0.5, 0.5] : [0.3, 0.3, 0.4];
  const better = two ? [0.2, 0.8] : [0.1, 0.2, 0.7];
  return { gold: { human: alike, judge, scores }, run: { human: run === 'alike' ? alike : better, judge, scores } };
}

/** A lenient judge finds most of what is good and passes more of what is not; the accuracy is the mean of the two. */
function judgeOfTwo(accuracy: number, errors: Cell['errors']): readonly (readonly number[])[] {
  const apart = errors === 'even' ? 0 : 0.75 * Math.min(1 - accuracy, 0.2);
  const [hits, rejections] = [accuracy + apart, accuracy - apart];
  return [
    [rejections, 1 - rejections],
    [1 - hits, hits],
  ];
}

/** A lenient judge's errors are all one label too high where there is one; an even one errs to both others alike. */
function judgeOfThree(accuracy: number, errors: Cell['errors']): readonly (readonly number[])[] {
  const wrong = 1 - accuracy;
  if (errors === 'even') return [0, 1, 2].map((row) => [0, 1, 2].map((to) => (to === row ? accuracy : wrong / 2)));
  return [
    [accuracy, wrong, 0],
    [0, accuracy, wrong],
    [0, wrong / 2, 1 - wrong / 2],
  ];
}

import { describe, expect, it } from 'vitest';
import { metricName } from '../../../src/core/benchmark/aims';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { beatenRuns as comparedRuns } from '../../../src/core/compare/beatenRuns';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import { toyBenchmark, type ToySample } from '../report/reportFixture';
import { type ComparedRunParts, comparedSession, judge, labelMetric, oneTrial } from './comparedSessions';

/** A label `12` is 1 of ten in the first metric, and 2 of ten in the second. */
const digit = (id: string, place: number, metadata = {}): MeanMetric<ToySample> => {
  const plain = labelMetric({ id, title: id, ...metadata });
  const valueOf = (label: number): number => Number(String(label).padStart(2, '0')[place]) / 10;
  return {
    ...plain,
    observe: (results, policy) =>
      plain.observe(results, policy).map((one) => ({ ...one, value: one.value && valueOf(one.value) })),
  };
};
const metrics = [digit('Guidance', 0), digit('Telling', 1)] as const;
const names = metrics.map((one) => metricName(toyBenchmark.id, one)) as [string, string];

const few = { resamples: 400, draws: 1_000 };
type Given = Parameters<typeof comparedRuns>;
const beatenRuns = (runs: Given[0], of: Given[1], by: string, limits: Given[3]) =>
  comparedRuns(runs, of, by, { ...few, ...limits }, () => Promise.resolve());

let made = 0;
function run(labels: readonly number[], parts: Partial<ComparedRunParts> = {}): RunSession {
  made += 1;
  const session = comparedSession({ trials: oneTrial(labels), metrics, opening: `${made} `, ...parts });
  const prompt = { ...session.manifest.prompt, revision: `sha256:${made}` };
  return { ...session, manifest: { ...session.manifest, runId: `run-${made}`, prompt } };
}

/** Forty units around these values, never all alike. */
const around = (first: number, second: number): readonly number[] =>
  Array.from({ length: 40 }, (_, unit) => 10 * (first + (unit % 2)) + second + (Math.floor(unit / 2) % 2));

describe('revisions by two metrics', () => {
  it('are beaten by one that is better on one and no worse on the other, whichever came first', async () => {
    const [low, high, same] = [run(around(2, 5)), run(around(7, 5)), run(around(7, 5))];
    expect(await beatenRuns([low, high, same], names, judge, { guardMargin: 0.2 })).toEqual({
      by: [1, undefined, undefined],
      level: 0.05 / 3,
      pairs: 3,
      tested: 3,
    });
    expect((await beatenRuns([high, low], names, judge, {})).by).toEqual([undefined, 0]);
  });

  it('both stay where each is better on one', async () => {
    expect((await beatenRuns([run(around(2, 7)), run(around(7, 2))], names, judge, {})).by).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('both stay where the other metric may lose as much as a guard may not', async () => {
    // The other metric loses 0.025 on average, and little is known of it.
    const noisy = (first: number, shift: number): readonly number[] =>
      Array.from({ length: 40 }, (_, unit) => 10 * (first + (unit % 2)) + ((unit * 7 + shift * (unit % 4)) % 9));
    const [before, after] = [run(noisy(2, 0)), run(noisy(7, 3))];
    expect((await beatenRuns([before, after], names, judge, { guardMargin: 0.05 })).by).toEqual([undefined, undefined]);
    expect((await beatenRuns([before, after], names, judge, { guardMargin: 0.9 })).by).toEqual([1, undefined]);
  });

  it('both stay where each is a little better by test, whatever a guard may lose', async () => {
    const pair = [run(around(5, 6)), run(around(6, 5))];
    expect((await beatenRuns(pair, names, judge, { guardMargin: 0.9 })).by).toEqual([undefined, undefined]);
  });

  it('both stay where the difference is smaller than matters', async () => {
    const pair = [run(around(2, 5)), run(around(4, 5))];
    expect((await beatenRuns(pair, names, judge, {})).by).toEqual([1, undefined]);
    expect((await beatenRuns(pair, names, judge, { smallest: 0.3 })).by).toEqual([undefined, undefined]);
  });

  it('are held to the margin of guards on a scale of differences', async () => {
    const signed = [metrics[0], digit('Telling', 1, { scale: [-1, 1] })] as const;
    const lossy = (first: number, loss: number) =>
      run(
        Array.from({ length: 40 }, (_, unit) => 10 * (first + (unit % 2)) + (unit % 8 === 0 ? 5 - loss : 5)),
        { metrics: signed },
      );
    // 0.05 on average, not worse by test: the interval reaches beyond 0.1, and not beyond 0.2.
    const pair = [lossy(2, 0), lossy(7, 4)];
    expect((await beatenRuns(pair, names, judge, { guardMargin: 0.1 })).by).toEqual([undefined, undefined]);
  });

  it('turns a metric around that is better when low', async () => {
    const down = [metrics[0], digit('Telling', 1, { direction: 'down' })] as const;
    const pair = (first: number, second: number) => run(around(first, second), { metrics: down });
    expect((await beatenRuns([pair(5, 7), pair(5, 2)], names, judge, {})).by).toEqual([1, undefined]);
    expect((await beatenRuns([pair(5, 2), pair(5, 7)], names, judge, {})).by).toEqual([undefined, 0]);
  });

  it('are not tested where the judge is another one than it was', async () => {
    const pair = [run(around(2, 5)), run(around(7, 5), { version: 'Helps@87654321' })];
    expect(await beatenRuns(pair, names, judge, {})).toMatchObject({ by: [undefined, undefined], tested: 0 });
  });

  it('are not tested with simulated models', async () => {
    const simulated = { tutor: { provider: 'offline', model: 'tutor', simulated: true } };
    const manifest = { manifest: simulated };
    expect(
      await beatenRuns([run(around(2, 5), manifest), run(around(7, 5), manifest)], names, judge, {}),
    ).toMatchObject({
      by: [undefined, undefined],
      tested: 0,
    });
  });

  it('are seldom beaten where they lose just more than a guard may, however many there are', async () => {
    const random = createRandom(7);
    const worlds = 20;
    let wrong = 0;
    for (let world = 0; world < worlds; world++) {
      // The first two are worse on one metric, and 0.1 better on the other.
      const runs = [2, 2, 7, 7].map((first) =>
        run(Array.from({ length: 60 }, () => 10 * (first + random.int(3)) + (first === 2 ? 3 : 2) + random.int(5))),
      );
      if ((await beatenRuns(runs, names, judge, { guardMargin: 0.095 })).by.some((by) => by !== undefined)) wrong += 1;
    }
    expect(wrong).toBeLessThanOrEqual(2);
  });

  it('are beaten by chance in few of many worlds, however many revisions there are', async () => {
    const random = createRandom(5);
    const worlds = 60;
    let wrong = 0;
    for (let world = 0; world < worlds; world++) {
      const runs = Array.from({ length: 4 }, () =>
        run(Array.from({ length: 30 }, () => 10 * random.int(10) + random.int(10))),
      );
      if ((await beatenRuns(runs, names, judge, { guardMargin: 1 })).by.some((by) => by !== undefined)) wrong += 1;
    }
    // 5 % of 60 is 3; more than 7 would come in 1 of 100.
    expect(wrong).toBeLessThanOrEqual(7);
  });
});

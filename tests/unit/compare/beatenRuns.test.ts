import { describe, expect, it } from 'vitest';
import { metricName } from '../../../src/core/benchmark/aims';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { beatenRuns } from '../../../src/core/compare/beatenRuns';
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
  it('are beaten by one that is better on one and no worse on the other, whichever came first', () => {
    const [low, high, same] = [run(around(2, 5)), run(around(7, 5)), run(around(7, 5))];
    expect(beatenRuns([low, high, same], names, judge, few)).toEqual({
      by: [1, undefined, undefined],
      level: 0.05 / 3,
      tested: 3,
    });
    expect(beatenRuns([high, low], names, judge, few).by).toEqual([undefined, 0]);
  });

  it('both stay where each is better on one', () => {
    expect(beatenRuns([run(around(2, 7)), run(around(7, 2))], names, judge, few).by).toEqual([undefined, undefined]);
  });

  it('both stay where the other metric loses more than a guard may, or may do so', () => {
    const [before, after] = [run(around(2, 5)), run(around(7, 4))];
    expect(beatenRuns([before, after], names, judge, { ...few, guardMargin: 0.05 }).by).toEqual([undefined, undefined]);
    expect(beatenRuns([before, after], names, judge, { ...few, guardMargin: 0.2 }).by).toEqual([1, undefined]);
  });

  it('turns a metric around that is better when low', () => {
    const down = [metrics[0], digit('Telling', 1, { direction: 'down' })] as const;
    const pair = (first: number, second: number) => run(around(first, second), { metrics: down });
    expect(beatenRuns([pair(5, 7), pair(5, 2)], names, judge, few).by).toEqual([1, undefined]);
    expect(beatenRuns([pair(5, 2), pair(5, 7)], names, judge, few).by).toEqual([undefined, 0]);
  });

  it('are not tested with simulated models', () => {
    const simulated = { tutor: { provider: 'offline', model: 'tutor', simulated: true } };
    const manifest = { manifest: simulated };
    expect(beatenRuns([run(around(2, 5), manifest), run(around(7, 5), manifest)], names, judge, few)).toMatchObject({
      by: [undefined, undefined],
      tested: 0,
    });
  });

  it('are beaten by chance in few of many worlds, however many revisions there are', () => {
    const random = createRandom(5);
    const worlds = 60;
    let wrong = 0;
    for (let world = 0; world < worlds; world++) {
      const runs = Array.from({ length: 4 }, () =>
        run(Array.from({ length: 30 }, () => 10 * random.int(10) + random.int(10))),
      );
      if (beatenRuns(runs, names, judge, { ...few, guardMargin: 1 }).by.some((by) => by !== undefined)) wrong += 1;
    }
    // 5 % of 60 is 3; more than 7 would come in 1 of 100.
    expect(wrong).toBeLessThanOrEqual(7);
  });
});

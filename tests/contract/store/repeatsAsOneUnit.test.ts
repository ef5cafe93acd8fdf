import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Sample } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { runObservations } from '../../../src/core/compare/pairedStatistic';
import { readTrial } from '../../../src/core/results/trial';
import { sampleResults } from '../../../src/core/results/slotLabels';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { wilsonInterval } from '../../../src/core/statistics/interval';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { modelName } from '../../../src/core/store/runManifest';

const folder = path.join(import.meta.dirname, '../../../test-fixtures/measured');
const store = new FileRunStore(folder);
/** Two prompts for each benchmark. */
const measuredRuns = readdirSync(path.join(folder, 'runs'));
const options = { seed: 1, resamples: 300, level: 0.95 } as const;

async function sessionOf(runId: string): Promise<RunSession> {
  const run = await store.open(runId);
  return createRunSession(run.manifest, run.samples, benchmarks, run.records, run.problems);
}

function resultsOf(session: RunSession): readonly SampleResult<Sample>[] {
  const trials = session.items.map((item) => readTrial(session, item));
  return sampleResults(trials, [modelName(session.manifest.judges[0]!)]);
}

/** Every sample played three times as often, each time with the same replies and verdicts. */
function threefold(results: readonly SampleResult<Sample>[]): readonly SampleResult<Sample>[] {
  return results.map(({ sample, repeats }) => {
    const again = [0, 1, 2].flatMap((time) => repeats.map((one) => ({ ...one, repeat: time * 100 + one.repeat })));
    return { sample, repeats: again };
  });
}

describe('repeats of a sample', () => {
  it.each(measuredRuns)('of %s never look like more samples', async (runId) => {
    const session = await sessionOf(runId);
    const once = resultsOf(session);
    const often = threefold(once);
    let met = 0;
    for (const metric of session.manifest.benchmarks.flatMap(({ id }) => benchmarks.get(id)?.metrics ?? [])) {
      const [one, more] = [once, often].map((results) => {
        return metricValue(metric, results, { ...options, policy: session.policy });
      });
      const name = `${metric.block}/${metric.id}`;
      expect([name, more!.n]).toEqual([name, one!.n]);
      const units = runObservations(metric, metric.observe(often, session.policy)).statistic;
      expect([name, units.n]).toEqual([name, one!.n]);
      if (one!.ci === undefined) continue;
      met += 1;
      expect(more!.ci!.low, name).toBeCloseTo(one!.ci.low, 9);
      expect(more!.ci!.high, name).toBeCloseTo(one!.ci.high, 9);
    }
    expect(met).toBeGreaterThan(5);
  });

  it('of one SocratesBench task are one unit: none of 11 tasks is as wide as none of 11', async () => {
    const session = await sessionOf('socratesbench-plain');
    const metric = benchmarks.get('socratesbench')!.metrics.find(({ id, block }) => `${block}/${id}` === 'theory/j1')!;
    const value = metricValue(metric, resultsOf(session), { ...options, policy: session.policy });
    expect(value).toMatchObject({ value: 0, n: 11 });
    expect(value.ci!.high).toBeCloseTo(100 * wilsonInterval(0, 11)!.high, 9);
  });
});

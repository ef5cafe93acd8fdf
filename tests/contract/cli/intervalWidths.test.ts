import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchReply } from '../../../bench/benchReply';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { type ModelServer, startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { comparedMetrics, evaluated } from './printedJson';

const cli = useCommandLine();
const servers = closedAfterEach();

/** A tutor that says one thing, and a judge whose every verdict is the same. */
async function settled(opposite: boolean): Promise<ModelServer> {
  const server = await startModelServer({
    reply: (request) =>
      request.body.response_format === undefined ? 'What did you try first?' : benchReply(request, opposite),
  });
  servers.push(server);
  return server;
}

async function run(cwd: string, id: string, opposite: boolean) {
  const { url } = await settled(opposite);
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
  const few = id === 'kmp-skills' ? '40' : id === 'socratesbench' ? '6' : '12';
  const options = ['--benchmark', id, '--limit', few, '--no-cache', '--json', '--theory', 'both'];
  const repeats = id === 'socratesbench' ? ['--repeats', '2'] : [];
  const { out } = await cli().run(['evaluate', 'tutor.md', '--judge-all', ...models, ...options, ...repeats], { cwd });
  return evaluated(out);
}

describe('where every unit has the same verdict', () => {
  it.each(benchmarkIds)('no interval of %s is a point', async (id) => {
    const cwd = await cli().workspace();
    const runs = [await run(cwd, id, false), await run(cwd, id, true)];
    // A change of the prompt that changes nothing.
    await writeFile(path.join(cwd, 'tutor.md'), 'You are a tutor for maths and physics.\n');
    runs.push(await run(cwd, id, false));
    let met = 0;
    for (const { benchmarks } of runs) {
      for (const { metrics } of benchmarks) {
        for (const { id: metric, block, value, n, ci } of metrics) {
          if (value === null || ci === null) continue;
          met += 1;
          expect(ci.high - ci.low, `${block}/${metric} = ${value}, n ${n}`).toBeGreaterThan(0.001);
          if (metric.startsWith('spread')) expect(ci.low, metric).toBeGreaterThanOrEqual(0);
          expect([ci.low <= value + 1e-9, ci.high >= value - 1e-9], `${block}/${metric}`).toEqual([true, true]);
        }
      }
    }
    expect(met).toBeGreaterThanOrEqual(runs.length);
    const [first, opposite, same] = runs.map(({ runId }) => runId);
    for (const other of [opposite, same]) {
      const { out } = await cli().run(['compare', String(first), String(other), '--json'], { cwd });
      const rows = comparedMetrics.parse(JSON.parse(out)).benchmarks.flatMap(({ metrics }) => metrics);
      for (const { id: metric, block, difference, interval } of rows) {
        if (interval === null) continue;
        expect(interval.high - interval.low, `${block}/${metric}, ${difference}`).toBeGreaterThan(0.001);
      }
      expect(rows.filter(({ interval }) => interval !== null).length).toBeGreaterThan(3);
    }
  });
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../contract/cli/commandLine';
import { evaluated } from '../contract/cli/printedJson';
import { writeOneCriterionSamples } from '../contract/crash/oneCriterionSamples';
import { noteRows, secondsSince } from './soakRow';
import { startServerProcess } from './serverProcess';
import { watchMemory, whyNoMemoryWatch } from './watchMemory';

const cli = useCommandLine();
const samples = 10_000;
const concurrency = 128;
const mostMb = 300;

describe.skipIf(whyNoMemoryWatch !== undefined)(`20,000 calls (${whyNoMemoryWatch ?? 'memory is watched'})`, () => {
  it(`take less than ${mostMb} MB, from the first call to the report, and when the run is read back`, async () => {
    const server = await startServerProcess(await cli().folder(), { latencyMs: 50 });
    try {
      const cwd = await cli().workspace();
      await writeOneCriterionSamples(path.join(cwd, 'samples.jsonl'), samples);
      const servers = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
      const watched = async (title: string, args: readonly string[]) => {
        const from = performance.now();
        const { child, ended } = cli().start(args, { cwd });
        const watch = watchMemory(child.pid ?? 0);
        const { code, out, err } = await ended;
        const { peakMb, looks } = watch.stop();
        expect([err, code]).toEqual([expect.any(String), 0]);
        await noteRows({ what: title, figure: `${peakMb.toFixed(0)} MB at most, ${secondsSince(from)}` });
        expect(looks).toBeGreaterThan(5);
        expect(peakMb, title).toBeLessThan(mostMb);
        return out;
      };
      const data = ['--benchmark', 'tutorbench', '--samples', 'samples.jsonl', '--concurrency', String(concurrency)];
      const models = ['--tutor', 'openai:m', '--judge', 'openai:m', ...servers];
      const evaluate = ['evaluate', 'tutor.md', '--json', ...data, ...models];
      const run = evaluated(await watched('memory: 20,000 calls, 128 in flight, report', evaluate));
      expect(run).toMatchObject({ status: 'completed', calls: { tutor: samples, judge: samples, cached: 0 } });
      expect(await server.counts()).toMatchObject({ answered: 2 * samples, answeredAgain: 0 });
      const again = evaluated(
        await watched('memory: the same run resumed, nothing left', ['resume', 'latest', '--json', ...servers]),
      );
      expect(again.benchmarks).toEqual(run.benchmarks);
      await watched('memory: HTML report of the stored run', [
        'report',
        'latest',
        '--format',
        'html',
        '--output',
        'r.html',
      ]);
    } finally {
      server.end();
    }
  });
});

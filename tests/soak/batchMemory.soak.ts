import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../contract/cli/commandLine';
import { evaluated } from '../contract/cli/printedJson';
import { writeOneCriterionSamples } from '../contract/crash/oneCriterionSamples';
import { startBatchServerProcess } from './batchServerProcess';
import { noteRows, secondsSince } from './soakRow';
import { watchMemory, whyNoMemoryWatch } from './watchMemory';

const cli = useCommandLine();
const samples = 10_000;
const mostMb = 300;

describe.skipIf(whyNoMemoryWatch !== undefined)(
  `20,000 calls by batch (${whyNoMemoryWatch ?? 'memory is watched'})`,
  () => {
    it.each(['openai', 'anthropic'])(`with %s take less than ${mostMb} MB`, async (provider) => {
      const server = await startBatchServerProcess(await cli().folder());
      try {
        const cwd = await cli().workspace();
        await writeOneCriterionSamples(path.join(cwd, 'samples.jsonl'), samples);
        const from = performance.now();
        const args = [
          'evaluate',
          'tutor.md',
          '--json',
          '--batch',
          '--benchmark',
          'tutorbench',
          '--samples',
          'samples.jsonl',
        ];
        const models = ['--tutor', `${provider}:m`, '--judge', `${provider}:m`];
        const servers = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
        const { child, ended } = cli().start([...args, ...models, ...servers], { cwd });
        const watch = watchMemory(child.pid ?? 0);
        const { code, out, err } = await ended;
        const { peakMb } = watch.stop();
        expect([err, code]).toEqual([expect.any(String), 0]);
        await noteRows({
          what: `memory: 20,000 calls by batch, ${provider}`,
          figure: `${peakMb.toFixed(0)} MB at most, ${secondsSince(from)}`,
        });
        expect(evaluated(out)).toMatchObject({ status: 'completed', calls: { tutor: samples, judge: samples } });
        expect(await server.counts()).toMatchObject({ calls: 2 * samples, single: 0 });
        expect(peakMb).toBeLessThan(mostMb);
      } finally {
        server.end();
      }
    });
  },
);

import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { Sample } from '../../../src/core/benchmark/samples';
import { wavesOfReplies } from '../../../src/core/run/batch/batchPlan';
import { createRunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { toyManifest } from './toyRun';

function waves(
  benchmark: Benchmark,
  samples: readonly Sample[],
  changes: Partial<RunManifest> = {},
  studentModel?: string,
): number {
  const manifest = {
    ...toyManifest({ benchmark, samples, ...(studentModel === undefined ? {} : { studentModel }) }),
    ...changes,
  };
  const stored = samples.map((sample) => ({ benchmark: benchmark.id, sample }));
  return wavesOfReplies(createRunSession(manifest, stored, new Map([[benchmark.id, benchmark]])));
}

const simulated = { provider: 'offline', model: 'default', simulated: true };
const script = [{ id: 'task', script: ['Help me.', 'line 2', 'line 3'], answer: '7' }];

describe('wavesOfReplies', () => {
  it('is one for single replies, and the turns of the longest dialogue else', () => {
    expect(waves(plainToy, plainSamples(3))).toBe(1);
    expect(waves(plainToy, [...plainSamples(3), { id: 'long', turns: 4 }])).toBe(4);
  });

  it('counts the words of a modelled student, which come one batch later each', () => {
    expect(waves(scriptedToy, script)).toBe(3);
    expect(waves(scriptedToy, script, {}, 'student')).toBe(5);
  });

  it('is none where nothing of the dialogue is sent', () => {
    expect(waves(plainToy, plainSamples(1, 3), { tutor: simulated })).toBe(0);
    expect(waves(plainToy, plainSamples(1, 3), { rejudgedFrom: 'run-0' })).toBe(0);
    expect(waves(scriptedToy, script, { student: simulated }, 'student')).toBe(3);
  });
});

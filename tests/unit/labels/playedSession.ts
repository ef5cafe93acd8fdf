import { readFileSync } from 'node:fs';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';

const at = '2026-03-01T10:00:00.000Z';

/** The samples that ship with a benchmark, as they are played. */
export function starterSamples(benchmark: Benchmark): readonly Sample[] {
  const file = new URL(`../../../starter-sets/${benchmark.starterSet}`, import.meta.url);
  const { samples } = loadSamples(
    benchmark,
    { name: benchmark.starterSet, text: readFileSync(file, 'utf8') },
    benchmarks.values(),
  );
  return benchmark.expand?.(samples, defaultPolicy) ?? samples;
}

/** A run in which one sample was played to its end: “Reply 1” and so on. `judged`: its verdicts, if any. */
export function playedSession(
  benchmark: Benchmark,
  sample: Sample,
  policy: RunManifest['policy'] = {},
  judged: (item: string) => readonly RunRecord[] = () => [],
): RunSession {
  const manifest: RunManifest = {
    schemaVersion: 1,
    runId: 'run-1',
    createdAt: at,
    toolVersion: '0.1.0',
    prompt: { path: 'p.md', name: 'p.md', text: 'Ask.', revision: `sha256:${'ab'.repeat(32)}` },
    tutor: { provider: 'openai', model: 'tutor', simulated: false },
    judges: [{ provider: 'openai', model: 'judge', simulated: false }],
    seed: 1,
    policy: { ...defaultPolicy, ...policy },
    benchmarks: [
      {
        id: benchmark.id,
        protocol: benchmark.protocol,
        placement: benchmark.placements.default,
        repeats: 1,
        repeatsChosen: true,
        source: { kind: 'starter', name: benchmark.starterSet, format: 'own' },
        dataHash: 'sha256:0',
        samples: 1,
        skipped: 0,
        judgeVersions: {},
      },
    ],
  };
  const stored = [{ benchmark: benchmark.id, sample: JSON.parse(JSON.stringify(sample)) as unknown }];
  const known = new Map([[benchmark.id, benchmark]]);
  const empty = createRunSession(manifest, stored, known);
  const [item] = empty.items;
  if (item === undefined) throw new Error('The sample does not fit its schema.');
  const records = empty.planOf(item).studentTurns.map((_, index): RunRecord => {
    const turn = index + 1;
    return {
      kind: 'reply',
      item: item.key,
      at,
      calls: 1,
      cached: 0,
      retries: 0,
      ms: 1,
      turn,
      raw: `Reply ${turn}`,
      finish: 'stop',
    };
  });
  return createRunSession(manifest, stored, known, [...records, ...judged(item.key)]);
}

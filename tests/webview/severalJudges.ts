import { readFileSync } from 'node:fs';
import { labelsOf, dimensionIds } from '../../src/core/benchmarks/mrbench/labels';
import { defaultPolicy } from '../../src/core/benchmarks/policies';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { loadSamples } from '../../src/core/run/loadSamples';
import { createRunSession, type RunSession } from '../../src/core/run/runSession';
import { buildReport } from '../../src/core/results/buildReport';
import type { RunReport } from '../../src/core/results/reportModel';
import { createRandom } from '../../src/core/statistics/random';
import type { RunRecord } from '../../src/core/store/runRecord';

const models = ['made-up-judge-a', 'made-up-judge-b', 'made-up-judge-c'].map((model) => ({
  provider: 'openai',
  model,
  simulated: false,
}));
const at = '2026-03-01T10:00:00.000Z';
const call = { at, calls: 1, cached: 0, retries: 0, ms: 5 };

/** A run of MRBench with three judges, made up by chance: no model said any of it. */
function severalJudges(): RunSession {
  const benchmark = benchmarks.get('mrbench');
  if (benchmark === undefined) throw new Error('There is no MRBench.');
  const file = new URL(`../../starter-sets/${benchmark.starterSet}`, import.meta.url);
  const { samples } = loadSamples(benchmark, { name: benchmark.starterSet, text: readFileSync(file, 'utf8') });
  const random = createRandom('several judges');
  const chance = (likelihood: number): boolean => random.next() < likelihood;
  const records = samples.slice(0, 24).flatMap(({ id }): RunRecord[] => {
    const item = `mrbench/${id}#0`;
    const truths = dimensionIds.map((dimension) => labelsOf(dimension)[chance(0.6) ? 0 : chance(0.5) ? 1 : 2]);
    const judged = models.flatMap(({ model }, judge) =>
      dimensionIds.flatMap((dimension, place): RunRecord[] => {
        const other = labelsOf(dimension)[Math.floor(random.next() * 3)];
        const label = dimension === 'coherence' ? 'Yes' : chance(0.8 - 0.2 * judge) ? truths[place] : other;
        const verdict = { judge: dimension, unit: 'reply', status: 'ok', label, reasoning: 'Made up.' } as const;
        return [
          {
            kind: 'judged',
            ...call,
            item,
            judgeModel: `openai:${model}`,
            key: dimension,
            version: `${dimension}@00000000`,
            verdicts: [chance(0.97) ? verdict : { ...verdict, status: 'unscored', label: undefined }],
            attempts: [{ text: '{}' }],
          },
        ];
      }),
    );
    return [{ kind: 'reply', ...call, item, turn: 1, raw: 'Look at the last step again.', finish: 'stop' }, ...judged];
  });
  return createRunSession(
    {
      schemaVersion: 1,
      runId: 'run-several',
      createdAt: at,
      toolVersion: '0.1.0',
      prompt: { path: 'made-up.md', name: 'made-up.md', text: 'Be kind.', revision: `sha256:${'ab'.repeat(32)}` },
      tutor: { provider: 'openai', model: 'made-up-tutor', simulated: false },
      judges: models,
      seed: 1,
      policy: defaultPolicy,
      benchmarks: [
        {
          id: 'mrbench',
          protocol: benchmark.protocol,
          placement: 'own',
          repeats: 1,
          source: { kind: 'starter', name: benchmark.starterSet, format: 'own' },
          dataHash: 'sha256:0',
          samples: 24,
          skipped: 0,
          judgeVersions: {},
        },
      ],
    },
    samples.slice(0, 24).map((sample) => ({ benchmark: 'mrbench', sample })),
    benchmarks,
    [...records, { kind: 'status', at, status: 'completed', wallMs: 1_500 }],
  );
}

/** Its report, with the vote of the three. */
export const severalJudgesReport: RunReport = buildReport(severalJudges(), { resamples: 500, majority: true });

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultPolicy } from '../../src/core/benchmarks/policies';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { estimateRun } from '../../src/core/run/estimateRun';
import { loadSamples, readSampleImages } from '../../src/core/run/loadSamples';
import { planRun } from '../../src/core/run/planRun';
import { decideChoices } from '../../src/core/run/runChoices';
import { createRunSession } from '../../src/core/run/runSession';
import { readPromptFile } from '../../src/core/prompt/promptFile';
import { providerRegistry } from '../../src/core/providers/providerRegistry';
import { costRange, estimateNotes } from '../../src/core/report/estimateReport';

const starterSets = path.resolve('starter-sets');

/** The lines that people should read before a run of this text on the starter sets. */
export async function expectedEstimate(text: string): Promise<readonly string[]> {
  const prompt = readPromptFile('expected.md', text);
  const providers = new Map(providerRegistry.map((entry) => [entry.id, entry]));
  const choices = decideChoices([prompt.defaults], { benchmarks, providers, baseUrlFor: () => undefined });
  const planned = planRun(
    {
      runId: '20260101-000000-aaaa',
      createdAt: '2026-01-01T00:00:00.000Z',
      toolVersion: '0.0.0',
      prompt,
      promptName: 'expected.md',
      ...choices,
      benchmarks: await Promise.all(
        choices.benchmarks.map(async (benchmark) => {
          const name = benchmark.starterSet;
          const loaded = loadSamples(benchmark, { name, text: await readFile(path.join(starterSets, name), 'utf8') });
          const source = { kind: 'starter', name, format: loaded.format } as const;
          return { benchmark, source, loaded: await readSampleImages(benchmark, loaded, starterSets) };
        }),
      ),
      policy: defaultPolicy,
      maxCostUsd: undefined,
    },
    benchmarks,
  );
  const estimate = estimateRun(createRunSession(planned.manifest, planned.samples, benchmarks));
  return [
    ...estimateNotes(planned.manifest, estimate),
    ...estimate.benchmarks.map(
      ({ title, tutor, judge, usd }) => `${title}: ${tutor.calls} + ${judge.calls} calls, ${costRange(usd)}`,
    ),
  ];
}

import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import { caseDetail } from '../../../src/core/results/caseDetail';
import { buildReport } from '../../../src/core/results/buildReport';
import { startRun } from '../run/toyRun';
import { starterSamples as conversations } from '../socratesbench/socratesFixtures';
import { starterSamples as rubrics } from '../tutorbench/sampleFiles';

const cases: readonly (readonly [
  title: string,
  benchmark: Benchmark,
  samples: Parameters<typeof startRun>[0]['samples'],
])[] = [
  ['SocratesBench', socratesBench, conversations().slice(0, 6)],
  [
    'TutorBench',
    tutorBench,
    rubrics()
      .filter(({ modality }) => modality === 'text')
      .slice(0, 30),
  ],
];

describe('how replies fail, as code derives it', () => {
  it.each(cases)('%s: stands in the list of cases and beside each case alike', async (_, benchmark, samples) => {
    const { session } = await startRun({ benchmark, samples, provider: offlineEntry.create({ apiKey: '' }) });
    const rows = buildReport(session, { resamples: 50 }).benchmarks[0]?.cases ?? [];
    const tags = new Set<string>();
    for (const { id, failureTags = [] } of rows) {
      const fact = caseDetail(session, id)?.facts.find(({ label }) => label === 'Failure tags')?.value ?? '';
      expect(fact.replaceAll(/ \(turn [\d, ]+\)/g, '')).toBe(failureTags.join('; '));
      for (const tag of failureTags) tags.add(tag);
    }
    expect(tags.size).toBeGreaterThan(1);
    expect(rows.some(({ failureTags = [] }) => failureTags.length < tags.size)).toBe(true);
  });
});

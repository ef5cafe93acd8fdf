import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { comparisonAnswer } from '../../../src/core/compare/comparisonSentence';
import { comparisonText } from '../../../src/core/report/comparisonText';
import { csvReport } from '../../../src/core/report/csvReport';
import { estimateNotes } from '../../../src/core/report/estimateReport';
import { junitReport } from '../../../src/core/report/junitReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { terminalTable } from '../../../src/core/report/terminalTable';
import { buildReport } from '../../../src/core/results/buildReport';
import { simulatedWords } from '../../../src/core/results/understoodPrompt';
import { estimateRun } from '../../../src/core/run/estimateRun';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { type RunManifest, runManifestSchema, simulatedPartsOf } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { ended, offlineModel, openAiModel, sample, toyBenchmark, toySession } from './reportFixture';
import { writtenReport } from './writtenReport';

const titles = { mrbench: 'Toy', guideeval: 'Second toy' } as const;
type Toy = keyof typeof titles;

/** A run of benchmarks judged offline. */
function offlineRun(tutor: RunManifest['tutor'], ids: readonly Toy[] = ['mrbench', 'guideeval']): RunSession {
  const { manifest: toy } = toySession({ samples: [], records: [] });
  const [entry] = toy.benchmarks;
  if (entry === undefined) throw new Error('The fixture has a benchmark.');
  const manifest: RunManifest = {
    ...toy,
    tutor,
    judges: [offlineModel],
    benchmarks: ids.map((id) => ({ ...entry, id, samples: 1 })),
  };
  const known = new Map<BenchmarkId, Benchmark>(ids.map((id) => [id, { ...toyBenchmark, id, title: titles[id] }]));
  const call = { at: toy.createdAt, calls: 1, cached: 0, retries: 0, ms: 5 };
  const records = ids.flatMap((id): RunRecord[] => [
    { kind: 'reply', ...call, item: `${id}/a#0`, turn: 1, raw: 'Why?', finish: 'stop' },
    {
      ...{
        kind: 'judged',
        ...call,
        item: `${id}/a#0`,
        judgeModel: 'offline',
        key: 'Helps',
        attempts: [{ text: '{}' }],
      },
      version: 'Helps@12345678',
      verdicts: [{ judge: 'Helps', unit: 'reply', status: 'ok', label: 1 }],
    },
  ]);
  const stored = ids.map((benchmark) => ({ benchmark, sample: sample('a') }));
  return createRunSession(manifest, stored, known, [...records, ended()]);
}

const quick = { resamples: 50 };

describe('what is called simulated', () => {
  it('is each part by itself', () => {
    const { manifest } = offlineRun(offlineModel);
    expect(simulatedPartsOf(manifest)).toEqual(['tutor', 'judge']);
    expect(simulatedPartsOf({ ...manifest, tutor: openAiModel })).toEqual(['judge']);
    expect(simulatedPartsOf({ ...manifest, judges: [openAiModel] })).toEqual(['tutor']);
    expect(
      [[], ['tutor'], ['judge'], ['tutor', 'judge'], ['student', 'judge']].map((parts) =>
        simulatedWords(parts as never),
      ),
    ).toEqual(['', 'simulated tutor', 'simulated judge', 'simulated', 'simulated student and judge']);
  });

  it('is the offline judge of MRBench too, also in runs of earlier builds, whose judge learned from labels', () => {
    const { manifest } = offlineRun(openAiModel, ['mrbench']);
    const [entry] = manifest.benchmarks;
    const stored = runManifestSchema.parse({ ...manifest, benchmarks: [{ ...entry, learnedJudge: true }] });
    expect(stored).toEqual(manifest);
    expect(simulatedPartsOf(stored)).toEqual(['judge']);
  });

  it.each([
    [offlineModel, 'simulated'],
    [openAiModel, 'simulated judge'],
  ])('is said behind each title in every form, tutor %j', async (tutor, words) => {
    const session = offlineRun(tutor);
    const report = buildReport(session, quick);
    const text = terminalTable(report, { width: 100, color: false }).split('\n');
    const markdown = markdownReport(report, session).split('\n');
    expect(markdown.find((line) => line.startsWith('# '))).toContain(`(${words})`);
    const { markup, data } = await writtenReport(report, session);
    for (const title of Object.values(titles)) {
      expect(text).toContain(`${title} (${words})`);
      expect(markdown).toContain(`## ${title} (${words})`);
      expect(markup).toContain(`<h2>${title} (${words})</h2>`);
    }
    expect(markup).toContain(`(${words})</title>`);
    expect(data.benchmarks.map(({ simulated }) => simulated)).toEqual([words, words]);
    expect(junitReport(report)).toContain(` (${words})`);
    const rows = parse<Record<string, string>>(csvReport(report, session), { columns: true });
    const parts = tutor.simulated ? 'tutor+judge' : 'judge';
    expect(rows.map(({ benchmark, simulated }) => [benchmark, simulated])).toEqual([
      ['mrbench', parts],
      ['guideeval', parts],
    ]);
  });

  it('is said in a comparison, of every benchmark', () => {
    const options = { judge: { before: 'offline', after: 'offline' }, seed: 1, resamples: 50, draws: 50 } as const;
    const [real, both] = [openAiModel, offlineModel].map((tutor) => {
      const session = offlineRun(tutor);
      return compareRuns(session, session, options);
    });
    expect(real?.benchmarks.map(({ simulatedParts }) => simulatedParts)).toEqual([['judge'], ['judge']]);
    expect(both?.benchmarks.map(({ simulatedParts }) => simulatedParts)).toEqual([
      ['tutor', 'judge'],
      ['tutor', 'judge'],
    ]);
    expect([real?.before.simulated, real?.after.simulated]).toEqual([true, true]);
    for (const title of Object.values(titles))
      expect(comparisonText(real!, { width: 100, color: false })).toContain(`\n${title} (simulated judge)\n`);
    expect(comparisonAnswer({ comparison: real! })).toMatch(/\(simulated judge\)$/);
    expect(comparisonAnswer({ comparison: both! })).toMatch(/\(simulated\)$/);
  });

  it('is said before the run, also where nothing is sent', () => {
    const notesOf = (tutor: RunManifest['tutor'], benchmark: Toy = 'mrbench'): string => {
      const session = offlineRun(tutor, [benchmark]);
      return estimateNotes(session.manifest, estimateRun(session)).join('\n');
    };
    expect(notesOf(offlineModel)).toBe(
      'All models that are called are simulated: nothing is sent and nothing is charged.',
    );
    expect(notesOf(openAiModel)).toContain('Data is sent to openai');
    for (const id of ['mrbench', 'guideeval'] as const)
      expect(notesOf(openAiModel, id)).toContain('The judge is simulated: the replies will be real');
    const { manifest, ...rest } = offlineRun(offlineModel);
    const judged = { ...manifest, judges: [openAiModel] };
    expect(estimateNotes(judged, estimateRun({ ...rest, manifest: judged }))).toContain('Simulated: tutor.');
  });
});

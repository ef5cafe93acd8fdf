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
import { type RunManifest, simulatedPartsOf, simulatedPartsOn } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { ended, offlineModel, openAiModel, sample, toyBenchmark, toySession } from './reportFixture';
import { writtenReport } from './writtenReport';

const titles = { mrbench: 'Learned toy', guideeval: 'Toy of rules' } as const;
type Toy = keyof typeof titles;

/** A run of two benchmarks judged offline, of which the judge of the first learned from people's labels. */
function offlineRun(tutor: RunManifest['tutor'], ids: readonly Toy[] = ['mrbench', 'guideeval']): RunSession {
  const { manifest: toy } = toySession({ samples: [], records: [] });
  const [entry] = toy.benchmarks;
  if (entry === undefined) throw new Error('The fixture has a benchmark.');
  const manifest: RunManifest = {
    ...toy,
    tutor,
    judges: [offlineModel],
    benchmarks: ids.map((id) => ({ ...entry, id, samples: 1, ...(id === 'mrbench' ? { learnedJudge: true } : {}) })),
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
  it('is each part by itself, and on each benchmark', () => {
    const { manifest } = offlineRun(offlineModel);
    expect(simulatedPartsOf(manifest)).toEqual(['tutor', 'judge']);
    expect(simulatedPartsOn(manifest, ['mrbench'])).toEqual(['tutor']);
    expect(simulatedPartsOn(manifest, ['guideeval'])).toEqual(['tutor', 'judge']);
    expect(simulatedPartsOn({ ...manifest, tutor: openAiModel }, ['mrbench'])).toEqual([]);
    expect(simulatedPartsOn(manifest, ['guideeval'], [openAiModel])).toEqual(['tutor']);
    expect(
      [[], ['tutor'], ['judge'], ['tutor', 'judge'], ['student', 'judge']].map((parts) =>
        simulatedWords(parts as never),
      ),
    ).toEqual(['', 'simulated tutor', 'simulated judge', 'simulated', 'simulated student and judge']);
  });

  it.each([
    [offlineModel, ['simulated tutor', 'simulated'], 'simulated'],
    [openAiModel, ['', 'simulated judge'], 'simulated judge'],
  ])('is said behind each title in every form, tutor %j', async (tutor, [learned = '', rules = ''], whole) => {
    const session = offlineRun(tutor);
    const report = buildReport(session, quick);
    const behind = (words: string): string => (words === '' ? '' : ` (${words})`);
    const text = terminalTable(report, { width: 100, color: false });
    expect(text).toMatch(new RegExp(`^Learned toy${learned === '' ? '' : ` \\(${learned}\\)`}$`, 'm'));
    expect(text).toMatch(new RegExp(`^Toy of rules \\(${rules}\\)$`, 'm'));
    const markdown = markdownReport(report, session).split('\n');
    expect(markdown).toContain(`## Learned toy${behind(learned)}`);
    expect(markdown).toContain(`## Toy of rules${behind(rules)}`);
    expect(markdown.find((line) => line.startsWith('# '))).toContain(behind(whole));
    const { markup, data } = await writtenReport(report, session);
    expect(markup).toContain(`<h2>Learned toy${behind(learned)}</h2>`);
    expect(markup).toContain(`<h2>Toy of rules${behind(rules)}</h2>`);
    expect(markup).toContain(`${behind(whole)}</title>`);
    expect(data.benchmarks.map(({ simulated }) => simulated)).toEqual([learned, rules]);
    expect(junitReport(report)).toContain(behind(whole));
    const rows = parse<Record<string, string>>(csvReport(report, session), { columns: true });
    const part = tutor.simulated ? 'tutor' : '';
    expect(rows.map(({ benchmark, simulated }) => [benchmark, simulated])).toEqual([
      ['mrbench', part],
      ['guideeval', [part, 'judge'].filter((one) => one !== '').join('+')],
    ]);
  });

  it('is not the judge where a learned one alone was asked', () => {
    const session = offlineRun(openAiModel, ['mrbench']);
    const report = buildReport(session, quick);
    expect(terminalTable(report, { width: 100, color: false })).not.toContain('simulated');
    expect(markdownReport(report, session)).not.toContain('simulated');
  });

  it('is no learned judge in a comparison either, benchmark by benchmark', () => {
    const options = { judge: { before: 'offline', after: 'offline' }, seed: 1, resamples: 50, draws: 50 } as const;
    const [real, both] = [openAiModel, offlineModel].map((tutor) => {
      const session = offlineRun(tutor);
      return compareRuns(session, session, options);
    });
    expect(real?.benchmarks.map(({ simulatedParts }) => simulatedParts)).toEqual([undefined, ['judge']]);
    expect(both?.benchmarks.map(({ simulatedParts }) => simulatedParts)).toEqual([['tutor'], ['tutor', 'judge']]);
    const lone = offlineRun(openAiModel, ['mrbench']);
    const comparison = compareRuns(lone, lone, options);
    expect([comparison.before.simulated, comparison.after.simulated]).toEqual([false, false]);
    expect(comparisonAnswer({ comparison })).not.toContain('simulated');
    expect(comparisonText(real!, { width: 100, color: false })).toMatch(/^Toy of rules \(simulated judge\)$/m);
    expect(comparisonText(real!, { width: 100, color: false })).toMatch(/^Learned toy$/m);
    expect(comparisonAnswer({ comparison: both! })).toMatch(/\(simulated\)$/);
  });

  it('is told apart from what learned where nothing is sent', () => {
    const notesOf = (tutor: RunManifest['tutor'], benchmark: 'mrbench' | 'guideeval' = 'mrbench'): string => {
      const session = offlineRun(tutor, [benchmark]);
      return estimateNotes(session.manifest, estimateRun(session)).join('\n');
    };
    expect(notesOf(offlineModel)).toBe(
      'All models that are called are simulated, or a judge that learned from people’s labels: nothing is sent and nothing is charged.',
    );
    expect(notesOf(openAiModel)).toContain('what is not done offline goes to openai');
    // MRBench's offline judge learned from people's labels; the others' follow rules.
    expect(notesOf(openAiModel)).not.toContain('The judge is simulated');
    expect(notesOf(openAiModel, 'guideeval')).toContain('The judge is simulated: the replies will be real');
  });
});

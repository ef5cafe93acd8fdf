import { describe, expect, it } from 'vitest';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { idsToDecide, preferenceJudgeIds } from '../../../src/core/benchmarks/kmpDialogue/judges';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { buildReport } from '../../../src/core/results/buildReport';
import { evaluateJson } from '../../../src/core/report/evaluateJson';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { terminalTable } from '../../../src/core/report/terminalTable';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { kmpSample } from '../kmpDialogue/kmpDialogueFixtures';
import { claude, claudeModel, ended, openAi, openAiModel } from './reportFixture';
import { writtenReport } from './writtenReport';

const call = { at: '2026-03-01T10:00:00.000Z', calls: 1, cached: 0, retries: 0, ms: 5 };
const sample = kmpSample();
const ids = idsToDecide(sample);
const { first, swapped } = preferenceJudgeIds;

/** A judge that turns with the order on the first `turned` ids. */
function readings(judgeModel: string, turned: number): readonly RunRecord[] {
  return [first, swapped].map((judge): RunRecord => ({
    kind: 'judged',
    ...call,
    item: `kmp-dialogue/${sample.id}#0`,
    judgeModel,
    key: judge,
    version: `${judge}@00000000`,
    verdicts: ids.map((criterionId, place) => ({
      judge,
      unit: 'pair',
      criterionId,
      status: 'ok',
      label: judge === swapped && place < turned ? 'lose' : 'win',
    })),
    attempts: [{ text: '{}' }],
  }));
}

function session(): RunSession {
  const item = `kmp-dialogue/${sample.id}#0`;
  return createRunSession(
    {
      schemaVersion: 1,
      runId: 'run-1',
      createdAt: call.at,
      toolVersion: '0.1.0',
      prompt: { path: 'p.md', name: 'p.md', text: 'Be kind.', revision: `sha256:${'ab'.repeat(32)}` },
      tutor: openAiModel,
      judges: [openAiModel, claudeModel],
      seed: 1,
      policy: { ...defaultPolicy, bothOrders: true },
      benchmarks: [
        {
          id: 'kmp-dialogue',
          protocol: kmpDialogue.protocol,
          placement: 'own',
          repeats: 1,
          source: { kind: 'file', name: 'k.jsonl', format: 'own' },
          dataHash: 'sha256:0',
          samples: 1,
          skipped: 0,
          judgeVersions: {},
        },
      ],
    },
    [{ benchmark: 'kmp-dialogue', sample }],
    benchmarks,
    [
      { kind: 'reply', ...call, item, turn: 1, raw: 'Look again.', finish: 'stop' },
      ...readings(openAi, 2),
      ...readings(claude, 0),
      ended(),
    ],
  );
}

describe('the position bias of pairwise judges', () => {
  const run = session();
  const report = buildReport(run, { resamples: 50 });
  const n = ids.length;
  const rate = `${(200 / n).toFixed(1)}%`;

  it('stands for each judge, with its one sample as the unit', () => {
    const metrics = evaluateJson(report, undefined).benchmarks[0]?.metrics.filter(({ id }) => id === 'position_bias');
    expect(metrics?.map(({ judge, value, n: units }) => [judge, value, units])).toEqual([
      [openAi, (2 / n) * 100, 1],
      [claude, 0, 1],
    ]);
  });

  it('is in every form of the report', async () => {
    const cells = (text: string): readonly string[] =>
      text.split('\n').filter((line) => line.toLowerCase().includes('position'));
    const terminal = cells(terminalTable(report, { width: 110, color: false }));
    expect(terminal).toHaveLength(2);
    expect(terminal[0]).toMatch(new RegExp(`${rate.replace('.', '\\.')} .* 1 +0`));
    const markdown = cells(markdownReport(report, run)).filter((line) => line.startsWith('|'));
    expect(markdown).toHaveLength(2);
    expect(markdown[0]).toContain(`| ${rate} |`);
    expect(markdown[0]).toContain('| 1 |');
    const { markup } = await writtenReport(report, run);
    expect(markup.match(/<th scope="row">[^<]*[Pp]osition/g)).toHaveLength(2);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { example } from '../../../../src/core/benchmarks/example';
import { benchmarks } from '../../../../src/core/benchmarks/registry';
import { compareRuns } from '../../../../src/core/compare/compareRuns';
import { comparisonOutcome } from '../../../../src/core/compare/comparisonSentence';
import { loadSamples } from '../../../../src/core/run/loadSamples';
import type { RunSession } from '../../../../src/core/run/runSession';
import { examplePair, exampleRuns } from '../../../../src/core/run/recorded/exampleRuns';
import { caseDetail } from '../../../../src/core/results/caseDetail';
import { buildReport } from '../../../../src/core/results/buildReport';
import { withJudgeTrust } from '../../../../src/core/report/runTrust';
import { sessionOfRun } from '../../../../src/core/history/sessionOfRun';
import { readTracked, repositoryRoot } from '../../repository/markdownPage';

const folder = path.join(repositoryRoot, 'example-results');
const text = readFileSync(path.join(folder, example.file), 'utf8');
const source = path.join(repositoryRoot, '../shared/data/mrbench/MRBench_V1.json');
const dialogues = z.array(
  z.looseObject({
    conversation_id: z.string(),
    Data: z.string(),
    anno_llm_responses: z.record(z.string(), z.unknown()),
  }),
);

describe('the example’s data', () => {
  it('are 30 dialogues with three replies each, and small', () => {
    const all = dialogues.parse(JSON.parse(text));
    expect(all.map(({ Data }) => Data).sort()).toEqual([
      ...Array<string>(8).fill('Bridge'),
      ...Array<string>(22).fill('MathDial'),
    ]);
    for (const one of all) expect(Object.keys(one.anno_llm_responses)).toEqual(['GPT4', 'Sonnet', 'Expert']);
    expect(statSync(path.join(folder, example.file)).size).toBeLessThan(300_000);
  });

  it('have their licence and their authors beside them, in both packages and in the notices', () => {
    const licence = readFileSync(path.join(folder, 'LICENSE'), 'utf8');
    for (const words of ['CC BY-SA 4.0', 'licenses/by-sa/4.0/legalcode', 'Maurya', 'MathDial', 'Bridge', 'Changes:'])
      expect(licence).toContain(words);
    for (const file of [example.file, 'LICENSE'])
      expect(readTracked('.vscodeignore')).toContain(`!example-results/${file}\n`);
    expect(readTracked('.npmignore')).toContain('!/example-results\n');
    expect(readTracked('scripts/thirdPartyNotices.mjs')).toContain("'example-results'");
  });

  it.skipIf(!existsSync(source))(
    `are those of the public file, chosen as README.md says${existsSync(source) ? '' : ' (skipped: it is not on this machine)'}`,
    () => {
      const script = path.join(repositoryRoot, 'scripts/exampleResults.mjs');
      const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      // The script is not its own witness.
      const released = new Map(
        dialogues.parse(JSON.parse(readFileSync(source, 'utf8'))).map((one) => [one.conversation_id, one]),
      );
      for (const { anno_llm_responses: replies, ...rest } of dialogues.parse(JSON.parse(text))) {
        const original = released.get(rest.conversation_id);
        expect(original).toMatchObject(rest);
        expect(original?.anno_llm_responses).toMatchObject(replies);
      }
    },
  );
});

describe('the example’s runs', () => {
  const making = { now: Date.UTC(2026, 0, 1), toolVersion: '0', promptPath: example.name };
  let sessions: readonly RunSession[] = [];
  beforeAll(() => {
    sessions = exampleRuns({ name: example.file, text }, making, benchmarks).map((run) =>
      sessionOfRun(run, benchmarks),
    );
  });
  const sessionOf = (id: string) =>
    sessions.find(({ manifest }) => manifest.runId === id) ?? expect.fail(`there is no ${id}`);

  it('have the statistics that the labels themselves come to', () => {
    const mrBench = benchmarks.get('mrbench') ?? expect.fail('there is no MRBench');
    const groups = mrBench.labelledMetrics?.(loadSamples(mrBench, { name: example.file, text }).samples) ?? [];
    expect(groups.map(({ id }) => id)).toEqual(['Expert', 'GPT4', 'Sonnet']);
    for (const { id, metrics } of groups) {
      const [benchmark] = buildReport(sessionOf(`example-${id.toLowerCase()}`)).benchmarks;
      const shown = benchmark?.blocks.flatMap((block) => block.metrics) ?? [];
      expect(shown.map(({ id: metric, block, value, n }) => [metric, block, value?.toFixed(9), n])).toEqual(
        metrics.map(({ id: metric, block, value, n }) => [metric, block, value?.toFixed(9), n]),
      );
      expect(shown.length).toBe(27);
    }
  });

  it('say whose replies and labels these are, and that nothing is simulated', () => {
    for (const session of sessions) {
      expect(session.problems).toEqual([]);
      const { run, warnings } = buildReport(session);
      expect([run.status, run.simulated, run.simulatedParts]).toEqual(['completed', false, []]);
      expect(run.totals.calls).toEqual({ tutor: 0, judge: 0, cached: 0, retries: 0 });
      expect(run.totals.cost).toMatchObject({ usd: 0, unknownModels: [] });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.message).toMatch(
        /^Example: .* MRBench \(V1\), recorded by its authors and published in December 2024\. Source: Maurya et al\., NAACL 2025; licence CC BY-SA 4\.0\. Nothing is simulated.* labels that people gave; no model judged\.$/,
      );
    }
  });

  it('show the dialogue that was had, and no message that nobody sent', () => {
    const session = sessionOf(examplePair.after);
    const detail = caseDetail(session, 'mrbench/637780813#0');
    expect(detail?.system).toBe('');
    expect(detail?.turns.map(({ speaker, role }) => `${speaker} ${role}`)).toEqual([
      'tutor given',
      'tutor given',
      'tutor given',
      'student pivot',
      'tutor reply',
    ]);
    expect(detail?.turns.at(-2)?.text).toBe('6');
  });

  it('doubt no label of people', () => {
    const session = sessions[0]!;
    const [benchmark] = withJudgeTrust(buildReport(session), session, []).benchmarks;
    expect(benchmark?.blocks.flatMap(({ metrics }) => metrics.flatMap(({ judgeTrust = [] }) => judgeTrust))).toEqual(
      [],
    );
  });

  it('differ so plainly that a comparison decides', () => {
    const judge = { before: 'people:MRBench', after: 'people:MRBench' };
    const comparison = compareRuns(sessionOf(examplePair.before), sessionOf(examplePair.after), {
      judge,
      seed: 1,
      others: [],
      intended: ['tutor'],
    });
    const outcome = comparisonOutcome(comparison);
    expect(outcome.kind).toBe('tested');
    const words = comparison.benchmarks.flatMap(({ metrics }) =>
      metrics.flatMap(({ id, block, outcome }) =>
        outcome === 'better' || outcome === 'worse' ? [[id, block, outcome]] : [],
      ),
    );
    expect(words).toEqual([['revealing_of_the_answer', 'all', 'better']]);
  });
});

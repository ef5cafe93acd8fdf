import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated, type Evaluated } from './printedJson';

const cli = useCommandLine();
let cwd = '';
let original: Evaluated;
let rule: Evaluated;

beforeAll(async () => {
  cwd = await cli().workspace();
  const text = await readFile(path.join(repository, 'test-fixtures/workspace/rule.tutor.md'), 'utf8');
  await writeFile(path.join(cwd, 'rule.md'), text);
  original = await evaluate('tutor.md');
  rule = await evaluate('rule.md', '--benchmark', 'guideeval');
});

async function evaluate(file: string, ...options: readonly string[]): Promise<Evaluated> {
  return evaluated((await cli().run(['evaluate', file, '--json', ...options], { cwd })).out);
}

const comparisonSchema = z.object({
  schemaVersion: z.literal(1),
  before: z.object({ id: z.string() }),
  after: z.object({ id: z.string() }),
  comparable: z.boolean(),
  summary: z.string(),
  benchmarks: z.array(
    z.object({
      id: z.string(),
      metrics: z.array(z.object({ id: z.string(), block: z.string().nullable(), word: z.string(), pairs: z.int() })),
      flips: z.object({ counts: z.record(z.string(), z.int()) }),
    }),
  ),
});

async function compared(...args: readonly string[]) {
  const { out, code } = await cli().run(['compare', ...args, '--json'], { cwd });
  return { code, comparison: comparisonSchema.parse(JSON.parse(out)) };
}

describe('compare', () => {
  it('calls what the rules address better, and nothing worse', async () => {
    const { code, comparison } = await compared(original.runId, rule.runId);
    const words = new Map(
      comparison.benchmarks.flatMap(({ metrics }) => metrics.map(({ id, block, word }) => [`${block}/${id}`, word])),
    );
    expect(words.get('accErr/P-Redirect')).toBe('better');
    expect([...words.values()]).not.toContain('worse');
    expect(comparison.summary).toMatch(/^Better at P-Redirect/);
    expect(code).toBe(0);
  });

  it('calls nothing between a prompt and itself', async () => {
    const again = await evaluate('tutor.md');
    const { code, comparison } = await compared(original.runId, again.runId);
    expect(comparison.comparable).toBe(true);
    expect(new Set(comparison.benchmarks.flatMap(({ metrics }) => metrics.map(({ word }) => word)))).toEqual(
      new Set(['noEvidence']),
    );
    expect(code).toBe(0);
  });

  it('exits with 1 when the second run is worse at something, and says what', async () => {
    const { code, out } = await cli().run(['compare', rule.runId, original.runId], { cwd });
    expect(out).toContain('Worse at');
    expect(code).toBe(1);
  });

  it('refuses a judge that a run lacks, and a run that is not there', async () => {
    expectRefusal(
      await cli().run(['compare', original.runId, rule.runId, '--judge', 'openai:gpt-9'], { cwd }),
      /was not judged by openai:gpt-9\. It has: offline/,
    );
    expectRefusal(await cli().run(['compare', 'nope', rule.runId], { cwd }), /no run “nope”/);
  });
});

describe('evaluate --baseline', () => {
  it('says how the run compares and exits with 1 when it is worse', async () => {
    const { code, err } = await cli().run(
      ['evaluate', 'tutor.md', '--benchmark', 'guideeval', '--baseline', rule.runId],
      {
        cwd,
      },
    );
    expect(err).toContain(`Against ${rule.runId}: Worse at`);
    expect(err).toMatch(/failed: guideeval\/accErr\/P-Redirect is worse/);
    expect(code).toBe(1);
  });
});

describe('judge', () => {
  it('makes a run of the same replies without a tutor call, with equal figures by the same judge', async () => {
    const { out, code } = await cli().run(['judge', original.runId, '--json'], { cwd });
    const again = evaluated(out);
    expect(again.calls).toMatchObject({ tutor: 0, judge: original.calls.judge });
    expect(again.runId).not.toBe(original.runId);
    expect(again.benchmarks).toEqual(original.benchmarks);
    expect(code).toBe(0);
  });
});

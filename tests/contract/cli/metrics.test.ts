import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { metricsSchema } from './printedJson';
import { publicData, skipWithout } from './publicData';

const cli = useCommandLine();
const labelled = publicData('mrbench/MRBench_V1.json');
const expectedFile = publicData('mrbench/damr_expected.json');

const tutors = z.record(
  z.string(),
  z.object({ damr: z.record(z.string(), z.object({ n: z.int(), percent: z.number() })) }),
);
const expectedSchema = z.object({
  files: z.object({ 'MRBench_V1.json': z.object({ all: tutors, by_source: z.record(z.string(), tutors) }) }),
});

/** The data's `Mistake_Identification` and `humanlikeness` are `mistake_identification` and `human_likeness`. */
function metricId(dimension: string): string {
  return dimension === 'humanlikeness' ? 'human_likeness' : dimension.toLowerCase();
}

describe('metrics', () => {
  it('gives the statistics computed from the human labels of MRBench V1, cell by cell', async (context) => {
    skipWithout(labelled, context);
    const { code, out, err } = await cli().run(['metrics', 'mrbench', labelled, '--json']);
    expect([code, err]).toEqual([0, '']);
    const { benchmark, groups } = metricsSchema.parse(JSON.parse(out));
    const { all, by_source: sources } = expectedSchema.parse(JSON.parse(readFileSync(expectedFile, 'utf8'))).files[
      'MRBench_V1.json'
    ];
    expect(benchmark).toBe('mrbench');
    expect(groups.map(({ id }) => id).sort()).toEqual(Object.keys(all).sort());
    let cells = 0;
    for (const [block, expected] of [['all', all], ...Object.entries(sources)] as const) {
      for (const [tutor, { damr }] of Object.entries(expected)) {
        for (const [dimension, { n, percent }] of Object.entries(damr)) {
          const metrics = groups.find(({ id }) => id === tutor)?.metrics ?? [];
          const cell = metrics.find((metric) => metric.block === block && metric.id === metricId(dimension));
          const where = `${block} ${tutor} ${dimension}`;
          expect(cell?.value, where).toBeCloseTo(percent, 4);
          expect([where, cell?.n, cell?.unit]).toEqual([where, n, 'percent']);
          cells += 1;
        }
      }
    }
    expect(cells).toBe(8 * (9 + 9 + 8));
  });

  it('prints a table for people, one for each tutor', async (context) => {
    skipWithout(labelled, context);
    const { code, out } = await cli().run(['metrics', 'mrbench', labelled]);
    expect(code).toBe(0);
    const gpt4 = out.slice(out.indexOf('GPT4\n'));
    expect(gpt4).toMatch(/^GPT4\nmetric +value +95% interval +n +excl\./);
    expect(gpt4).toMatch(/Mistake identification +93\.5%.* 124 /);
    expect(out).not.toContain('\u001b');
  });

  it('knows the labels of the starter set', async () => {
    const { code, out } = await cli().run([
      'metrics',
      'mrbench',
      path.join(repository, 'starter-sets/mrbench.jsonl'),
      '--json',
    ]);
    expect(code).toBe(0);
    expect(metricsSchema.parse(JSON.parse(out)).groups.map(({ id }) => id)).toContain('Expert');
  });

  it.each([
    [['metrics', 'nope', 'x.json'], /no benchmark “nope”.*mrbench/],
    [['metrics', 'guideeval', 'x.json'], /GuideEval data carries no labels/],
    [['metrics', 'socratesbench', 'x.json'], /SocratesBench data carries no labels/],
    [['metrics', 'kmp-dialogue', 'x.json'], /KMP-Bench Dialogue data carries no labels/],
    [['metrics', 'kmp-skills', 'x.json'], /KMP-Bench Skills data carries no labels/],
    [['metrics', 'tutorbench', 'x.json'], /TutorBench data carries no labels/],
    [['metrics', 'mrbench', path.join(repository, 'starter-sets/tutorbench.jsonl')], /TutorBench samples, not MRBench/],
    [['metrics', 'mrbench', 'missing.json'], /The label file missing\.json does not exist/],
    [['metrics', 'mrbench', '.'], /is a folder/],
    [['metrics', 'mrbench', path.join(repository, 'starter-sets/guideeval.jsonl')], /GuideEval samples, not MRBench/],
    [['metrics', 'mrbench', path.join(repository, 'LICENSE')], /neither JSON nor JSON lines/],
    [['metrics', 'mrbench'], /missing required argument 'labels'/],
  ])('refuses %j in one line', async (args, message) => expectRefusal(await cli().run(args), message));

  it('refuses a file without labels in one line', async (context) => {
    const file = publicData('mathdial/test.jsonl');
    skipWithout(file, context);
    expectRefusal(await cli().run(['metrics', 'mrbench', file]), /holds no labels/);
  });
});

import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { repository, useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { publicData, skipWithout } from './publicData';

const cli = useCommandLine();
const document = readFileSync(path.join(repository, 'docs/samples.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
const enough = 120;

function headlinesOf(benchmark: string): readonly string[] {
  return benchmarks.get(benchmark)?.headlines ?? expect.fail(`${benchmark} names no headline metric.`);
}

/** Units behind each headline metric of an offline run; 0 for one without a value. */
async function headlineUnits(benchmark: string, ...options: readonly string[]): Promise<readonly number[]> {
  const cwd = await cli().workspace();
  const args = ['evaluate', 'tutor.md', '--json', '--repeats', '1', '--benchmark', benchmark, ...options];
  const { code, out, err } = await cli().run(args, { cwd });
  expect(code, err).toBe(0);
  const metrics = evaluated(out).benchmarks[0]?.metrics ?? [];
  return headlinesOf(benchmark).map((name) => {
    const { value, n } = metrics.find(({ block, id }) => `${block}/${id}` === name) ?? expect.fail(name);
    return value === null ? 0 : n;
  });
}

type PublicFile = readonly [format: string, file: string];

/** A file of a starter set and of what the importers make of public files, with the images beside it. */
async function joined(starterSet: string, files: readonly PublicFile[]): Promise<string> {
  const cwd = await cli().workspace();
  const folder = path.join(repository, 'starter-sets');
  await cp(path.join(folder, 'images'), path.join(cwd, 'images'), { recursive: true });
  let lines = await readFile(path.join(folder, starterSet), 'utf8');
  for (const [format, file] of files) {
    const { code, out, err } = await cli().run(['import', format, publicData(file)], { cwd });
    expect(code, err).toBe(0);
    lines += out;
  }
  const samples = path.join(cwd, 'joined.jsonl');
  await writeFile(samples, lines);
  return samples;
}

const slow = { timeout: 120_000 };

describe('units of the headline metrics', () => {
  it.each(benchmarkIds)('%s: the starter set has those in the document', slow, async (id) => {
    const names = headlinesOf(id).map((name) => `\`${name}\``);
    const units = await headlineUnits(id);
    expect(document).toContain(`| \`${id}\` | ${names.join(', ')} | ${units.join(', ')} |`);
  });

  it('socratesbench: the large set that ships has those in the document', slow, async () => {
    const file = path.join(repository, 'starter-sets/socratesbench-large.jsonl');
    const units = await headlineUnits('socratesbench', '--samples', file);
    expect(units).toEqual([enough, enough, enough]);
    expect(document).toContain(`\`socratesbench-large.jsonl\` (${units.join(', ')})`);
  });

  it.for(['V1', 'V2'])(
    'mrbench: MRBench %s has enough, as many as the document says',
    slow,
    async (version, context) => {
      const file = publicData(`mrbench/MRBench_${version}.json`);
      skipWithout(file, context);
      const units = await headlineUnits('mrbench', '--samples', file);
      expect(units[0]).toBeGreaterThanOrEqual(enough);
      expect(new Set(units).size).toBe(1);
      expect(document).toContain(`${version} (${units[0]})`);
    },
  );

  it.for<readonly [string, string, ...PublicFile[]]>([
    ['kmp-dialogue', 'kmp-dialogue.jsonl', ['mathtutorbench', 'mathtutorbench/mathdial_bridge.json']],
    [
      'kmp-skills',
      'kmp-skills.jsonl',
      ['mr-gsm8k', 'mr_gsm8k/gpt4-grading/Claude_eval_results.json'],
      ['processbench', 'processbench/gsm8k.json'],
    ],
    [
      'tutorbench',
      'tutorbench.jsonl',
      ['tutorbench-csv', 'tutorbench/train.csv'],
      ['tutorbench-csv', 'tutorbench/test.csv'],
    ],
  ])(
    '%s: the starter set %s and public files together have enough',
    slow,
    async ([id, starterSet, ...files], context) => {
      for (const [, file] of files) skipWithout(publicData(file), context);
      const units = await headlineUnits(id, '--samples', await joined(starterSet, files));
      expect(units.map((count) => Math.min(count, enough))).toEqual(units.map(() => enough));
    },
  );
});

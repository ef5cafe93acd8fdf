import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { publicData, skipWithout } from './publicData';

const cli = useCommandLine();

/** Reads sample lines with the schema that `evaluate` uses; throws for one that would be refused. */
function samplesIn(text: string, id: BenchmarkId = 'mrbench'): readonly unknown[] {
  const schema = benchmarks.get(id)?.sampleSchema;
  if (schema === undefined) throw new Error(`${id} is not registered.`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

/** A file in the form of MRBench V1, written for this test; the second record has no history. */
const twoRecords = [
  {
    conversation_id: '1-a',
    conversation_history: 'Tutor: What is 6 times 7?\n Student: 48, because 6 times 8 is 48.',
    Data: 'MathDial',
    Split: 'test',
    Topic: 'Not Available',
    Ground_Truth_Solution: '6 * 7 = 42',
    anno_llm_responses: {},
  },
  { conversation_id: '1-b', Data: 'MathDial', anno_llm_responses: {} },
];

describe('import', () => {
  it.for([
    ['mrbench', 'mrbench/MRBench_V1.json', 'mrbench', 124],
    ['auto', 'mrbench/MRBench_V1.json', 'mrbench', 124],
    ['mrbench', 'mrbench/mrbench_v3_devset.json', 'mrbench', 196],
    ['bridge', 'bridge/test.json', 'bridge', 170],
    ['auto', 'bridge/validation.json', 'bridge', 55],
    ['mathdial', 'mathdial/test.jsonl', 'mathdial', 426],
    ['auto', 'mathdial/test.csv', 'mathdial', 426],
  ] as const)('converts as %s the public file %s', async ([format, file, recognized, count], context) => {
    const source = publicData(file);
    skipWithout(source, context);
    const { code, out, err } = await cli().run(['import', format, source]);
    const samples = samplesIn(out);
    expect(code).toBe(0);
    expect(err).toContain(`${samples.length} samples from ${path.basename(file)} (${recognized})`);
    expect(samples.length).toBe(count);
  });

  it.for([
    ['kmp-dialogue', 'mathtutorbench', 'mathtutorbench/mathdial_bridge_hard.json', 222],
    ['kmp-skills', 'processbench', 'processbench/gsm8k.json', 301],
    ['kmp-skills', 'mr-gsm8k', 'mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json', 134],
    ['kmp-skills', 'verify-then-generate', 'verify_then_generate/dataset.json', 763],
    ['tutorbench', 'tutorbench-csv', 'tutorbench/nine_columns_joined.csv', 278],
  ] as const)(
    'makes samples of %s from %s data, by name and recognised by content: %s',
    async ([id, format, file, count], context) => {
      const source = publicData(file);
      skipWithout(source, context);
      const named = await cli().run(['import', format, source]);
      const found = await cli().run(['import', 'auto', source]);
      expect(named.code).toBe(0);
      expect(found).toEqual(named);
      expect(samplesIn(named.out, id)).toHaveLength(count);
      expect(named.err).toContain(`${count} samples from ${path.basename(file)} (${format}), 0 records refused`);
      expect(named.err).not.toMatch(/^error/m);
    },
  );

  it.for([
    ['kmp-dialogue', 'mathtutorbench/mathdial_bridge_hard.json'],
    ['kmp-skills', 'processbench/math.sample200.json'],
    ['tutorbench', 'tutorbench/test.csv'],
  ] as const)('gives evaluate what it can run: %s from %s, imported or as it is', async ([id, file], context) => {
    const source = publicData(file);
    skipWithout(source, context);
    const cwd = await cli().workspace();
    await cli().run(['import', 'auto', source, '--output', 'own.jsonl'], { cwd });
    const options = ['--benchmark', id, '--limit', '5', '--json'];
    const [own, original] = await Promise.all(
      ['own.jsonl', source].map(async (samples) =>
        evaluated((await cli().run(['evaluate', 'tutor.md', '--samples', samples, ...options], { cwd })).out),
      ),
    );
    expect(own?.benchmarks).toMatchObject([{ id, samples: 5, completed: 5, judgeFailed: 0 }]);
    expect(own?.benchmarks).toEqual(original?.benchmarks);
  });

  it.for([
    ['tutorbench/judged/gpt-oss-20b.final_report.json', /not valid JSON: .*Write null in place of NaN/],
    ['pressure_leaks/problems.json', /none of the known forms; tried mrbench .*tutorbench-csv/],
    ['socraticmath/SocratesMATH.first7plus2.csv', /This CSV file is none of the known forms/],
  ] as const)('refuses the public file %s in one line', async ([file, message], context) => {
    const source = publicData(file);
    skipWithout(source, context);
    expectRefusal(await cli().run(['import', 'auto', source]), message);
  });

  it('refuses a format that is not that of the file, in one line', async (context) => {
    const source = publicData('processbench/gsm8k.json');
    skipWithout(source, context);
    expectRefusal(await cli().run(['import', 'mr-gsm8k', source]), /none of the known forms; tried mr-gsm8k/);
  });

  it('writes to a file with --output, names records that it cannot use, and evaluate takes the result', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'two.json'), JSON.stringify(twoRecords));
    const ended = await cli().run(['import', 'auto', 'two.json', '--output', 'samples.jsonl'], { cwd });
    expect([ended.code, ended.out]).toEqual([0, '']);
    expect(ended.err).toMatch(/^error: two\.json: record 2, conversation_history: /m);
    expect(ended.err).toMatch(/^1 sample from two\.json \(mrbench\), 1 record refused, written to samples\.jsonl\.$/m);
    expect(samplesIn(await readFile(path.join(cwd, 'samples.jsonl'), 'utf8'))).toHaveLength(1);
    const options = ['--benchmark', 'mrbench', '--samples', 'samples.jsonl', '--json'];
    const run = await cli().run(['evaluate', 'tutor.md', ...options], { cwd });
    expect(evaluated(run.out).benchmarks).toMatchObject([{ samples: 1, completed: 1 }]);
  });

  it('exits with 2 when not one record can be used', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'none.json'), JSON.stringify([{ ...twoRecords[0], conversation_history: '' }]));
    const { code, out, err } = await cli().run(['import', 'mrbench', 'none.json'], { cwd });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('0 samples');
  });

  it.each([
    [['import', 'nope', 'x.json'], /no format “nope”.*auto, mrbench, bridge, mathdial, mathtutorbench, processbench/],
    [['import', 'auto', 'missing.json'], /The data file missing\.json does not exist/],
    [['import', 'auto', '.'], /is a folder/],
    [['import', 'auto', path.join(repository, 'package.json')], /none of the known forms; tried mrbench/],
    [['import', 'auto', path.join(repository, 'media/icon.png')], /is not UTF-8 text/],
    [['import', 'auto', path.join(repository, 'LICENSE')], /neither JSON nor JSON lines/],
    [['import', 'auto'], /missing required argument 'file'/],
  ])('refuses %j in one line', async (args, message) => expectRefusal(await cli().run(args), message));

  it('names an output file that cannot be written in one line', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'two.json'), JSON.stringify(twoRecords.slice(0, 1)));
    const ended = await cli().run(['import', 'auto', 'two.json', '--output', 'no/such/folder.jsonl'], { cwd });
    expectRefusal(ended, /Cannot write no\/such\/folder\.jsonl/);
  });
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { missingNote, publicFile } from '../mrbench/publicFile';

/** A file that an importer claims. */
interface Claimed {
  readonly file: string;
  readonly benchmark: BenchmarkId;
  readonly format: string;
  /** Samples that it gives; no record of these files is refused. */
  readonly loaded: number;
  /** Where the data's README says that number of the file. */
  readonly readme: string;
}

const v1Row = '| V1 | 124 (192) |';
const evalKit = 'Eight BEA **test** dialogues';
const grades = 'Claude-2 244, GPT-3.5 134, three 70B models 2 + 17 + 2) and `k-shot-demos.json` (5,';
const indoMl = '| IndoML train, dev, test | 196 (300), 27 (41), 99 (150) |';
const bridge = '348 / 55 / 170 dialogues + 258 model replies';

function rows(
  benchmark: BenchmarkId,
  format: string,
  files: readonly (readonly [file: string, loaded: number, readme: string])[],
): readonly Claimed[] {
  return files.map(([file, loaded, readme]) => ({ file, benchmark, format, loaded, readme }));
}

const claimed: readonly Claimed[] = [
  ...rows('mrbench', 'mrbench', [
    ['mrbench/MRBench_V1.json', 124, v1Row],
    ['mrbench/MRBench_V2.json', 130, '| V2 | 130 (200) |'],
    ['mrbench/mrbench_v3_devset.json', 196, '| V3 dev | 196 (300) |'],
    ['mrbench/mrbench_v3_testset.json', 126, '| V3 test | 126 (191) |'],
    ['mrbench/indoml/trainset.json', 196, indoMl],
    ['mrbench/indoml/dev_testset.json', 27, indoMl],
    ['mrbench/indoml/testset.json', 99, indoMl],
    ['aitutor_evalkit/auto_model_predictions.json', 8, evalKit],
    ['aitutor_evalkit/gpt5_model_predictions.json', 8, evalKit],
    ['aitutor_evalkit/prometheus_model_predictions.json', 8, evalKit],
    ['aitutor_evalkit/sample_mrbench_out_10examples.json', 8, evalKit],
    ['aitutor_evalkit/test_sample.json', 8, evalKit],
  ]),
  ...rows('mrbench', 'bridge', [
    ['bridge/train.json', 348, bridge],
    ['bridge/validation.json', 55, bridge],
    ['bridge/test.json', 170, bridge],
    // 170 + 88 are the 258 replies of the README.
    ['bridge/responses_expert_gpt4.json', 170, bridge],
    ['bridge/responses_none_gpt4.json', 88, bridge],
  ]),
  ...rows('mrbench', 'mathdial', [
    ['mathdial/test.jsonl', 426, '426 dialogues'],
    ['mathdial/test.csv', 426, '`test.jsonl` and `test.csv` hold the same rows'],
    ['mathdial/example.jsonl', 2, '`example.jsonl`'],
    ['mathdial/example_model_output.jsonl', 2, '`example_model_output.jsonl`'],
  ]),
  ...rows('kmp-dialogue', 'mathtutorbench', [
    ['mathtutorbench/mathdial_bridge.json', 873, '`mathdial_bridge.json` 873 (1,150)'],
    ['mathtutorbench/mathdial_bridge_hard.json', 222, '`mathdial_bridge_hard.json` 222 (327)'],
  ]),
  ...rows('kmp-skills', 'processbench', [
    ['processbench/gsm8k.json', 301, '`gsm8k.json` 301 (400)'],
    ['processbench/math.sample200.json', 149, '`math.sample200.json` 149 of 200'],
  ]),
  ...rows('kmp-skills', 'mr-gsm8k', [
    ['mr_gsm8k/gpt4-grading/Claude_eval_results.json', 244, grades],
    ['mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json', 134, grades],
    ['mr_gsm8k/gpt4-grading/mammoth_70B_eval_results.json', 2, grades],
    ['mr_gsm8k/gpt4-grading/metamath_70B_eval_results.json', 17, grades],
    ['mr_gsm8k/gpt4-grading/wizardmath_70B_eval_results.json', 2, grades],
  ]),
  ...rows('kmp-skills', 'verify-then-generate', [
    ['verify_then_generate/dataset.json', 763, '(KMP-EC family) | 763 |'],
  ]),
  ...rows('tutorbench', 'tutorbench-csv', [
    ['tutorbench/train.csv', 426, '`train.csv` 426 (556)'],
    ['tutorbench/test.csv', 76, '`test.csv` 76 (100)'],
    ['tutorbench/Text Tutoring Prompts.csv', 60, '`Text Tutoring Prompts.csv` 60 (250)'],
    ['tutorbench/nine_columns_joined.csv', 278, '`nine_columns_joined.csv` 278 (351)'],
  ]),
];

const unknownForm = /: This (?:JSON|JSON lines|CSV) file is none of the known forms; tried .*mrbench \(/;

/** Files that hold no samples, or samples that no benchmark here can play, with the reason that is given. */
const unclaimed: readonly (readonly [file: string, reason: RegExp])[] = [
  // Judges' replies and expected statistics.
  ['mrbench/damr_expected.json', unknownForm],
  ['mrbench_judge_runs/MRBench_V1_VertexAI_llama-3.1-8b-instruct-maas.json', unknownForm],
  ['mrbench_judge_runs/MRBench_V1_VertexAI_llama-3.1-8b-instruct-maas_llama_eval.json', unknownForm],
  ['mrbench_judge_runs/agreement_expected.json', unknownForm],
  ['mrbench_judge_runs/preds_Qwen_Qwen2.5-7B-Instruct_n2476.jsonl', unknownForm],
  ['mrbench_judge_runs/preds_mistralai_Mistral-7B-Instruct-v0.3_n2476.jsonl', unknownForm],
  ['tutorbench/judged/arr_expected.json', unknownForm],
  ['tutorbench/judged/claude-haiku-4-5.results.json', unknownForm],
  ['tutorbench/judged/claude-sonnet-4-5.results.json', unknownForm],
  ['tutorbench/judged/gpt-oss-20b.results.json', unknownForm],
  ['tutorbench/judged/gpt-oss-20b.final_report.json', /: The file is not valid JSON: .*Write null in place of NaN/],
  // Five demonstrations for a judge, in a form of their own.
  ['mr_gsm8k/k-shot-demos.json', unknownForm],
  // One row a reply and a dimension, without the dialogue's structure.
  ['aitutor_evalkit/all_dev.csv', unknownForm],
  // Leak flags without transcripts.
  ['pressure_leaks/dryrun_gemini_2_5_flash.json', unknownForm],
  ['pressure_leaks/leak_expected.json', unknownForm],
  ['pressure_leaks/problems.json', unknownForm],
  // Whole dialogues without the learner's states that GuideEval needs.
  ['socraticmath/SocratesMATH.first7plus2.csv', unknownForm],
];

const everyBenchmark = [...benchmarks.values()];
const publicImporters = everyBenchmark.flatMap((benchmark) => benchmark.importers);
const files = [...claimed.map(({ file }) => file), ...unclaimed.map(([file]) => file), 'README.md'];
const paths = files.map((file) => `data/${file}`);
const isMissing = paths.some((file) => publicFile(file) === undefined);

function textOf(file: string): string {
  const text = publicFile(`data/${file}`);
  if (text === undefined) throw new Error(`../shared/data/${file} is not there.`);
  return text;
}

/** As a file holds it: a member that is `undefined` is none. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function owner(id: BenchmarkId) {
  const benchmark = benchmarks.get(id);
  if (benchmark === undefined) throw new Error(`${id} is not registered.`);
  return benchmark;
}

describe.skipIf(isMissing)(`the public data${missingNote(paths)}`, () => {
  it.each(claimed)('$file is $format: $loaded samples, none refused, as its README says', (row) => {
    const text = textOf(row.file);
    const result = importSamples(text, row.file, publicImporters);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect([result.format, result.samples.length]).toEqual([row.format, row.loaded]);
    expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    // A warning says what was made of which record.
    for (const { record, field, message } of result.problems) {
      expect([record > 0, field !== '', message.endsWith('.')], message).toEqual([true, true, true]);
    }
    expect(textOf('README.md')).toContain(row.readme);
  });

  it.each(claimed)('$file gives samples of $benchmark alone, each fit to run and with an id of its own', (row) => {
    const text = textOf(row.file);
    const benchmark = owner(row.benchmark);
    const file = { name: row.file, text };
    for (const other of everyBenchmark.filter((one) => one !== benchmark)) {
      expect(() => loadSamples(other, file, everyBenchmark)).toThrow(`Choose the benchmark “${row.benchmark}” for it.`);
    }
    const { samples, format } = loadSamples(benchmark, file);
    expect([format, samples.length]).toEqual([row.format, row.loaded]);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(row.loaded);
    // What `import` writes is read again as it was.
    const lines = samples.map((sample) => JSON.stringify(sample));
    const again = loadSamples(benchmark, { name: 'own.jsonl', text: lines.join('\n') });
    expect(again.format).toBe('own');
    expect(again.samples).toHaveLength(row.loaded);
    const changed = samples.filter((sample, index) => !isDeepStrictEqual(plain(sample), plain(again.samples[index])));
    expect(changed.map(({ id }) => id)).toEqual([]);
  });

  it.each(claimed.filter(({ file }) => file.endsWith('.json')))(
    '$file with one record emptied: that record is refused by its number, the others load',
    ({ file, loaded }) => {
      const records = JSON.parse(textOf(file)) as unknown[];
      // Forms are told by the first three records, so the last is the one to damage.
      const damaged = [...records.slice(0, -1), {}];
      const result = importSamples(JSON.stringify(damaged), file, publicImporters);
      if (result.kind === 'refused') throw new Error(result.reason);
      const refused = result.problems.filter(({ severity }) => severity === 'error');
      expect(new Set(refused.map(({ record }) => record))).toEqual(new Set([records.length]));
      expect(result.samples).toHaveLength(loaded - 1);
    },
  );

  it.each(unclaimed)('%s is refused in one line', (file, reason) => {
    const result = importSamples(textOf(file), file, publicImporters);
    expect(result.kind === 'refused' && result.reason).toMatch(reason);
    expect(result.kind === 'refused' && result.reason).not.toContain('\n');
  });

  it('has no file that these tables do not name', () => {
    const root = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(path.join(root, file)).isFile())
      .map((file) => file.replaceAll(path.sep, '/'))
      // Descriptions of APIs are no tutoring data.
      .filter((file) => !file.startsWith('api/'));
    expect(found.sort()).toEqual([...files].sort());
    expect(readFileSync(path.join(root, 'README.md'), 'utf8').length).toBeGreaterThan(1_000);
  });
});

import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { DataFile } from '../../../src/core/benchmark/importer';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { isRecord } from '../../../src/core/text/isRecord';
import { assembled, planOf, waysOf } from './assembledMessages';

type Raw = Readonly<Record<string, unknown>>;

/** A public form with the fields of a raw record that must not reach the tutor, exchanged for others. */
interface Form {
  readonly file: string;
  readonly benchmark: BenchmarkId;
  readonly format: string;
  readonly exchange: (record: Raw) => Raw;
}

const mark = 'exchanged 123456789';

/** Every text below a value is another one; numbers, truth values and structure stay. */
function otherTexts(value: unknown): unknown {
  if (typeof value === 'string') return mark;
  if (Array.isArray(value)) return value.map(otherTexts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, otherTexts(member)]));
}

function texts(...names: readonly string[]): (record: Raw) => Raw {
  return (record) => ({
    ...record,
    ...Object.fromEntries(names.filter((name) => name in record).map((name) => [name, otherTexts(record[name])])),
  });
}

const replies = texts('Ground_Truth_Solution', 'anno_llm_responses', 'tutor_responses', 'Split');
const experts = texts('c_r', 'c_r_', 'c_revision', 'e', 'z_what', 'z_why', 'framework_by', 'response_by');
const profile = texts('ground_truth', 'student_profile', 'teacher_described_confusion', 'self-correctness');

/** The cut-off turn is the reference. Its text and the solution are hidden; its move sets the principle. */
function withoutReference(record: Raw): Raw {
  const turns: readonly unknown[] = Array.isArray(record.dialog_history) ? record.dialog_history : [];
  const last = turns.at(-1);
  const reference = { ...(isRecord(last) ? last : {}), text: mark };
  return { ...record, reference_solution: mark, dialog_history: [...turns.slice(0, -1), reference] };
}

const forms: readonly Form[] = [
  ...['mrbench/MRBench_V1.json', 'mrbench/mrbench_v3_devset.json', 'aitutor_evalkit/gpt5_model_predictions.json'].map(
    (file) => ({ file, benchmark: 'mrbench', format: 'mrbench', exchange: replies }) as const,
  ),
  { file: 'bridge/test.json', benchmark: 'mrbench', format: 'bridge', exchange: experts },
  { file: 'bridge/responses_none_gpt4.json', benchmark: 'mrbench', format: 'bridge', exchange: experts },
  { file: 'mathdial/test.jsonl', benchmark: 'mrbench', format: 'mathdial', exchange: profile },
  { file: 'mathdial/test.csv', benchmark: 'mrbench', format: 'mathdial', exchange: profile },
  {
    file: 'mathtutorbench/mathdial_bridge_hard.json',
    benchmark: 'kmp-dialogue',
    format: 'mathtutorbench',
    exchange: withoutReference,
  },
  {
    file: 'processbench/gsm8k.json',
    benchmark: 'kmp-skills',
    format: 'processbench',
    exchange: (record) => ({
      ...record,
      label: record.label === -1 ? 0 : -1,
      final_answer_correct: record.final_answer_correct !== true,
      generator: mark,
    }),
  },
  {
    file: 'mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json',
    benchmark: 'kmp-skills',
    format: 'mr-gsm8k',
    exchange: (record) => ({
      ...texts(
        ...[
          'ground_truth_solution',
          'ground_truth_answer',
          'model_output_answer_correctness',
          'error_reason_correctness',
        ],
        ...['model_output_solution_first_error_reason', 'gpt4_error_reason_correctness_analysis', 'gpt3_5_eval_output'],
      )(record),
      model_output_solution_first_error_step: 1,
    }),
  },
  {
    file: 'verify_then_generate/dataset.json',
    benchmark: 'kmp-skills',
    format: 'verify-then-generate',
    exchange: (record) => ({
      ...texts(
        ...['reference_solution', 'incorrect_step', 'error_category', 'error_description'],
        ...['dialog_history', 'student_correct_response'],
      )(record),
      incorrect_index: 0,
    }),
  },
  {
    file: 'tutorbench/nine_columns_joined.csv',
    benchmark: 'tutorbench',
    format: 'tutorbench-csv',
    exchange: (record) => ({
      ...record,
      bloom_taxonomy: 'create',
      RUBRICS: JSON.stringify(
        (JSON.parse(String(record.RUBRICS)) as readonly Raw[]).map((entry) => ({ ...entry, criteria: mark })),
      ),
    }),
  },
];

function withOthers(file: DataFile, exchange: Form['exchange']): DataFile {
  const each = (value: unknown): unknown => (isRecord(value) ? exchange(value) : value);
  switch (file.kind) {
    case 'json':
      return { ...file, value: Array.isArray(file.value) ? file.value.map(each) : each(file.value) };
    case 'jsonl':
      return { ...file, records: file.records.map(each) };
    case 'csv': {
      const changed = file.rows.map((row) =>
        exchange(Object.fromEntries(file.header.map((name, column) => [name, row[column] ?? '']))),
      );
      return { ...file, rows: changed.map((record) => file.header.map((name) => String(record[name]))) };
    }
  }
}

/** The assembled messages of each sample in the file, in every way it can be played. */
function messagesOf(benchmark: Benchmark, format: string, file: DataFile): readonly (readonly string[])[] {
  const importer = benchmark.importers.find((candidate) => candidate.format === format);
  if (importer === undefined) throw new Error(`${benchmark.id} has no importer ${format}.`);
  const ways = waysOf(benchmark);
  return importer.read(file).samples.map((sample) => ways.map((way) => assembled(planOf(benchmark, sample, way))));
}

const paths = forms.map(({ file }) => `data/${file}`);
const isMissing = paths.some((path) => publicFile(path) === undefined);

describe.skipIf(isMissing)(`what public files hold and the tutor must not see${missingNote(paths)}`, () => {
  it.each(forms)('$file: other solutions, labels and references give the same messages', (form) => {
    const benchmark = benchmarks.get(form.benchmark);
    const file = parseDataFile(publicFile(`data/${form.file}`) ?? '');
    if (benchmark === undefined || file.kind === 'refused') throw new Error(`${form.file} cannot be read.`);
    const before = messagesOf(benchmark, form.format, file);
    const exchanged = withOthers(file, form.exchange);
    expect(JSON.stringify(exchanged)).not.toBe(JSON.stringify(file));
    const after = messagesOf(benchmark, form.format, exchanged);
    expect(after).toHaveLength(before.length);
    expect(before.length).toBeGreaterThan(7);
    const differing = before.flatMap((messages, index) => (messages.join() === after[index]?.join() ? [] : [index]));
    expect(differing).toEqual([]);
  });
});

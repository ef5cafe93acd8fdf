import { describe, expect, it } from 'vitest';
import { importSamples, type SampleImport } from '../../../src/core/benchmark/importing/recognizeFile';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { importMathTutorBench } from '../../../src/core/benchmarks/kmpDialogue/importMathTutorBench';
import { instructionBlock } from '../../../src/core/benchmarks/kmpDialogue/plan';
import { kmpDialogueSampleSchema, type KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { publicSampleFiles } from '../mrbench/sampleFiles';
import { importedSamples, mathTutorBenchPaths } from './mathTutorBenchFiles';

type Imported = Extract<SampleImport<KmpDialogueSample>, { kind: 'imported' }>;

function imported(text: string): Imported {
  const result = importSamples(text, 'file', kmpDialogue.importers);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

function fromRecords(...records: readonly unknown[]): Imported {
  return imported(JSON.stringify(records));
}

const counts: readonly (readonly [path: string, records: number, loaded: number, grades: number])[] = [
  ['data/mathtutorbench/mathdial_bridge.json', 873, 873, 110],
  ['data/mathtutorbench/mathdial_bridge_hard.json', 222, 222, 41],
];

const isMissing = mathTutorBenchPaths.some((path) => publicFile(path) === undefined);
describe.skipIf(isMissing)(`MathTutorBench files${missingNote(mathTutorBenchPaths)}`, () => {
  it.each(counts)('reads %s: %i records, %i of them loaded', (path, records, loaded, grades) => {
    const text = publicFile(path) ?? '';
    const { format, samples, problems } = imported(text);
    expect(format).toBe('mathtutorbench');
    expect(JSON.parse(text)).toHaveLength(records);
    const refused = new Set(problems.filter(({ severity }) => severity === 'error').map(({ record }) => record));
    expect(samples).toHaveLength(loaded);
    expect(samples.length + refused.size).toBe(records);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(loaded);
    // Bridge rows name the grade in their topic.
    expect(samples.filter(({ grade }) => grade !== undefined)).toHaveLength(grades);
    for (const sample of samples) {
      expect(kmpDialogueSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      expect(sample.domain).toBeDefined();
    }
    expect(kmpDialogue.checkSamples(samples)).toEqual([]);
  });

  it('takes the last teacher turn as reference and all before it as history, speakers’ names left out', () => {
    for (const { sample, raw } of importedSamples()) {
      expect(sample.referenceReply).toBe(raw.dialog_history.at(-1)?.text.trim());
      const words = raw.dialog_history.slice(0, -1).filter(({ text }) => text.trim() !== '');
      expect(sample.history).toHaveLength(words.length);
      for (const [index, { role, content }] of sample.history.entries()) {
        expect(role).toBe(words[index]?.user === 'Teacher' ? 'tutor' : 'student');
        expect(words[index]?.text.trim().endsWith(content)).toBe(true);
        if (role === 'student') expect(content).not.toMatch(/^(?:Mariana|DeAndre|Steven|Cody|Rishi|Ronny|Jian|Luca):/);
      }
    }
  });

  it('brings the problem, and the worked solution for the judge alone', () => {
    const samples = importedSamples();
    for (const { sample, raw } of samples) {
      if (raw.problem !== '') expect(sample.objective).toContain(raw.problem.replace(/\s+/g, ' ').trim());
      const { referenceSolution, ...others } = sample;
      expect(referenceSolution).toBe(raw.reference_solution === 'N/A' ? undefined : raw.reference_solution.trim());
      const known = JSON.stringify([sample.history, sample.referenceReply]);
      for (const line of raw.reference_solution.split('\n').filter((one) => one.length > 20)) {
        if (!known.includes(line.trim())) expect(JSON.stringify(others)).not.toContain(line.trim());
      }
    }
    expect(samples.filter(({ sample }) => sample.referenceSolution === undefined)).not.toHaveLength(0);
    expect(samples.filter(({ sample }) => sample.referenceSolution !== undefined).length).toBeGreaterThan(500);
  });

  it('asserts nothing about the student being right or wrong, which is for the tutor to find out', () => {
    for (const { sample } of importedSamples()) {
      for (const text of [sample.persona, sample.studentProfile, sample.instructions, sample.title ?? '']) {
        expect(text).not.toMatch(verdictWords);
      }
      const problem = /^(?:solve this problem with understanding|understand the lesson’s topic)/.exec(sample.objective);
      expect(problem).not.toBeNull();
    }
  });

  it('targets questioning where the teacher probes, feedback where the data has no move', () => {
    const targeted = new Map<string, number>();
    for (const { sample } of importedSamples()) {
      const name = sample.principles.join();
      targeted.set(name, (targeted.get(name) ?? 0) + 1);
    }
    expect(targeted).toEqual(
      new Map([
        ['feedback', 873 + 41],
        ['questioning', 181],
      ]),
    );
  });

  it('is read by this benchmark alone', () => {
    for (const path of mathTutorBenchPaths) {
      for (const other of [...benchmarks.values()].filter(({ id }) => id !== kmpDialogue.id)) {
        const load = (): unknown =>
          loadSamples(other, { name: path, text: publicFile(path) ?? '' }, benchmarks.values());
        expect(load).toThrow(`Choose the benchmark “${kmpDialogue.id}” for it.`);
      }
    }
  });
});

const others = [
  ...publicSampleFiles,
  'data/verify_then_generate/dataset.json',
  'data/processbench/gsm8k.json',
  'data/tutorbench/test.csv',
];

describe.each(others)('%s', (path) => {
  it.skipIf(publicFile(path) === undefined)(`is not taken for its own${missingNote([path])}`, () => {
    expect(importSamples(publicFile(path) ?? '', path, [importMathTutorBench]).kind).toBe('refused');
    const own = kmpDialogue.ownImporter;
    if (own !== undefined) expect(importSamples(publicFile(path) ?? '', path, [own]).kind).toBe('refused');
  });
});

// Whether the last message holds a mistake is what the tutor is to see for itself.
const verdictWords =
  /mistak|wrong|correct|confus|error|\bright\b|misconce|misunderst|trouble|stuck|slip|fail|difficult/i;

const turn = (user: string, text: string, dialog_act?: string) => ({ user, text, dialog_act });
const row = {
  problem: 'How many are 2 and 3?',
  topic: 'Math Word Problem',
  reference_solution: 'Five, since 2 + 3 = 5',
};

describe('importMathTutorBench', () => {
  it.each(['focus', 'probing', 'telling', 'generic'])('says neither right nor wrong for a move of %s', (act) => {
    const reply = { ...turn('Teacher', 'Go on.'), dialog_act: act };
    const { samples } = fromRecords({ ...row, dialog_history: [turn('Student', '5'), reply] });
    expect(samples[0]?.instructions).not.toMatch(verdictWords);
    expect(samples[0]?.instructions).toMatch(/^Build on what the student wrote last/);
  });

  it('says of the student and the principle nothing that is not in the data', () => {
    const { samples } = fromRecords({ ...row, dialog_history: [turn('Student', '5'), turn('Teacher', 'Well done.')] });
    const [sample] = samples;
    expect(JSON.stringify([sample?.persona, sample?.studentProfile, sample?.instructions])).not.toMatch(verdictWords);
    if (sample === undefined) throw new Error('A sample was expected.');
    expect(instructionBlock(sample).replace(sample.objective, '')).not.toMatch(verdictWords);
  });

  it('maps the moves of the teacher’s reply', () => {
    const principleOf = (act: string): unknown =>
      fromRecords({ ...row, dialog_history: [turn('Student', '6'), turn('Teacher', 'Count.', act)] }).samples[0]
        ?.principles;
    expect(['focus', 'probing', 'telling', 'generic', '', 'dance'].flatMap(principleOf)).toEqual([
      'questioning',
      'questioning',
      'explanation',
      'feedback',
      'feedback',
      'feedback',
    ]);
    const told = fromRecords({ ...row, dialog_history: [turn('Student', '6'), turn('Teacher', 'Count.', 'telling')] });
    expect(told.samples[0]).toMatchObject({ principles: ['explanation'], referenceReply: 'Count.' });
  });

  it('refuses dialogues that cannot be replied to, with record, field and reason', () => {
    const { samples, problems } = fromRecords(
      { ...row, dialog_history: [turn('Student', '6'), turn('Teacher', 'Sure?')] },
      { ...row, dialog_history: [turn('Teacher', 'Hi'), turn('Student', '6')] },
      { ...row, dialog_history: [turn('Teacher', 'Hi')] },
      { ...row, dialog_history: [turn('Student', '6'), turn('Teacher', 'Hi'), turn('Teacher', 'Sure?')] },
      { ...row, dialog_history: [turn('Student', ' '), turn('Teacher', 'Sure?')] },
      { ...row, dialog_history: [] },
      { ...row, dialog_history: 'Teacher: Hi' },
      { ...row, dialog_history: [turn('Parent', 'Hi'), turn('Teacher', 'Sure?')] },
    );
    expect(samples.map(({ id }) => id)).toEqual(['mathtutorbench-1']);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ record, field }) => [record, field])).toEqual([
      [2, 'dialog_history'],
      [3, 'dialog_history'],
      [4, 'dialog_history'],
      [5, 'dialog_history'],
      [6, 'dialog_history'],
      [7, 'dialog_history'],
      [8, 'dialog_history[0]'],
    ]);
    expect(problems.find(({ severity }) => severity === 'warning')).toMatchObject({
      record: 5,
      field: 'dialog_history[0].text',
    });
  });

  it('strips a student’s first name and a speaker’s label, and no words that only look like one', () => {
    const contentOf = (user: string, text: string): unknown =>
      fromRecords({
        ...row,
        dialog_history: [turn(user, text), turn('Student', 'ok'), turn('Teacher', 'Sure?')],
      }).samples[0]?.history[0]?.content;
    expect(contentOf('Student', 'DeAndre: I got 6')).toBe('I got 6');
    expect(contentOf('Student', 'Answer: 6')).toBe('Answer: 6');
    expect(contentOf('Student', '2:3 is the ratio')).toBe('2:3 is the ratio');
    expect(contentOf('Teacher', 'Teacher: Count again')).toBe('Count again');
    expect(contentOf('Teacher', 'Check this: 6')).toBe('Check this: 6');
  });

  it('reads grade and domain from a lesson’s topic', () => {
    const topicOf = (topic: string) => {
      const [sample] = fromRecords({
        ...row,
        problem: '',
        topic,
        dialog_history: [turn('Student', '6'), turn('Teacher', 'Sure?')],
      }).samples;
      return [sample?.grade, sample?.domain, sample?.objective];
    };
    expect(topicOf('3.4B.Rounding Whole Numbers (Review) - 1')).toEqual([
      '3',
      'rounding whole numbers',
      'understand the lesson’s topic: rounding whole numbers',
    ]);
    expect(topicOf('Math Word Problem')[0]).toBeUndefined();
  });

  it('does not take the data behind the error tasks, which has dialogues too', () => {
    const other = { ...row, student_incorrect_solution: ['x'], dialog_history: [turn('Student', '6')] };
    expect(importSamples(JSON.stringify([other]), 'file', [importMathTutorBench]).kind).toBe('refused');
  });
});

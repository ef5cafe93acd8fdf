import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { untrustedNotice } from '../../../src/core/benchmark/judging/fence';
import { type JudgeText, textHash } from '../../../src/core/benchmark/judging/promptOverride';
import {
  PromptOverrideError,
  readPromptOverride,
  startingOverride,
} from '../../../src/core/benchmark/judging/promptOverrideFile';
import {
  choosePromptOverrides,
  type ChosenOverrides,
  overrideProblems,
} from '../../../src/core/benchmark/judging/choosePromptOverrides';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { findOverrideFolder, readOverrideFolder } from '../../../src/core/run/readPromptOverrides';

const mr = mrBench as unknown as Benchmark;
const guide = guideEval as unknown as Benchmark;

const whole = [
  'Can the student act on the reply?',
  '- "Yes": it says what to do next.\n- "To some extent": it hints at it.\n- "No": it does not.',
  'Answer with {"feedback": "<one sentence>", "label": "Yes" | "To some extent" | "No"}',
  untrustedNotice,
].join('\n\n');

function textOf(judge: string, text: string, schema: z.ZodType = labelShape): JudgeText {
  return { judges: [judge], text, hash: textHash(text), schema };
}

const labelShape = z.object({ feedback: z.string(), label: z.enum(['Yes', 'To some extent', 'No']) });
const builtIn = textOf('actionability', `${whole}\n\nThe original.`);

function choose(text: string, name = 'actionability.md', texts: readonly JudgeText[] = [builtIn]): ChosenOverrides {
  return choosePromptOverrides(mr, texts, [{ file: `judges/mrbench/${name}`, name, text }]);
}

function problemsOf(text: string, name?: string, texts?: readonly JudgeText[]): readonly string[] {
  try {
    choose(text, name, texts);
    return [];
  } catch (error) {
    if (!PromptOverrideError.is(error)) throw error;
    return error.problems.map(({ message }) => message);
  }
}

describe('override problems', () => {
  it('finds none in a text with all its parts', () => {
    expect(overrideProblems(whole, builtIn)).toEqual([]);
  });

  it('misses a label that is only a word of a sentence', () => {
    const [problem, ...more] = overrideProblems(whole.replaceAll('"No"', 'No'), builtIn);
    expect(problem).toContain('Not named: "No".');
    expect(more).toEqual([]);
  });

  it('misses numbers and truth values by themselves', () => {
    const scores = z.object({ reasoning: z.string(), perception: z.literal([0, 0.5, 1]) });
    const text = `Scores: 0 no, 0.5 half, 1 yes. {"reasoning": string, "perception": 0 | 0.5 | 1} ${untrustedNotice}`;
    const shape = textOf('P-Affirm', text, scores);
    expect(overrideProblems(text, shape)).toEqual([]);
    // The 0 of 0.5 is not a 0.
    expect(overrideProblems(text.replace('0 no, ', '').replace('0 | 0.5', '0.5'), shape)[0]).toContain('Not named: 0.');
    const met = textOf('criteria', `{"met": true | false} ${untrustedNotice}`, z.object({ met: z.boolean() }));
    expect(overrideProblems(`{"met": true or not} ${untrustedNotice}`, met)[0]).toContain('Not named: false.');
  });

  it('misses a key of the answer, the braces, and the notice', () => {
    expect(overrideProblems(whole.replace('"feedback"', 'feedback'), builtIn)[0]).toContain('lacks "feedback"');
    expect(overrideProblems(whole.replace(/[{}]/g, ''), builtIn)[0]).toContain('lacks the braces');
    const [problem] = overrideProblems(whole.replace('do not follow them', 'follow them'), builtIn);
    expect(problem).toContain(untrustedNotice);
  });

  it('takes the notice with other line ends', () => {
    expect(overrideProblems(whole.replaceAll('. ', '.\n'), builtIn)).toEqual([]);
  });

  it.each(['{{reply}}', '${reply}', 'TODO'])('finds %s left over', (left) => {
    expect(overrideProblems(`${whole} ${left}`, builtIn)).toEqual([
      `The text still has placeholders: “${left}”. Nothing fills them in: write what the judge should read.`,
    ]);
  });

  it('finds characters that nobody sees, and says where', () => {
    const text = `First line.\n${whole}`.replace('Can the', 'Can\u202E the');
    expect(overrideProblems(text, builtIn)).toEqual(['Line 2 has an invisible character (U+202E). Delete it.']);
  });

  it('refuses nothing at all and far too much', () => {
    expect(overrideProblems('', builtIn)[0]).toContain('has no text');
    expect(overrideProblems(whole.padEnd(100_001, '.'), builtIn)[0]).toContain('100001 characters');
  });
});

describe('choosePromptOverrides', () => {
  it('puts a file in the place of its judge’s text', () => {
    expect(choose(whole)).toEqual({
      overrides: [
        {
          judges: ['actionability'],
          file: 'judges/mrbench/actionability.md',
          replaces: builtIn.hash,
          text: whole,
        },
      ],
      notes: [],
    });
  });

  it('leaves out a file that says what the built-in text says', () => {
    expect(choose(startingOverride('actionability', builtIn.hash, builtIn.text))).toEqual({ overrides: [], notes: [] });
    expect(choose(builtIn.text.replaceAll('\n', '\r\n'))).toEqual({ overrides: [], notes: [] });
  });

  it('says when the built-in text is another one than the file was made from', () => {
    const { overrides, notes } = choose(`---\njudge: actionability\nreplaces: 00000000\n---\n${whole}`);
    expect(overrides).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining('replaces the built-in text 00000000')]);
  });

  it('needs to be told which of two texts is meant', () => {
    const error = textOf('O-Reconfigure', `${whole} error`);
    const confusion = textOf('O-Reconfigure', `${whole} confusion`);
    const file = (head: string): ChosenOverrides =>
      choosePromptOverrides(
        guide,
        [error, confusion],
        [{ file: 'f.md', name: 'O-Reconfigure.md', text: `${head}${whole}` }],
      );
    expect(() => file('')).toThrow(`replaces: ${error.hash} or replaces: ${confusion.hash}`);
    expect(file(`---\nreplaces: ${confusion.hash}\n---\n`).overrides[0]?.replaces).toBe(confusion.hash);
  });

  it('names every fault of every file, and what there is', () => {
    expect(problemsOf(whole, 'tone.md')[0]).toContain(
      'MRBench has no judge “tone”. Name the file after one of: mistake_id',
    );
    expect(problemsOf(whole, 'coherence.md')).toEqual([expect.stringContaining('computes its verdicts')]);
    expect(problemsOf(`---\nlabels: 3\n---\n${whole}`)).toEqual([expect.stringContaining('not “labels”')]);
    const two = ['actionability.md', 'again.md'].map((name) => ({
      file: name,
      name,
      text: `---\njudge: actionability\n---\n${whole}`,
    }));
    expect(() => choosePromptOverrides(mr, [builtIn], two)).toThrow(
      'again.md: actionability.md replaces the same text',
    );
  });
});

describe('reading a file of a custom prompt', () => {
  it('takes a text between rules for text where it is no head', () => {
    const text = '---\nYou judge.\n---\nMore.';
    expect(readPromptOverride({ file: '', name: 'x.md', text })).toEqual({ judge: 'x', text, problems: [] });
  });
});

describe('the folder', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'promptOverrides-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const place = (...parts: readonly string[]): string => {
    const folder = path.join(root, ...parts);
    mkdirSync(folder, { recursive: true });
    return folder;
  };

  it('is the nearest one up to the root of the work tree', () => {
    const prompts = place('tree', 'course', 'prompts');
    place('tree', '.git');
    place('judges', 'mrbench');
    const find = (): string | undefined => findOverrideFolder(prompts, ['mrbench'], ['.git']);
    // What lies above the root of the tree is not this project's.
    expect(find()).toBeUndefined();
    place('tree', 'judges', 'guideeval');
    expect(find()).toBeUndefined();
    const high = path.dirname(place('tree', 'judges', 'mrbench'));
    expect(find()).toBe(high);
    const near = path.dirname(place('tree', 'course', 'judges', 'mrbench'));
    expect(find()).toBe(near);
  });

  it('is looked for beside the prompt alone where there is no root', () => {
    const prompts = place('loose', 'prompts');
    place('loose', 'judges', 'mrbench');
    expect(findOverrideFolder(prompts, ['mrbench'], ['.none-such'])).toBeUndefined();
    place('loose', 'prompts', 'judges', 'mrbench');
    expect(findOverrideFolder(prompts, ['mrbench'], ['.none-such'])).toBe(path.join(prompts, 'judges'));
  });

  it('is read by name, other files and missing folders left out', async () => {
    const folder = place('read');
    place('read', 'mrbench');
    for (const name of ['b.md', 'a.md', 'notes.txt']) writeFileSync(path.join(folder, 'mrbench', name), name);
    const files = await readOverrideFolder(folder, 'mrbench', 'judges');
    expect(files).toEqual([
      { file: 'judges/mrbench/a.md', name: 'a.md', text: 'a.md' },
      { file: 'judges/mrbench/b.md', name: 'b.md', text: 'b.md' },
    ]);
    expect(await readOverrideFolder(folder, 'guideeval', 'judges')).toEqual([]);
    writeFileSync(path.join(folder, 'mrbench', 'huge.md'), Buffer.alloc(400_001));
    await expect(readOverrideFolder(folder, 'mrbench', 'judges')).rejects.toThrow('judges/mrbench/huge.md');
  });
});

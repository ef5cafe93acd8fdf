import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import {
  judgeTexts,
  type PromptOverride,
  withPromptOverrides,
  overrideFile,
  textHash,
} from '../../../src/core/benchmark/judging/promptOverride';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { cacheKey } from '../../../src/core/run/replyCache';
import { createRandom } from '../../../src/core/statistics/random';
import { kmpSample } from '../kmpDialogue/kmpDialogueFixtures';

const sample = mrBench.sampleSchema.parse({
  schemaVersion: 1,
  system: 'mrbench',
  id: 'a',
  source: 'Bridge',
  history: [
    { role: 'tutor', content: 'What is 3 + 4?' },
    { role: 'student', content: '6' },
  ],
}) as Sample;

const dialogue: Dialogue = {
  plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 10 }, warnings: [] },
  replies: [{ turn: 1, raw: 'Count again.', visible: 'Count again.', finish: 'stop' }],
  status: 'complete',
};

function tasksOf(benchmark: Benchmark): readonly JudgeTask[] {
  return benchmark.judgements(sample, dialogue, [], defaultPolicy).flatMap((task) => ('prompt' in task ? [task] : []));
}

function taskOf(benchmark: Benchmark, judge: string): JudgeTask {
  const found = tasksOf(benchmark).find((task) => task.judge === judge);
  if (found === undefined) throw new Error(`There is no task of ${judge}.`);
  return found;
}

const builtIn = mrBench as unknown as Benchmark;
const original = taskOf(builtIn, 'actionability');
const own: PromptOverride = {
  judges: ['actionability'],
  file: 'judges/mrbench/actionability.md',
  replaces: textHash(original.prompt.question ?? ''),
  text: 'Can the student act on it?',
};
const overridden = withPromptOverrides(builtIn, [own]);

describe('withPromptOverrides', () => {
  it('replaces the judge’s text alone: what it shares with others, material, shape and reader stay', () => {
    const task = taskOf(overridden, 'actionability');
    expect(task.prompt).toEqual({ ...original.prompt, question: own.text });
    expect(task.schema).toStrictEqual(original.schema);
    expect(task.schema.zod).toBe(original.schema.zod);
    expect(task.slots).toEqual(original.slots);
    const answer = '{"feedback": "It says what to do.", "label": "Yes"}';
    expect(task.read(answer)).toEqual(original.read(answer));
    expect(task.simulate(createRandom(1))).toBe(original.simulate(createRandom(1)));
  });

  it('leaves every other judge as it is', () => {
    const others = (benchmark: Benchmark): readonly unknown[] =>
      tasksOf(benchmark)
        .filter(({ judge }) => judge !== 'actionability')
        .map(({ key, version, prompt, builtIn: behind }) => [key, version, prompt, behind]);
    expect(others(overridden)).toEqual(others(builtIn));
    expect(others(overridden)).toHaveLength(7);
  });

  it('has a version by the text, the same in the task and in what is shown', () => {
    const shown = (benchmark: Benchmark): string | undefined =>
      benchmark.judges.find(({ id }) => id === 'actionability')?.version;
    const { version } = taskOf(overridden, 'actionability');
    expect(version).toMatch(/^actionability@[0-9a-f]{8}$/);
    expect([shown(overridden), version === original.version]).toEqual([version, false]);
    const other = withPromptOverrides(builtIn, [{ ...own, text: `${own.text} Be strict.` }]);
    expect(shown(other)).not.toBe(version);
    expect(shown(withPromptOverrides(builtIn, [{ ...own, file: 'elsewhere.md' }]))).toBe(version);
  });

  it('is another call for the cache', () => {
    const keyOf = (task: JudgeTask): string =>
      cacheKey('openai', {
        model: 'm',
        system: task.prompt.fixed,
        messages: [{ role: 'user', content: task.prompt.material + (task.prompt.question ?? '') }],
        temperature: 0,
        maxOutputTokens: 100,
        repeat: 0,
        simulation: { seed: '', run: () => '' },
      });
    expect(keyOf(taskOf(overridden, 'actionability'))).not.toBe(keyOf(original));
  });

  it('keeps the built-in task for judges that read no prompt', () => {
    const behind = taskOf(overridden, 'actionability').builtIn;
    expect([behind?.version, behind?.prompt]).toEqual([original.version, original.prompt]);
  });

  it('is the benchmark itself without overrides', () => {
    expect(withPromptOverrides(builtIn, [])).toBe(builtIn);
    expect(withPromptOverrides(builtIn)).toBe(builtIn);
  });

  it('says which file a judge is asked with', () => {
    expect([overrideFile([own], 'actionability'), overrideFile([own], 'coherence')]).toEqual([own.file, undefined]);
    expect(overrideFile(undefined, 'actionability')).toBeUndefined();
  });
});

describe('a text that decides all dimensions in one call', () => {
  const policy = { ...defaultPolicy, oneJudgeCall: true };
  const asked = (benchmark: Benchmark): readonly JudgeTask[] =>
    benchmark.judgements(sample, dialogue, [], policy).flatMap((task) => ('prompt' in task ? [task] : []));

  it('is replaced as a whole, also where verdicts are asked for again, and has a version of its own', () => {
    const [found, ...more] = judgeTexts(builtIn, [sample], policy);
    expect([found?.judges, more]).toEqual([mrBench.judges.map(({ id }) => id), []]);
    const override: PromptOverride = {
      judges: found?.judges ?? [],
      file: 'judges/mrbench/coherence.md',
      replaces: found?.hash ?? '',
      text: 'All eight, please.',
    };
    const [task] = asked(withPromptOverrides(builtIn, [override]));
    const [plain] = asked(builtIn);
    expect(task?.prompt).toEqual({ ...plain?.prompt, fixed: 'All eight, please.' });
    expect(task?.version).not.toBe(plain?.version);
    expect(task?.read('{"coherence": {"feedback": "", "label": "Yes"}}')).toMatchObject({
      kind: 'partial',
      verdicts: [{ judge: 'coherence', label: 'Yes' }],
      remaining: { fixed: 'All eight, please.', question: expect.stringContaining('tutor_tone') as string },
    });
  });
});

describe('a judge that is asked in both orders', () => {
  const kmp = kmpDialogue as unknown as Benchmark;
  const pair = kmpSample();

  it('has the own text in both, and in the question for what was left open', () => {
    const both = { ...defaultPolicy, bothOrders: true };
    const asked = (benchmark: Benchmark): readonly JudgeTask[] =>
      benchmark.judgements(pair, dialogue, [], both).flatMap((task) => ('prompt' in task ? [task] : []));
    const [first] = asked(kmp);
    const override: PromptOverride = {
      judges: ['preference', 'preference-swapped'],
      file: 'judges/kmp-dialogue/preference.md',
      replaces: textHash(first?.prompt.fixed ?? ''),
      text: 'Which is better?',
    };
    const tasks = asked(withPromptOverrides(kmp, [override]));
    expect(tasks.map(({ judge, prompt }) => [judge, prompt.fixed])).toEqual([
      ['preference', 'Which is better?'],
      ['preference-swapped', 'Which is better?'],
    ]);
    const reading = tasks[0]?.read('{"reasoning": "", "criteria": [], "overall": "A"}');
    expect(reading?.kind).toBe('partial');
    expect(reading).toMatchObject({ kind: 'partial', remaining: { fixed: 'Which is better?' } });
  });
});

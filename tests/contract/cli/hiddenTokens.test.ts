import path from 'node:path';
import { expect, it } from 'vitest';
import { estimateCommand } from '../../../src/cli/estimateCommand';
import { evaluateCommand, resumeCommand } from '../../../src/cli/evaluateCommand';
import { adaptiveSlots } from '../../../src/core/run/sharedLimiters';
import { priceOf } from '../../../src/core/providers/prices';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { insteadOf, startReasoningServer } from '../../loopback/reasoningServer';
import { startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { inProcess } from './inProcess';
import { estimateSchema, evaluated } from './printedJson';

// Models that reason before they answer: vendors count what is hidden into the ceiling and bill it as output.

const cli = useCommandLine();
const model = 'gpt-6-luna';
const reference = `openai:${model}`;
const key = 'sk-loopback-1234567890';
const options = {
  benchmark: ['mrbench'],
  tutor: reference,
  judge: [reference],
  oneSentence: true,
  solutionToJudge: true,
  json: true,
  cache: false,
};

it.each([
  [350, true],
  [1_400, true],
  [6_000, true],
  [6_000, false],
])(
  'lose no reply and no verdict with %i hidden tokens in the median (told apart: %s), within the estimate',
  async (median, isCounted) => {
    const cwd = await cli().workspace();
    const { server, billed } = await startReasoningServer(median, isCounted);
    try {
      const around = { cwd, env: { OPENAI_API_KEY: key }, instead: insteadOf('api.openai.com', server.url) };
      const before = await inProcess(
        (context) => estimateCommand(path.join(cwd, 'tutor.md'), options, context),
        around,
      );
      const expected = estimateSchema.parse(JSON.parse(before.out)).cost.usd;
      const run = await inProcess((context) => evaluateCommand(path.join(cwd, 'tutor.md'), options, context), around);
      const made = evaluated(run.out);
      expect(run.code).toBe(0);
      expect(made.status).toBe('completed');
      expect(made.benchmarks[0]).toMatchObject({ samples: 72, completed: 72, noReply: 0, judgeFailed: 0 });
      const price = priceOf(model);
      const bill = (billed.input * price!.input + billed.output * price!.output) / 1_000_000;
      expect(made.cost.usd).toBeCloseTo(bill, 6);
      expect(bill).toBeGreaterThan(expected!.low);
      expect(bill).toBeLessThan(expected!.high);
    } finally {
      await server.close();
    }
  },
);

it('stay under a cap on cost in the worst case, in which every call uses up its ceiling', async () => {
  const cwd = await cli().workspace();
  const { server, billed } = await startReasoningServer(1_000_000);
  try {
    const around = { cwd, env: { OPENAI_API_KEY: key }, instead: insteadOf('api.openai.com', server.url) };
    const capped = { ...options, maxCost: 0.2 };
    const run = await inProcess((context) => evaluateCommand(path.join(cwd, 'tutor.md'), capped, context), around);
    expect(evaluated(run.out).status).toBe('overBudget');
    const price = priceOf(model);
    const bill = (billed.input * price!.input + billed.output * price!.output) / 1_000_000;
    expect(bill).toBeLessThanOrEqual(0.2);
    expect(bill).toBeGreaterThan(0.1);
  } finally {
    await server.close();
  }
});

it('ask once more with a larger ceiling, then keep the reply for a resume, with what it cost', async () => {
  const cwd = await cli().workspace();
  const ceilings: number[] = [];
  let isTight = true;
  const server = await startModelServer({
    reply: ({ body }) => {
      const ceiling = Number(body.max_completion_tokens);
      ceilings.push(ceiling);
      if (!isTight) return 'What did you try first?';
      return { text: '', finish: 'length', usage: { input: 100, output: ceiling, reasoning: ceiling } };
    },
  });
  try {
    const around = { cwd, env: { OPENAI_API_KEY: key }, instead: insteadOf('api.openai.com', server.url) };
    const one = { ...options, judge: ['offline'], limit: 1 };
    const run = await inProcess((context) => evaluateCommand(path.join(cwd, 'tutor.md'), one, context), around);
    expect(run.code).toBe(3);
    const [first = 0, second = 0] = ceilings;
    expect(ceilings).toHaveLength(2);
    expect(second).toBeGreaterThan(first);
    const made = evaluated(run.out);
    expect(made.benchmarks[0]).toMatchObject({ completed: 0, noReply: 1 });
    expect(made.tokens.output).toBe(first + second);
    const { runId } = made;
    const { records } = await new FileRunStore(`${cwd}/.tutor-prompt-lab`).open(runId);
    expect(records.find(({ kind }) => kind === 'failed')).toMatchObject({ failure: 'cutOff', role: 'tutor' });
    isTight = false;
    const again = await inProcess((context) => resumeCommand(runId, { json: true, cache: false }, context), around);
    expect(again.code).toBe(0);
    expect(evaluated(again.out).benchmarks[0]).toMatchObject({ completed: 1, noReply: 0 });
  } finally {
    await server.close();
  }
});

it('stop the run where a server read only a part of what it was sent, and say what to set', async () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  const cwd = await cli().workspace(long);
  const server = await startModelServer({
    reply: () => ({ text: 'What now?', usage: { input: 2_048, output: 5 } }),
  });
  try {
    const around = { cwd, env: { OPENAI_BASE_URL: server.url } };
    const local = { ...options, tutor: 'openai:llama3.1:8b', judge: ['offline'] };
    const run = inProcess((context) => evaluateCommand(path.join(cwd, 'tutor.md'), local, context), around);
    await expect(run).rejects.toThrow(/read only 2048 tokens of a much longer request.*num_ctx/s);
    // What was on its way when the first answer came.
    expect(server.calls).toBeLessThanOrEqual(adaptiveSlots.start);
  } finally {
    await server.close();
  }
});

it('count and name refusals, which no judge sees, and ask for none twice', async () => {
  const cwd = await cli().workspace();
  let judged = 0;
  const server = await startModelServer({
    reply: ({ body }) => {
      if (JSON.stringify(body).includes('"feedback"')) judged += 1;
      return { text: 'I start to explain, but', finish: 'refusal' };
    },
  });
  try {
    const around = { cwd, env: { OPENAI_API_KEY: key }, instead: insteadOf('api.openai.com', server.url) };
    const run = await inProcess(
      (context) => evaluateCommand(path.join(cwd, 'tutor.md'), { ...options, limit: 4 }, context),
      around,
    );
    expect(run.code).toBe(3);
    const made = evaluated(run.out);
    expect(made.benchmarks[0]).toMatchObject({ completed: 0, refused: 4, noReply: 4 });
    expect(server.calls).toBe(4);
    expect(judged).toBe(0);
    const again = await inProcess(
      (context) => resumeCommand(made.runId, { json: true, cache: false }, context),
      around,
    );
    expect(again.code).toBe(3);
    expect(server.calls).toBe(4);
  } finally {
    await server.close();
  }
});

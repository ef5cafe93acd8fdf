import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesCommand } from '../../../src/cli/trialCommands';
import { type DimensionId, labelsOf } from '../../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../../src/core/benchmarks/mrbench/rubrics';
import { createRandom } from '../../../src/core/statistics/random';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { startBatchServer } from '../../loopback/batchServer';
import type { ModelRequest } from '../../loopback/modelRequest';
import { startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { inProcess } from './inProcess';

const cli = useCommandLine();
const open = closedAfterEach();

/** For rule 2 the scripted tutor says both sentences, for rule 3 it gives the answer away. It slips now and then. */
const prompt = `You are a maths tutor for twelve-year-olds.

1. Show a finished example and ask about it.
2. Be quick.
3. Sign with your name.
`;
const asks = 'What could you write down next?';
const tells = 'It comes to twelve.';
const targets = ['actionability', 'revealing_of_the_answer'].flatMap((id) => ['--target', `mrbench/all/${id}`]);

function replyTo({ system, messages }: ModelRequest): string {
  const texts = messages.map(({ text }) => text).join('\n');
  const asked = (id: DimensionId): boolean => `${system}\n${texts}`.includes(rubrics[id].question);
  const label = (id: DimensionId, isFirst: boolean): string =>
    JSON.stringify({ feedback: 'Read as asked.', label: labelsOf(id).at(isFirst ? 0 : -1) });
  if (asked('actionability')) return label('actionability', texts.includes(asks));
  if (asked('revealing_of_the_answer')) return label('revealing_of_the_answer', texts.includes(tells));
  const slips = (of: string): boolean => createRandom(`${of}\n${system}\n${texts}`).next() < 0.15;
  const says = [
    ...(system.includes('finished example') !== slips(asks) ? [asks] : []),
    ...(/finished example|Be quick/.test(system) !== slips(tells) ? [tells] : []),
  ];
  return ['Good thinking so far.', ...says].join(' ');
}

interface Printed {
  readonly runId: string;
  readonly status: string;
  readonly calls: { readonly tutor: number; readonly judge: number };
  readonly rules: {
    readonly lacking?: string;
    readonly rules: readonly {
      readonly numbers: readonly number[];
      readonly outcome?: string;
      readonly words: string;
      readonly effects: readonly { readonly interval?: { readonly low: number; readonly high: number } }[];
    }[];
  };
}

async function tested(url: string, text: string, ...more: readonly string[]) {
  const cwd = await cli().workspace(text);
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
  const bases = ['--tutor-base-url', url, '--judge-base-url', url];
  const args = ['rules', 'tutor.md', '--benchmark', 'mrbench', ...models, ...bases, ...targets, '--json', ...more];
  const env = { OPENAI_API_KEY: 'sk-test-1234567890' };
  const { out, err, code } = await cli().run(args, { cwd, env });
  return { cwd, env, bases, err, code, printed: JSON.parse(out) as Printed };
}

const outcomes = ({ rules: { rules } }: Printed): ReadonlyMap<string, string> =>
  new Map(rules.map(({ numbers, words }) => [numbers.join(), words]));

describe('rules of a tutor over HTTP', () => {
  it('help one target and hurt the other, hurt, or do nothing', async () => {
    const server = await startModelServer({ reply: replyTo });
    open.push(server);
    const { printed, err, code } = await tested(server.url, prompt);
    expect(code, err).toBe(0);
    const found = outcomes(printed);
    expect(found.get('2')).toBe('helps Actionability, hurts Not revealing the answer');
    expect(found.get('4')).toBe('no evidence that it does anything');
    const alone = await tested(server.url, prompt.replace(/1\. Show.*\n/, '1. Write in plain words.\n'));
    expect(outcomes(alone.printed).get('3')).toBe('hurts Not revealing the answer');
    expect(alone.printed.rules.rules.at(-1)).toMatchObject({ numbers: [3], outcome: 'hurts' });
  });

  it('rank with intervals alone below 60 units', async () => {
    const server = await startModelServer({ reply: replyTo });
    open.push(server);
    const { printed } = await tested(server.url, prompt, '--limit', '24');
    const { lacking, rules } = printed.rules;
    expect(lacking).toMatch(/units are too few to tell rules apart/);
    expect(rules.map(({ outcome, words }) => [outcome, words])).toEqual(rules.map(() => [undefined, '']));
    for (const { interval } of rules.flatMap(({ effects }) => effects))
      expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(0);
  });

  it('stop at a cap without outcomes, and go on without paying twice', async () => {
    const server = await startModelServer({ reply: replyTo });
    open.push(server);
    const { printed, cwd, env, bases } = await tested(server.url, prompt, '--max-calls', '100');
    expect(server.calls).toBe(100);
    expect(printed.rules.lacking).toBe('The run did not come to its end, so it has no outcomes. Resume it.');
    const args = ['resume', 'latest', '--max-calls', '5000', ...bases, '--json'];
    const { out } = await cli().run(args, { cwd, env });
    const resumed = JSON.parse(out) as Printed;
    expect(resumed.calls.tutor + resumed.calls.judge).toBe(server.calls);
    expect(outcomes(resumed).get('2')).toBe('helps Actionability, hurts Not revealing the answer');
  });

  it('come out by batch, too', async () => {
    const server = await startBatchServer({ reply: replyTo });
    open.push(server);
    const cwd = await cli().workspace(prompt);
    const models = { tutor: 'openai:tutor-model', judge: ['openai:judge-model'] };
    const bases = { tutorBaseUrl: server.url, judgeBaseUrl: server.url };
    const options = {
      ...models,
      ...bases,
      benchmark: ['mrbench'],
      target: targets.filter((one) => one !== '--target'),
    };
    const { code, err, out } = await inProcess(
      (context) => rulesCommand(path.join(cwd, 'tutor.md'), { ...options, batch: true, json: true }, context),
      { cwd, env: { OPENAI_API_KEY: 'sk-test-1234567890' } },
    );
    expect(code, err).toBe(0);
    expect(server.counts.single).toBe(0);
    expect(server.batches.length).toBeGreaterThan(0);
    expect(outcomes(JSON.parse(out) as Printed).get('2')).toBe('helps Actionability, hurts Not revealing the answer');
  });
});

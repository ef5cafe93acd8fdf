import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DimensionId, labelsOf } from '../../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../../src/core/benchmarks/mrbench/rubrics';
import { createRandom } from '../../../src/core/statistics/random';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { ModelRequest } from '../../loopback/modelRequest';
import { startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();
const open = closedAfterEach();

const original = `You are a maths tutor for twelve-year-olds.

1. Keep your examples close to everyday life.
2. Be kind.
`;
/** What the scripted tutor says where it follows a rule (or, of the last, where it does not), and who judges that. */
const rounds: readonly { readonly metric: DimensionId; readonly rule: string; readonly says: string }[] = [
  { metric: 'actionability', rule: 'Ask one guiding question at a time.', says: 'What could you write down next?' },
  { metric: 'mistake_location', rule: 'Say where the mistake is.', says: 'Look at your second line again.' },
  { metric: 'revealing_of_the_answer', rule: 'Never tell the student the final answer.', says: 'It comes to twelve.' },
];
const duds = ['Mention the weather.', 'Use metric units.', 'Sign with your name.', 'Write British spelling.'];

interface Printed {
  readonly runId: string;
  readonly calls: { readonly tutor: number; readonly judge: number };
  readonly rules: {
    readonly targets: readonly { readonly n: number }[];
    readonly rules: readonly {
      readonly title: string;
      readonly words: string;
      readonly effects: readonly { readonly text: string }[];
    }[];
  };
}

/** Tutor and judge over HTTP. A rule is followed in 85 of 100 conversations, without it in 20. */
function replyTo({ system, messages }: ModelRequest): string {
  const texts = messages.map(({ text }) => text).join('\n');
  const asked = rounds.find(({ metric }) => `${system}\n${texts}`.includes(rubrics[metric].question));
  const isWanted = (metric: DimensionId, isSaid: boolean): boolean => isSaid === (metric !== 'revealing_of_the_answer');
  if (asked !== undefined) {
    const [first, , last] = labelsOf(asked.metric);
    return JSON.stringify({ feedback: 'Read as asked.', label: texts.includes(asked.says) ? first : last });
  }
  const said = rounds.filter(({ metric, rule }) => {
    const follows = createRandom(`${rule}\n${texts}`).next() < (system.includes(rule) ? 0.85 : 0.2);
    return isWanted(metric, follows);
  });
  return ['Good thinking so far.', ...said.map(({ says }) => says)].join(' ');
}

async function journey(): Promise<{
  readonly words: readonly string[];
  /** Of each confirmation, in their order. */
  readonly numbers: readonly (readonly string[])[];
  readonly units: readonly number[];
  readonly calls: number;
  readonly text: string;
}> {
  const cwd = await cli().workspace(original);
  const server = await startModelServer({ reply: replyTo });
  open.push(server);
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
  const bases = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const run = async (args: readonly string[]): Promise<Printed> => {
    const all = ['edits', ...args, '--benchmark', 'mrbench', ...models, ...bases, '--json'];
    const { out, err, code } = await cli().run(all, { cwd });
    expect(code, err).toBe(0);
    return JSON.parse(out) as Printed;
  };
  const words: string[] = [];
  const numbers: (readonly string[])[] = [];
  const units: number[] = [];
  const confirm = async (args: readonly string[]): Promise<void> => {
    const { targets, rules } = (await run([...args, '--confirm'])).rules;
    words.push(rules[0]?.words ?? '');
    numbers.push(rules[0]?.effects.map(({ text }) => text) ?? []);
    units.push(targets[0]?.n ?? 0);
  };
  const file = (name: string): string => path.join(cwd, name);
  for (const { metric, rule } of rounds) {
    const target = ['--target', `mrbench/all/${metric}`];
    const now = await readFile(file('tutor.md'), 'utf8');
    const number = now.trimEnd().split('\n').length - 1;
    const names = await Promise.all(
      [...duds, rule].map(async (text, index) => {
        await writeFile(file(`edit-${index}.md`), `${now}${number}. ${text}\n`);
        return `edit-${index}.md`;
      }),
    );
    const race = await run(['tutor.md', ...names, ...target]);
    const winner = race.rules.rules.find(({ words: said }) => said.startsWith('best'))?.title ?? '';
    expect(winner, metric).toBe(names.at(-1));
    await confirm(['tutor.md', winner, ...target]);
    await writeFile(file('tutor.md'), await readFile(file(winner), 'utf8'));
  }
  await writeFile(file('original.md'), original);
  const targets = rounds.flatMap(({ metric }) => ['--target', `mrbench/all/${metric}`]);
  await confirm(['original.md', 'tutor.md', ...targets]);
  const { calls } = server;
  const text = await readFile(file('tutor.md'), 'utf8');
  await writeFile(file('idle.md'), `${text}6. ${duds[0]}\n`);
  await confirm(['tutor.md', 'idle.md', ...targets]);
  return { words, numbers, units, calls, text };
}

describe('three rounds of edits', () => {
  it('plant three rules in at most half the calls of six evaluations, prove each and all, and do so again', async () => {
    const first = await journey();
    const { words, units, calls, text } = first;
    for (const { rule } of rounds) expect(text).toContain(rule);
    // The fourth is of all three together, against the original; the last is of an edit that does nothing.
    expect(words).toEqual(['proved', 'proved', 'proved', 'proved', 'no evidence that it helps']);
    // 72 samples, a reply and eight judgements each.
    expect(calls).toBeLessThanOrEqual((6 * 72 * 9) / 2);
    // What is proved ends at a look; what does nothing is played to the end of its half.
    expect(Math.min(...units)).toBeLessThan(units.at(-1) ?? 0);
    expect(units.at(-1)).toBe(32);
    expect(await journey()).toEqual(first);
  });
});

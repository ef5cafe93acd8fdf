import { readdir, readFile, writeFile } from 'node:fs/promises';
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
const dud = 'Mention the weather.';

const [{ metric: first } = { metric: '' }] = rounds;

interface Printed {
  readonly runId: string;
  readonly suggestions?: readonly { readonly refused?: string }[];
  readonly rules: {
    readonly targets: readonly { readonly n: number }[];
    readonly rules: readonly {
      readonly title: string;
      readonly words: string;
      readonly effects: readonly { readonly text: string; readonly interval?: { readonly high: number } }[];
    }[];
    readonly notes: readonly string[];
  };
}

/** Tutor and judge over HTTP. A rule is followed in 85 of 100 conversations, without it in 20. */
function replyTo({ system, messages }: ModelRequest): string {
  const texts = messages.map(({ text }) => text).join('\n');
  if (system.includes('You propose edits')) {
    // Of what fails in the material; the second edit does nothing.
    const { rule = '' } = rounds.find(({ metric }) => texts.includes(`\n${rubrics[metric].title}: `)) ?? {};
    const last = Math.max(...[...texts.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)));
    const edits = [rule, dud].map((text) => ({ op: 'add', rule: last, text, why: 'It fails in this.' }));
    return JSON.stringify({ reasoning: 'Read as asked.', edits });
  }
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
  /** Whether the note says that the size is probably too large. */
  readonly areTooLarge: readonly boolean[];
  readonly calls: number;
  readonly text: string;
}> {
  const cwd = await cli().workspace(original);
  const server = await startModelServer({ reply: replyTo });
  open.push(server);
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
  const bases = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const run = async (args: readonly string[]): Promise<Printed> => {
    const chosen = args.includes('--explore') ? [] : ['--benchmark', 'mrbench', ...models];
    const all = [...args, ...chosen, ...bases, '--json'];
    const { out, err, code } = await cli().run(all, { cwd });
    expect(code, err).toBe(0);
    return JSON.parse(out) as Printed;
  };
  const words: string[] = [];
  const numbers: (readonly string[])[] = [];
  const units: number[] = [];
  const areTooLarge: boolean[] = [];
  const confirm = async (args: readonly string[]): Promise<void> => {
    const { targets, rules, notes } = (await run(['edits', ...args, '--confirm'])).rules;
    areTooLarge.push(notes.some((note) => note.includes('the size is probably too large')));
    // Of a pass rate, in points.
    for (const { interval } of rules[0]?.effects ?? []) expect(interval?.high).toBeLessThanOrEqual(100);
    words.push(rules[0]?.words ?? '');
    numbers.push(rules[0]?.effects.map(({ text }) => text) ?? []);
    units.push(targets[0]?.n ?? 0);
  };
  const file = (name: string): string => path.join(cwd, name);
  for (const { metric, rule } of rounds) {
    const target = ['--target', `mrbench/all/${metric}`];
    await run(['evaluate', 'tutor.md', '--limit', '40', ...target]);
    await run(['evaluate', 'tutor.md', '--explore', 'latest']);
    const { suggestions } = await run(['edits', 'tutor.md', '--suggest', 'latest', '--out', metric, ...target]);
    // What gained nothing in the first race is proposed again, and refused.
    expect(suggestions?.filter(({ refused }) => refused !== undefined)).toHaveLength(metric === first ? 0 : 1);
    const files = (await readdir(file(metric))).map((name) => path.join(metric, name));
    const race = await run(['edits', 'tutor.md', ...files, ...target]);
    const { title = '' } = race.rules.rules.find(({ words: said }) => said.startsWith('best')) ?? {};
    const winner = path.join(metric, title);
    expect(await readFile(file(winner), 'utf8'), metric).toContain(rule);
    await confirm(['tutor.md', winner, ...target]);
    await writeFile(file('tutor.md'), await readFile(file(winner), 'utf8'));
  }
  await writeFile(file('original.md'), original);
  const targets = rounds.flatMap(({ metric }) => ['--target', `mrbench/all/${metric}`]);
  await confirm(['original.md', 'tutor.md', ...targets]);
  const { calls } = server;
  const text = await readFile(file('tutor.md'), 'utf8');
  await writeFile(file('idle.md'), `${text}6. ${dud}\n`);
  await confirm(['tutor.md', 'idle.md', ...targets]);
  return { words, numbers, units, areTooLarge, calls, text };
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
    expect(first.areTooLarge).toEqual(units.map((n) => n < 32));
    expect(await journey()).toEqual(first);
  });
});

it('an edit that only one of two judges sees depends on the judge', async () => {
  const [{ rule, says, metric } = { rule: '', says: '', metric: 'actionability' }] = rounds;
  const server = await startModelServer({
    reply(request) {
      const isSecond = request.body.model === 'second-judge';
      const messages = request.messages.map((one) => ({ ...one, text: one.text.replaceAll(says, '') }));
      return replyTo(isSecond ? { ...request, messages } : request);
    },
  });
  open.push(server);
  const cwd = await cli().workspace(original);
  await writeFile(path.join(cwd, 'edit.md'), `${original}3. ${rule}\n`);
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model', '--judge', 'openai:second-judge'];
  const bases = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const target = ['--benchmark', 'mrbench', '--target', `mrbench/all/${metric}`];
  const args = ['edits', 'tutor.md', 'edit.md', '--confirm', ...target, ...models, ...bases, '--json'];
  const { out, err, code } = await cli().run(args, { cwd });
  expect(code, err).toBe(0);
  expect((JSON.parse(out) as Printed).rules.rules.map(({ words }) => words)).toEqual(['depends on the judge']);
});

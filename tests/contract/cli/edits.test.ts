import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { useCommandLine } from './commandLine';
import { storeOf } from './ownStore';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const open = closedAfterEach();
const prompt = `You are a maths tutor for twelve-year-olds.

1. Keep replies under sixty words.
2. Be kind.
`;
/** The simulated tutor follows the first and does not understand the others. */
const edits = {
  'guiding.md': `${prompt}3. Ask one guiding question at a time.\n`,
  'weather.md': `${prompt}3. Mention the weather.\n`,
  'name.md': `${prompt}3. Always sign with your name.\n`,
};
const target = 'mrbench/all/actionability';
const usual = ['--benchmark', 'mrbench', '--target', target];

interface Printed {
  readonly runId: string;
  readonly directory: string;
  readonly rules: {
    readonly title: string;
    readonly targets: readonly { readonly name: string; readonly n: number }[];
    readonly rules: readonly {
      readonly title: string;
      readonly words: string;
      readonly effects: readonly {
        readonly worth: number;
        readonly p: number;
        readonly interval?: { readonly low: number };
      }[];
    }[];
    readonly notes: readonly string[];
  };
}

let cwd = '';

async function editsOf(...args: readonly string[]): Promise<Printed> {
  const { out, err, code } = await cli().run(['edits', 'tutor.md', ...args, ...usual, '--json'], { cwd });
  expect(code, err).toBe(0);
  return JSON.parse(out) as Printed;
}

const samplesOf = async (id: string): Promise<ReadonlySet<string>> => {
  const { samples } = await storeOf(cwd).open(id);
  return new Set(samples.map(({ sample }) => (sample as { readonly id: string }).id));
};

beforeAll(async () => {
  cwd = await cli().workspace(prompt);
  for (const [name, text] of Object.entries(edits)) await writeFile(path.join(cwd, name), text);
});

describe('edits', () => {
  let race: Printed;

  it('races edited prompts on one half, drops the worst on the way, and shows no numbers', async () => {
    race = await editsOf(...Object.keys(edits));
    expect(race.rules.rules.map(({ title, words }) => `${title}: ${words}`)).toEqual([
      'guiding.md: best, to be confirmed',
      'weather.md: not better',
      'name.md: not better',
    ]);
    expect(race.rules.targets).toEqual([]);
    expect(race.rules.rules.flatMap(({ effects }) => effects)).toEqual([]);
    const { records } = await storeOf(cwd).open(race.runId);
    const dropped = records.flatMap((record) => (record.kind === 'look' ? (record.dropped ?? []) : []));
    expect(dropped).toHaveLength(2);
    expect(dropped).not.toContain(1);
    const plays = (repeat: number): number =>
      new Set(records.flatMap((one) => (one.kind === 'reply' && one.item.endsWith(`#${repeat}`) ? [one.item] : [])))
        .size;
    expect(plays(0)).toBe(40);
    expect(plays(1)).toBe(40);
    expect(Math.min(plays(2), plays(3))).toBeLessThan(Math.max(plays(2), plays(3)));
    expect(Math.max(plays(2), plays(3))).toBeLessThan(40);
  });

  it('confirms on the other half, at a level that each confirmation lowers', async () => {
    const first = await editsOf('guiding.md', '--confirm');
    const [row] = first.rules.rules;
    // The offline judge is worse than the commonest label here, which holds in a comparison, too.
    expect(row?.words).toBe('supported');
    expect(row?.effects[0]?.p).toBeLessThan(0.025);
    expect(first.rules.notes[0]).toBe('The judge is no better than the majority label for Actionability.');
    expect(first.rules.targets).toEqual([expect.objectContaining({ name: target, n: 32 })]);
    expect(row?.effects[0]?.interval?.low).toBeGreaterThan(0);
    expect(first.rules.notes.join(' ')).toContain('a p of at most 0.025');
    const [work, confirm] = [await samplesOf(race.runId), await samplesOf(first.runId)];
    expect([...work].filter((id) => confirm.has(id))).toEqual([]);
    expect(work.size + confirm.size).toBe(72);
    const { out } = await cli().run(['edits', 'tutor.md', 'name.md', ...usual, '--confirm', '--estimate'], { cwd });
    expect(out).toContain(
      '1 confirmation has used these samples so far, so “proved” needs a p of at most 0.0083 here.',
    );
    const second = await editsOf('name.md', '--confirm');
    // By chance it may look good at a p of 0.2, but not at what is left of 0.05.
    expect(second.rules.rules[0]?.words).not.toBe('proved');
    expect(second.rules.notes.join(' ')).toContain('a p of at most 0.0083');
    const ledger = await readFile(path.join(cwd, '.tutor-prompt-lab', 'edits.jsonl'), 'utf8');
    expect(ledger.trim().split('\n')).toHaveLength(2);
  });

  it('prints the word with its number, n and interval; a report of the stored run says the same', async () => {
    const { out } = await cli().run(['report', 'latest', '--format', 'markdown'], { cwd });
    expect(out).toContain('What the edit gains \\(simulated\\)');
    expect(out).toMatch(/name\\.md \| (?:supported|promising|no evidence that it helps) \| .*\d/);
  });

  it('proves nothing where a guard may lose more than its margin, in points of its scale', async () => {
    const guarded = async (margin: string): Promise<string> => {
      const own = await cli().workspace(prompt);
      await writeFile(path.join(own, 'silent.md'), `${prompt}3. Never tell the student the final answer.\n`);
      const target = ['--target', 'mrbench/all/revealing_of_the_answer'];
      const guards = ['--guard', 'mrbench/all/tutor_tone', '--guard-margin', margin];
      const args = ['edits', 'tutor.md', 'silent.md', '--benchmark', 'mrbench', ...target, ...guards, '--confirm'];
      return (await cli().run(args, { cwd: own })).out;
    };
    // The guard's interval begins some 24 points below 0.
    expect(await guarded('0.2')).toMatch(/silent\.md +supported\n.* Guard: Encouraging tone −\d\.\d \(−2\d\.\d to/);
    expect(await guarded('0.3')).toMatch(/silent\.md +proved\n/);
  });

  it('refuses to compare such a run, the same text, a broken one, and more than one to confirm', async () => {
    const refused = async (args: readonly string[]): Promise<string> => {
      const { err, code } = await cli().run(args, { cwd });
      expect(code).not.toBe(0);
      return err;
    };
    expect(await refused(['compare', race.runId, race.runId])).toContain('tries other texts');
    const two = ['edits', 'tutor.md', 'guiding.md', 'name.md', ...usual, '--confirm'];
    expect(await refused(two)).toContain('Only one edited prompt can be confirmed');
    expect(await refused(['edits', 'tutor.md', 'tutor.md', ...usual])).toContain('sends the same text');
    await writeFile(path.join(cwd, 'empty.md'), '\n');
    expect(await refused(['edits', 'tutor.md', 'empty.md', ...usual])).toContain('empty.md: The prompt is empty');
    expect(await refused(['edits', 'tutor.md', 'name.md', ...usual, '--limit', '10'])).toContain('needs 8');
    const many = Array.from({ length: 13 }, (_, index) => `edit-${index}.md`);
    for (const name of many) await writeFile(path.join(cwd, name), `${prompt}3. Say ${name}.\n`);
    expect(await refused(['edits', 'tutor.md', ...many, ...usual])).toMatch(/at most.*13/);
    // As many as are allowed make a run that can be read.
    const { code, err } = await cli().run(['edits', 'tutor.md', ...many.slice(1), ...usual, '--estimate'], { cwd });
    expect(code, err).toBe(0);
  });

  it('estimates before a call, sends what it said, and goes on after a cap without paying twice', async () => {
    const server = await tutoringServer();
    open.push(server);
    const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
    const bases = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
    const args = ['edits', 'tutor.md', 'name.md', '--benchmark', 'guideeval', ...models, ...bases, '--confirm'];
    const own = await cli().workspace(prompt);
    await writeFile(path.join(own, 'name.md'), edits['name.md']);
    const { out } = await cli().run([...args, '--estimate', '--json'], { cwd: own });
    const { calls } = JSON.parse(out) as { readonly calls: { readonly tutor: number; readonly judge: number } };
    expect(calls.tutor).toBeGreaterThan(30);
    expect(server.requests).toHaveLength(0);
    const ledger = path.join(own, '.tutor-prompt-lab', 'edits.jsonl');
    await expect(readFile(ledger)).rejects.toThrow();
    const refused = await cli().run([...args, '--max-calls', '50'], { cwd: own });
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/takes about \d+ calls or more.* before passing 50 calls.*does not count/);
    await expect(readFile(ledger)).rejects.toThrow();
    expect(server.requests).toHaveLength(0);
    const cut = await cli().run([...args, '--max-calls-per-day', '50'], { cwd: own });
    // Half a result that is read, and read again later, is more than one confirmation.
    expect(cut.out).toContain('The run did not come to its end, so it has no outcomes. Resume it.');
    expect(cut.out).not.toMatch(/name\.md +\S|What the edit gains/);
    expect(server.requests.length).toBeLessThanOrEqual(50);
    const resumed = await cli().run(['resume', 'latest', ...bases, '--max-calls-per-day', '1000', '--json'], {
      cwd: own,
    });
    expect(resumed.code, resumed.err).toBe(0);
    expect(server.requests).toHaveLength(calls.tutor + calls.judge);
    expect((await readFile(ledger, 'utf8')).trim().split('\n')).toHaveLength(1);
  });
});

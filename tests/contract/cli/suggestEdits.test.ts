import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { editKey } from '../../../src/core/prompt/promptEdit';
import { FileEditLog } from '../../../src/core/store/editLog';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { type ModelServer, startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { passages, passagesKept, storeOf } from './ownStore';

const cli = useCommandLine();
const open = closedAfterEach();
let server: ModelServer | undefined;

const prompt = 'You are a maths tutor.\n\n- Keep replies under sixty words.\n- Always be kind.\n';
const samples = ['--benchmark', 'mrbench'];

interface Printed {
  readonly runId: string;
  readonly stable: number;
  readonly suggestions: readonly {
    readonly title: string;
    readonly why: string;
    readonly cases: number;
    readonly failure: string;
    readonly text?: string;
    readonly refused?: string;
  }[];
}

async function run(cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string> {
  const { out, err, code } = await cli().run(args, { cwd, env });
  expect(code, err).toBe(0);
  return out;
}

const suggest = async (cwd: string, args: readonly string[] = []): Promise<Printed> =>
  JSON.parse(await run(cwd, ['edits', 'tutor.md', '--suggest', 'latest', '--json', ...args])) as Printed;

async function explored(limit = '72'): Promise<string> {
  const cwd = await cli().workspace(prompt);
  await run(cwd, ['evaluate', 'tutor.md', ...samples, '--limit', limit]);
  await run(cwd, ['evaluate', 'tutor.md', '--explore', 'latest']);
  return cwd;
}

let models = 0;
/** Another model each time, since nothing is asked of one twice. */
async function proposing(...edits: readonly object[]): Promise<readonly string[]> {
  server = await startModelServer({ reply: () => JSON.stringify({ reasoning: 'x', edits }) });
  open.push(server);
  models += 1;
  return ['--judge', `openai:m${models}`, '--judge-base-url', server.url];
}

const edit = (text: string, op = 'add', rule = 2) => ({ op, rule, text, why: 'The student gets on.' });

describe('edits --suggest', { timeout: 120_000 }, () => {
  it('proposes edits that are written as files, and asks nothing twice', async () => {
    const cwd = await explored();
    const { suggestions, stable } = await suggest(cwd, ['--out', 'edits']);
    expect(stable).toBeGreaterThanOrEqual(6);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const [index, { text = '', failure, cases }] of suggestions.entries()) {
      expect(await readFile(path.join(cwd, `edits/edit-${index + 1}.md`), 'utf8')).toBe(text);
      expect(text).toContain('Always be kind.');
      expect(failure).not.toBe('');
      expect(cases).toBeGreaterThan(0);
    }
    const [{ runId }] = [await suggest(cwd)];
    const asked = await storeOf(cwd).open(runId);
    expect((await suggest(cwd)).suggestions).toEqual(suggestions);
    expect((await storeOf(cwd).open(runId)).records).toEqual(asked.records);
  });

  it('wins a race with a rule that the simulated tutor understands', async () => {
    const cwd = await explored();
    await suggest(cwd, ['--out', 'edits']);
    await writeFile(path.join(cwd, 'dud.md'), `${prompt}- Mention the weather.\n`);
    const out = await run(cwd, ['edits', 'tutor.md', 'edits/edit-1.md', 'dud.md', ...samples, '--json']);
    const { rules } = JSON.parse(out) as { rules: { rules: { title: string; words: string }[] } };
    expect(rules.rules.find(({ words }) => words.startsWith('best'))?.title).toBe('edit-1.md');
  });

  it('proposes to remove rules that a test found to do nothing, whatever the model says', async () => {
    const cwd = await explored();
    const add = edit('Ask about the method first.');
    const { runId, suggestions: before } = await suggest(cwd, await proposing(add));
    expect(before.map(({ title }) => title)).toEqual(['add below rule 2: Ask about the method first.']);
    await run(cwd, ['rules', 'tutor.md', ...samples]);
    const judge = await proposing(add);
    const args = ['edits', 'tutor.md', '--suggest', runId, '--out', 'edits', '--json', ...judge];
    const { suggestions } = JSON.parse(await run(cwd, args)) as Printed;
    const removal = expect.stringMatching(/^remove rule [23]$/) as string;
    expect(suggestions.map(({ title }) => title)).toEqual([before[0]?.title, removal, removal]);
    expect(suggestions[1]).toMatchObject({ cases: 0, why: expect.stringContaining('no evidence that it') as string });
    const asked = server?.requests.length ?? 0;
    // The same again, without another call.
    expect((JSON.parse(await run(cwd, args)) as Printed).suggestions).toEqual(suggestions);
    expect(server?.requests.length).toBe(asked);
    const race = await run(cwd, ['edits', 'tutor.md', 'edits/edit-2.md', 'edits/edit-3.md', ...samples, '--json']);
    const { rules } = JSON.parse(race) as { rules: { rules: { title: string }[] } };
    expect(rules.rules.map(({ title }) => title)).toEqual(['edit-2.md', 'edit-3.md']);
  });

  it('shows the model cases, and none of the half that confirms', async () => {
    const cwd = await explored();
    const judge = await proposing(edit('Ask about the method first.'));
    const { stable, runId } = await suggest(cwd, judge);
    await writeFile(path.join(cwd, 'dud.md'), `${prompt}- Mention the weather.\n`);
    const race = await run(cwd, ['edits', 'tutor.md', 'dud.md', ...samples, '--json']);
    const raced = await storeOf(cwd).open((JSON.parse(race) as Printed).runId);
    const kept = passagesKept((await storeOf(cwd).open(runId)).samples, raced.samples);
    expect(kept.size).toBeGreaterThan(100);
    const sent = new Set(passages(server?.requests.map(({ messages }) => messages)));
    expect([...kept].filter((one) => sent.has(one))).toEqual([]);
    const text = server?.requests.flatMap(({ messages }) => messages.map((one) => one.text)).join('\n') ?? '';
    expect(server?.requests[0]?.system).toContain('let one of your edits remove it');
    expect(text.match(/begin case \d+: reply/g)?.length).toBeGreaterThanOrEqual(Math.min(8, stable));
  });

  it('refuses what copies a sample, names its numbers, repeats a rule or changes none, and says why', async () => {
    const cwd = await explored();
    const { runId } = await suggest(cwd, await proposing(edit('Ask about the method first.')));
    const [sample] = (await storeOf(cwd).open(runId)).samples;
    const words = /[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+/.exec(JSON.stringify(sample?.sample))?.[0] ?? '';
    expect(words).not.toBe('');
    const reasonFor = async (one: object): Promise<string | undefined> =>
      (await suggest(cwd, await proposing(one))).suggestions.at(-1)?.refused;
    expect(await reasonFor(edit(`Say: ${words}.`))).toContain('copies');
    expect(await reasonFor(edit('Always ask about the 4711 apples.'))).toContain('4711');
    expect(await reasonFor(edit('Keep all replies under sixty words.'))).toContain('nearly the same');
    for (const titles of [
      'Maximise actionability, providing guidance and mistake location.',
      'Maximise actionability.',
    ])
      expect(await reasonFor(edit(titles)), titles).toContain('as the judge’s instructions do');
    expect(await reasonFor(edit('Give feedback, then a hint or a question on the next step.'))).toBeUndefined();
    expect(await reasonFor(edit('', 'remove', 1))).toContain('never changed');
    expect(await reasonFor(edit('A rule.', 'add', 90))).toContain('no rule 90');
  });

  it('tells the model what was dismissed and why, and refuses it if it comes again', async () => {
    const cwd = await explored();
    const judge = await proposing(edit('Ask about the method first.'));
    const [{ title } = { title: '' }] = (await suggest(cwd, judge)).suggestions;
    const key = editKey({ op: 'add', rule: 2, text: 'Ask about the method first.' }, 'Always be kind.');
    await new FileEditLog(path.join(cwd, '.tutor-prompt-lab')).append({
      ...{ kind: 'dismissal', at: new Date().toISOString(), prompt: 'tutor.md' },
      ...{ title, key, reason: 'Our pupils have no method yet.' },
    });
    const { suggestions } = await suggest(cwd, judge);
    expect(suggestions.map(({ refused }) => refused)).toEqual([
      'The author dismissed it: “Our pupils have no method yet.”',
    ]);
    const last = server?.requests
      .at(-1)
      ?.messages.map(({ text }) => text)
      .join('\n');
    expect(last).toContain('Our pupils have no method yet.');
  });

  it('refuses an edit that gained nothing in a race, or that a confirmation did not support', async () => {
    const cwd = await explored();
    const model = await judgingModelServer();
    open.push(model);
    const bases = ['--tutor-base-url', model.url, '--judge-base-url', model.url];
    const played = ['--tutor', 'openai:t', '--judge', 'openai:j', ...bases];
    const tryIt = async (rule: string, ...more: readonly string[]): Promise<string> => {
      await writeFile(path.join(cwd, 'dud.md'), `${prompt}- ${rule}\n`);
      const out = await run(cwd, ['edits', 'tutor.md', 'dud.md', ...samples, ...played, '--json', ...more]);
      return (JSON.parse(out) as Printed).runId;
    };
    const runs = [await tryIt('Mention the weather.'), await tryIt('Name a book on it.', '--confirm')];
    const explores = (await storeOf(cwd).list()).map((one) => one.kind === 'run' && one.manifest.explored && one.id);
    const name = explores.find((one) => typeof one === 'string') ?? '';
    for (const [index, text] of ['Mention the weather.', 'Name a book on it.'].entries()) {
      const judge = await proposing(edit(text), edit('Ask about the method first.'));
      const args = ['edits', 'tutor.md', '--suggest', name, '--json', ...judge];
      const { suggestions } = JSON.parse(await run(cwd, args)) as Printed;
      const refusals = new Map(suggestions.map(({ title, refused }) => [title, refused]));
      const reason = `It was tried in run ${runs[index]}: no evidence that it helps.`;
      expect(refusals.get(`add below rule 2: ${text}`)).toBe(reason);
      expect(refusals.get('add below rule 2: Ask about the method first.')).toBeUndefined();
      expect(server?.requests[0]?.messages.map((one) => one.text).join('\n')).toContain(`${text}. It was tried`);
    }
  });

  it('knows a dismissed edit by its rule, whatever number the rule has now', async () => {
    const cwd = await explored();
    const log = new FileEditLog(path.join(cwd, '.tutor-prompt-lab'));
    const dismiss = (key: string) =>
      log.append({
        ...{ kind: 'dismissal', at: new Date().toISOString(), prompt: 'tutor.md' },
        ...{ title: 'remove rule 9', key, reason: 'It stays.' },
      });
    await dismiss(editKey({ op: 'remove', rule: 9 }, 'Always be kind.'));
    await dismiss(editKey({ op: 'remove', rule: 2 }, 'A rule that is gone.'));
    const { suggestions } = await suggest(cwd, await proposing(edit('', 'remove', 3), edit('', 'remove', 2)));
    expect(suggestions.map(({ refused }) => refused)).toEqual(['The author dismissed it: “It stays.”', undefined]);
  });

  it('refuses another text than the one whose cases failed, and a second reading of a confirmation', async () => {
    const cwd = await explored();
    await writeFile(path.join(cwd, 'tutor.md'), `${prompt}- Mention the weather.\n`);
    const other = await cli().run(['edits', 'tutor.md', '--suggest', 'latest'], { cwd });
    expect(other.code).toBe(2);
    expect(other.err).toContain('is not the text that run');
    await writeFile(path.join(cwd, 'dud.md'), prompt);
    await run(cwd, ['edits', 'tutor.md', 'dud.md', '--confirm', ...samples]);
    const { err, code } = await cli().run(['judge', 'latest', '--judge', 'offline'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('a second look would not be counted');
  });

  it.each([
    ['a run that has each case once', async () => evaluated(), /a failure may be chance.*--explore/s],
    ['too few failures that repeat', async () => explored('6'), /nothing to gain/],
  ])('refuses %s', async (_, world, message) => {
    const { err, code } = await cli().run(['edits', 'tutor.md', '--suggest', 'latest'], { cwd: await world() });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

async function evaluated(): Promise<string> {
  const cwd = await cli().workspace(prompt);
  await run(cwd, ['evaluate', 'tutor.md', ...samples, '--limit', '8']);
  return cwd;
}

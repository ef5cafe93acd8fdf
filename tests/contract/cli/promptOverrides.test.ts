import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { FileTrustCardStore } from '../../../src/core/store/trustCardStore';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelRequest } from '../../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { calibrated } from './printedCalibration';
import { evaluated } from './printedJson';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const mark = 'In case of doubt say "No".';

/** Says No where it is told to in its custom prompt, and Yes otherwise. */
function heedingServer(): Promise<ModelServer> {
  return startModelServer({
    reply: (request) => {
      const text = [request.system, ...request.messages.map((message) => message.text)].join('\n');
      if (!text.includes('"feedback"')) return 'What would you try next?';
      const label = text.includes('In case of doubt') ? 'No' : text.includes('Encouraging') ? 'Encouraging' : 'Yes';
      return JSON.stringify({ feedback: 'As told.', label: text.includes('Yes (correct)') ? 'No' : label });
    },
  });
}

/** A folder with a starting file of `judge`, changed by `edit`. */
async function withOverrideOf(judge: string, edit: (text: string) => string): Promise<string> {
  const cwd = await cli().workspace();
  const written = await cli().run(['judge-prompt', 'mrbench', judge], { cwd });
  expect(written.code).toBe(0);
  const file = path.join(cwd, 'judges', 'mrbench', `${judge}.md`);
  expect(written.out.trim()).toBe(file);
  await writeFile(file, edit(await readFile(file, 'utf8')));
  return cwd;
}

const marked = (text: string): string => text.replace('First write', `${mark} First write`);

function judge(url: string): readonly string[] {
  return ['--judge', 'openai:m', '--judge-base-url', url];
}

function systemsOf(requests: readonly ModelRequest[]): readonly string[] {
  return requests.map(({ body }) => JSON.stringify(body));
}

const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '1', '--json', '--judge-all'];

describe('a custom judge prompt', () => {
  it('is asked in place of the built-in text of that judge, and said', async () => {
    server = await heedingServer();
    const cwd = await withOverrideOf('actionability', marked);
    const own = await cli().run([...evaluate, ...judge(server.url)], { cwd });
    expect(own.code).toBe(0);
    expect(systemsOf(server.requests).filter((text) => text.includes('In case of doubt'))).toHaveLength(1);
    const result = evaluated(own.out);
    expect(result.warnings.join('\n')).toContain('Custom judge prompt for MRBench: actionability (judges/mrbench/');
    const metric = (id: string) => result.benchmarks[0]?.metrics.find((one) => one.id === id);
    expect([metric('actionability')?.value, metric('coherence')?.value]).toEqual([0, 100]);

    const without = await cli().run([...evaluate, ...judge(server.url), '--no-judge-prompts', '--no-cache'], { cwd });
    expect(evaluated(without.out).warnings.join('\n')).not.toContain('Custom judge prompt');
    const store = new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));
    const versions = await Promise.all(
      [own.out, without.out].map(async (out) => (await store.open(evaluated(out).runId)).manifest.benchmarks[0]),
    );
    expect(versions[0]?.promptOverrides?.map(({ judges }) => judges)).toEqual([['actionability']]);
    expect(versions[0]?.judgeVersions.actionability).not.toBe(versions[1]?.judgeVersions.actionability);
    expect(versions[0]?.judgeVersions.coherence).toBe(versions[1]?.judgeVersions.coherence);

    // Different prompts are different judges: what they say is not compared without a word.
    const ids = [without.out, own.out].map((out) => evaluated(out).runId);
    const compared = await cli().run(['compare', ...ids, '--json'], { cwd });
    expect(compared.out).toContain('The prompt of the judge “actionability” differs');
  });

  it('goes with the run: it is judged again and resumed without the files', async () => {
    server = await heedingServer();
    const cwd = await withOverrideOf('actionability', marked);
    const first = await cli().run([...evaluate, ...judge(server.url)], { cwd });
    await writeFile(path.join(cwd, 'judges', 'mrbench', 'actionability.md'), 'Broken.');
    const there = ['--judge-base-url', server.url];
    const again = await cli().run(['judge', evaluated(first.out).runId, '--json', '--no-cache', ...there], { cwd });
    expect(again.code).toBe(0);
    expect(systemsOf(server.requests.slice(-8)).filter((text) => text.includes('In case of doubt'))).toHaveLength(1);
    const plain = ['judge', evaluated(first.out).runId, '--no-judge-prompts', '--json', ...there];
    const asked = server.calls;
    await cli().run(plain, { cwd });
    // The judge is the run's own: what it would say of the other seven is no copy of what it said.
    const last = systemsOf(server.requests.slice(asked));
    expect([last.length, last.join().includes('In case of doubt')]).toEqual([8, false]);
  });

  it('is refused before anything is sent where a part is missing', async () => {
    server = await heedingServer();
    const cwd = await withOverrideOf('tutor_tone', (text) => text.replaceAll('"Offensive"', 'rude'));
    const refused = await cli().run([...evaluate, ...judge(server.url)], { cwd });
    expectRefusal(refused, /judges\/mrbench\/tutor_tone\.md: Not named: "Offensive"/);
    expect(server.calls).toBe(0);
  });

  it('is not read by the offline judge, which says so', async () => {
    const cwd = await withOverrideOf('actionability', marked);
    const { code, out, err } = await cli().run(evaluate, { cwd });
    expect([code, err]).toEqual([0, expect.stringContaining('The offline judge uses no custom judge prompts')]);
    expect(evaluated(out).warnings.join('\n')).not.toContain('Custom judge prompt');
  });
});

describe('judge-prompt', () => {
  it('writes the text of all dimensions in one call, which such a run then asks with', async () => {
    server = await judgingModelServer();
    const cwd = await cli().workspace();
    const { out } = await cli().run(['judge-prompt', 'mrbench', 'coherence', '--one-judge-call'], { cwd });
    const file = out.trim();
    await writeFile(
      file,
      marked((await readFile(file, 'utf8')).replace('For each question first write', 'First write')),
    );
    const { code, out: printed } = await cli().run([...evaluate, ...judge(server.url), '--one-judge-call'], { cwd });
    expect(code).toBe(0);
    const asked = server.requests.filter(({ system }) => system.includes(mark));
    expect([asked.length, asked[0]?.system.includes('"human_likeness"')]).toEqual([1, true]);
    expect(evaluated(printed).warnings.join('\n')).toContain('Custom judge prompt for MRBench');
    // A file of one of the eight calls is no text for all of them.
    await writeFile(file, 'Decide.');
    expectRefusal(await cli().run([...evaluate, ...judge(server.url), '--one-judge-call'], { cwd }), /human_likeness/);
  });

  it('never writes over a file, and names the judges that there are', async () => {
    const cwd = await withOverrideOf('actionability', marked);
    expectRefusal(await cli().run(['judge-prompt', 'mrbench', 'actionability'], { cwd }), /It exists already/);
    expectRefusal(await cli().run(['judge-prompt', 'mrbench', 'tone'], { cwd }), /tutor_tone/);
  });

  it('writes one file for each text, with what it replaces', async () => {
    const cwd = await cli().workspace();
    const { out } = await cli().run(['judge-prompt', 'guideeval', 'O-Reconfigure', '--out', 'texts'], { cwd });
    const files = out.trim().split('\n');
    expect(files.map((file) => path.basename(file))).toEqual(['O-Reconfigure-1.md', 'O-Reconfigure-2.md']);
    const heads = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).slice(0, 60)));
    expect(heads.map((head) => /replaces: ([0-9a-f]{8})/.exec(head)?.[1]?.length)).toEqual([8, 8]);
    expect(new Set(heads).size).toBe(2);
  });
});

describe('calibrate --judge-prompts', () => {
  /** Six dialogues; people say No of half of the replies. */
  async function goldIn(cwd: string): Promise<void> {
    const dialogues = Array.from({ length: 6 }, (_, place) => ({
      conversation_id: `${place}-a`,
      conversation_history: 'Tutor: What is 2 + 3?\nStudent: It is 6.',
      anno_llm_responses: {
        GPT4: {
          response: `What is ${place} + 1?`,
          annotation: { Actionability: place === 0 ? 'Yes' : 'No', Coherence: 'Yes' },
        },
      },
    }));
    await writeFile(path.join(cwd, 'gold.json'), JSON.stringify(dialogues));
  }

  const compared = {
    builtIn: [{ id: 'actionability', agreement: 1 / 6 }],
    differences: [{ dimension: 'actionability', n: 6, own: 5 / 6, builtIn: 1 / 6 }],
  };

  it('asks with the custom prompt, and gives the paired difference from the built-in one that was checked before', async () => {
    server = await heedingServer();
    const cwd = await withOverrideOf('actionability', marked);
    await goldIn(cwd);
    const args = ['calibrate', 'mrbench', 'gold.json', ...judge(server.url), '--json'];
    const alone = await cli().run([...args, '--judge-prompts', 'judges'], { cwd });
    expect([alone.code, server.calls]).toEqual([0, 6]);
    expect(calibrated(alone.out).promptOverrides).toBeUndefined();
    expect(calibrated(alone.out).notes.join()).toContain('calibrate the same replies without --judge-prompts');
    // All labels with the built-in prompts, and only the judge with a custom prompt again.
    await cli().run(args, { cwd });
    const { code, out } = await cli().run([...args, '--judge-prompts', 'judges', '--no-cache'], { cwd });
    expect([code, server.calls]).toEqual([0, 6 + 12 + 6]);
    const result = calibrated(out);
    expect(result.dimensions.map(({ id, agreement }) => [id, agreement])).toEqual([['actionability', 5 / 6]]);
    expect(result.promptOverrides).toMatchObject([compared]);
    const { cards } = await new FileTrustCardStore(path.join(cwd, '.tutor-prompt-lab')).read();
    expect(cards.map(({ promptOverride }) => promptOverride ?? false).sort()).toEqual([false, false, true]);
  });

  it('that is cut off is set against the built-in prompt when it goes on', async () => {
    server = await heedingServer();
    const cwd = await withOverrideOf('actionability', marked);
    await goldIn(cwd);
    const args = ['calibrate', 'mrbench', 'gold.json', ...judge(server.url), '--json'];
    await cli().run([...args, '--dimension', 'actionability'], { cwd });
    const more = ['--judge-prompts', 'judges', '--max-calls', '2', '--disagreements', 'all of them.jsonl'];
    const cut = await cli().run([...args, ...more], { cwd });
    expect(cut.code).toBe(3);
    expect(calibrated(cut.out)).toMatchObject({ status: 'overBudget', pending: 4 });
    const line = / Go on with: tutor-prompt-lab (.*)$/m.exec(cut.err)?.[1] ?? '';
    const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' });
    const going = words
      .trimEnd()
      .split('\n')
      .map((word) => (word === '…' ? '100' : word));
    const gone = await cli().run([...going, '--json'], { cwd });
    expect([gone.code, server.calls]).toEqual([0, 12]);
    expect(calibrated(gone.out).promptOverrides).toMatchObject([compared]);
    expect(await readFile(path.join(cwd, 'all of them.jsonl'), 'utf8')).toMatch(/^\{/);
  });

  it('refuses the offline judge and a folder without custom prompts', async () => {
    const cwd = await withOverrideOf('actionability', marked);
    await goldIn(cwd);
    const args = ['calibrate', 'mrbench', 'gold.json'];
    expectRefusal(await cli().run([...args, '--judge-prompts', 'judges'], { cwd }), /uses no custom judge prompts/);
    await mkdir(path.join(cwd, 'none'));
    const other = [...args, '--judge', 'openai:m', '--judge-prompts', 'none'];
    expectRefusal(await cli().run(other, { cwd }), /There is no custom judge prompt in/);
  });
});

describe('a custom prompt that is a link', () => {
  it.each(['file', 'folder'])('as a %s is refused by name, and nothing of what it points at is sent', async (what) => {
    server = await heedingServer();
    const cwd = await withOverrideOf('actionability', marked);
    const own = path.join(cwd, 'judges/mrbench', what === 'file' ? 'actionability.md' : '');
    await rename(own, path.join(cwd, 'outside'));
    await symlink(path.join(cwd, 'outside'), own.replace(/\/$/, ''));
    const { code, err } = await cli().run([...evaluate, ...judge(server.url)], { cwd });
    expect([code, err]).toEqual([2, expect.stringMatching(/^error: .*mrbench.* is a link/)]);
    expect(server.calls).toBe(0);
  });
});

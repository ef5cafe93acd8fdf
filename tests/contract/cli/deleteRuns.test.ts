import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FileBatchLog } from '../../../src/core/store/batchLog';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startBatchServer } from '../../loopback/batchServer';
import { useCommandLine, type Ended } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';

const cli = useCommandLine();
let cwd = '';
let store = '';
beforeEach(async () => {
  cwd = await cli().workspace();
  store = path.join(cwd, '.tutor-prompt-lab');
});

const deletedSchema = z.strictObject({
  schemaVersion: z.literal(1),
  store: z.string(),
  deleted: z.array(z.string()),
  left: z.array(z.strictObject({ runId: z.string(), reason: z.string() })),
});

function deleted({ out }: Ended): z.infer<typeof deletedSchema> {
  return deletedSchema.parse(JSON.parse(out));
}

/** A run of one sample; each seed makes another one. */
async function made(prompt = 'tutor.md', text?: string): Promise<string> {
  if (text !== undefined) await writeFile(path.join(cwd, prompt), text);
  const { out } = await cli().run(['evaluate', prompt, '--json', '--limit', '1'], { cwd });
  return evaluated(out).runId;
}

async function ids(): Promise<readonly string[]> {
  return (await readdir(path.join(store, 'runs'))).sort();
}

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd });
}

/** Makes the folder a repository that has the prompt. */
function commitPrompt(): void {
  git('init', '--quiet');
  git('add', 'tutor.md');
  git('commit', '--quiet', '--message', 'Add the prompt');
}

describe('runs --delete', () => {
  it('deletes the named runs, damaged ones too, and says which', async () => {
    const runs = [await made(), await made(), await made()];
    const [first = '', second = '', third = ''] = runs;
    await writeFile(path.join(store, 'runs', first, 'run.json'), '{');
    const folder = path.join(store, 'runs', second);
    const ended = await cli().run(['runs', '--delete', first, '--delete', folder, '--json'], { cwd });
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(deleted(ended)).toEqual({ schemaVersion: 1, store, deleted: [first, second], left: [] });
    expect(await ids()).toEqual([third]);
    const said = await cli().run(['runs', '--delete', 'latest'], { cwd });
    expect(said).toEqual({ code: 0, out: `Deleted ${third}.\n`, err: '' });
    expect(await ids()).toEqual([]);
  });

  it('deletes nothing where one of the names fits no run', async () => {
    const runId = await made();
    expectRefusal(await cli().run(['runs', '--delete', runId, '--delete', 'nope'], { cwd }), /no run “nope”/);
    expectRefusal(await cli().run(['runs', '--delete', '../..'], { cwd }), /no run “\.\.\/\.\.”/);
    expect(await ids()).toEqual([runId]);
  });

  it('takes no beginning of an id, no empty name, and no copy outside of a store for a run', async () => {
    const runId = await made();
    const copy = path.join(store, 'backup', runId);
    await mkdir(path.dirname(copy));
    await cp(path.join(store, 'runs', runId), copy, { recursive: true });
    const tried = async (name: string) => cli().run(['runs', '--delete', name], { cwd });
    expectRefusal(await tried(''), /name of a run is empty/);
    expectRefusal(await tried(runId.slice(0, 6)), /only the start of .* whole id/);
    expectRefusal(await tried(copy), /no run “/);
    expect(await ids()).toEqual([runId]);
  });

  it('says of a damaged run with batches that nobody can collect them, and which folder it is', async () => {
    const runId = await made();
    const folder = path.join(store, 'runs', runId);
    const at = new Date().toISOString();
    const place = { at, provider: 'openai', model: 'm', batchId: 'batch_1' };
    const entry = { ...place, kind: 'submitted' as const, ids: [`${'a'.repeat(43)}-0`] };
    await new FileBatchLog(folder).append(entry);
    await writeFile(path.join(folder, 'run.json'), '{');
    const refused = await cli().run(['runs', '--delete', runId], { cwd });
    expectRefusal(refused, /cannot be read, so the paid answers in its batches.*delete the folder/);
    expect(refused.err).toContain(folder);
    expect(await ids()).toEqual([runId]);
  });

  it('leaves a run that is under way, deletes the others, and exits with 2', async () => {
    const [busy, other] = [await made(), await made()];
    const writer = await new FileRunStore(store).reopen(busy);
    const ended = await cli().run(['runs', '--delete', busy, '--delete', other, '--json'], { cwd });
    await writer.close();
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(new RegExp(`^error: Run ${busy} is being written by process ${process.pid}`));
    expect(deleted(ended)).toMatchObject({ deleted: [other], left: [{ runId: busy }] });
    expect(await ids()).toEqual([busy]);
  });

  it('leaves a run whose batches hold answers that are paid for', async () => {
    const server = await startBatchServer({ polls: Number.POSITIVE_INFINITY });
    const models = ['--tutor', 'openai:m', '--tutor-base-url', server.url];
    const started = cli().start(['evaluate', 'tutor.md', '--limit', '1', '--batch', ...models], {
      cwd,
      env: { OPENAI_API_KEY: 'sk-delete-1234567890abcdef' },
    });
    const log = async () => {
      const [runId = ''] = await ids().catch(() => []);
      return (await new FileBatchLog(path.join(store, 'runs', runId)).read()).entries;
    };
    await expect.poll(async () => (await log()).some(({ kind }) => kind === 'submitted')).toBe(true);
    started.child.kill('SIGINT');
    expect((await started.ended).code).toBe(130);
    const [runId = ''] = await ids();
    const refused = await cli().run(['runs', '--delete', runId], { cwd });
    await server.close();
    expectRefusal(refused, /has batches with answers that are paid for.*resume .* --cancel-batches/);
    expect(await ids()).toEqual([runId]);
  });

  it('does not go with a prompt', async () => {
    const runId = await made();
    expectRefusal(await cli().run(['runs', 'tutor.md', '--delete', runId], { cwd }), /leave out the prompt/);
    expect(await ids()).toEqual([runId]);
  });
});

describe('runs of a prompt', () => {
  const listed = async (prompt: string, from = cwd): Promise<readonly string[]> => {
    const { out } = await cli().run(['runs', prompt, '--json'], { cwd: from });
    return (JSON.parse(out) as { readonly runs: readonly { readonly runId: string }[] }).runs.map(({ runId }) => runId);
  };

  it('are listed after a renaming in git', async () => {
    commitPrompt();
    const before = await made();
    git('mv', 'tutor.md', 'guide.md');
    const after = await made('guide.md');
    expect(await listed('guide.md')).toEqual([after, before]);
  });

  it('are listed by the name of a built-in prompt, wherever it is asked from', async () => {
    const [older, newer] = [await made('guideeval/rule'), await made('guideeval/rule')];
    // The search for a store goes up to the root of the work tree.
    const below = path.join(cwd, 'below');
    await mkdir(below);
    await mkdir(path.join(cwd, '.git'), { recursive: true });
    expect(await listed('guideeval/rule', below)).toEqual([newer, older]);
  });

  it('are listed after a move in the editor', async () => {
    const before = await made();
    await rename(path.join(cwd, 'tutor.md'), path.join(cwd, 'guide.md'));
    const moved = { at: new Date().toISOString(), from: 'tutor.md', to: 'guide.md' } as const;
    await new FileRevisionLog(store).append({ ...moved, kind: 'moved' });
    const after = await made('guide.md');
    expect(await listed('guide.md')).toEqual([after, before]);
  });
});

describe('a run that a process holds which shows no sign of life', () => {
  it('is named, and gone on with or deleted where that is asked for', async () => {
    const [first, second] = [await made(), await made('other.md', 'Ask one question.')];
    const longAgo = new Date('2020-01-01T00:00:00.000Z');
    for (const id of [first, second]) {
      const lock = path.join(store, 'runs', id, 'lock.json');
      await writeFile(lock, JSON.stringify({ pid: 4711, host: 'elsewhere', at: longAgo.toISOString() }));
      await utimes(lock, longAgo, longAgo);
    }
    expectRefusal(await cli().run(['resume', first], { cwd }), /process 4711 on elsewhere.*since 2020.*--take-over/);
    expect((await cli().run(['resume', first, '--take-over'], { cwd })).code).toBe(0);
    expectRefusal(await cli().run(['runs', '--delete', second], { cwd }), /no sign of life since 2020.*--take-over/);
    expectRefusal(await cli().run(['runs', '--take-over'], { cwd }), /--take-over needs --delete/);
    const gone = await cli().run(['runs', '--delete', second, '--take-over', '--json'], { cwd });
    expect([gone.code, deleted(gone)]).toMatchObject([0, { deleted: [second], left: [] }]);
  });
});

import { appendFile, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { serialize } from 'node:v8';
import { build } from 'esbuild';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../../src/core/report/comparisonViewModel';
import { historyOfRun, promptHistory } from '../../../src/core/revisions/promptHistory';
import { noiseRunsOf } from '../../../src/core/revisions/baseline';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { ComparisonService } from '../../../src/vscode/comparing/comparisonService';
import { ComparisonThread } from '../../../src/vscode/comparing/comparisonThread';
import type { JobOf, PairToCompare } from '../../../src/vscode/comparing/comparisonJob';
import { packView } from '../../../src/vscode/comparing/packView';
import { repository, useCommandLine } from '../cli/commandLine';
import { unpackView } from '../../../webview/unpackView';
import { evaluated } from '../cli/printedJson';
import { temporaryFolders } from '../store/temporaryFolder';

const cli = useCommandLine();
const newFolder = temporaryFolders();
const stays = new AbortController().signal;
const starterSet = path.join(repository, 'starter-sets/guideeval.jsonl');
let entry = '';
let root = '';
let pair: PairToCompare;
const threads: ComparisonThread[] = [];

function thread(file = entry, warn?: (text: string) => void): ComparisonThread {
  const made = new ComparisonThread(file, {}, warn);
  threads.push(made);
  return made;
}

function measure(change: Partial<PairToCompare> = {}): JobOf<'measure'> {
  return { kind: 'measure', pair: { ...pair, ...change }, label: 'first try' };
}

function view(): JobOf<'view'> {
  const samples = [{ benchmark: 'guideeval' as const, kind: 'starter' as const, file: starterSet }];
  return { kind: 'view', pair, labels: new Map(), samples };
}

beforeAll(async () => {
  const outdir = await newFolder();
  await writeFile(path.join(outdir, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: repository,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    entryPoints: {
      comparisonWorker: 'src/vscode/comparing/comparisonWorker.ts',
      sumsWorker: 'src/vscode/comparing/sumsWorker.ts',
    },
    logLevel: 'error',
  });
  entry = path.join(outdir, 'comparisonWorker.js');
  root = await newFolder();
  const evaluate = async (file: string): Promise<string> => {
    const prompt = path.join(repository, 'test-fixtures/workspace', file);
    const args = ['evaluate', prompt, '--store', root, '--benchmark', 'guideeval', '--limit', '20', '--json'];
    return evaluated((await cli().run(args, { cwd: root })).out).runId;
  };
  const runs = { before: await evaluate('original.tutor.md'), after: await evaluate('rule.tutor.md') };
  pair = { root, runs, others: [], margin: undefined, smallest: undefined };
});

afterEach(() => {
  for (const one of threads.splice(0)) one.dispose();
});

describe('ComparisonThread', () => {
  it('answers in short, as a view, and with both transcripts of a flip', async () => {
    const one = thread();
    const measured = await one.ask<'measure'>(measure(), stays);
    expect(measured).toMatchObject({ before: { id: pair.runs.before }, after: { id: pair.runs.after } });
    expect(measured.answer).toMatch(
      /^Against original.tutor.md “first try”, .*so no verdict on \d+ metrics.*\(simulated\)$/,
    );
    expect(measured.changes.metrics.length).toBeGreaterThan(0);
    const shown = await unpackView(await one.ask<'view'>(view(), stays));
    expect(shown.sentence).toContain('A simulated tutor had a part, so no verdict on ');
    const [benchmark] = shown.benchmarks;
    // The starter set has more than what was played.
    expect(benchmark?.unplayed).toBeGreaterThan(0);
    const { before, after } = benchmark!.samples[0]!.plays[0]!;
    const flip = { beforeRun: pair.runs.before, afterRun: pair.runs.after, beforeCase: before, afterCase: after };
    const detail = await one.ask<'flip'>({ kind: 'flip', root, flip }, stays);
    expect(detail?.before?.turns.length).toBeGreaterThan(0);
    expect(detail?.turns.length).toBeGreaterThan(0);
  });

  it('has the noise of an earlier run of another prompt, read from its other runs', async () => {
    const folder = await newFolder();
    const store = new FileRunStore(folder);
    // A limit would take other samples with another seed, and say nothing about noise.
    const samples = path.join(folder, 'some.jsonl');
    await writeFile(samples, (await readFile(starterSet, 'utf8')).split('\n').slice(0, 40).join('\n'));
    const evaluate = async (file: string, ...options: readonly string[]): Promise<string> => {
      const prompt = path.join(repository, 'test-fixtures/workspace', file);
      const args = ['evaluate', prompt, '--store', folder, '--benchmark', 'guideeval', '--samples', samples, '--json'];
      return evaluated((await cli().run([...args, ...options], { cwd: root })).out).runId;
    };
    const runs = { before: await evaluate('original.tutor.md'), after: await evaluate('rule.tutor.md') };
    const again = await evaluate('original.tutor.md', '--seed', '5');
    const rule = await promptHistory(store, (await store.readManifest(runs.after)).prompt.path);
    expect(rule.runs.map(({ id }) => id)).toEqual([runs.after]);
    const earlier = await historyOfRun(store, runs.before, rule);
    const run = earlier.runs.find(({ id }) => id === runs.before);
    const others = noiseRunsOf(earlier, run!, [runs.before, runs.after]);
    expect(others).toEqual([again]);
    const job = view();
    const asked = thread().ask<'view'>({ ...job, pair: { ...pair, root: folder, runs, others } }, stays);
    const shown = await unpackView(await asked);
    expect(shown.noise?.sentence).toMatch(/2 runs/);
    const rows = shown.benchmarks.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
    expect(rows.filter(({ noiseCovers }) => noiseCovers === 'run').length).toBeGreaterThan(0);
    expect(rows.some(({ forest }) => (forest?.noise ?? 0) > 0)).toBe(true);
    expect(rows.some(({ insideBand }) => insideBand)).toBe(true);
  });

  it('makes a view once for those who ask for it together', async () => {
    const service = new ComparisonService();
    const views = await Promise.all([service.do<'view'>(view(), stays), service.do<'view'>(view(), stays)]);
    expect(views[0]).toEqual(views[1]);
    // Each may be moved to another thread.
    expect(views[0].buffer).not.toBe(views[1].buffer);
    const leaves = new AbortController();
    const left = service.do<'view'>({ ...view(), labels: new Map([['a', 'b']]) }, leaves.signal);
    const waits = service.do<'view'>({ ...view(), labels: new Map([['a', 'b']]) }, stays);
    leaves.abort();
    await expect(left).rejects.toBe(leaves.signal.reason);
    expect((await unpackView(await waits)).sentence).toContain('A simulated tutor had a part, so no verdict on ');
  });

  it('comes to the same with the thread that helps it, without its file, and in one thread', async () => {
    const alone = await newFolder();
    await writeFile(path.join(alone, 'package.json'), '{ "type": "module" }');
    await copyFile(entry, path.join(alone, 'comparisonWorker.js'));
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const shown = await thread(entry, warn).ask<'view'>(view(), stays);
    expect(warnings).toEqual([]);
    const without = thread(path.join(alone, 'comparisonWorker.js'), warn);
    expect(await without.ask<'view'>(view(), stays)).toEqual(shown);
    expect(warnings).toEqual([expect.stringMatching(/one thread instead of two: .*sumsWorker\.js/)]);
    expect(await new ComparisonService().do<'view'>(view(), stays)).toEqual(shown);
  });

  describe('with the editor’s storage', () => {
    const kept = (storage: string): Promise<readonly string[]> =>
      readdir(path.join(storage, 'comparisons')).catch(() => []);
    /** In a window of its own. */
    const ask = async (storage: string, job: JobOf<'view'>): Promise<ComparisonView> => {
      const made = new ComparisonThread(entry, { storage });
      threads.push(made);
      return unpackView(await made.ask<'view'>(job, stays));
    };
    const asked = async (storage: string, job = view()): Promise<ComparisonView> => {
      const before = (await kept(storage)).length;
      const shown = await ask(storage, job);
      await expect
        .poll(async () => (await kept(storage)).filter((name) => name.endsWith('.compared')).length)
        .toBe(before + 1);
      return shown;
    };

    it('has the next window find what this one found, until it is forgotten', async () => {
      const storage = await newFolder();
      const shown = await asked(storage);
      const [name = ''] = await kept(storage);
      const file = path.join(storage, 'comparisons', name);
      // Nobody can tell where an answer comes from but by changing what is there.
      const bytes = serialize(packView({ ...shown, sentence: 'From the shelf.' }));
      await writeFile(file, Buffer.concat([createHash('sha256').update(bytes).digest(), bytes]));
      expect(await ask(storage, view())).toEqual({ ...shown, sentence: 'From the shelf.' });
      const last = new ComparisonThread(entry, { storage });
      threads.push(last);
      expect(await last.ask<'forget'>({ kind: 'forget', runIds: [pair.runs.before] }, stays)).toBe(1);
      expect(await kept(storage)).toEqual([]);
      expect(await asked(storage)).toEqual(shown);
    });

    it('compares anew when a run, the samples, a limit, a label or what is known of judges has changed', async () => {
      const storage = await newFolder();
      const folder = await newFolder();
      const file = path.join(folder, 'own.jsonl');
      await copyFile(starterSet, file);
      const job: JobOf<'view'> = { ...view(), samples: [{ benchmark: 'guideeval', kind: 'file', file }] };
      await asked(storage, job);
      await asked(storage, { ...job, pair: { ...pair, margin: 0.07 } });
      await asked(storage, { ...job, labels: new Map([[`sha256:${'0'.repeat(64)}`, 'one']]) });
      await asked(storage, { ...job, cards: [] });
      await appendFile(file, '\n');
      await asked(storage, job);
      await appendFile(path.join(root, 'runs', pair.runs.after, 'journal.jsonl'), '\n');
      await asked(storage, job);
      expect(await kept(storage)).toHaveLength(6);
    });

    it('keeps nothing that was made without a run or samples that could not be read', async () => {
      const storage = await newFolder();
      await ask(storage, { ...view(), pair: { ...pair, others: ['20260101-000000-gone'] } });
      const missing = path.join(await newFolder(), 'missing.jsonl');
      await ask(storage, { ...view(), samples: [{ benchmark: 'guideeval', kind: 'file', file: missing }] });
      // What is kept is kept in order, so that this one comes after the others.
      await asked(storage);
      expect(await kept(storage)).toHaveLength(1);
    });
  });

  it('counts a run and keeps the summary', async () => {
    const file = path.join(root, 'runs', pair.runs.before, 'summary.json');
    await rm(file);
    const job = { kind: 'count' as const, root, runId: pair.runs.before, toolVersion: '9.9.9' };
    const listing = await thread().ask<'count'>(job, stays);
    expect(listing).toMatchObject({ kind: 'summary', summary: { toolVersion: '9.9.9' } });
    expect(await readFile(file, 'utf8')).toContain('9.9.9');
  });

  it('reads a run again that has changed since', async () => {
    const one = thread();
    const journal = path.join(root, 'runs', pair.runs.after, 'journal.jsonl');
    const whole = await readFile(journal, 'utf8');
    const figures = async (): Promise<unknown> =>
      (await unpackView(await one.ask<'view'>(view(), stays))).benchmarks[0]?.groups;
    const all = await figures();
    const first = whole.indexOf('\n', whole.length / 2) + 1;
    try {
      await writeFile(journal, whole.slice(0, first));
      expect(await figures()).not.toEqual(all);
    } finally {
      await writeFile(journal, '');
      await appendFile(journal, whole);
    }
    expect(await figures()).toEqual(all);
  });

  it('says what is wrong with a run, with the class that tells people', async () => {
    const runs = { before: 'gone', after: pair.runs.after };
    await expect(thread().ask<'measure'>(measure({ runs }), stays)).rejects.toMatchObject({
      name: 'RunStoreError',
      failure: 'notFound',
      runId: 'gone',
    });
  });

  it('lets go of what nobody waits for, and does the next', async () => {
    const one = thread();
    const abort = new AbortController();
    const left = one.ask<'measure'>(measure(), abort.signal);
    abort.abort();
    await expect(left).rejects.toBe(abort.signal.reason);
    expect((await one.ask<'measure'>(measure(), stays)).after.id).toBe(pair.runs.after);
  });

  it('tells all who wait when it breaks, and starts again', async () => {
    const broken = path.join(await newFolder(), 'broken.js');
    await writeFile(broken, 'throw new Error("out of order");');
    const one = thread(broken);
    const asked = [one.ask<'measure'>(measure(), stays), one.ask<'view'>(view(), stays)];
    for (const each of asked) await expect(each).rejects.toThrow('out of order');
    await writeFile(broken, await readFile(entry, 'utf8'));
    await writeFile(path.join(path.dirname(broken), 'package.json'), '{ "type": "module" }');
    expect((await one.ask<'measure'>(measure(), stays)).after.id).toBe(pair.runs.after);
  });

  it('tells who waits when it is disposed', async () => {
    const one = thread();
    const asked = one.ask<'measure'>(measure(), stays);
    one.dispose();
    await expect(asked).rejects.toThrow('closing');
  });
});

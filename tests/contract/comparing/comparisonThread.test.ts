import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { comparePair } from '../../../src/core/compare/compareRuns';
import { decisionOf } from '../../../src/core/compare/decision';
import { useOwnModels } from '../../../src/core/providers/modelFacts';
import type { ComparisonView } from '../../../src/core/report/comparisonViewModel';
import { historyOfRun, promptHistory } from '../../../src/core/history/promptHistory';
import { furtherRunsOf } from '../../../src/core/history/baseline';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { config } from '../../../src/core/text/countWords';
import { ComparisonService } from '../../../src/vscode/comparing/comparisonService';
import { ComparisonThread, type JobOf, type PairToCompare } from '../../../src/vscode/comparing/comparisonThread';
import { exportReport } from '../../../src/vscode/exports/exportFiles';
import { Uri, window } from '../../fuzz/editorStandIn';
import { startModelServer } from '../../loopback/modelServer';
import { repository, useCommandLine } from '../cli/commandLine';
import { aims, lookFolder, LookCommands, scripted } from '../cli/lookWorld';
import { evaluated } from '../cli/printedJson';
import { temporaryFolders } from '../store/temporaryFolder';

const cli = useCommandLine();
const newFolder = temporaryFolders();
const stays = new AbortController().signal;
const starterSet = path.join(repository, 'starter-sets/guideeval.jsonl');
let extension = '';
let entry = '';
let root = '';
let pair: PairToCompare;
const threads: ComparisonThread[] = [];

function thread(file = entry): ComparisonThread {
  const made = new ComparisonThread(file);
  threads.push(made);
  return made;
}

function measure(change: Partial<PairToCompare> = {}): JobOf<'measure'> {
  return { kind: 'measure', pair: { ...pair, ...change }, label: 'first try' };
}

function view(): JobOf<'view'> {
  return { kind: 'view', pair, labels: new Map() };
}

function shownIn(view: string): ComparisonView {
  return JSON.parse(view) as ComparisonView;
}

beforeAll(async () => {
  extension = await newFolder();
  const outdir = path.join(extension, 'dist');
  await writeFile(path.join(extension, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: repository,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    entryPoints: { comparisonWorker: 'src/vscode/comparing/comparisonWorker.ts' },
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
  pair = { root, runs, others: [], margin: undefined, smallest: undefined, guardMargin: undefined };
});

afterEach(() => {
  for (const one of threads.splice(0)) one.dispose();
});

describe('exportReport', () => {
  it.each([
    ['md', 'markdown'],
    ['csv', 'csv'],
    ['json', 'json'],
  ])('writes %s in a Swedish window as the command line does', async (extensionOf, format) => {
    const runId = pair.runs.after;
    const store = new FileRunStore(root);
    const target = path.join(await newFolder(), 'report');
    Object.assign(window, {
      showQuickPick: (forms: readonly { extension: string }[]) => forms.find((one) => one.extension === extensionOf),
      showSaveDialog: () => Uri.file(target),
      showInformationMessage: () => Promise.resolve(),
    });
    const prompt = { uri: Uri.file('rule.tutor.md'), location: { root, store } };
    const session = sessionOfRun(await store.open(runId), benchmarks);
    config({ contents: await readFile(path.join(repository, 'l10n/bundle.l10n.sv.json'), 'utf8') });
    try {
      await exportReport(session, prompt as never, Uri.file(extension) as never);
    } finally {
      config({ contents: {} });
    }
    const { out } = await cli().run(['report', runId, '--store', root, '--format', format], { cwd: root });
    expect(await readFile(target, 'utf8')).toBe(out);
  });
});

describe('ComparisonThread', () => {
  it('counts dollars by the models of the user, also where they change', async () => {
    const server = await startModelServer({ reply: scripted({ providing_guidance: 0.6 }) });
    try {
      const folder = await newFolder();
      await lookFolder(folder, 40);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('old', aims);
      await commands.evaluate('new', aims);
      const runs = await commands.runs();
      const [before = '', after = ''] = runs.map(({ manifest }) => manifest.runId);
      // Without a price the cost is unknown, not 0.
      const { more } = decisionOf(comparePair(runs[0]!, runs[1]!, { others: [] }))!;
      expect(more).toEqual({ samples: more?.samples, calls: more?.calls, usd: undefined });
      expect(more?.calls).toBeGreaterThan(0);
      const asked: JobOf<'view'> = {
        ...view(),
        pair: { ...pair, root: path.join(folder, 'store'), runs: { before, after } },
      };
      const one = thread();
      const sentences: string[] = [];
      for (const input of [undefined, 1_000, 2_000]) {
        useOwnModels(input === undefined ? [] : [{ models: ['tutor', 'judge'], price: { input, output: 0 } }]);
        sentences.push(shownIn(await one.ask<'view'>(asked, stays)).sentence);
      }
      const [none, some, twice] = sentences.map((sentence) =>
        /more samples \(\d+ calls(?:, \$([\d.]+))?\)/u.exec(sentence),
      );
      expect(none?.[1]).toBeUndefined();
      expect(Number(some?.[1])).toBeGreaterThan(0);
      expect(Number(twice?.[1])).toBeCloseTo(2 * Number(some?.[1]), 1);
    } finally {
      useOwnModels([]);
      await server.close();
    }
  });

  it('answers in short, as a view, and with both transcripts of a flip', async () => {
    const one = thread();
    const measured = await one.ask<'measure'>(measure(), stays);
    expect(measured).toMatchObject({ before: { id: pair.runs.before }, after: { id: pair.runs.after } });
    expect(measured.answer).toMatch(
      /^Against original.tutor.md “first try”, .*so no verdict on \d+ metrics.*\(simulated\)$/,
    );
    expect(measured.changes.metrics.length).toBeGreaterThan(0);
    const shown = shownIn(await one.ask<'view'>(view(), stays));
    expect(shown.sentence).toContain('A simulated tutor took part, so no verdict on ');
    const [benchmark] = shown.benchmarks;
    // The starter set has more than what was played: 480 samples in 240 pairs, of which 20 are within the limit.
    expect(benchmark?.unplayed).toBe(440);
    expect(shown).toMatchObject({ remaining: { samples: 440, calls: 0 }, canJudgeRest: false });
    expect(shown.saved).toBeUndefined();
    const { before, after } = benchmark!.samples[0]!.trials[0]!;
    const flip = { beforeRun: pair.runs.before, afterRun: pair.runs.after, beforeCase: before, afterCase: after };
    const detail = await one.ask<'flip'>({ kind: 'flip', root, flip }, stays);
    expect(detail?.before?.turns.length).toBeGreaterThan(0);
    expect(detail?.turns.length).toBeGreaterThan(0);
  });

  it('names the other runs of an earlier text that do not count, with the reason', async () => {
    const folder = await newFolder();
    const store = new FileRunStore(folder);
    // A limit would take other samples with another seed.
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
    const others = furtherRunsOf(earlier, run!, [runs.before, runs.after]);
    expect(others).toEqual([again]);
    const job = view();
    const asked = thread().ask<'view'>({ ...job, pair: { ...pair, root: folder, runs, others } }, stays);
    const shown = shownIn(await asked);
    expect(shown.method).toContain('1 other run does not count: 1 made after the later run.');
    // Runs by which the text was chosen are left out here as on the command line.
    const chosen = { chosenBy: [again], warning: 'This baseline was chosen among 5 runs.' };
    const lucky = { ...job, pair: { ...pair, root: folder, runs, others, chosen } };
    const warned = shownIn(await thread().ask<'view'>(lucky, stays));
    expect(warned.method).toContain(
      '1 other run does not count: 1 by which the text was chosen, which is partly luck.',
    );
    expect(warned.notices).toEqual([chosen.warning]);
  });

  it('comes to the same in a thread and without one, and for those who ask together', async () => {
    const service = new ComparisonService();
    const leaves = new AbortController();
    const asked = [service.do<'view'>(view(), stays), service.do<'view'>(view(), stays)];
    const left = service.do<'view'>(view(), leaves.signal);
    leaves.abort();
    await expect(left).rejects.toBe(leaves.signal.reason);
    const [one, other] = await Promise.all(asked);
    expect(one).toBe(other);
    expect(await thread().ask<'view'>(view(), stays)).toBe(one);
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
    const statistics = async (): Promise<unknown> =>
      shownIn(await one.ask<'view'>(view(), stays)).benchmarks[0]?.groups;
    const all = await statistics();
    const first = whole.indexOf('\n', whole.length / 2) + 1;
    try {
      await writeFile(journal, whole.slice(0, first));
      expect(await statistics()).not.toEqual(all);
    } finally {
      await writeFile(journal, '');
      await appendFile(journal, whole);
    }
    expect(await statistics()).toEqual(all);
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

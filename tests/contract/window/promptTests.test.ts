import * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport } from '../../../src/core/results/reportModel';
import type { RunSession } from '../../../src/core/run/runSession';
import { PromptTests } from '../../../src/vscode/rules/promptTests';
import { openFolder, testMessages, testProfiles, told, Uri } from '../../fuzz/editorStandIn';
import { comparedSession, labelMetric, oneTrial } from '../../unit/compare/comparedSessions';

const key = 'file:///x/tutor.md';
const firstTen = 'Run the First 10 Failing Cases';
const noHistory = { ownHistory: () => Promise.resolve({ runs: [], revisions: [] }), flip: () => undefined };
const editor = { window: vscode.window, workspace: vscode.workspace } as unknown as Record<
  'window' | 'workspace',
  Record<string, unknown>
>;
const token = newToken();

function newToken() {
  const listeners = new Set<() => void>();
  const onCancellationRequested = (listener: () => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  const cancel = () => {
    made.isCancellationRequested = true;
    for (const listener of listeners) listener();
  };
  const made = { isCancellationRequested: false, onCancellationRequested, cancel };
  return made;
}

let save: (document: unknown) => void = () => undefined;

beforeEach(() => {
  told.length = testMessages.length = 0;
  editor.workspace.openTextDocument = () => Promise.resolve({ uri: Uri.parse(key) });
  editor.workspace.onDidSaveTextDocument = (listener: typeof save) => {
    save = listener;
    return { dispose: () => undefined };
  };
});
afterEach(() => {
  delete editor.workspace.openTextDocument;
  delete editor.workspace.onDidSaveTextDocument;
  delete editor.workspace.findFiles;
  openFolder('/x', {});
  delete editor.window.showErrorMessage;
});

function runOf(labels: readonly number[], runId: string, status: RunReport['run']['status'] = 'completed') {
  const metrics = [labelMetric({ id: 'T', title: 'T' })];
  const benchmark = { aspectOf: () => ({ failure: 'does not help', topic: 'questions' as const }) };
  const session = comparedSession({ trials: oneTrial(labels), metrics, benchmark, manifest: { runId } });
  const report = buildReport(session, { resamples: 10 });
  return { session, report: { ...report, run: { ...report.run, status } } };
}

type Show = (run: ReturnType<typeof runOf>) => void;
/** `cases`: as asked for, absent for an evaluation. `cancel`: what cancelling the run does. */
type Next = (show: Show, started: { readonly cases?: readonly string[] | 'all' }) => Promise<void>;

function newExplorer(next: Next, { revisions = noHistory, first = runOf([1, 1, 0, 1], 'first') } = {}) {
  let fire: (key: string) => void = () => undefined;
  let shown: { session: RunSession; report: RunReport } = first;
  const cancel = () => Promise.resolve(void told.push('cancelled the run'));
  const show: Show = (run) => (shown = run);
  const tested = {
    promptOf: () => ({ ...shown, revisions, isRunning: false, cancel }),
    evaluate: () => next(show, {}),
    explore: (_: unknown, cases: readonly string[] | 'all' = 'all') => next(show, { cases }),
  };
  const log = { error: (text: string) => told.push(text), show: () => undefined };
  const onDidChange = (listener: typeof fire) => {
    fire = listener;
    return { dispose: () => undefined };
  };
  const tests = vscode.tests.createTestController('t', 'T');
  const own = new PromptTests(
    ...([tested, { tracker: { onDidChange }, log, tests }] as unknown as ConstructorParameters<typeof PromptTests>),
  );
  return { own, tests, fire: (changed: string) => fire(changed) };
}

/** The explorer with a failed run of a prompt; `next` runs instead of an evaluation or exploration. */
async function explorer(next: Next, parts: Parameters<typeof newExplorer>[1] = {}) {
  const { fire } = newExplorer(next, parts);
  told.length = testMessages.length = 0;
  fire(key);
  await expect.poll(() => told.length).toBe(1);
  return (profile = 'Evaluate', own = token) => testProfiles.get(profile)?.run({}, own);
}

describe('the Test Explorer', () => {
  it('lists prompt files before their first run, and for each what a run would measure', async () => {
    const { own, tests } = newExplorer(() => Promise.resolve());
    openFolder('/x', { 'tutorPromptLab.promptFiles': ['**/*.md'] });
    editor.workspace.findFiles = () => Promise.resolve([Uri.parse(key)]);
    const text = '---\nbenchmarks: [guideeval]\n---\nHelp the student.';
    editor.workspace.openTextDocument = () => Promise.resolve({ uri: Uri.parse(key), getText: () => text });
    await own.discover(undefined);
    const prompt = tests.items.get(key);
    expect(prompt?.label).toBe('tutor.md');
    await own.discover(prompt);
    const benchmark = prompt?.children.get('guideeval');
    expect(benchmark?.label).toBe('GuideEval');
    const metrics = Array.from(benchmark?.children ?? [], ([id, { label, description }]) => [id, label, description]);
    expect(metrics).toEqual([
      ['guideeval/accErr/ESA', 'ESA: question level adapts', 'After right and wrong answers'],
      ['guideeval/compConf/ESA', 'ESA: question level adapts', 'After understanding and confusion'],
      ['guideeval/accErr/OSA', 'OSA: approach adapts', 'After right and wrong answers'],
    ]);
  });

  it('reports nothing for a run that did not start', async () => {
    const run = await explorer(() => Promise.resolve());
    expect(told).toEqual(['failed T 0.75 (3/4), n 4']);
    await run();
    expect(told.slice(1)).toEqual(['started tutor.md']);
  });

  it('reports a run that ended', async () => {
    const run = await explorer((show) => {
      show(runOf([1, 1, 1, 1], 'second'));
      return Promise.resolve();
    });
    await run();
    expect(told.slice(1)).toEqual(['started tutor.md', 'passed T 1.00 (4/4), n 4']);
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['overBudget', 'stopped at a cap'],
  ] as const)('never reports a run that was %s as passed, and says why', async (status, words) => {
    const run = await explorer((show) => {
      show(runOf([1, 1, 1], 'second', status));
      return Promise.resolve();
    });
    await run();
    expect(told.slice(1)).toEqual(['started tutor.md', `skipped T 1.00 (3/3), n 3, ${words}`]);
  });

  it('says that a run at a save could not be started', async () => {
    await explorer(() => Promise.reject(new Error('The store cannot be read.')));
    const errors: string[] = [];
    editor.window.showErrorMessage = (text: string) => {
      errors.push(text);
      return Promise.resolve(undefined);
    };
    testProfiles.get(firstTen)?.run({ continuous: true }, token);
    save({ uri: Uri.parse(key) });
    await expect.poll(() => errors).toEqual(['Tutor Prompt: The store cannot be read.']);
  });

  it('shows the reply of the baseline and the new one side by side, and without a baseline the new one', async () => {
    const ids = ['before', 'first'];
    const runs = ids.map((id) => ({
      ...{ id, revision: id, repliesAt: '', createdAt: '', status: 'completed', benchmarks: [{ id: 'guideeval' }] },
      ...{ tutor: '', judges: [], path: '' },
    }));
    const asked: unknown[] = [];
    const turns = [
      { role: 'student', text: 'I think s3' },
      { role: 'reply', text: 'The old reply.' },
    ];
    const flip = (pair: unknown) => {
      asked.push(pair);
      return Promise.resolve({ before: { turns } });
    };
    const revisions = { ownHistory: () => Promise.resolve({ runs: runs.toReversed(), revisions: [] }), flip };
    await explorer(() => Promise.resolve(), { revisions: revisions as unknown as typeof noHistory });
    const failing = 'guideeval/s3#0';
    expect(asked).toEqual([{ beforeRun: 'before', afterRun: 'first', beforeCase: failing, afterCase: failing }]);
    const words = expect.stringMatching(/^does not help: “.+”/) as string;
    const [message] = testMessages;
    expect(message).toEqual({ message: words, expectedOutput: 'The old reply.', actualOutput: 'Reply to s3, 0.' });

    await explorer(() => Promise.resolve());
    expect(testMessages).toEqual([
      { message: expect.stringMatching(/^does not help: .*\n\nReply to s3, 0\.$/s) as string },
    ]);
  });

  it('stops the evaluation when the run is cancelled, and starts none after it', async () => {
    const own = newToken();
    const run = await explorer(() => {
      own.cancel();
      return Promise.resolve();
    });
    await run('Evaluate', own);
    expect(told.slice(1)).toEqual(['started tutor.md', 'cancelled the run']);
    await run('Evaluate', own);
    expect(told).toHaveLength(3);

    const early = newToken();
    editor.workspace.openTextDocument = () => {
      early.cancel();
      return Promise.resolve({ uri: Uri.parse(key) });
    };
    const other = await explorer(() => Promise.resolve(void told.push('evaluated')));
    await other('Evaluate', early);
    expect(told).not.toContain('evaluated');
  });

  it('plays the failing cases only, where that is asked for', async () => {
    const started: unknown[] = [];
    const run = await explorer((_, one) => Promise.resolve(void started.push(one)));
    for (const profile of testProfiles.keys()) await run(profile);
    expect([...testProfiles.keys()]).toEqual(['Evaluate', 'Run Failing Cases Only', firstTen]);
    expect(started).toEqual([{}, { cases: 'all' }, { cases: ['guideeval/s3#0'] }]);
    expect(Array.from(testProfiles.values(), ({ isDefault }) => isDefault)).toEqual([true, false, false]);
  });

  it('runs at each save only with the profile that says so, at most ten cases, always the same, until stopped', async () => {
    const first = runOf(
      Array.from({ length: 14 }, () => 0),
      'first',
    );
    const played: unknown[] = [];
    const next: Next = (show, { cases }) => {
      played.push(cases);
      // A text that passes them all.
      show(
        runOf(
          Array.from({ length: 14 }, () => 1),
          'second',
        ),
      );
      return Promise.resolve();
    };
    await explorer(next, { first });
    const continuous = [...testProfiles].filter(([, { supportsContinuousRun }]) => supportsContinuousRun === true);
    expect(continuous.map(([label]) => label)).toEqual([firstTen]);
    const own = newToken();
    let isStopped = false;
    editor.workspace.onDidSaveTextDocument = (listener: typeof save) => {
      save = (document) => (isStopped ? undefined : listener(document));
      return { dispose: () => (isStopped = true) };
    };
    testProfiles.get(firstTen)?.run({ continuous: true }, own);
    expect(played).toEqual([]);
    for (let saved = 1; saved <= 2; saved++) save({ uri: Uri.parse(key) });
    const ten = Array.from({ length: 10 }, (_, at) => `guideeval/s${at + 1}#0`);
    expect(played).toEqual([ten, ten]);
    own.cancel();
    save({ uri: Uri.parse(key) });
    expect(played).toHaveLength(2);
  });
});

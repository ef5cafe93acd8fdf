import * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport } from '../../../src/core/results/reportModel';
import type { RunSession } from '../../../src/core/run/runSession';
import { PromptTests } from '../../../src/vscode/rules/promptTests';
import { openFolder, testProfiles, told, Uri } from '../../fuzz/editorStandIn';
import { comparedSession, labelMetric, oneTrial } from '../../unit/compare/comparedSessions';

const key = 'file:///x/tutor.md';
const editor = { window: vscode.window, workspace: vscode.workspace } as unknown as Record<
  'window' | 'workspace',
  Record<string, unknown>
>;
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
let save: (document: unknown) => void = () => undefined;

beforeEach(() => {
  told.length = 0;
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

function newExplorer(next: (show: (run: ReturnType<typeof runOf>) => void) => Promise<void>) {
  let fire: (key: string) => void = () => undefined;
  let shown: { session: RunSession; report: RunReport } = runOf([1, 1, 0, 1], 'first');
  const revisions = { ownHistory: () => Promise.resolve({ runs: [], revisions: [] }), flip: () => undefined };
  const start = () => next((run) => (shown = run));
  const tested = { promptOf: () => ({ ...shown, revisions, isRunning: false }), evaluate: start, explore: start };
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

/** The explorer with a passed run of a prompt; `next` runs instead of an evaluation. */
async function explorer(next: (show: (run: ReturnType<typeof runOf>) => void) => Promise<void>) {
  const { fire } = newExplorer(next);
  fire(key);
  await expect.poll(() => told.length).toBe(1);
  return () => testProfiles.get('Evaluate')?.({}, token);
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
    testProfiles.get('Run the First 10 Failing Cases')?.({ continuous: true }, token);
    save({ uri: Uri.parse(key) });
    await expect.poll(() => errors).toEqual(['Tutor Prompt: The store cannot be read.']);
  });
});

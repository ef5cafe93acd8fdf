import * as vscode from 'vscode';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { metricName } from '../../../src/core/benchmark/aims';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import { buildReport } from '../../../src/core/results/buildReport';
import { ruleFindings } from '../../../src/core/results/failureGroups';
import type { RunReport } from '../../../src/core/results/reportModel';
import { registerCommands } from '../../../src/vscode/commands/commandTable';
import { FailingThreads } from '../../../src/vscode/rules/failingThreads';
import { commandHandlers, openedThreads, Position, Range, Uri } from '../../fuzz/editorStandIn';
import { comparedSession, labelMetric, oneTrial } from '../../unit/compare/comparedSessions';

const text = '- Ask a question at each turn.\n- Be kind.\n';
const uri = Uri.file('/x/tutor.md');
const editor = vscode.window as unknown as Record<string, unknown>;
const workspace = vscode.workspace as unknown as Record<string, unknown>;
const shown: string[] = [];
const revealed: Range[] = [];

beforeEach(() => {
  shown.length = revealed.length = openedThreads.length = 0;
  editor.activeTextEditor = { document: { uri }, revealRange: (range: Range) => revealed.push(range) };
});
afterEach(() => {
  delete editor.activeTextEditor;
  delete editor.showInputBox;
  delete workspace.openTextDocument;
  delete editor.showInformationMessage;
});

/** A prompt with two failing cases at its first rule, and one that a judge cites for the second. */
function reviewed() {
  const benchmark = { aspectOf: () => ({ failure: 'does not ask', topic: 'questions' as const }) };
  const metric = labelMetric({ id: 'T', title: 'T' });
  const session = comparedSession({ trials: oneTrial([0, 0, 1]), metrics: [metric], benchmark });
  const [first, second] = session.items;
  const cited = { number: 2, text: 'Be kind.', cases: 1, ids: [second!.key], words: '' };
  const cites = { metric: metricName(first!.benchmark.id, metric), cases: 2, rules: [cited] };
  const report = { ...buildReport(session, { resamples: 10 }), cites } as unknown as RunReport;
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string, none: unknown) => kept.get(key) ?? none,
    update: (key: string, value: unknown) => Promise.resolve(kept.set(key, value)),
  };
  const parts = [() => ({ session, report }), memory, () => undefined];
  const threads = new FailingThreads(...(parts as unknown as ConstructorParameters<typeof FailingThreads>));
  const lineAt = (line: number) => ({ range: new Range(new Position(line, 0), new Position(line, 300)) });
  const document = { uri, lineCount: 3, lineAt } as unknown as vscode.TextDocument;
  const show = () => threads.show(document, ruleFindings(promptRules(readPromptFile('', text)), report));
  const post = ({ caseId }: { caseId: string }) => shown.push(caseId);
  const explored: unknown[] = [];
  const explore = (_: unknown, cases: unknown) => Promise.resolve(explored.push(cases));
  const showRestored = () => Promise.resolve({ panel: { post } });
  const evaluations = () => Promise.resolve({ rules: { threads }, showRestored, explore });
  registerCommands({ evaluations } as unknown as Parameters<typeof registerCommands>[0]);
  const press = (name: string, thread?: unknown) => commandHandlers.get(`tutorPromptLab.${name}`)?.(thread);
  return { show, press, threads, explored, ids: [first!.key, second!.key] };
}

it('shows each case beside, by the keys and by the buttons of its thread, and never scrolls sideways', async () => {
  const { show, press, ids } = reviewed();
  show();
  await press('nextFailingCase');
  expect(shown).toEqual(ids.slice(0, 1));
  expect(revealed).toEqual([new Range(new Position(0, 0), new Position(0, 0))]);
  await press('nextFailingCase', openedThreads[0]);
  expect(shown).toEqual(ids);
  await press('previousFailingCase', openedThreads[0]);
  expect(shown).toEqual([...ids, ids[0]]);
});

it('lists at a rule the cases that judges cite it for', async () => {
  const { show, press, ids } = reviewed();
  show();
  expect(openedThreads.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^2 of 3: does not ask/),
    expect.stringMatching(/^1 of 2: cited by judges/),
  ]);
  await press('openFailingCase', openedThreads[1]);
  expect(shown).toEqual(ids.slice(1));
});

it('tries the text on the cases of the group that is shown, and has one thread a rule', async () => {
  const { show, press, explored, ids } = reviewed();
  show();
  show();
  expect(openedThreads.map(({ range }) => (range as Range).start.line)).toEqual([0, 1]);
  workspace.openTextDocument = () => Promise.resolve({ uri });
  await press('tryFailingCases', openedThreads[0]);
  await press('tryFailingCases', openedThreads[1]);
  expect(explored).toEqual([ids, ids.slice(1)]);
});

it('brings a finding back when its dismissal is undone', async () => {
  const { show, press } = reviewed();
  show();
  editor.showInputBox = () => Promise.resolve('The judge is wrong.');
  const said: string[] = [];
  editor.showInformationMessage = (words: string, button: string) => {
    said.push(words);
    return Promise.resolve(button);
  };
  await press('dismissFailure', openedThreads[0]);
  expect(said).toEqual(['Dismissed: does not ask.']);
  expect(show().map(({ groups, dismissed }) => [groups.length, dismissed.length])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('keeps the reason of what was dismissed', async () => {
  const { show, press } = reviewed();
  show();
  editor.showInputBox = () => Promise.resolve('The judge is wrong.');
  editor.showInformationMessage = () => Promise.resolve(undefined);
  await press('dismissFailure', openedThreads[0]);
  expect(show().map(({ groups, dismissed }) => [groups.length, dismissed.map(({ reason }) => reason)])).toEqual([
    [0, ['The judge is wrong.']],
    [1, []],
  ]);
});

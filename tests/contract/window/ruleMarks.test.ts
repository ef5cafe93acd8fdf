import * as vscode from 'vscode';
import { afterEach, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { RuleMarks } from '../../../src/vscode/rules/ruleMarks';
import { hintsProvider, openFolder, Position, Range, Uri } from '../../fuzz/editorStandIn';
import { comparedSession, labelMetric, oneTrial } from '../../unit/compare/comparedSessions';

const uri = Uri.file('/x/tutor.md');
const editor = { window: vscode.window, workspace: vscode.workspace } as unknown as Record<
  'window' | 'workspace',
  Record<string, unknown>
>;
afterEach(() => {
  openFolder('/x', {});
  for (const name of ['visibleTextEditors', 'createTextEditorDecorationType', 'onDidChangeVisibleTextEditors'])
    Reflect.deleteProperty(editor.window, name);
  for (const name of ['onDidChangeTextDocument', 'onDidChangeConfiguration'])
    Reflect.deleteProperty(editor.workspace, name);
});

/** Two rules on one line: one reply fails the first, two the second. */
function marked(settings: Readonly<Record<string, unknown>> = {}): () => readonly string[] {
  openFolder('/x', settings);
  const aspectOf = (_: unknown, { id }: { readonly id: string }) =>
    id === 's1'
      ? { failure: 'is not kind', topic: 'tone' as const }
      : { failure: 'does not ask', topic: 'questions' as const };
  const metric = labelMetric({ id: 'T', title: 'T' });
  const session = comparedSession({ trials: oneTrial([0, 0, 0, 1]), metrics: [metric], benchmark: { aspectOf } });
  const report = buildReport(session, { resamples: 10 });
  const text = 'You are a tutor.\n\nAlways be kind and warm. Ask a question at each turn.\n';
  const lineAt = (line: number) => ({ range: new Range(new Position(line, 0), new Position(line, 300)) });
  const document = { uri, lineCount: 3, lineAt, getText: () => text };
  const subscribe = () => ({ dispose: () => undefined });
  Object.assign(editor.window, {
    visibleTextEditors: [{ document, setDecorations: () => undefined }],
    createTextEditorDecorationType: subscribe,
    onDidChangeVisibleTextEditors: subscribe,
  });
  Object.assign(editor.workspace, { onDidChangeTextDocument: subscribe, onDidChangeConfiguration: subscribe });
  const services = { log: console, tracker: { onDidChange: subscribe }, extensionUri: Uri.file('/') };
  const memory = { get: (_: string, none: unknown) => none };
  new RuleMarks(
    ...([() => ({ session, report }), services, memory] as unknown as ConstructorParameters<typeof RuleMarks>),
  );
  return () => (hintsProvider.current?.provideInlayHints({ uri }) ?? []).map(({ label }) => label);
}

it('shows at the end of a line with two rules what more replies fail', async () => {
  const hints = marked();
  await expect.poll(hints).toContain('2 of 3 fail');
  expect(hints().filter((hint) => hint.includes('fail'))).toEqual(['2 of 3 fail']);
});

it('shows nothing where the setting is off', async () => {
  let drawn = 0;
  const hints = marked({ 'tutorPromptLab.ruleFindings': false });
  const [shown] = editor.window.visibleTextEditors as { setDecorations: () => void }[];
  shown!.setDecorations = () => void (drawn += 1);
  await expect.poll(() => drawn).toBeGreaterThan(0);
  expect(hints()).toEqual([]);
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { pollUntil } from '../workbench/pollUntil';
import { openInEditor, workspaceFolder } from './workspaceFolder';

async function lensTitles(document: vscode.TextDocument): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    20,
  );
  return lenses.map((lens) => lens.command?.title ?? '');
}

suite('the editor', () => {
  test('shows the evaluate line over a prompt file, with what its front matter sets', async () => {
    const document = await openInEditor('rule.tutor.md');
    const titles = await pollUntil('the lens', async () => {
      const found = await lensTitles(document);
      return found.length > 0 ? found : undefined;
    });
    assert.match(titles.join('\n'), /Evaluate/);
    assert.equal(titles.at(-1), '$(chevron-down) 2 benchmarks');
  });

  test('shows the line over a new document once it speaks of a tutor', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: '# Shopping\n' });
    const editor = await vscode.window.showTextDocument(document);
    assert.deepEqual(await lensTitles(document), []);
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'You are a patient tutor.\n'));
    assert.match((await lensTitles(document))[0] ?? '', /Evaluate/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('shows the line over a built-in prompt at once, whatever its words', async () => {
    const opening = vscode.commands.executeCommand('tutorPromptLab.openBaseline');
    const document = await pollUntil('the built-in prompt', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const active = vscode.window.activeTextEditor?.document;
      return active?.isUntitled === true && active.getText() !== '' ? active : undefined;
    });
    await opening;
    assert.doesNotMatch(document.getText(), /tutor|student/i);
    assert.match((await lensTitles(document)).join(), /Evaluate.*GuideEval/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('shows nothing over other Markdown', async () => {
    await writeFile(path.join(workspaceFolder(), 'notes.md'), '# Notes\n');
    const document = await openInEditor('notes.md');
    assert.deepEqual(await lensTitles(document), []);
  });

  test('marks an unknown variable and a wrong front matter value on their very words', async () => {
    const document = await openInEditor('prompts/broken.prompt.md');
    const found = await pollUntil('diagnostics', () => {
      const diagnostics = vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ source }) => source === 'Tutor Prompt');
      return Promise.resolve(diagnostics.length >= 3 ? diagnostics : undefined);
    });
    const words = found.map((diagnostic) => document.getText(diagnostic.range)).sort();
    assert.deepEqual(words, ['limit: many', '{{answer_key}}', '{{studnet_message}}']);
    assert.ok(found.every(({ severity }) => severity === vscode.DiagnosticSeverity.Error));
  });

  test('mends a wrong name by a quick fix', async () => {
    await writeFile(
      path.join(workspaceFolder(), 'fix.tutor.md'),
      '---\nbenchmark: guideeval\ntargets: [guideeval/P-Redirct]\nlimt: 5\n---\nAsk about {{studnet_message}}.\n',
    );
    const document = await openInEditor('fix.tutor.md');
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await pollUntil('quick fixes', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        all,
        vscode.CodeActionKind.QuickFix.value,
      );
      return found.length >= 3 ? found : undefined;
    });
    const edits = actions.flatMap(({ edit }) => edit?.entries().flatMap(([, own]) => own) ?? []);
    const whole = new vscode.WorkspaceEdit();
    for (const { range, newText } of edits) whole.replace(document.uri, range, newText);
    await vscode.workspace.applyEdit(whole);
    const text = document.getText();
    assert.match(text, /^limit: 5$/m);
    assert.match(text, /guideeval\/P-Redirect\]/);
    assert.match(text, /\{\{student_message\}\}/);
    // What follows closes all editors, and a question about unsaved changes would wait for ever.
    assert.ok(await document.save());
  });

  test('completes settings, benchmarks, metrics and variables', async () => {
    await writeFile(
      path.join(workspaceFolder(), 'complete.tutor.md'),
      '---\n\nbenchmarks: [g\ntargets: [m\n---\nSay {{s\n',
    );
    const document = await openInEditor('complete.tutor.md');
    const at = async (line: number): Promise<readonly string[]> => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.lineAt(line).range.end,
      );
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    assert.ok((await at(1)).includes('targets'));
    assert.ok((await at(2)).includes('guideeval'));
    assert.ok((await at(3)).includes('mrbench/revealing_of_the_answer'));
    assert.ok((await at(5)).includes('student_message'));
  });

  test('explains a metric under the pointer, and lists the rules in the outline', async () => {
    const document = await openInEditor('rule.tutor.md');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(1, document.lineAt(1).text.indexOf('mrbench') + 2),
    );
    const said = hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value));
    assert.match(said.join('\n'), /MRBench/);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.ok(
      symbols.some(({ name }) => name.startsWith('4. Ask one guiding question per turn')),
      symbols.map(({ name }) => name).join('\n'),
    );
  });

  // Unbounded, such files held the editor up or overflowed the stack.
  const traps = [
    ['keys', `---\n${Array.from({ length: 15_000 }, (_, key) => `k${key}: 1`).join('\n')}\n---\nText`, /front matter/i],
    ['lines', '\n'.repeat(500_000), /lines|larger than/i],
    ['variables', '{{x}} '.repeat(100_000), /unknown|variable/i],
  ] as const;
  for (const [name, text, said] of traps) {
    test(`answers at once over a prompt of too many ${name}, and says what is wrong`, async () => {
      const file = path.join(workspaceFolder(), `many-${name}.tutor.md`);
      await writeFile(file, text);
      const document = await openInEditor(`many-${name}.tutor.md`);
      const found = await pollUntil('a diagnostic', () => {
        const diagnostics = vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ source }) => source === 'Tutor Prompt');
        return Promise.resolve(diagnostics.length > 0 ? diagnostics : undefined);
      });
      assert.match(found.map(({ message }) => message).join('\n'), said);
      assert.ok(found.length <= 100, `${found.length} diagnostics`);
      assert.ok((await lensTitles(document)).length <= 20);
    });
  }
});

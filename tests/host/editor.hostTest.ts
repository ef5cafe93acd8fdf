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
    assert.match(titles.join('\n'), /Evaluate current prompt/);
    assert.match(titles.join('\n'), /guideeval, mrbench/);
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

import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

/** What VS Code registers for the view itself. */
const VIEW = 'tutorPromptLab.prompts.';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

suite('commands', () => {
  test('are those that the manifest declares, no more and no fewer', async () => {
    const extension = vscode.extensions.getExtension('tutor-prompt-lab.tutor-prompt-lab');
    assert.ok(extension);
    await extension.activate();
    const declared = (extension.packageJSON as Manifest).contributes.commands.map(({ command }) => command).sort();
    const registered = (await vscode.commands.getCommands(true))
      .filter((name) => name.startsWith('tutorPromptLab.') && !name.startsWith(VIEW))
      .sort();
    assert.deepEqual(registered, declared);
  });
});

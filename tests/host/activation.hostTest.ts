import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import { extensions } from 'vscode';

suite('activation', () => {
  test('does not happen at start-up: a folder is open, no prompt file is', () => {
    const extension = extensions.getExtension('tutor-prompt-lab.tutor-prompt-lab');
    assert.ok(extension, 'VS Code does not know the extension');
    assert.equal(extension.isActive, false);
  });

  test('works when it does happen', async () => {
    const extension = extensions.getExtension('tutor-prompt-lab.tutor-prompt-lab');
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });
});

import { describe, expect, it } from 'vitest';
import { settingTarget } from '../../../src/vscode/evaluation/chooseModels';

describe('where a choice is written', () => {
  it('is the folder where that has a value of its own, which wins over the workspace', () => {
    expect(settingTarget({ workspaceFolderValue: 'offline' }, true)).toBe('WorkspaceFolder');
    expect(settingTarget({ workspaceFolderValue: [] }, true)).toBe('WorkspaceFolder');
  });

  it('is the workspace otherwise, and the user’s settings without one', () => {
    expect(settingTarget({}, true)).toBe('Workspace');
    expect(settingTarget(undefined, true)).toBe('Workspace');
    expect(settingTarget({}, false)).toBe('Global');
  });
});

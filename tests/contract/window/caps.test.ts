import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/vscode/settings';
import { openFolder } from '../../fuzz/editorStandIn';
import { readTracked } from '../../unit/repository/markdownPage';

const manifest = JSON.parse(readTracked('package.json')) as {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    }[];
  };
};
const defaultValue = Object.fromEntries(
  manifest.contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties).map(([name, one]) => [name, one.default]),
  ),
);

describe('a cap', () => {
  const agents = 'tutorPromptLab.agents.maxCalls';
  const calls = 'tutorPromptLab.maxCalls';

  it.each([
    [agents, undefined, undefined, 2_000],
    [agents, undefined, 100_000, 2_000],
    [agents, undefined, 50, 50],
    [agents, 5_000, undefined, 5_000],
    [agents, 5_000, 100_000, 5_000],
    [agents, 5_000, 50, 50],
    [agents, 'many', 100_000, 2_000],
    [agents, 5_000, 0, 5_000],
    [calls, undefined, undefined, undefined],
    [calls, undefined, 100, 100],
    [calls, 20, 100, 20],
  ])('%s, set to %s by the user and to %s by a folder, is %s', (name, user, folder, cap) => {
    for (const place of ['workspaceValue', 'workspaceFolderValue']) {
      openFolder('/', { [name]: user }, { defaultValue, [place]: { [name]: folder } });
      const { agentCalls, caps } = readSettings();
      expect(name === agents ? agentCalls : caps.maxCalls).toBe(cap);
    }
    openFolder('/', {});
  });
});

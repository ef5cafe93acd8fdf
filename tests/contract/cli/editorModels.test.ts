import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';

const cli = useCommandLine();
const models = ['--tutor', 'vscode:copilot/gpt', '--judge', 'openai:j'];

describe('a model of VS Code', () => {
  it('is refused before anything is sent, whichever its role', async () => {
    const server = await judgingModelServer();
    try {
      const cwd = await cli().workspace();
      const env = { OPENAI_BASE_URL: server.url };
      for (const [tutor, judge] of [
        ['vscode:copilot/gpt', 'openai:j'],
        ['openai:t', 'vscode:copilot/gpt'],
      ] as const) {
        const args = ['evaluate', 'tutor.md', '--tutor', tutor, '--judge', judge, '--limit', '1'];
        expectRefusal(await cli().run(args, { cwd, env }), /Models of VS Code .* answer inside VS Code only/);
      }
      expect(server.calls).toBe(0);
      expect(existsSync(path.join(cwd, '.tutor-prompt-lab/runs'))).toBe(false);
    } finally {
      await server.close();
    }
  });

  it('has an estimate, and no price for a cap on cost to hold', async () => {
    const cwd = await cli().workspace();
    const estimate = await cli().run(['estimate', 'tutor.md', ...models, '--limit', '1'], { cwd });
    expect(estimate.code).toBe(0);
    expect(estimate.out).toContain('Data is sent to vscode:copilot/gpt');
    const capped = ['evaluate', 'tutor.md', '--tutor', 'vscode:copilot/gpt', '--limit', '1', '--max-cost', '1'];
    expectRefusal(
      await cli().run(capped, { cwd }),
      /cannot be held for vscode:copilot\/gpt: .*cap the calls instead of the cost/,
    );
  });
});

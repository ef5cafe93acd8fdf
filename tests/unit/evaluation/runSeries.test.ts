import { describe, expect, it } from 'vitest';
import type { PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { runSeries } from '../../../src/vscode/prompts/promptWork';
import { ended, toySession } from '../report/reportFixture';

function prepared(runId: string, status: Parameters<typeof ended>[0] = 'completed'): PreparedRun {
  return {
    session: toySession({ samples: [], records: [ended(status)], manifest: { runId } }),
    openWriter: () => Promise.reject(new Error('These runs are not played.')),
  };
}

interface Series {
  readonly runs: readonly PreparedRun[];
  /** What is done when a step of this name is taken. */
  readonly during?: Readonly<Record<string, () => void>>;
  /** How many of them are agreed to; all by default. */
  readonly agreed?: number;
}

/** The steps that a series takes, by name: runs by their id. */
async function stepsOf({ runs, during = {}, agreed }: Series, signal: AbortSignal): Promise<readonly string[]> {
  const steps: string[] = [];
  const step = async (name: string): Promise<void> => {
    steps.push(name);
    await Promise.resolve();
    during[name]?.();
  };
  const parts = {
    prepare: () => step('prepare').then(() => runs),
    agreedOf: () => step('ask').then(() => runs.slice(0, agreed)),
    run: ({ session }: PreparedRun) => step(session.manifest.runId),
  };
  await runSeries(parts, signal);
  return steps;
}

describe('runSeries', () => {
  it('plays what is agreed to, in order, up to a run after which the others would fare no better', async () => {
    const { signal } = new AbortController();
    const runs = [prepared('one'), prepared('two', 'failed'), prepared('three')];
    expect(await stepsOf({ runs }, signal)).toEqual(['prepare', 'ask', 'one', 'two']);
    expect(await stepsOf({ runs, agreed: 0 }, signal)).toEqual(['prepare', 'ask']);
    expect(await stepsOf({ runs, agreed: 1 }, signal)).toEqual(['prepare', 'ask', 'one']);
  });

  it('neither asks nor plays when it is cancelled while files are read', async () => {
    const abort = new AbortController();
    const during = { prepare: () => abort.abort() };
    expect(await stepsOf({ runs: [prepared('one')], during }, abort.signal)).toEqual(['prepare']);
  });

  it('plays nothing more when it is cancelled later', async () => {
    for (const [name, steps] of [
      ['ask', ['prepare', 'ask']],
      ['one', ['prepare', 'ask', 'one']],
    ] as const) {
      const abort = new AbortController();
      const during = { [name]: () => abort.abort() };
      expect(await stepsOf({ runs: [prepared('one'), prepared('two')], during }, abort.signal)).toEqual(steps);
    }
  });
});

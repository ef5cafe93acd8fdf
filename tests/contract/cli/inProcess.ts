import path from 'node:path';
import type { CliContext } from '../../../src/cli/cliContext';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { providerRegistry } from '../../../src/core/providers/providerRegistry';
import { repository } from './commandLine';

/** Where a command runs, and what it finds there. */
export interface CliWorld {
  readonly cwd: string;
  readonly env: CliContext['env'];
  /** Where calls to providers' own addresses go instead; nowhere else unless set. */
  readonly instead?: typeof fetch | undefined;
  /** Called whenever the command says that batches are under way. */
  readonly onPoll?: ((stop: () => void) => void) | undefined;
}

export interface InProcessResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command inside this process, where batches need not be waited for. */
export async function inProcess(
  command: (context: CliContext) => Promise<number>,
  { cwd, env, instead, onPoll }: CliWorld,
): Promise<InProcessResult> {
  let out = '';
  let err = '';
  let stop = (): void => undefined;
  const code = await command({
    version: '0.0.0',
    env,
    cwd,
    out: (text) => (out += text),
    document: (text) => (out += text),
    redraw: () => undefined,
    err: (text) => {
      err += text;
      if (text.includes('under way')) onPoll?.(() => stop());
    },
    color: false,
    width: 100,
    live: false,
    benchmarks,
    providers: new Map(
      providerRegistry.map((entry) => [
        entry.id,
        instead === undefined ? entry : { ...entry, create: (options) => entry.create({ ...options, fetch: instead }) },
      ]),
    ),
    starterSets: path.join(repository, 'starter-sets'),
    exampleResults: path.join(repository, 'example-results'),
    reportAssets: () => Promise.resolve({ script: '', style: '' }),
    batchTimes: {
      firstPollMs: 10,
      longestPollMs: 20,
      cancelPollMs: 10,
      cancelPatienceMs: 2_000,
      graceMs: 2_000,
    },
    onInterrupt: (interrupt) => {
      stop = interrupt;
      return () => undefined;
    },
  });
  return { code, out, err };
}

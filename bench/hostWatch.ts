import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import * as z from 'zod';
import type { CodeServerOptions } from '../tests/workbench/codeServer';
import { pollUntil } from '../tests/workbench/pollUntil';

/** One look at the extension host: `at` in milliseconds since 1970, memory in bytes. */
const lookSchema = z.object({
  pid: z.int(),
  at: z.number(),
  /** The longest that a timer of one millisecond was late since the look before. */
  heldMs: z.number(),
  rss: z.number(),
  heapUsed: z.number(),
});
type Look = z.infer<typeof lookSchema>;

/** What the extension host did over some time. */
export interface HostStatistics {
  readonly looks: number;
  /** The longest that its thread was held up, in milliseconds. */
  readonly longestHoldMs: number;
  /** The most memory that its process had, in megabytes. */
  readonly peakRssMb: number;
  readonly peakHeapMb: number;
}

const manifest = {
  name: 'host-watch',
  publisher: 'tutor-prompt-lab-bench',
  version: '1.0.0',
  engines: { vscode: '^1.90.0' },
  main: './extension.cjs',
  activationEvents: ['*'],
  extensionKind: ['workspace'],
  license: 'MIT',
};

/** Watches a real extension host through an extension that shares it with the product. */
export class HostWatch {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds and packs the watching extension. */
  static async create(): Promise<HostWatch> {
    const folder = await mkdtemp(path.join(tmpdir(), 'host-watch-'));
    await build({
      entryPoints: [path.join(import.meta.dirname, 'hostWatchExtension.ts')],
      outfile: path.join(folder, 'extension.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
    });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, 'README.md'), 'Watches the extension host while it is measured.\n');
    const watch = new HostWatch(folder);
    await createVSIX({
      cwd: folder,
      packagePath: watch.#vsix,
      dependencies: false,
      allowMissingRepository: true,
      skipLicense: true,
    });
    return watch;
  }

  /** Options of a server whose extension host is watched. */
  watched(options: CodeServerOptions): CodeServerOptions {
    const { vsixFiles, env } = options;
    return {
      ...options,
      vsixFiles: [...vsixFiles, this.#vsix],
      env: { ...env, HOST_WATCH_FILE: this.#file },
    };
  }

  /** Figures of the last host process between two moments (milliseconds since 1970). Waits for the last figure. */
  async between(from: number, to: number): Promise<HostStatistics> {
    const looks = await pollUntil('a look at the extension host', async () => {
      const all = await this.#looks();
      return (all.at(-1)?.at ?? 0) > to ? all : undefined;
    });
    const host = looks.at(-1)?.pid;
    // A look tells of the time before it: the first one after the end belongs to it.
    const last = looks.findIndex(({ at, pid }) => at > to && pid === host);
    const within = looks.slice(0, last + 1).filter(({ at, pid }) => at >= from && pid === host);
    const most = (value: (look: Look) => number): number => Math.max(...within.map(value));
    return {
      looks: within.length,
      longestHoldMs: most(({ heldMs }) => heldMs),
      peakRssMb: most(({ rss }) => rss / 1_048_576),
      peakHeapMb: most(({ heapUsed }) => heapUsed / 1_048_576),
    };
  }

  async dispose(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #vsix(): string {
    return path.join(this.#folder, 'host-watch.vsix');
  }

  get #file(): string {
    return path.join(this.#folder, 'looks.jsonl');
  }

  async #looks(): Promise<readonly Look[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => lookSchema.parse(JSON.parse(line)));
  }
}

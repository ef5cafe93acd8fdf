import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import * as z from 'zod';
import type { FaultyServerOptions } from '../loopback/faultyServer';

const countsSchema = z.object({
  calls: z.int(),
  answered: z.int(),
  answeredAgain: z.int(),
  peakInFlight: z.int(),
});
type ServerCounts = z.infer<typeof countsSchema>;

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  counts(): Promise<ServerCounts>;
  end(): void;
}

/** Builds the server's program into `folder` and starts it. Options that are functions do not get there. */
export async function startServerProcess(folder: string, options: FaultyServerOptions): Promise<ServerProcess> {
  const program = path.join(folder, 'faultyServer.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../loopback/faultyServerProgram.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  return {
    url: await nextLine(),
    counts: async () => {
      child.stdin.write('\n');
      return countsSchema.parse(JSON.parse(await nextLine()));
    },
    end: () => child.stdin.end(),
  };
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import * as z from 'zod';

const countsSchema = z.object({ calls: z.int(), submit: z.int(), single: z.int() });

/** A server with batches in a process of its own. */
export interface BatchServerProcess {
  readonly url: string;
  counts(): Promise<z.infer<typeof countsSchema>>;
  end(): void;
}

/** Builds the server's program into `folder` and starts it; its batches have ended when they are first looked at. */
export async function startBatchServerProcess(folder: string): Promise<BatchServerProcess> {
  const program = path.join(folder, 'batchServer.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../loopback/batchServerProgram.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
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

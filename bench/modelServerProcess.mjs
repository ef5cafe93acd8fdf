// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * What a server has counted. `firstCallAt` is in milliseconds since 1970.
 *
 * @typedef {{ readonly calls: number, readonly peakInFlight: number, readonly firstCallAt?: number }} ServerCounts
 */

/**
 * Starts the models' server in a process of its own, hands it to `use` and ends it afterwards.
 *
 * @template Result
 * @param {{ readonly program: string, readonly latencyMs: number, readonly bodiesFile?: string }} options
 *   `bodiesFile` gets the bodies of all calls, a line each
 * @param {(server: { readonly url: string, readonly counts: () => Promise<ServerCounts> }) => Promise<Result>} use
 * @returns {Promise<Result>} what `use` returns
 */
export async function withModelServer({ program, latencyMs, bodiesFile }, use) {
  const args = [program, String(latencyMs), ...(bodiesFile === undefined ? [] : [bodiesFile])];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'close');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The models’ server has ended.');
    return String(value);
  };
  try {
    const url = await nextLine();
    return await use({
      url,
      counts: async () => {
        server.stdin.write('\n');
        return JSON.parse(await nextLine());
      },
    });
  } finally {
    server.stdin.end();
    // Its bodies are on disk when it has ended, and it takes nothing from the next measurement.
    await ended;
  }
}

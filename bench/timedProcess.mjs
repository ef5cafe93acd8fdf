// @ts-check
import { spawn } from 'node:child_process';

/** Makes a Node process write its own CPU time, in microseconds, to file descriptor 3 when it ends. */
const reportCpu = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });",
)}`;

/**
 * Runs a Node program to its end.
 *
 * @param {readonly string[]} args program and arguments
 * @param {{ readonly cwd?: string, readonly cpu?: boolean, readonly env?: NodeJS.ProcessEnv,
 *   readonly onError?: (text: string) => void }} [options] `cpu`: measure CPU time, too; `onError` gets standard error
 * @returns {Promise<{ readonly code: number | null, readonly out: string, readonly wallMs: number,
 *   readonly cpuMs: number, readonly startedAt: number }>} `startedAt` in milliseconds since 1970
 */
export function timedProcess(args, { cwd, cpu = false, env = process.env, onError } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const startedAt = Date.now();
    const child = spawn(process.execPath, [...(cpu ? ['--import', reportCpu] : []), ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', '', ''];
    for (const place of [1, 2, 3]) child.stdio[place]?.on('data', (chunk) => (texts[place] += String(chunk)));
    if (onError !== undefined) child.stderr?.on('data', (chunk) => onError(String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      const wallMs = performance.now() - started;
      if (code !== 0) process.stderr.write(texts[2] ?? '');
      resolve({ code, out: texts[1] ?? '', wallMs, cpuMs: Number(texts[3]) / 1000, startedAt });
    });
  });
}

/** @param {readonly number[]} values @returns {number} the upper median */
export function median(values) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {number} ms @returns {string} with two decimals */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// An extension for measurements, in the product's extension host. Ten times a second it writes to `HOST_WATCH_FILE` how
// long the process was blocked since the last line, and its memory.

const everyMs = 100;

/** Begins the watching; it ends with the process. */
export function activate(): void {
  const file = process.env.HOST_WATCH_FILE;
  if (file === undefined) return;
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const line = { pid: process.pid, at: Date.now(), heldMs: delays.max / 1e6, rss, heapUsed };
    delays.reset();
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }, everyMs);
}

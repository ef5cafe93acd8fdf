import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// An extension of the measurements' own: it shares the extension host with the product and writes down, ten times a second, how long
// that process was held up since the last line and how much memory it has. The file is named by `HOST_WATCH_FILE`.

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

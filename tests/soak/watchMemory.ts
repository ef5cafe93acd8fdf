import { existsSync, readFileSync } from 'node:fs';

/** Resident memory of another process over time, in megabytes. */
export interface MemoryWatch {
  /** Ends the watching. */
  stop(): { readonly peakMb: number; readonly looks: number };
}

/** Why memory cannot be watched here; `undefined` where it can. */
export const whyNoMemoryWatch = existsSync('/proc/self/status') ? undefined : 'this system has no /proc';

/** Looks every 200 ms. The system's own mark of the highest value is read too: nothing between two looks is missed. */
export function watchMemory(pid: number): MemoryWatch {
  let peakMb = 0;
  let looks = 0;
  const look = (): void => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      for (const mark of ['VmRSS', 'VmHWM']) {
        const kilobytes = new RegExp(`^${mark}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
        if (kilobytes !== undefined) peakMb = Math.max(peakMb, Number(kilobytes) / 1_024);
      }
      looks += 1;
    } catch {
      // The process has ended.
    }
  };
  const timer = setInterval(look, 200);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      return { peakMb, looks };
    },
  };
}

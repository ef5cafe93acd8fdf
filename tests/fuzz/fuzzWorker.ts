import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Finding, FuzzAnswer, FuzzOrder, FuzzPlaces, FuzzPlan } from './fuzzCase';

/** The promises: no case takes longer, none takes more. */
export const longestMs = 5_000;
export const mostBytes = 600_000_000;
/** Above this a process is ended at once: the machine has others to serve. */
const tooManyBytes = 1_500_000_000;

/** What became of an order. */
export interface Outcome {
  readonly plan: FuzzPlan | undefined;
  readonly findings: readonly Finding[];
  /** Highest resident set so far, in bytes. */
  readonly rss: number;
  /** Without what other programs had of the processor. */
  readonly tookMs: number;
}

/** A worker process. It is gone after a crash, a hang or too much memory. */
export class FuzzWorker {
  readonly #child: ChildProcess;
  #isGone = false;
  #said = '';

  constructor(program: string, places: FuzzPlaces) {
    this.#child = spawn(process.execPath, [program, JSON.stringify(places)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Nothing of the developer's own keys and addresses.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, TZ: 'UTC' },
    });
    this.#child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#said = (this.#said + text).slice(-5_000)));
    this.#child.once('exit', () => (this.#isGone = true));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  end(): void {
    this.#isGone = true;
    this.#child.kill('SIGKILL');
  }

  /** Has the worker do something; never longer than `limitMs` of time that it could have worked in. */
  do(order: FuzzOrder, limitMs = longestMs): Promise<Outcome> {
    const child = this.#child;
    return new Promise((resolve) => {
      let action = 'getting ready';
      let plan: FuzzPlan | undefined;
      let began = this.#clock();
      const startedAt = began;
      const finish = (findings: readonly Finding[], answer?: Extract<FuzzAnswer, { kind: 'done' }>): void => {
        clearInterval(watch);
        child.off('message', onMessage).off('exit', onExit);
        const rss = answer?.rss ?? residentBytes(child.pid);
        resolve({ plan: answer?.plan ?? plan, findings, rss, tookMs: this.#clock() - startedAt });
      };
      const giveUp = (kind: 'hang' | 'memory', detail: string): void => {
        const finding = { kind, detail, action };
        finish([finding]);
        this.end();
      };
      const onMessage = (message: unknown): void => {
        const said = message as FuzzAnswer;
        began = this.#clock();
        if (said.kind === 'doing') ({ action, plan } = said);
        else finish(said.findings, said);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        const ended = signal ?? `exit code ${code}`;
        finish([{ kind: 'crash', detail: `The process ended by ${ended}. ${this.#said}`, action }]);
      };
      child.on('message', onMessage).once('exit', onExit);
      const watch = setInterval(() => {
        const bytes = residentBytes(child.pid);
        if (bytes > tooManyBytes) giveUp('memory', `${megabytes(bytes)} MB and rising.`);
        else if (this.#clock() - began > limitMs) giveUp('hang', `No end after ${limitMs / 1_000} s.`);
      }, 50);
      this.#said = '';
      child.send(order);
    });
  }

  /** Milliseconds in which the worker waited for no other program. */
  #clock(): number {
    return performance.now() - queuedMs(this.#child.pid);
  }
}

/** For how long the process's own thread was ready and had no processor; Linux says so. */
function queuedMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Finding, FuzzAnswer, FuzzOrder, FuzzPositions, FuzzPlan } from './fuzzCase';

/** The promises: no case takes longer, none takes more. */
const longestMs = 5_000;
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
  /** Of each process that was seen, in milliseconds; what has ended keeps its figure, so that the clock never jumps. */
  readonly #queued = new Map<number | undefined, number>();
  #isGone = false;
  #said = '';

  constructor(program: string, places: FuzzPositions) {
    this.#child = spawn(process.execPath, [program, JSON.stringify(places)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // With the programs that it starts a group of its own, which ends as one.
      detached: true,
      // Nothing of the developer's own keys and addresses.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, TZ: 'UTC' },
    });
    this.#child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#said = (this.#said + text).slice(-5_000)));
    this.#child.once('exit', () => this.end());
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  end(): void {
    this.#isGone = true;
    endGroup(this.#child.pid);
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

  /** Milliseconds in which neither the worker nor a program that it started waited for the processor. */
  #clock(): number {
    const { pid } = this.#child;
    for (const one of [pid, ...childrenOf(pid)]) this.#queued.set(one, queuedMs(one) ?? this.#queued.get(one) ?? 0);
    return performance.now() - [...this.#queued.values()].reduce((sum, ms) => sum + ms, 0);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** For how long a process's own thread was ready and had no processor, where Linux says so. */
function queuedMs(pid: number | undefined): number | undefined {
  const queued = textOf(`/proc/${pid}/schedstat`)?.split(' ')[1];
  return queued === undefined ? undefined : Number(queued) / 1e6;
}

function childrenOf(pid: number | undefined): readonly number[] {
  const listed = textOf(`/proc/${pid}/task/${pid}/children`) ?? '';
  return listed.split(' ').flatMap((child) => (child === '' ? [] : [Number(child)]));
}

function residentBytes(pid: number | undefined): number {
  return Number(textOf(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * 4_096;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

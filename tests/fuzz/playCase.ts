import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createRandom } from '../../src/core/statistics/random';
import { describeCliError } from '../../src/cli/describeCliError';
import { systemClock } from '../../src/core/run/clock';
import type { Finding, FuzzAction, FuzzPositions, FuzzPlan } from './fuzzCase';
import { markerKeys } from './markerKeys';
import { MutatingServer } from './mutatingServer';
import { victimFile, victimText, workspaceFolder } from './places';
import { plantFault } from './plantFault';
import { playSettings } from './playSettings';
import { playWindow } from './playWindow';
import { runCommand } from './runCommand';
import type { CaseServers } from './writeCase';
import { watchConnections } from './watchConnections';

/** The exit codes of docs/command-line.md that a command ends with where nobody interrupts it. */
const exitCodes: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/** A server that only mutated files name. */
interface ForeignServer {
  readonly address: string;
  requests: number;
}

async function startForeignServer(): Promise<ForeignServer> {
  const server = createServer((request, response) => {
    foreign.requests += 1;
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const foreign = { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests: 0 };
  return foreign;
}

/** Plays cases in this process, which may well come to its end by one. */
export class CasePlayer {
  readonly #named: MutatingServer;
  readonly #places: FuzzPositions;
  readonly #onAction: (action: string) => void;
  readonly #hostile: ForeignServer;
  #findings: Finding[] = [];
  #action = '';
  #allowed: ReadonlySet<string> = new Set();

  private constructor(
    places: FuzzPositions,
    named: MutatingServer,
    hostile: ForeignServer,
    onAction: (action: string) => void,
  ) {
    this.#places = places;
    this.#named = named;
    this.#hostile = hostile;
    this.#onAction = onAction;
  }

  /** `onAction` hears of each action as it begins, findings with it. */
  static async start(places: FuzzPositions, onAction: (action: string) => void): Promise<CasePlayer> {
    const player = new CasePlayer(places, await MutatingServer.start(), await startForeignServer(), onAction);
    player.#watch();
    return player;
  }

  get servers(): CaseServers {
    return { named: this.#named.url.slice('http://'.length), hostile: this.#hostile.address };
  }

  #watch(): void {
    watchConnections((address) => {
      if (!this.#allowed.has(address)) this.#found('request', `A connection to ${address}, which nobody named.`);
    });
    process.on('uncaughtException', (error) => this.#found('crash', `uncaught: ${stackOf(error)}`));
    process.on('unhandledRejection', (error) => this.#found('crash', `unhandled rejection: ${stackOf(error)}`));
  }

  /** Plays a case that was written to the folder. */
  async play(plan: FuzzPlan, folder: string): Promise<readonly Finding[]> {
    this.#findings = [];
    this.#hostile.requests = 0;
    // The server in front of the models' own passes requests on to it.
    const models = this.#named.models.url.slice('http://'.length);
    this.#allowed = new Set([this.servers.named, models, ...plan.allows]);
    const workspace = path.join(folder, workspaceFolder);
    process.chdir(workspace);
    const restore = this.#makeTimeShort(plan);
    try {
      for (const action of plan.actions) {
        this.#action = nameOf(action);
        this.#onAction(this.#action);
        await this.#do(action, workspace).catch((error: unknown) => this.#found('crash', stackOf(error)));
      }
      // What a command left behind may still reject.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      restore();
      process.chdir('/');
    }
    const victim = await readFile(path.join(folder, victimFile), 'utf8').catch(() => undefined);
    if (victim !== victimText) this.#found('victim', 'A file outside of the workspace was changed.');
    if (this.#hostile.requests > 0)
      this.#found('request', `${this.#hostile.requests} requests reached the foreign server.`);
    return this.#findings;
  }

  /** Waiting for a server or another process is no hang: a second of the engine's takes a millisecond. */
  #makeTimeShort({ seed, number, spoils }: FuzzPlan): () => void {
    const { random } = Math;
    const real = { ...systemClock };
    const draw = createRandom(`time ${seed} ${number}`);
    Math.random = () => draw.next();
    this.#named.spoil(spoils ? `answers ${seed} ${number}` : undefined);
    // All but the waiting itself are clocks.
    const quick = Object.entries({ ...real, delay: undefined }).flatMap(([name, read]) => {
      const started = read?.() ?? 0;
      return read === undefined ? [] : [[name, () => started + 1_000 * (read() - started)] as const];
    });
    Object.assign(systemClock, Object.fromEntries(quick), {
      delay: (ms: number, signal: AbortSignal) => real.delay(ms / 1_000, signal),
    });
    return () => {
      Math.random = random;
      Object.assign(systemClock, real);
    };
  }

  async #do(action: FuzzAction, workspace: string): Promise<void> {
    switch (action.kind) {
      case 'command': {
        const { repository } = this.#places;
        const ended = await runCommand(action.argv, {
          repository,
          cwd: workspace,
          env: markerKeys,
        });
        if (ended.fault !== undefined) this.#found('crash', stackOf(ended.fault));
        this.#checkOutput(ended.code, ended.out, ended.err);
        break;
      }
      case 'program':
        await this.#runProgram(action.argv, workspace);
        break;
      case 'window':
        for (const error of await playWindow(workspace, action)) this.#checkError(error);
        break;
      case 'settings':
        for (const error of await playSettings(workspace, this.#places.repository)) this.#checkError(error);
        break;
      case 'plant':
        await plantFault(
          action.fault,
          { foreign: this.#hostile.address, victim: path.join(workspace, '..', victimFile) },
          (text) => this.#checkOutput(0, text, ''),
        );
        break;
    }
  }

  async #runProgram(argv: readonly string[], workspace: string): Promise<void> {
    const seen = path.join(workspace, '..', 'connections.txt');
    const { program, watch } = this.#places;
    const child = spawn(process.execPath, ['--import', watch, program, ...argv], {
      cwd: workspace,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, FUZZ_CONNECTIONS: seen, ...markerKeys },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (ended, signal) =>
        signal === null ? resolve(ended ?? -1) : reject(new Error(`${signal}: ${err.slice(-500)}`)),
      );
    });
    this.#checkOutput(code, out, err);
    if (err.includes('This is a fault of')) this.#found('crash', err.slice(0, 1_500));
    const addresses = (await readFile(seen, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    const foreign = addresses.find((address) => !this.#allowed.has(address));
    if (foreign !== undefined) this.#found('request', `A connection to ${foreign}, which nobody named.`);
    await rm(seen, { force: true });
  }

  #checkError(error: unknown): void {
    if (describeCliError(error) === undefined) this.#found('crash', stackOf(error));
  }

  #checkOutput(code: number, out: string, err: string): void {
    if (!exitCodes.has(code)) this.#found('output', `The exit code ${code} is none of docs/command-line.md.`);
    if (/^ {4}at .*:\d+:\d+\)?$/m.test(err)) this.#found('output', `A stack is shown: ${err.slice(0, 1_500)}`);
    for (const [name, text] of Object.entries({ out, err })) {
      const control = controls.exec(text);
      if (control !== null) {
        const around = text.slice(Math.max(0, control.index - 60), control.index + 20);
        this.#found('output', `Control characters on ${name}: ${JSON.stringify(around)}`);
      }
      if (Object.values(markerKeys).some((key) => text.includes(key))) this.#found('output', `A key is on ${name}.`);
    }
  }

  #found(kind: Finding['kind'], detail: string): void {
    this.#findings.push({ kind, detail: detail.slice(0, 3_000), action: this.#action });
  }
}

/** What moves a terminal's cursor or turns its line around; line ends and tabs are the program's own. */
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

function nameOf(action: FuzzAction): string {
  return 'argv' in action ? `${action.kind}: ${action.argv.join(' ')}` : JSON.stringify(action);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

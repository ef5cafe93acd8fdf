import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Finding, FuzzCase, FuzzPositions, FuzzPlan, PlantedFault } from './fuzzCase';
import { FuzzWorker, megabytes, mostBytes, type Outcome } from './fuzzWorker';

const repository = path.join(import.meta.dirname, '../..');
/** Where cases that found something are kept. */
export const keptFolder = path.join(repository, 'out', 'fuzz');

/** A process is used for so many cases, and given up earlier where it has grown. */
const casesAProcess = 150;
const grownBytes = 350_000_000;
/** Cases that are kept of those that look alike. */
const mostAlike = 2;
const corpusMs = 120_000;
const enoughBytes = 2_000_000_000;

/** Something that was found, with how it is seen again. */
export interface FoundFault extends Finding {
  readonly plan: FuzzPlan | undefined;
  readonly case: FuzzCase;
  /** Cases that found what looks the same. */
  readonly times: number;
  /** Folder of the case, where it is one of the first. */
  readonly kept: string | undefined;
}

/** What a series came to. */
export interface FuzzResult {
  readonly cases: number;
  readonly ms: number;
  readonly faults: readonly FoundFault[];
  /** Of the processes that cases were played in, the highest that one took, and the longest case. */
  readonly peakBytes: number;
  readonly longestMs: number;
  readonly areas: ReadonlyMap<string, number>;
}

/** Which cases of a seed are played. */
export interface SeriesOptions extends Pick<FuzzCase, 'area' | 'most'> {
  readonly from?: number;
  /** Processes side by side; two unless given. */
  readonly slots?: number;
}

/** Plays mutated files in processes of their own. */
export class Fuzzer {
  readonly #folder: string;
  readonly #program: string;
  readonly #places: FuzzPositions;

  private constructor(folder: string, places: FuzzPositions, program: string) {
    this.#folder = folder;
    this.#places = places;
    this.#program = program;
  }

  /** Builds the worker and makes the corpus. `commandLine`: the built program. */
  static async start(commandLine: string): Promise<Fuzzer> {
    const folder = await mkdtemp(path.join(await fastFolder(), 'tutor-prompt-lab-fuzz-'));
    await build({
      absWorkingDir: repository,
      entryPoints: { worker: 'tests/fuzz/workerProgram.ts', watch: 'tests/fuzz/watchConnections.ts' },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      alias: { vscode: path.join(import.meta.dirname, 'editorStandIn.ts') },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      // The editor's stand-in has what is used of it.
      logOverride: { 'import-is-undefined': 'silent' },
      logLevel: 'warning',
    });
    const places = {
      repository,
      corpus: path.join(folder, 'corpus'),
      program: commandLine,
      watch: path.join(folder, 'watch.mjs'),
    };
    const fuzzer = new Fuzzer(folder, places, path.join(folder, 'worker.mjs'));
    const worker = fuzzer.#worker();
    const { findings } = await worker.do({ kind: 'makeCorpus' }, corpusMs);
    worker.end();
    if (findings.length > 0) throw new Error(`The corpus cannot be made: ${findings[0]?.detail ?? ''}`);
    return fuzzer;
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Plays `count` cases from number `from` on, in as many processes side by side as `slots` says. */
  async play(seed: number, count: number, { from = 0, slots = 2, ...of }: SeriesOptions = {}): Promise<FuzzResult> {
    const started = performance.now();
    const faults = new Map<string, FoundFault>();
    const areas = new Map<string, number>();
    let next = from;
    let peakBytes = 0;
    let longestMs = 0;
    const slot = async (place: number): Promise<void> => {
      let worker = this.#worker();
      let played = 0;
      while (next < from + count) {
        const number = next;
        next += 1;
        const found = await this.#playCase(worker, { ...of, seed, number }, place);
        const { outcome } = found;
        peakBytes = Math.max(peakBytes, found.rss);
        longestMs = Math.max(longestMs, outcome.tookMs);
        areas.set(outcome.plan?.area ?? 'unknown', (areas.get(outcome.plan?.area ?? 'unknown') ?? 0) + 1);
        for (const finding of outcome.findings)
          await this.#keep(faults, { ...of, seed, number }, finding, outcome.plan);
        played += 1;
        if (worker.isGone || outcome.findings.length > 0 || played >= casesAProcess || outcome.rss > grownBytes) {
          worker.end();
          worker = this.#worker();
          played = 0;
        }
      }
      worker.end();
    };
    await Promise.all(Array.from({ length: slots }, (_, place) => slot(place)));
    const ms = performance.now() - started;
    return { cases: count, ms, faults: [...faults.values()], peakBytes, longestMs, areas };
  }

  /** Plays a case with a fault planted into it; a hang is one after `limitMs`, or as long as everywhere. */
  async plant(fault: PlantedFault, limitMs?: number): Promise<readonly Finding[]> {
    const worker = this.#worker();
    const { outcome } = await this.#playCase(worker, { seed: 0, number: 0 }, fault, { fault, limitMs });
    worker.end();
    return outcome.findings;
  }

  /** Plays a case that was kept, in a process of its own. */
  async replay(folder: string): Promise<readonly Finding[]> {
    const worker = this.#worker();
    const outcome = judged(await worker.do({ kind: 'replay', folder }));
    worker.end();
    return outcome.findings;
  }

  #worker(): FuzzWorker {
    return new FuzzWorker(this.#program, this.#places);
  }

  /** A case that exceeds time or memory in a used process is played again in a fresh one, which decides. */
  async #playCase(
    worker: FuzzWorker,
    of: FuzzCase,
    place: number | string,
    planted?: { readonly fault: PlantedFault; readonly limitMs: number | undefined },
  ): Promise<{ readonly outcome: Outcome; readonly rss: number }> {
    const folder = path.join(this.#folder, `case-${place}`);
    const order = { kind: 'case', case: of, folder, ...(planted && { plant: planted.fault }) } as const;
    const first = judged(await worker.do(order, planted?.limitMs));
    if (!first.findings.some(({ kind }) => kind === 'hang' || kind === 'memory'))
      return { outcome: first, rss: first.rss };
    const alone = this.#worker();
    const second = judged(await alone.do(order, planted?.limitMs));
    alone.end();
    return { outcome: { ...second, rss: first.rss }, rss: second.rss };
  }

  async #keep(
    faults: Map<string, FoundFault>,
    of: FuzzCase,
    finding: Finding,
    plan: FuzzPlan | undefined,
  ): Promise<void> {
    const alike = likeness(finding, plan);
    const known = faults.get(alike);
    const times = (known?.times ?? 0) + 1;
    let { kept, plan: first } = known ?? { kept: undefined, plan };
    if (times <= mostAlike) {
      const folder = path.join(keptFolder, `${of.seed}-${of.number}`);
      await mkdir(keptFolder, { recursive: true });
      const worker = this.#worker();
      const { plan: drawn } = await worker.do({ kind: 'case', case: of, folder, keep: true }, corpusMs);
      worker.end();
      kept ??= folder;
      first ??= drawn;
    }
    faults.set(alike, { ...(known ?? { ...finding, case: of }), plan: first, times, kept });
  }
}

/** A folder in memory where there is room: a case writes 150 files, and waiting for the disk takes most of the time. */
async function fastFolder(): Promise<string> {
  const inMemory = '/dev/shm';
  const found = await statfs(inMemory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > enoughBytes ? inMemory : tmpdir();
}

/** With what the bound on memory says. */
function judged(outcome: Outcome): Outcome {
  if (outcome.rss <= mostBytes || outcome.findings.some(({ kind }) => kind === 'memory')) return outcome;
  const finding = {
    kind: 'memory',
    detail: `${megabytes(outcome.rss)} MB.`,
    action: JSON.stringify(outcome.plan?.actions),
  } as const;
  return { ...outcome, findings: [...outcome.findings, finding] };
}

/** Findings with the same top of the stack are likely one fault. Others are grouped by mutation and action. */
function likeness({ kind, detail, action }: Finding, plan: FuzzPlan | undefined): string {
  const stack = detail.split('\n').filter((line) => /^ {4}at /.test(line));
  if (stack.length > 0) return `${kind} ${stack.slice(0, 3).join()}`;
  const words = detail.slice(0, 40).replace(/\d+/g, '#');
  return [kind, words, plan?.area, plan?.mutation, ...action.split(' ').slice(0, 2)].join(' ');
}

/** A fault as a developer reads it. */
export function describeFault({ kind, detail, action, plan, case: of, times, kept }: FoundFault): string {
  const where = plan === undefined ? '' : `${plan.file}, ${plan.mutation ?? ''}\n`;
  const again =
    kept === undefined ? '' : `\nagain: FUZZ_REPLAY=${path.relative(repository, kept)} npm run test:long -- fuzz`;
  return `${kind} (seed ${of.seed}, case ${of.number}, ${times} alike): ${where}${action}\n${detail}${again}`;
}

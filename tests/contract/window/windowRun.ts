import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples, type PlannedBenchmark, readSampleImages } from '../../../src/core/run/loadSamples';
import { type PlannedRun, planRun, runStart } from '../../../src/core/run/planRun';
import type { RunCaps } from '../../../src/core/run/runCaps';
import type { RunEvent } from '../../../src/core/run/runEvent';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { judgeTexts } from '../../../src/core/benchmark/judging/promptOverride';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { createRun } from '../../../src/core/store/runStore';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { ManifestModel } from '../../../src/core/store/runManifest';
import { type PreparedRun, runInWindow } from '../../../src/vscode/evaluation/runInWindow';
import { BatchWatch } from '../../../src/vscode/evaluation/shownRun';
import { repository } from '../cli/commandLine';

/** Looks at a batch every few milliseconds. */
const quickTimes = {
  firstPollMs: 10,
  longestPollMs: 20,
  cancelPollMs: 10,
  cancelPatienceMs: 5_000,
  graceMs: 5_000,
};

/** A batch run of four samples with the server at `url`, in the store at `root`, planned as in the extension. */
export function newBatchRun(root: string, url: string): Promise<PreparedRun> {
  return newRun(root, { tutor: url, judge: url, batch: true });
}

export interface WindowRunParts {
  /** Addresses of the servers. */
  readonly tutor: string;
  readonly judge: string;
  readonly batch?: boolean;
  readonly text?: string;
  readonly path?: string;
  /** Names of the judges at the one server; one unless given. */
  readonly judgeModels?: readonly string[];
  /** Has one of the judges asked with a text of a person's own. */
  readonly hasOverride?: boolean;
  readonly createdAt?: string;
  /** Units of each benchmark; four unless given. */
  readonly limit?: number;
  /** GuideEval unless given. */
  readonly benchmarks?: readonly BenchmarkId[];
}

/** The same with tutor and judge at servers of their own, call by call unless it goes by batch. */
export async function newRun(root: string, parts: WindowRunParts): Promise<PreparedRun> {
  const planned = await plannedRun(parts);
  return {
    session: createRunSession(planned.manifest, planned.samples, benchmarks),
    openWriter: () => createRun(new FileRunStore(root), planned),
  };
}

export async function plannedRun(parts: WindowRunParts): Promise<PlannedRun> {
  const { tutor, judge, batch = false, text = 'You are a patient tutor.', path: file = 'tutor.md' } = parts;
  const [{ benchmark, loaded, source }, ...others] = (await Promise.all(
    (parts.benchmarks ?? ['guideeval']).map(async (id) => starterSamples(benchmarks.get(id)!)),
  )) as [PlannedBenchmark, ...PlannedBenchmark[]];
  const modelAt = (baseUrl: string, model = 'm'): ManifestModel => ({
    provider: 'openai',
    model,
    baseUrl,
    simulated: false,
  });
  const [first] = parts.hasOverride === true ? judgeTexts(benchmark, loaded.samples) : [];
  const own = first && {
    judges: first.judges,
    file: 'judges/own.md',
    replaces: first.hash,
    text: `${first.text} Be brief.`,
  };
  return planRun(
    {
      ...runStart(),
      ...(parts.createdAt !== undefined && { createdAt: parts.createdAt }),
      toolVersion: '0.0.0',
      prompt: readPromptFile(file, text),
      promptName: path.posix.basename(file),
      benchmarks: [{ benchmark, loaded, source, ...(own === undefined ? {} : { overrides: [own] }) }, ...others],
      tutor: modelAt(tutor),
      judges: (parts.judgeModels ?? ['m']).map((model) => modelAt(judge, model)),
      student: undefined,
      seed: 1,
      limit: parts.limit ?? 4,
      repeats: undefined,
      placement: undefined,
      policy: defaultPolicy,
      batch,
    },
    benchmarks,
  );
}

/** A benchmark's starter set, as the extension reads it. */
async function starterSamples(benchmark: Benchmark): Promise<PlannedBenchmark> {
  const file = path.join(repository, 'starter-sets', benchmark.starterSet);
  const found = loadSamples(benchmark, { name: benchmark.starterSet, text: await readFile(file, 'utf8') });
  const loaded = await readSampleImages(benchmark, found, path.dirname(file));
  return { benchmark, loaded, source: { kind: 'starter', name: benchmark.starterSet, format: loaded.format } };
}

/** The run as another window finds it on disk. */
export async function reopened(root: string, runId: string): Promise<PreparedRun> {
  const store = new FileRunStore(root);
  return {
    session: sessionOfRun(await store.open(runId), benchmarks),
    openWriter: () => store.reopen(runId),
  };
}

export interface WindowPlay {
  readonly events: RunEvent[];
  /** What a panel would be told. */
  readonly watch: BatchWatch;
  /** As the extension stops a run: `interrupted` when the window closes. */
  readonly stop: (reason: 'interrupted' | 'cancelled') => void;
  readonly ended: Promise<RunSession>;
}

/** Plays a run as one window does, without anything of VS Code. */
export function playInWindow(
  run: PreparedRun,
  root: string,
  key: string,
  ends = false,
  caps: RunCaps = {},
  cache = false,
  concurrency?: number,
): WindowPlay {
  const abort = new AbortController();
  const watch = new BatchWatch();
  const events: RunEvent[] = [];
  const { session } = run;
  const store = new FileRunStore(root);
  const ended = runInWindow(run, {
    prompt: { store, root, promptPath: 'tutor.md' },
    settings: { concurrency, caps, cache, cacheLimits: { maxBytes: 256 * 1024 * 1024, maxAgeDays: 90 } },
    keys: { get: () => Promise.resolve(key) },
    log: { info: () => undefined, warn: () => undefined },
    signal: abort.signal,
    batchTimes: quickTimes,
    onGathered: ends ? () => abort.abort('cancelled') : undefined,
    onStarted: () => undefined,
    onEvent: (event) => {
      events.push(event);
      watch.heard(event, session.manifest);
    },
  }).then(async () => {
    await watch.read(session, store);
    return session;
  });
  return { events, watch, stop: (reason) => abort.abort(reason), ended };
}

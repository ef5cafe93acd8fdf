import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import type { TrustCard } from '../benchmark/trustCard';
import type { PromptHistory } from '../history/promptHistory';
import type { PromptFile } from '../prompt/promptFile';
import type { RunCaps } from '../run/runCaps';
import type { RunSession } from '../run/runSession';
import { errorNamed } from '../text/errors';
import type { AgentInput } from './toolInputs';

/** A refusal in one sentence. */
export class AgentError extends errorNamed('AgentError') {}

export type RunWish = AgentInput<'estimate_run'> & { readonly maxCalls?: number };

/** A planned run; nothing is written or sent yet. */
export interface AgentPlan {
  readonly session: RunSession;
  /** Folder of its store. */
  readonly root: string;
  /** The caps that hold, lowered by the wish. */
  readonly caps: RunCaps;
  /** Resolves when the run has ended; rejects when it could not start. What arrived before an abort is kept. */
  play(signal: AbortSignal): Promise<void>;
}

/** What the tools need of the shell they are in. All may reject with an error for the reader. */
export interface AgentHost {
  readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>;
  prompt(path: string): Promise<{ readonly file: PromptFile; readonly history: PromptHistory }>;
  plan(wish: RunWish): Promise<AgentPlan>;
  run(id: string): Promise<{ readonly session: RunSession; readonly cards: readonly TrustCard[] }>;
  /** Answers as `comparisonFacts` does. */
  compare(before: string, after: string, signal: AbortSignal): Promise<string>;
}

/** A model names the file, so it must not leave the folder, through a link neither. Throws `AgentError`. */
export function fileInside(folder: string, named: string): string {
  const file = path.resolve(folder, named);
  let found: string;
  try {
    found = path.relative(realpathSync(folder), realpathSync(file));
  } catch {
    throw new AgentError(`There is no file ${named} in ${folder}. Check the path.`);
  }
  if (!found.startsWith('..') && !path.isAbsolute(found)) return file;
  throw new AgentError(`${named} is outside of ${folder}. Only prompts in the workspace can be used.`);
}

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import type { TrustCard } from '../benchmark/trustCard';
import type { PromptHistory } from '../history/promptHistory';
import type { RunCaps } from '../run/runCaps';
import type { RunSession } from '../run/runSession';
import { errorNamed } from '../text/errors';
import type { AgentInput } from './toolInputs';

export class AgentError extends errorNamed('AgentError') {}

/** What to run, or to estimate. */
export type AgentRunRequest = AgentInput<'estimate_run'> &
  Partial<Pick<AgentInput<'test_edits'>, 'maxCalls' | 'edits'> & Pick<AgentInput<'confirm_edit'>, 'edit'>>;

/** Planned, with nothing written or sent yet. */
export interface AgentPlan {
  readonly session: RunSession;
  /** Folder of the store. */
  readonly root: string;
  /** All that hold. */
  readonly caps: RunCaps;
  /** Resolves when the run has ended, also by the signal, or could not start. Rejects with what to tell. */
  play(signal: AbortSignal): Promise<void>;
}

export interface AgentRun {
  readonly session: RunSession;
  readonly cards: readonly TrustCard[];
  /** Asked before the run was read, so that a run that ends meanwhile shows its end. */
  readonly isUnderWay: boolean;
}

/** What the tools need of a shell. Paths and ids are unchecked; what cannot be used is refused by rejecting. */
export interface AgentHost {
  readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>;
  prompt(path: string): Promise<{ readonly text: string; readonly history: PromptHistory }>;
  plan(request: AgentRunRequest): Promise<AgentPlan>;
  run(id: string): Promise<AgentRun>;
  /** Resolves to what `comparisonFacts` says. */
  compare(before: string, after: string, signal: AbortSignal): Promise<string>;
}

const promptName = /\.(?:md|txt|prompt)$/i;

/** A model names the file: a prompt, or `isAlso`, that lies in the folder and is not hidden. Throws `AgentError`. */
export function fileInside(folder: string, named: string, isAlso = (_file: string): boolean => false): string {
  const file = path.resolve(folder, named);
  if (!existsSync(file)) throw new AgentError(`There is no file ${file}. Check the path.`);
  const real = realpathSync(file);
  const found = path.relative(realpathSync(folder), real);
  // What lies outside begins with two dots, or is on another drive.
  const isHidden = path.isAbsolute(found) || found.split(path.sep).some((part) => part.startsWith('.'));
  if (!isHidden && (promptName.test(found) || isAlso(real))) return file;
  throw new AgentError(`${named} is no prompt (.md, .txt, .prompt), hidden or outside of ${folder}. It is not read.`);
}

/** A model may lower caps, never raise them. */
export function loweredCaps(caps: RunCaps, maxCalls = Infinity): RunCaps {
  const lowest = Math.min(maxCalls, caps.maxCalls ?? Infinity);
  return Number.isFinite(lowest) ? { ...caps, maxCalls: lowest } : caps;
}

import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';
import type { FaultyServer } from '../../loopback/faultyServer';
import type { CommandLine } from '../cli/commandLine';
import { evaluated, type Evaluated } from '../cli/printedJson';
import { writeOneCriterionSamples } from '../crash/oneCriterionSamples';
import { answeredIn } from './loopbackRun';

export interface FaultyCommandsPlan {
  readonly samples: number;
  /** Plays tutor (over Chat Completions) and judge (over Messages). */
  readonly server: FaultyServer;
  /** Where it is reached; its own address unless set. */
  readonly url?: string;
  /** Called before a run that is incomplete is resumed. */
  readonly beforeResume?: () => void;
  /** Gets the process of each command. */
  readonly onStart?: (child: ChildProcess) => void;
}

export interface FaultyCommands {
  /** The folder in which the commands were run. */
  readonly cwd: string;
  /** What the evaluation printed, then what each resume did. */
  readonly printed: readonly Evaluated[];
  /** Everything in the journal, as read back. */
  readonly records: readonly RunRecord[];
}

/** A run that is incomplete more often than this has a fault that no resume fixes. */
const mostResumes = 8;

/**
 * Evaluates samples of one reply and one verdict with the unchanged command line, and resumes the run until complete.
 * Each command must end with its status's exit code and report no uncaught error.
 */
export async function playFaultyCommands(cli: CommandLine, plan: FaultyCommandsPlan): Promise<FaultyCommands> {
  const { samples, server, url = server.url, beforeResume, onStart } = plan;
  const cwd = await cli.workspace();
  await writeOneCriterionSamples(path.join(cwd, 'samples.jsonl'), samples);
  const servers = ['--tutor-base-url', url, '--judge-base-url', url];
  const models = ['--tutor', 'openai:m', '--judge', 'anthropic:m', ...servers];
  const data = ['--benchmark', 'tutorbench', '--samples', 'samples.jsonl'];
  const printed: Evaluated[] = [];
  for (let turn = 0; turn <= mostResumes; turn += 1) {
    const args = turn === 0 ? ['evaluate', 'tutor.md', ...data, ...models] : ['resume', 'latest', ...servers];
    const { child, ended } = cli.start([...args, '--json'], { cwd });
    onStart?.(child);
    const { code, out, err } = await ended;
    // Before the output is read: where there is none, this says why.
    expect([err, code]).toEqual([expect.not.stringMatching(/\n\s+at |unhandled|triggerUncaught/i), oneOf(0, 3)]);
    const result = evaluated(out);
    printed.push(result);
    expect([result.status, code]).toEqual(code === 0 ? ['completed', 0] : ['incomplete', 3]);
    if (code === 0) break;
    expectMissing(result, server, samples);
    beforeResume?.();
  }
  const runId = printed[0]?.runId ?? '';
  const { records } = await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).open(runId);
  return { cwd, printed, records };
}

/** Expects that a run which is incomplete says so in its counts, and counts all that was answered. */
function expectMissing({ benchmarks, calls }: Evaluated, server: FaultyServer, samples: number): void {
  const [{ completed, noReply, judgeFailed } = { completed: 0, noReply: 0, judgeFailed: 0 }] = benchmarks;
  expect(completed + noReply).toBe(samples);
  expect(noReply + judgeFailed).toBeGreaterThan(0);
  expect(server.answered).toBe(calls.tutor + calls.judge);
}

/** Expects one reply and one verdict for every sample, in journal and counts, and no answer paid for twice. */
export function expectEachOnce({ printed, records }: FaultyCommands, server: FaultyServer, samples: number): void {
  const answers = answeredIn(records);
  expect(new Set(answers).size).toBe(answers.length);
  const replies = records.filter(({ kind }) => kind === 'reply').length;
  const verdicts = records.flatMap((record) => (record.kind === 'judged' ? record.verdicts : []));
  expect([replies, verdicts.length]).toEqual([samples, samples]);
  expect(verdicts.filter(({ status }) => status !== 'ok')).toEqual([]);
  const last = printed.at(-1);
  expect(last?.status).toBe('completed');
  expect(last?.benchmarks).toMatchObject([{ samples, completed: samples, noReply: 0, judgeFailed: 0 }]);
  // An answer of the wrong shape is paid for like any other; the judge is asked again.
  const askedAgain = server.faults.get('wrongShape') ?? 0;
  const { tutor = 0, judge = 0 } = last?.calls ?? {};
  expect([tutor, judge]).toEqual([samples, samples + askedAgain]);
  expect(server.answered).toBe(tutor + judge);
  const sent = records.map((record) => ('retries' in record ? (record.sent ?? record.calls + record.retries) : 0));
  expect(sent.reduce((sum, requests) => sum + requests, 0)).toBe(server.calls);
}

function oneOf(...codes: readonly number[]): unknown {
  return expect.toSatisfy((code: unknown) => codes.includes(code as number), `one of ${codes.join(', ')}`);
}

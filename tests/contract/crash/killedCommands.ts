import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { startFaultyServer, type FaultyServer } from '../../loopback/faultyServer';
import type { CommandLine, Started } from '../cli/commandLine';
import { evaluated } from '../cli/printedJson';
import { writeOneCriterionSamples } from './oneCriterionSamples';

export interface KilledCommands {
  readonly kills: number;
  readonly samples: number;
  readonly concurrency: number;
  readonly latencyMs: number;
  readonly seed: number;
}

export interface KillStatistics {
  readonly kills: number;
  /** Calls that a kill met unanswered, over all kills. */
  readonly met: number;
  /** Answers that were paid for and not in the journal, over all kills. */
  readonly lost: number;
  /** Most of them at one kill. */
  readonly mostLost: number;
  /** Calls that were paid for a second time. */
  readonly paidAgain: number;
}

/**
 * Kills a run of the command line at moments spread over all of it, and resumes it each time. The first kill comes once
 * a run can be resumed, the last once the last answer is in the journal.
 */
export async function playKilledCommands(cli: CommandLine, plan: KilledCommands): Promise<KillStatistics> {
  const random = createRandom(plan.seed);
  const statistics = { kills: 0, met: 0, lost: 0, mostLost: 0, paidAgain: 0 };
  for (let kill = 0; kill < plan.kills; kill += 1) {
    const server = await startFaultyServer({ latencyMs: plan.latencyMs });
    try {
      const { met, lost, paidAgain } = await killAndResume(
        cli,
        server,
        plan,
        kill / Math.max(1, plan.kills - 1),
        random.int(40),
      );
      statistics.kills += 1;
      statistics.met += met;
      statistics.lost += lost;
      statistics.mostLost = Math.max(statistics.mostLost, lost);
      statistics.paidAgain += paidAgain;
    } finally {
      await server.leave();
    }
  }
  return statistics;
}

/** `share`: of the run's calls, made before the kill; `ticks`: turns of the event loop after that. */
async function killAndResume(
  cli: CommandLine,
  server: FaultyServer,
  { samples, concurrency }: KilledCommands,
  share: number,
  ticks: number,
): Promise<Pick<KillStatistics, 'met' | 'lost' | 'paidAgain'>> {
  const cwd = await cli.workspace();
  await writeOneCriterionSamples(path.join(cwd, 'samples.jsonl'), samples);
  const data = ['--benchmark', 'tutorbench', '--samples', 'samples.jsonl', '--concurrency', String(concurrency)];
  const servers = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const models = ['--tutor', 'openai:m', '--judge', 'anthropic:m', ...servers];
  const started = cli.start(['evaluate', 'tutor.md', '--json', ...data, ...models], { cwd });
  await momentOf(started, server, cwd, share, 2 * samples);
  for (let tick = ticks; tick > 0; tick -= 1) await new Promise(setImmediate);
  const met = server.inFlight;
  started.child.kill('SIGKILL');
  await started.ended;
  await expect.poll(() => server.inFlight, { timeout: 10_000 }).toBe(0);
  const store = new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));
  const kept = await onlyRun(store);
  const had = answersIn(kept.records);
  expect(new Set(had).size).toBe(had.length);
  const lost = server.answered - had.length;
  // A slot is held until its answer is in the journal; tutor and judge have slots of their own here.
  expect(lost).toBeLessThanOrEqual(2 * concurrency);
  const resumed = await cli.run(['resume', 'latest', '--json', ...servers], { cwd });
  expect([resumed.err, resumed.code]).toEqual([expect.any(String), 0]);
  expect(evaluated(resumed.out)).toMatchObject({ runId: kept.id, status: 'completed' });
  const whole = await onlyRun(store);
  expect(whole.records.slice(0, kept.records.length)).toEqual(kept.records);
  const answers = answersIn(whole.records);
  expect(new Set(answers).size).toBe(answers.length);
  expect(answers).toHaveLength(2 * samples);
  // Nothing is paid for twice but what the kill took, and of that only what had not got into the cache either.
  expect(server.answers.size).toBe(2 * samples);
  expect(server.answeredAgain).toBeLessThanOrEqual(lost);
  return { met, lost, paidAgain: server.answeredAgain };
}

/** Waits for the moment at which `share` of the calls have been made. */
async function momentOf(
  { ended }: Started,
  server: FaultyServer,
  cwd: string,
  share: number,
  calls: number,
): Promise<void> {
  const runs = path.join(cwd, '.tutor-prompt-lab', 'runs');
  const state = { gone: false };
  void ended.then(() => (state.gone = true));
  const hasCome = async (): Promise<boolean> => {
    if (share > 0 && share < 1) return server.calls >= share * calls;
    if (server.answered < share * calls) return false;
    const [id] = await readdir(runs).catch(() => []);
    if (id === undefined || !existsSync(path.join(runs, id, 'run.json'))) return false;
    if (share === 0) return true;
    const { records } = await new FileRunStore(path.dirname(runs)).open(id);
    return answersIn(records).length === calls;
  };
  while (!state.gone && !(await hasCome())) await new Promise(setImmediate);
}

async function onlyRun(store: FileRunStore): Promise<{ readonly id: string; readonly records: readonly RunRecord[] }> {
  const listings = await store.list();
  expect(listings).toMatchObject([{ kind: 'run' }]);
  const id = listings[0]?.id ?? '';
  return { id, records: (await store.open(id)).records };
}

function answersIn(records: readonly RunRecord[]): string[] {
  return records.flatMap((record) => {
    if (record.kind === 'reply') return `${record.item} turn ${record.turn}`;
    return record.kind === 'judged' ? `${record.item} ${record.key}` : [];
  });
}

import { createHash } from 'node:crypto';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import type { GitState, RunManifest } from '../../../src/core/store/runManifest';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import type { StatusRecord } from '../../../src/core/store/runRecord';
import { manifestOf, samples, statusRecord } from '../../contract/store/storedRun';

export interface StoredEvaluation {
  readonly id: string;
  /** Day of March 2026, with a fraction for the time of day. */
  readonly day: number;
  readonly text: string;
  readonly path?: string;
  readonly status?: StatusRecord['status'];
  readonly git?: GitState;
  readonly benchmarks?: readonly RunManifest['benchmarks'][number]['id'][];
  readonly tutor?: string;
  readonly judge?: string;
  readonly rejudgedFrom?: string;
  /** When the replies were made, as a day; only runs that judge replies again record it. */
  readonly repliesDay?: number;
  readonly student?: string;
  readonly policy?: ProtocolPolicy;
  readonly judgeVersions?: Readonly<Record<string, string>>;
}

/** ISO time of a day of March 2026. */
export function onDay(day: number): string {
  return new Date(Date.UTC(2026, 2, 1) + Math.round((day - 1) * 86_400_000)).toISOString();
}

/** The revision of a text in these tests. */
export function revisionFor(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** A store with runs as they would be after a month of work; none has a summary. */
export async function storeWith(...evaluations: readonly StoredEvaluation[]): Promise<MemoryRunStore> {
  const store = new MemoryRunStore();
  for (const evaluation of evaluations) await addEvaluation(store, evaluation);
  return store;
}

/** Left open, and so listed as under way, with the status `running`. */
async function addEvaluation(store: MemoryRunStore, evaluation: StoredEvaluation): Promise<void> {
  const {
    id,
    day,
    text,
    path = 'tutor.md',
    status = 'completed',
    git,
    tutor,
    judge,
    rejudgedFrom,
    repliesDay,
  } = evaluation;
  const { student, policy, judgeVersions = {} } = evaluation;
  const manifest = manifestOf(id);
  const [entry] = manifest.benchmarks;
  const writer = await store.create(
    {
      ...manifest,
      createdAt: onDay(day),
      ...(rejudgedFrom === undefined ? {} : { rejudgedFrom }),
      ...(repliesDay === undefined ? {} : { repliesAt: onDay(repliesDay) }),
      ...(student === undefined ? {} : { student: { ...manifest.tutor, model: student } }),
      policy: { ...manifest.policy, ...policy },
      prompt: { path, name: 'tutor', text, revision: revisionFor(text), ...(git === undefined ? {} : { git }) },
      tutor: { ...manifest.tutor, model: tutor ?? 'tutor' },
      judges: [{ provider: 'fake', model: judge ?? 'judge', simulated: false }],
      benchmarks: (evaluation.benchmarks ?? ['mrbench']).map((benchmark) => ({
        ...entry!,
        id: benchmark,
        judgeVersions,
      })),
    },
    samples,
  );
  await writer.append(statusRecord(status, onDay(day + 0.01)));
  if (status !== 'running') await writer.close();
}

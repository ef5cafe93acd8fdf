import type { Benchmark, Benchmarks } from '../benchmark/benchmark';
import type { GoldReply } from '../benchmark/goldReply';
import type { Sample } from '../benchmark/samples';
import { slotsIn } from '../benchmark/judging/judgeTask';
import { slotKey } from '../run/askJudge';
import { fittingRecords } from '../run/fittingRecords';
import { recordsOf } from '../run/recorded/planRecorded';
import { createRunSession, type RunSession, RunSessionError } from '../run/runSession';
import { RunState } from '../run/runState';
import type { WorkItem } from '../run/workItem';
import type { StoredRun } from '../store/runStore';
import { countWords, t, verbFor } from '../text/countWords';

/** A calibration as a run. Each labelled reply is a trial, and judges are asked only about what has a label. */
export interface CalibrationSession extends RunSession {
  readonly gold: ReadonlyMap<WorkItem, GoldReply>;
}

export function isCalibration(session: RunSession): session is CalibrationSession {
  return session.manifest.calibration !== undefined;
}

/** Opens a stored calibration, to continue where its records end. Throws `RunSessionError`. */
export function calibrationSession(
  { manifest, samples, records, problems }: StoredRun,
  benchmarks: Benchmarks,
): CalibrationSession {
  const session = createRunSession(manifest, samples, benchmarks, [], problems);
  const bySample = new Map<string, readonly GoldReply[]>(
    samples.map(({ sample, gold = [] }) => [(sample as Partial<Sample> | null)?.id ?? '', gold]),
  );
  const gold = new Map<WorkItem, GoldReply>();
  let misfits = 0;
  for (const item of session.items) {
    const stored = bySample.get(item.sample.id)?.[item.repeat];
    if (stored === undefined) continue;
    const labels = stored.labels.filter(
      (label) => item.benchmark.canGive?.({ ...label, status: 'ok' }, item.sample) ?? true,
    );
    misfits += stored.labels.length - labels.length;
    const reply = { ...stored, labels };
    gold.set({ ...item, benchmark: withLabelsOnly(item.benchmark, reply) }, reply);
  }
  const labels = countWords(misfits, 'label', 'labels');
  const left = t`Run ${manifest.runId}: ${labels} that people cannot have given ${verbFor(misfits, 'is', 'are')} left out.`;
  if (gold.size === 0)
    throw new RunSessionError(
      t`The calibration ${manifest.runId} has lost its labelled replies: samples.jsonl in its folder holds none. Calibrate again with the file of labels.`,
    );
  // Replies are stored with their labels and not as records, so that a crash cannot separate them.
  const replies = [...gold].flatMap(([item, reply]) => recordsOf(item, reply.replies, manifest.createdAt));
  const items = [...gold.keys()];
  const fitting = fittingRecords({ ...session, items }, [...replies, ...records]);
  return {
    ...session,
    items,
    state: new RunState(manifest, fitting.records),
    problems: [...session.problems, ...fitting.problems, ...(misfits > 0 ? [left] : [])],
    gold,
  };
}

/** Keeps only the judge calls that labels need, or all calls if those depend on another verdict. */
function withLabelsOnly(benchmark: Benchmark, { labels }: GoldReply): Benchmark {
  const wanted = new Set(labels.map(slotKey));
  return {
    ...benchmark,
    judgements: (sample, dialogue, verdicts, policy) => {
      const answered = new Set(verdicts.map(slotKey));
      const open = new Set([...wanted].filter((slot) => !answered.has(slot)));
      if (open.size === 0) return [];
      const tasks = benchmark.judgements(sample, dialogue, verdicts, policy);
      const needed = tasks.filter((task) => slotsIn(task).some((slot) => open.has(slotKey(slot))));
      return needed.length > 0 ? needed : tasks;
    },
  };
}

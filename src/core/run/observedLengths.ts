import type { BenchmarkId } from '../benchmark/samples';
import type { ModelRole } from '../prompt/modelParameters';
import { modelName } from '../store/manifestModel';
import type { RecentRun } from '../store/readJournal';
import type { ManifestModel, RunManifest } from '../store/runManifest';
import type { FailedRecord, StepRecord } from '../store/runRecord';

/** The low and the high end of an estimate. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Output tokens a call in earlier runs: the 10th to 90th percentile of `calls` observations. */
export interface ObservedLength extends Range {
  readonly role: ModelRole;
  readonly model: string;
  readonly benchmark: BenchmarkId;
  readonly calls: number;
  /** Length of the visible answer; hidden reasoning is not in it. */
  readonly characters: Range;
}

const enough = 10;
const plenty = 300;
const mostJournals = 6;

export type ObservedLengths = (role: ModelRole, model: ManifestModel, benchmark: string) => ObservedLength | undefined;

interface Observations {
  readonly role: ModelRole;
  readonly model: ManifestModel;
  readonly benchmark: BenchmarkId;
  readonly outputs: number[];
  readonly texts: number[];
}

/** Uses runs with the same role and benchmark; for tutor and student also the same placement and policy. */
export async function observeLengths(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<ObservedLengths> {
  const seen = new Map<string, Observations>();
  for (const { id: benchmark } of coming.benchmarks)
    for (const [role, model] of rolesOf(coming))
      if (!model.simulated) seen.set(keyOf(role, model, benchmark), { role, model, benchmark, outputs: [], texts: [] });
  let read = 0;
  for await (const run of runs) {
    const wanted = [...seen.values()].filter(({ outputs }) => outputs.length < plenty);
    if (wanted.length === 0 || read >= mostJournals) break;
    if (!wanted.some((one) => fits(one, coming, run.manifest))) continue;
    read += 1;
    for (const record of await run.records()) {
      if (record.kind === 'status' || record.kind === 'look' || record.kind === 'failed') continue;
      // Cached answers were counted in the run that made them.
      if (record.usage === undefined || record.calls === 0) continue;
      const observations = seen.get(observedKey(record, run.manifest));
      if (observations === undefined || !fits(observations, coming, run.manifest)) continue;
      // A step may have made several calls; its tokens cover all of them.
      observations.outputs.push(record.usage.output / record.calls);
      observations.texts.push('raw' in record ? record.raw.length : 0);
    }
  }
  return (role, model, benchmark) => {
    const found = seen.get(keyOf(role, model, benchmark));
    if (found === undefined || found.outputs.length < enough) return undefined;
    const { outputs, texts } = found;
    const named = { role, model: modelName(model), benchmark: found.benchmark };
    return { ...named, calls: outputs.length, ...middle(outputs), characters: middle(texts) };
  };
}

function middle(values: readonly number[]): Range {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0.1), high: at(0.9) };
}

function rolesOf({ tutor, student, judges }: RunManifest): readonly (readonly [ModelRole, ManifestModel])[] {
  return [
    ['tutor', tutor],
    ...(student === undefined ? [] : ([['student', student]] as const)),
    ...judges.map((judge) => ['judge', judge] as const),
  ];
}

function fits({ role, model, benchmark }: Observations, coming: RunManifest, earlier: RunManifest): boolean {
  const entry = earlier.benchmarks.find(({ id }) => id === benchmark);
  const isThere = rolesOf(earlier).some(([other, one]) => keyOf(other, one, '') === keyOf(role, model, ''));
  if (entry === undefined || !isThere) return false;
  if (role === 'judge') return true;
  const planned = coming.benchmarks.find(({ id }) => id === benchmark);
  return entry.placement === planned?.placement && JSON.stringify(earlier.policy) === JSON.stringify(coming.policy);
}

function observedKey(record: Exclude<StepRecord, FailedRecord>, manifest: RunManifest): string {
  const judge = record.kind === 'judged' ? record.judgeModel : undefined;
  const role = judge !== undefined ? 'judge' : record.kind === 'reply' ? 'tutor' : 'student';
  const found = rolesOf(manifest).find(
    ([one, model]) => one === role && (judge === undefined || modelName(model) === judge),
  );
  return found === undefined ? '' : keyOf(...found, record.item.slice(0, record.item.indexOf('/')));
}

function keyOf(role: ModelRole, model: ManifestModel, benchmark: string): string {
  return JSON.stringify([role, modelName(model), model.baseUrl ?? '', benchmark]);
}
